//! Room for a unit where it would stand (SN-MOVE-10, 11).

use battle::{Pose, UnitId, rule};
use hexes::Hex;

use crate::{War, terrain};

/// How a pose fits where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Fit {
    /// It has all its hexes to itself.
    Free,
    /// Friends stand on some.
    Shared,
    /// Enemies do, or nobody can stand there.
    Closed,
}

/// How a unit fits in a pose.
pub(crate) fn fits(war: &War, unit: UnitId, pose: &Pose) -> Fit {
    let (print, held) = (war.field().footprint_at(unit, pose), war.field().footprint(unit));
    let fit = |hex: &Hex| match war.other_at(unit, *hex) {
        _ if !terrain::is_standable(war.field().ground(), *hex) && !held.contains(*hex) => Fit::Closed,
        Some(other) if war.side(other) != war.side(unit) && rule!("SN-MOVE-11") => Fit::Closed,
        Some(_) => Fit::Shared,
        None => Fit::Free,
    };
    print.hexes().iter().map(fit).max().unwrap_or(Fit::Closed)
}
