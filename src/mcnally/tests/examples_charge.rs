//! The rules page's worked examples of charges and melees (section 18).

use battle::rule::bites;
use battle::{Order, Side};
use rulebook::fixture::Game;

use super::fixture::{Fixture, hex};
use super::steps::{answer, ride};
use crate::info::{CHARGE, CLOSE, DECLARE, DONE, RIDE, VOLLEY};
use crate::profile::Troops;
use crate::space::{Aspect, Shape};
use crate::state::Contact;
use crate::{McNally, marks, melee};

/// A supported class 2 line with its brigadier, and a supported class 3 line 9 inches off.
fn lines() -> Fixture {
    let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).class(2).led("BG");
    let field = field.foot("B2", 8, (9, 25), "N", Shape::Column);
    let field = field.foot("R1", 8, (14, 21), "S", Shape::Open);
    field.foot("R2", 8, (15, 18), "S", Shape::Line).phase(DECLARE, Side::Blue)
}

/// Nothing more is declared.
fn declared(game: &mut Game<McNally>) {
    if game.asks() == "declare" {
        game.give(Order::new(DONE));
    }
}

/// The charge of the first line on the first, up to 2 inches.
fn charged(dice: &[u8]) -> Game<McNally> {
    let mut game = lines().game(dice);
    game.give(game.order(CHARGE, "B1", "R1"));
    declared(&mut game);
    game.give(game.order(RIDE, "B1", ""));
    game
}

#[test]
fn example_13_a_failed_test_falls_back() {
    bites(&["MC-CHARGE-4", "MC-CHARGE-5", "MC-CHARGE-6"], || {
        let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).class(2);
        let field = field.foot("B2", 8, (30, 30), "N", Shape::Line).foot("R1", 8, (14, 21), "S", Shape::Open);
        let mut game = field.phase(DECLARE, Side::Blue).game(&[10, 3, 4]);
        game.give(game.order(CHARGE, "B1", "R1"));
        declared(&mut game);
        ride(&mut game, "B1");
        assert_eq!(game.pose("B1").anchor.r, 33);
        assert!(game.marked("B1", marks::SPENT) && game.marked("B1", marks::PANIC));
        assert!(!game.marked("B1", marks::ROUTING));
    });
}

#[test]
fn example_23_a_whole_charge() {
    bites(&["MC-CHARGE-8", "MC-CHARGE-12", "MC-GENERAL-3", "MC-MOVE-23"], || {
        let mut game = charged(&[10, 3, 3, 8, 6, 5, 5, 10]);
        assert!(!game.marked("B1", marks::PANIC));
        let to = game.pose("B1").at(hex(13, 23));
        game.give(game.order(CLOSE, "B1", "").to(to));
        assert_eq!(game.asks(), "react");
        game.give(game.order(VOLLEY, "R1", ""));
        assert_eq!(game.war.strength(game.id("B1")), 21);
        let to = game.pose("B1").at(hex(14, 22));
        game.give(game.order(CLOSE, "B1", "").to(to));
        assert_eq!(game.war.state.own.contacts.len(), 1);
        game.all_fell();
    });
}

#[test]
fn example_24_a_second_test_failed_by_one_or_two() {
    let field = || {
        let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).class(2);
        field.foot("B2", 8, (30, 30), "N", Shape::Line).foot("R1", 8, (14, 21), "S", Shape::Open)
    };
    let volleyed = |dice: &[u8]| {
        let mut game = field().phase(DECLARE, Side::Blue).game(dice);
        game.give(game.order(CHARGE, "B1", "R1"));
        declared(&mut game);
        game.give(game.order(RIDE, "B1", ""));
        let to = game.pose("B1").at(hex(13, 23));
        game.give(game.order(CLOSE, "B1", "").to(to));
        answer(&mut game, VOLLEY, "R1");
        game
    };
    let game = volleyed(&[8, 3, 3, 7, 6, 9, 3, 4]);
    assert_eq!(game.pose("B1").anchor.r, 26);
    assert!(game.marked("B1", marks::SPENT));
    bites(&["MC-CHARGE-13"], || {
        let game = volleyed(&[8, 3, 3, 7, 6, 10, 3, 3, 3]);
        assert!(game.marked("B1", marks::ROUTING));
    });
}

#[test]
fn example_15_stands_in_contact_and_overlaps() {
    bites(&["MC-MELEE-2", "MC-MELEE-3b"], || {
        let field = |class| {
            let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line);
            let game = field.foot("R1", 8, (11, 29), "S", Shape::Open).class(class).game(&[]);
            let contact = [Contact { by: game.id("B1"), on: game.id("R1"), aspect: Aspect::Front }];
            ["B1", "R1"].map(|label| melee::fighters::figures(&game.war, game.id(label), &contact))
        };
        assert_eq!([field(3), field(4)], [[12, 21], [12, 15]]);
    });
}

#[test]
fn example_16_modifiers_of_a_melee() {
    bites(&["MC-MELEE-9", "MC-STAT-2"], || {
        let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).class(2);
        let field = field.unit("R1", Troops::Militia, 8, (11, 29), "S", Shape::Open).class(4);
        let game = field.game(&[]);
        let contact = [Contact { by: game.id("B1"), on: game.id("R1"), aspect: Aspect::Front }];
        let sum = |label: &str| -> i16 {
            let mods = melee::fighters::modifiers(&game.war, game.id(label), &contact, melee::fighters::Round::First);
            mods.iter().map(|(_, value)| value).sum()
        };
        assert_eq!([sum("B1"), sum("R1")], [5, -2]);
    });
}

#[test]
fn example_27_two_rounds() {
    bites(&["MC-MELEE-8", "MC-MELEE-10"], || {
        let dice = [10, 3, 3, 8, 6, 5, 5, 10, 5, 6, 5, 4, 7, 5, 2, 2, 2, 9];
        let mut game = charged(&dice);
        let to = game.pose("B1").at(hex(13, 23));
        game.give(game.order(CLOSE, "B1", "").to(to));
        game.give(game.order(VOLLEY, "R1", ""));
        let to = game.pose("B1").at(hex(14, 22));
        game.give(game.order(CLOSE, "B1", "").to(to));
        game.give(Order::new(DONE));
        assert_eq!(["B1", "R1"].map(|label| game.war.strength(game.id(label))), [18, 20]);
        assert!(game.marked("R1", marks::ROUTING) && !game.marked("B1", marks::ROUTING));
    });
}
