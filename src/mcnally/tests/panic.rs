//! Proofs of panic markers (MC-PANIC).

use battle::rule::bites;
use battle::{Event, Side, System as _, Terrain};

use super::fixture::Fixture;
use super::steps::{Played, answer, charge, duel, leg, ride};
use crate::info::{EVADE, FIRE, MORALE, START, TEST, VOLLEY};
use crate::morale::rout;
use crate::profile::Troops;
use crate::space::Shape;
use crate::{marks, morale};

#[test]
fn routs_alarm_friends_of_no_better_class_in_view() {
    bites(&["MC-PANIC-9"], || {
        let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).class(3);
        let field = field.foot("B2", 8, (18, 30), "N", Shape::Line).class(4);
        let game = field.foot("B3", 8, (26, 30), "N", Shape::Line).class(2).game(&[]);
        assert_eq!(morale::panic::alarmed(&game.war, game.id("B1")), [game.id("B2")]);
    });
}

/// A unit of six stands with a marker, alone with another in step 1.
fn shaken() -> Fixture {
    let field = Fixture::plain().foot("B1", 6, (10, 30), "N", Shape::Line).marks(marks::PANIC);
    field.foot("B9", 8, (35, 40), "N", Shape::Line).marks(marks::PANIC).phase(MORALE, Side::Blue)
}

/// What befell markers of a unit and its tests, in order: true for a marker got, false for one lost; and rolls.
fn told(game: &Played, unit: &str) -> Vec<String> {
    let id = game.id(unit);
    let tell = |event: &Event| match event {
        Event::Marked { unit, marks, on, .. } if *unit == id && marks.contains(marks::PANIC) => {
            Some(String::from(if *on { "marker" } else { "calm" }))
        }
        Event::Rolled(roll) => Some(String::from(roll.label)),
        _ => None,
    };
    game.heard.events().iter().filter_map(tell).collect()
}

#[test]
fn a_unit_has_one_marker_and_one_test_however_often_it_suffers() {
    bites(&["MC-PANIC-1", "MC-PANIC-4"], || {
        let mut game = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).game(&[]);
        let unit = game.id("B1");
        morale::panic::under_fire(&mut game.umpire(), unit, 4, 1);
        morale::panic::under_fire(&mut game.umpire(), unit, 4, 2);
        assert_eq!(told(&game, "B1"), ["marker"]);
    });
    let mut game = shaken().game(&[7]);
    game.give(game.order(TEST, "B1", ""));
    assert!(!game.may(game.order(TEST, "B1", "")), "one test");
}

#[test]
fn markers_wait_for_step_one_or_are_tested_at_once() {
    let shot = |option: &str| {
        let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).house("panic_tests", option);
        let field = field.foot("B2", 8, (35, 40), "N", Shape::Line).foot("R2", 8, (38, 35), "S", Shape::Line);
        let mut game = field.foot("R1", 8, (13, 24), "S", Shape::Line).game(&[7, 9, 3, 3, 3]);
        game.give(game.order(FIRE, "B1", "R1"));
        (game.marked("R1", marks::PANIC), game.marked("R1", marks::ROUTING), game.faces("morale").len())
    };
    bites(&["MC-PANIC-2"], || assert_eq!(shot("next_step_1"), (true, false, 0)));
    assert_eq!(shot("at_once"), (true, true, 1));
}

#[test]
fn a_test_that_is_passed_takes_the_marker_off() {
    bites(&["MC-PANIC-3"], || {
        let mut game = shaken().game(&[7]);
        game.give(game.order(TEST, "B1", ""));
        assert!(!game.marked("B1", marks::PANIC | marks::HELD));
    });
    // Who holds one as charger or defender tests once, at +1.
    let mut game = charge(duel().marks(marks::PANIC), &[8, 3, 3, 6], &[("B1", "R1")]);
    ride(&mut game, "B1");
    leg(&mut game, "B1", (13, 23));
    assert_eq!((game.results("standing"), game.marked("R1", marks::PANIC)), (vec![0], false));
}

#[test]
fn chargers_and_charged_get_their_markers_before_their_tests() {
    bites(&["MC-PANIC-5"], || {
        let mut game = charge(duel(), &[8, 3, 3], &[("B1", "R1")]);
        ride(&mut game, "B1");
        assert_eq!(told(&game, "B1")[..3], ["marker", "charging", "calm"]);
    });
    bites(&["MC-PANIC-6"], || {
        let mut game = charge(duel(), &[8, 3, 3, 8], &[("B1", "R1")]);
        ride(&mut game, "B1");
        leg(&mut game, "B1", (13, 23));
        assert!(game.marked("R1", marks::PANIC), "it failed by 1 and keeps it");
        assert_eq!(told(&game, "R1")[2..], ["marker", "standing"]);
    });
    bites(&["MC-PANIC-7"], || {
        let mut game = charge(duel(), &[8, 3, 3, 7, 6, 8], &[("B1", "R1")]);
        ride(&mut game, "B1");
        leg(&mut game, "B1", (13, 23));
        answer(&mut game, VOLLEY, "R1");
        assert_eq!(told(&game, "B1")[6..], ["marker", "closing", "calm"]);
    });
}

#[test]
fn six_figures_of_fire_shake_classes_four_and_five_once_a_turn() {
    let shots = |class: i16, figures: &[i16]| {
        let mut game = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Open).class(class).game(&[]);
        let unit = game.id("B1");
        figures.iter().for_each(|figures| morale::panic::under_fire(&mut game.umpire(), unit, *figures, 0));
        game.marked("B1", marks::PANIC)
    };
    bites(&["MC-PANIC-8"], || {
        assert!(shots(4, &[6]) && shots(5, &[6]) && shots(5, &[4, 3]));
        assert!(!shots(4, &[5]) && !shots(5, &[4, 1]) && !shots(3, &[30]));
    });
    bites(&["MC-PANIC-16"], || {
        let mut game = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Open).class(5).game(&[]);
        let unit = game.id("B1");
        morale::panic::under_fire(&mut game.umpire(), unit, 7, 0);
        morale::panic::calm(&mut game.umpire(), unit);
        morale::panic::under_fire(&mut game.umpire(), unit, 7, 0);
        assert!(!game.marked("B1", marks::PANIC), "one a game turn");
        morale::panic::under_fire(&mut game.umpire(), unit, 7, 1);
        assert!(game.marked("B1", marks::PANIC), "a loss gives its own");
    });
}

#[test]
fn the_total_of_fire_begins_anew_with_the_game_turn() {
    let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Open).class(5);
    let mut game = field.foot("R1", 8, (10, 5), "S", Shape::Open).state(|own| own.fired_at = 5).game(&[1]);
    game.enter(START, Side::Blue);
    assert_eq!(game.war.own(game.id("R1")).fired_at, 0);
}

#[test]
fn routs_alarm_within_twelve_inches_in_view() {
    let alarmed = |class: i16, at: (i16, i16), wall: &[(i16, i16)]| {
        let field = Fixture::plain().foot("B1", 4, (10, 30), "N", Shape::Open).class(3);
        let field = field.terrain(Terrain::StoneBuilding, wall);
        let game = field.foot("B2", 1, at, "N", Shape::Open).class(class).game(&[]);
        !morale::panic::alarmed(&game.war, game.id("B1")).is_empty()
    };
    // Stands at (9, 30) to (12, 30).
    bites(&["MC-PANIC-9"], || {
        assert!(alarmed(3, (24, 30), &[]) && !alarmed(3, (25, 30), &[]), "12 inches from stand to stand");
        assert!(alarmed(5, (20, 30), &[]) && !alarmed(2, (20, 30), &[]), "equal or higher class routs");
        assert!(!alarmed(5, (20, 30), &[(19, 30)]), "out of view");
    });
}

#[test]
fn skirmishers_who_evade_get_a_marker() {
    bites(&["MC-PANIC-12"], || {
        let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line);
        let field = field.unit("R1", Troops::Riflemen, 6, (13, 23), "S", Shape::Skirmish);
        let mut game = charge(field.foot("B9", 8, (35, 40), "N", Shape::Line), &[1, 3, 3, 6, 3, 4, 4], &[("B1", "R1")]);
        ride(&mut game, "B1");
        let stem = game.war.stems()[0];
        let to = game.war.reach(&stem).legal().next().expect("a leg").pose;
        game.give(stem.to(to));
        answer(&mut game, EVADE, "R1");
        assert!(game.marked("R1", marks::PANIC) && !game.marked("B1", marks::PANIC));
    });
}

#[test]
fn who_fails_to_charge_keeps_its_marker() {
    bites(&["MC-PANIC-13"], || {
        let mut game = charge(duel(), &[10, 1, 1], &[("B1", "R1")]);
        ride(&mut game, "B1");
        assert!(game.marked("B1", marks::PANIC));
    });
}

#[test]
fn who_routs_has_a_marker_and_gives_one_to_whom_it_runs_over() {
    bites(&["MC-PANIC-14", "MC-PANIC-15"], || {
        // Blue comes from the south; a class 1 unit stands on red's way and is not alarmed by the rout of class 3.
        let field = Fixture::plain().foot("B1", 8, (14, 30), "N", Shape::Line);
        let field = field.foot("R1", 4, (15, 27), "S", Shape::Line);
        let field = field.foot("R2", 12, (22, 20), "S", Shape::Open).class(1).house("rout_stop", "full");
        let mut game = field.game(&[3, 3, 3]);
        let unit = game.id("R1");
        rout::breaks(&mut game.umpire(), unit, rout::When::Now);
        assert!(game.marked("R1", marks::PANIC) && game.marked("R2", marks::PANIC));
    });
}

/// MC-PANIC-4, MC-PANIC-8: a marker tells what it is for.
#[test]
fn a_marker_names_losses_or_the_mass_of_fire() {
    let cause = |figures: i16, lost: i16| {
        let mut game = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).class(4).game(&[]);
        let unit = game.id("B1");
        morale::panic::under_fire(&mut game.umpire(), unit, figures, lost);
        game.heard.events().iter().find_map(|event| match event {
            Event::Marked { marks, on: true, cause, .. } if marks.contains(marks::PANIC) => Some(*cause),
            _ => None,
        })
    };
    assert_eq!([cause(6, 0), cause(6, 1), cause(5, 0)], [Some("much fire"), Some("losses by fire"), None]);
}
