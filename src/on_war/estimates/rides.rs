//! The way a charge would really take: a normal move as far as that helps, then the leg (OW-ASSAULT-5, OW-ASSAULT-6).

use std::collections::BTreeSet;

use battle::{Footprint, Pose, PoseStep, UnitId};
use hexes::Hex;

use crate::War;
use crate::assault::charges;
use crate::formations::shapes;
use crate::ground::contact::{self, KeepsOff};
use crate::info::MOVE;
use crate::measures;
use crate::movement::moves;
use crate::movement::paths::Paths;
use crate::state::ChargeProgress;

/// A charge from where its leg starts to where it touches its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ride {
    /// Where the leg starts, after the normal move.
    pub before: Pose,
    /// Where it ends, in contact.
    pub home: Pose,
}

/// The ride of a charge on a unit as it stands, with the shortest leg, and of those the one with most stands in contact;
/// `None` where none arrives.
pub(crate) fn likely_ride(war: &War, unit: UnitId, target: UnitId) -> Option<Ride> {
    let now = war.pose(unit);
    if contact::contacts(war, unit, &now, target) > 0 && measures::apart(war, unit, &now, target) == 1 {
        let before = war.state.own.charge_of(unit).map_or(now, |charge| charge.before);
        return Some(Ride { before, home: now });
    }
    if war.state.own.charge_of(unit).is_some_and(|charge| charge.progress != ChargeProgress::Declared) {
        return None;
    }
    shortest_leg(war, unit, &starts(war, unit), target)
}

/// The ride of a charge whose leg starts in that pose; `None` where it does not arrive.
pub(crate) fn leg_from(war: &War, unit: UnitId, pose: &Pose, target: UnitId) -> Option<Ride> {
    shortest_leg(war, unit, &[*pose], target)
}

fn shortest_leg(war: &War, unit: UnitId, starts: &[Pose], target: UnitId) -> Option<Ride> {
    let steps = measures::as_hexes(war, charges::assault_inches(war, unit)).max(0) as usize;
    // The normal move has turned the unit already, if it can; only then is the wheel of the leg tried.
    [Wheel::Without, Wheel::With].into_iter().find_map(|wheel| {
        let legs = Legs { war, unit, target, paths: Paths::of(war, unit, KeepsOff::Nobody), steps };
        legs.shortest(starts, wheel)
    })
}

/// The ride of a charge on a garrison, which only a breach lets in (OW-BUILD-7).
pub(crate) fn ride_through_breach(war: &War, unit: UnitId, target: UnitId) -> Option<Ride> {
    if charges::is_open_to_assault(war, target) { likely_ride(war, unit, target) } else { None }
}

/// Whether the leg begins with its wheel.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wheel {
    With,
    Without,
}

/// Where a leg may start: where the unit is, and wherever its normal move may end.
fn starts(war: &War, unit: UnitId) -> Vec<Pose> {
    let mut starts = vec![war.pose(unit)];
    let own = war.own(unit);
    if !own.moved && !war.options().charge_instead {
        let paths = Paths::of(war, unit, KeepsOff::Enemies);
        starts.extend(paths.search(moves::steps_left(war, unit, MOVE)).legal().map(|place| place.pose));
    }
    starts
}

/// The search for the shortest leg from any of many places.
struct Legs<'a> {
    war: &'a War,
    unit: UnitId,
    target: UnitId,
    paths: Paths<'a>,
    steps: usize,
}

/// The poses to go on from, each with the start its leg has.
type Front = Vec<(Pose, Pose)>;

impl Legs<'_> {
    fn shortest(&self, starts: &[Pose], wheel: Wheel) -> Option<Ride> {
        let mut fronts: Vec<Front> = vec![Vec::new(); self.steps + 1];
        for start in starts.iter().filter(|start| self.is_near(start, self.steps)) {
            match wheel {
                Wheel::Without => fronts[0].push((*start, *start)),
                Wheel::With => {
                    let wheels = Paths::from(self.war, self.unit, *start, KeepsOff::Nobody);
                    for (pose, cost) in wheels.wheeled().filter(|(_, cost)| usize::from(*cost) <= self.steps) {
                        fronts[usize::from(cost)].push((pose, *start));
                    }
                }
            }
        }
        let mut known: BTreeSet<(Hex, usize)> = BTreeSet::new();
        for cost in 0..fronts.len() {
            let here = std::mem::take(&mut fronts[cost]);
            let new: Front =
                here.into_iter().filter(|(pose, _)| known.insert((pose.anchor, pose.facing.index()))).collect();
            if let Some(ride) = self.best_contact(&new) {
                return Some(ride);
            }
            if let Some(next) = fronts.get_mut(cost + 1) {
                next.extend(new.iter().flat_map(|from| self.steps_ahead(from, self.steps - cost - 1)));
            }
        }
        None
    }

    /// Whether a unit in that pose could still come to its target in so many steps.
    fn is_near(&self, pose: &Pose, steps: usize) -> bool {
        measures::apart(self.war, self.unit, pose, self.target) - 1 <= steps as i32
    }

    /// Of those poses the one that touches the target with most stands.
    fn best_contact(&self, front: &Front) -> Option<Ride> {
        let touching = |pose: &Pose| {
            let near = measures::apart(self.war, self.unit, pose, self.target) == 1 && self.paths.may_stop(pose);
            if near { contact::contacts(self.war, self.unit, pose, self.target) } else { 0 }
        };
        let rated = front.iter().map(|(pose, start)| (touching(pose), Ride { before: *start, home: *pose }));
        let best =
            rated.filter(|(stands, _)| *stands > 0).reduce(|best, next| if next.0 > best.0 { next } else { best });
        best.map(|(_, ride)| ride)
    }

    /// The steps ahead from a pose of a unit that touches nobody there, as far as it could still arrive.
    fn steps_ahead(&self, (pose, start): &(Pose, Pose), left: usize) -> Front {
        let stands = self.war.stands(self.unit);
        let steps = [PoseStep::AheadLeft, PoseStep::AheadRight].map(|step| step.apply(pose, stands));
        let near = steps.into_iter().filter(|to| self.is_near(to, left) && self.paths.is_passable(pose, to));
        let next: Front = near.map(|to| (to, *start)).collect();
        let free = next.is_empty() || contact::touched(self.war, self.unit, pose).is_empty();
        if free { next } else { Vec::new() }
    }
}

/// The ride of a charge straight at those hexes next turn, for judging many places at once: a normal move on the same line
/// first, then the leg; `None` where it does not arrive within so many hexes. A turn of 60 degrees at its start is allowed;
/// what stands or lies between is not looked at.
pub(crate) fn straight_ride(war: &War, unit: UnitId, theirs: &Footprint, most: i32) -> Option<Ride> {
    let from = war.pose(unit);
    let walked = match war.options().charge_instead {
        true => 0,
        false => measures::as_hexes(war, shapes::allowance(war, unit, &from)).max(0) as usize,
    };
    let lines = [0, -1, 1].map(|turn| from.facing(from.facing.rotate(turn)));
    let way = lines.iter().find_map(|start| straight_way(war, unit, start, theirs, most))?;
    let home = *way.last()?;
    let before = if way.len() < 2 { from } else { way[walked.min(way.len() - 2)] };
    Some(Ride { before: if walked == 0 { from } else { before }, home })
}

/// The poses from one to contact, straight ahead.
fn straight_way(war: &War, unit: UnitId, start: &Pose, theirs: &Footprint, most: i32) -> Option<Vec<Pose>> {
    let print = |pose: &Pose| war.field().footprint_at(unit, pose);
    let aim = theirs.hexes().first().copied()?;
    let middle = theirs.hexes().get(theirs.front().len() / 2).copied().unwrap_or(aim);
    let mut apart = print(start).distance(theirs);
    if apart - 1 > most {
        return None;
    }
    let mut way = vec![*start];
    for _ in 0..=most {
        let pose = *way.last()?;
        if apart == 1 {
            return Some(way);
        }
        let steps = pose.facing.fronts();
        let next = steps.map(|step| pose.at(pose.anchor + step));
        let far = |pose: &Pose| (print(pose).distance(theirs), pose.anchor.distance(middle));
        let [left, right] = next.map(|pose| far(&pose));
        let (best, nearer) = if right < left { (next[1], right.0) } else { (next[0], left.0) };
        if nearer >= apart || nearer == 0 {
            return None;
        }
        way.push(best);
        apart = nearer;
    }
    None
}
