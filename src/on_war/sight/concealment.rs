//! What conceals a unit (OW-HIDDEN-1).

use battle::{Pose, UnitId, rule};
use hexes::{Direction, Facing, Hex};

use crate::War;
use crate::formations::shapes;
use crate::ground::going;

/// Whether every stand of the unit in that pose is concealed by its ground, or, in a single rank, by an obstacle
/// before it.
pub(crate) fn is_concealed(war: &War, unit: UnitId, pose: &Pose) -> bool {
    let stands = war.stands(unit);
    let single = shapes::is_single_rank(pose, stands);
    let print = pose.stands(stands);
    let concealed = print.hexes().iter().all(|hex| hides(war, *hex, pose.facing, single));
    !print.hexes().is_empty() && concealed && rule!("OW-HIDDEN-1b")
}

/// Whether a hex hides a stand that faces that way.
fn hides(war: &War, hex: Hex, facing: Facing, single: bool) -> bool {
    let ground = war.field().ground();
    let behind = |side: Direction| {
        let obstacle = ground.edge(hex, side).obstacle;
        going::hides_all_behind(obstacle) || (single && going::hides_behind(obstacle))
    };
    going::conceals(ground.terrain(hex)) || behind(facing.front_left()) || behind(facing.front_right())
}

/// Whether somebody could hide on that hex at all.
pub(crate) fn may_hide(war: &War, hex: Hex) -> bool {
    let ground = war.field().ground();
    let behind = |side: Direction| going::hides_behind(ground.edge(hex, side).obstacle);
    going::conceals(ground.terrain(hex)) || Direction::ALL.into_iter().any(behind)
}
