//! Routing units rally or quit (OW-MORALE-11).

use battle::{Departure, UnitId, rule};

use crate::marks;
use crate::morale::triggers;
use crate::{Umpire, consequences};

/// Routing units rally or quit.
pub(crate) fn test_routers(umpire: &mut Umpire<'_>) {
    for unit in umpire.units_of(umpire.state.player) {
        let routs = umpire.present(unit) && umpire.marked(unit, marks::ROUTING);
        if routs && !umpire.own(unit).broke_now && rule!("OW-MORALE-11a") {
            test_router(umpire, unit);
        }
    }
}

fn test_router(umpire: &mut Umpire<'_>, unit: UnitId) {
    if triggers::ROUT.passes(umpire, unit, None) {
        umpire.say("{a} rallies", "OW-MORALE-11", unit, None);
        umpire.mark(unit, marks::ROUTING, false);
        umpire.own_mut(unit).rallied = true;
    } else {
        umpire.say("{a} quits the field", "OW-MORALE-11", unit, None);
        consequences::destroy(umpire, unit, Departure::Routed, "OW-MORALE-11");
    }
}
