//! Keys as text, and keymaps as help.

use std::collections::BTreeSet;

use super::Play;
use crate::Key;
use crate::keymap::{Keymap, describe, find};
use crate::screens::battle::{FAILED, LOOK, MENU, MOVE, OVER, POSE, TARGET, TARGET_FAR, TURN, VIEW, WATCH};

#[test]
fn keys_are_read_as_they_are_written() {
    for text in ["a", "?", "Enter", "Esc", "Tab", "Shift-Tab", "Ctrl-C", "Shift-↑", "PgUp", "Space", "F1", "/"] {
        if let Ok(key) = text.parse::<Key>() {
            assert_eq!(key.to_string(), text);
        } else {
            assert_eq!(text, "F1", "only function keys are not read");
        }
    }
    assert!("Hyper-X".parse::<Key>().is_err());
}

#[test]
fn no_key_means_two_things_in_one_table() {
    for (name, map) in [
        ("look", LOOK),
        ("menu", MENU),
        ("target", TARGET),
        ("far target", TARGET_FAR),
        ("turn", TURN),
        ("over", OVER),
        ("failed", FAILED),
        ("pose", POSE),
        ("watch", WATCH),
        ("move", MOVE),
        ("view", VIEW),
    ] {
        let keys: Vec<String> = map.iter().flat_map(|binding| binding.keys).map(Key::to_string).collect();
        let distinct: BTreeSet<&String> = keys.iter().collect();
        assert_eq!(distinct.len(), keys.len(), "{name}: {keys:?}");
    }
}

#[test]
fn every_key_of_the_look_state_does_what_the_first_table_says() {
    let maps = [LOOK, MOVE, VIEW];
    for binding in LOOK {
        for key in binding.keys {
            assert_eq!(find(&maps, *key), Some(binding.action), "{key}");
        }
    }
}

#[test]
fn looking_never_hides_a_key_of_moving() {
    let taken: Vec<Key> = LOOK.iter().chain(VIEW).flat_map(|binding| binding.keys.to_vec()).collect();
    for binding in MOVE {
        for key in binding.keys {
            assert!(!taken.contains(key), "{key} is taken");
        }
    }
}

#[test]
fn help_lists_exactly_the_keymap() {
    let mut play = Play::tiny(160, 64);
    play.keys("?");
    let screen = play.screen();
    let maps: [Keymap<_>; 3] = [LOOK, MOVE, VIEW];
    let rows = describe(&maps);
    for row in &rows {
        assert!(screen.contains(&row.keys), "the keys {} are not in the help:\n{screen}", row.keys);
        let start: String = row.help.chars().take(30).collect();
        assert!(screen.contains(start.trim()), "`{start}` is not in the help:\n{screen}");
    }
    let shown = screen.lines().filter(|line| line.contains("│") && line.contains('.')).count();
    assert!(shown >= rows.len(), "{shown} lines for {} rows", rows.len());
}

#[test]
fn help_of_a_menu_lists_its_letters() {
    let mut play = Play::new(120, 40);
    play.keys("Enter Enter Enter ?");
    play.shows("Orders — keys").shows("Put a unit elsewhere in its zone");
}

#[test]
fn a_question_mark_can_be_typed_into_a_prompt() {
    let mut play = Play::tiny(120, 40);
    play.keys(": ?");
    play.shows("Command").hides("— keys");
}

#[test]
fn every_key_in_the_help_does_what_its_row_says() {
    let states = [
        vec![LOOK, MOVE, VIEW],
        vec![MENU, VIEW],
        vec![TARGET, MOVE, VIEW],
        vec![TARGET_FAR, MOVE, VIEW],
        vec![POSE, MOVE, VIEW],
        vec![TURN, VIEW],
        vec![WATCH, MOVE, VIEW],
        vec![FAILED, MOVE, VIEW],
        vec![OVER, MOVE, VIEW],
    ];
    for maps in states {
        for row in describe(&maps) {
            for key in row.keys.split(' ') {
                let action = find(&maps, key.parse().expect("a key")).expect("it does something");
                let told = maps.iter().flat_map(|map| map.iter()).find(|binding| binding.action == action);
                let same =
                    maps.iter().flat_map(|map| map.iter()).any(|one| one.action == action && one.help == row.help);
                assert!(same, "{key} is told to {} but does {:?}", row.help, told.map(|binding| binding.help));
            }
        }
    }
}

#[test]
fn a_letter_of_the_menu_is_not_told_to_be_something_else() {
    let mut play = Play::new(120, 60);
    play.keys("Enter Enter Enter ?");
    let screen = play.screen();
    let rows = screen.lines().filter(|line| line.contains("│ d  ") || line.contains(" d  ")).count();
    assert_eq!(rows, 1, "{screen}");
    play.keys("Esc o").shows("Put a unit elsewhere").shows("B1 · Deploy");
}

#[test]
fn the_hint_line_names_the_next_step() {
    let mut play = Play::new(160, 46);
    play.keys("Enter").shows("Enter begin the battle").keys("Down").shows("Enter see all");
    play.keys("b").shows("Enter order B1").shows("Space end Deployment").shows("B1 can act: Enter gives it an order.");
    play.keys("Enter Enter").shows("Enter go there").keys("Esc Esc Up Up Up Up").hides("Enter order");
    play.shows("Tab: next of 4 more. Space ends the step.");
}
