//! Who touches whom (OTH-GEO-12).

use battle::{Crossing, Footprint, Obstacle, Pose, UnitId, rule};
use hexes::Hex;

use super::body;
use crate::War;

/// Whether a stand can reach over an edge: not over a river without a way across.
fn is_reached(war: &War, from: Hex, to: Hex) -> bool {
    let edge = from.direction_to(to).map(|way| war.field().ground().edge(from, way));
    edge.is_some_and(|edge| edge.obstacle != Obstacle::River || edge.crossing != Crossing::None)
}

/// The pairs in contact: stands of a front rank with stands or houses of an enemy in their front hexes. Who stands all
/// round has fronts all round.
pub(crate) fn pairs(war: &War, unit: UnitId, pose: &Pose, enemy: UnitId) -> Vec<(Hex, Hex)> {
    pairs_of(war, pose, &war.field().footprint_at(unit, pose), &body(war, enemy))
}

fn pairs_of(war: &War, pose: &Pose, own: &Footprint, theirs: &Footprint) -> Vec<(Hex, Hex)> {
    let fronts = pose.facing.fronts();
    own.meets(&fronts, theirs).filter(|(stand, hex)| is_reached(war, *stand, *hex)).collect()
}

/// Whether a unit in a pose is in a position of contact with an enemy (OTH-GEO-12).
pub(crate) fn touches(war: &War, unit: UnitId, pose: &Pose, enemy: UnitId) -> bool {
    touches_body(war, unit, pose, &body(war, enemy))
}

/// The same of an enemy who stands there.
pub(crate) fn touches_body(war: &War, unit: UnitId, pose: &Pose, theirs: &Footprint) -> bool {
    // No stand is farther from the anchor than two hexes for each of them.
    let stands = war.stands(unit);
    if theirs.distance_to(pose.anchor) > 2 * i32::from(stands) {
        return false;
    }
    let own = pose.stands(stands);
    theirs.distance(&own) == 1 && (!pairs_of(war, pose, &own, theirs).is_empty() || !rule!("OTH-GEO-12"))
}
