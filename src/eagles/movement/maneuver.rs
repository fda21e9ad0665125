//! Maneuver: a shift in any direction, then any facing (EA-MAN).

use battle::{Pose, Reach, UnitId, rule};
use hexes::{Facing, Hex};

use super::advance::SPARE;
use super::straight::{self, StraightWays};
use super::{Footing, NearEnemies, ReachMap, Waypoint, room, turns};
use crate::space::measure;
use crate::{War, tables};

/// Where a Maneuver of the Unit from where it stands can end: a straight shift of up to BW (exactly BW under
/// `maneuver_exact`, EA-RES-18) and any facing. A Unit in woods shifts half a BW or turns (EA-TERRAIN-13). Staying is
/// always a legal place.
pub(crate) fn reach(war: &War, unit: UnitId) -> Reach {
    let start = war.pose(unit);
    let radius = war.options().base_width;
    let enemies = enemies_near(war, unit, &start, radius + SPARE);
    let mut map = ReachMap::from(&start, radius + SPARE);
    let held = turns::moves_or_turns(war, unit, &start);
    if !rule!("EA-MAN-1") {
        return map.done();
    }
    if held || !is_exact(war) {
        face(war, unit, &start, 0, &enemies, &mut map);
    }
    let mut lines = straight::straight_ways(war, unit, &start, radius, Footing::Ground);
    for goal in start.anchor.within(if held { radius / 2 } else { radius }) {
        let Some((pose, number)) = shift(war, unit, &mut lines, goal, &enemies, &mut map) else { continue };
        if !held && !turns::moves_or_turns(war, unit, &pose) {
            face(war, unit, &pose, number, &enemies, &mut map);
        }
    }
    map.done()
}

/// The enemies that a Maneuver must not touch (EA-MAN-3).
fn enemies_near(war: &War, unit: UnitId, start: &Pose, reach: i32) -> NearEnemies {
    if rule!("EA-MAN-3") { room::near_enemies(war, unit, start, reach) } else { NearEnemies::default() }
}

/// Whether a Maneuver may end so: with room and no contact, but as near to enemies as it likes (EA-MAN-2).
fn may_end(war: &War, unit: UnitId, pose: &Pose, enemies: &NearEnemies) -> bool {
    let near = rule!("EA-MAN-2") || room::marches_clear(war, pose, pose, enemies).is_ok();
    near && room::may_end(war, unit, pose, enemies).is_ok()
}

/// Adds the way to a pivot hex; gives the pose there and its number when turns may follow.
fn shift(
    war: &War,
    unit: UnitId,
    lines: &mut StraightWays<'_>,
    goal: Hex,
    enemies: &NearEnemies,
    map: &mut ReachMap,
) -> Option<(Pose, u16)> {
    if !war.field().ground().grid().contains(goal) {
        return None;
    }
    let points = lines.to(goal)?;
    let end = points.last().filter(|end| is_far_enough(war, end) && end.wading.settled())?;
    let mut number = 0;
    for point in &points[1..] {
        let legal = point.pose == end.pose && may_end(war, unit, &point.pose, enemies);
        number = map.add(&point.pose, point.cost, Some(number), legal);
    }
    Some((end.pose, number))
}

/// Whether the shift is of a length that the rules in force allow.
fn is_far_enough(war: &War, end: &Waypoint) -> bool {
    let limit = tables::INCH * measure::base_width(war);
    end.cost <= limit && (!is_exact(war) || end.cost == limit)
}

/// Whether the shift is of a base width, no less (EA-RES-18).
fn is_exact(war: &War) -> bool {
    war.options().maneuver_exact && rule!("EA-RES-18")
}

/// Adds every facing at a place.
fn face(war: &War, unit: UnitId, pose: &Pose, number: u16, enemies: &NearEnemies, map: &mut ReachMap) {
    let cost = map.places()[usize::from(number)].cost;
    for turn in Facing::ALL.into_iter().flat_map(|facing| turns::turns_to(war, pose, facing)) {
        if turn != *pose && !map.knows(&turn) && may_end(war, unit, &turn, enemies) {
            map.add(&turn, cost.into(), Some(number), true);
        }
    }
}
