//! How far a charge may come (MC-CHARGE-3, MC-MOVE-23).

use battle::{UnitId, rule};
use hexes::Hex;

use crate::movement::pace;
use crate::space::{self, between, body, inches, seat, shape};
use crate::{War, ground, tables};

/// The most that a charge of a unit may come to, in inches (MC-CHARGE-3).
pub(crate) fn furthest(war: &War, by: UnitId) -> i32 {
    let pace = pace(war, by);
    let roll = if war.options().is("charge_reach", "mean") { pace.mean() } else { pace.most() };
    i32::from(roll + bonus(war, by))
}

/// The bonus of a charge (MC-MOVE-23).
pub(crate) fn bonus(war: &War, by: UnitId) -> i16 {
    if rule!("MC-MOVE-23") { tables::bonus(seat(war, by)) } else { 0 }
}

/// Inches that the middle of a unit pays to come next to an enemy; none where it does not within its reach.
fn approach(war: &War, by: UnitId, on: UnitId) -> Option<u16> {
    let limit = furthest(war, by).max(0) as u16;
    let formed = space::is_formed(war, by);
    let own = shape(war, by);
    let goal = body(war, on);
    let start: Vec<Hex> = body(war, by).front().to_vec();
    let near = start.iter().copied().min_by_key(|hex| goal.distance_to(*hex))?;
    let ways = hexes::ways(near, limit, |hex, _, push| {
        for way in hexes::Direction::ALL {
            let to = hex + way;
            let enemy = war.other_at(by, to).is_some_and(|other| war.side(other) != war.side(by));
            if enemy || !ground::may_enter(war, by, own, to) || ground::bars(war.field().ground().edge(hex, way)) {
                continue;
            }
            let slow = if formed && ground::slows(war, own, to) { 2 } else { 1 };
            let fence = if formed && ground::run_of(war, hex, way).is_some() { 2 } else { 0 };
            push(to, space::pitch(war) * slow + fence);
        }
    });
    ways.into_iter().filter(|way| goal.distance_to(way.node) <= 1).map(|way| way.cost).min()
}

/// Whether an enemy is a target in reach (MC-CHARGE-3, 20).
pub(crate) fn in_reach(war: &War, by: UnitId, on: UnitId) -> bool {
    let near = war.present(on) && between(war, by, on) <= furthest(war, by) + i32::from(space::pitch(war));
    near && (approach(war, by, on).is_some() || !rule!("MC-CHARGE-3"))
}

/// Inches between a charger and its target.
pub(crate) fn gap(war: &War, by: UnitId, on: UnitId) -> i32 {
    approach(war, by, on).map_or_else(|| inches(war, war.field().distance(by, on)), i32::from)
}
