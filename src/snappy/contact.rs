//! Contact: who touches whom, and engagements while they last (SN-CHARGE-4, SN-MELEE-3, SN-MC-11).

use battle::{Pose, UnitId, rule};
use hexes::Hex;

use crate::state::Charge;
use crate::{Umpire, War, marks, terrain};

/// The pairs in contact: stands of the charger's front rank with target stands in their front hexes.
pub(crate) fn pairs(war: &War, unit: UnitId, pose: &Pose, target: UnitId) -> Vec<(Hex, Hex)> {
    let (own, theirs) = (war.field().footprint_at(unit, pose), war.field().footprint(target));
    let fronts = pose.facing.fronts();
    let met = own.meets(&fronts, &theirs);
    met.filter(|(stand, hex)| terrain::may_meet(war.field().ground(), *stand, *hex)).collect()
}

/// Whether the two are still in contact.
pub(crate) fn is_engaged(war: &War, charge: &Charge) -> bool {
    war.state.own.charges.contains(charge) && war.present(charge.charger) && war.present(charge.target)
}

/// Both stay where they are, no longer engaged (SN-MELEE-3, 10).
pub(crate) fn part(umpire: &mut Umpire<'_>, charge: &Charge) {
    umpire.state.own.charges.retain(|one| one != charge);
    umpire.mark(charge.charger, marks::CHARGING, false);
    release(umpire, charge.target);
}

/// A unit is in no engagement any more.
pub(crate) fn disengage(umpire: &mut Umpire<'_>, unit: UnitId) {
    let charges = std::mem::take(&mut umpire.state.own.charges);
    let (broken, left): (Vec<_>, Vec<_>) =
        charges.into_iter().partition(|charge| charge.charger == unit || charge.target == unit);
    umpire.state.own.charges = left;
    for charge in broken {
        if rule!("SN-MELEE-10") {
            umpire.mark(charge.charger, marks::CHARGING, false);
        }
        release(umpire, charge.target);
    }
}

/// Whoever nobody charges any more does not show it.
pub(crate) fn release(umpire: &mut Umpire<'_>, target: UnitId) {
    if !umpire.state.own.charges.iter().any(|charge| charge.target == target) {
        umpire.mark(target, marks::CHARGED, false);
    }
}
