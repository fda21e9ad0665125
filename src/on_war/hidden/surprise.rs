//! Units that come upon hidden ones are surprised (OW-HIDDEN-7).

use battle::{UnitId, rule};

use crate::hidden::discovery;
use crate::marks;
use crate::morale::triggers;
use crate::{Umpire, consequences};

/// Everything that follows from where a unit has just come to stand: hidden enemies within a hex are found, and
/// surprise it; enemy leaders on their own make off; it comes out of hiding where nothing conceals it.
pub(crate) fn arrived(umpire: &mut Umpire<'_>, unit: UnitId) {
    let found = discovery::discover_near(umpire, unit);
    if let Some(enemy) = found.first() {
        surprise(umpire, unit, *enemy);
    }
}

/// A unit is surprised by one that was hidden: motivation at once, or it falls back from it.
pub(crate) fn surprise(umpire: &mut Umpire<'_>, unit: UnitId, hidden: UnitId) {
    if !umpire.present(unit) || umpire.marked(unit, marks::ROUTING) {
        return;
    }
    let steady = !rule!("OW-HIDDEN-7") || keeps_its_head(umpire, unit, hidden);
    if !steady && rule!("OW-MORALE-10") {
        consequences::give_way(umpire, unit, Some(hidden), "OW-HIDDEN-7");
    }
}

/// The test of leadership, for which the numbers of motivation stand; without any numbers nobody fails it (OW-UNIT-6).
fn keeps_its_head(umpire: &mut Umpire<'_>, unit: UnitId, hidden: UnitId) -> bool {
    !rule!("OW-UNIT-6") || triggers::SURPRISE.passes(umpire, unit, Some(hidden))
}
