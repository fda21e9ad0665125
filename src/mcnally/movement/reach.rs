//! Where a throw takes a unit: in order, in skirmish order, to guns, into and out of buildings (MC-MOVE-1, MC-SKIRM-2).

use battle::{Reach, UnitId, rule};

use super::walk::{Gait, Purpose, Walk};
use super::{crews, garrison, loose};
use crate::War;
use crate::space::{Shape, shape};
use crate::state::Going;

/// Where a throw of so many inches takes a unit.
pub(crate) fn reach_with(war: &War, unit: UnitId, left: u16, going: Going) -> Reach {
    let now = shape(war, unit);
    if now == Shape::Garrison {
        return garrison::ways_out(war, unit, left);
    }
    let purpose = if going == Going::Changing { Purpose::Changing } else { Purpose::Plain };
    let mut reach = if now == Shape::Skirmish && rule!("MC-SKIRM-2") {
        loose::reach(war, unit, left)
    } else {
        Walk::new(war, unit, purpose).reach(Gait::default(), left, |_, _| true)
    };
    if now == Shape::Skirmish {
        crews::ways_to_guns(war, unit, left, &mut reach);
    }
    if going == Going::Plain && matches!(now, Shape::Open | Shape::Skirmish) {
        garrison::ways_in(war, unit, left, &mut reach);
    }
    reach
}
