//! Squares formed under one charge and what they are to another (OW-SQUARE-4, OW-SQUARE-5, OW-MORALE-6).

use battle::rule::bites;
use battle::{Side, System};

use super::fixture::{Fixture, Game};
use crate::Kind;
use crate::info::CHARGES;
use crate::state::ChargeProgress;

/// Two units of horse that can charge Red's line of seven.
fn two_on_one(dice: &[u8]) -> Game {
    Fixture::open(28, 30)
        .unit("B1", Kind::LightHorse, 3, "10,16/N/line3")
        .unit("B2", Kind::LightHorse, 3, "14,16/N/line3")
        .unit("R1", Kind::Line, 7, "12,7/S/line7")
        .phase(CHARGES, Side::Blue)
        .game(dice)
}

fn progress(game: &Game, unit: &str) -> Option<ChargeProgress> {
    game.war.state.own.charge_of(game.id(unit)).map(|charge| charge.progress)
}

/// R1 stands against B1 and forms square against B2, which does not dare: dice 4 and 2. Then B1 rides home.
fn formed_since(dice: &[u8]) -> Game {
    let mut game = two_on_one(&[&[4, 2], dice].concat());
    game.give("charge B1 >R1");
    game.give("stand R1 >B1");
    game.give("charge B2 >R1");
    game.give("hasty R1 >B2");
    assert!(game.pose("R1").contains("square"));
    assert_eq!(progress(&game, "B2"), Some(ChargeProgress::Done));
    game
}

#[test]
fn horse_needs_nerve_against_a_square_that_was_formed_after_its_declaration() {
    bites(&["OW-MORALE-6c"], || {
        let mut shy = formed_since(&[3]);
        shy.give("home B1 10,9/N/line3");
        assert_eq!(shy.rolls().last(), Some(&("charge", vec![3], Some(4), 0)));
        assert_eq!(progress(&shy, "B1"), Some(ChargeProgress::Done));
        assert_eq!(
            (shy.war.field().distance(shy.id("B1"), shy.id("R1")), shy.unread()),
            (2, 0),
            "halted two inches off"
        );
        let mut bold = formed_since(&[4]);
        bold.give("home B1 10,9/N/line3");
        assert_eq!((progress(&bold, "B1"), bold.unread()), (Some(ChargeProgress::Contact), 0));
    });
}

#[test]
fn the_check_against_a_square_formed_since_is_foreseen() {
    let game = formed_since(&[]);
    let forecast = game.war.forecast(&game.order("home B1 10,9/N/line3"));
    let stops = forecast.results.iter().find(|result| result.label == "charger stops at motivation");
    assert_eq!((forecast.rolls[0].label, stops.map(|stops| stops.chance)), ("charge", Some(0.5)));
}

#[test]
fn horse_that_has_dared_a_square_is_not_asked_again_in_contact() {
    bites(&["OW-MORALE-6a"], || {
        let mut game = two_on_one(&[4, 4]);
        game.give("charge B1 >R1");
        game.give("hasty R1 >B1");
        game.give("done");
        game.give("home B1 10,9/N/line3");
        assert_eq!(game.rolls().iter().map(|roll| roll.0).collect::<Vec<_>>(), ["form square", "charge"]);
        assert_eq!((progress(&game, "B1"), game.unread()), (Some(ChargeProgress::Contact), 0));
    });
}

#[test]
fn who_has_tried_in_vain_stays_in_line_against_every_charger_of_the_turn() {
    bites(&["OW-SQUARE-4c"], || {
        let mut game = two_on_one(&[3]);
        game.give("charge B1 >R1");
        game.give("hasty R1 >B1");
        game.give("charge B2 >R1");
        assert_ne!(game.asks(), "respond", "no second try");
        assert_eq!((progress(&game, "B2"), game.pose("R1").as_str()), (Some(ChargeProgress::Declared), "12,7/S/line7"));
        assert_eq!(game.unread(), 0);
    });
}
