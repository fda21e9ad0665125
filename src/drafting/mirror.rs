//! Mirrors: the other place of a stroke, so that both sides fight over the same ground. Every map of a mirror keeps neighbours
//! neighbours; a row or column that has no partner stays alone.

use std::collections::BTreeSet;

use hexes::{Direction, Facing, Grid, Hex, Offset};

/// How a stroke is made a second time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mirror {
    /// It is not.
    #[default]
    Off,
    /// Turned by half a turn about the middle of the map.
    HalfTurn,
    /// Left for right.
    LeftRight,
    /// Top for bottom.
    TopBottom,
}

impl Mirror {
    /// All of them.
    pub const ALL: [Mirror; 4] = [Mirror::Off, Mirror::HalfTurn, Mirror::LeftRight, Mirror::TopBottom];

    /// What it is called.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Mirror::Off => "off",
            Mirror::HalfTurn => "half turn",
            Mirror::LeftRight => "left and right",
            Mirror::TopBottom => "top and bottom",
        }
    }

    /// The other place of a hex; none without a mirror and for a hex without a partner on the map.
    #[must_use]
    pub fn hex(self, hex: Hex, grid: Grid) -> Option<Hex> {
        let (at, width, height) = (hex.offset(), grid.width(), grid.height());
        let odd = at.row & 1;
        // Rows keep their kind in a reflection: those of an even count have their axis on a row.
        let below = if height % 2 == 1 { height - 1 - at.row } else { height - 2 - at.row };
        let there = match self {
            Mirror::Off => return None,
            Mirror::HalfTurn => {
                let shift = if height % 2 == 1 { odd } else { 0 };
                Offset::new(width - 1 - shift - at.column, height - 1 - at.row)
            }
            Mirror::LeftRight => Offset::new(width - 1 - odd - at.column, at.row),
            Mirror::TopBottom => Offset::new(at.column, below),
        };
        Some(there.hex()).filter(|there| grid.contains(*there) && grid.contains(hex))
    }

    /// The other way of a direction.
    #[must_use]
    pub const fn direction(self, direction: Direction) -> Direction {
        let index = direction.index() as i32;
        match self {
            Mirror::Off => direction,
            Mirror::HalfTurn => direction.opposite(),
            Mirror::LeftRight => Direction::from_index(5 - index),
            Mirror::TopBottom => Direction::from_index((8 - index) % 6),
        }
    }

    /// The other way of a facing.
    #[must_use]
    pub const fn facing(self, facing: Facing) -> Facing {
        let index = facing.index() as i32;
        match self {
            Mirror::Off => facing,
            Mirror::HalfTurn => facing.opposite(),
            Mirror::LeftRight => Facing::from_index((6 - index) % 6),
            Mirror::TopBottom => Facing::from_index((9 - index) % 6),
        }
    }

    /// The anchor of a line of so many stands whose picture that of another is: a reflection changes left and right of a line,
    /// and an anchor stands left of the middle.
    #[must_use]
    pub fn anchor(self, (anchor, facing): (Hex, Facing), files: u8, grid: Grid) -> Option<Hex> {
        let even = files.is_multiple_of(2);
        let turned = match self {
            Mirror::LeftRight | Mirror::TopBottom if even => anchor + facing.right_flank(),
            _ => anchor,
        };
        self.hex(turned, grid)
    }

    /// Hexes with their other places, each once.
    #[must_use]
    pub fn both(self, hexes: &[Hex], grid: Grid) -> Vec<Hex> {
        let mut seen: BTreeSet<Hex> = hexes.iter().copied().collect();
        let others = hexes.iter().filter_map(|hex| self.hex(*hex, grid));
        let new: Vec<Hex> = others.filter(|hex| seen.insert(*hex)).collect();
        hexes.iter().copied().chain(new).collect()
    }
}
