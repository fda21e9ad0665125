//! The worked examples of the page (OTH-EX): charges to their end, routs, houses, the army.

use battle::{Obstacle, Side, Terrain};

use super::fixture::{Fixture, Game, hex, score_of};
use crate::info::{COUNTER, FIGHT, MEET, RALLY, SHOOTING, SQUARE};
use crate::profile::{Class, Gun, Kind, Traits, Weight};
use crate::space::{Aspect, Shape};
use crate::state::{Impetus, Leash, Once};
use crate::{info, marks};

/// EX-27: a French attack column and a line, each with a steady mate within 6 inches.
fn french_charge() -> Fixture {
    let fixture = Fixture::plain().foot("B1", (15, 39), "N", Shape::Attack).fs(8).having(Traits::FRENCH).led("BG", 3);
    let fixture = fixture.foot("B2", (20, 36), "N", Shape::Line).foot("R1", (20, 29), "S", Shape::Line);
    fixture.foot("R2", (26, 26), "S", Shape::Line).phase(info::MOVEMENT, Side::Blue)
}

#[test]
fn ex_27_and_28_a_charge_to_its_end() {
    // T4b contact; T6 standing 9, fire 4, leader 3; T7 counter 6; T8 5 v 6, leader 2, test 7; option 5.
    let mut game = french_charge().game(&[5, 9, 4, 3, 6, 5, 6, 2, 7, 5]);
    assert_eq!(game.between("B1", "R1"), 10);
    game.charge_to("B1", "R1", 2, (20, 30));
    assert_eq!(game.results("moving to contact"), [5], "target 10");
    game.done();
    game.fire("R1", "B1");
    assert_eq!((game.results("standing to fire"), game.fh("B1")), (vec![-1], 1), "target 8");
    game.pass_to("counter");
    let order = game.order(COUNTER, "R1", "");
    game.give(order);
    assert_eq!(game.results("counter"), [2], "target 8");
    assert_eq!([game.fights("B1", "R1", 1), game.fights("R1", "B1", 1)], [11, 9]);
    let order = game.order(FIGHT, "B1", "R1");
    game.give(order);
    assert_eq!((game.results("standing after the round"), game.fh("R1")), (vec![-1], 3), "target 6");
    assert_eq!((game.asks(), game.fh("B1")), ("won", 2));
    let order = game.order(info::RECOVER, "B1", "");
    game.give(order);
    assert_eq!((game.results("holding back"), game.fh("B1")), (vec![3], 1), "target 8");
}

#[test]
fn ex_29_a_line_charges_a_battery() {
    let fire = |die| {
        let fixture =
            Fixture::plain().foot("B1", (18, 33), "N", Shape::Line).hits(3).guns("R1", (20, 29), "S", Gun::Medium);
        let mut game = fixture.phase(info::MOVEMENT, Side::Blue).game(&[1, 1, die, 7, 6]);
        game.charge("B1", "R1", 1);
        game.fire("R1", "B1");
        game
    };
    let mut game = fire(8);
    assert_eq!((game.fh("B1"), game.marked("B1", marks::WAVERING)), (5, true));
    assert_eq!([game.fights("B1", "R1", 1), game.fights("R1", "B1", 1)], [7, 3]);
    let order = game.order(FIGHT, "B1", "R1");
    game.give(order);
    assert!(!game.is_there("R1"));
    let game = fire(4);
    assert!(game.marked("B1", marks::ROUTING));
    assert_eq!(game.between("B1", "R1"), 7);
}

#[test]
fn ex_30_light_cavalry_at_a_line() {
    let fixture = |fail| {
        let fixture = Fixture::plain().horse("B1", (16, 38), "N", Shape::Line).foot("R1", (20, 29), "S", Shape::Line);
        fixture.phase(info::MOVEMENT, Side::Blue).house("square_fail", fail)
    };
    // Contact 1; square 8; standing 2; fire 8; no hits 7; combat 5 v 6.
    let mut game = fixture("caught").game(&[1, 8, 2, 8, 7, 5, 6]);
    game.charge("B1", "R1", 1);
    let order = game.order(SQUARE, "R1", "");
    game.give(order);
    assert_eq!((game.shape("R1"), game.fs("R1")), (Shape::Line, 6));
    game.fire("R1", "B1");
    assert_eq!((game.fs("R1"), game.fh("B1")), (5, 0));
    assert_eq!([game.fights("B1", "R1", 1), game.fights("R1", "B1", 1)], [13, -1]);
    let order = game.order(FIGHT, "B1", "R1");
    game.give(order);
    assert!(!game.is_there("R1"));
    let mut game = fixture("formed").game(&[1, 8]);
    game.charge("B1", "R1", 1);
    let order = game.order(SQUARE, "R1", "");
    game.give(order);
    assert_eq!([game.fights("B1", "R1", 1), game.fights("R1", "B1", 1)], [1, 12]);
}

#[test]
fn ex_31_horse_counter_charges_horse() {
    let fixture = Fixture::plain().horse("B1", (20, 40), "N", Shape::Line).fs(8).weight(Weight::Heavy);
    let fixture = fixture.horse("R1", (27, 25), "S", Shape::Line).phase(info::MOVEMENT, Side::Blue);
    // Contact 1; counter 4; round 1 7 v 3, test 6; round 2 2 v 9.
    let mut game = fixture.game(&[1, 4, 7, 3, 6, 2, 9]);
    assert_eq!(game.between("B1", "R1"), 15);
    game.charge("B1", "R1", 2);
    let order = game.order(MEET, "R1", "");
    game.give(order);
    assert_eq!(game.stands("R1")[0].1, 32, "half of a gap of 14");
    assert_eq!([game.fights("B1", "R1", 1), game.fights("R1", "B1", 1)], [12, 10]);
    let hits = game.fh("B1");
    let order = game.order(FIGHT, "B1", "R1");
    game.give(order);
    assert_eq!((game.fh("B1") - hits, game.fh("R1")), (3, 4));
    assert!(game.between("B1", "R1") > 10 && game.marked("R1", marks::WAVERING));
}

#[test]
fn ex_33_rout_and_rally() {
    let fixture =
        Fixture::plain().foot("B1", (20, 30), "N", Shape::Line).hits(5).foot("B2", (22, 31), "N", Shape::Line).fs(6);
    let fixture = fixture.foot("R1", (22, 24), "S", Shape::Line).brigadier("BG", (12, 48), 3).inspiring(1);
    let mut game = fixture.game(&[7, 3]);
    let unit = game.id("B1");
    crate::fatigue::hit(&mut game.umpire(), unit, 1, "fire", "OTH-FIRE-3");
    assert_eq!((game.marked("B1", marks::ROUTING), game.between("B1", "R1")), (true, 12));
    game.enter(info::NERVE, Side::Blue);
    assert_eq!((game.results("shaken friends"), game.fh("B2")), (vec![-1], 1), "target 6");
    assert_eq!(game.fh("B1"), 6, "running is no march");
    assert_eq!(game.between("B1", "R1"), 18);
    game.enter(info::RALLY_PHASE, Side::Blue);
    let order = game.order(RALLY, "BG", "B1");
    game.give(order);
    assert_eq!((game.results("rally"), game.fh("B1"), game.marked("B1", marks::WAVERING)), (vec![0], 5, true));
}

#[test]
fn ex_34_a_brigadier_falls() {
    let fixture = Fixture::plain().foot("R1", (20, 20), "S", Shape::Line).led("RG", 4).inspiring(1);
    let mut game = fixture.horse("B1", (20, 21), "N", Shape::Line).contact("B1", "R1", Aspect::Front).game(&[2]);
    let target =
        |game: &Game| score_of(&crate::morale::test(&game.war, game.id("R1"), crate::why::Why::Round, "OTH-MORALE-8"));
    let unit = game.id("R1");
    crate::fatigue::tire(&mut game.umpire(), unit, 2, "fire", "OTH-FIRE-3");
    assert_eq!((game.fs("R1"), target(&game)), (5, 7));
    let with = crate::command::leaders::beside(&game.war, unit);
    crate::command::leaders::risk(&mut game.umpire(), &with, 2);
    assert_eq!(target(&game), 5);
    game.enter(info::START, Side::Red);
    let leader = game.leader("RG");
    assert_eq!(crate::command::control(&game.war, leader), 2);
    assert_eq!(crate::command::inspiration(&game.war, leader), 0);
}

#[test]
fn ex_36_fire_not_held() {
    let column = |range| {
        let fixture = Fixture::plain().foot("R1", (20, 20), "S", Shape::Attack).foot("B1", (16, 29), "N", Shape::Line);
        fixture.house("viable_range", range)
    };
    let mut game = column("maximum").game(&[9, 2]);
    assert_eq!(game.between("R1", "B1"), 9);
    let order = game.order(info::HOLD, "R1", "");
    game.give(order);
    assert_eq!((game.shape("R1"), game.fh("R1"), game.fh("B1")), (Shape::Line, 1, 1));
    assert_eq!(game.war.own(game.id("R1")).volley, Once::Done);
    let game = column("short").game(&[]);
    assert!(!game.may(game.order(info::HOLD, "R1", "")));
}

#[test]
fn ex_37_skirmishers_who_evade_and_are_caught() {
    let fixture = |row: i16| {
        let fixture = Fixture::plain().foot("B1", (20, 40), "N", Shape::Attack).fs(8);
        let fixture = fixture.foot("R1", (20 + (40 - row) / 2, row), "S", Shape::Skirmish).class(Class::A);
        fixture.phase(info::MOVEMENT, Side::Blue)
    };
    // Contact 1; standing 1; fire 6; combat 6 v 5; then whatever.
    let mut game = fixture(35).game(&[1, 1, 6, 6, 5, 1, 1, 1, 1, 1, 1, 1, 1]);
    assert_eq!(game.between("B1", "R1"), 5);
    game.charge("B1", "R1", 2);
    let order = game.order(info::EVADE, "R1", "");
    game.give(order);
    assert_eq!((game.between("B1", "R1"), game.war.own(game.id("B1")).inches), (1, 10));
    assert_eq!(game.score("R1", "B1"), 9);
    game.fire("R1", "B1");
    assert_eq!(game.fh("B1"), 1);
    assert_eq!([game.fights("B1", "R1", 1), game.fights("R1", "B1", 1)], [8, -2]);
    let mut game = fixture(32).game(&[1]);
    assert_eq!(game.between("B1", "R1"), 8);
    game.charge("B1", "R1", 2);
    let order = game.order(info::EVADE, "R1", "");
    game.give(order);
    assert_eq!(game.asks(), "halt", "13 to go, stops");
}

#[test]
fn ex_39_locked_until_the_next_turn() {
    let fixture = Fixture::plain().foot("B1", (20, 30), "N", Shape::Line).fs(8).hits(2);
    let fixture = fixture.foot("R1", (20, 29), "S", Shape::Line).fs(8).hits(3).contact("B1", "R1", Aspect::Front);
    // The third round: a 8 v 9 on scores of 6 and 5, b tests.
    let mut game = fixture.phase(info::COMBAT, Side::Blue).game(&[6, 6, 1]);
    let bout =
        crate::state::Bout { units: vec![game.id("B1"), game.id("R1")], round: 3, winners: vec![], left: vec![] };
    game.umpire().interrupt(crate::state::Open::Bout(bout));
    game.run();
    assert_eq!([game.fs("B1"), game.fs("R1")], [6, 4]);
    crate::combat::close(&mut game.umpire());
    assert!(!game.war.state.own.contacts.is_empty());
    assert_eq!([game.fights("B1", "R1", 1), game.fights("R1", "B1", 1)], [8, 4], "6 + 2 for the last round v 4");
    game.enter(SHOOTING, Side::Blue);
    assert!(!game.may(game.order(info::FIRE, "R1", "B1")));
}

#[test]
fn ex_40_two_enemies_on_a_line() {
    let fixture = Fixture::plain().foot("B1", (20, 30), "N", Shape::Line).state(|own| own.impetus = Impetus::Initiated);
    let fixture = fixture.horse("B2", (24, 28), "WNW", Shape::Line).state(|own| own.impetus = Impetus::Initiated);
    let fixture = fixture.foot("R1", (20, 29), "S", Shape::Line);
    let fixture = fixture.contact("B1", "R1", Aspect::Front).contact("B2", "R1", Aspect::Flank);
    let mut game = fixture.phase(info::COMBAT, Side::Blue).game(&[9, 5, 5]);
    assert_eq!([game.fights("B1", "R1", 1), game.fights("B2", "R1", 1), game.fights("R1", "B1", 1)], [8, 13, 0]);
    let order = game.order(FIGHT, "B1", "R1");
    game.give(order);
    let order = game.order(info::FACE, "R1", "B1");
    game.give(order);
    assert!(!game.is_there("R1"), "it fought the foot, and horse had it as its opponent");
}

#[test]
fn ex_41_how_far_a_failed_test_sends_back() {
    let inches = |kind, shape| {
        let game = Fixture::plain().unit("B1", kind, 4, (20, 30), "N", shape).game(&[]);
        let unit = game.id("B1");
        [crate::space::away::whole_move(&game.war, unit), crate::space::away::segment(&game.war, unit)]
    };
    assert_eq!(inches(Kind::Infantry, Shape::Line), [6, 6]);
    assert_eq!(inches(Kind::Infantry, Shape::Attack), [12, 6]);
    assert_eq!(inches(Kind::Infantry, Shape::Companies), [18, 6]);
    assert_eq!(inches(Kind::Cavalry, Shape::Line), [12, 12]);
    assert_eq!(inches(Kind::Cavalry, Shape::Squadrons), [24, 12]);
    assert_eq!(inches(Kind::Infantry, Shape::Square), [4, 4]);
}

#[test]
fn ex_42_a_hedge_and_a_road() {
    let fixture = Fixture::plain().above(40, Obstacle::Hedge).foot("B1", (20, 41), "N", Shape::Attack);
    let mut game = fixture.phase(info::MOVEMENT, Side::Blue).game(&[]);
    game.go(info::MOVE, "B1", (20, 39), "N");
    game.go(info::MOVE, "B1", (20, 38), "N");
    assert_eq!(game.fh("B1"), 1);
    let road: Vec<(i16, i16)> = (10..50).map(|row| (20, row)).collect();
    let trail = battle::Trail::of(&[hexes::Direction::SouthEast; 3]).expect("short");
    let fixture = Fixture::plain().cell(|cell| cell.road = true, &road).foot("B1", (20, 40), "N", Shape::March);
    let fixture = fixture.state(|own| own.leash = Leash::Half).phase(info::MOVEMENT, Side::Blue);
    let mut game = fixture.trail(trail).game(&[]);
    let stem = game.order(info::MOVE, "B1", "");
    let reach = game.war.reach_of(&stem);
    let rows: Vec<i16> =
        reach.legal().filter(|place| place.pose.anchor.q == 20).map(|place| place.pose.anchor.r).collect();
    assert_eq!(rows.iter().min(), Some(&24), "16 inches");
    let pose = reach.legal().map(|place| place.pose).find(|pose| pose.anchor == hex(20, 24)).expect("there");
    game.give(stem.to(pose));
    assert_eq!(game.fh("B1"), 1);
}

#[test]
fn ex_43_an_army_breaks() {
    let lost = |hits: i16| {
        let fixture = (0..7).fold(Fixture::plain(), |fixture, place| {
            let label = format!("B{place}");
            fixture.foot(&label, (6 + 6 * place, 30), "N", Shape::Line).fs(if place < 6 { 13 } else { 12 })
        });
        let mut game = fixture.foot("R1", (20, 10), "S", Shape::Line).game(&[]);
        for label in ["B0", "B1"] {
            let unit = game.id(label);
            crate::fatigue::destroy(&mut game.umpire(), unit, "OTH-STATUS-1");
        }
        let mut left = hits - 26;
        for label in ["B2", "B3", "B4", "B5", "B6"] {
            let (unit, take) = (game.id(label), left.min(9));
            crate::fatigue::tire(&mut game.umpire(), unit, take, "fire", "OTH-FIRE-3");
            left -= take;
        }
        (crate::ending::losses(&game.war, Side::Blue), crate::ending::is_broken(&game.war, Side::Blue))
    };
    assert_eq!(lost(60), ((60, 90), true));
    assert_eq!(lost(59), ((59, 90), false));
}

/// Houses of two hexes, held by foot of Red's with a score of 8, and Blue's foot in contact with one face.
fn assaulted(terrain: Terrain) -> Fixture {
    let fixture = Fixture::plain().terrain(terrain, &[(20, 29), (21, 29)]).foot("B1", (20, 30), "N", Shape::Line);
    let fixture = fixture.state(|own| own.impetus = Impetus::Initiated).foot("R1", (20, 29), "S", Shape::Line).fs(8);
    fixture.garrisoned().contact("B1", "R1", Aspect::Front).phase(info::COMBAT, Side::Blue)
}

#[test]
fn ex_16_a_line_assaults_houses() {
    let fixture = |terrain| {
        let mut fixture = assaulted(terrain);
        fixture = fixture.score_of("B1", 9);
        fixture
    };
    for (terrain, fire) in [(Terrain::BrickBuilding, 8), (Terrain::WoodenBuilding, 7)] {
        let mut game = fixture(terrain).game(&[3, 7, 5, fire, 1, 10]);
        if terrain == Terrain::BrickBuilding {
            assert_eq!([game.fights("B1", "R1", 1), game.fights("R1", "B1", 1)], [6, 7]);
            let order = game.order(FIGHT, "B1", "R1");
            game.give(order);
            assert_eq!(game.results("standing after the round"), [1], "the garrison's, target 6");
            assert_eq!(game.war.field().fires().len(), 1);
            let scores: Vec<i16> = game.heard.events().iter().filter_map(round_score).collect();
            assert_eq!(scores[2..], [8, 3], "the next round is bare");
        } else {
            let pool = crate::combat::round::fire_risk(crate::profile::Walls::Wooden);
            assert_eq!(pool.read(&battle::Faces::of(&[7])), 0, "7 and 1 is 8");
        }
    }
}

/// The score of a roll in a round of combat.
fn round_score(event: &battle::Event) -> Option<i16> {
    match event {
        battle::Event::Rolled(roll) if roll.label == "combat" => match roll.terms.reading {
            battle::Reading::Score(score, _) => Some(score),
            _ => None,
        },
        _ => None,
    }
}

#[test]
fn ex_32_retreats_through_friends() {
    // Row 0 is row 20 of the map: R1 is in front, B1 faces it, friends in march columns across lie on other rows.
    let back = |taken: &[i16]| {
        let fixture = Fixture::plain().foot("B1", (20, 20), "N", Shape::Line).foot("R1", (20, 19), "S", Shape::Line);
        let fixture = taken.iter().fold(fixture, |fixture, row| {
            let label = format!("B{}", row + 10);
            fixture.unit(&label, Kind::Infantry, 18, (20, 20 + row), "N", Shape::Line)
        });
        let mut game = fixture.contact("B1", "R1", Aspect::Front).game(&[]);
        let (unit, enemy) = (game.id("B1"), game.id("R1"));
        crate::fatigue::retreat(&mut game.umpire(), unit, enemy, 6, "OTH-RESULT-1");
        game.is_there("B1").then(|| game.pose("B1").anchor.r - 20)
    };
    assert_eq!(back(&[]), Some(6));
    assert_eq!(back(&[6, 7]), Some(8));
    assert_eq!(back(&[6, 7, 8, 9, 10, 11, 12]), Some(5));
    assert_eq!(back(&[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]), None);
    let fixture = Fixture::plain().foot("B1", (20, 20), "N", Shape::Line).foot("R1", (20, 19), "S", Shape::Line);
    // An enemy along row 25 is next to row 24 alone.
    let fixture = fixture.unit("R2", Kind::Infantry, 20, (20, 25), "N", Shape::Line).contact("B1", "R1", Aspect::Front);
    let mut game = fixture.game(&[]);
    let (unit, enemy) = (game.id("B1"), game.id("R1"));
    crate::fatigue::retreat(&mut game.umpire(), unit, enemy, 6, "OTH-RESULT-1");
    assert_eq!(game.pose("B1").anchor.r, 23);
}

#[test]
fn ex_35_two_faces_of_wooden_houses() {
    let fixture = assaulted(Terrain::WoodenBuilding).foot("B2", (21, 28), "S", Shape::Line).fs(8).brigade(2);
    let fixture = fixture.state(|own| own.impetus = Impetus::Initiated).contact("B2", "R1", Aspect::Front);
    // x 3, the faces 6 and 2, y 8; tests of x 7, y 7 and the garrison 6; fire 7; then round 2.
    let mut game = fixture.game(&[3, 6, 2, 8, 7, 7, 6, 7, 10, 10, 1, 1, 1, 1]);
    assert_eq!([game.fights("B1", "R1", 1), game.fights("B2", "R1", 1)], [6, 7]);
    let order = game.order(FIGHT, "B1", "R1");
    game.give(order);
    let scores: Vec<i16> = game.heard.events().iter().filter_map(round_score).collect();
    assert_eq!(scores[..6], [6, 5, 5, 7, 6, 5], "two rounds");
    assert_eq!(game.faces("fire in the houses"), [[7]]);
    assert_eq!(game.war.field().fires().len(), 1);
    assert_eq!(game.results("standing after the round")[..3], [0, -1, 0], "x stays, y goes back, the garrison stays");
}
