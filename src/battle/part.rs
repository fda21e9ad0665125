//! Parts of buildings and obstacles that can be shot at and broken: walls, doors and windows, each on a hex edge.

use std::fmt;

use hexes::{Direction, Hex, Offset};
use serde::{Deserialize, Serialize};

/// What a part is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum PartKind {
    /// A stretch of wall, fence or hedge one hex long.
    Wall,
    /// A door or gate.
    Door,
    /// A window.
    Window,
}

impl PartKind {
    /// Every kind, in a fixed order.
    pub const ALL: [PartKind; 3] = [PartKind::Wall, PartKind::Door, PartKind::Window];

    /// Its name on screen and in orders.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            PartKind::Wall => "wall",
            PartKind::Door => "door",
            PartKind::Window => "window",
        }
    }
}

/// One part, on an edge. The same edge named from either of its hexes gives the same part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Part {
    hex: Hex,
    side: Direction,
    /// What it is.
    pub kind: PartKind,
}

impl Part {
    /// The part of that kind on an edge of a hex.
    #[must_use]
    pub fn new(hex: Hex, side: Direction, kind: PartKind) -> Part {
        if side.index() < 3 {
            Part { hex, side, kind }
        } else {
            Part { hex: hex.neighbor(side), side: side.opposite(), kind }
        }
    }

    /// The two hexes of its edge.
    #[must_use]
    pub fn hexes(&self) -> [Hex; 2] {
        [self.hex, self.hex.neighbor(self.side)]
    }

    /// One of its hexes and the side of that hex.
    #[must_use]
    pub const fn edge(&self) -> (Hex, Direction) {
        (self.hex, self.side)
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.hex.offset(), self.side, self.kind.name())
    }
}

impl std::str::FromStr for Part {
    type Err = String;

    fn from_str(text: &str) -> Result<Part, String> {
        let wrong = || format!("unknown part `{text}`; expected a hex, a side and wall, door or window: 12,7:E:door");
        let mut words = text.split(':');
        let mut word = || words.next().ok_or_else(wrong);
        let place: Offset = word()?.parse().map_err(|_| wrong())?;
        let side: Direction = word()?.parse().map_err(|_| wrong())?;
        let name = word()?;
        let kind = PartKind::ALL.into_iter().find(|kind| kind.name() == name).ok_or_else(wrong)?;
        Ok(Part::new(place.hex(), side, kind))
    }
}

/// How damaged a part is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Damage {
    /// Which.
    pub part: Part,
    /// Wounds taken.
    pub wounds: u8,
    /// Whether it is destroyed: men can pass.
    pub destroyed: bool,
}
