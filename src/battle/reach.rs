//! Where a unit in a fixed formation can go: the cheapest ways through hexes and facings, under rules that a policy tells.

mod passage;
mod plan;
mod search;
mod sheet;
mod steps;

pub use passage::{Passage, Stride, is_cut_off, swept};
pub use search::{MOST_PLACES, Mover, Place, PoseReach};
pub use steps::{PoseStep, full_trail};
