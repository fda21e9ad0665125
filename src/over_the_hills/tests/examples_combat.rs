//! The worked examples of the page (OTH-EX): combats, tests, moves.

use battle::{Side, Terrain};

use super::fixture::{Fixture, hex, score_of};
use crate::info;
use crate::info::{FIGHT, RALLY, SQUARE};
use crate::profile::{Gun, Traits, Weight};
use crate::space::{Aspect, Shape};
use crate::state::{Impetus, Leash};

#[test]
fn ex_13_french_uphill() {
    let fixture = Fixture::plain().foot("B1", (20, 30), "N", Shape::Attack).fs(8).having(Traits::FRENCH);
    let fixture = fixture.state(|own| own.impetus = Impetus::Initiated).foot("R1", (20, 29), "S", Shape::Line).fs(8);
    let fixture = fixture.foot("R2", (22, 24), "S", Shape::Line).contact("B1", "R1", Aspect::Front);
    let row: Vec<(i16, i16)> = (10..40).map(|q| (q, 29)).collect();
    let mut game = fixture.cell(|cell| cell.elevation = 1, &row).phase(info::COMBAT, Side::Blue).game(&[6, 2]);
    assert_eq!([game.fights("B1", "R1", 1), game.fights("R1", "B1", 1)], [10, 10]);
    let order = game.order(FIGHT, "B1", "R1");
    game.give(order);
    assert_eq!([game.fh("R1"), game.fh("B1")], [1, 3]);
    assert_eq!(game.between("B1", "R1"), 7, "6 inches back from the next hex");
}

/// Heavy cavalry of Blue's, score 8, that has charged foot of Red's, score 7, in front.
fn heavy(shape: Shape) -> Fixture {
    let fixture = Fixture::plain().horse("B1", (20, 30), "N", Shape::Line).fs(8).weight(Weight::Heavy);
    let fixture = fixture.state(|own| own.impetus = Impetus::Initiated).foot("R1", (20, 29), "S", shape);
    fixture.contact("B1", "R1", Aspect::Front).phase(info::COMBAT, Side::Blue)
}

#[test]
fn ex_14_horse_at_a_line() {
    let fight = |dice: &[u8]| {
        let mut game = heavy(Shape::Line).game(dice);
        assert_eq!([game.fights("B1", "R1", 1), game.fights("R1", "B1", 1)], [15, 1]);
        let order = game.order(FIGHT, "B1", "R1");
        game.give(order);
        game
    };
    let game = fight(&[5, 5]);
    assert!(!game.is_there("R1"));
    assert_eq!(game.fh("B1"), 0);
    let game = fight(&[5, 4, 6]);
    assert_eq!((game.fh("B1"), game.results("standing after the round")), (1, vec![-1]), "target 5");
}

#[test]
fn ex_15_horse_at_an_emergency_square() {
    let fixture = Fixture::plain().horse("B1", (16, 38), "N", Shape::Line).fs(8).weight(Weight::Heavy);
    let fixture = fixture.foot("R1", (20, 29), "S", Shape::Attack).phase(info::MOVEMENT, Side::Blue);
    let mut game = fixture.game(&[1, 6, 4, 2]);
    game.charge("B1", "R1", 1);
    let order = game.order(SQUARE, "R1", "");
    game.give(order);
    assert_eq!((game.shape("R1"), game.results("emergency square")), (Shape::Square, vec![1]), "target 7");
    assert_eq!([game.fights("B1", "R1", 1), game.fights("R1", "B1", 1)], [2, 13]);
    let before = game.pose("B1").anchor;
    game.done();
    let order = game.order(FIGHT, "B1", "R1");
    game.give(order);
    assert_eq!([game.fh("R1"), game.fh("B1")], [1, 3]);
    assert_eq!(game.pose("B1").anchor.distance(before), 12);
}

#[test]
fn ex_17_a_line_at_a_square() {
    let fixture = Fixture::plain().foot("B1", (20, 30), "N", Shape::Line).state(|own| own.impetus = Impetus::Initiated);
    let fixture = fixture.foot("R1", (20, 29), "S", Shape::Square).fs(8).contact("B1", "R1", Aspect::Front);
    let game = fixture.game(&[]);
    assert_eq!([game.fights("B1", "R1", 1), game.fights("R1", "B1", 1)], [11, 2]);
}

#[test]
fn ex_18_a_round_without_hits() {
    let fixture = Fixture::plain().foot("B1", (20, 30), "N", Shape::Line).foot("R1", (20, 29), "S", Shape::Line).fs(6);
    let fixture = fixture.contact("B1", "R1", Aspect::Front).phase(info::COMBAT, Side::Blue);
    let mut game = fixture.game(&[8, 7, 1, 1]);
    assert_eq!([game.fights("B1", "R1", 1), game.fights("R1", "B1", 1)], [7, 6]);
    let bout =
        crate::state::Bout { units: vec![game.id("B1"), game.id("R1")], round: 3, winners: vec![], left: vec![] };
    game.umpire().interrupt(crate::state::Open::Bout(bout));
    game.run();
    assert_eq!([game.fh("B1"), game.fh("R1")], [1, 1]);
    assert_eq!(game.results("standing after the round").len(), 2);
}

#[test]
fn ex_19_foot_at_guns() {
    let fixture = Fixture::plain().foot("B1", (20, 30), "N", Shape::Line).fs(8);
    let fixture = fixture.state(|own| own.impetus = Impetus::Initiated).guns("R1", (20, 29), "S", Gun::Medium).fs(6);
    let mut game = fixture.contact("B1", "R1", Aspect::Front).phase(info::COMBAT, Side::Blue).game(&[7, 5]);
    assert_eq!([game.fights("B1", "R1", 1), game.fights("R1", "B1", 1)], [13, 2]);
    let order = game.order(FIGHT, "B1", "R1");
    game.give(order);
    assert!(!game.is_there("R1"));
}

#[test]
fn ex_20_cossacks_to_contact() {
    let target = |hits, aspect| {
        let fixture = Fixture::plain().horse("B1", (20, 40), "N", Shape::Line).fs(6).having(Traits::IRREGULAR);
        let game = fixture.foot("R1", (20, 29), "S", Shape::Line).hits(hits).game(&[]);
        let (by, on) = (game.id("B1"), game.id("R1"));
        score_of(&crate::morale::closing(&game.war, by, on, aspect, crate::why::Why::Closing))
    };
    assert_eq!([target(0, Aspect::Front), target(0, Aspect::Flank), target(4, Aspect::Front)], [0, 8, 3]);
}

#[test]
fn ex_22_an_attack_column_over_rough_ground() {
    for (leash, rows) in [(Leash::Free, 18), (Leash::Half, 9)] {
        let fixture = Fixture::plain().all(Terrain::Rough).foot("B1", (20, 40), "N", Shape::Attack);
        let mut game = fixture.state(|own| own.leash = leash).phase(info::MOVEMENT, Side::Blue).game(&[]);
        game.go(info::MOVE, "B1", (20, 40 - rows), "N");
        assert_eq!((game.fh("B1"), game.stands("B1")[0].1), (2, 40 - rows));
        assert!(!game.may(game.order(info::MOVE, "B1", "").to(game.pose("B1").at(hex(20, 39 - rows)))));
    }
}

#[test]
fn ex_23_line_to_column_of_companies_and_forward() {
    let fixture = Fixture::plain().foot("B1", (20, 40), "N", Shape::Line).phase(info::MOVEMENT, Side::Blue);
    let mut game = fixture.game(&[]);
    game.form("B1", Shape::Companies);
    game.go(info::MOVE, "B1", (20, 25), "N");
    assert_eq!(game.fh("B1"), 0);
    assert!(!game.may(game.order(info::MOVE, "B1", "").to(game.pose("B1").at(hex(20, 24)))));
}

#[test]
fn ex_24_a_column_of_squadrons_charges_horse() {
    let fixture = |impact| {
        let fixture = Fixture::plain().horse("B1", (20, 30), "N", Shape::Squadrons);
        let fixture = fixture.state(|own| own.impetus = Impetus::Initiated).horse("R1", (20, 29), "S", Shape::Line);
        fixture.contact("B1", "R1", Aspect::Front).house("impact", impact)
    };
    assert_eq!(fixture("all").game(&[]).fights("B1", "R1", 1), 7);
    let tired = |impact| {
        let mut game = fixture(impact).game(&[]);
        let unit = game.id("B1");
        crate::fatigue::tire(&mut game.umpire(), unit, 1, "combat", "OTH-COMBAT-8");
        game.fights("B1", "R1", 2)
    };
    assert_eq!([tired("all"), tired("first")], [9, 6]);
}

#[test]
fn ex_25_rally() {
    let fixture =
        Fixture::plain().foot("B1", (20, 30), "N", Shape::Line).hits(2).foot("B2", (20, 34), "N", Shape::Line);
    let fixture = fixture.brigadier("BG", (20, 33), 4).inspiring(1).phase(info::RALLY_PHASE, Side::Blue);
    let mut game = fixture.game(&[9]);
    let order = game.order(RALLY, "BG", "B1");
    game.give(order);
    assert_eq!((game.fh("B1"), game.results("rally")), (1, vec![0]), "target 9");
}

#[test]
fn ex_26_an_attached_commander() {
    for (die, lives) in [(2, false), (3, true)] {
        let fixture =
            Fixture::plain().foot("R1", (20, 20), "S", Shape::Line).fs(8).foot("B1", (18, 25), "N", Shape::Line);
        let mut game = fixture.led("BG", 4).inspiring(1).game(&[4, die]);
        game.fire("R1", "B1");
        let leader = game.leader("BG");
        assert_eq!((game.fh("B1"), game.war.field().leader_hex(leader).is_some()), (2, lives));
        game.enter(info::START, Side::Blue);
        let control = crate::command::control(&game.war, leader);
        assert_eq!((control, game.war.field().leader_hex(leader).is_some()), (if lives { 4 } else { 2 }, true));
    }
}
