//! The rules page's worked examples of fire, morale and movement (section 18).

use battle::rule::bites;
use battle::{Obstacle, Order, PoseStep, Side, Terrain};

use super::fixture::{Fixture, hex};
use crate::info::{DONE, FIRE, JOIN, LOOSE, MORALE, MOVE, MOVEMENT, PLACE, TEST};
use crate::morale::Mood;
use crate::profile::Troops;
use crate::space::{Shape, in_arc, parts};
use crate::state::Going;
use crate::{marks, morale, movement};

#[test]
fn example_1_a_volley_beyond_half_range() {
    bites(&["MC-FIRE-6"], || {
        let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line);
        let mut game = field.foot("R1", 8, (13, 24), "S", Shape::Line).game(&[7]);
        game.give(game.order(FIRE, "B1", "R1"));
        assert_eq!(game.war.strength(game.id("R1")), 22);
    });
}

#[test]
fn example_2_more_than_thirty_in_one_volley() {
    bites(&["MC-FIRE-2", "MC-FIRE-8"], || {
        let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line);
        let field = field.foot("B2", 6, (14, 30), "N", Shape::Line).lost(2);
        let mut game = field.foot("R1", 8, (12, 27), "S", Shape::Line).game(&[9, 4]);
        game.give(game.order(JOIN, "B1", "R1"));
        game.give(game.order(JOIN, "B2", "R1"));
        if game.asks() == "volley" {
            game.give(game.order(LOOSE, "B1", ""));
        }
        assert_eq!(game.war.strength(game.id("R1")), 18);
    });
}

#[test]
fn example_3_militia_at_skirmishers() {
    let field = Fixture::plain().unit("B1", Troops::Militia, 6, (10, 30), "N", Shape::Open);
    let field = field.unit("R1", Troops::Riflemen, 6, (13, 24), "S", Shape::Skirmish);
    let mut game = field.game(&[8]);
    game.give(game.order(FIRE, "B1", "R1"));
    assert_eq!(game.war.strength(game.id("R1")), 11);
}

#[test]
fn example_4_riflemen_move_half_and_fire_half() {
    bites(&["MC-MOVE-21", "MC-FIRE-12"], || {
        let field = Fixture::plain().unit("B1", Troops::Riflemen, 6, (10, 30), "N", Shape::Skirmish);
        let field = field.foot("B2", 8, (35, 30), "N", Shape::Line).foot("R1", 8, (13, 20), "S", Shape::Line);
        let field = field.phase(MOVEMENT, Side::Blue);
        let mut game = field.game(&[3, 3, 3]);
        let to = game.pose("B1").at(hex(12, 25));
        game.give(game.order(MOVE, "B1", ""));
        game.give(game.order(PLACE, "B1", "").to(to));
        game.give(Order::new(DONE));
        assert_eq!(game.asks(), "fire");
        let shot = crate::fire::aim::shot(&game.war, game.id("B1"), game.id("R1"), crate::fire::aim::Manner::Own);
        assert_eq!(shot.map(|shot| shot.figures), Some(6));
    });
}

#[test]
fn example_4_more_than_half_costs_the_fire() {
    bites(&["MC-MOVE-22"], || {
        let field = Fixture::plain().unit("B1", Troops::Riflemen, 6, (10, 30), "N", Shape::Skirmish);
        let field = field.foot("B2", 8, (35, 30), "N", Shape::Line).foot("R1", 8, (13, 20), "S", Shape::Line);
        let field = field.phase(MOVEMENT, Side::Blue);
        let mut game = field.game(&[3, 3, 3]);
        let to = game.pose("B1").at(hex(13, 24));
        game.give(game.order(MOVE, "B1", ""));
        game.give(game.order(PLACE, "B1", "").to(to));
        assert!(!crate::fire::is_able(&game.war, game.id("B1")));
    });
}

#[test]
fn example_5_six_figures_shake_green_troops() {
    bites(&["MC-PANIC-8"], || {
        let field = Fixture::plain().unit("B1", Troops::Militia, 8, (10, 30), "N", Shape::Open).class(5);
        let mut game = field.foot("B2", 8, (30, 30), "N", Shape::Line).game(&[]);
        for unit in ["B1", "B2"].map(|label| game.id(label)) {
            morale::panic::under_fire(&mut game.umpire(), unit, 4, 0);
            morale::panic::under_fire(&mut game.umpire(), unit, 3, 0);
        }
        assert!(game.marked("B1", marks::PANIC) && !game.marked("B2", marks::PANIC));
    });
}

#[test]
fn example_6_a_marker_is_tested() {
    let field = || {
        let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).lost(6).marks(marks::PANIC).led("BG");
        field.foot("B2", 8, (35, 30), "N", Shape::Line).marks(marks::PANIC).phase(MORALE, Side::Blue)
    };
    bites(&["MC-MORALE-9"], || {
        let mut game = field().game(&[8]);
        game.give(game.order(TEST, "B1", ""));
        assert!(game.marked("B1", marks::HELD) && game.marked("B1", marks::PANIC));
    });
    bites(&["MC-MORALE-10"], || {
        let mut game = field().game(&[9]);
        game.give(game.order(TEST, "B1", ""));
        assert!(game.marked("B1", marks::ROUTING));
    });
}

#[test]
fn example_7_indians_are_fiercer_in_woods() {
    bites(&["MC-SPECIAL-5"], || {
        let game = Fixture::plain().unit("B1", Troops::Indians, 6, (10, 30), "N", Shape::Skirmish).game(&[]);
        let class = |mood| morale::number(&game.war, morale::class_for(&game.war, game.id("B1"), mood));
        assert_eq!([class(Mood::Fierce), class(Mood::Usual)], [8, 7]);
        let woods: Vec<(i16, i16)> = (0..30).map(|q| (q, 30)).collect();
        let field = Fixture::plain().terrain(Terrain::Woods, &woods);
        let game = field.unit("B1", Troops::Indians, 6, (10, 30), "N", Shape::Skirmish).game(&[]);
        assert_eq!(morale::number(&game.war, morale::class_for(&game.war, game.id("B1"), Mood::Fierce)), 9);
    });
}

#[test]
fn example_8_a_wheel_of_four_files_costs_six() {
    bites(&["MC-MOVE-5"], || {
        let game = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line).game(&[]);
        let reach = movement::reach::reach_with(&game.war, game.id("B1"), 8, Going::Plain);
        let wheeled = PoseStep::WheelRight.apply(&game.pose("B1"), 8);
        let cost = |pose: &battle::Pose| reach.legal().find(|place| place.pose == *pose).map(|place| place.cost);
        assert_eq!(cost(&wheeled), Some(600));
        let on = PoseStep::AheadRight.apply(&PoseStep::AheadLeft.apply(&wheeled, 8), 8);
        assert_eq!(cost(&on), Some(800));
    });
}

#[test]
fn example_9_backsteps_in_woods_cost_four() {
    bites(&["MC-HEX-10"], || {
        let woods: Vec<(i16, i16)> = (26..36).flat_map(|r| (-10..40).map(move |q| (q, r))).collect();
        let woods: Vec<(i16, i16)> = woods.into_iter().filter(|(q, r)| (0..60).contains(&(q + r / 2))).collect();
        let field = Fixture::plain().terrain(Terrain::Woods, &woods).foot("B1", 6, (10, 30), "N", Shape::Open);
        let game = field.game(&[]);
        let reach = movement::reach::reach_with(&game.war, game.id("B1"), 9, Going::Plain);
        let facing = game.pose("B1").facing;
        let back = reach.legal().filter(|place| place.pose.facing == facing).map(|place| place.pose.anchor.r).max();
        assert_eq!(back, Some(32));
    });
}

#[test]
fn example_10_every_fence_costs_two_once() {
    bites(&["MC-MOVE-8"], || {
        let field = Fixture::plain().above(30, Obstacle::Fence).above(28, Obstacle::Fence);
        let game = field.foot("B1", 8, (10, 30), "N", Shape::Line).game(&[]);
        let reach = movement::reach::reach_with(&game.war, game.id("B1"), 7, Going::Plain);
        assert_eq!(reach.legal().map(|place| place.pose.anchor.r).min(), Some(27));
    });
    bites(&["MC-MOVE-2"], || {
        let woods: Vec<(i16, i16)> = (0..20).map(|q| (q, 30)).collect();
        let field = Fixture::plain().terrain(Terrain::Rough, &woods).above(30, Obstacle::Fence);
        let field = field.unit("B1", Troops::Guns, 2, (10, 30), "N", Shape::Limbered);
        let reach = {
            let game = field.game(&[]);
            movement::reach::reach_with(&game.war, game.id("B1"), 7, Going::Plain)
        };
        assert_eq!(reach.legal().map(|place| place.pose.anchor.r).min(), Some(23));
    });
}

#[test]
fn example_11_arcs_in_parts_of_front_left_and_right() {
    let (north, origin) = ("N".parse().expect("a facing"), hex(0, 0));
    assert_eq!(parts(north, hex(2, -5) - origin), (3, 2));
    assert!(in_arc(north, origin, hex(2, -5)) && !in_arc(north, origin, hex(4, -3)));
}

#[test]
fn example_12_counter_battery() {
    bites(&["MC-ART-4", "MC-ART-1"], || {
        let field = Fixture::plain().unit("B1", Troops::Guns, 1, (10, 40), "N", Shape::Battery);
        let field = field.unit("R1", Troops::Guns, 2, (20, 20), "S", Shape::Battery);
        let mut game = field.game(&[9, 9]);
        let shot = crate::fire::aim::shot(&game.war, game.id("B1"), game.id("R1"), crate::fire::aim::Manner::Own);
        assert_eq!(shot.map(|shot| shot.figures), Some(10));
        game.give(game.order(FIRE, "B1", "R1"));
        assert_eq!((game.war.stands(game.id("R1")), game.war.strength(game.id("R1"))), (1, 4));
        game.all_fell();
    });
}
