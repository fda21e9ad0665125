//! The way of a charge that forecasts suppose, with the inches to each of its poses.

use battle::{Order, Pose, UnitId};
use hexes::Hex;

use super::reach::{gap, way_to};
use super::targets::{standing, waking};
use crate::War;
use crate::info::CHARGE;
use crate::space::{between, body, pitch};
use crate::state::Charge;

/// A way of a charge from where its unit stands to contact.
pub(crate) type Approach = Vec<(Pose, i32)>;

/// The cheapest way of a charge, if it comes into contact at all.
pub(crate) fn cheapest(war: &War, by: UnitId, on: UnitId) -> Option<Approach> {
    let reach = war.reach_of(&Order::new(CHARGE).by(by).on(on));
    let way: Approach = reach.places.iter().map(|place| (place.pose, i32::from(place.cost / 100))).collect();
    (!way.is_empty()).then_some(way)
}

/// The nearest target of a charge that still stands, and the way to it of so many inches at most (MC-CHARGE-7).
pub(crate) fn nearest(war: &War, charge: &Charge, limit: i32) -> Option<(UnitId, Approach)> {
    let by = charge.by;
    let goal = standing(war, charge).into_iter().min_by_key(|on| between(war, by, *on))?;
    let way = way_to(war, by, goal, limit.max(0) as u16);
    (!way.is_empty()).then(|| (goal, way.into_iter().map(|(pose, cost)| (pose, i32::from(cost))).collect()))
}

/// The straight way of a charge, for positions that are only supposed: where it pauses, and where it comes into contact.
pub(crate) fn straight(war: &War, by: UnitId, on: UnitId) -> Approach {
    let (contact, meets) = (contact_pose(war, by, on), gap(war, by, on));
    let wakes = meets - (waking(war) - 1) * i32::from(pitch(war));
    let mut way = vec![(war.pose(by), 0)];
    if body(war, by).distance(&body(war, on)) > waking(war) {
        way.push((pause_pose(war, by, on, &contact), wakes));
    }
    way.push((contact, meets));
    way
}

/// The pose of a charger shifted into contact with its target, by as little as can be.
fn contact_pose(war: &War, by: UnitId, on: UnitId) -> Pose {
    let (pose, goal, print) = (war.pose(by), body(war, on), body(war, by));
    let front = print.front();
    let pairs = || front.iter().flat_map(|from| goal.hexes().iter().map(move |to| (from.distance(*to), *from, *to)));
    let Some(nearest) = pairs().map(|(far, ..)| far).min() else { return pose };
    let ways = [pose.facing.rear_left(), pose.facing.rear_right()];
    let behind = |(_, from, to): (i32, Hex, Hex)| ways.map(|way| pose.anchor + (to - from) + way);
    let mut ends: Vec<Hex> = pairs().filter(|(far, ..)| *far == nearest).flat_map(behind).collect();
    ends.sort_by_key(|end| end.distance(pose.anchor));
    let free = |hex: &Hex| !pose.at(*hex).stands(war.stands(by)).overlaps(&goal);
    let end = ends.iter().copied().find(free).or_else(|| ends.first().copied());
    pose.at(end.unwrap_or(pose.anchor))
}

/// The pose of a charger that pauses before its target (MC-CHARGE-7).
fn pause_pose(war: &War, by: UnitId, on: UnitId, contact: &Pose) -> Pose {
    let (mut pose, stands, goal) = (*contact, war.stands(by), body(war, on));
    let far = |pose: &Pose| pose.stands(stands).distance(&goal);
    for _ in 0..waking(war) {
        if far(&pose) >= waking(war) {
            break;
        }
        let behind = [pose.facing.rear_left(), pose.facing.rear_right()].map(|way| pose.at(pose.anchor + way));
        pose = behind.into_iter().min_by_key(|pose| (far(pose) - waking(war)).abs()).unwrap_or(pose);
    }
    pose
}
