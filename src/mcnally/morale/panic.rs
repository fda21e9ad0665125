//! Panic markers (MC-PANIC).

use battle::{UnitId, rule};

use crate::space::{inches, sight};
use crate::state::Open;
use crate::{Umpire, War, marks, tables};

/// A unit gets a marker whose test waits for its next step 1, or comes at once by the other reading (MC-PANIC-2).
pub(crate) fn unnerve(umpire: &mut Umpire<'_>, unit: UnitId, cause: &'static str) {
    let fresh = umpire.present(unit) && !umpire.marked(unit, marks::PANIC | marks::ROUTING);
    let waits = !umpire.options().panic_at_once && rule!("MC-PANIC-2");
    hold(umpire, unit, cause);
    if fresh && !waits && umpire.marked(unit, marks::PANIC) {
        umpire.after(Open::Shaken(unit));
    }
}

/// A unit gets a marker for which it is tested now, or never; it has at most one.
pub(crate) fn hold(umpire: &mut Umpire<'_>, unit: UnitId, cause: &'static str) {
    if umpire.present(unit) && rule!("MC-PANIC-1") {
        umpire.mark_by(unit, marks::PANIC, true, cause);
    }
}

/// A unit loses its marker.
pub(crate) fn calm(umpire: &mut Umpire<'_>, unit: UnitId) {
    if umpire.present(unit) {
        umpire.mark(unit, marks::PANIC, false);
    }
}

/// So many figures have fired at a unit, which lost so many (MC-PANIC-4, 8).
pub(crate) fn under_fire(umpire: &mut Umpire<'_>, unit: UnitId, figures: i16, lost: i16) {
    if !umpire.present(unit) {
        return;
    }
    umpire.own_mut(unit).fired_at += figures;
    let green = umpire.profile(unit).class >= 4 && umpire.own(unit).fired_at >= tables::SHAKES;
    let first = !umpire.own(unit).shaken || !rule!("MC-PANIC-16");
    let shaken = green && first && rule!("MC-PANIC-8");
    if shaken {
        umpire.own_mut(unit).shaken = true;
    }
    // Who loses figures in its own charge has its marker by the second test (MC-PANIC-7).
    let charges = umpire.marked(unit, marks::CHARGING);
    if shaken || (lost > 0 && !charges && rule!("MC-PANIC-4")) {
        unnerve(umpire, unit, if lost > 0 { "losses by fire" } else { "much fire" });
    }
}

/// Friends of equal or lower class that see a rout (MC-PANIC-9).
pub(crate) fn alarmed(war: &War, unit: UnitId) -> Vec<UnitId> {
    let class = war.profile(unit).class;
    let sees = |friend: &UnitId| {
        *friend != unit
            && war.profile(*friend).class >= class
            && inches(war, war.field().distance(*friend, unit)) <= tables::ALARM
            && sight::sees_unit(war, *friend, unit)
    };
    war.field().present_of(war.side(unit)).filter(sees).filter(|_| rule!("MC-PANIC-9")).collect()
}
