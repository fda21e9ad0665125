//! Proofs of charges (MC-CHARGE).

use battle::rule::bites;
use battle::{Marks, Obstacle, Order, Side, System as _, Terrain};

use super::fixture::{Fixture, hex};
use super::steps::{Played, answer, charge, contacts, duel, figures, leg, rest, ride};
use crate::fire::aim::{Manner, shot};
use crate::info::{CHARGE, CLOSE, DECLARE, DONE, FIRE, FORM, HOLD, MOVE, MOVEMENT, VOLLEY};
use crate::profile::Troops;
use crate::space::Shape;
use crate::state::Open;
use crate::{fire, marks};

#[test]
fn lines_horse_and_warbands_charge_and_nobody_else() {
    bites(&["MC-CHARGE-1"], || {
        let may = |troops, stands, shape, marks| {
            let field = Fixture::plain().foot("R1", 8, (14, 24), "S", Shape::Open);
            let field = field.unit("B1", troops, stands, (10, 30), "N", shape).marks(marks);
            let game = field.phase(DECLARE, Side::Blue).game(&[]);
            game.may(game.order(CHARGE, "B1", "R1"))
        };
        let none = Marks::empty();
        assert!(may(Troops::Regulars, 8, Shape::Line, none) && may(Troops::Regulars, 8, Shape::Open, none));
        for shape in [Shape::Line, Shape::Column, Shape::Skirmish] {
            assert!(may(Troops::Horse, 6, shape, none), "horse in {shape:?}");
        }
        assert!(may(Troops::Indians, 6, Shape::Skirmish, none));
        assert!(!may(Troops::Regulars, 8, Shape::Column, none));
        assert!(!may(Troops::Riflemen, 6, Shape::Skirmish, none) && !may(Troops::Jaegers, 6, Shape::Skirmish, none));
        assert!(!may(Troops::Horse, 4, Shape::Skirmish, marks::DISMOUNTED));
        assert!(!may(Troops::Guns, 2, Shape::Battery, none) && !may(Troops::Guns, 2, Shape::Limbered, none));
        for state in [marks::HELD, marks::SPENT, marks::REFORMING, marks::ROUTING, marks::FALLING_BACK] {
            assert!(!may(Troops::Regulars, 8, Shape::Line, state), "{state:?}");
        }
    });
}

#[test]
fn charges_are_declared_before_anybody_moves() {
    bites(&["MC-CHARGE-2"], || {
        let game = duel().phase(DECLARE, Side::Blue).game(&[]);
        assert!(game.may(game.order(CHARGE, "B1", "R1")) && !game.may(game.order(MOVE, "B1", "")));
        let game = duel().phase(MOVEMENT, Side::Blue).game(&[]);
        assert!(!game.may(game.order(CHARGE, "B1", "R1")) && game.may(game.order(MOVE, "B1", "")));
    });
}

#[test]
fn targets_are_in_reach_of_the_highest_throw_after_all_costs() {
    // 12 and 3 are 15 inches: 15 steps to the hex beside an enemy 16 inches off.
    let may = |field: Fixture, anchor: i16, row: i16| {
        let field = field.foot("B1", 8, (10, 40), "N", Shape::Line).foot("R1", 8, (anchor, row), "S", Shape::Open);
        let game = field.phase(DECLARE, Side::Blue).game(&[]);
        game.may(game.order(CHARGE, "B1", "R1"))
    };
    assert!(may(Fixture::plain(), 18, 24) && !may(Fixture::plain(), 18, 23));
    let fences = || Fixture::plain().above(38, Obstacle::Fence).above(36, Obstacle::Fence);
    bites(&["MC-CHARGE-3"], || assert!(may(fences(), 16, 28) && !may(fences(), 16, 27)));
    let mean = || Fixture::plain().house("charge_reach", "mean");
    assert!(may(mean(), 15, 29) && !may(mean(), 15, 28), "7 and 3 are 10 inches");
}

#[test]
fn horse_and_warbands_fall_back_their_own_way() {
    let back = |troops, shape, dice: &[u8], full: &str| {
        let field = Fixture::plain().unit("B1", troops, 6, (10, 30), "N", shape);
        let field = field.foot("B9", 8, (35, 40), "N", Shape::Line).foot("R1", 8, (14, 21), "S", Shape::Open);
        let mut game = charge(field.house("repulse_distance", full), dice, &[("B1", "R1")]);
        ride(&mut game, "B1");
        assert!(game.marked("B1", marks::SPENT) && game.marked("B1", marks::PANIC));
        game.all_fell();
        (game.pose("B1").anchor.r, game.pose("B1").facing.name())
    };
    bites(&["MC-CHARGE-5"], || {
        assert_eq!(back(Troops::Horse, Shape::Line, &[8, 3, 3, 3, 4], "paid"), (39, "N"), "13, two faces: 9");
    });
    assert_eq!(back(Troops::Horse, Shape::Skirmish, &[8, 3, 3, 3, 4], "paid").0, 43);
    assert_eq!(back(Troops::Indians, Shape::Skirmish, &[9, 3, 3, 4], "paid").0, 42, "10 and 2");
    assert_eq!(back(Troops::Regulars, Shape::Line, &[8, 3, 4], "paid").0, 33);
    assert_eq!(back(Troops::Regulars, Shape::Line, &[8, 3, 4], "full").0, 37);
    assert_eq!(back(Troops::Horse, Shape::Line, &[8, 3, 3, 3, 4], "full").0, 43);
}

#[test]
fn the_spent_neither_move_nor_fire_nor_form() {
    bites(&["MC-CHARGE-6"], || {
        let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).class(2);
        let field = field.foot("B9", 8, (35, 40), "N", Shape::Line).foot("R1", 8, (14, 21), "S", Shape::Open);
        let mut game = charge(field.house("move_and_fire", "all"), &[10, 1, 1], &[("B1", "R1")]);
        ride(&mut game, "B1");
        assert_eq!(game.asks(), "move");
        assert!(!game.may(game.order(MOVE, "B1", "")) && !game.may(game.order(FORM, "B1", "")));
        assert!(game.marked("B1", marks::SPENT));
    });
}

#[test]
fn the_spent_fire_when_charged_if_they_pass() {
    let charged = |test: u8| {
        let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).class(2);
        let field = field.foot("B9", 8, (35, 40), "N", Shape::Line);
        let field = field.foot("R1", 8, (14, 21), "S", Shape::Open).marks(marks::SPENT);
        let mut game = charge(field, &[8, 3, 3, test], &[("B1", "R1")]);
        ride(&mut game, "B1");
        leg(&mut game, "B1", (13, 23));
        game
    };
    let passed = charged(7);
    assert!(passed.asks() == "react" && passed.may(passed.order(VOLLEY, "R1", "")));
    assert_ne!(charged(8).asks(), "react", "failed by 1: no fire");
}

#[test]
fn no_step_of_a_charge_leads_away_from_its_target() {
    bites(&["MC-CHARGE-7"], || {
        // The unit stands in a pocket: only a step back would bring it out, so that it does not reach anybody.
        let pocket = [(9, 30), (12, 30), (9, 29), (10, 29), (11, 29), (12, 29), (13, 29)];
        let field = Fixture::plain().terrain(Terrain::Impassable, &pocket).foot("B1", 2, (10, 30), "N", Shape::Open);
        let field = field.foot("R1", 8, (14, 24), "S", Shape::Open);
        let game = field.phase(DECLARE, Side::Blue).game(&[]);
        assert!(!game.may(game.order(CHARGE, "B1", "R1")));
        // On the open field it steps ahead, or aside if that is as near, and not back.
        let field = Fixture::plain().foot("B1", 2, (10, 30), "N", Shape::Open);
        let field = field.foot("B9", 8, (35, 40), "N", Shape::Line).foot("R1", 8, (14, 24), "S", Shape::Open);
        let mut game = charge(field, &[7, 6, 6], &[("B1", "R1")]);
        ride(&mut game, "B1");
        let Some(Open::Close(under_way)) = game.war.frame().cloned() else { panic!("no charge under way") };
        let here = game.pose("B1");
        let steps = |q, r| crate::charge::targets::comes_nearer(&game.war, &under_way, &here, &here.at(hex(q, r)));
        assert!(steps(11, 29) && steps(10, 29) && !steps(10, 31) && !steps(9, 31));
    });
}

#[test]
fn a_charge_too_short_goes_as_far_as_it_can() {
    // Example 14: 11 inches need 10 steps; 6 and 3 are 9.
    bites(&["MC-CHARGE-15", "MC-PANIC-11"], || {
        let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).class(2);
        let field = field.foot("B9", 8, (35, 40), "N", Shape::Line).foot("R1", 8, (15, 19), "S", Shape::Open);
        let mut game = charge(field, &[8, 3, 3, 7], &[("B1", "R1")]);
        ride(&mut game, "B1");
        leg(&mut game, "B1", (14, 21));
        assert_eq!(game.asks(), "react");
        answer(&mut game, HOLD, "R1");
        assert!(game.asks() == "move" && game.marked("B1", marks::PANIC) && contacts(&game).is_empty());
        game.all_fell();
    });
}

#[test]
fn who_passes_fires_or_holds() {
    bites(&["MC-CHARGE-9"], || {
        let mut game = charge(duel(), &[8, 3, 3, 7], &[("B1", "R1")]);
        ride(&mut game, "B1");
        leg(&mut game, "B1", (13, 23));
        assert!(game.asks() == "react" && game.may(game.order(VOLLEY, "R1", "")));
        answer(&mut game, HOLD, "R1");
        leg(&mut game, "B1", (14, 22));
        game.all_fell();
        assert_eq!(game.rolls().iter().filter(|(label, ..)| *label == "fire").count(), 0);
    });
}

/// The first line charges one of seven stands, which tests with that face; what it is asked then.
fn wavers(class: i16, dice: &[u8]) -> Played {
    let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).class(2);
    let field = field.foot("B9", 8, (35, 40), "N", Shape::Line);
    let field = field.foot("R1", 7, (14, 21), "S", Shape::Open).class(class);
    let mut game = charge(field, &[&[8, 3, 3], dice].concat(), &[("B1", "R1")]);
    ride(&mut game, "B1");
    leg(&mut game, "B1", (13, 23));
    game
}

#[test]
fn who_fails_by_one_stands_and_fires_half() {
    bites(&["MC-CHARGE-10"], || {
        // Half of 21 is 10: 6 and 2 are 8, two lost; eleven would have lost two as well, all 21 three.
        let mut game = wavers(3, &[8, 6, 8]);
        answer(&mut game, VOLLEY, "R1");
        assert_eq!(figures(&game, "B1"), 22);
        game.all_fell();
        // 5 figures at 10 lose 1, 6 at 10 lose 1; 12 of 24 at 10 would lose 2.
        let field = Fixture::plain().foot("B1", 8, (12, 26), "N", Shape::Line);
        let game = field.foot("R1", 3, (13, 24), "S", Shape::Open).game(&[]);
        let ragged = shot(&game.war, game.id("R1"), game.id("B1"), Manner::Ragged);
        assert_eq!(ragged.map(|shot| shot.figures), Some(4), "half of 9, rounded down");
    });
    assert_ne!(wavers(4, &[7]).asks(), "react", "class 4 does not fire");
    assert_ne!(wavers(5, &[6]).asks(), "react", "class 5 does not fire");
    assert!(!wavers(4, &[7]).marked("R1", marks::ROUTING));
}

#[test]
fn who_fails_by_two_routs_at_once() {
    bites(&["MC-CHARGE-11"], || {
        let mut game = wavers(3, &[9, 3, 3, 3]);
        assert!(game.marked("R1", marks::ROUTING));
        assert_eq!(game.results("rout"), [12]);
        rest(&mut game, "B1");
        assert!(game.marked("B1", marks::PANIC), "no contact, and a rout is no excuse");
        game.all_fell();
    });
}

/// A line before two units of four stands side by side.
fn two_targets() -> Fixture {
    let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).class(2);
    let field = field.foot("B9", 8, (35, 40), "N", Shape::Line);
    field.foot("R1", 4, (12, 21), "S", Shape::Open).foot("R2", 4, (16, 21), "S", Shape::Open)
}

#[test]
fn every_loss_is_a_test() {
    bites(&["MC-CHARGE-12"], || {
        let dice = [8, 3, 3, 8, 6, 8, 8, 6, 9, 3, 4];
        let mut game = charge(two_targets(), &dice, &[("B1", "R1"), ("B1", "R2")]);
        ride(&mut game, "B1");
        leg(&mut game, "B1", (13, 23));
        answer(&mut game, VOLLEY, "R1");
        assert_eq!((figures(&game, "B1"), game.faces("closing").len()), (22, 1));
        answer(&mut game, VOLLEY, "R2");
        assert_eq!((figures(&game, "B1"), game.faces("closing").len()), (20, 2));
        assert!(game.marked("B1", marks::SPENT) && game.pose("B1").anchor.r == 26);
        game.all_fell();
    });
}

#[test]
fn enemies_that_were_no_targets_react_too() {
    let reacted = |option: &str| {
        let mut game = charge(two_targets().house("undeclared_react", option), &[8, 3, 3, 8, 8], &[("B1", "R1")]);
        ride(&mut game, "B1");
        leg(&mut game, "B1", (13, 23));
        answer(&mut game, HOLD, "R1");
        game.faces("standing").len()
    };
    bites(&["MC-CHARGE-14"], || assert_eq!(reacted("on"), 2));
    assert_eq!(reacted("off"), 1);
}

#[test]
fn a_charge_comes_into_contact_with_every_target_it_can() {
    bites(&["MC-CHARGE-15"], || {
        let mut game = charge(two_targets(), &[8, 3, 3, 8, 8], &[("B1", "R1"), ("B1", "R2")]);
        ride(&mut game, "B1");
        leg(&mut game, "B1", (13, 23));
        answer(&mut game, HOLD, "R1");
        answer(&mut game, HOLD, "R2");
        leg(&mut game, "B1", (14, 22));
        let both = [("B1", "R1"), ("B1", "R2")].map(|(by, on)| (by.to_string(), on.to_string()));
        assert_eq!(contacts(&game), both);
        assert!(!game.marked("B1", marks::PANIC));
        let mut short = charge(duel(), &[8, 2, 2, 7], &[("B1", "R1")]);
        ride(&mut short, "B1");
        leg(&mut short, "B1", (13, 23));
        answer(&mut short, HOLD, "R1");
        assert!(contacts(&short).is_empty() && short.marked("B1", marks::PANIC));
    });
}

#[test]
fn a_charge_whose_target_routs_stops_anywhere_on_its_path() {
    // 2 of its 9 inches are left: it stays, or goes on straight ahead, in which it wakes who stands behind.
    bites(&["MC-CHARGE-15"], || {
        let after = |second: Option<(i16, i16)>, dice: &[u8]| {
            let mut field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).class(2);
            field = field.foot("B9", 8, (35, 40), "N", Shape::Line).foot("R1", 7, (14, 21), "S", Shape::Open);
            if let Some(at) = second {
                field = field.foot("R2", 8, at, "S", Shape::Open).class(1);
            }
            let mut game = charge(field, &[&[8, 3, 3, 10, 3, 3, 3], dice].concat(), &[("B1", "R1")]);
            ride(&mut game, "B1");
            leg(&mut game, "B1", (13, 23));
            assert!(game.marked("R1", marks::ROUTING) && game.asks() == "close");
            game
        };
        let mut game = after(None, &[]);
        let reach = game.war.reach(&game.order(CLOSE, "B1", ""));
        let mut ends: Vec<(i16, i16)> = reach.legal().map(|place| (place.pose.anchor.r, place.pose.anchor.q)).collect();
        ends.sort_unstable();
        assert_eq!(ends, [(21, 14), (22, 13), (22, 14), (23, 13)], "oblique steps cost two");
        leg(&mut game, "B1", (14, 21));
        assert!(game.asks() == "move" && game.marked("B1", marks::PANIC) && contacts(&game).is_empty());
        // Another line 4 inches before it was not declared: 2 inches on it reacts.
        let mut game = after(Some((16, 19)), &[1]);
        leg(&mut game, "B1", (14, 21));
        assert_eq!((game.asks(), game.faces("standing").len()), ("react", 2));
    });
}

#[test]
fn contact_with_an_enemy_who_was_no_target_saves_from_no_marker() {
    // The target breaks; the unit beside it was not declared and stands, and may be charged home or not.
    let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).class(2);
    let field = field.foot("B9", 8, (35, 40), "N", Shape::Line);
    let field = field.foot("R1", 4, (12, 21), "S", Shape::Open).foot("R2", 4, (16, 21), "S", Shape::Open);
    let after = |home: bool| {
        let mut game = charge(field.clone(), &[8, 3, 3, 10, 3, 3, 3, 6], &[("B1", "R1")]);
        ride(&mut game, "B1");
        leg(&mut game, "B1", (13, 23));
        assert!(game.marked("R1", marks::ROUTING));
        answer(&mut game, HOLD, "R2");
        assert_eq!(game.asks(), "close");
        leg(&mut game, "B1", if home { (14, 22) } else { (13, 23) });
        assert!(game.marked("B1", marks::PANIC), "no target of it is in contact");
        contacts(&game).len()
    };
    assert_eq!([after(true), after(false)], [1, 0]);
}

#[test]
fn a_charge_through_friends_pays_double_and_masks_them() {
    // 2 and 2 and 3 are 7: clear ground would bring it to 2 inches of the enemy 9 off; four steps over friends cost 8.
    bites(&["MC-CHARGE-16"], || {
        let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).class(2);
        let field = field.foot("B2", 8, (10, 28), "N", Shape::Line).foot("B9", 8, (35, 40), "N", Shape::Line);
        let field = field.foot("R1", 8, (14, 21), "S", Shape::Open);
        let mut game = charge(field, &[9, 6, 6, 7], &[("B1", "R1")]);
        ride(&mut game, "B1");
        assert_eq!(game.asks(), "close");
        leg(&mut game, "B1", (13, 23));
        answer(&mut game, HOLD, "R1");
        assert!(game.marked("B2", marks::MASKED));
        // Rows 29 to 26 overlap the rows 28 and 29: three steps at 2, four at 1, 15 less 10 are 5.
        let left = match game.war.frame() {
            Some(crate::state::Open::Close(charge)) => charge.left,
            other => panic!("{other:?}"),
        };
        assert_eq!(left, 5);
    });
}

/// Two lines before one.
fn two_chargers() -> Fixture {
    let field = Fixture::plain().foot("B1", 8, (8, 30), "N", Shape::Line).class(2);
    let field = field.foot("B2", 8, (13, 30), "N", Shape::Line).class(2);
    field.foot("B9", 8, (35, 40), "N", Shape::Line).foot("R1", 8, (14, 21), "S", Shape::Open)
}

const BOTH: [(&str, &str); 2] = [("B1", "R1"), ("B2", "R1")];

#[test]
fn each_charger_draws_a_test_and_a_volley() {
    // Example 39: both stop 2 inches from one line, which fires at each with all its figures.
    let volleys = |option: &str| {
        let dice = [8, 2, 2, 7, 6, 8, 8, 2, 2, 7, 6, 8];
        let mut game = charge(two_chargers().house("volley_limit", option), &dice, &BOTH);
        ride(&mut game, "B1");
        leg(&mut game, "B1", (12, 23));
        answer(&mut game, VOLLEY, "R1");
        assert_eq!(figures(&game, "B1"), 21, "24 figures, 6 and 2 are 8: 3");
        ride(&mut game, "B2");
        leg(&mut game, "B2", (17, 23));
        let again = game.may(game.order(VOLLEY, "R1", ""));
        if again {
            answer(&mut game, VOLLEY, "R1");
            game.all_fell();
        }
        (again, figures(&game, "B2"), game.faces("standing").len())
    };
    bites(&["MC-CHARGE-17"], || assert_eq!(volleys("each_charger"), (true, 21, 2)));
    assert_eq!(volleys("one_per_card"), (false, 24, 2));
}

#[test]
fn who_is_in_contact_is_charged_again_without_a_volley() {
    let second = |dice: &[u8]| {
        let mut game = charge(two_chargers(), &[&[8, 3, 3, 7, 8, 3, 3], dice].concat(), &BOTH);
        ride(&mut game, "B1");
        leg(&mut game, "B1", (12, 23));
        answer(&mut game, HOLD, "R1");
        leg(&mut game, "B1", (12, 22));
        ride(&mut game, "B2");
        leg(&mut game, "B2", (17, 23));
        game
    };
    let stands = second(&[7]);
    assert_eq!(stands.asks(), "close", "neither volley nor evasion");
    bites(&["MC-CHARGE-22"], || {
        let mut game = second(&[9, 3, 3, 3]);
        rest(&mut game, "B2");
        assert!(game.marked("R1", marks::ROUTING) && contacts(&game).is_empty());
        assert!(!game.marked("B1", marks::CONTACT | marks::PANIC), "the first counts as having made contact");
        assert!(game.marked("B2", marks::PANIC), "the second's target routed");
        game.all_fell();
    });
}

/// A line charges a routing unit of four stands, which tests with those faces.
fn on_routers(dice: &[u8]) -> Played {
    let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).class(2);
    let field = field.foot("B9", 8, (35, 40), "N", Shape::Line);
    let field = field.foot("R1", 4, (13, 21), "S", Shape::Open).marks(marks::ROUTING | marks::PANIC);
    let mut game = field.phase(DECLARE, Side::Blue).game(&[&[9, 3, 3], dice].concat());
    game.give(game.order(CHARGE, "B1", "R1"));
    if game.asks() == "declare" {
        game.give(Order::new(DONE));
    }
    ride(&mut game, "B1");
    let stem = game.war.stems()[0];
    let to = game.war.reach(&stem).legal().next().expect("a leg").pose;
    game.give(stem.to(to));
    game
}

#[test]
fn routers_that_are_charged_stand_and_fight_or_run_on() {
    // Charging routers is easier by 1: 9 passes on 8. They hold a marker: 6 and 1 are 7, passed.
    bites(&["MC-CHARGE-18"], || {
        let mut game = on_routers(&[6]);
        assert!(game.marked("R1", marks::ROUTING), "its state is unchanged");
        assert_eq!(game.asks(), "close", "it stands, without fire");
        let stem = game.war.stems()[0];
        let to = game.war.reach(&stem).legal().next().expect("contact").pose;
        game.give(stem.to(to));
        assert_eq!(contacts(&game), [(String::from("B1"), String::from("R1"))]);
        let mut ran = on_routers(&[7, 3, 3, 3]);
        rest(&mut ran, "B1");
        assert_eq!((ran.results("rout"), ran.marked("B1", marks::PANIC)), (vec![12], true));
        ran.all_fell();
    });
}

#[test]
fn who_charges_or_is_charged_does_not_fire_in_that_card() {
    bites(&["MC-CHARGE-19"], || {
        let mut game = charge(duel().house("move_and_fire", "all"), &[8, 2, 2, 7], &[("B1", "R1")]);
        ride(&mut game, "B1");
        leg(&mut game, "B1", (13, 23));
        answer(&mut game, HOLD, "R1");
        assert_eq!(game.asks(), "move");
        assert!(!fire::is_able(&game.war, game.id("B1")) && fire::is_able(&game.war, game.id("B9")));
    });
}

#[test]
fn who_is_in_contact_is_no_target() {
    let field = Fixture::plain().unit("B1", Troops::Guns, 1, (14, 40), "N", Shape::Battery);
    let game = field.clone().foot("R1", 4, (20, 20), "S", Shape::Line).game(&[]);
    assert!(game.may(game.order(FIRE, "B1", "R1")));
    let field = field.foot("R1", 4, (20, 20), "S", Shape::Line).marks(marks::CONTACT);
    let game = field.foot("R2", 4, (28, 20), "S", Shape::Line).game(&[]);
    assert!(!game.may(game.order(FIRE, "B1", "R1")) && game.may(game.order(FIRE, "B1", "R2")));
}

#[test]
fn a_charge_without_a_target_left_is_cancelled() {
    // The target of both breaks before the first and runs 3 and 15 inches.
    bites(&["MC-CHARGE-20"], || {
        let mut game = charge(two_chargers(), &[8, 3, 3, 9, 5, 5, 5], &BOTH);
        ride(&mut game, "B1");
        leg(&mut game, "B1", (12, 23));
        assert!(game.marked("R1", marks::ROUTING));
        game.all_fell();
        rest(&mut game, "B1");
        ride(&mut game, "B2");
        assert_eq!(game.asks(), "move");
        assert!(game.faces("charging").len() == 1 && !game.marked("B2", marks::PANIC | marks::CHARGING));
        assert!(game.may(game.order(MOVE, "B2", "")));
    });
}

#[test]
fn a_charge_pauses_at_every_enemy_within_two_inches() {
    // The nearer unit stands 5 inches off, beside the way to the declared target at 9.
    bites(&["MC-CHARGE-21"], || {
        let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).class(2);
        let field = field.foot("B9", 8, (35, 40), "N", Shape::Line).foot("R1", 8, (14, 21), "S", Shape::Open);
        let field = field.foot("R2", 2, (16, 25), "S", Shape::Open);
        let mut game = charge(field, &[8, 6, 6, 7, 7], &[("B1", "R1")]);
        ride(&mut game, "B1");
        leg(&mut game, "B1", (12, 27));
        assert_eq!((game.asks(), game.faces("standing").len()), ("react", 1));
        answer(&mut game, HOLD, "R2");
        assert_eq!(game.asks(), "close");
        leg(&mut game, "B1", (12, 23));
        assert_eq!((game.asks(), game.faces("standing").len()), ("react", 2));
    });
}
#[test]
fn an_enemy_behind_is_out_of_reach_of_a_line() {
    // Three wheels of four files would cost 18 of at most 15 inches.
    let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).foot("R1", 8, (8, 36), "N", Shape::Open);
    let game = field.phase(DECLARE, Side::Blue).game(&[]);
    assert!(!game.may(game.order(CHARGE, "B1", "R1")));
}

#[test]
fn the_nearest_reacts_first() {
    // R2 stands in a row nearer than R1, which was named first.
    let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).class(2);
    let field = field.foot("B9", 8, (35, 40), "N", Shape::Line).foot("R1", 3, (12, 21), "S", Shape::Open);
    let mut game = charge(field.foot("R2", 3, (17, 22), "S", Shape::Open), &[8, 3, 3, 7, 7], &[("B1", "R1")]);
    ride(&mut game, "B1");
    leg(&mut game, "B1", (13, 24));
    assert_eq!(game.asks(), "react");
    assert!(game.may(game.order(HOLD, "R2", "")) && !game.may(game.order(HOLD, "R1", "")));
}

#[test]
fn who_falls_back_gives_no_volley() {
    let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).class(2);
    let field = field.foot("B9", 8, (35, 40), "N", Shape::Line);
    let field = field.unit("R1", Troops::Militia, 8, (14, 21), "S", Shape::Open).marks(marks::FALLING_BACK);
    let mut game = charge(field, &[8, 3, 3, 1], &[("B1", "R1")]);
    ride(&mut game, "B1");
    leg(&mut game, "B1", (13, 23));
    assert_eq!((game.asks(), game.faces("standing").len()), ("close", 1));
}

#[test]
fn who_breaks_before_a_charge_runs_from_the_charger() {
    // Another enemy stands nearer, to the north-west; the charger comes from the south.
    let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).class(2);
    let field = field.foot("B9", 8, (35, 40), "N", Shape::Line).foot("B2", 1, (11, 20), "S", Shape::Open);
    let field = field.foot("R1", 8, (14, 21), "S", Shape::Open).house("rout_stop", "full");
    let mut game = charge(field, &[8, 3, 3, 9, 3, 3, 3], &[("B1", "R1")]);
    ride(&mut game, "B1");
    leg(&mut game, "B1", (13, 23));
    assert_eq!((game.results("rout"), game.pose("R1").anchor.r), (vec![12], 9), "straight north");
}

#[test]
fn who_goes_back_over_a_lone_general_captures_him() {
    let field = duel().alone("RG", battle::Rank::Brigade, (9, 33));
    let mut game = charge(field, &[10, 3, 4], &[("B1", "R1")]);
    ride(&mut game, "B1");
    assert_eq!(game.pose("B1").anchor.r, 33);
    assert!(game.war.state.leaders[0].dead);
}

/// Whether a charge comes into contact along some of its legs; at an enemy who holds its fire.
fn comes_home(game: &Played, legs: u8) -> bool {
    if game.asks() == "react" {
        let mut held = game.clone();
        answer(&mut held, HOLD, "R1");
        return comes_home(&held, legs);
    }
    if game.asks() != "close" || legs == 0 {
        return !contacts(game).is_empty();
    }
    let reach = game.war.reach_of(&game.order(CLOSE, "B1", ""));
    reach.legal().any(|place| {
        let mut on = game.clone();
        on.give(game.order(CLOSE, "B1", "").to(place.pose));
        comes_home(&on, legs - 1)
    })
}

#[test]
fn whoever_may_declare_comes_home_with_the_highest_throw() {
    // A line before a wall with a gap; the enemy on both sides of it, in front and beside.
    let wall: Vec<(i16, i16)> = (0..30).filter(|q| *q != 12).map(|q| (q, 26)).collect();
    let (mut declared, mut denied) = (0, 0);
    for (q, r) in (8..20).step_by(2).flat_map(|q| [19, 22, 24, 28, 33, 34].map(|r| (q, r))) {
        for facing in ["S", "WSW"] {
            let field = Fixture::plain().terrain(Terrain::Impassable, &wall).foot("B1", 4, (10, 30), "N", Shape::Line);
            let field = field.class(1).foot("B9", 8, (35, 40), "N", Shape::Line);
            let field = field.foot("R1", 1, (q, r), facing, Shape::Open).phase(DECLARE, Side::Blue);
            let game = field.clone().game(&[]);
            if !game.may(game.order(CHARGE, "B1", "R1")) {
                denied += 1;
                continue;
            }
            declared += 1;
            let mut game = charge(field, &[1, 6, 6, 1], &[("B1", "R1")]);
            ride(&mut game, "B1");
            assert!(comes_home(&game, 6), "R1 at {q},{r} facing {facing}: {}", game.asks());
        }
    }
    assert!(declared > 10 && denied > 10, "{declared} declared, {denied} denied");
}
