//! What is counted of small battles, counted by hand.

use battle::Side;

use super::fixture::Fixture;
use super::steps::{Played, answer, charge, duel, fought, leg, met, ride};
use crate::info::{FALLBACK, MORALE, MOVEMENT, RUN, TEST, VOLLEY};
use crate::profile::{Nation, Troops};
use crate::space::{Aspect, Shape};
use crate::{generals, marks, morale};

fn blue(game: &Played, key: &str) -> String {
    game.counted(key, Side::Blue)
}

fn red(game: &Played, key: &str) -> String {
    game.counted(key, Side::Red)
}

#[test]
fn a_charge_that_fails_its_test_comes_to_nothing() {
    // Example 13: a 10 fails; it goes back and holds the marker of its test.
    let mut game = charge(duel(), &[10, 3, 4], &[("B1", "R1")]);
    ride(&mut game, "B1");
    assert_eq!(blue(&game, "charges"), "came to nothing 1, declared 1");
    assert_eq!(blue(&game, "panic"), "its test to charge 1");
    assert_eq!(red(&game, "charges"), "");
}

/// Example 23: a volley of 21 figures costs the charger 3, and it comes into contact.
fn whole_charge(after: &[u8]) -> Played {
    let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).class(2).led("BG");
    let field = field.foot("B2", 8, (9, 25), "N", Shape::Column).foot("R1", 8, (14, 21), "S", Shape::Open);
    let field = field.foot("R2", 8, (15, 18), "S", Shape::Line);
    let mut game = charge(field, &[&[10, 3, 3, 8, 6, 5, 5, 10], after].concat(), &[("B1", "R1")]);
    ride(&mut game, "B1");
    leg(&mut game, "B1", (13, 23));
    answer(&mut game, VOLLEY, "R1");
    leg(&mut game, "B1", (14, 22));
    game
}

#[test]
fn a_charge_that_comes_into_contact_and_wins() {
    let game = whole_charge(&[]);
    assert_eq!(blue(&game, "losses"), "fire 3");
    assert_eq!(blue(&game, "charges"), "came to nothing 1, declared 1", "in contact, and no blow struck");
    // 12 figures against 21 at the front: the sixes of Blue cost Red more than the ones of Red.
    let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).foot("R1", 8, (11, 29), "S", Shape::Open);
    let mut game = met(field, &[6, 6, 1, 1, 1, 1, 3, 3, 3], &[("B1", "R1", Aspect::Front)]);
    fought(&mut game);
    assert_eq!([blue(&game, "combats_won"), red(&game, "combats_won")], ["foot 1", ""]);
}

#[test]
fn markers_by_what_brought_them() {
    let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).led("BG");
    let mut game = field.foot("B2", 8, (30, 30), "N", Shape::Line).game(&[]);
    let [one, other] = ["B1", "B2"].map(|label| game.id(label));
    morale::panic::under_fire(&mut game.umpire(), one, 4, 1);
    morale::panic::under_fire(&mut game.umpire(), one, 4, 1);
    assert_eq!(blue(&game, "panic"), "losses by fire 1", "one marker at most");
    morale::panic::hold(&mut game.umpire(), other, "being charged");
    assert_eq!(blue(&game, "panic"), "being charged 1, losses by fire 1");
}

/// American militia ten inches from the enemy, which falls back.
fn militia(held: battle::Marks) -> Played {
    let field = Fixture::plain().unit("B1", Troops::Militia, 8, (10, 30), "N", Shape::Open).class(5);
    let field = field.nation(Nation::American).foot("B2", 8, (30, 30), "N", Shape::Line);
    let field = field.foot("R1", 8, (13, 20), "S", Shape::Line).phase(MOVEMENT, Side::Blue);
    let mut game = field.game(&[3, 4]);
    let unit = game.id("B1");
    game.umpire().mark(unit, held, true);
    game.umpire().mark(unit, held, false);
    game.give(game.order(FALLBACK, "B1", ""));
    if game.asks() == "falling" {
        game.give(game.order(RUN, "B1", ""));
    }
    game
}

#[test]
fn militia_that_falls_back_before_contact_and_after() {
    assert_eq!(blue(&militia(battle::Marks::empty()), "militia"), "fell back before contact 1");
    assert_eq!(blue(&militia(marks::CONTACT), "militia"), "came into contact 1");
    let mut game = militia(battle::Marks::empty());
    let outcome = battle::System::score(&game.war);
    game.umpire().end(outcome);
    assert_eq!(blue(&game, "militia"), "fell back before contact 1, units 1", "B2 is a line");
}

#[test]
fn routs_and_rallies() {
    let tested = |die| {
        let field =
            Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).foot("B9", 8, (35, 40), "N", Shape::Line);
        let mut game = field.marks(marks::PANIC).phase(MORALE, Side::Blue).game(&[die]);
        let unit = game.id("B1");
        game.umpire().mark(unit, marks::ROUTING, true);
        game.give(game.order(TEST, "B1", ""));
        game
    };
    assert_eq!(blue(&tested(1), "routs"), "begun 1, rallied 1, tests to rally 1");
    assert_eq!(blue(&tested(10), "routs"), "begun 1, tests to rally 1");
}

#[test]
fn generals_by_their_fate() {
    // A one on the d10, then a d6: 1 and 2 light, 3 and 4 serious, 5 and 6 killed (MC-GENERAL-5, 6).
    let fate = |die| {
        let mut game = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).led("BG").game(&[1, die]);
        let unit = game.id("B1");
        generals::at_risk(&mut game.umpire(), unit, 1);
        blue(&game, "generals")
    };
    assert_eq!([2, 3, 6].map(fate), ["lightly wounded 1", "seriously wounded 1", "killed 1"]);
    let lone = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line);
    let mut game = lone.alone("RG", battle::Rank::Brigade, (20, 20)).foot("R1", 8, (10, 5), "S", Shape::Line).game(&[]);
    generals::ride_down(&mut game.umpire(), Side::Blue, &[super::fixture::hex(20, 20)]);
    assert_eq!(red(&game, "generals"), "captured 1");
}
