//! S7a: units under rally recover (SN-RALLY).

use battle::{Event, rule};

use crate::orders::{Mandate, command_of};
use crate::system::Why;
use crate::{Umpire, War, marks, morale, tables};

/// Every unit under rally rolls once, I's first, in the order of the roster.
pub(crate) fn rally(umpire: &mut Umpire<'_>) {
    let first = umpire.state.first;
    let mut shaken = Vec::new();
    for unit in [first, first.other()].into_iter().flat_map(|side| umpire.units_of(side)).collect::<Vec<_>>() {
        if !may_rally(umpire, unit) {
            continue;
        }
        let single = morale::single(umpire, unit, Why::Rally, None);
        shaken.extend(single.shaken);
        let from = umpire.strength(unit);
        if single.passed && from < tables::BOLD && rule!("SN-RALLY-2") {
            umpire.emit(Event::Strength { unit, from, to: from + 1, cause: "rally", clause: "SN-RALLY-2" });
            morale::show_status(umpire, unit);
        }
    }
    morale::owe(umpire, &shaken);
}

/// Whether a unit rolls: its command rallies, it is not cut off, and by a house rule only if it can rise.
fn may_rally(war: &War, unit: battle::UnitId) -> bool {
    let rallies = command_of(war, unit).effective() == Mandate::Rally && rule!("SN-RALLY-1");
    let cut_off = war.marked(unit, marks::UNSUPPLIED) && rule!("SN-SUPPLY-5");
    let risen = war.strength(unit) == tables::BOLD && war.options().skip_bold;
    rallies && !cut_off && !risen
}
