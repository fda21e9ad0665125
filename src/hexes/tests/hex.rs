//! Hexes, directions, facings and plane points.

use super::any_hex;
use crate::{Direction, Facing, Hex, Offset, Vector};
use proptest::prelude::*;

#[test]
fn six_steps_round_come_home() {
    let walked = Direction::ALL.into_iter().fold(Hex::default(), |hex, step| hex + step);
    assert_eq!(walked, Hex::default());
}

#[test]
fn rings_are_complete_connected_and_start_north_east() {
    let centre = Hex::new(3, -2);
    for radius in 1..8 {
        let ring: Vec<Hex> = centre.ring(radius).collect();
        assert_eq!(ring.len() as i32, 6 * radius);
        assert_eq!(ring[0], centre + Direction::NorthEast.vector() * radius as i16);
        assert!(ring.iter().all(|hex| hex.distance(centre) == radius));
        let next = ring.iter().cycle().skip(1);
        assert!(ring.iter().zip(next).all(|(hex, next)| hex.distance(*next) == 1));
        assert_eq!(ring.iter().collect::<std::collections::BTreeSet<_>>().len(), ring.len());
    }
}

#[test]
fn rings_of_no_radius() {
    let centre = Hex::new(3, -2);
    assert_eq!(centre.ring(0).collect::<Vec<_>>(), [centre]);
    assert_eq!(centre.ring(-1).count() + centre.within(-1).count(), 0);
}

#[test]
fn within_goes_outward() {
    let within: Vec<Hex> = Hex::new(1, 1).within(4).collect();
    assert_eq!(within.len(), 1 + 6 + 12 + 18 + 24);
    assert!(within.is_sorted_by_key(|hex| hex.distance(Hex::new(1, 1))));
}

#[test]
fn neighbours_of_a_facing_lie_around_it() {
    for facing in Facing::ALL {
        let k = facing.index() as i32;
        let around = [
            (facing.front_left(), k - 1),
            (facing.front_right(), k),
            (facing.right_flank(), k + 1),
            (facing.rear_right(), k + 2),
            (facing.rear_left(), k + 3),
            (facing.left_flank(), k + 4),
        ];
        for (direction, edge) in around {
            assert_eq!(direction, Direction::from_index(edge));
        }
        let (ahead, right) = (facing.ahead().point(), facing.right_flank().vector().point());
        assert_eq!(ahead.dot(right), 0);
        assert!(ahead.cross(right) > 0);
        assert_eq!(facing.opposite().ahead(), -facing.ahead());
    }
}

#[test]
fn turning() {
    for (from, to) in Facing::ALL.into_iter().flat_map(|a| Facing::ALL.map(|b| (a, b))) {
        let steps = from.turns_to(to);
        assert!((0..=3).contains(&steps));
        assert_eq!(steps, to.turns_to(from));
        assert!(from.rotate(steps) == to || from.rotate(-steps) == to);
    }
    assert_eq!(Facing::from_index(-1), Facing::WestNorthWest);
    assert_eq!(Direction::from_index(-7), Direction::NorthWest);
    assert_eq!(Direction::East.rotate(i32::MAX), Direction::East.rotate(1));
}

#[test]
fn directions_in_the_plane_turn_clockwise() {
    for direction in Direction::ALL {
        let (here, next) = (direction.vector().point(), direction.rotate(1).vector().point());
        assert_eq!((here.length2(), here.dot(next)), (4, 2));
        assert!(here.cross(next) > 0);
        assert_eq!(here + direction.opposite().vector().point(), crate::Point::default());
    }
}

proptest! {
    #[test]
    fn offsets_name_hexes(column in any::<i16>(), row in any::<i16>()) {
        let offset = Offset::new(column, row);
        prop_assert_eq!(offset.hex().offset(), offset);
        prop_assert_eq!(offset.to_string().parse(), Ok(offset));
    }

    #[test]
    fn odd_rows_are_shifted_right(column in -90i16..90, row in -90i16..90) {
        let x = 2 * i32::from(column) + i32::from(row.rem_euclid(2));
        prop_assert_eq!(Offset::new(column, row).hex().point(), crate::Point::new(x, row.into()));
    }

    #[test]
    fn distance_is_a_metric(a in any_hex(), b in any_hex(), c in any_hex()) {
        prop_assert_eq!(a.distance(b), b.distance(a));
        prop_assert!(a.distance(c) <= a.distance(b) + b.distance(c));
        prop_assert_eq!(a.distance(b) == 0, a == b);
        prop_assert_eq!((b - a).length(), a.distance(b));
    }

    #[test]
    fn adjacent_hexes_have_a_direction(a in any_hex(), b in any_hex()) {
        prop_assert_eq!(a.direction_to(b).is_some(), a.distance(b) == 1);
        for direction in Direction::ALL {
            prop_assert_eq!(a.direction_to(a + direction), Some(direction));
            prop_assert_eq!(a + direction + direction.opposite(), a);
        }
    }

    #[test]
    fn vectors_add_up(a in any_hex(), b in any_hex(), c in any_hex()) {
        prop_assert_eq!(a + (b - a), b);
        prop_assert_eq!((b - a) + (c - b), c - a);
        prop_assert_eq!((b - a) - (b - a), Vector::default());
        prop_assert_eq!((b - a) * -3, -((b - a) + (b - a) + (b - a)));
        prop_assert_eq!((b - a).point(), b.point() - a.point());
    }
}
