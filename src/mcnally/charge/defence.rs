//! What a charged unit has against a charge: its test, the shots of its volley, evasion (MC-CHARGE-8, 9, 17, MC-SKIRM-3 to 8).

use battle::{Pool, UnitId, rule};

use crate::fire::aim::{Manner, Shot, volley};
use crate::morale::{self, Cause};
use crate::movement::dice::{pace, throw_for};
use crate::space::{Aspect, Shape, is_foot, is_mounted, shape};
use crate::why::Why;
use crate::{War, marks};

/// The shots of the volley that a charged unit has.
pub(crate) fn shots(war: &War, unit: UnitId, by: UnitId) -> Vec<Shot> {
    let each = !war.options().one_volley && rule!("MC-CHARGE-17");
    let limited = war.own(unit).volleyed && !each;
    let barred = marks::FALLING_BACK | marks::CONTACT | marks::ROUTING;
    // Who is spent fires only where it passed (MC-CHARGE-6).
    let weary = war.marked(unit, marks::SPENT) && war.own(unit).wavered;
    if limited || weary || war.marked(unit, barred) || !rule!("MC-CHARGE-9") {
        return Vec::new();
    }
    let manner = if war.own(unit).wavered { Manner::Ragged } else { Manner::Volley };
    volley(war, unit, by, manner)
}

pub(super) fn may_evade(war: &War, unit: UnitId) -> bool {
    let now = shape(war, unit);
    let able = now == Shape::Skirmish || (now == Shape::Battery && !rule!("MC-ART-6a"));
    able && !war.marked(unit, marks::CONTACT) && (!war.own(unit).wavered || !rule!("MC-SKIRM-7")) && rule!("MC-SKIRM-3")
}

/// The test of a charged unit (MC-CHARGE-8).
pub(crate) fn test(war: &War, unit: UnitId, by: UnitId, aspect: Aspect) -> Pool {
    morale::test(war, unit, Cause::Charged(by, aspect), &[], Why::Charged)
}

/// Whether a unit is skirmishing cavalry that evades infantry untested (MC-SKIRM-8).
pub(super) fn is_skittish(war: &War, unit: UnitId, by: UnitId) -> bool {
    let loose = is_mounted(war, unit) && shape(war, unit) == Shape::Skirmish && !war.marked(unit, marks::CONTACT);
    loose && is_foot(war, by) && rule!("MC-SKIRM-8")
}

/// The throw of an evasion (MC-SKIRM-4).
pub(super) fn evasion(war: &War, unit: UnitId) -> Pool {
    let mut pool = throw_for(Why::Evade, pace(war, unit));
    if war.own(unit).moved && rule!("MC-SKIRM-4") {
        pool.share("has moved", 2, "MC-SKIRM-4");
    }
    pool
}
