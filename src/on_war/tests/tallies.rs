//! What is counted of small battles, counted by hand.

use battle::Side;
use rulebook::fixture::{counted, tallied};

use super::fixture::{Fixture, Game};
use crate::info::CHARGES;
use crate::{Kind, Motivation, Skill};

/// Foot that horse is 6 inches before, Blue to declare.
fn before(field: Fixture) -> Fixture {
    let field = field.unit("R1", Kind::Line, 7, "12,7/S/line7").temper(Skill::Conscript, Motivation::Confident);
    field.unit("B1", Kind::LightHorse, 7, "9,14/N/line7").phase(CHARGES, Side::Blue)
}

/// What is counted of both sides in a battle by those orders.
fn told(field: Fixture, dice: &[u8], orders: &[&str], keys: &[&str]) -> Vec<[String; 2]> {
    let mut game: Game = before(field).game(dice);
    let start = game.war.field().clone();
    orders.iter().for_each(|order| game.give(order));
    let ledger = tallied(crate::info(), start, &game.heard.events);
    keys.iter().map(|key| Side::ALL.map(|side| counted(&ledger, key, side))).collect()
}

const CHARGE: [&str; 5] = ["charge B1 >R1", "stand R1 >B1", "home B1 9,8/N/line7", "done", "fire R1 >B1"];

#[test]
fn a_charge_that_is_beaten() {
    // W-1: fire hits twice and is saved once; Blue kills 3 of 5, Red 1 of 4, and Blue goes back.
    let dice = [6, 1, 4, 6, 2, 5, 3, 2, 5, 2, 4, 4, 6, 5, 1, 3, 5, 5, 1, 2, 4, 2];
    let field = Fixture::open(28, 30).house("preset", "source_example");
    let told = told(field, &dice, &CHARGE, &["charges", "combats_won", "losses"]);
    assert_eq!(told[0], ["came to blows 1, declared 1", ""]);
    assert_eq!(told[1], ["", "foot 1"]);
    assert_eq!(told[2], ["assault 1, fire 1", "assault 3"]);
}

#[test]
fn a_charge_that_is_won() {
    // W-2: Blue kills 5 of 10 by threes and better, and Red does not stand.
    let dice = [6, 1, 4, 6, 2, 5, 3, 2, 5, 2, 4, 6, 5, 3, 3, 2, 1, 4, 2, 1, 2, 3];
    let told = told(Fixture::open(28, 30), &dice, &CHARGE, &["charges", "combats_won", "losses"]);
    assert_eq!(told[0], ["came to blows 1, declared 1, won 1", ""]);
    assert_eq!(told[1], ["horse 1", ""]);
    assert_eq!(told[2], ["fire 1", "assault 5"]);
}

#[test]
fn a_charge_that_is_declared_and_not_ridden() {
    let told = told(Fixture::open(28, 30), &[], &CHARGE[..2], &["charges", "squares"]);
    assert_eq!(told[0], ["came to nothing 1, declared 1", ""]);
    assert_eq!(told[1], ["", ""]);
}
