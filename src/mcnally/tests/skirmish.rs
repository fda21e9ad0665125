//! Skirmish order (chapter 9).

use battle::rule::bites;
use battle::{Marks, Obstacle, Order, Pose, PoseStep, Side, Terrain};
use rulebook::fixture::Game;

use super::fixture::{Fixture, hex};
use super::movement::rows;
use super::steps::{answer, charge, contacts, leg, ride};
use super::ways::{cost, ends, north};
use crate::McNally;
use crate::fire::aim::{Manner, shot};
use crate::info::{CHARGE, DECLARE, DONE, EVADE, FIRE, HOLD, MOVE, TEST, VOLLEY};
use crate::marks;
use crate::profile::Troops;
use crate::space::{Aspect, Shape, aspect, shape};

/// A skirmishing unit of that many stands at (20, 30), facing north.
fn loose(troops: Troops, stands: u8) -> Fixture {
    Fixture::plain().unit("B1", troops, stands, (20, 30), "N", Shape::Skirmish)
}

#[test]
fn skirmishers_have_neither_flank_nor_rear_and_fire_all_round() {
    bites(&["MC-SKIRM-1"], || {
        let game = loose(Troops::Riflemen, 4).game(&[]);
        let sides =
            [(20, 24), (34, 30), (17, 36), (12, 30)].map(|(q, r)| aspect(&game.war, game.id("B1"), &[hex(q, r)]));
        assert_eq!(sides, [Aspect::Front; 4]);
    });
    let fires = |at: (i16, i16)| {
        let game = loose(Troops::Riflemen, 1).foot("R1", 1, at, "N", Shape::Open).game(&[]);
        shot(&game.war, game.id("B1"), game.id("R1"), Manner::Own).is_some()
    };
    assert!([(20, 24), (26, 30), (20, 36), (14, 30), (8, 42)].into_iter().all(fires));
    assert!(!fires((20, 43)), "13 inches are too far behind as before it");
}

#[test]
fn they_move_any_way_at_no_cost() {
    bites(&["MC-SKIRM-2"], || {
        let rough = || {
            let field = loose(Troops::Riflemen, 2).terrain(Terrain::Woods, &rows(0..=59));
            field.above(29, Obstacle::Wall).above(31, Obstacle::Fence)
        };
        let game = rough().game(&[]);
        for (q, r) in [(20, 25), (25, 25), (25, 30), (20, 35), (15, 35), (15, 30)] {
            assert_eq!(cost(&game, "B1", 5, &game.pose("B1").at(hex(q, r))), Some(5), "{q}, {r}");
        }
        // To face another way costs what its stands walk: the second goes two hexes round the first.
        let turned = PoseStep::TurnRight.apply(&game.pose("B1"), 2);
        assert_eq!(cost(&game, "B1", 5, &turned), Some(2));
        // About the second stand, the first goes two: nobody wheels and then goes back.
        let second = |pose: &Pose| pose.stands(2).hexes()[1];
        let about = turned.at(turned.anchor + (second(&game.pose("B1")) - second(&turned)));
        assert_eq!(cost(&game, "B1", 5, &about), Some(2));
    });
    // Impassable stays impassable.
    assert_eq!(north(&loose(Troops::Riflemen, 1).terrain(Terrain::Water, &rows(27..=27)).game(&[]), "B1", 9), 28);
}

#[test]
fn no_stand_walks_farther_than_the_throw() {
    bites(&["MC-SKIRM-11"], || {
        let game = loose(Troops::Riflemen, 4).game(&[]);
        let before = game.pose("B1").stands(4);
        let ends = ends(&game, "B1", 4);
        for (pose, paid) in &ends {
            let after = pose.stands(4);
            let far = before.hexes().iter().zip(after.hexes()).map(|(from, to)| from.distance(*to)).max();
            assert!(far.is_some_and(|far| far <= 4 && far == i32::from(*paid)), "{pose:?} for {paid}");
        }
        // A new gap and rows are free to choose.
        let formations: std::collections::BTreeSet<_> = ends.iter().map(|(pose, _)| pose.formation).collect();
        assert_eq!(formations.len(), 4, "gaps of one hex or two, one row or two");
    });
}

/// A class 2 line with bayonets charges a unit from 7 inches off and stands 2 inches before it.
fn charged(target: Fixture, dice: &[u8]) -> Game<McNally> {
    let field = target.foot("B1", 8, (10, 30), "N", Shape::Line).class(2).foot("B9", 8, (35, 40), "N", Shape::Line);
    let mut game = charge(field, dice, &[("B1", "R1")]);
    ride(&mut game, "B1");
    leg(&mut game, "B1", (12, 25));
    game
}

/// What the last evasion came to.
fn evasion(game: &Game<McNally>) -> i16 {
    game.results("evasion").last().copied().unwrap_or(0)
}

/// Riflemen of class 3 on row 23: their number is 7, charged by bayonets 6.
fn rifles() -> Fixture {
    Fixture::plain().unit("R1", Troops::Riflemen, 6, (12, 23), "S", Shape::Skirmish)
}

#[test]
fn charged_they_are_tested_at_once_and_choose() {
    bites(&["MC-SKIRM-3"], || {
        let game = charged(rifles(), &[1, 3, 3, 6]);
        assert_eq!((game.asks(), game.results("standing")), ("react", vec![0]));
        for verb in [EVADE, VOLLEY, HOLD] {
            assert!(game.may(game.order(verb, "R1", "")));
        }
        // Formed foot never evades.
        let line = Fixture::plain().foot("R1", 8, (14, 23), "S", Shape::Open);
        assert!(!charged(line, &[1, 3, 3, 1]).may(game.order(EVADE, "R1", "")));
    });
}

#[test]
fn example_19_who_has_not_moved_evades_in_full() {
    bites(&["MC-SKIRM-4"], || {
        let row = |moved: bool| {
            let mut game = charged(rifles().state(move |own| own.moved = moved), &[1, 3, 3, 6, 3, 4, 4]);
            answer(&mut game, EVADE, "R1");
            (evasion(&game), game.pose("R1").anchor.r)
        };
        assert_eq!(row(false), (13, 10));
        assert_eq!(row(true), (6, 17), "half of 13");
    });
}

/// Blue charges Red Indians, who may have moved by an earlier card of this turn; they evade by 5, and their own card comes
/// next.
fn after_evading(house: &str, moved: bool) -> Game<McNally> {
    let field = Fixture::plain().unit("R1", Troops::Indians, 6, (12, 23), "S", Shape::Skirmish).class(1);
    let field = field.house("evade_is_move", house).foot("B1", 8, (10, 30), "N", Shape::Line).class(2);
    // Blue's card, its test and throw, the Indians' test, their evasion by 5, their card, the test of their marker.
    let evasion_dice = if moved { [3, 3, 2] } else { [1, 1, 1] };
    let mut game = field.game(&[&[1, 1, 3, 3, 1], &evasion_dice[..], &[2, 1]].concat());
    game.enter(crate::info::START, Side::Blue);
    let evader = game.id("R1");
    game.umpire().own_mut(evader).moved = moved;
    game.give(game.order(CHARGE, "B1", "R1"));
    if game.asks() == "declare" {
        game.give(Order::new(DONE));
    }
    ride(&mut game, "B1");
    leg(&mut game, "B1", (12, 25));
    answer(&mut game, EVADE, "R1");
    assert_eq!(evasion(&game), 5);
    if game.asks() == "close" {
        leg(&mut game, "B1", (14, 21));
    }
    assert_eq!((game.war.state.own.card, game.asks()), (Some(2), "morale"));
    game.give(game.order(TEST, "R1", ""));
    game
}

#[test]
fn a_full_evasion_is_the_move_of_the_turn() {
    let mut game = after_evading("on", false);
    assert_eq!(game.asks(), "fire", "neither a charge nor a move");
    assert!(!game.may(game.order(MOVE, "R1", "")) && game.may(game.order(FIRE, "R1", "B1")));
    let shot = shot(&game.war, game.id("R1"), game.id("B1"), Manner::Own);
    assert!(shot.is_some_and(|shot| shot.figures % 2 == 0 && shot.figures > 6), "with all its figures");
    game = after_evading("off", false);
    assert_eq!(game.asks(), "declare", "by the other reading it is an extra");
}

#[test]
fn half_an_evasion_after_a_move_is_nobodys_move() {
    // MC-SKIRM-4, MC-SEQ-4: it has moved by a higher card and evaded half; the brigade's card lets it act again.
    assert_eq!(after_evading("on", true).asks(), "declare");
}

#[test]
fn an_evader_gets_a_marker_for_its_next_step_1() {
    bites(&["MC-SKIRM-5"], || {
        let mut game = charged(rifles(), &[1, 3, 3, 6, 3, 4, 4]);
        assert!(!game.marked("R1", marks::PANIC), "passed, it has none");
        answer(&mut game, EVADE, "R1");
        assert!(game.marked("R1", marks::PANIC));
        assert_eq!(shape(&game.war, game.id("R1")), Shape::Skirmish);
        game.all_fell();
    });
    // It passes friends free, and nobody stops on them.
    let field = rifles().foot("R2", 16, (10, 15), "S", Shape::Open);
    let mut game = charged(field, &[1, 3, 3, 6, 3, 4, 4]);
    answer(&mut game, EVADE, "R1");
    assert_eq!(game.pose("R1").anchor.r, 10);
}

#[test]
fn example_26_who_evades_too_little_is_caught() {
    bites(&["MC-SKIRM-6"], || {
        // A limit of 11: 5 steps to stand 2 inches off, 6 left. They have moved and go half of 9.
        let mut game = charged(rifles().state(|own| own.moved = true), &[1, 4, 4, 6, 3, 3, 1]);
        answer(&mut game, EVADE, "R1");
        assert_eq!((evasion(&game), game.pose("R1").anchor.r), (4, 19));
        assert_eq!(game.asks(), "close");
        leg(&mut game, "B1", (15, 20));
        assert_eq!(contacts(&game), [(String::from("B1"), String::from("R1"))]);
        assert_eq!(game.faces("fire"), Vec::<Vec<u8>>::new(), "no fire");
        game.all_fell();
    });
}

#[test]
fn who_fails_does_not_evade() {
    bites(&["MC-SKIRM-7"], || {
        let answers = |class: i16, die| {
            let game = charged(rifles().class(class), &[1, 3, 3, die]);
            [EVADE, VOLLEY, HOLD].map(|verb| game.may(game.order(verb, "R1", "")))
        };
        // Class 3 passes on 6, class 4 on 5.
        assert_eq!([answers(3, 6), answers(4, 5)], [[true; 3]; 2]);
        assert_eq!(answers(3, 7), [false, true, true], "class 3 that fails by 1 fires half");
        assert_eq!(answers(4, 6), [false; 3], "class 4 fires nothing, which leaves no choice");
        assert!(!charged(rifles().class(4), &[1, 3, 3, 6]).marked("R1", marks::ROUTING));
        let game = charged(rifles(), &[1, 3, 3, 8]);
        assert!(game.marked("R1", marks::ROUTING));
    });
    let game = charged(rifles(), &[1, 3, 3, 7]);
    let ragged = shot(&game.war, game.id("R1"), game.id("B1"), Manner::Ragged);
    assert_eq!(ragged.map(|shot| shot.figures), Some(6));
}

/// Skirmishing Red horse, charged by Blue.
fn horse(by: Fixture, dice: &[u8]) -> Game<McNally> {
    let field = by.unit("R1", Troops::Horse, 4, (12, 23), "S", Shape::Skirmish);
    let mut game = charge(field, dice, &[("B1", "R1")]);
    ride(&mut game, "B1");
    leg(&mut game, "B1", (12, 25));
    game
}

#[test]
fn skirmishing_horse_evades_foot_untested() {
    bites(&["MC-SKIRM-8"], || {
        let foot = || Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).class(2);
        let mut game = horse(foot(), &[1, 3, 3, 2, 2, 2, 2]);
        assert!(game.results("standing").is_empty());
        answer(&mut game, EVADE, "R1");
        assert_eq!((game.results("standing"), evasion(&game)), (vec![], 8));
        // To stand against it, it is tested: class 3, charged by foot alone -2.
        let mut game = horse(foot(), &[1, 3, 3, 10]);
        answer(&mut game, HOLD, "R1");
        assert_eq!(game.results("standing"), [-1]);
        // Against horse it is tested like infantry.
        let riders = Fixture::plain().unit("B1", Troops::Horse, 4, (10, 30), "N", Shape::Line).class(2);
        let game = horse(riders, &[1, 3, 3, 3, 3, 7]);
        assert_eq!(game.results("standing"), [0]);
        assert!(game.may(game.order(EVADE, "R1", "")));
    });
}

#[test]
fn every_stand_of_skirmishers_fires_once_at_its_own_target() {
    bites(&["MC-SKIRM-9"], || {
        // Militia of 6 stands from 16 to 26: 7 inches reach R1 from 16 to 20, R2 from 22 to 26.
        let field = loose(Troops::Militia, 6).foot("R1", 1, (16, 24), "S", Shape::Open);
        let field = field.foot("R2", 1, (33, 24), "S", Shape::Open);
        let mut game = field.game(&[1, 1]);
        let count = |game: &Game<McNally>, on: &str| {
            shot(&game.war, game.id("B1"), game.id(on), Manner::Own).map(|shot| shot.figures)
        };
        let near = |on: (i16, i16)| {
            let stands = game.stands("B1").into_iter().filter(|(q, r)| hex(*q, *r).distance(hex(on.0, on.1)) <= 7);
            3 * stands.count() as i16
        };
        let both = [near((16, 24)), near((33, 24))];
        assert_eq!([count(&game, "R1"), count(&game, "R2")], both.map(Some));
        assert!(both[0] > 0 && both[1] > 0 && both[0] + both[1] <= 18);
        game.give(game.order(FIRE, "B1", "R1"));
        assert_eq!([count(&game, "R1"), count(&game, "R2")], [None, Some(both[1])], "the rest have not fired");
        game.give(game.order(FIRE, "B1", "R2"));
        game.all_fell();
    });
}

#[test]
fn nobody_fires_through_skirmishers_and_they_through_nobody() {
    bites(&["MC-SKIRM-10", "MC-FIRE-5"], || {
        let fires = |by: Troops, between: Option<(&str, Troops)>| {
            let shape = if by == Troops::Riflemen { Shape::Skirmish } else { Shape::Open };
            let mut field =
                Fixture::plain().unit("B1", by, 1, (20, 30), "N", shape).foot("R1", 1, (20, 24), "S", Shape::Open);
            if let Some((label, troops)) = between {
                let shape = if troops == Troops::Riflemen { Shape::Skirmish } else { Shape::Open };
                field = field.unit(label, troops, 1, (20, 27), "S", shape);
            }
            let game = field.game(&[]);
            shot(&game.war, game.id("B1"), game.id("R1"), Manner::Own).is_some()
        };
        for by in [Troops::Riflemen, Troops::Regulars] {
            assert!(fires(by, None));
            for label in ["B2", "R2"] {
                assert!(!fires(by, Some((label, Troops::Riflemen))) && !fires(by, Some((label, Troops::Regulars))));
            }
        }
    });
}

#[test]
fn indians_that_evaded_do_not_charge_on_their_card() {
    let evaded = |mark: Marks, moved: bool| {
        let field = loose(Troops::Indians, 4).marks(mark).state(move |own| (own.moved, own.thrown) = (moved, moved));
        let game = field.foot("R1", 8, (23, 24), "S", Shape::Line).phase(DECLARE, Side::Blue).game(&[]);
        game.may(game.order(CHARGE, "B1", "R1"))
    };
    assert!(evaded(Marks::empty(), false));
    assert!(!evaded(marks::EVADED, true));
}
