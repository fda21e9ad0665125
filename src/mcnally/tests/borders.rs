//! Borders of clauses: who is still concerned by one, and who no more.

use battle::{Order, Side, Terrain};

use super::fixture::{Fixture, hex};
use super::movement::rows;
use super::steps::{Played, answer, charge, contacts, duel, figures, fought, leg, met, rest, ride};
use super::ways::{cost, ends};
use crate::fire::aim::{Manner, shot, volley};
use crate::info::{CHARGE, CLOSE, DECLARE, DEPLOYMENT, DETACH, DONE, FIRE, FORM, HOLD, LEAD, MOVEMENT, RIDE, VOLLEY};
use crate::losses::{self, command_stand};
use crate::morale::rout::{When, breaks};
use crate::morale::{away, panic, rally};
use crate::profile::{Traits, Troops};
use crate::space::{Aspect, Shape, shape_of};
use crate::{fire, generals, marks, melee, sequence};

/// A line of 24 figures.
fn line() -> Fixture {
    Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line)
}

#[test]
fn a_charger_on_a_flank_has_its_overlap() {
    // MC-MELEE-2: without overlap is the defender that is taken in flank. Three of its four stands touch, one is beside them.
    let field = Fixture::plain().foot("R1", 8, (14, 20), "N", Shape::Line).foot("B1", 4, (12, 20), "ENE", Shape::Open);
    let game = met(field, &[], &[("B1", "R1", Aspect::Flank)]);
    let known = game.war.state.own.contacts.clone();
    let fights = |unit: &str| melee::fighters::figures(&game.war, game.id(unit), &known);
    assert_eq!([fights("B1"), fights("R1")], [12, 6]);
}

#[test]
fn before_its_front_a_line_fights_with_front_rank_stands_alone() {
    // MC-MELEE-2: of both ranks' left stands the front one fights, with the one beside it.
    let field = Fixture::plain().foot("R1", 8, (14, 20), "N", Shape::Line).foot("B1", 4, (12, 20), "ENE", Shape::Open);
    let game = met(field, &[], &[("B1", "R1", Aspect::Front)]);
    assert_eq!(melee::fighters::figures(&game.war, game.id("R1"), &game.war.state.own.contacts), 6);
}

#[test]
fn a_melee_whose_one_side_is_gone_has_no_second_round() {
    // MC-MELEE-7, 8: class 1 charges in two ranks with 12 figures: 10 and 4 is row 14, 4 lost of the enemy's 3.
    let field = line().class(1).foot("R1", 1, (11, 29), "S", Shape::Open);
    let mut game = met(field, &[10, 1], &[("B1", "R1", Aspect::Front)]);
    fought(&mut game);
    assert_eq!((game.faces("melee"), game.rolls().len()), (vec![vec![10], vec![1]], 2));
}

#[test]
fn after_a_melee_the_losers_rout_untested_and_unhurt_winners_are_not_tested() {
    // MC-MELEE-10: blue loses none of 24, red 2 of 30.
    let field = line().foot("R1", 10, (11, 29), "S", Shape::Open);
    let mut game = met(field, &[8, 1, 1, 1, 3, 3, 3], &[("B1", "R1", Aspect::Front)]);
    fought(&mut game);
    assert_eq!([figures(&game, "B1"), figures(&game, "R1")], [24, 28]);
    let labels: Vec<&str> = game.rolls().iter().map(|(label, ..)| *label).collect();
    assert_eq!(labels, ["melee", "melee", "melee", "melee", "rout"]);
    assert!(game.marked("R1", marks::ROUTING) && !game.marked("R1", marks::CONTACT));
    game.all_fell();
}

#[test]
fn who_fails_its_test_to_charge_charges_no_more() {
    // MC-CHARGE-5, 6, MC-SEQ-14: 10 fails on 8; spent replaces what it was.
    let mut game = charge(duel(), &[10, 3, 4], &[("B1", "R1")]);
    ride(&mut game, "B1");
    assert!(game.marked("B1", marks::SPENT) && !game.marked("B1", marks::CHARGING));
}

#[test]
fn a_charge_shot_to_the_last_figure_is_over() {
    // MC-CHARGE-12, MC-UNIT-7: a stand of three; the volley's 6 and 2 cost it 3. Nobody is left for a second test.
    let field = Fixture::plain().foot("B1", 1, (13, 24), "N", Shape::Open).class(2);
    let field = field.foot("B9", 8, (35, 40), "N", Shape::Line).foot("R1", 8, (14, 21), "S", Shape::Open);
    let mut game = charge(field, &[1, 3, 3, 1, 6], &[("B1", "R1")]);
    ride(&mut game, "B1");
    leg(&mut game, "B1", (13, 23));
    answer(&mut game, VOLLEY, "R1");
    assert!(!game.is_there("B1") && game.asks() == "move");
    assert_eq!(game.faces("second test").len(), 0);
    assert_eq!(game.rolls().len(), 4, "its test and throw, the line's test, the volley: {:?}", game.rolls());
}

#[test]
fn a_charge_touches_nobody_that_it_routed_and_marks_only_who_met() {
    // MC-CHARGE-15: the target breaks and stops in the wood behind it, within reach; the charger may come no nearer than 2.
    let wood = rows(20..=20);
    let field = Fixture::plain().terrain(Terrain::Woods, &wood).foot("B1", 8, (10, 30), "N", Shape::Line).class(2);
    let field = field.foot("B9", 8, (35, 40), "N", Shape::Line).foot("R1", 3, (14, 21), "S", Shape::Open);
    let mut game = charge(field, &[8, 6, 6, 10, 3, 3, 3], &[("B1", "R1")]);
    ride(&mut game, "B1");
    leg(&mut game, "B1", (13, 23));
    assert!(game.marked("R1", marks::ROUTING) && game.is_there("R1") && game.asks() == "close");
    let routed = game.war.field().footprint(game.id("R1"));
    assert!(routed.distance(&game.war.field().footprint(game.id("B1"))) <= 4, "near enough to be met");
    let ends = game.war.reach_of(&game.order(CLOSE, "B1", ""));
    assert!(ends.legal().all(|place| place.pose.stands(8).distance(&routed) > 1));
    rest(&mut game, "B1");
    assert!(!game.marked("B1", marks::CHARGING | marks::CONTACT) && game.marked("B1", marks::PANIC));
}

#[test]
fn a_crowd_that_ends_up_before_the_charger_is_not_met() {
    // MC-CHARGE-15, MC-MOVE-30: water all round the wood where the target stops; two of its twelve stands find room only
    // next to the charger, who does not fight those it routed.
    let field = Fixture::plain().terrain(Terrain::Water, &rows(14..=20)).terrain(Terrain::Woods, &[(14, 20), (15, 20)]);
    let field = field.foot("B1", 8, (10, 30), "N", Shape::Line).class(2).foot("B9", 8, (35, 40), "N", Shape::Line);
    let field = field.foot("R1", 12, (14, 21), "S", Shape::Open);
    let mut game = charge(field, &[8, 3, 3, 10, 3, 3, 3], &[("B1", "R1")]);
    ride(&mut game, "B1");
    leg(&mut game, "B1", (13, 23));
    let routed = game.war.field().footprint(game.id("R1"));
    assert_eq!(routed.distance(&game.war.field().footprint(game.id("B1"))), 1, "{:?}", game.stands("R1"));
    if game.asks() == "close" {
        rest(&mut game, "B1");
    }
    assert!(contacts(&game).is_empty() && game.marked("B1", marks::PANIC) && !game.marked("R1", marks::CONTACT));
}

#[test]
fn a_charge_that_comes_home_goes_on_as_one_till_its_melee() {
    // MC-CHARGE-15, MC-SEQ-14.
    let mut game = charge(duel(), &[8, 3, 3, 7], &[("B1", "R1")]);
    ride(&mut game, "B1");
    leg(&mut game, "B1", (13, 23));
    answer(&mut game, HOLD, "R1");
    leg(&mut game, "B1", (13, 22));
    assert_eq!(contacts(&game).len(), 1);
    assert!(game.marked("B1", marks::CHARGING) && !game.marked("R1", marks::CHARGING));
    assert!(game.marked("B1", marks::CONTACT) && game.marked("R1", marks::CONTACT));
}

#[test]
fn who_loses_one_of_two_enemies_in_contact_is_still_in_contact_with_the_other() {
    // MC-CHARGE-22: B1 fights both; B2 charges the left one, which is tested and breaks on 10.
    let field = line().class(2).foot("B2", 4, (4, 34), "N", Shape::Line).class(2);
    let field = field.foot("R1", 8, (8, 29), "S", Shape::Open).foot("R2", 2, (13, 29), "S", Shape::Open);
    let both = [("B1", "R1", Aspect::Front), ("B1", "R2", Aspect::Front)];
    let mut game = met(field.phase(DECLARE, Side::Blue), &[1, 6, 6, 10, 3, 3, 3], &both);
    let first = game.id("B1");
    game.umpire().own_mut(first).engaged = true;
    game.give(game.order(CHARGE, "B2", "R1"));
    if game.asks() == "declare" {
        game.give(Order::new(DONE));
    }
    game.give(game.order(RIDE, "B2", ""));
    while game.asks() == "close" && !game.marked("R1", marks::ROUTING) {
        let stem = game.order(CLOSE, "B2", "");
        let to = game.war.reach_of(&stem).legal().next().expect("a leg").pose;
        game.give(stem.to(to));
    }
    assert!(game.marked("R1", marks::ROUTING), "{:?}", game.rolls());
    assert_eq!(contacts(&game), [(String::from("B1"), String::from("R2"))]);
    assert!(game.marked("B1", marks::CONTACT));
}

#[test]
fn horse_that_has_charged_forms_no_column_afterwards() {
    // MC-FORM-3, MC-CHARGE-7: free, but not in a charge, and who charged does not move in step 4 (MC-SEQ-6).
    let horse = |field: Fixture| field.unit("B1", Troops::Horse, 6, (10, 30), "N", Shape::Line).class(2);
    let field = horse(Fixture::plain()).foot("B9", 8, (35, 40), "N", Shape::Line);
    let field = field.foot("R1", 4, (12, 21), "S", Shape::Open);
    let mut game = charge(field.clone(), &[1, 1, 1, 1, 1, 10, 3, 3, 3], &[("B1", "R1")]);
    ride(&mut game, "B1");
    while game.asks() == "close" {
        let stem = game.order(CLOSE, "B1", "");
        let to = game.war.reach_of(&stem).legal().next().expect("a leg").pose;
        game.give(stem.to(to));
    }
    assert_eq!(game.asks(), "move");
    assert!(contacts(&game).is_empty() && game.war.own(game.id("B1")).engaged);
    let columns = |game: &Played| {
        let stem = game.order(FORM, "B1", "");
        let forms = game.war.reach_of(&stem);
        forms.legal().filter(|place| shape_of(&place.pose) == Shape::Column && game.may(stem.to(place.pose))).count()
    };
    assert_eq!(columns(&game), 0);
    assert!(columns(&field.phase(MOVEMENT, Side::Blue).game(&[])) > 0);
}

#[test]
fn skirmish_stands_that_have_fired_fire_no_more() {
    // MC-SKIRM-9: one stand never splits its fire, be it the first or the last.
    let field = Fixture::plain().unit("B1", Troops::Riflemen, 4, (20, 30), "N", Shape::Skirmish);
    let field = field.foot("R1", 8, (22, 24), "S", Shape::Line).foot("R2", 8, (16, 36), "N", Shape::Line);
    let mut game = field.foot("B9", 8, (30, 45), "N", Shape::Line).game(&[1]);
    let [by, first, other] = ["B1", "R1", "R2"].map(|unit| game.id(unit));
    let at = |game: &Played, on| shot(&game.war, by, on, Manner::Own);
    assert_eq!(at(&game, other).map(|shot| shot.figures), Some(8));
    let fired = at(&game, first).expect("a shot of all four");
    fire::shoot(&mut game.umpire(), &[fired], first);
    assert_eq!((at(&game, first), at(&game, other)), (None, None));
}

#[test]
fn raw_troops_fire_unless_they_are_held() {
    // MC-MORALE-9, MC-FIRE-13: class 4 and 5, held: none.
    let figures = |class, marks| {
        let field = line().class(class).marks(marks).foot("R1", 8, (13, 24), "S", Shape::Line);
        let game = field.game(&[]);
        shot(&game.war, game.id("B1"), game.id("R1"), Manner::Own).map(|shot| shot.figures)
    };
    let none = battle::Marks::empty();
    assert_eq!([4, 5].map(|class| figures(class, none)), [Some(24), Some(24)]);
    assert_eq!([3, 4, 5].map(|class| figures(class, marks::HELD)), [Some(12), None, None]);
}

#[test]
fn half_of_one_figure_rounded_down_is_no_shot() {
    // MC-FIRE-12, MC-MORALE-11.
    let left = |lost| {
        let field = Fixture::plain().foot("B1", 1, (10, 30), "N", Shape::Open).lost(lost).marks(marks::REFORMING);
        let field = field.state(|own| own.rallied = true).foot("R1", 8, (13, 24), "S", Shape::Line);
        let game = field.game(&[]);
        game.may(game.order(FIRE, "B1", "R1"))
    };
    assert_eq!([left(1), left(2)], [true, false]);
}

#[test]
fn friends_are_no_targets() {
    // MC-FIRE-1, 5.
    let game = line().foot("B2", 8, (13, 26), "S", Shape::Line).foot("R1", 8, (30, 5), "S", Shape::Line).game(&[]);
    assert!(!game.may(game.order(FIRE, "B1", "B2")));
}

#[test]
fn each_gun_of_a_volley_counts_by_its_own_crew() {
    // MC-ART-2, 7: medium guns of four: a whole crew 10, less than half 5, none is out.
    let shots = |crews: [i16; 3]| {
        let field =
            line().unit("R1", Troops::Guns, 3, (11, 28), "S", Shape::Battery).lost(12 - crews.iter().sum::<i16>());
        let game = field.state(move |own| own.crews = crews.to_vec()).game(&[]);
        let shots = volley(&game.war, game.id("R1"), game.id("B1"), Manner::Volley);
        shots.iter().map(|shot| shot.figures).collect::<Vec<_>>()
    };
    assert_eq!([shots([4, 1, 4]), shots([4, 0, 1])], [vec![10, 5, 10], vec![10, 5]]);
}

#[test]
fn a_gun_throws_to_destroy_guns_alone() {
    // MC-ART-4, 6: not what is no gun, nor crews that have left theirs.
    let hit = |on: fn(Fixture) -> Fixture, runs: bool| {
        let field = Fixture::plain().unit("B1", Troops::Guns, 1, (14, 40), "N", Shape::Battery);
        let mut game = on(field.foot("B9", 8, (30, 45), "N", Shape::Line)).game(&[10, 1, 1]);
        if runs {
            let crews = game.id("R1");
            breaks(&mut game.umpire(), crews, When::Later);
        }
        game.give(game.order(FIRE, "B1", "R1"));
        assert!(figures(&game, "R1") < game.war.field().unit(game.id("R1")).full, "hit");
        game.faces(crate::why::Why::Counter.label()).len()
    };
    assert_eq!(hit(|field| field.foot("R1", 8, (20, 30), "S", Shape::Line), false), 0);
    assert_eq!(hit(|field| field.unit("R1", Troops::Guns, 3, (20, 30), "S", Shape::Battery), false), 1);
    assert_eq!(hit(|field| field.unit("R1", Troops::Guns, 3, (20, 30), "S", Shape::Battery), true), 0);
}

#[test]
fn generals_ride_to_other_units_of_their_own() {
    // MC-GENERAL-2.
    let field = line().led("BG").foot("B2", 8, (18, 30), "N", Shape::Line).foot("R1", 8, (13, 24), "S", Shape::Line);
    let game = field.phase(MOVEMENT, Side::Blue).game(&[]);
    let may = |unit: &str| game.may(game.order(LEAD, "BG", unit));
    assert_eq!(["B1", "B2", "R1"].map(may), [false, true, false]);
}

#[test]
fn a_general_dies_once() {
    // MC-GENERAL-3, 5, 6: three dice, two of them 1; the first d6 kills him.
    let mut game = line().led("BG").game(&[1, 1, 9, 6, 6]);
    let unit = game.id("B1");
    losses::lose(&mut game.umpire(), unit, 6, "fire", "MC-FIRE-1");
    let gone = game.heard.events().iter().filter(|event| matches!(event, battle::Event::LeaderMoved { .. }));
    assert_eq!((gone.count(), game.war.state.leaders[0].dead), (1, true));
}

#[test]
fn who_loses_nobody_has_lost_nothing() {
    // MC-GENERAL-3: no die for his general, and no word of it.
    let mut game = line().led("BG").game(&[]);
    let unit = game.id("B1");
    losses::lose(&mut game.umpire(), unit, 0, "fire", "MC-FIRE-1");
    assert!(game.heard.events().is_empty(), "{:?}", game.heard.events());
    generals::at_risk(&mut game.umpire(), unit, 1);
    assert_eq!(game.rolls().len(), 1);
}

#[test]
fn the_contacts_of_others_outlast_a_unit_that_is_gone() {
    // MC-UNIT-7.
    let field = line().foot("B2", 8, (18, 30), "N", Shape::Line).foot("R1", 12, (14, 29), "S", Shape::Open);
    let field = field.foot("B3", 1, (30, 30), "N", Shape::Open).foot("R2", 1, (31, 29), "S", Shape::Open);
    let all = [("B1", "R1"), ("B2", "R1"), ("B3", "R2")].map(|(by, on)| (by, on, Aspect::Front));
    let after = |gone: &str| {
        let mut game = met(field.clone(), &[], &all);
        let unit = game.id(gone);
        losses::lose(&mut game.umpire(), unit, 99, "fire", "MC-FIRE-1");
        contacts(&game).into_iter().map(|(by, on)| format!("{by} {on}")).collect::<Vec<_>>()
    };
    assert_eq!(after("B1"), ["B2 R1", "B3 R2"]);
    assert_eq!(after("R1"), ["B3 R2"]);
}

#[test]
fn a_long_line_that_breaks_in_step_1_keeps_its_hexes_until_it_runs() {
    // MC-MOVE-30: of twelve files three are farther from the command stand than a crowd comes to be.
    let field = Fixture::plain().foot("B1", 12, (20, 30), "N", Shape::Open).foot("B2", 1, (20, 28), "N", Shape::Open);
    let mut game = field.foot("R1", 8, (25, 20), "S", Shape::Line).game(&[3, 3, 3]);
    let (unit, before) = (game.id("B1"), game.stands("B1"));
    breaks(&mut game.umpire(), unit, When::Later);
    assert_eq!(game.stands("B1"), before);
    crate::morale::rout::runs_on(&mut game.umpire(), unit);
    let far = |(q, r): &(i16, i16)| hex(*q, *r).distance(losses::command_stand(&game.war, unit));
    assert_eq!((game.stands("B1").iter().map(far).max(), game.war.stands(unit)), (Some(2), 12));
}

#[test]
fn nobody_to_run_from_and_no_way_home_is_captured() {
    // MC-HEX-11, MC-MOVE-25: each step has to bring it nearer to its own edge.
    let field = Fixture::plain().foot("B1", 1, (20, 30), "N", Shape::Open).terrain(Terrain::Impassable, &rows(31..=31));
    let game = field.foot("R1", 1, (10, 5), "S", Shape::Open).game(&[]);
    assert_eq!(away::rout(&game.war, game.id("B1"), &[], 12), away::Flight::Caught);
}

#[test]
fn a_second_cause_brings_no_second_test_even_at_once() {
    // MC-PANIC-1, 2, MC-MORALE-13: at most one marker; of a routing unit nothing changes.
    let tests = |marks| {
        let mut game = line().marks(marks).house("panic_tests", "at_once").game(&[1]);
        let unit = game.id("B1");
        panic::unnerve(&mut game.umpire(), unit, "losses by fire");
        game.run();
        game.rolls().len()
    };
    assert_eq!([tests(battle::Marks::empty()), tests(marks::PANIC), tests(marks::ROUTING)], [1, 0, 0]);
}

#[test]
fn no_more_stands_go_out_than_leave_the_command_stand_behind() {
    // MC-FORM-7.
    let field = Fixture::plain().foot("B1", 4, (10, 30), "N", Shape::Line).having(Traits::SKIRMISH).divisible();
    let game = field.foot("R1", 8, (20, 5), "S", Shape::Line).phase(MOVEMENT, Side::Blue).game(&[]);
    let places = |count| {
        let order = Order { number: Some(count), ..game.order(DETACH, "B1", "") };
        game.war.reach_of(&order).legal().count()
    };
    assert!(places(3) > 0);
    assert_eq!((places(0), places(4)), (0, 0));
}

#[test]
fn horse_holds_no_houses_and_a_village_may_be_larger_than_its_garrison() {
    // MC-DEPLOY-12: foot may hold building hexes; a unit of two stands two of four.
    let houses = [(10, 27), (11, 27), (10, 28), (11, 28)];
    let garrisons = |troops| {
        let field = Fixture::plain().terrain(Terrain::WoodenBuilding, &houses);
        let game = field.unit("B1", troops, 2, (10, 30), "N", Shape::Skirmish).game(&[]);
        let all = ends(&game, "B1", 9);
        all.into_iter().filter(|(pose, _)| shape_of(pose) == Shape::Garrison).count()
    };
    assert_eq!(garrisons(Troops::Horse), 0);
    assert!(garrisons(Troops::Riflemen) > 0);
    // Nor does horse that rallies among them.
    let rallied = |troops| {
        let field = Fixture::plain().terrain(Terrain::WoodenBuilding, &houses);
        let field = field.unit("B1", troops, 2, (10, 28), "N", Shape::Skirmish).marks(marks::ROUTING);
        let mut game = field.game(&[]);
        let unit = game.id("B1");
        let (pose, held) = (game.pose("B1"), crate::space::body(&game.war, unit).hexes().to_vec());
        let pose = battle::Pose::garrison(pose.anchor, pose.facing, &held).expect("two hexes");
        game.umpire().emit(battle::Event::Reshaped { unit, stands: 2, pose, fell: Vec::new() });
        game.umpire().mark(unit, marks::ROUTING, false);
        rally::forms(&game.war, unit).iter().filter(|pose| shape_of(pose) == Shape::Garrison).count()
    };
    assert_eq!([rallied(Troops::Horse), rallied(Troops::Riflemen)], [0, 1]);
}

#[test]
fn a_column_of_two_files_wheels_on_its_flank_stand() {
    // MC-MOVE-6: wheeling right the right front stand, at (11, 30), keeps its hex; 2 inches of one hex.
    let game = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Column).game(&[]);
    let within = |inches| {
        let poses = ends(&game, "B1", inches).into_iter();
        poses.filter(|(pose, _)| pose.facing.name() == "ENE").map(|(pose, _)| pose.anchor).collect::<Vec<_>>()
    };
    assert_eq!((within(1), within(2)), (vec![], vec![hex(11, 29)]));
}

#[test]
fn foot_in_column_does_not_step_aside() {
    // MC-MOVE-7, 10: faces that stand for side-steps are for cavalry alone.
    let game = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Column).game(&[]);
    let aside = game.pose("B1").at(hex(11, 30));
    assert_eq!(cost(&game, "B1", 6, &aside), None);
}

#[test]
fn horse_that_has_faced_back_goes_no_farther() {
    // MC-MOVE-9 to 11: 2 and 4 and 2 inches; the second face is the end of the move.
    let game = Fixture::plain().unit("B1", Troops::Horse, 6, (20, 30), "N", Shape::Line).game(&[]);
    let aside = game.pose("B1").at(hex(24, 30));
    assert_eq!(cost(&game, "B1", 16, &aside), Some(8));
    assert_eq!(cost(&game, "B1", 16, &game.pose("B1").at(hex(25, 28))), None);
}

#[test]
fn no_step_costs_more_than_four() {
    // MC-MOVE-5: back, in the wood and through friends, twice.
    let field = Fixture::plain().foot("B1", 2, (20, 30), "N", Shape::Open).terrain(Terrain::Woods, &rows(31..=32));
    let game = field.unit("B2", Troops::Riflemen, 1, (20, 31), "N", Shape::Skirmish).game(&[]);
    assert_eq!(cost(&game, "B1", 12, &game.pose("B1").at(hex(19, 32))), Some(8));
}

#[test]
fn the_second_side_deploys_after_the_first_and_then_the_turn_begins() {
    // MC-SEQ-9.
    let next = |side| sequence::next(&line().phase(DEPLOYMENT, side).game(&[]).war);
    assert!(matches!(next(Side::Blue), rulebook::Next::Phase(DEPLOYMENT, Side::Red)));
    assert!(matches!(next(Side::Red), rulebook::Next::TurnBegins));
}

#[test]
fn the_command_stand_of_every_order_is_its_anchor() {
    // MC-UNIT-6: file (files - 1) / 2 of the front rank, rounded down.
    for stands in 1..=12 {
        for form in crate::space::spreads(stands).into_iter() {
            let mut field = Fixture::plain().foot("B1", stands, (15, 30), "N", Shape::Open);
            field = field.posed(form);
            let game = field.game(&[]);
            assert_eq!(command_stand(&game.war, game.id("B1")), hex(15, 30), "{stands} {form:?}");
        }
    }
}
