//! The targets of a charge and whoever else it meets: who still stands, whom it wakes, whom it may touch, whether a step
//! brings it nearer, its test, with whom it is in contact (MC-CHARGE-4, 7, 14, 21).

use battle::{Pool, Pose, UnitId, rule};

use crate::morale::{self, Cause};
use crate::space::{self, Aspect, body, touching};
use crate::state::{Charge, Contact};
use crate::why::Why;
use crate::{Umpire, War, marks, tables};

/// Hexes at which a charge wakes the enemy.
pub(crate) fn waking(war: &War) -> i32 {
    (tables::WAKES / i32::from(space::pitch(war))).max(1)
}

/// Whether an enemy owes this charge a reaction (MC-CHARGE-14, 21).
fn sleeps(war: &War, charge: &Charge, enemy: UnitId) -> bool {
    let target = charge.targets.contains(&enemy);
    let undeclared = war.options().undeclared_react && !war.marked(enemy, marks::ROUTING) && rule!("MC-CHARGE-14");
    war.present(enemy) && !charge.reacted.contains(&enemy) && (target || undeclared)
}

/// Enemies that have not reacted and are within 2 inches of a pose, nearest first.
pub(crate) fn woken(war: &War, charge: &Charge, pose: &Pose) -> Vec<UnitId> {
    let print = war.field().footprint_at(charge.by, pose);
    let far = |enemy: UnitId| body(war, enemy).distance(&print);
    // No stand is farther from its anchor than its unit is long, with a hex between stands.
    let longest = |unit: UnitId| 2 * i32::from(war.stands(unit));
    let bound = waking(war) + longest(charge.by);
    let close = |enemy: UnitId| war.pose(enemy).anchor.distance(pose.anchor) <= bound + longest(enemy);
    let near = |enemy: &UnitId| close(*enemy) && far(*enemy) <= waking(war) && sleeps(war, charge, *enemy);
    let mut found: Vec<UnitId> = war.enemies(charge.by).filter(near).collect();
    found.sort_by_key(|enemy| far(*enemy));
    found
}

/// Whether a charge pauses in a pose (MC-CHARGE-21).
pub(crate) fn wakes(war: &War, charge: &Charge, pose: &Pose) -> bool {
    !woken(war, charge, pose).is_empty() && rule!("MC-CHARGE-21")
}

/// Targets that still stand.
pub(crate) fn standing(war: &War, charge: &Charge) -> Vec<UnitId> {
    let stands = |on: &UnitId| war.present(*on) && !charge.fled.contains(on);
    charge.targets.iter().copied().filter(stands).collect()
}

pub(super) fn nearest(war: &War, charge: &Charge, pose: &Pose) -> Option<i32> {
    let print = war.field().footprint_at(charge.by, pose);
    let stand: Vec<_> = standing(war, charge).into_iter().map(|on| body(war, on)).collect();
    (!stand.is_empty()).then(|| print.nearest(&stand))
}

/// Whether a step that brings a charge from one distance to another is one (MC-CHARGE-7).
pub(crate) fn may_step(before: i32, after: i32) -> bool {
    after <= before || !rule!("MC-CHARGE-7")
}

/// Whether a step does not lead away from the nearest target.
pub(crate) fn comes_nearer(war: &War, charge: &Charge, from: &Pose, to: &Pose) -> bool {
    match (nearest(war, charge, from), nearest(war, charge, to)) {
        (Some(before), Some(after)) => may_step(before, after),
        _ => true,
    }
}

/// Enemies that a charge may come next to: its targets, for a wheel may end beside one that it only then wakes; others who
/// have reacted and stand; on coarse maps whoever it would wake there.
pub(crate) fn touchable(war: &War, charge: &Charge) -> Vec<UnitId> {
    let coarse = waking(war) <= 1;
    let open = |enemy: &UnitId| {
        let caught = !war.marked(*enemy, marks::EVADED) || rule!("MC-SKIRM-6");
        let stood = charge.reacted.contains(enemy) && !charge.fled.contains(enemy) && caught;
        stood || ((coarse || charge.targets.contains(enemy)) && sleeps(war, charge, *enemy))
    };
    war.enemies(charge.by).filter(open).collect()
}

/// The test of a charger (MC-CHARGE-4).
pub(crate) fn test(war: &War, by: UnitId, sides: &[(UnitId, Aspect)], why: Why) -> Pool {
    morale::test(war, by, Cause::Charging, sides, why)
}

/// Whom a charge still goes for: its declared targets that have not run from it, with their sides. Others that react are
/// not charged as far as its test goes (MC-MORALE-4).
pub(super) fn aims(war: &War, charge: &Charge) -> Vec<(UnitId, Aspect)> {
    let aimed = |on: UnitId| charge.targets.contains(&on) && war.present(on) && !charge.fled.contains(&on);
    charge.sides.iter().copied().filter(|(on, _)| aimed(*on)).collect()
}

/// A charge comes into contact with all whom it touches that have reacted and stand: who they are.
pub(super) fn contacts(umpire: &mut Umpire<'_>, charge: &Charge) -> Vec<UnitId> {
    let (by, pose) = (charge.by, umpire.pose(charge.by));
    let mut met = Vec::new();
    for (on, aspect) in charge.sides.iter().copied() {
        let stands = umpire.present(on) && charge.reacted.contains(&on) && !charge.fled.contains(&on);
        if stands && !touching(umpire, by, &pose, on).is_empty() {
            met.push(on);
            let over = morale::hurdle(umpire, by, on).max(umpire.own(by).over);
            umpire.own_mut(by).over = over;
            umpire.state.own.contacts.push(Contact { by, on, aspect });
            umpire.mark(by, marks::CONTACT, true);
            umpire.mark(on, marks::CONTACT, true);
        }
    }
    met
}
