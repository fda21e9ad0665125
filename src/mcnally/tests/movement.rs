//! Movement by dice, its costs and restrictions (chapter 6).

use battle::rule::bites;
use battle::{Side, Terrain};

use super::fixture::Fixture;
use crate::info::{FALLBACK, MOUNT, MOVEMENT};
use crate::marks;
use crate::profile::{Nation, Troops};
use crate::space::Shape;

#[test]
fn example_33_dismounting_costs_half() {
    bites(&["MC-MOVE-17"], || {
        let field = Fixture::plain().unit("B1", Troops::Horse, 4, (10, 30), "N", Shape::Line);
        let field = field.foot("B2", 8, (30, 30), "N", Shape::Line).foot("R1", 8, (10, 5), "S", Shape::Line);
        let mut game = field.phase(MOVEMENT, Side::Blue).game(&[3, 3, 3, 4]);
        game.give(game.order(MOUNT, "B1", ""));
        assert!(game.marked("B1", marks::DISMOUNTED));
        assert_eq!(crate::space::shape(&game.war, game.id("B1")), Shape::Skirmish);
        assert_eq!(game.results("move"), [6]);
    });
}

#[test]
fn example_35_militia_falls_back_and_pays() {
    bites(&["MC-MOVE-18", "MC-SPECIAL-3"], || {
        let woods: Vec<(i16, i16)> = (35..40).flat_map(|r| (-10..40).map(move |q| (q, r))).collect();
        let woods: Vec<(i16, i16)> = woods.into_iter().filter(|(q, r)| (0..60).contains(&(q + r / 2))).collect();
        let field = Fixture::plain().terrain(Terrain::Woods, &woods);
        let field = field.unit("B1", Troops::Militia, 8, (10, 30), "N", Shape::Open).nation(Nation::American);
        let field = field.foot("B2", 8, (30, 30), "N", Shape::Line).foot("R1", 8, (13, 20), "S", Shape::Line);
        let mut game = field.phase(MOVEMENT, Side::Blue).game(&[3, 4]);
        game.give(game.order(FALLBACK, "B1", ""));
        game.give(game.order(crate::info::RUN, "B1", ""));
        assert!(game.marked("B1", marks::FALLING_BACK));
        assert_eq!((game.results("move"), game.pose("B1").anchor.r), (vec![12], 37));
        assert_eq!(game.pose("B1").facing.name(), "S");
    });
}

#[test]
fn example_22_cavalry_faces_and_moves_aside() {
    bites(&["MC-MOVE-10", "MC-MOVE-11"], || {
        let game = Fixture::plain().unit("B1", Troops::Horse, 4, (10, 30), "N", Shape::Line).game(&[]);
        let reach = crate::movement::reach_with(&game.war, game.id("B1"), 12, crate::state::Going::Plain);
        let aside = |shape: Shape| {
            let level = reach.legal().map(|place| place.pose).filter(|pose| pose.anchor.r == 30);
            level.filter(|pose| crate::space::shape_of(pose) == shape).map(|pose| pose.anchor.q).max()
        };
        assert_eq!([aside(Shape::Line), aside(Shape::Skirmish)], [Some(18), Some(20)]);
    });
}

#[test]
fn infantry_alone_steps_back_and_aside() {
    bites(&["MC-MOVE-7"], || {
        let field = Fixture::plain().foot("B1", 8, (10, 30), "N", Shape::Line);
        let game = field.unit("B2", Troops::Horse, 4, (30, 30), "N", Shape::Line).game(&[]);
        let back = |label: &str| {
            let reach = crate::movement::reach_with(&game.war, game.id(label), 4, crate::state::Going::Plain);
            let facing = game.pose(label).facing;
            reach.legal().any(|place| place.pose.anchor.r > 30 && place.pose.facing == facing)
        };
        assert_eq!([back("B1"), back("B2")], [true, false]);
    });
}

#[test]
fn nobody_moves_next_to_an_enemy_but_by_a_charge() {
    bites(&["MC-MOVE-14"], || {
        let field = Fixture::plain().foot("B1", 2, (10, 30), "N", Shape::Line);
        let game = field.foot("R1", 8, (12, 26), "S", Shape::Open).game(&[]);
        let reach = crate::movement::reach_with(&game.war, game.id("B1"), 12, crate::state::Going::Plain);
        let enemy = crate::space::body(&game.war, game.id("R1"));
        let beside = |pose: &battle::Pose| pose.stands(2).distance(&enemy) <= 1;
        assert!(!reach.legal().any(|place| beside(&place.pose)));
    });
}
