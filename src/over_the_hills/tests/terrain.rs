//! Terrain in movement, and built-up areas that are entered and left (OTH-TERRAIN, OTH-BUA-1 to 3, OTH-GEO-16).

use battle::rule::bites;
use battle::{Crossing, Edge, Obstacle, Order, Side, Terrain, Verb};

use super::fixture::{Fixture, Game, facing, hex};
use crate::info::{ENTER, FIRE, LEAVE, MOVE, MOVEMENT, SHOOTING};
use crate::profile::{Gun, Kind};
use crate::space::Shape::{
    self, Attack, Battery, Companies, Garrison, Limbered, Line, March, Open, Skirmish, Squadrons, Square,
};

/// B1 on (20,40), facing north, about to move over a row of that terrain four rows ahead.
fn alone(kind: Kind, shape: Shape) -> Fixture {
    let field = Fixture::plain().unit("B1", kind, if kind.is_guns() { 2 } else { 4 }, (20, 40), "N", shape);
    field.foot("R1", (30, 2), "S", Line).phase(MOVEMENT, Side::Blue)
}

/// Hits of B1 that goes five rows ahead, over row 37; none where it cannot.
fn crosses(fixture: Fixture) -> Option<i16> {
    let mut game = fixture.game(&[]);
    let stem = game.order(MOVE, "B1", "");
    let reach = game.war.reach_of(&stem);
    let there = |pose: &battle::Pose| pose.anchor == hex(22, 35) && pose.facing == facing("N");
    let pose = reach.legal().map(|place| place.pose).find(there)?;
    game.give(stem.to(pose));
    Some(game.fh("B1"))
}

fn over(kind: Kind, shape: Shape, terrain: Terrain) -> Option<i16> {
    let row: Vec<(i16, i16)> = (0..60).map(|column| (column - 18, 37)).collect();
    crosses(alone(kind, shape).terrain(terrain, &row))
}

fn across(kind: Kind, shape: Shape, obstacle: Obstacle) -> Option<i16> {
    crosses(alone(kind, shape).above(37, obstacle))
}

#[test]
fn rough_ground_and_open_woods() {
    bites(&["OTH-TERRAIN-1", "OTH-TERRAIN-2"], || {
        for terrain in [Terrain::Rough, Terrain::Ploughed, Terrain::Marsh, Terrain::LightWoods] {
            let foot =
                [Line, Attack, Companies, March, Skirmish, Open].map(|shape| over(Kind::Infantry, shape, terrain));
            assert_eq!(foot, [Some(1), Some(1), Some(1), Some(1), Some(0), Some(0)], "{terrain:?}");
            assert_eq!(
                [Line, Squadrons, Open].map(|shape| over(Kind::Cavalry, shape, terrain)),
                [Some(1), Some(1), Some(0)]
            );
            let guns = over(Kind::FootArtillery, Limbered, terrain);
            assert_eq!(guns, if terrain == Terrain::Marsh { None } else { Some(1) }, "{terrain:?}");
        }
    });
    assert_eq!(over(Kind::Infantry, Line, Terrain::Crops), Some(0));
    let rows: Vec<(i16, i16)> =
        (34..38).flat_map(|row: i16| (0..60).map(move |column| (column - row / 2, row))).collect();
    assert_eq!(crosses(alone(Kind::Infantry, Line).terrain(Terrain::Rough, &rows)), Some(1), "once a move");
}

#[test]
fn woods() {
    bites(&["OTH-TERRAIN-1"], || {
        let normal = [Line, Attack, Companies, Open, Skirmish].map(|shape| over(Kind::Infantry, shape, Terrain::Woods));
        assert_eq!(normal, [None, None, None, Some(1), Some(0)]);
        assert_eq!(over(Kind::Cavalry, Skirmish, Terrain::Woods), Some(0));
        let row: Vec<(i16, i16)> = (0..60).map(|column| (column - 18, 37)).collect();
        let mut game = alone(Kind::Cavalry, Open).terrain(Terrain::Woods, &row).game(&[1, 1, 1]);
        game.go(MOVE, "B1", (22, 35), "N");
        assert_eq!((game.pose("B1").anchor, game.fh("B1")), (hex(22, 35), 1), "facing about is no way round");
        let dense = [Line, Open, Skirmish].map(|shape| over(Kind::Infantry, shape, Terrain::DenseWoods));
        assert_eq!(dense, [None, None, Some(0)]);
        assert_eq!(over(Kind::FootArtillery, Limbered, Terrain::Woods), None);
    });
    assert_eq!([Terrain::Water, Terrain::Impassable].map(|terrain| over(Kind::Infantry, Skirmish, terrain)), [None; 2]);
}

#[test]
fn obstacles() {
    bites(&["OTH-TERRAIN-1"], || {
        for obstacle in [Obstacle::Hedge, Obstacle::Wall, Obstacle::Fence, Obstacle::Ditch, Obstacle::Earthwork] {
            assert_eq!([Line, Attack, Skirmish].map(|shape| across(Kind::Infantry, shape, obstacle)), [Some(1); 3]);
            assert_eq!(across(Kind::Cavalry, Line, obstacle), Some(1));
            assert_eq!(across(Kind::FootArtillery, Limbered, obstacle), None, "no guns over {obstacle:?}");
        }
    });
    assert_eq!(across(Kind::Infantry, Line, Obstacle::Gate), Some(0));
    assert_eq!(across(Kind::FootArtillery, Limbered, Obstacle::Stream), Some(1), "streams: all units");
    assert_eq!(across(Kind::Infantry, Line, Obstacle::River), None);
    let bridge = Edge { obstacle: Obstacle::River, crossing: Crossing::Bridge };
    let river = alone(Kind::Infantry, Companies).above(37, Obstacle::River);
    let bridged =
        river.edge((21, 37), hexes::Direction::NorthEast, bridge).edge((21, 37), hexes::Direction::NorthWest, bridge);
    assert_eq!(crosses(bridged), Some(1), "by bridge or ford");
    bites(&["OTH-OPT-2"], || {
        let works = |value| {
            let row: Vec<(i16, i16)> = (0..60).map(|column| (column - 18, 37)).collect();
            crosses(alone(Kind::Cavalry, Line).terrain(Terrain::Works, &row).house("earthwork_entry", value))
        };
        assert_eq!([works("inf_cav"), works("infantry")], [Some(1), None]);
    });
    assert_eq!(over(Kind::FootArtillery, Limbered, Terrain::Works), None);
    assert_eq!(over(Kind::Infantry, Line, Terrain::Works), Some(1));
    let two = alone(Kind::Infantry, Line).above(37, Obstacle::Hedge).above(36, Obstacle::Wall);
    assert_eq!(crosses(two), Some(2), "each run for itself");
}

/// Houses of those hexes before B1 on (20,40).
fn town(hexes: &[(i16, i16)], shape: Shape) -> Fixture {
    alone(Kind::Infantry, shape).terrain(Terrain::StoneBuilding, hexes)
}

fn places(game: &Game, verb: Verb) -> Vec<Order> {
    let stem = game.order(verb, "B1", "");
    game.war.reach_of(&stem).legal().map(|place| stem.to(place.pose)).filter(|order| game.may(*order)).collect()
}

#[test]
fn entering_houses() {
    let row = [(20, 39), (21, 39)];
    bites(&["OTH-BUA-1"], || {
        let mut game = town(&row, Line).game(&[]);
        let order = places(&game, ENTER)[0];
        game.give(order);
        assert_eq!((game.shape("B1"), game.fh("B1")), (Garrison, 1), "an inch and a hit, without a test");
        assert!(places(&game, LEAVE).is_empty() && places(&game, MOVE).is_empty(), "it ends the move");
    });
    bites(&["OTH-BUA-1"], || {
        let game = town(&row, Square).game(&[]);
        assert!(places(&game, ENTER).is_empty(), "not in square");
        assert!(!places(&town(&row, Attack).game(&[]), ENTER).is_empty());
    });
    let horse = alone(Kind::Cavalry, Line).terrain(Terrain::StoneBuilding, &row).game(&[]);
    assert!(places(&horse, ENTER).is_empty(), "foot only");
    let field = Fixture::plain().terrain(Terrain::StoneBuilding, &row);
    let full = field.foot("B2", (20, 39), "N", Line).garrisoned().foot("B1", (20, 40), "N", Line);
    let full = full.foot("R1", (30, 2), "S", Line).phase(MOVEMENT, Side::Blue).game(&[]);
    assert!(places(&full, ENTER).is_empty(), "two hexes hold one unit");
}

#[test]
fn leaving_houses() {
    let inside = |dice: &[u8]| {
        let field = Fixture::plain().terrain(Terrain::StoneBuilding, &[(20, 39), (21, 39)]);
        let field = field.foot("B1", (20, 39), "N", Line).garrisoned().foot("R1", (30, 2), "S", Line);
        field.phase(MOVEMENT, Side::Blue).game(dice)
    };
    bites(&["OTH-MORALE-3"], || {
        let out = |die| {
            let mut game = inside(&[die]);
            let order = places(&game, LEAVE)
                .into_iter()
                .find(|order| order.pose.is_some_and(|pose| crate::space::shape_of(&pose) == Attack));
            game.give(order.expect("an attack column"));
            (game.shape("B1"), game.war.own(game.id("B1")).purse.opened)
        };
        assert_eq!(out(7), (Attack, 1), "the first segment, in any formation");
        assert_eq!(out(8).0, Garrison, "leaving cover");
    });
    bites(&["OTH-BUA-1"], || {
        let mut game = inside(&[7]);
        let order = places(&game, LEAVE)[0];
        game.give(order);
        assert_eq!(game.war.own(game.id("B1")).purse.opened, 1, "the first segment");
    });
}

#[test]
fn fire_from_houses() {
    let field = || {
        let field = Fixture::plain().terrain(Terrain::StoneBuilding, &[(20, 39), (21, 39)]);
        field.foot("R1", (20, 39), "N", Line).garrisoned()
    };
    bites(&["OTH-BUA-3", "OTH-BUA-2"], || {
        let game = field().foot("B1", (23, 33), "S", Line).game(&[]);
        assert_eq!(game.score("R1", "B1"), 3 + 1, "never an initial volley");
    });
    bites(&["OTH-GEO-8"], || {
        let mut game = field().foot("B1", (23, 33), "S", Line).foot("B2", (18, 45), "N", Line).game(&[4, 4]);
        game.fire("R1", "B1");
        assert!(!game.may(game.order(FIRE, "R1", "B1")));
        game.fire("R1", "B2");
        assert_eq!([game.fh("B1"), game.fh("B2")], [1, 1], "a face each");
    });
    // Faces of houses are those of the map, whichever way their garrison faced when it came in: straight north is one, 60
    // degrees to the right another.
    let turned = Fixture::plain().terrain(Terrain::StoneBuilding, &[(20, 39), (21, 39)]);
    let turned = turned.foot("R1", (20, 39), "ENE", Line).garrisoned().foot("B1", (23, 33), "S", Line);
    let mut game = turned.foot("B2", (28, 36), "WSW", Line).game(&[4, 4]);
    game.fire("R1", "B1");
    game.fire("R1", "B2");
    assert_eq!([game.fh("B1"), game.fh("B2")], [1, 1], "a face each");
    bites(&["OTH-OPT-2"], || {
        let shared = |value: &str| {
            let two = field().score_of("R1", 4).foot("B1", (23, 33), "S", Line).foot("B2", (18, 45), "N", Line);
            let mut game = two.house("bua_fs", value).phase(SHOOTING, Side::Blue).game(&[10, 1]);
            game.fire("R1", "B1");
            game.score("R1", "B2")
        };
        assert_eq!([shared("per_face"), shared("shared")], [4, 2]);
    });
}

#[test]
fn guns_in_battery_stay_out_of_woods() {
    let field = Fixture::plain().guns("B1", (20, 40), "N", Gun::Medium);
    let woods: Vec<(i16, i16)> = (0..60).map(|column| (column - 19, 39)).collect();
    let game =
        field.terrain(Terrain::Woods, &woods).foot("R1", (30, 2), "S", Line).phase(MOVEMENT, Side::Blue).game(&[]);
    assert!(places(&game, MOVE).iter().all(|order| order.pose.is_some_and(|pose| pose.anchor.r >= 40)));
    assert_eq!(game.shape("B1"), Battery);
}
