//! Proofs of morale tests (MC-MORALE).

use battle::rule::bites;
use battle::{Marks, Obstacle, Order, Pool, Rank, Side, System as _, Terrain};
use hexes::Facing;

use super::fixture::{Fixture, named};
use super::steps::{Played, charge, duel, leg, met, ride};
use crate::charge::defence;
use crate::fire::aim::{Manner, shot};
use crate::info::{CHARGE, DONE, FIRE, FORM, MORALE, MOVE, RIDE, TEST};
use crate::morale::{Cause, Mood, rout};
use crate::profile::Troops;
use crate::space::{Aspect, Shape, shape, shape_of};
use crate::why::Why;
use crate::{marks, melee, morale};

#[test]
fn charged_units_are_shaken_by_horse_flanks_and_steel() {
    bites(&["MC-MORALE-4"], || {
        let field = Fixture::plain().unit("B1", Troops::Horse, 6, (10, 30), "N", Shape::Line);
        let field = field.foot("B2", 8, (20, 30), "N", Shape::Line);
        let game = field.unit("R1", Troops::Militia, 8, (14, 26), "S", Shape::Open).game(&[]);
        let sum = |by: &str, aspect| {
            let pool = defence::test(&game.war, game.id("R1"), game.id(by), aspect);
            pool.modifiers().iter().map(|modifier| modifier.value).sum::<i16>()
        };
        assert_eq!([sum("B1", Aspect::Front), sum("B2", Aspect::Flank)], [2, 2]);
    });
}

#[test]
fn routing_units_never_fire() {
    bites(&["MC-MORALE-13"], || {
        let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).marks(marks::ROUTING);
        let game = field.foot("R1", 8, (13, 24), "S", Shape::Line).game(&[]);
        assert!(shot(&game.war, game.id("B1"), game.id("R1"), Manner::Own).is_none());
    });
}

#[test]
fn example_31_routers_rally_in_a_haven() {
    bites(&["MC-MOVE-24", "MC-MOVE-26", "MC-MORALE-11"], || {
        let field = Fixture::plain().foot("B1", 4, (10, 30), "N", Shape::Line).marks(marks::ROUTING | marks::PANIC);
        let field = field.terrain(Terrain::Woods, &[(10, 30)]).foot("R1", 8, (14, 20), "S", Shape::Line);
        let field = field.foot("B2", 2, (30, 30), "N", Shape::Line).marks(marks::ROUTING | marks::PANIC);
        let mut game = field.phase(crate::info::MORALE, Side::Blue).game(&[5]);
        assert!(!game.may(game.order(crate::info::TEST, "B2", "")));
        game.give(game.order(crate::info::TEST, "B1", ""));
        assert!(game.marked("B1", marks::REFORMING) && !game.marked("B1", marks::ROUTING));
    });
}

#[test]
fn the_stands_that_a_router_leaves_behind_are_no_haven() {
    // On a plain nothing hides it: 9 and 3 are 12 inches away from the enemy to its south.
    let field = Fixture::plain().foot("B1", 8, (14, 30), "N", Shape::Line).foot("R1", 8, (15, 27), "S", Shape::Line);
    let mut game = field.game(&[3, 3, 3]);
    let unit = game.id("R1");
    rout::breaks(&mut game.umpire(), unit, rout::When::Now);
    assert_eq!((game.results("rout"), game.pose("R1").anchor.r), (vec![12], 15));
}

/// The modifiers of a test by name.
fn names(pool: &Pool) -> Vec<(&'static str, i16)> {
    pool.modifiers().iter().map(|modifier| (modifier.name, modifier.value)).collect()
}

fn sum(pool: &Pool) -> i16 {
    names(pool).iter().map(|(_, value)| value).sum()
}

/// What a marker's test of blue's first unit adds.
fn marker(field: Fixture) -> i16 {
    let game = field.game(&[]);
    sum(&morale::test(&game.war, game.id("B1"), Cause::Marker, &[], Why::Marker))
}

/// What the test of red's first unit adds that is charged by blue's first.
fn charged(field: Fixture, aspect: Aspect) -> i16 {
    let game = field.game(&[]);
    sum(&defence::test(&game.war, game.id("R1"), game.id("B1"), aspect))
}

/// What the test of blue's first unit adds that charges red's first.
fn charging(field: Fixture, aspect: Aspect) -> i16 {
    let game = field.game(&[]);
    sum(&crate::charge::targets::test(&game.war, game.id("B1"), &[(game.id("R1"), aspect)], Why::Charging))
}

fn one() -> Fixture {
    Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line)
}

#[test]
fn generals_support_and_losses() {
    bites(&["MC-MORALE-4"], || {
        assert_eq!(marker(one()), 0);
        assert_eq!(marker(one().chief("BG", Rank::Brigade)), -1);
        assert_eq!(marker(one().chief("BD", Rank::Division)), -1);
        assert_eq!(marker(one().chief("BA", Rank::Army)), -2);
        assert_eq!(marker(one().chief("BG", Rank::Brigade).chief("BA", Rank::Army)), -2, "the best only");
        assert_eq!(marker(one().brigade(2).chief("BG", Rank::Brigade)), 0, "of another brigade");
    });
    let friend = |troops, shape, q| marker(one().unit("B2", troops, 2, (q, 30), "N", shape));
    // The line's right stand is at (12, 30).
    assert_eq!(friend(Troops::Regulars, Shape::Open, 15), -1);
    assert_eq!(friend(Troops::Regulars, Shape::Open, 16), 0, "4 inches");
    assert_eq!(friend(Troops::Guns, Shape::Battery, 15), -1);
    assert_eq!(friend(Troops::Horse, Shape::Line, 15), -1);
    assert_eq!(friend(Troops::Riflemen, Shape::Skirmish, 15), 0, "not formed");
    assert_eq!(marker(one().foot("B2", 2, (15, 30), "N", Shape::Open).marks(marks::ROUTING)), 0);
    assert_eq!([5, 6, 11, 12, 17, 18, 23].map(|lost| marker(one().lost(lost))), [0, 1, 1, 2, 2, 3, 3]);
    assert_eq!(marker(one().marks(marks::PANIC)), 0, "its own marker");
}

#[test]
fn cover_from_the_enemy_concerned() {
    let behind = |obstacle| one().above(30, obstacle).foot("R1", 8, (13, 24), "S", Shape::Line);
    assert_eq!([Obstacle::Hedge, Obstacle::Wall, Obstacle::Earthwork].map(|wall| marker(behind(wall))), [-1, -2, -3]);
    bites(&["MC-MORALE-5"], || {
        // The nearer enemy stands behind, where there is no wall; it is seen, so it is the one concerned.
        let two = || behind(Obstacle::Wall).foot("R2", 8, (8, 35), "N", Shape::Line);
        assert_eq!((marker(behind(Obstacle::Wall)), marker(two())), (-2, 0));
        // A house hides the nearer one.
        let hidden: Vec<(i16, i16)> = (0..20).map(|q| (q, 33)).collect();
        assert_eq!(marker(two().terrain(Terrain::StoneBuilding, &hidden)), -2);
    });
    assert_eq!(charging(behind(Obstacle::Wall), Aspect::Front), 0, "who charges has no cover");
    let defended = |obstacle| one().foot("R1", 8, (14, 24), "S", Shape::Open).above(25, obstacle);
    let tests =
        [Obstacle::Fence, Obstacle::Ditch, Obstacle::Earthwork].map(|wall| charged(defended(wall), Aspect::Front));
    assert_eq!(tests, [-1, -2, -3]);
    let into =
        [Obstacle::Fence, Obstacle::Ditch, Obstacle::Earthwork].map(|wall| charging(defended(wall), Aspect::Front));
    assert_eq!(into, [0, 1, 1]);
}

#[test]
fn easy_targets_and_markers_of_chargers() {
    let on = |troops, shape, marks| one().unit("R1", troops, 4, (14, 24), "S", shape).marks(marks);
    let none = Marks::empty();
    assert_eq!(charging(on(Troops::Regulars, Shape::Line, none), Aspect::Front), 0);
    assert_eq!(charging(on(Troops::Regulars, Shape::Line, none), Aspect::Flank), -1);
    assert_eq!(charging(on(Troops::Regulars, Shape::Line, none), Aspect::Rear), -1);
    assert_eq!(charging(on(Troops::Regulars, Shape::Line, marks::ROUTING), Aspect::Front), -1);
    assert_eq!(charging(on(Troops::Guns, Shape::Limbered, none), Aspect::Front), -1);
    assert_eq!(charging(on(Troops::Guns, Shape::Battery, none), Aspect::Front), 0);
    let shaken = one().marks(marks::PANIC).foot("R1", 8, (14, 24), "S", Shape::Line);
    assert_eq!(charging(shaken, Aspect::Front), 1);
}

#[test]
fn who_is_charged_by_what_and_where() {
    let by = |troops, shape, on, other, aspect| {
        let field = Fixture::plain().unit("B1", troops, 6, (10, 30), "N", shape);
        charged(field.unit("R1", on, 6, (14, 24), "S", other), aspect)
    };
    let foot = |on, other, aspect| by(Troops::Regulars, Shape::Line, on, other, aspect);
    let horse = |on, other| by(Troops::Horse, Shape::Line, on, other, Aspect::Front);
    assert_eq!(foot(Troops::Regulars, Shape::Line, Aspect::Front), 0);
    assert_eq!(foot(Troops::Regulars, Shape::Open, Aspect::Flank), 1);
    assert_eq!(foot(Troops::Regulars, Shape::Line, Aspect::Rear), 2);
    assert_eq!(foot(Troops::Horse, Shape::Line, Aspect::Front), -2, "horse charged by foot");
    assert_eq!(horse(Troops::Regulars, Shape::Line), 1);
    assert_eq!(horse(Troops::Regulars, Shape::Open), 2);
    assert_eq!(horse(Troops::Riflemen, Shape::Skirmish), 2, "sabres are no bayonets");
    assert_eq!(horse(Troops::Guns, Shape::Battery), 2);
    assert_eq!(horse(Troops::Horse, Shape::Line), 0);
    assert_eq!(foot(Troops::Militia, Shape::Open, Aspect::Front), 1, "no bayonets");
    assert_eq!(foot(Troops::Jaegers, Shape::Skirmish, Aspect::Front), 1);
    assert_eq!(foot(Troops::Indians, Shape::Skirmish, Aspect::Front), 0);
    assert_eq!(foot(Troops::Guns, Shape::Battery, Aspect::Front), 0);
    assert_eq!(by(Troops::Militia, Shape::Open, Troops::Militia, Shape::Open, Aspect::Front), 0);
    let fenced = |troops| {
        let field = Fixture::plain().unit("B1", troops, 6, (10, 30), "N", Shape::Line).above(25, Obstacle::Fence);
        charged(field.unit("R1", Troops::Militia, 8, (14, 24), "S", Shape::Open), Aspect::Front)
    };
    assert_eq!([fenced(Troops::Regulars), fenced(Troops::Horse)], [-1, -1], "cover and nothing else");
    let shaken = one().foot("R1", 8, (14, 24), "S", Shape::Line).marks(marks::PANIC);
    assert_eq!(charged(shaken, Aspect::Front), 1);
    let loose = |value: &str, shape| {
        let field = Fixture::plain().unit("B1", Troops::Indians, 6, (10, 30), "N", Shape::Skirmish);
        let field = field.house("close_order_defies_indians", value);
        charged(field.foot("R1", 8, (14, 24), "S", shape), Aspect::Front)
    };
    assert_eq!([loose("off", Shape::Line), loose("on", Shape::Line)], [0, -2]);
    assert_eq!([loose("on", Shape::Column), loose("on", Shape::Open)], [-2, 0]);
}

#[test]
fn a_test_is_passed_at_the_number_or_under() {
    bites(&["MC-MORALE-3"], || {
        let margin = |class, face: u8, field: Fixture| {
            let mut game = field.class(class).marks(marks::PANIC).game(&[face]);
            let unit = game.id("B1");
            let pool = morale::test(&game.war, unit, Cause::Marker, &[], Why::Marker);
            morale::throw(&mut game.umpire(), unit, &pool, None, Why::Marker)
        };
        assert_eq!([1, 2, 3, 4, 5].map(|class| margin(class, 5, one())), [4, 3, 2, 1, 0]);
        assert_eq!([margin(1, 10, one()), margin(5, 1, one().lost(18))], [-1, 1], "no automatic results");
    });
}

#[test]
fn every_class_has_its_quality_and_number() {
    bites(&["MC-MORALE-1", "MC-MORALE-2"], || {
        let card = |class| {
            let game = one().class(class).game(&[]);
            let card = <crate::War as battle::System>::card(&game.war, game.id("B1"));
            card.rows.iter().map(|(_, value)| value.clone()).collect::<Vec<_>>().join(";")
        };
        let all = ["1 Elite;9", "2 Veteran;8", "3 Trained;7", "4 Raw;6", "5 Militia;5"];
        for (class, words) in (1..).zip(all) {
            assert!(card(class).contains(words), "{}", card(class));
        }
    });
}

#[test]
fn step_one_tests_every_marker_once() {
    let field = || {
        let field = one().marks(marks::PANIC).foot("B2", 8, (20, 30), "N", Shape::Line).marks(marks::PANIC);
        let field = field.foot("B3", 8, (30, 30), "N", Shape::Line);
        let field = field.foot("B4", 8, (38, 30), "N", Shape::Line).brigade(2).marks(marks::PANIC);
        field.phase(MORALE, Side::Blue)
    };
    bites(&["MC-MORALE-6"], || {
        let mut game = field().game(&[7]);
        assert!(game.may(game.order(TEST, "B1", "")) && game.may(game.order(TEST, "B2", "")));
        assert!(!game.may(game.order(TEST, "B3", "")) && !game.may(game.order(TEST, "B4", "")));
        game.give(game.order(TEST, "B2", ""));
        assert!(!game.may(game.order(TEST, "B2", "")));
    });
    // A rout in the step gives the other a marker, and the one that has been tested another, for its next card.
    let field = one().marks(marks::PANIC).foot("B2", 8, (18, 30), "N", Shape::Line).marks(marks::PANIC);
    let field = field.foot("B3", 8, (26, 30), "N", Shape::Line).foot("R1", 8, (10, 5), "S", Shape::Line);
    let mut game = field.phase(MORALE, Side::Blue).game(&[7, 10]);
    game.give(game.order(TEST, "B1", ""));
    assert!(!game.marked("B1", marks::PANIC));
    game.give(game.order(TEST, "B2", ""));
    assert!(game.marked("B1", marks::PANIC) && game.marked("B3", marks::PANIC));
    assert!(!game.may(game.order(TEST, "B1", "")) && game.may(game.order(TEST, "B3", "")));
}

#[test]
fn tests_of_an_activation_do_not_limit_each_other() {
    bites(&["MC-MORALE-7"], || {
        let field = duel().state(|_| {});
        let mut game = field.phase(MORALE, Side::Blue).game(&[7, 8, 3, 3]);
        let unit = game.id("B1");
        game.umpire().mark(unit, marks::PANIC, true);
        game.give(game.order(TEST, "B1", ""));
        assert_eq!(game.asks(), "declare");
        game.give(game.order(CHARGE, "B1", "R1"));
        game.give(game.order(RIDE, "B1", ""));
        assert_eq!((game.faces("morale").len(), game.faces("charging").len()), (1, 1));
    });
}

#[test]
fn no_shift_of_class_is_better_than_the_first() {
    bites(&["MC-MORALE-8"], || {
        let woods: Vec<(i16, i16)> = (0..30).map(|q| (q, 30)).collect();
        let field = Fixture::plain().terrain(Terrain::Woods, &woods);
        let game = field.unit("B1", Troops::Indians, 6, (10, 30), "N", Shape::Skirmish).class(2).game(&[]);
        assert_eq!(morale::class_for(&game.war, game.id("B1"), Mood::Fierce), 1);
        let field = Fixture::plain().unit("B1", Troops::Indians, 6, (10, 30), "N", Shape::Skirmish);
        let game = met(field.foot("R1", 4, (11, 29), "S", Shape::Open), &[], &[("B1", "R1", Aspect::Front)]);
        let contacts = game.war.state.own.contacts.clone();
        let mods = melee::fighters::modifiers(&game.war, game.id("B1"), &contacts, melee::fighters::Round::First);
        assert!(named(&mods).contains(&("class", 1)), "class 3 fights as class 2: {mods:?}");
    });
}

#[test]
fn the_held_neither_move_nor_form_nor_charge_and_fire_by_class() {
    let held = |class: i16| {
        let field = one().class(class).marks(marks::PANIC).foot("B9", 8, (35, 40), "N", Shape::Line);
        let field = field.foot("R1", 8, (13, 24), "S", Shape::Line).phase(MORALE, Side::Blue);
        let mut game = field.game(&[11 - class as u8]);
        game.give(game.order(TEST, "B1", ""));
        game
    };
    bites(&["MC-MORALE-9"], || {
        // The number and 1.
        let game = held(3);
        assert!(game.marked("B1", marks::HELD) && game.marked("B1", marks::PANIC));
        assert_eq!(game.asks(), "move");
        assert!(!game.may(game.order(MOVE, "B1", "")) && !game.may(game.order(FORM, "B1", "")));
    });
    let fires = |class| {
        let game = held(class);
        shot(&game.war, game.id("B1"), game.id("R1"), Manner::Own).map(|shot| shot.figures)
    };
    assert_eq!([1, 2, 3, 4, 5].map(fires), [Some(12), Some(12), Some(12), None, None]);
}

#[test]
fn who_fails_by_two_routs_without_order_and_runs_in_step_six() {
    let broke = |value: &str| {
        let field = one().marks(marks::PANIC).foot("B9", 8, (35, 40), "N", Shape::Line).house("rout_moves", value);
        let field = field.foot("R1", 8, (13, 24), "S", Shape::Line).phase(MORALE, Side::Blue);
        let mut game = field.game(&[9, 3, 3, 3]);
        game.give(game.order(TEST, "B1", ""));
        game
    };
    bites(&["MC-MORALE-10"], || {
        let mut game = broke("step_6");
        assert!(game.marked("B1", marks::ROUTING) && game.marked("B1", marks::PANIC));
        assert_eq!(shape(&game.war, game.id("B1")), Shape::Crowd);
        assert_eq!((game.results("rout").len(), game.asks()), (0, "move"));
        game.give(Order::new(DONE));
        assert_eq!(game.results("rout"), [12]);
    });
    assert_eq!(broke("at_once").results("rout"), [12]);
}

/// Routers with a marker in woods, who test with that face.
fn rallying(face: u8, value: &str) -> Played {
    let woods: Vec<(i16, i16)> = (9..13).flat_map(|q| [(q, 30), (q, 31)]).collect();
    let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).lost(7);
    let field = field.marks(marks::ROUTING | marks::PANIC).terrain(Terrain::Woods, &woods);
    let field = field.house("routing_failed_by_1", value).foot("B9", 8, (35, 40), "N", Shape::Line);
    let mut game = field.foot("R1", 8, (13, 24), "S", Shape::Line).phase(MORALE, Side::Blue).game(&[face, 3, 3, 3]);
    game.give(game.order(TEST, "B1", ""));
    game
}

#[test]
fn who_rallies_reforms_for_that_activation() {
    bites(&["MC-MORALE-11"], || {
        // 17 of 24 left +1, routing +1, woods -1: 6 and 1 are 7, passed.
        let mut game = rallying(6, "routs_on");
        assert!(!game.marked("B1", marks::ROUTING | marks::PANIC) && game.marked("B1", marks::REFORMING));
        assert_eq!(game.asks(), "reform");
        let stem = game.war.stems()[0];
        let reach = game.war.reach(&stem);
        let shapes = [Shape::Line, Shape::Open, Shape::Column];
        for (shape, face) in shapes.into_iter().flat_map(|shape| Facing::ALL.map(|face| (shape, face))) {
            let at = |place: &battle::Destination| shape_of(&place.pose) == shape && place.pose.facing == face;
            assert!(reach.legal().any(at), "{shape:?} facing {}", face.name());
        }
        let to = reach
            .legal()
            .map(|place| place.pose)
            .find(|pose| pose.facing.name() == "N" && shape_of(pose) == Shape::Line);
        game.give(stem.to(to.expect("a line facing north")));
        let half = shot(&game.war, game.id("B1"), game.id("R1"), Manner::Own).map(|shot| shot.figures);
        assert_eq!(half, Some(8), "half of 17, rounded down");
        assert_eq!(game.asks(), "move");
        assert!(!game.may(game.order(MOVE, "B1", "")));
    });
}

#[test]
fn routers_who_fail_rout_on() {
    let step_six = |face, value: &str| {
        let mut game = rallying(face, value);
        assert!(game.marked("B1", marks::ROUTING));
        assert_eq!(game.asks(), "move");
        game.give(Order::new(DONE));
        game.results("rout").len()
    };
    bites(&["MC-MORALE-12"], || assert_eq!(step_six(7, "routs_on"), 1, "failed by 1"));
    assert_eq!(step_six(7, "held"), 0);
    assert_eq!(step_six(8, "held"), 1, "failed by 2");
}

#[test]
fn routers_are_fired_at_and_have_one_marker() {
    let field = one().foot("R1", 4, (12, 26), "S", Shape::Line).marks(marks::ROUTING | marks::PANIC);
    let mut game = field.game(&[10]);
    assert!(game.may(game.order(FIRE, "B1", "R1")));
    let unit = game.id("R1");
    morale::panic::unnerve(&mut game.umpire(), unit, "losses by fire");
    assert!(game.marked("R1", marks::ROUTING) && game.heard.events().is_empty(), "further markers change nothing");
}

#[test]
fn who_fails_by_one_outside_step_one_stands_with_its_marker() {
    bites(&["MC-MORALE-14"], || {
        let mut game = charge(duel(), &[8, 3, 3, 8], &[("B1", "R1")]);
        ride(&mut game, "B1");
        leg(&mut game, "B1", (13, 23));
        assert!(game.marked("R1", marks::PANIC) && !game.marked("R1", marks::HELD | marks::ROUTING));
    });
}
