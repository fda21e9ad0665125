//! Guns on ground that is hard for them: where they may not go, what each area and obstacle is rolled for, being bogged and freed.

use battle::rule::bites;
use battle::{Event, Obstacle, Side, System, Terrain};
use hexes::Direction;

use super::fixture::{Fixture, pose};
use super::movement::{far, field, others};
use crate::Kind;
use crate::fire::gunnery::Shot;
use crate::fire::volleys;
use crate::ground::bogging;
use crate::info::SQUARES;
use crate::marks;

#[test]
fn guns_keep_out_of_very_difficult_going() {
    bites(&["OW-TERRAIN-10"], || {
        let before = |terrain| {
            let game =
                field().block(0..=39, 28..=28, terrain).unit("B1", Kind::LightGuns, 2, "20,30/N/battery2").game(&[]);
            far(&game, "move B1")
        };
        assert_eq!(before(Terrain::LightWoods), 4);
        assert_eq!(before(Terrain::DenseWoods), 1);
        let stream =
            field().above_row(29, Obstacle::Stream).unit("B1", Kind::LightGuns, 2, "20,30/N/battery2").game(&[]);
        assert_eq!(far(&stream, "move B1"), 1);
        let mut stuck =
            field().block(0..=39, 28..=28, Terrain::Marsh).unit("B1", Kind::LightGuns, 2, "20,28/N/battery2").game(&[]);
        assert_eq!(stuck.refused("move B1 20,27/N/battery2").clause, "OW-TERRAIN-10");
    });
}

#[test]
fn what_ground_is_to_guns_and_that_it_is_nothing_to_foot() {
    bites(&["OW-TERRAIN-1", "OW-TERRAIN-2", "OW-TERRAIN-3", "OW-TERRAIN-4"], || {
        // Rolls that guns and foot make to get onto such ground; none where they do not get there.
        let rolls = |terrain: Terrain| {
            ["B1/LightGuns/battery2", "B1/Line/line2"].map(|unit| {
                let (kind, place) =
                    if unit.contains("Guns") { (Kind::LightGuns, "battery2") } else { (Kind::Line, "line2") };
                let field = field().block(0..=39, 28..=28, terrain).unit("B1", kind, 2, &format!("20,30/N/{place}"));
                let game = others(field).game(&[]);
                let order = game.order(&format!("move B1 20,28/N/{place}"));
                game.war.check(&order).ok().map(|()| game.war.forecast(&order).rolls.len())
            })
        };
        for easy in [Terrain::Open, Terrain::Ploughed, Terrain::Crops] {
            assert_eq!(rolls(easy), [Some(0), Some(0)], "{easy:?}");
        }
        for difficult in [Terrain::Rough, Terrain::LightWoods, Terrain::Woods, Terrain::Works] {
            assert_eq!(rolls(difficult), [Some(1), Some(0)], "{difficult:?}");
        }
        for worse in [Terrain::DenseWoods, Terrain::Marsh] {
            assert_eq!(rolls(worse), [None, Some(0)], "{worse:?}");
        }
        assert_eq!(rolls(Terrain::Water), [None, None]);
    });
}

#[test]
fn one_obstacle_is_rolled_for_once() {
    bites(&["OW-TERRAIN-9c"], || {
        let (left, right) = (Direction::NorthWest, Direction::NorthEast);
        // The hedge runs a row higher before the second gun, which comes over it a step later.
        let field = field().edge(Obstacle::Hedge, left, &["20,30", "21,29", "21,30"]);
        let field =
            field.edge(Obstacle::Hedge, right, &["20,30", "21,29"]).edge(Obstacle::Hedge, Direction::East, &["20,29"]);
        let game = others(field.unit("B1", Kind::LightGuns, 2, "20,30/N/battery2")).game(&[]);
        let way = ["20,30/N/battery2", "20,29/N/battery2", "20,28/N/battery2"].map(pose);
        assert_eq!(bogging::bogging_places(&game.war, game.id("B1"), &way), [1]);
    });
}

#[test]
fn each_obstacle_has_its_die_however_near_the_next_one_is() {
    bites(&["OW-TERRAIN-9b"], || {
        let rolls = |field: Fixture| {
            let game = others(field.unit("B1", Kind::LightGuns, 2, "20,30/N/battery2")).game(&[]);
            game.war.forecast(&game.order("move B1 20,27/N/battery2")).rolls.len()
        };
        let hedge = || field().above_row(29, Obstacle::Hedge);
        assert_eq!(rolls(hedge()), 1);
        assert_eq!(rolls(hedge().above_row(28, Obstacle::Hedge)), 2, "two hedges an inch apart");
        assert_eq!(rolls(hedge().above_row(28, Obstacle::Wall)), 2, "a hedge and a wall");
        let ring = hedge().above_row(28, Obstacle::Hedge).edge(Obstacle::Hedge, Direction::East, &["17,28", "23,28"]);
        assert_eq!(rolls(ring), 2, "in over one side of a hedge that goes round a field, out over the other");
    });
}

/// Two hedges of one hex each, before either gun: they cross them in one step and roll for both. Who stays rolls for nothing.
#[test]
fn each_gun_has_its_own_hedge() {
    bites(&["OW-TERRAIN-9b"], || {
        let field = Fixture::open(40, 40).unit("B1", Kind::LightGuns, 2, "20,30/N/battery2");
        let field = field.edge(Obstacle::Hedge, Direction::NorthWest, &["20,30", "21,30"]);
        let game =
            field.unit("B2", Kind::LightGuns, 2, "10,30/N/battery2").terrain(Terrain::Rough, &["10,30"]).game(&[]);
        let here = pose("20,30/N/battery2");
        let way = [here, here.at(here.anchor + Direction::NorthWest)];
        assert_eq!(bogging::bogging_places(&game.war, game.id("B1"), &way), [1, 1]);
        let stays = [pose("10,30/N/battery2")];
        assert!(bogging::bogging_places(&game.war, game.id("B2"), &stays).is_empty());
    });
}

#[test]
fn guns_roll_for_each_area_that_they_enter_or_start_in() {
    bites(&["OW-TERRAIN-9a"], || {
        let rolls = |rows: &[i16]| {
            let field = rows.iter().fold(field(), |field, row| field.block(0..=39, *row..=*row, Terrain::LightWoods));
            let game = others(field.unit("B1", Kind::LightGuns, 2, "20,30/N/battery2")).game(&[]);
            let way: Vec<_> = [30, 29, 28, 27].map(|row| pose(&format!("20,{row}/N/battery2"))).into();
            bogging::bogging_places(&game.war, game.id("B1"), &way)
        };
        assert_eq!(rolls(&[28, 27]), [2], "one wood");
        assert_eq!(rolls(&[29, 27]), [1, 3], "two woods");
        assert_eq!(rolls(&[30, 27]), [0, 3], "it starts in one");
    });
}

#[test]
fn bogging_as_in_the_example() {
    bites(&["OW-TERRAIN-7", "OW-TERRAIN-9a", "OW-TERRAIN-9b", "OW-TERRAIN-9d"], || {
        let mut game = field()
            .above_row(29, Obstacle::Hedge)
            .block(0..=39, 26..=27, Terrain::LightWoods)
            .unit("B1", Kind::LightGuns, 2, "20,30/N/battery2")
            .unit("B2", Kind::Line, 2, "30,30/N/line2")
            .unit("R1", Kind::Line, 1, "2,2/S/line1")
            .game(&[2, 1, 1]);
        let plain = field().house("natural_1_6", "off").game(&[]);
        assert_eq!(bogging::bogging_pool(&plain.war).face(), Some(2));
        let forecast = game.war.forecast(&game.order("move B1 20,26/N/battery2"));
        assert_eq!(forecast.rolls.len(), 2);
        assert!((forecast.effect.succeeds - 25.0 / 36.0).abs() < 1e-9);
        game.give("move B1 20,26/N/battery2");
        assert_eq!(game.war.pose(game.id("B1")).anchor.r, 27, "it sticks in the first row of the wood");
        assert!(game.marked("B1", marks::BOGGED));
        assert!(volleys::may_shoot(&game.war, game.id("B1"), Shot::Ball).is_ok(), "it may shoot");
        game.give("move B2 30,26/N/line2");
        assert_eq!((game.pose("B2").as_str(), game.unread()), ("30,26/N/line2", 1), "foot rolls for nothing");
    });
}

/// OW-TERRAIN-9: on a 1 the move ends in the first hex of the terrain, which is where it begins.
#[test]
fn guns_that_begin_in_a_wood_and_stick_have_not_moved() {
    let wood = || field().block(0..=39, 29..=30, Terrain::LightWoods);
    let after = |die: u8| {
        let mut game = others(wood().unit("B1", Kind::LightGuns, 2, "20,30/N/battery2")).game(&[die]);
        game.give("move B1 20,29/N/battery2");
        let moved = game.heard.events.iter().any(|event| matches!(event, Event::Moved { .. }));
        assert_eq!(game.unread(), 0, "one die for the wood");
        (game.pose("B1"), moved, game.marked("B1", marks::MOVED), game.marked("B1", marks::BOGGED))
    };
    assert_eq!(after(1), ("20,30/N/battery2".into(), false, false, true));
    assert_eq!(after(2), ("20,29/N/battery2".into(), true, true, false));
}

#[test]
fn bogged_guns_are_freed_by_skill_and_stay_that_turn() {
    bites(&["OW-TERRAIN-9e", "OW-TERRAIN-9f", "OW-TERRAIN-9g"], || {
        let bogged = |dice: &[u8]| {
            let mut game = Fixture::open(40, 40)
                .unit("B1", Kind::LightGuns, 2, "20,30/N/battery2")
                .marks(marks::BOGGED)
                .unit("B2", Kind::Line, 7, "30,30/N/line7")
                .unit("R1", Kind::Line, 7, "20,2/S/line7")
                .game(dice);
            game.enter(SQUARES, Side::Blue);
            assert_eq!(game.asks(), "open", "there are guns to be freed");
            game.give("free B1");
            game
        };
        let free = bogged(&[4]);
        assert!(!free.marked("B1", marks::BOGGED) && free.marked("B1", marks::MOVED));
        assert!(free.war.own(free.id("B1")).moved);
        let mut stuck = bogged(&[3]);
        assert!(stuck.marked("B1", marks::BOGGED));
        assert_eq!(stuck.refused("free B1").clause, "OW-TERRAIN-9", "once a turn");
        (0..2).for_each(|_| stuck.give("done"));
        assert_eq!((stuck.asks(), stuck.refused("move B1 20,29/N/battery2").clause), ("move", "OW-TERRAIN-9"));
        let mut free = free;
        (0..2).for_each(|_| free.give("done"));
        assert_eq!(free.refused("move B1 20,29/N/battery2").clause, "OW-MOVE-1", "it has had its move");
    });
}

#[test]
fn the_free_turn_of_a_battery_in_rough_ground_bogs_nothing() {
    let wood = field().block(0..=39, 0..=39, Terrain::LightWoods);
    let game = others(wood.unit("B1", Kind::LightGuns, 2, "20,30/N/battery2")).game(&[]);
    let ways = |end: &str| bogging::bogging_places(&game.war, game.id("B1"), &["20,30/N/battery2", end].map(pose));
    assert_eq!(ways("20,29/N/battery2"), [0], "it starts a move inside");
    assert_eq!(ways("20,30/ENE/battery2"), [], "a turn on the spot is no move");
}
