//! Going back in order: by the only way, or by that which the owner chooses (MC-HEX-11, MC-MOVE-29).

use battle::{Event, Manner, Pose, UnitId};
use hexes::Hex;

use super::path::overrun;
use crate::state::{Backward, GoingBack, Open};
use crate::{Umpire, generals};

/// A unit sets out to go back: says its way, if it has only one; its owner chooses between more.
#[must_use]
pub(crate) fn sets_out(
    umpire: &mut Umpire<'_>,
    unit: UnitId,
    mut ways: Vec<Vec<Pose>>,
    cause: Backward,
) -> Option<Vec<Pose>> {
    let last = ways.pop()?;
    if ways.is_empty() {
        return Some(last);
    }
    ways.push(last);
    chooses(umpire, unit, ways, cause);
    None
}

/// The owner of a unit chooses between its ways back.
pub(crate) fn chooses(umpire: &mut Umpire<'_>, unit: UnitId, ways: Vec<Vec<Pose>>, cause: Backward) {
    umpire.interrupt(Open::Back(GoingBack { unit, ways, cause }));
}

/// A unit goes back along a way.
pub(crate) fn along(umpire: &mut Umpire<'_>, unit: UnitId, way: &[Pose], manner: Manner, clause: &'static str) {
    let Some(to) = way.last().copied().filter(|_| way.len() > 1) else { return };
    let path = way[1..way.len() - 1].to_vec();
    umpire.emit(Event::Moved { unit, to, path, manner, clause });
    generals::keep_up(umpire, unit, way);
    let swept: Vec<Hex> = way.iter().flat_map(|pose| pose.stands(umpire.stands(unit)).hexes().to_vec()).collect();
    overrun(umpire, unit, &swept);
    umpire.own_mut(unit).moved = true;
}
