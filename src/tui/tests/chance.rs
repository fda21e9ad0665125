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
    play.woken_until(" 16 of 16").shows("Blue won").shows("turns on average");
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
