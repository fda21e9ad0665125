//! The straight line of hexes from one hex to another, for marching and drawing.

use crate::{Hex, Vector};
use serde::{Deserialize, Serialize};

/// A side of a line, as seen by someone walking along it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The left hand.
    Left,
    /// The right hand.
    Right,
}

impl Side {
    /// The other side.
    #[inline]
    pub const fn opposite(self) -> Side {
        match self {
            Side::Left => Side::Right,
            Side::Right => Side::Left,
        }
    }
}

/// The hexes nearest to the straight segment between two hex centres, both ends included: one a step, so
/// `from.distance(to) + 1` of them, each adjacent to the next.
///
/// Where the segment runs exactly half-way between two hexes the one on side `tie` is taken. Walked back with the
/// tie on the other hand (which is the same side of the field), the line is the same, reversed.
///
/// ```text
///   from  L           tie left:  from, L, to
///       R   to        tie right: from, R, to
/// ```
///
/// ```
/// use hexes::{Hex, Side, straight_line};
/// let (from, to) = (Hex::new(0, 0), Hex::new(1, 1));
/// assert_eq!(straight_line(from, to, Side::Left), [from, Hex::new(1, 0), to]);
/// assert_eq!(straight_line(from, to, Side::Right), [from, Hex::new(0, 1), to]);
/// ```
pub fn straight_line(from: Hex, to: Hex, tie: Side) -> Vec<Hex> {
    straight_steps(from, to, tie).collect()
}

/// The hexes of [`straight_line`], one by one.
pub fn straight_steps(from: Hex, to: Hex, tie: Side) -> impl Iterator<Item = Hex> {
    let way = to - from;
    let steps = way.length();
    let (along, across) = decompose(way);
    let to_right = way.point().cross(across.0.point()) > 0;
    let half_up = to_right == (tie == Side::Right);
    let hex_at = move |step| {
        let aside = rounded(across.1 * step, steps, half_up);
        from + along * step as i16 + across.0 * aside as i16
    };
    (0..=steps).map(hex_at)
}

/// Splits a way into a unit step that is taken every time, and a unit step aside with how many of it there are on
/// the whole way. The step aside leaves the longest cube coordinate alone, so the hexes half-way between which the
/// segment may pass are one step aside from each other.
fn decompose(way: Vector) -> (Vector, (Vector, i32)) {
    let (q, r) = (way.q, way.r);
    let longest = way.length();
    if i32::from(q).abs() == longest {
        (Vector::new(q.signum(), 0), (Vector::new(0, 1), r.into()))
    } else if i32::from(r).abs() == longest {
        (Vector::new(0, r.signum()), (Vector::new(1, 0), q.into()))
    } else {
        (Vector::new((q + r).signum(), 0), (Vector::new(-1, 1), r.into()))
    }
}

/// `part / whole` rounded to the nearest integer, halves up or down. 0 of 0 is 0.
fn rounded(part: i32, whole: i32, half_up: bool) -> i32 {
    let twice = 2 * whole.max(1);
    if half_up { (2 * part + whole).div_euclid(twice) } else { -(whole - 2 * part).div_euclid(twice) }
}
