//! Goals, points and time left, in words.

use battle::{Library, Side};
use proving::DrillLibrary;

use super::{outpost, start};

#[test]
fn a_side_is_told_its_goals_its_points_and_the_time() {
    let game = start(&outpost(1));
    let parts = crate::standing(game.system(), Some(Side::Blue));
    assert!(parts[0].starts_with("Points: you "), "{parts:?}");
    assert_eq!(parts[1], crate::time_left(game.system()));
    let aims = crate::aims(game.system(), Some(Side::Blue));
    assert_eq!(parts.len(), aims.len() + 2);
}

#[test]
fn onlookers_are_told_both_sides_points() {
    let game = start(&outpost(1));
    let parts = crate::standing(game.system(), None);
    assert!(parts[0].starts_with("Blue "), "{parts:?}");
}

#[test]
fn a_briefing_says_whom_one_commands_and_how_the_battle_is_decided() {
    let game = start(&outpost(1));
    let scenario = DrillLibrary.battle("outpost").expect("a battle").scenario;
    let told = crate::briefing(game.system(), &scenario, Side::Red).join("\n");
    assert!(told.starts_with("You command "), "{told}");
    assert!(told.contains("(red)") && told.contains("What you are to do:"), "{told}");
    assert!(told.contains("The battle lasts 3 turns."), "{told}");
}
