//! Enemies kept off, friends passed, mounting, charges through friends (MC-MOVE-14 to 17, 23, 27).

use battle::rule::bites;
use battle::{Pose, Side, System as _};
use rulebook::fixture::Game;

use super::fixture::{Fixture, hex};
use super::ways::{cost, ends, north};
use crate::McNally;
use crate::charge::reach::{bonus, furthest};
use crate::info::{FIRE, LEAD, MOUNT, MOVE, MOVEMENT, PLACE};
use crate::marks;
use crate::movement::sheet::{Pace, Toll, toll};
use crate::profile::Troops;
use crate::space::{Shape, body, shape, shape_of};

#[test]
fn nobody_moves_next_to_an_enemy_but_by_a_charge() {
    bites(&["MC-MOVE-14"], || {
        let field = Fixture::plain().foot("B1", 2, (10, 30), "N", Shape::Line);
        let game = field.foot("R1", 8, (12, 26), "S", Shape::Open).game(&[]);
        let enemy = body(&game.war, game.id("R1"));
        let near = ends(&game, "B1", 12).into_iter().map(|(pose, _)| pose.stands(2).distance(&enemy)).min();
        assert_eq!(near, Some(2));
        // Nor do skirmishers, nor on the way.
        let field = Fixture::plain().unit("B1", Troops::Riflemen, 1, (10, 30), "N", Shape::Skirmish);
        let game = field.foot("R1", 24, (10, 27), "S", Shape::Open).game(&[]);
        assert_eq!(north(&game, "B1", 6), 29);
        // Who starts next to one may only move off.
        let field = Fixture::plain().foot("B1", 4, (10, 30), "N", Shape::Open);
        let game = field.foot("R1", 4, (10, 29), "S", Shape::Open).game(&[]);
        let enemy = body(&game.war, game.id("R1"));
        let off = ends(&game, "B1", 6);
        assert!(!off.is_empty() && off.iter().all(|(pose, _)| pose.stands(4).distance(&enemy) > 1));
        assert_eq!(cost(&game, "B1", 6, &game.pose("B1").at(hex(10, 31))), Some(2));
    });
}

/// What it costs a unit of those troops in that shape to pass a friend.
fn passes(by: (Troops, Shape), friend: (Troops, Shape), pace: Pace) -> Option<Toll> {
    let field = Fixture::plain().unit("B1", by.0, 4, (10, 30), "N", by.1);
    let game = field.unit("B2", friend.0, 4, (30, 30), "N", friend.1).game(&[]);
    toll(&game.war, game.id("B1"), game.id("B2"), pace)
}

const FRIENDS: [(Troops, Shape); 7] = [
    (Troops::Regulars, Shape::Line),
    (Troops::Militia, Shape::Open),
    (Troops::Horse, Shape::Column),
    (Troops::Riflemen, Shape::Skirmish),
    (Troops::Horse, Shape::Skirmish),
    (Troops::Guns, Shape::Battery),
    (Troops::Guns, Shape::Limbered),
];

#[test]
fn the_chart_of_friends_passed() {
    bites(&["MC-MOVE-15"], || {
        let (free, half, mask) = (Some(Toll::Free), Some(Toll::Half), Some(Toll::Mask));
        let row = |troops, shape, pace| FRIENDS.map(|friend| passes((troops, shape), friend, pace));
        for troops in [Troops::Riflemen, Troops::Jaegers, Troops::Indians, Troops::Horse, Troops::Regulars] {
            assert_eq!(row(troops, Shape::Skirmish, Pace::Moving), [free; 7]);
        }
        let foot = [mask, mask, mask, half, half, half, half];
        for shape in [Shape::Line, Shape::Open, Shape::Column] {
            assert_eq!(row(Troops::Regulars, shape, Pace::Moving), foot);
        }
        assert_eq!(row(Troops::Regulars, Shape::Line, Pace::Charging), foot);
        for shape in [Shape::Line, Shape::Column] {
            assert_eq!(row(Troops::Horse, shape, Pace::Moving), [None, None, None, half, half, half, None]);
            assert_eq!(row(Troops::Horse, shape, Pace::Charging), [mask, mask, mask, half, half, half, None]);
        }
        assert_eq!(row(Troops::Guns, Shape::Limbered, Pace::Moving), [half, half, half, half, half, None, None]);
        assert_eq!(row(Troops::Guns, Shape::Battery, Pace::Moving), [None, None, None, half, half, None, None]);
    });
}

#[test]
fn routing_friends_let_skirmishers_alone_through() {
    let passes = |troops, shape| {
        let field = Fixture::plain().unit("B1", troops, 4, (10, 30), "N", shape);
        let mut game = field.foot("B2", 4, (30, 30), "N", Shape::Line).game(&[]);
        let friend = game.id("B2");
        crate::morale::rout::breaks(&mut game.umpire(), friend, crate::morale::rout::When::Later);
        toll(&game.war, game.id("B1"), friend, Pace::Charging)
    };
    assert_eq!(passes(Troops::Riflemen, Shape::Skirmish), Some(Toll::Free));
    let others = [
        (Troops::Regulars, Shape::Line),
        (Troops::Regulars, Shape::Column),
        (Troops::Horse, Shape::Line),
        (Troops::Guns, Shape::Limbered),
        (Troops::Guns, Shape::Battery),
    ];
    assert!(others.into_iter().all(|(troops, shape)| passes(troops, shape).is_none()));
}

/// A line behind another that faces an enemy in range.
fn behind() -> Fixture {
    let field = Fixture::plain().foot("B1", 4, (10, 30), "N", Shape::Open).foot("B2", 4, (11, 28), "N", Shape::Open);
    field.foot("R1", 8, (14, 22), "S", Shape::Line)
}

#[test]
fn who_is_passed_is_masked_until_the_card_ends() {
    bites(&["MC-MOVE-15"], || {
        let mut game = behind().phase(MOVEMENT, Side::Blue).game(&[3, 3]);
        game.give(game.order(MOVE, "B1", ""));
        let to = game.pose("B1").at(hex(12, 26));
        // Ahead to row 29 for 1, onto the friend for 2, off it for 1.
        game.give(game.order(PLACE, "B1", "").to(to));
        assert!(game.marked("B2", marks::MASKED));
        game.enter(crate::info::FIRE_PHASE, Side::Blue);
        assert!(!game.may(game.order(FIRE, "B2", "R1")));
        crate::sequence::end_card(&mut game.umpire());
        assert!(!game.marked("B2", marks::MASKED));
    });
}

#[test]
fn friends_are_passed_at_half_speed_and_nobody_ends_on_them() {
    bites(&["MC-MOVE-27"], || {
        let game = behind().game(&[]);
        let at = |q, r| cost(&game, "B1", 8, &game.pose("B1").at(hex(q, r)));
        assert_eq!(at(10, 29), Some(1));
        assert_eq!(at(11, 28), None, "no stand ends there");
        assert_eq!(at(11, 27), Some(4), "1, 2 onto the friend, 1 off it");
    });
}

#[test]
fn who_is_in_melee_is_not_passed() {
    bites(&["MC-MOVE-16"], || {
        let way = |mark| {
            let field =
                Fixture::plain().foot("B1", 4, (10, 30), "N", Shape::Open).foot("B2", 24, (10, 28), "N", Shape::Open);
            north(&field.marks(mark).foot("R1", 8, (14, 5), "S", Shape::Line).game(&[]), "B1", 8)
        };
        assert_eq!([way(battle::Marks::empty()), way(marks::CONTACT)], [23, 29]);
        let loose = |mark| {
            let field = Fixture::plain().unit("B1", Troops::Riflemen, 1, (10, 30), "N", Shape::Skirmish);
            north(&field.foot("B2", 24, (10, 28), "N", Shape::Open).marks(mark).game(&[]), "B1", 6)
        };
        assert_eq!([loose(battle::Marks::empty()), loose(marks::CONTACT)], [24, 29], "nor by skirmishers");
    });
    // Generals pass freely.
    let field = Fixture::plain().foot("B1", 4, (10, 30), "N", Shape::Open).led("BG");
    let field = field.foot("B2", 24, (10, 28), "N", Shape::Open).marks(marks::CONTACT);
    let field = field.foot("B3", 4, (11, 26), "N", Shape::Open).foot("R1", 8, (14, 5), "S", Shape::Line);
    let mut game = field.phase(MOVEMENT, Side::Blue).game(&[1, 1, 1, 1]);
    game.give(game.order(LEAD, "BG", "B3"));
    assert_eq!(game.war.unit_of(game.leader("BG")), Some(game.id("B3")));
}

/// Four stands of horse, mounted or on foot, in their step 4.
fn horse(shape: Shape, mark: battle::Marks, dice: &[u8]) -> Game<McNally> {
    let field = Fixture::plain().unit("B1", Troops::Horse, 4, (20, 30), "N", shape).marks(mark);
    let field = field.foot("B2", 8, (30, 30), "N", Shape::Line).foot("R1", 8, (10, 5), "S", Shape::Line);
    field.phase(MOVEMENT, Side::Blue).game(dice)
}

/// The poses that mounting or dismounting may take.
fn remounts(game: &Game<McNally>) -> Vec<Pose> {
    game.war.reach(&game.order(MOUNT, "B1", "")).legal().map(|place| place.pose).collect()
}

#[test]
fn example_33_dismounting_costs_half() {
    bites(&["MC-MOVE-17"], || {
        let mut game = horse(Shape::Line, battle::Marks::empty(), &[3, 3, 3, 4]);
        let poses = remounts(&game);
        let here = game.pose("B1");
        assert_eq!(poses.iter().map(shape_of).collect::<Vec<_>>(), [Shape::Skirmish]);
        assert_eq!((poses[0].anchor, poses[0].facing), (here.anchor, here.facing), "round its command stand");
        game.give(game.order(MOUNT, "B1", "").to(poses[0]));
        assert!(game.marked("B1", marks::DISMOUNTED));
        assert_eq!(shape(&game.war, game.id("B1")), Shape::Skirmish);
        assert_eq!((game.results("move"), game.war.stands(game.id("B1"))), (vec![6], 4), "13 thrown");
        // The 6 inches may be moved on foot.
        assert!(game.may(game.order(PLACE, "B1", "").to(game.pose("B1").at(hex(23, 24)))));
        assert!(!game.may(game.order(PLACE, "B1", "").to(game.pose("B1").at(hex(23, 23)))));
    });
}

#[test]
fn mounting_takes_any_formation_of_cavalry() {
    let mut game = horse(Shape::Skirmish, marks::DISMOUNTED, &[5, 5, 1]);
    let poses = remounts(&game);
    let mut shapes: Vec<Shape> = poses.iter().map(shape_of).collect();
    shapes.sort_unstable();
    assert_eq!(shapes, [Shape::Line, Shape::Column, Shape::Skirmish]);
    assert!(poses.iter().all(|pose| pose.anchor == hex(20, 30) && pose.facing.name() == "N"));
    let column = poses.into_iter().find(|pose| shape_of(pose) == Shape::Column).expect("a column");
    game.give(game.order(MOUNT, "B1", "").to(column));
    // On foot it throws 3d6+2: half of 13, and rides on with it.
    assert_eq!(game.results("move"), [6]);
    assert!(!game.marked("B1", marks::DISMOUNTED));
    assert!(game.may(game.order(PLACE, "B1", "").to(game.pose("B1").at(hex(23, 24)))));
}

#[test]
fn charges_come_farther_by_their_bonus() {
    bites(&["MC-MOVE-23"], || {
        let of = |troops, shape| {
            let game = Fixture::plain().unit("B1", troops, 4, (20, 30), "N", shape).game(&[]);
            (bonus(&game.war, game.id("B1")), furthest(&game.war, game.id("B1")))
        };
        assert_eq!(of(Troops::Regulars, Shape::Line), (3, 12 + 3));
        assert_eq!(of(Troops::Militia, Shape::Open), (3, 14 + 3));
        assert_eq!(of(Troops::Indians, Shape::Skirmish), (3, 20 + 3));
        assert_eq!(of(Troops::Horse, Shape::Line), (6, 24 + 6));
    });
}
