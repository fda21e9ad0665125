//! Proofs of generals (MC-GENERAL).

use battle::rule::bites;
use battle::{HouseRules, LeaderFate, LeaderId, Perch, Rank, Side};

use super::fixture::Fixture;
use crate::info::{DECLARE, LEAD, MOVE, MOVEMENT, PLACE};
use crate::morale::rout;
use crate::space::Shape;
use crate::{generals, losses, marks, movement};

#[test]
fn example_20_losses_put_the_general_at_risk() {
    let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).led("BG");
    let mut game = field.game(&[1, 7, 4]);
    let unit = game.id("B1");
    generals::at_risk(&mut game.umpire(), unit, 3);
    assert!(game.war.state.leaders[0].serious && !game.war.state.leaders[0].dead);
    game.all_fell();
}

#[test]
fn a_general_steadies_his_own_and_falls_with_them() {
    bites(&["MC-PANIC-10", "MC-GENERAL-6"], || {
        let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).led("BG");
        let mut game = field.foot("B2", 8, (30, 30), "N", Shape::Line).game(&[1, 1, 1, 2, 1, 6]);
        let unit = game.id("B1");
        for _ in 0..2 {
            generals::at_risk(&mut game.umpire(), unit, 1);
        }
        assert!(game.war.state.leaders[0].serious);
        generals::at_risk(&mut game.umpire(), unit, 1);
        assert!(game.war.state.leaders[0].dead && game.marked("B1", marks::PANIC) && game.marked("B2", marks::PANIC));
    });
}

#[test]
fn a_die_for_every_two_figures_lost() {
    bites(&["MC-GENERAL-3"], || {
        for (lost, dice) in [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)] {
            let mut game = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).led("BG").game(&[9; 6]);
            let unit = game.id("B1");
            losses::lose(&mut game.umpire(), unit, lost, "fire", "MC-FIRE-1");
            assert_eq!(game.faces("risk to the general"), [vec![9; dice]], "{lost} lost");
        }
        let mut alone = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).game(&[]);
        let unit = alone.id("B1");
        losses::lose(&mut alone.umpire(), unit, 6, "fire", "MC-FIRE-1");
        assert!(alone.rolls().is_empty());
    });
}

#[test]
fn losses_at_different_times_are_tested_each() {
    bites(&["MC-GENERAL-4"], || {
        let mut game = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).led("BG").game(&[9; 4]);
        let unit = game.id("B1");
        losses::lose(&mut game.umpire(), unit, 1, "fire", "MC-FIRE-1");
        losses::lose(&mut game.umpire(), unit, 1, "melee", "MC-MELEE-4");
        assert_eq!(game.faces("risk to the general"), [[9], [9]]);
    });
}

/// What becomes of a general whose unit loses two figures: light, serious, dead.
fn fate(faces: &[u8]) -> [bool; 3] {
    let mut game = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).led("BG").game(faces);
    let unit = game.id("B1");
    losses::lose(&mut game.umpire(), unit, 2, "fire", "MC-FIRE-1");
    game.all_fell();
    let state = game.war.state.leaders[0];
    [state.light, state.serious, state.dead]
}

#[test]
fn a_one_is_a_wound_by_another_die() {
    bites(&["MC-GENERAL-5"], || {
        assert_eq!(fate(&[1, 1]), [true, false, false]);
        assert_eq!(fate(&[1, 2]), [true, false, false]);
        assert_eq!([fate(&[1, 3]), fate(&[1, 4])], [[false, true, false]; 2]);
        assert_eq!([fate(&[1, 5]), fate(&[1, 6])], [[false, false, true]; 2]);
    });
    assert_eq!([fate(&[2]), fate(&[10])], [[false; 3]; 2]);
}

/// A general alone at (30, 30), and units of his at 18 and 25 inches.
fn riders() -> Fixture {
    let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).foot("B2", 8, (20, 45), "N", Shape::Line);
    let field = field.alone("BG", Rank::Brigade, (30, 20)).foot("R1", 8, (10, 5), "S", Shape::Line);
    field.phase(MOVEMENT, Side::Blue)
}

#[test]
fn a_general_rides_once_a_turn_in_step_four_of_his_card() {
    // The nearest stand of B1 is (12, 30): 18 inches; the most that he rides is 28.
    bites(&["MC-GENERAL-2"], || {
        let mut game = riders().game(&[3, 4, 4, 3]);
        assert!(game.may(game.order(LEAD, "BG", "B1")));
        game.give(game.order(LEAD, "BG", "B1"));
        assert_eq!(game.war.unit_of(game.leader("BG")), Some(game.id("B1")), "14 and 4 are 18");
        assert!(!game.may(game.order(LEAD, "BG", "B2")), "once a turn");
    });
    let mut short = riders().game(&[3, 4, 4, 2]);
    short.give(short.order(LEAD, "BG", "B1"));
    assert_eq!(short.war.unit_of(short.leader("BG")), None, "an inch short");
    assert!(
        matches!(short.war.field().leader(short.leader("BG")), Perch::At(hex) if hex != super::fixture::hex(30, 20))
    );
    let other = riders().phase(DECLARE, Side::Blue).game(&[]);
    assert!(!other.may(other.order(LEAD, "BG", "B1")), "step 4 only");
    let mut taken = riders().game(&[]);
    let enemy = taken.id("R1");
    movement::path::overrun(&mut taken.umpire(), enemy, &[super::fixture::hex(30, 20)]);
    assert!(taken.war.state.leaders[0].dead && taken.marked("B1", marks::PANIC), "captured counts as killed");
}

#[test]
fn the_wounded_ride_half_or_a_die() {
    bites(&["MC-GENERAL-6"], || {
        let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).led("BG");
        let mut game = field.game(&[1, 1, 1, 2]);
        let unit = game.id("B1");
        generals::at_risk(&mut game.umpire(), unit, 1);
        assert!(game.war.state.leaders[0].light && !game.war.state.leaders[0].serious);
        generals::at_risk(&mut game.umpire(), unit, 1);
        assert!(game.war.state.leaders[0].serious, "a second light wound is serious");
    });
    let rides = |light, serious, dice: &[u8]| {
        let mut game = riders().game(dice);
        (game.war.state.leaders[0].light, game.war.state.leaders[0].serious) = (light, serious);
        let order = game.order(LEAD, "BG", "B2");
        if game.may(order) {
            game.give(order);
        }
        game.results("move")
    };
    // The nearest stand of B2 is in row 45: 25 inches.
    assert_eq!(rides(false, false, &[6, 6, 6, 6]), [28]);
    assert_eq!(rides(true, false, &[6, 6, 6, 6]), [] as [i16; 0], "half of 28 is out of reach");
    assert_eq!(rides(false, true, &[6]), [] as [i16; 0]);
}

#[test]
fn a_unit_leaves_its_seriously_wounded_general_behind() {
    let moved = |face: u8| {
        let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).led("BG");
        let field = field.foot("B9", 8, (35, 40), "N", Shape::Line).foot("R1", 8, (10, 5), "S", Shape::Line);
        let mut game = field.phase(MOVEMENT, Side::Blue).game(&[3, 3, face]);
        game.war.state.leaders[0].serious = true;
        game.give(game.order(MOVE, "B1", ""));
        let to = game.pose("B1").at(super::fixture::hex(12, 26));
        game.give(game.order(PLACE, "B1", "").to(to));
        game.war.unit_of(game.leader("BG")).is_some()
    };
    assert_eq!([3, 4].map(moved), [false, true], "four inches");
}

#[test]
fn who_falls_is_replaced_by_nobody_and_who_runs_with_his_unit_alarms_nobody() {
    bites(&["MC-GENERAL-7"], || {
        let field = Fixture::plain().foot("B1", 2, (10, 57), "N", Shape::Open).led("BG").class(5);
        let field = field.foot("B2", 8, (25, 40), "N", Shape::Line).class(1).foot("R1", 8, (12, 54), "S", Shape::Line);
        let mut game = field.game(&[3, 3, 3]);
        let unit = game.id("B1");
        rout::breaks(&mut game.umpire(), unit, rout::When::Now);
        assert!(!game.is_there("B1") && game.war.state.leaders[0].dead);
        assert!(!game.marked("B2", marks::PANIC), "lost, not killed");
        assert_eq!(told(&game), LeaderFate::Fit, "he ran with his unit and will be back");
    });
}

/// What is told of the first general.
fn told(game: &rulebook::fixture::Game<crate::McNally>) -> LeaderFate {
    battle::System::leader_fate(&game.war, LeaderId(0))
}

#[test]
fn the_dead_are_lost_and_the_seriously_wounded_hurt() {
    let after = |faces: &[u8]| {
        let mut game = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).led("BG").game(faces);
        let unit = game.id("B1");
        losses::lose(&mut game.umpire(), unit, 2, "fire", "MC-FIRE-1");
        told(&game)
    };
    assert_eq!([after(&[2]), after(&[1, 1])], [LeaderFate::Fit; 2], "unhurt, and lightly wounded");
    assert_eq!([after(&[1, 3]), after(&[1, 6])], [LeaderFate::Wounded, LeaderFate::Lost]);
}

#[test]
fn generals_begin_with_units_of_their_commands() {
    bites(&["MC-GENERAL-1"], || {
        let war = crate::deploy(&proving::small_scenario(), &HouseRules::default(), 1).expect("a battle");
        let leaders: Vec<LeaderId> = (0..war.setting().leaders.len()).map(|place| LeaderId(place as u8)).collect();
        assert!(!leaders.is_empty());
        for leader in leaders {
            let unit = war.unit_of(leader).expect("a unit");
            assert!(war.fixed().chain[unit.index()].contains(&Some(leader)), "of his own command");
        }
    });
}
