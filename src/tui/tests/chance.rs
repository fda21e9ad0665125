//! Battles drawn by chance: wished for, drawn again, taken.

use super::Play;

/// The screen on which battles are drawn.
fn open() -> Play {
    let mut play = Play::new(140, 40);
    play.keys("Enter Down Enter").shows("A battle drawn by chance…").keys("Down Down Down Enter");
    play.shows("Drawn by chance").shows("Size      any").shows("another one");
    play
}

/// The name of the battle that is shown.
fn name(play: &mut Play) -> String {
    let screen = play.screen();
    let name = screen.split_whitespace().find(|word| word.starts_with("random:"));
    name.map(String::from).unwrap_or_else(|| panic!("no name:\n{screen}"))
}

#[test]
fn what_is_wished_for_is_drawn_and_taken() {
    let mut play = open();
    play.keys("Right").shows("a small field").keys("Right").shows("a large field").shows("40 by 40");
    let large = name(&mut play);
    assert!(large.starts_with("random:large:seed"), "{large}");
    play.keys("Enter").shows("Begin the battle").shows("Random:large:seed").shows("40 by 40");
    play.keys("b").shows("Deployment");
}

#[test]
fn another_one_is_another_and_back_leaves_all_as_it_was() {
    let mut play = open();
    let first = name(&mut play);
    play.keys("n");
    assert_ne!(name(&mut play), first);
    play.keys("Left").shows("a large field").keys("Right").shows("Size      any");
    play.keys("Esc").shows("Begin the battle").shows("Small field");
}

#[test]
fn a_battle_that_is_looked_at_is_tried_and_another_one_anew() {
    let mut play = open();
    play.woken_until(" 16 of 16").shows("Blue won");
    play.app.handle(crate::layer::Input::Key(crate::keymap::Key::char('n')));
    play.hides(" 16 of 16").hides("Blue won").settle();
    play.woken_until(" 16 of 16");
}

#[test]
fn any_battle_can_be_tried_and_what_was_found_is_of_that_battle_alone() {
    let mut play = Play::new(140, 40);
    play.keys("Enter").hides("Fair?").keys("f").woken_until(" 16 of 16").shows("Blue won");
    play.keys("Down").shows("Blue won").keys("Right").hides("Fair?").hides("Blue won");
}

#[test]
fn a_fair_one_is_looked_for_until_it_is_found_or_a_key_is_pressed() {
    let mut play = open();
    play.app.handle(crate::layer::Input::Key(crate::keymap::Key::char('f')));
    play.shows("Looking for a fair one: number 1").keys("n").hides("Looking for");
    play.app.handle(crate::layer::Input::Key(crate::keymap::Key::char('f')));
    for _ in 0..60_000 {
        play.settle();
        if !play.screen().contains("Looking for") {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    play.hides("Looking for").shows(" 16 of 16").shows("Neither side is clearly favoured");
}
