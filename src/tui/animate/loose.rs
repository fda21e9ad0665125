//! Stands that are out of their ranks for a moment: running together into another formation, or straggling behind a unit
//! that flees.

use battle::{Battlefield, Footprint, Pose, UnitId};
use hexes::Hex;

use crate::worth::between;

/// In how many steps stands run from one formation to another; the last is the formation itself.
pub const STEPS: usize = 3;

/// How many poses the last stands of a unit that flees are behind the first.
pub const LAG: usize = 2;

/// A unit whose stands are seen elsewhere than where its formation has them.
#[derive(Clone, Debug, PartialEq)]
pub struct Loose {
    /// Which.
    pub unit: UnitId,
    /// Where its stands are seen.
    pub stands: Footprint,
}

impl Loose {
    /// After so many of [`STEPS`] on the way from one formation to another: each stand goes to the nearest place that no
    /// other has taken, and a little farther or less far where another is already.
    #[must_use]
    pub fn forming(field: &Battlefield, unit: UnitId, [from, to]: [&Footprint; 2], step: usize) -> Loose {
        let (mut left, mut seen) = (from.hexes().to_vec(), Vec::new());
        for place in to.hexes() {
            let nearest = (0..left.len()).min_by_key(|start| left[*start].distance(*place));
            let start = nearest.map_or(*place, |start| left.swap_remove(start));
            let way: Vec<Hex> = std::iter::once(start).chain(between(start, *place)).collect();
            let (before, after) = way.split_at((way.len() - 1) * step / STEPS);
            let free = after.iter().chain(before.iter().rev()).find(|hex| !seen.contains(*hex));
            seen.extend(free.copied());
        }
        Loose::of(field, unit, seen)
    }

    /// Fleeing, after those poses: some stands are where the unit is, others one or two poses behind.
    #[must_use]
    pub fn straggling(field: &Battlefield, unit: UnitId, trail: &[Pose]) -> Loose {
        let prints: Vec<Footprint> = trail.iter().rev().map(|pose| field.footprint_at(unit, pose)).collect();
        let count = prints.first().map_or(0, |print| print.hexes().len());
        let behind = |stand: usize| (stand + unit.index()) % (LAG + 1);
        let stands = (0..count).filter_map(|stand| prints.get(behind(stand)).or(prints.last())?.hexes().get(stand));
        Loose::of(field, unit, stands.copied().collect())
    }

    fn of(field: &Battlefield, unit: UnitId, mut stands: Vec<Hex>) -> Loose {
        stands.retain(|hex| field.unit_at(*hex).is_none_or(|other| other == unit));
        Loose { unit, stands: Footprint::of(stands.iter().copied(), stands.len()) }
    }
}
