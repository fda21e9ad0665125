//! What is counted of small battles, counted by hand.

use battle::{Pose, Side};

use super::fixture::{Fixture, Game, facing, hex};
use crate::info::{CHARGE, CLOSE, DEFENSIVE_FIRE, FIGHT, MOVE_PHASE, SQUARE, STAND};
use crate::profile::Kind;
use crate::space::{Shape, formation};

fn blue(game: &Game, key: &str) -> String {
    game.counted(key, Side::Blue)
}

fn red(game: &Game, key: &str) -> String {
    game.counted(key, Side::Red)
}

#[test]
fn a_charge_that_fails() {
    // Examples 27 and 28: fire on both sides, then the charger loses by 1 and fails one check: a place lower, and back.
    let field = Fixture::plain().foot("B1", (19, 22), "N", Shape::Line).quality(2);
    let field = field.foot("R1", (21, 19), "S", Shape::Line).quality(3);
    let mut game = field.phase(MOVE_PHASE, Side::Blue).game(&[7, 3, 6, 8, 2, 5, 6, 5, 4, 6]);
    game.give(game.order(CHARGE, "B1", "R1"));
    assert_eq!(blue(&game, "charges"), "came to nothing 1, declared 1", "not yet");
    let line = formation(Kind::Infantry, game.war.stands(game.id("B1")), Shape::Line);
    game.give(game.order(CLOSE, "B1", "R1").to(Pose::new(hex(20, 20), facing("N"), line)));
    game.enter(DEFENSIVE_FIRE, Side::Blue);
    game.fire("R1", "B1");
    game.fire("B1", "R1");
    game.give(game.order(FIGHT, "B1", "R1"));
    assert_eq!(blue(&game, "charges"), "came to blows 1, declared 1", "a fight is no second charge");
    assert_eq!([blue(&game, "combats_won"), red(&game, "combats_won")], ["", "foot 1"]);
    assert_eq!([blue(&game, "drops"), red(&game, "drops")], ["melee 1", ""]);
}

#[test]
fn places_lost_by_cause() {
    // Example 28: two hits shoot a charge away, a 5 and a 3 failing; then a march costs a place, a 2 failing.
    let field = Fixture::plain().foot("B1", (20, 20), "N", Shape::Line).quality(2);
    let field = field.foot("R1", (21, 19), "S", Shape::Line).quality(3);
    let mut game = field.phase(DEFENSIVE_FIRE, Side::Blue).game(&[9, 6, 5, 3, 8, 9, 2, 9]);
    game.fire("R1", "B1");
    assert_eq!(blue(&game, "drops"), "fire 2");
    game.enter(MOVE_PHASE, Side::Blue);
    game.checks("B1", 1, "");
    assert_eq!([blue(&game, "drops"), red(&game, "drops")], ["fire 2, mishaps 1", ""]);
}

#[test]
fn horse_that_rides_a_line_down() {
    // Example 12: margin 9; the line loses a place by the margin and one by its checks, 6 of 8, 6 and 7 failing.
    let field = Fixture::plain().unit("B1", Kind::HeavyCavalry, 2, (20, 24), "N", Shape::Line).quality(3);
    let field = field.foot("R1", (21, 19), "S", Shape::Line).quality(1);
    let mut game = field.phase(MOVE_PHASE, Side::Blue).game(&[5, 4, 8, 6, 7]);
    game.give(game.order(CHARGE, "B1", "R1"));
    game.give(game.order(STAND, "R1", ""));
    let line = formation(Kind::HeavyCavalry, 2, Shape::Line);
    game.give(game.order(CLOSE, "B1", "R1").to(Pose::new(hex(20, 20), facing("N"), line)));
    game.enter(crate::info::MELEE, Side::Blue);
    game.give(game.order(FIGHT, "B1", "R1"));
    assert_eq!(blue(&game, "charges"), "came to blows 1, declared 1, won 1");
    assert_eq!(blue(&game, "combats_won"), "horse 1");
}

#[test]
fn hasty_squares() {
    let squared = |die| {
        let field = Fixture::plain().unit("B1", Kind::HeavyCavalry, 2, (19, 22), "N", Shape::Line).quality(4);
        let field = field.foot("R1", (21, 19), "S", Shape::Line);
        let mut game = field.phase(MOVE_PHASE, Side::Blue).game(&[die]);
        game.give(game.order(CHARGE, "B1", "R1"));
        game.give(game.order(SQUARE, "R1", ""));
        red(&game, "squares")
    };
    assert_eq!([5, 6].map(squared), ["tried 1", "formed 1, tried 1"], "a 6 passes");
}
