//! What befalls Units: Hits and removal, and Generals who go with them (EA-BASE-5, EA-UNIT-10, EA-GEN-5).

use battle::{Departure, Event, Perch, UnitId, rule};

use crate::marks;
use crate::{Umpire, tables};

/// Takes Strength Points off a Unit, one a Hit, never below 0 (EA-BASE-5).
pub(crate) fn hurt(umpire: &mut Umpire<'_>, unit: UnitId, hits: i16, cause: &'static str, clause: &'static str) {
    let from = umpire.strength(unit);
    let to = if rule!("EA-BASE-5") { (from - hits).max(0) } else { from };
    if to == from {
        return;
    }
    umpire.emit(Event::Strength { unit, from, to, cause, clause });
    umpire.mark(unit, marks::BLOODED, true);
    mark_strength(umpire, unit);
    if to == 0 && umpire.options().remove_immediate && rule!("EA-RES-22") {
        remove(umpire, unit, Departure::Routed, "EA-RES-22");
    }
}

/// Shows whether a Unit is weak or spent.
pub(crate) fn mark_strength(umpire: &mut Umpire<'_>, unit: UnitId) {
    let state = umpire.field().unit(unit);
    let (part, whole) = tables::WEAK;
    let (spent, weak) = (state.strength == 0, state.strength * whole <= state.full * part);
    umpire.mark(unit, marks::WEAK, weak && !spent);
    umpire.mark(unit, marks::SPENT, spent);
}

/// Takes a Unit off the map, its Generals with it: they return, but not from where a Unit left by order (EA-GEN-5).
pub(crate) fn remove(umpire: &mut Umpire<'_>, unit: UnitId, why: Departure, clause: &'static str) {
    if !umpire.present(unit) {
        return;
    }
    let turn = umpire.field().turn();
    for leader in umpire.field().leaders_with(unit).filter(|_| rule!("EA-GEN-5")).collect::<Vec<_>>() {
        umpire.lead(leader, Perch::Away, "EA-GEN-5");
        umpire.state.leaders[leader.index()].lost = (why != Departure::Exited).then_some(turn);
    }
    *umpire.own_mut(unit) = Default::default();
    umpire.mark(unit, marks::ORDERED, false);
    umpire.emit(Event::Left { unit, why, clause });
}
