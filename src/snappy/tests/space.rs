//! Shapes, arcs and aspects (SN-GEO), and terrain on the way.

use battle::rule::bites;
use hexes::{Facing, Vector};

use super::fixture::Fixture;
use crate::profile::Kind;
use crate::space::{Aspect, Shape, in_arc, side_of};

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
    });
    let side = |q, r| side_of(Facing::North, Vector::new(q, r));
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
