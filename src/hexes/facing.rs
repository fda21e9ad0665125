//! The six corners of a hex, which are the six ways a stand can face.

use crate::{Direction, ParseError, Vector};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// One of the six corners of a hex, 0 to 5 clockwise from north: the way a stand looks.
///
/// Facing `k` looks at the corner between edges `e(k-1)` and `e(k)`. The neighbours of a stand facing north:
///
/// ```text
///      front left \ / front right
///   left flank  -  *  -  right flank
///       rear left / \ rear right
/// ```
///
/// Written and serialised as `N`, `ENE`, `ESE`, `S`, `WSW`, `WNW`; read in any case.
///
/// ```
/// use hexes::{Direction, Facing};
/// assert_eq!(Facing::North.front_right(), Direction::NorthEast);
/// assert_eq!("wsw".parse(), Ok(Facing::WestSouthWest));
/// assert_eq!(
///     "up".parse::<Facing>().map_err(|error| error.to_string()),
///     Err("expected a facing (N, ENE, ESE, S, WSW or WNW), got \"up\"".to_owned()),
/// );
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[repr(u8)]
pub enum Facing {
    /// Corner 0, between e5 and e0.
    #[serde(rename = "N")]
    North,
    /// Corner 1, between e0 and e1.
    #[serde(rename = "ENE")]
    EastNorthEast,
    /// Corner 2, between e1 and e2.
    #[serde(rename = "ESE")]
    EastSouthEast,
    /// Corner 3, between e2 and e3.
    #[serde(rename = "S")]
    South,
    /// Corner 4, between e3 and e4.
    #[serde(rename = "WSW")]
    WestSouthWest,
    /// Corner 5, between e4 and e5.
    #[serde(rename = "WNW")]
    WestNorthWest,
}

use Facing::{EastNorthEast, EastSouthEast, North, South, WestNorthWest, WestSouthWest};

impl Facing {
    /// All six, clockwise from north.
    pub const ALL: [Facing; 6] = [North, EastNorthEast, EastSouthEast, South, WestSouthWest, WestNorthWest];

    /// The number of the corner, 0 to 5 clockwise from north.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The facing of that number, counted modulo 6, so that -1 is west-north-west.
    #[inline]
    pub const fn from_index(index: i32) -> Facing {
        Facing::ALL[index.rem_euclid(6) as usize]
    }

    /// This facing turned by `steps` of 60 degrees, clockwise (to the right) if positive.
    #[inline]
    pub const fn rotate(self, steps: i32) -> Facing {
        Facing::from_index(self as i32 + steps.rem_euclid(6))
    }

    /// The facing after an about-face.
    #[inline]
    pub const fn opposite(self) -> Facing {
        self.rotate(3)
    }

    /// The fewest steps of 60 degrees, either way round, from this facing to `other`: 0 to 3.
    ///
    /// ```
    /// use hexes::Facing;
    /// assert_eq!(Facing::North.turns_to(Facing::WestNorthWest), 1);
    /// assert_eq!(Facing::North.turns_to(Facing::South), 3);
    /// ```
    #[inline]
    pub const fn turns_to(self, other: Facing) -> i32 {
        let clockwise = (other as i32 - self as i32).rem_euclid(6);
        if clockwise > 3 { 6 - clockwise } else { clockwise }
    }

    /// Both front neighbours, the left one first.
    #[inline]
    pub const fn fronts(self) -> [Direction; 2] {
        [self.front_left(), self.front_right()]
    }

    /// The front neighbour on the left, `e(k-1)`.
    #[inline]
    pub const fn front_left(self) -> Direction {
        Direction::from_index(self as i32 - 1)
    }

    /// The front neighbour on the right, `e(k)`.
    #[inline]
    pub const fn front_right(self) -> Direction {
        Direction::from_index(self as i32)
    }

    /// The neighbour on the right, `e(k+1)`; ranks run along it, at right angles to the facing.
    #[inline]
    pub const fn right_flank(self) -> Direction {
        Direction::from_index(self as i32 + 1)
    }

    /// The neighbour on the left, `e(k+4)`.
    #[inline]
    pub const fn left_flank(self) -> Direction {
        Direction::from_index(self as i32 + 4)
    }

    /// The rear neighbour on the right, `e(k+2)`.
    #[inline]
    pub const fn rear_right(self) -> Direction {
        Direction::from_index(self as i32 + 2)
    }

    /// The rear neighbour on the left, `e(k+3)`.
    #[inline]
    pub const fn rear_left(self) -> Direction {
        Direction::from_index(self as i32 + 3)
    }

    /// The step straight ahead: one front left and one front right, two ranks forward.
    #[inline]
    pub const fn ahead(self) -> Vector {
        let (left, right) = (self.front_left().vector(), self.front_right().vector());
        Vector::new(left.q + right.q, left.r + right.r)
    }

    /// The short name: `N`, `ENE`, `ESE`, `S`, `WSW` or `WNW`.
    pub const fn name(self) -> &'static str {
        ["N", "ENE", "ESE", "S", "WSW", "WNW"][self as usize]
    }
}

impl fmt::Display for Facing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Facing {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Facing, ParseError> {
        let named = |facing: &Facing| facing.name().eq_ignore_ascii_case(text.trim());
        let found = Facing::ALL.into_iter().find(named);
        found.ok_or_else(|| ParseError::new(text, "a facing (N, ENE, ESE, S, WSW or WNW)"))
    }
}
