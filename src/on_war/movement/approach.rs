//! Ways straight at an enemy.

use battle::{Mover, Pose, PoseStep, UnitId};
use hexes::Hex;

use crate::ground::contact::KeepsOff;
use crate::ground::{crossing, going};
use crate::movement::paths::Paths;
use crate::{War, measures};

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
        let open = !crossing::stops_everybody(going::going(ground, hex)) && !ground.terrain(hex).is_built_up();
        open.then_some(0)
    };
    let paths = Paths::of(war, unit, KeepsOff::Nobody);
    let others: Vec<UnitId> = war.enemies(unit).filter(|enemy| *enemy != other).collect();
    let cost = |stride: &battle::Stride| {
        let turned = stride.step.turn() != 0;
        let far = |enemy: &UnitId| measures::apart(war, unit, &stride.to, *enemy) > 1;
        let clear = measures::apart(war, unit, &stride.to, other) >= stop && others.iter().all(far);
        let barred = is_way_barred(war, unit, &stride.from, &stride.to)
            || (turned && !paths.is_passable(&stride.from, &stride.to));
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
    let closed = |hex: &Hex| crossing::bars_everybody(ground.edge(*hex, way));
    war.field().footprint_at(unit, from).hexes().iter().any(closed)
}
