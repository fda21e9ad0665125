//! Where a charger comes into contact that may choose between places (MC-CHARGE-7).

use battle::{Pose, UnitId};

use super::super::legs::legs;
use super::super::targets::{contacts, woken};
use super::{stands_in, touched};
use crate::War;
use crate::forecasts::supposed;
use crate::morale::away;
use crate::space::{aspect, body};
use crate::state::Charge;

/// How a charger chooses between places where it touches its goal.
pub(super) type Choice = fn(&War, &Charge, UnitId, Vec<Pose>) -> Option<Pose>;

/// A way to a goal that the charge has not woken yet, ending where the charger chooses once it has.
pub(super) fn homed(war: &War, charge: &Charge, goal: UnitId, way: Vec<(Pose, u16)>, choice: Choice) -> Vec<Pose> {
    let mut poses: Vec<Pose> = way.iter().map(|(pose, _)| *pose).collect();
    let pauses = |pose: &Pose| woken(war, charge, pose).contains(&goal);
    let Some(place) = poses.iter().position(pauses) else { return poses };
    let (pose, cost) = way[place];
    let there = supposed(war, |umpire| stands_in(umpire, charge.by, pose));
    let mut woke = Charge { left: charge.left.saturating_sub(cost), ..charge.clone() };
    woke.reacted.extend(woken(war, charge, &pose));
    let ends = legs(&there, &woke).legal().map(|place| place.pose).collect();
    if let Some(end) = choice(&there, &woke, goal, ends) {
        poses.truncate(place + 1);
        poses.push(end);
    }
    poses
}

/// The place that suits a charger best of those where it touches its goal: in contact with as many as can be, and where fewest of
/// them have a way out.
pub(super) fn best(war: &War, charge: &Charge, goal: UnitId, places: Vec<Pose>) -> Option<Pose> {
    let known = with_sides(war, charge);
    let worth = |pose: &Pose| {
        let there = supposed(war, |umpire| {
            stands_in(umpire, charge.by, *pose);
            contacts(umpire, &known);
        });
        let met = touched(&there, charge.by, charge.reacted.iter());
        let caught = met.iter().filter(|unit| away::is_caught(&there, **unit, &away::foes(&there, **unit))).count();
        met.contains(&goal).then_some((met.len(), caught))
    };
    let weighed = places.into_iter().rev().filter_map(|pose| Some((worth(&pose)?, pose)));
    weighed.max_by_key(|(worth, _)| *worth).map(|(_, pose)| pose)
}

/// The same charge with the sides of all who have reacted.
fn with_sides(war: &War, charge: &Charge) -> Charge {
    let mut known = charge.clone();
    let new = |unit: &&UnitId| charge.sides.iter().all(|(one, _)| one != *unit);
    let sides = charge.reacted.iter().filter(new).map(|unit| (*unit, aspect(war, *unit, body(war, charge.by).hexes())));
    known.sides.extend(sides);
    known
}
