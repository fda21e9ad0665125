//! Hidden units: found by coming near, found by search, surprise, hiding again.

use battle::rule::bites;
use battle::{Marks, Side, System, Terrain};

use super::fixture::{Fixture, Game};
use crate::hidden::hiding;
use crate::info::{MOVEMENT, PLAYER_TURN_END};
use crate::marks;
use crate::{Kind, Motivation, Skill};

/// A hidden line in a wood on rows 18 to 20; Blue comes from below.
fn wood() -> Fixture {
    Fixture::open(40, 40)
        .block(10..=30, 18..=20, Terrain::Woods)
        .unit("R1", Kind::Line, 5, "20,20/S/line5")
        .marks(marks::HIDDEN)
        .unit("B2", Kind::Line, 5, "5,35/N/line5")
        .unit("B1", Kind::Line, 5, "20,25/N/column2")
        .phase(MOVEMENT, Side::Blue)
}

fn row(game: &Game, label: &str) -> i16 {
    game.war.pose(game.id(label)).anchor.r
}

#[test]
fn a_mover_stumbles_upon_a_hidden_unit_and_is_surprised() {
    bites(&["OW-HIDDEN-1", "OW-HIDDEN-4", "OW-HIDDEN-7", "OW-MORALE-10"], || {
        let mut steady = wood().game(&[4]);
        steady.give("move B1 20,19/N/column2");
        assert_eq!(row(&steady, "B1"), 21, "the move stops within an inch");
        assert!(!steady.marked("R1", marks::HIDDEN));
        let mut shaken = wood().game(&[3]);
        shaken.give("move B1 20,19/N/column2");
        assert_eq!(row(&shaken, "B1"), 27, "it falls back six inches");
        assert!(shaken.marked("B1", marks::FELL_BACK));
    });
}

#[test]
fn orders_do_not_tell_of_hidden_units() {
    let (with, without) = (wood().game(&[]), wood().marks(Marks::empty()).game(&[]));
    let gone = without.war.field().without(&[without.id("R1")]);
    assert_eq!(gone.present().count(), 2);
    let stem = with.order("move B1");
    assert!(with.war.reach(&stem).allows(&super::fixture::pose("20,20/N/column2")), "right onto the hidden line");
}

#[test]
fn searching_as_in_the_example() {
    bites(&["OW-HIDDEN-5", "OW-HIDDEN-6", "OW-UNIT-5"], || {
        let searched = |skill, to: &str, dice: &[u8]| {
            let mut game = wood().temper(skill, Motivation::Confident).game(dice);
            game.give(&format!("move B1 {to}/N/column2"));
            if game.war.orders().contains(&game.order("search B1")) {
                game.give("search B1");
            }
            (!game.marked("R1", marks::HIDDEN), game.marked("R1", marks::FOUND), game.unread())
        };
        assert_eq!(searched(Skill::Veteran, "20,23", &[4, 4]), (true, true, 0), "8 at 3 inches");
        assert_eq!(searched(Skill::Veteran, "20,23", &[4, 5]), (false, false, 0));
        assert_eq!(searched(Skill::Trained, "20,23", &[1, 1]), (false, false, 2), "no test at 3 inches");
        assert_eq!(searched(Skill::Trained, "20,22", &[4, 4]), (false, false, 0), "8 is more than 7");
        assert_eq!(searched(Skill::Trained, "20,22", &[4, 3]), (true, true, 0));
        let mut motivated = wood().house("discovery_test", "d6_motivation").game(&[4]);
        motivated.give("move B1 20,22/N/column2");
        motivated.give("search B1");
        assert!(!motivated.marked("R1", marks::HIDDEN));
        assert_eq!(motivated.refused("search B1").clause, "OW-HIDDEN-5", "once a turn");
    });
}

#[test]
fn a_unit_that_leaves_its_wood_is_seen() {
    let mut game = Fixture::open(40, 40)
        .block(10..=30, 18..=20, Terrain::Woods)
        .unit("B1", Kind::Line, 5, "20,20/N/line5")
        .marks(marks::HIDDEN)
        .unit("R1", Kind::Line, 5, "20,5/S/line5")
        .phase(MOVEMENT, Side::Blue)
        .game(&[]);
    game.give("move B1 20,18/N/line5");
    assert!(game.marked("B1", marks::HIDDEN));
    game.war.state.units[0].moved = false;
    game.war.state.units[0].spent = 0;
    game.give("move B1 20,16/N/line5");
    assert!(!game.marked("B1", marks::HIDDEN));
}

#[test]
fn quiet_units_hide_again() {
    bites(&["OW-HIDDEN-9"], || {
        let hides = |option: &str, enemy: &str, loud: bool| {
            let mut game = Fixture::open(40, 40)
                .house("rehide", option)
                .block(10..=30, 18..=22, Terrain::Woods)
                .unit("B1", Kind::Line, 3, "20,20/N/line3")
                .marks(marks::FOUND | marks::DISCLOSED)
                .unit("R1", Kind::Line, 3, enemy)
                .phase(PLAYER_TURN_END, Side::Blue)
                .game(&[]);
            game.war.state.units[0].loud = loud;
            hiding::hide_again(&mut game.umpire());
            (game.marked("B1", marks::HIDDEN), game.marked("B1", marks::DISCLOSED))
        };
        assert_eq!(hides("on", "20,5/S/line3", false), (true, false));
        assert_eq!(hides("off", "20,5/S/line3", false), (false, false));
        assert_eq!(hides("on", "20,5/S/line3", true), (false, true), "it has shot");
        assert_eq!(hides("on", "20,17/S/line3", false), (false, false), "an enemy is within 3 inches");
    });
}

#[test]
fn who_forms_upon_a_hidden_enemy_stays_as_it_was() {
    let mut game = Fixture::open(24, 24)
        .terrain(battle::Terrain::Crops, &["15,10", "16,10", "17,10"])
        .unit("B1", Kind::Line, 6, "12,10/N/column2")
        .unit("R1", Kind::Light, 2, "15,10/S/line2")
        .marks(marks::HIDDEN)
        .phase(MOVEMENT, battle::Side::Blue)
        .game(&[6]);
    let stem = game.order("line B1 #1");
    let reach = game.war.reach(&stem);
    let onto = reach
        .legal()
        .map(|place| place.pose)
        .find(|pose| pose.stands(6).hexes().contains(&super::fixture::at("15,10")));
    let onto = onto.unwrap_or_else(|| panic!("the line is thought free by who does not know"));
    let before = game.pose("B1");
    game.give(&format!("line B1 {onto} #1"));
    assert_eq!(game.pose("B1"), before);
    assert!(!game.marked("R1", marks::HIDDEN), "found");
    game.war.field().audit().expect("nobody stands on anybody");
}

#[test]
fn every_hidden_unit_takes_a_roll_of_its_own() {
    bites(&["OW-HIDDEN-5"], || {
        let mut game = Fixture::open(40, 40)
            .block(10..=30, 18..=20, Terrain::Woods)
            .unit("R1", Kind::Line, 5, "18,20/S/line5")
            .marks(marks::HIDDEN)
            .unit("R2", Kind::Line, 5, "23,20/S/line5")
            .marks(marks::HIDDEN)
            .unit("B1", Kind::Line, 5, "20,25/N/column2")
            .temper(Skill::Veteran, Motivation::Confident)
            .phase(MOVEMENT, Side::Blue)
            .game(&[4, 4, 4, 5]);
        game.give("move B1 20,23/N/column2");
        game.give("search B1");
        assert_eq!((game.marked("R1", marks::HIDDEN), game.marked("R2", marks::HIDDEN)), (false, true));
        assert_eq!((game.rolls().len(), game.unread()), (2, 0));
    });
}
