//! Exact integer coordinates of hex centres in the plane, for angles and distances as the crow flies.

use crate::{Hex, Vector};
use std::ops::{Add, Mul, Neg, Sub};

/// A hex centre, or the way between two, in the plane: `x` to the right in half hex widths, `y` downward in rows.
///
/// With hexes of width 2 a row is the square root of 3 high, so lengths and angles weigh `x` by 1 and `y` by 3.
/// For every hex centre `x` and `y` are both even or both odd. No product overflows for points of hexes.
///
/// ```
/// use hexes::Hex;
/// let (east, north_east) = (Hex::new(1, 0).point(), Hex::new(1, -1).point());
/// assert_eq!(east.length2(), 4);
/// assert_eq!(north_east.length2(), 4);
/// assert_eq!(east.dot(north_east), 2); // 60 degrees: half the squared length
/// assert!(north_east.cross(east) > 0); // east is clockwise of north-east
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Point {
    /// Half hex widths to the right.
    pub x: i32,
    /// Rows downward.
    pub y: i32,
}

impl Point {
    /// The point at `x`, `y`.
    #[inline]
    pub const fn new(x: i32, y: i32) -> Point {
        Point { x, y }
    }

    /// The scalar product, in squared half hex widths: positive within 90 degrees, 0 at a right angle.
    #[inline]
    pub const fn dot(self, other: Point) -> i64 {
        self.x as i64 * other.x as i64 + 3 * self.y as i64 * other.y as i64
    }

    /// The cross product `x1 y2 - y1 x2`: positive if `other` is clockwise (to the right) of this, 0 if parallel.
    #[inline]
    pub const fn cross(self, other: Point) -> i64 {
        self.x as i64 * other.y as i64 - self.y as i64 * other.x as i64
    }

    /// The squared length `x² + 3 y²`, in squared half hex widths; one hex is 4.
    #[inline]
    pub const fn length2(self) -> i64 {
        self.dot(self)
    }
}

impl Hex {
    /// The centre of this hex in the plane.
    #[inline]
    pub const fn point(self) -> Point {
        Point::new(2 * self.q as i32 + self.r as i32, self.r as i32)
    }
}

impl Vector {
    /// This way in the plane.
    #[inline]
    pub const fn point(self) -> Point {
        Hex::new(self.q, self.r).point()
    }
}

impl Add for Point {
    type Output = Point;

    #[inline]
    fn add(self, other: Point) -> Point {
        Point::new(self.x + other.x, self.y + other.y)
    }
}

impl Sub for Point {
    type Output = Point;

    #[inline]
    fn sub(self, other: Point) -> Point {
        Point::new(self.x - other.x, self.y - other.y)
    }
}

impl Neg for Point {
    type Output = Point;

    #[inline]
    fn neg(self) -> Point {
        Point::new(-self.x, -self.y)
    }
}

impl Mul<i32> for Point {
    type Output = Point;

    #[inline]
    fn mul(self, times: i32) -> Point {
        Point::new(self.x * times, self.y * times)
    }
}
