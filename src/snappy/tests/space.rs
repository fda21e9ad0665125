//! Shapes, arcs and aspects (SN-GEO), and terrain on the way.

use battle::rule::bites;
use hexes::{Facing, Vector};

use super::fixture::Fixture;
use crate::profile::Kind;
use crate::space::{Aspect, Look, Shape, in_arc};

/// Example 26, facing north.
#[test]
fn arcs_and_aspects_are_exact() {
    bites(&["SN-GEO-4"], || {
        let bears = |face: &str, way: (i16, i16)| {
            let guns = Fixture::plain().unit("B1", Kind::FootArtillery, 1, (20, 30), face, Shape::Line).heavy();
            let game = guns.unit("R1", Kind::Infantry, 1, (20 + way.0, 30 + way.1), "S", Shape::Line).game(&[]);
            game.may(game.order(crate::info::FIRE, "B1", "R1"))
        };
        assert!(!bears("N", (2, -1)), "9 > 3");
        assert!(bears("N", (4, -3)), "25 <= 27");
        assert!(bears("ENE", (1, 0)) && !bears("N", (1, 0)));
        assert!(in_arc(Facing::North, Vector::new(4, -3)));
        // Row by row: (2q + r)^2 <= 3r^2.
        let row = |r: i16| (-9..=9).filter(|q| in_arc(Facing::North, Vector::new(*q, r))).collect::<Vec<i16>>();
        let rows = [-1, -2, -3, -4].map(|r| row(r).first().zip(row(r).last()).map(|(from, to)| [*from, *to]));
        assert_eq!(rows, [Some([0, 1]), Some([0, 2]), Some([-1, 4]), Some([-1, 5])]);
        assert_eq!([0, 1, 2].map(row), [vec![], vec![], vec![]], "nothing beside it or behind it");
    });
    let side = |q, r| Aspect::of(Facing::North, Vector::new(q, r));
    assert_eq!((side(2, -1), side(1, 0), side(0, 1)), (Aspect::Front, Aspect::Flank, Aspect::Rear));
}

#[test]
fn stands_stand_as_the_table_says() {
    bites(&["SN-GEO-1"], || {
        let stands = |count, shape| {
            let game = Fixture::plain().unit("B1", Kind::Infantry, count, (20, 20), "N", shape).game(&[]);
            game.stands("B1")
        };
        assert_eq!(stands(3, Shape::Line), [(19, 20), (20, 20), (21, 20)]);
        assert_eq!(stands(3, Shape::Column), [(20, 20), (20, 21), (19, 22)]);
        assert_eq!(stands(3, Shape::Square), [(20, 20), (21, 20), (20, 21)]);
        assert_eq!(stands(2, Shape::Square), [(20, 20), (20, 21)]);
        assert_eq!(stands(1, Shape::Line), [(20, 20)]);
    });
}

/// The table of formations: who takes which arrangement of the common model, with how many files.
#[test]
fn each_formation_is_so_many_files_wide() {
    use battle::Arrangement::{Battery, Block, Column, Garrison, Limbered, Line, MarchColumn};
    let table = |kind, stands| {
        let shapes = [Shape::Column, Shape::Line, Shape::Square, Shape::Road, Shape::Garrison];
        shapes.map(|shape| crate::space::formation(kind, stands, shape)).map(|how| (how.arrangement, how.files))
    };
    let large = table(Kind::Infantry, 3);
    assert_eq!(large, [(Column, 1), (Line, 3), (Block, 2), (MarchColumn, 1), (Garrison, 1)]);
    assert_eq!(table(Kind::Infantry, 2)[..3], [(Column, 1), (Line, 2), (Block, 1)]);
    assert_eq!(table(Kind::HeavyCavalry, 2)[..2], [(Column, 1), (Line, 2)]);
    let guns = table(Kind::HorseArtillery, 1);
    assert_eq!([guns[0], guns[1], guns[3], guns[4]], [(Limbered, 1), (Battery, 1), (MarchColumn, 1), (Garrison, 1)]);
}

/// Every facing toward a hex and away from it, the best first: the present one of those as good, then the fewest turns, then
/// clockwise.
#[test]
fn facings_toward_a_hex_have_an_order() {
    use hexes::Facing::{EastNorthEast, EastSouthEast, North, South, WestNorthWest, WestSouthWest};
    let order = |present, (q, r), look| {
        let anchor = hexes::Hex::new(20, 20);
        crate::space::facings_toward(anchor, present, anchor + Vector::new(q, r), look)
    };
    let ahead = order(North, (1, -2), Look::At);
    assert_eq!(ahead, [North, EastNorthEast, WestNorthWest, EastSouthEast, WestSouthWest, South]);
    let aslant = order(EastNorthEast, (2, -1), Look::At);
    assert_eq!(aslant, [EastNorthEast, EastSouthEast, North, South, WestNorthWest, WestSouthWest]);
    let behind = order(South, (1, -2), Look::At);
    assert_eq!(behind, [North, WestNorthWest, EastNorthEast, WestSouthWest, EastSouthEast, South]);
    assert_eq!(order(North, (1, -2), Look::Away)[..3], [South, EastSouthEast, WestSouthWest]);
    // Two facings look at the hex to the north-east alike.
    let first = |present| order(present, (1, -1), Look::At)[0];
    assert_eq!([North, EastNorthEast].map(first), [North, EastNorthEast], "the one it has");
    assert_eq!([South, WestSouthWest, EastSouthEast].map(first), [EastNorthEast, North, EastNorthEast]);
}

#[test]
fn a_hex_is_as_many_inches_as_the_map_says() {
    bites(&["SN-GEO-2"], || {
        // Light guns reach 9 inches: 4 hexes of two inches, not 5.
        let far = |rows: i16| {
            let guns = Fixture::plain().scale(2).unit("B1", Kind::FootArtillery, 1, (20, 30), "N", Shape::Line);
            let game = guns.foot("R1", (20 + rows / 2, 30 - rows), "S", Shape::Line).game(&[]);
            game.may(game.order(crate::info::FIRE, "B1", "R1"))
        };
        assert!(far(4) && !far(5));
    });
}

#[test]
fn each_side_has_the_edge_that_is_nearest() {
    bites(&["SN-GEO-10"], || {
        let west = Fixture::sized(40, 30).foot("B1", (2, 10), "N", Shape::Line);
        let game = west.foot("R1", (29, 12), "S", Shape::Line).game(&[]);
        assert_eq!(crate::bases::edges(&game.war), [battle::MapEdge::West, battle::MapEdge::East]);
        let both = Fixture::sized(40, 30).foot("B1", (20, 1), "N", Shape::Line).foot("R1", (25, 1), "S", Shape::Line);
        assert_eq!(crate::bases::edges(&both.game(&[]).war), [battle::MapEdge::North, battle::MapEdge::South]);
    });
}
