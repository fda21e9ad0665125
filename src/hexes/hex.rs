//! A hex, the vectors between hexes, and the column and row a player reads off the map.

use crate::{Direction, ParseError};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::{Add, AddAssign, Mul, Neg, Sub};
use std::str::FromStr;

/// A hex by its axial coordinates, pointy top: `q` grows eastward, `r` south-eastward.
///
/// ```text
///       (0,-1)  (1,-1)
///   (-1,0)  (0,0)  (1,0)
///       (-1,1)  (0,1)
/// ```
///
/// ```
/// use hexes::{Direction, Hex};
/// let hex = Hex::new(2, 3);
/// assert_eq!(hex + Direction::East, Hex::new(3, 3));
/// assert_eq!(hex.distance(Hex::new(0, 0)), 5);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Hex {
    /// Hexes eastward along the row.
    pub q: i16,
    /// Rows southward (each one step south-east).
    pub r: i16,
}

/// The way from one hex to another, in axial coordinates.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Vector {
    /// Hexes eastward.
    pub q: i16,
    /// Hexes south-eastward.
    pub r: i16,
}

/// A hex by column and row of a map whose odd rows are shifted right by half a hex. Written `column,row`.
///
/// ```text
///   0,0   1,0   2,0
///      0,1   1,1   2,1
///   0,2   1,2   2,2
/// ```
///
/// ```
/// use hexes::{Hex, Offset};
/// assert_eq!("3,2".parse::<Offset>().map(Offset::hex), Ok(Hex::new(2, 2)));
/// assert_eq!(Hex::new(2, 2).offset().to_string(), "3,2");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Offset {
    /// Hexes from the left edge of the map, from 0.
    pub column: i16,
    /// Rows from the top edge of the map, from 0.
    pub row: i16,
}

impl Hex {
    /// The hex at axial `q`, `r`.
    #[inline]
    pub const fn new(q: i16, r: i16) -> Hex {
        Hex { q, r }
    }

    /// The hex across the edge in that direction.
    #[inline]
    pub const fn neighbor(self, direction: Direction) -> Hex {
        let vector = direction.vector();
        Hex::new(self.q + vector.q, self.r + vector.r)
    }

    /// The six neighbours, in the order of [`Direction::ALL`].
    #[inline]
    pub fn neighbors(self) -> [Hex; 6] {
        Direction::ALL.map(|direction| self.neighbor(direction))
    }

    /// Steps from hex to hex on the shortest way to `other`.
    #[inline]
    pub const fn distance(self, other: Hex) -> i32 {
        let q = other.q as i32 - self.q as i32;
        let r = other.r as i32 - self.r as i32;
        (q.abs() + r.abs() + (q + r).abs()) / 2
    }

    /// The hexes at exactly `radius` steps, clockwise from the north-east corner of the ring.
    ///
    /// Radius 0 is the hex itself; a negative radius is nothing.
    ///
    /// ```text
    ///       5   0
    ///     4   *   1
    ///       3   2
    /// ```
    pub fn ring(self, radius: i32) -> impl Iterator<Item = Hex> {
        let centre = (radius == 0).then_some(self);
        let sides = Direction::ALL.into_iter().flat_map(move |corner| self.ring_side(corner, radius));
        centre.into_iter().chain(sides)
    }

    fn ring_side(self, corner: Direction, radius: i32) -> impl Iterator<Item = Hex> {
        let along = corner.rotate(2).vector();
        (0..radius).map(move |step| self + corner.vector() * radius as i16 + along * step as i16)
    }

    /// The hexes at most `radius` steps away: the hex itself, then [`Hex::ring`] 1, 2 and so on outward.
    pub fn within(self, radius: i32) -> impl Iterator<Item = Hex> {
        (0..=radius).flat_map(move |distance| self.ring(distance))
    }

    /// The direction of an adjacent hex; `None` if `other` is this hex or further away.
    #[inline]
    pub fn direction_to(self, other: Hex) -> Option<Direction> {
        let adjacent = |direction: &Direction| self.neighbor(*direction) == other;
        Direction::ALL.into_iter().find(adjacent)
    }

    /// Column and row of this hex.
    #[inline]
    pub const fn offset(self) -> Offset {
        Offset::new(self.q.wrapping_add(self.r >> 1), self.r)
    }
}

impl Vector {
    /// `q` hexes east and `r` hexes south-east.
    #[inline]
    pub const fn new(q: i16, r: i16) -> Vector {
        Vector { q, r }
    }

    /// Steps from hex to hex it takes to go this way.
    #[inline]
    pub const fn length(self) -> i32 {
        Hex::new(0, 0).distance(Hex::new(self.q, self.r))
    }
}

impl Offset {
    /// The place at `column`, `row`.
    #[inline]
    pub const fn new(column: i16, row: i16) -> Offset {
        Offset { column, row }
    }

    /// The hex at this column and row.
    #[inline]
    pub const fn hex(self) -> Hex {
        Hex::new(self.column.wrapping_sub(self.row >> 1), self.row)
    }
}

impl fmt::Display for Offset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.column, self.row)
    }
}

impl FromStr for Offset {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Offset, ParseError> {
        let number = |part: &str| part.trim().parse::<i16>().ok();
        let pair = text.split_once(',');
        let place = pair.and_then(|(column, row)| Some(Offset::new(number(column)?, number(row)?)));
        place.ok_or_else(|| ParseError::new(text, "a column and a row (such as 12,7)"))
    }
}

impl Add<Direction> for Hex {
    type Output = Hex;

    #[inline]
    fn add(self, direction: Direction) -> Hex {
        self.neighbor(direction)
    }
}

impl AddAssign<Direction> for Hex {
    #[inline]
    fn add_assign(&mut self, direction: Direction) {
        *self = *self + direction;
    }
}

impl Add<Vector> for Hex {
    type Output = Hex;

    #[inline]
    fn add(self, vector: Vector) -> Hex {
        Hex::new(self.q + vector.q, self.r + vector.r)
    }
}

impl AddAssign<Vector> for Hex {
    #[inline]
    fn add_assign(&mut self, vector: Vector) {
        *self = *self + vector;
    }
}

impl Sub<Vector> for Hex {
    type Output = Hex;

    #[inline]
    fn sub(self, vector: Vector) -> Hex {
        Hex::new(self.q - vector.q, self.r - vector.r)
    }
}

impl Sub for Hex {
    type Output = Vector;

    #[inline]
    fn sub(self, from: Hex) -> Vector {
        Vector::new(self.q - from.q, self.r - from.r)
    }
}

impl Add for Vector {
    type Output = Vector;

    #[inline]
    fn add(self, other: Vector) -> Vector {
        Vector::new(self.q + other.q, self.r + other.r)
    }
}

impl Sub for Vector {
    type Output = Vector;

    #[inline]
    fn sub(self, other: Vector) -> Vector {
        Vector::new(self.q - other.q, self.r - other.r)
    }
}

impl Neg for Vector {
    type Output = Vector;

    #[inline]
    fn neg(self) -> Vector {
        Vector::new(-self.q, -self.r)
    }
}

impl Mul<i16> for Vector {
    type Output = Vector;

    #[inline]
    fn mul(self, times: i16) -> Vector {
        Vector::new(self.q * times, self.r * times)
    }
}
