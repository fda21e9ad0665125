//! The next leg of a charge (MC-CHARGE-7, 15).

use battle::{Pose, Reach, UnitId};

use super::targets::{nearest, standing, touchable, wakes, woken};
use crate::movement::walk::{Node, Purpose, Walk};
use crate::space::{in_arc, touching};
use crate::state::Charge;
use crate::{War, losses, marks};

/// Standing enemies that have reacted and would be touched in a pose, targets alone or all.
fn met(war: &War, charge: &Charge, pose: &Pose, which: &[UnitId]) -> usize {
    let meets = |on: &&UnitId| charge.reacted.contains(on) && !touching(war, charge.by, pose, **on).is_empty();
    which.iter().filter(meets).count()
}

/// Whether no target is left to be charged home: each has routed or is gone, or has evaded (MC-CHARGE-15).
fn is_vain(war: &War, charge: &Charge, targets: &[UnitId]) -> bool {
    targets.iter().all(|on| charge.reacted.contains(on) && war.marked(*on, marks::EVADED))
}

/// Where a charge may go on to: contact with as many targets as can be, or where it wakes somebody, or where no target can be
/// woken as near as it comes, for a short throw leads nobody out of his way, or contact with others that reacted. Where no target is left that it reaches it stops anywhere on its path,
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
    let wake_targets = |pose: &Pose| woken(war, charge, pose).iter().any(|enemy| targets.contains(enemy));
    let near = places.iter().any(|way| free(&way.node) && wake_targets(&way.node.pose));
    let far = |pose: &Pose| nearest(war, charge, pose).unwrap_or(i32::MAX);
    let least = places.iter().filter(|way| free(&way.node)).map(|way| far(&way.node.pose)).min().unwrap_or(i32::MAX);
    let now = far(&here);
    let ahead = |pose: &Pose| pose.facing == here.facing && in_arc(here.facing, here.anchor, pose.anchor);
    let legal = |node: &Node, _: u16| match () {
        () if vain => !targets.is_empty() || ahead(&node.pose) || met(war, charge, &node.pose, &others) > 0,
        () if most > 0 && met(war, charge, &node.pose, &targets) == most => true,
        () if wakes(war, charge, &node.pose) => true,
        () if most > 0 || near => false,
        () => (least < now && far(&node.pose) == least) || met(war, charge, &node.pose, &others) > 0,
    };
    let mut reach = walk.among(&places, legal);
    if vain && reach.legal().next().is_some() {
        reach.places.iter_mut().filter(|place| place.pose == here).take(1).for_each(|place| place.legal = true);
    }
    reach
}

/// A charge that has gone on to a pose: what it has left, and what its way has met (MC-CHARGE-7, MC-MOVE-6, MC-HEX-9).
pub(super) fn gone_to(war: &War, charge: &Charge, to: &Pose) -> Charge {
    let walk = Walk::new(war, charge.by, Purpose::Charge(charge));
    let way = walk.places(charge.gait, charge.left).into_iter().find(|way| way.node.pose == *to);
    let (gait, cost) = way.map_or((charge.gait, 0), |way| (way.node.gait, way.cost));
    Charge { gait, left: charge.left.saturating_sub(cost), ..charge.clone() }
}
