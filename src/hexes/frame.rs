//! Where things lie as seen from the middle of a rank: so far to the right, so far ahead.

use crate::{Facing, Hex, Point, Vector};

/// A point half-way between hex centres, in doubled plane coordinates so that it is exact.
///
/// `x` counts quarter hex widths to the right and `y` half rows downward; `x` and `y` are both even or both odd.
/// The middle of a straight row of stands is the midpoint of its first and last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Midpoint {
    /// Quarter hex widths to the right.
    pub x: i32,
    /// Half rows downward.
    pub y: i32,
}

impl Midpoint {
    /// The point half-way between the centres of two hexes.
    ///
    /// ```
    /// use hexes::{Hex, Midpoint};
    /// assert_eq!(Midpoint::between(Hex::new(0, 0), Hex::new(3, 0)), Midpoint { x: 6, y: 0 });
    /// ```
    #[inline]
    pub const fn between(first: Hex, last: Hex) -> Midpoint {
        let (first, last) = (first.point(), last.point());
        Midpoint { x: first.x + last.x, y: first.y + last.y }
    }

    /// The hex whose centre this is, if it is one.
    ///
    /// ```
    /// use hexes::{Hex, Midpoint};
    /// let hex = Hex::new(3, -1);
    /// assert_eq!(Midpoint::from(hex).hex(), Some(hex));
    /// assert_eq!(Midpoint::between(hex, Hex::new(4, -1)).hex(), None);
    /// assert_eq!(Midpoint::between(hex, Hex::new(4, 0)).hex(), None);
    /// ```
    #[inline]
    pub fn hex(self) -> Option<Hex> {
        let (aside, row) = (self.x - self.y, self.y / 2);
        let hex = Hex::new((aside / 4) as i16, row as i16);
        (Midpoint::from(hex) == self).then_some(hex)
    }
}

impl From<Hex> for Midpoint {
    #[inline]
    fn from(hex: Hex) -> Midpoint {
        Midpoint::between(hex, hex)
    }
}

/// A place as seen from a rank.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Local {
    /// Quarter hexes to the right of the middle of the front rank, negative to the left.
    pub u: i32,
    /// Half rows ahead of the front rank, negative to the rear.
    pub k: i32,
}

impl Facing {
    /// Where a way leads as seen by a stand that faces so.
    ///
    /// ```
    /// use hexes::{Facing, Local};
    /// assert_eq!(Facing::South.local(Facing::South.front_left().vector()), Local { u: -2, k: 2 });
    /// ```
    #[inline]
    #[must_use]
    pub fn local(self, way: Vector) -> Local {
        Frame::at(Midpoint::default(), self).local(Hex::default() + way)
    }
}

/// The local frame of a rank: its origin is the middle of the front rank, `u` runs to its right and `k` ahead.
///
/// The `u` of four files facing north, their anchor in brackets, and of the hexes ahead and behind:
///
/// ```text
///     k =  2     -8    -4     0     4     8
///     k =  0        -6   (-2)    2     6
///     k = -2     -8    -4     0     4     8
/// ```
///
/// ```
/// use hexes::{Facing, Frame, Hex, Local};
/// let anchor = Hex::new(5, 5);
/// let frame = Frame::of_rank(anchor, Facing::North, 4);
/// assert_eq!(frame.local(anchor), Local { u: -2, k: 0 });
/// assert_eq!(frame.local(anchor + Facing::North.front_right()), Local { u: 0, k: 2 });
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Frame {
    origin: Midpoint,
    facing: Facing,
    right: Point,
    ahead: Point,
}

impl Frame {
    /// The frame of a front rank of `files` stands around its anchor: the middle stand, or the left of the two
    /// middle ones if `files` is even. The rank runs along [`Facing::right_flank`]. No files count as one.
    pub fn of_rank(anchor: Hex, facing: Facing, files: u8) -> Frame {
        let right = facing.right_flank().vector();
        let files = i16::from(files.max(1));
        let (leftmost, rightmost) = (anchor - right * ((files - 1) / 2), anchor + right * (files / 2));
        Frame::at(Midpoint::between(leftmost, rightmost), facing)
    }

    /// The frame with that origin, looking that way.
    pub const fn at(origin: Midpoint, facing: Facing) -> Frame {
        let right = facing.right_flank().vector().point();
        let ahead = facing.ahead().point();
        Frame { origin, facing, right, ahead }
    }

    /// The middle of the front rank.
    #[inline]
    pub const fn origin(&self) -> Midpoint {
        self.origin
    }

    /// The way it looks.
    #[inline]
    pub const fn facing(&self) -> Facing {
        self.facing
    }

    /// Where the centre of a hex lies: half a hex to the right is 2, a row ahead is 2.
    #[inline]
    pub fn local(&self, hex: Hex) -> Local {
        self.local_of(hex.into())
    }

    /// Where a point between hexes lies, exactly.
    #[inline]
    pub const fn local_of(&self, place: Midpoint) -> Local {
        let way = Point::new(place.x - self.origin.x, place.y - self.origin.y);
        // In doubled coordinates one hex to the right has dot product 8 for 4 quarter hexes, and two rows ahead
        // 24 for 4 half rows; equal parity of x and y makes both divisions exact.
        let (u, k) = (way.dot(self.right) / 2, way.dot(self.ahead) / 6);
        Local { u: u as i32, k: k as i32 }
    }
}
