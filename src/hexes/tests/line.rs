//! Straight lines of hexes.

use super::any_hex;
use crate::{Hex, Point, Side, straight_line};
use proptest::prelude::*;

/// The hexes whose centres are nearest to the point `step / steps` of the way, left to right of the travel.
fn nearest(from: Hex, to: Hex, step: i32, steps: i32) -> Vec<Hex> {
    let way = to.point() - from.point();
    let sample = from.point() * steps + way * step;
    let gap = |hex: &Hex| (hex.point() * steps - sample).length2();
    let mut hexes: Vec<Hex> = from.within(steps + 1).collect();
    let least = hexes.iter().map(gap).min();
    hexes.retain(|hex| Some(gap(hex)) == least);
    hexes.sort_by_key(|hex| way.cross(hex.point() - from.point()));
    hexes
}

#[test]
fn lines_take_the_nearest_hexes() {
    let from = Hex::new(2, -1);
    for to in from.within(9) {
        let steps = from.distance(to);
        let (left, right) = (straight_line(from, to, Side::Left), straight_line(from, to, Side::Right));
        assert_eq!((left.len() as i32, right.len() as i32), (steps + 1, steps + 1));
        for step in 0..=steps {
            let nearest = nearest(from, to, step, steps.max(1));
            let place = step as usize;
            assert_eq!(Some(&left[place]), nearest.first(), "{from:?} {to:?} {step}");
            assert_eq!(Some(&right[place]), nearest.last(), "{from:?} {to:?} {step}");
            assert!(nearest.len() <= 2);
        }
    }
}

#[test]
fn left_is_north_going_east() {
    let (from, to) = (Hex::new(0, 0), Hex::new(1, 1));
    let ahead = to.point() - from.point();
    assert!(ahead.cross(Point::new(2, 0)) < 0);
    assert_eq!(straight_line(from, to, Side::Left)[1], Hex::new(1, 0));
    assert_eq!(straight_line(from, from, Side::Left), [from]);
}

proptest! {
    #[test]
    fn lines_are_connected_and_reversible(from in any_hex(), to in any_hex(), left in any::<bool>()) {
        let tie = if left { Side::Left } else { Side::Right };
        let line = straight_line(from, to, tie);
        prop_assert_eq!((line.first(), line.last()), (Some(&from), Some(&to)));
        prop_assert!(line.windows(2).all(|pair| pair[0].distance(pair[1]) == 1));
        let mut back = straight_line(to, from, tie.opposite());
        back.reverse();
        prop_assert_eq!(back, line);
    }
}
