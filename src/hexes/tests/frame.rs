//! Places as seen from a rank.

use super::any_hex;
use crate::{Facing, Frame, Hex, Local, Midpoint};
use proptest::prelude::*;

fn local(u: i32, k: i32) -> Local {
    Local { u, k }
}

/// The `u` of the stands of a front rank, from left to right, checking that all are level with the origin.
fn rank(anchor: Hex, facing: Facing, files: u8) -> Vec<i32> {
    let frame = Frame::of_rank(anchor, facing, files);
    let to_left = i16::from((files - 1) / 2);
    let leftmost = anchor + facing.left_flank().vector() * to_left;
    let stands = (0..i16::from(files)).map(|file| leftmost + facing.right_flank().vector() * file);
    let places = stands.map(|stand| frame.local(stand));
    places.inspect(|place| assert_eq!(place.k, 0)).map(|place| place.u).collect()
}

#[test]
fn stands_of_a_front_rank_lie_evenly_about_the_origin() {
    for facing in Facing::ALL {
        let anchor = Hex::new(7, -3);
        assert_eq!(rank(anchor, facing, 1), [0]);
        assert_eq!(rank(anchor, facing, 2), [-2, 2]);
        assert_eq!(rank(anchor, facing, 3), [-4, 0, 4]);
        assert_eq!(rank(anchor, facing, 4), [-6, -2, 2, 6]);
        assert_eq!(rank(anchor, facing, 5), [-8, -4, 0, 4, 8]);
    }
}

#[test]
fn neighbours_of_the_anchor_lie_where_the_facing_says() {
    for facing in Facing::ALL {
        let anchor = Hex::new(-2, 9);
        let frame = Frame::of_rank(anchor, facing, 4);
        let at = |direction| frame.local(anchor + direction);
        assert_eq!(frame.local(anchor), local(-2, 0));
        assert_eq!(at(facing.front_left()), local(-4, 2));
        assert_eq!(at(facing.front_right()), local(0, 2));
        assert_eq!(at(facing.right_flank()), local(2, 0));
        assert_eq!(at(facing.left_flank()), local(-6, 0));
        assert_eq!(at(facing.rear_right()), local(0, -2));
        assert_eq!(at(facing.rear_left()), local(-4, -2));
        assert_eq!(frame.local(anchor + facing.ahead()), local(-2, 4));
    }
}

#[test]
fn no_files_count_as_one() {
    let anchor = Hex::new(1, 1);
    let frame = Frame::of_rank(anchor, Facing::South, 0);
    assert_eq!(frame, Frame::of_rank(anchor, Facing::South, 1));
    assert_eq!((frame.origin(), frame.facing()), (Midpoint::from(anchor), Facing::South));
}

proptest! {
    #[test]
    fn frames_are_exact(
        anchor in any_hex(), a in any_hex(), b in any_hex(), facing in 0..6, files in 1u8..9,
    ) {
        let facing = Facing::from_index(facing);
        let frame = Frame::of_rank(anchor, facing, files);
        let (first, last) = (frame.local(a), frame.local(b));
        // The midpoint is half-way in the frame as in the plane, nothing rounded off.
        let middle = frame.local_of(Midpoint::between(a, b));
        prop_assert_eq!((2 * middle.u, 2 * middle.k), (first.u + last.u, first.k + last.k));
        // Squared lengths agree: a quarter hex is half an x unit, a half row half a y unit.
        let way = local(last.u - first.u, last.k - first.k);
        let length2 = i64::from(way.u * way.u + 3 * way.k * way.k);
        prop_assert_eq!(length2, 4 * (b - a).point().length2());
        // About-face of an odd rank turns right into left and ahead into behind.
        let odd = files | 1;
        let there = Frame::of_rank(anchor, facing, odd).local(a);
        let back = Frame::of_rank(anchor, facing.opposite(), odd).local(a);
        prop_assert_eq!(back, local(-there.u, -there.k));
    }
}
