//! The six edges of a hex, which are the six ways to its neighbours.

use crate::{ParseError, Vector};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// One of the six edges of a hex, `e0` to `e5` clockwise, and the step across it to the neighbour.
///
/// ```text
///    NW . ' . NE
///     .'     '.
///   W |       | E
///     '.     .'
///    SW ' . ' SE
/// ```
///
/// Written and serialised as `NE`, `E`, `SE`, `SW`, `W`, `NW`; read in any case.
///
/// ```
/// use hexes::Direction;
/// assert_eq!(Direction::East.rotate(1), Direction::SouthEast);
/// assert_eq!("sw".parse(), Ok(Direction::SouthWest));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[repr(u8)]
pub enum Direction {
    /// e0, axial (1, -1).
    #[serde(rename = "NE")]
    NorthEast,
    /// e1, axial (1, 0).
    #[serde(rename = "E")]
    East,
    /// e2, axial (0, 1).
    #[serde(rename = "SE")]
    SouthEast,
    /// e3, axial (-1, 1).
    #[serde(rename = "SW")]
    SouthWest,
    /// e4, axial (-1, 0).
    #[serde(rename = "W")]
    West,
    /// e5, axial (0, -1).
    #[serde(rename = "NW")]
    NorthWest,
}

use Direction::{East, NorthEast, NorthWest, SouthEast, SouthWest, West};

const VECTORS: [Vector; 6] = [
    Vector::new(1, -1),
    Vector::new(1, 0),
    Vector::new(0, 1),
    Vector::new(-1, 1),
    Vector::new(-1, 0),
    Vector::new(0, -1),
];

impl Direction {
    /// All six, clockwise from e0 (north-east).
    pub const ALL: [Direction; 6] = [NorthEast, East, SouthEast, SouthWest, West, NorthWest];

    /// The number of the edge, 0 to 5 clockwise from north-east.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The edge of that number, counted modulo 6, so that -1 is e5.
    #[inline]
    pub const fn from_index(index: i32) -> Direction {
        Direction::ALL[index.rem_euclid(6) as usize]
    }

    /// This direction turned by `steps` of 60 degrees, clockwise if positive.
    #[inline]
    pub const fn rotate(self, steps: i32) -> Direction {
        Direction::from_index(self as i32 + steps.rem_euclid(6))
    }

    /// The direction back.
    #[inline]
    pub const fn opposite(self) -> Direction {
        self.rotate(3)
    }

    /// The step to the neighbour.
    #[inline]
    pub const fn vector(self) -> Vector {
        VECTORS[self as usize]
    }

    /// The short name: `NE`, `E`, `SE`, `SW`, `W` or `NW`.
    pub const fn name(self) -> &'static str {
        ["NE", "E", "SE", "SW", "W", "NW"][self as usize]
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Direction {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Direction, ParseError> {
        let named = |direction: &Direction| direction.name().eq_ignore_ascii_case(text.trim());
        let found = Direction::ALL.into_iter().find(named);
        found.ok_or_else(|| ParseError::new(text, "a direction (NE, E, SE, SW, W or NW)"))
    }
}
