//! Where a charge goes: whom it wakes, whom it may touch, its next leg (MC-CHARGE-7, 14, 15, 21).

use battle::{Pose, Reach, UnitId, rule};

use crate::movement::walk::{Node, Purpose, Walk};
use crate::space::{self, body, in_arc, touching};
use crate::state::Charge;
use crate::{War, losses, marks, tables};

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
pub(super) fn woken(war: &War, charge: &Charge, pose: &Pose) -> Vec<UnitId> {
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
pub(super) fn standing(war: &War, charge: &Charge) -> Vec<UnitId> {
    let stands = |on: &UnitId| war.present(*on) && !charge.fled.contains(on);
    charge.targets.iter().copied().filter(stands).collect()
}

fn nearest(war: &War, charge: &Charge, pose: &Pose) -> Option<i32> {
    let print = war.field().footprint_at(charge.by, pose);
    standing(war, charge).into_iter().map(|on| body(war, on).distance(&print)).min()
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

/// Standing enemies that have reacted and would be touched in a pose, targets alone or all.
fn met(war: &War, charge: &Charge, pose: &Pose, which: &[UnitId]) -> usize {
    let meets = |on: &&UnitId| charge.reacted.contains(on) && !touching(war, charge.by, pose, **on).is_empty();
    which.iter().filter(meets).count()
}

/// Whether no target is left to be charged home: each has routed or is gone, or has evaded (MC-CHARGE-15).
fn is_vain(war: &War, charge: &Charge, targets: &[UnitId]) -> bool {
    targets.iter().all(|on| charge.reacted.contains(on) && war.marked(*on, marks::EVADED))
}

/// Where a charge may go on to: contact with as many targets as can be, or where it wakes somebody, or else as near as
/// it comes, or contact with others that reacted. Where no target is left that it reaches it stops anywhere on its path,
/// here too: on the way to those that evaded, or straight ahead (MC-CHARGE-15).
pub(super) fn legs(war: &War, charge: &Charge) -> Reach {
    let targets = standing(war, charge);
    let others: Vec<UnitId> = touchable(war, charge).into_iter().filter(|enemy| !targets.contains(enemy)).collect();
    let walk = Walk::new(war, charge.by, Purpose::Charge(charge));
    let places = walk.places(charge.gait, charge.left);
    let here = war.pose(charge.by);
    let free = |node: &Node| node.pose != here && losses::fits(war, charge.by, &node.pose);
    let most = places.iter().filter(|way| free(&way.node)).map(|way| met(war, charge, &way.node.pose, &targets)).max();
    let most = most.unwrap_or(0);
    let engaged = met(war, charge, &here, &targets);
    if (engaged > 0 && most <= engaged) || met(war, charge, &here, &others) > 0 {
        return Reach::default();
    }
    let vain = most == 0 && is_vain(war, charge, &targets);
    let wake = places.iter().any(|way| free(&way.node) && wakes(war, charge, &way.node.pose));
    let far = |pose: &Pose| nearest(war, charge, pose).unwrap_or(i32::MAX);
    let least = places.iter().filter(|way| free(&way.node)).map(|way| far(&way.node.pose)).min().unwrap_or(i32::MAX);
    let now = far(&here);
    let ahead = |pose: &Pose| pose.facing == here.facing && in_arc(here.facing, here.anchor, pose.anchor);
    let legal = |node: &Node, _: u16| match () {
        () if vain => !targets.is_empty() || ahead(&node.pose) || met(war, charge, &node.pose, &others) > 0,
        () if most > 0 && met(war, charge, &node.pose, &targets) == most => true,
        () if wake => wakes(war, charge, &node.pose),
        () if most > 0 => false,
        () => (least < now && far(&node.pose) == least) || met(war, charge, &node.pose, &others) > 0,
    };
    let mut reach = walk.among(&places, legal);
    if vain && reach.legal().next().is_some() {
        reach.places.iter_mut().filter(|place| place.pose == here).take(1).for_each(|place| place.legal = true);
    }
    reach
}
