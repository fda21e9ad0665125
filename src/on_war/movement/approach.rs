//! Ways straight at an enemy.

use battle::{Footprint, Mover, Pose, PoseStep, UnitId};
use hexes::Hex;

use crate::ground::going::{self, Going};
use crate::{War, measures};

/// The nearest straight approach of a unit from one pose to those hexes: the pose of contact, if it is within so
/// many hexes. A turn of 60 degrees at its start is allowed; what stands or lies between is not looked at.
pub(crate) fn straight_contact(war: &War, unit: UnitId, from: &Pose, theirs: &Footprint, most: i32) -> Option<Pose> {
    let print = |pose: &Pose| war.field().footprint_at(unit, pose);
    let aim = theirs.hexes().first().copied()?;
    let middle = theirs.hexes().get(theirs.front().len() / 2).copied().unwrap_or(aim);
    [0, -1, 1].into_iter().find_map(|turn| {
        let mut pose = from.facing(from.facing.rotate(turn));
        let mut apart = print(&pose).distance(theirs);
        for _ in 0..=most {
            if apart == 1 {
                return Some(pose);
            }
            let steps = [pose.facing.front_left(), pose.facing.front_right()];
            let next = steps.map(|step| pose.at(pose.anchor + step));
            let far = |pose: &Pose| (print(pose).distance(theirs), pose.anchor.distance(middle));
            let best = if far(&next[1]) < far(&next[0]) { next[1] } else { next[0] };
            let nearer = print(&best).distance(theirs);
            if nearer >= apart || nearer == 0 {
                return None;
            }
            (pose, apart) = (best, nearer);
        }
        None
    })
}

/// Steps of a move straight at somebody: a turn first, then ahead.
const AHEAD: [PoseStep; 6] = [
    PoseStep::AheadLeft,
    PoseStep::AheadRight,
    PoseStep::TurnLeft,
    PoseStep::TurnRight,
    PoseStep::WheelLeft,
    PoseStep::WheelRight,
];

/// The way straight at another unit, at most one turn at its start, that comes nearest to it within so many
/// inches, but no nearer than `stop` hexes, nor into contact with anybody else; `None` where it cannot get nearer.
pub(crate) fn way_toward(war: &War, unit: UnitId, other: UnitId, inches: i32, stop: i32) -> Option<Vec<Pose>> {
    let from = war.pose(unit);
    let ground = war.field().ground();
    let limit = u16::try_from(inches * 100).unwrap_or(u16::MAX);
    let mover = Mover::new(war.field(), unit, &AHEAD, limit);
    let enter = |hex: Hex| {
        let open = going::going(ground, hex) != Going::Impassable && !ground.terrain(hex).is_built_up();
        open.then_some(0)
    };
    let others: Vec<UnitId> = war.enemies(unit).filter(|enemy| *enemy != other).collect();
    let cost = |stride: &battle::Stride| {
        let turned = stride.step.turn() != 0;
        let far = |enemy: &UnitId| measures::apart(war, unit, &stride.to, *enemy) > 1;
        let clear = measures::apart(war, unit, &stride.to, other) >= stop && others.iter().all(far);
        let barred = is_way_barred(war, unit, &stride.from, &stride.to);
        (clear && !barred && (!turned || stride.from == from)).then(|| if turned { 0 } else { measures::step(war) })
    };
    let reach = war.searching(|search| {
        search.run(&mover, &(enter, cost));
        search.reach(|_| true)
    });
    let key = |pose: &Pose| measures::apart(war, unit, pose, other);
    let best = reach.legal().min_by_key(|place| (key(&place.pose), place.cost))?;
    (key(&best.pose) < key(&from)).then(|| reach.way(&best.pose))
}

/// Whether an impassable edge lies between the hexes of two poses one step apart.
fn is_way_barred(war: &War, unit: UnitId, from: &Pose, to: &Pose) -> bool {
    if from.facing != to.facing {
        return false;
    }
    let Some(way) = from.anchor.direction_to(to.anchor) else { return false };
    let ground = war.field().ground();
    let closed = |hex: &Hex| going::going_over(ground.edge(*hex, way)) == Going::Impassable;
    war.field().footprint_at(unit, from).hexes().iter().any(closed)
}
