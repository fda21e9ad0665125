//! Hexes, and the exact integer geometry of the field: where things are, which way they look, what lies between.
//!
//! Hexes are pointy-topped; `q` grows to the east and `r` to the south-east. The six edges and the six
//! corners (the ways a stand can face) are numbered clockwise:
//!
//! ```text
//!               N (0)
//!         NW   . ' .   NE               e5 NW  (0,-1)    e0 NE (1,-1)
//!  WNW (5)  .'       '.  ENE (1)
//!          |           |
//!      W   |     *     |   E            e4 W   (-1,0)    e1 E  (1,0)
//!          |           |
//!  WSW (4)  '.       .'  ESE (2)
//!         SW   ' . '   SE               e3 SW  (-1,1)    e2 SE (0,1)
//!               S (3)
//! ```
//!
//! Nothing here uses floating point, hash maps, clocks or globals, so every answer is the same on every machine;
//! where a line or a point falls exactly between two hexes the tie is part of the answer.
//! Coordinates are `i16`: on grids of up to 8192 by 8192 hexes no arithmetic here can overflow.

mod area;
mod direction;
mod edges;
mod facing;
mod flood;
mod frame;
mod grid;
mod hex;
mod line;
mod lines;
mod parse;
mod plane;
mod queue;
mod runs;
mod sight;
mod ways;

pub use area::HexSet;
pub use direction::Direction;
pub use edges::EdgeMap;
pub use facing::Facing;
pub use flood::{Flood, Out};
pub use frame::{Frame, Local, Midpoint};
pub use grid::{Grid, HexMap, ShapeError};
pub use hex::{Hex, Offset, Vector};
pub use line::{Side, straight_line, straight_steps};
pub use lines::Lines;
pub use parse::ParseError;
pub use plane::Point;
pub use queue::CostQueue;
pub use runs::{edge, edges_beside, runs};
pub use sight::{Crossing, EdgeCrossing, edges_crossed, sight_line};
pub use ways::{Way, way_to, ways, ways_among};

#[cfg(test)]
mod tests;
