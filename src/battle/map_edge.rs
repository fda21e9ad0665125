//! Edges of the map, which facings do not name: facings point at corners of hexes, none of them east or west.

use hexes::{Facing, Grid, Hex};
use serde::{Deserialize, Serialize};

/// One of the four edges of a map.
///
/// ```
/// use battle::MapEdge;
/// use hexes::{Facing, Grid, Offset};
///
/// assert_eq!(MapEdge::East.distance(Grid::new(10, 8), Offset::new(7, 3).hex()), 2);
/// assert_eq!(MapEdge::of(Facing::WestSouthWest), MapEdge::West);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum MapEdge {
    /// The top row.
    North,
    /// The last column.
    East,
    /// The last row.
    South,
    /// The first column.
    West,
}

impl MapEdge {
    /// All four.
    pub const ALL: [MapEdge; 4] = [MapEdge::North, MapEdge::East, MapEdge::South, MapEdge::West];

    /// The edge that a facing looks at.
    #[must_use]
    pub const fn of(facing: Facing) -> MapEdge {
        match facing {
            Facing::North => MapEdge::North,
            Facing::EastNorthEast | Facing::EastSouthEast => MapEdge::East,
            Facing::South => MapEdge::South,
            Facing::WestSouthWest | Facing::WestNorthWest => MapEdge::West,
        }
    }

    /// The facings nearest to it: one, or the two beside east or west.
    #[must_use]
    pub const fn facings(self) -> &'static [Facing] {
        match self {
            MapEdge::North => &[Facing::North],
            MapEdge::East => &[Facing::EastNorthEast, Facing::EastSouthEast],
            MapEdge::South => &[Facing::South],
            MapEdge::West => &[Facing::WestSouthWest, Facing::WestNorthWest],
        }
    }

    /// The edge across the map.
    #[must_use]
    pub const fn opposite(self) -> MapEdge {
        match self {
            MapEdge::North => MapEdge::South,
            MapEdge::East => MapEdge::West,
            MapEdge::South => MapEdge::North,
            MapEdge::West => MapEdge::East,
        }
    }

    /// How many steps a hex of the map lies from the nearest hex on that edge; 0 on it.
    #[must_use]
    pub const fn distance(self, grid: Grid, hex: Hex) -> i32 {
        let place = hex.offset();
        let (column, row) = (place.column as i32, place.row as i32);
        match self {
            MapEdge::North => row,
            MapEdge::East => grid.width() as i32 - 1 - column,
            MapEdge::South => grid.height() as i32 - 1 - row,
            MapEdge::West => column,
        }
    }

    /// As a sentence says it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            MapEdge::North => "north edge",
            MapEdge::East => "east edge",
            MapEdge::South => "south edge",
            MapEdge::West => "west edge",
        }
    }
}
