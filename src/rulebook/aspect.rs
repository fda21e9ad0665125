//! On which side of a unit something comes.

use hexes::{Facing, Local, Vector};
use serde::Serialize;

/// On which side of a unit or a stand something comes, the mildest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub enum Aspect {
    /// In front.
    Front,
    /// On a flank.
    Flank,
    /// Behind.
    Rear,
}

impl Aspect {
    /// The side of a stand that faces so on which a way leads: front is sixty degrees to either side of straight ahead, rear
    /// less than sixty to either side of straight back.
    #[must_use]
    pub fn of(facing: Facing, way: Vector) -> Aspect {
        let Local { u, k } = facing.local(way);
        match () {
            () if k > 0 && u.abs() <= 3 * k => Aspect::Front,
            () if k < 0 && u.abs() < -3 * k => Aspect::Rear,
            () => Aspect::Flank,
        }
    }
}
