//! S7a: units under rally recover (SN-RALLY).

use battle::{Event, UnitId, rule};

use crate::orders::{Mandate, command_of};
use crate::state::Open;
use crate::why::Why;
use crate::{Umpire, War, marks, morale, tables};

/// Every unit under rally rolls once, I's first, in the order of the roster.
pub(crate) fn rally(umpire: &mut Umpire<'_>) {
    umpire.interrupt(Open::Rally(None));
}

/// The next unit after the last one rolls; whoever is shaken by that checks before another does (SN-SEQ-6).
pub(crate) fn go_on(umpire: &mut Umpire<'_>, last: Option<UnitId>) {
    let Some(unit) = next(umpire, last) else { return };
    let single = morale::single(umpire, unit, Why::Rally, None);
    let from = umpire.strength(unit);
    if single.passed && from < tables::BOLD && rule!("SN-RALLY-2") {
        umpire.emit(Event::Strength { unit, from, to: from + 1, cause: "rally", clause: "SN-RALLY-2" });
        morale::show_status(umpire, unit);
    }
    umpire.interrupt(Open::Rally(Some(unit)));
    morale::owe(umpire, &single.shaken);
}

fn next(war: &War, last: Option<UnitId>) -> Option<UnitId> {
    let first = war.state.first;
    let turn = |unit: UnitId| (war.side(unit) != first, unit);
    let still = |unit: &UnitId| last.is_none_or(|last| turn(*unit) > turn(last)) && may_rally(war, *unit);
    war.field().present().filter(still).min_by_key(|unit| turn(*unit))
}

/// Whether a unit rolls: its command rallies, it is not cut off, and by a house rule only if it can rise.
fn may_rally(war: &War, unit: UnitId) -> bool {
    let rallies = command_of(war, unit).effective() == Mandate::Rally && rule!("SN-RALLY-1");
    let cut_off = war.marked(unit, marks::UNSUPPLIED) && rule!("SN-SUPPLY-5");
    let risen = war.strength(unit) == tables::BOLD && war.options().skip_bold;
    rallies && !cut_off && !risen
}
