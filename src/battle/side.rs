//! The two sides of a battle.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// One of the two sides. Blue is listed first everywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The side drawn in blue.
    Blue,
    /// The side drawn in red.
    Red,
}

impl Side {
    /// Both sides, Blue first.
    pub const ALL: [Side; 2] = [Side::Blue, Side::Red];

    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::Blue => Side::Red,
            Side::Red => Side::Blue,
        }
    }

    /// 0 for Blue, 1 for Red: the place of the side in arrays of two.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// "Blue" or "Red", as shown to people.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Side::Blue => "Blue",
            Side::Red => "Red",
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Side {
    type Err = String;

    fn from_str(text: &str) -> Result<Side, String> {
        match text.to_ascii_lowercase().as_str() {
            "blue" => Ok(Side::Blue),
            "red" => Ok(Side::Red),
            _ => Err(format!("unknown side `{text}`; expected blue or red")),
        }
    }
}
