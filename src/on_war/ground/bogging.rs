//! Difficult going, in which guns may bog down (OW-TERRAIN-7, OW-TERRAIN-9).

use battle::{Obstacle, Patch, Pool, Pose, PoseStep, RollKind, UnitId, rule};
use hexes::{Direction, EdgeCrossing, Hex, edges_crossed};

use crate::ground::going::{self, Going};
use crate::measures::kind;
use crate::{War, dice, tables};

/// A stretch of difficult going that bogs guns once a move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stretch {
    /// A connected area.
    Area(Patch),
    /// A hex that belongs to none.
    Lone(Hex),
}

/// Whether guns bog in difficult going, and stay until they are freed (OW-TERRAIN-9).
pub(crate) fn guns_bog() -> bool {
    rule!("OW-TERRAIN-9")
}

/// The poses of a way on which a battery rolls for bogging, one for each die: the first where it starts inside
/// difficult going, the others where it enters some or crosses an obstacle.
pub(crate) fn bogging_places(war: &War, unit: UnitId, way: &[Pose]) -> Vec<usize> {
    if !kind(war, unit).is_guns() && rule!("OW-TERRAIN-7") {
        return Vec::new();
    }
    let rolls_at_all = way.len() >= 2 && !is_free_turn(war, unit, way) && guns_bog();
    if !rolls_at_all {
        return Vec::new();
    }
    let mut rolls = Vec::new();
    let (mut known, mut crossed): (Vec<Stretch>, Vec<Obstacle>) = (Vec::new(), Vec::new());
    for (place, pose) in way.iter().enumerate() {
        let now = if place == 0 { Vec::new() } else { obstacles_crossed(war, unit, &way[place - 1], pose) };
        rolls.extend(now.iter().filter(|one| !crossed.contains(one)).map(|_| place));
        crossed = now;
        for stretch in stretches(war, unit, pose) {
            if !known.contains(&stretch) {
                known.push(stretch);
                rolls.push(place);
            }
        }
    }
    rolls
}

/// Whether anything within so many hexes could make a battery roll for bogging.
pub(crate) fn is_soft_near(war: &War, unit: UnitId, radius: i32) -> bool {
    let ground = war.field().ground();
    let soft = |hex: Hex| {
        let edges = Direction::ALL.map(|step| going::going_over(ground.edge(hex, step)));
        going::going(ground, hex) != Going::Easy || edges.into_iter().any(|going| going != Going::Easy)
    };
    war.pose(unit).anchor.within(radius).filter(|hex| ground.grid().contains(*hex)).any(soft)
}

/// Whether that way is a battery's turn of 60 degrees on the spot, which is no move (OW-MOVE-10).
pub(crate) fn is_free_turn(war: &War, unit: UnitId, way: &[Pose]) -> bool {
    let [from, to] = way else { return false };
    let stands = war.stands(unit);
    let turns = [PoseStep::TurnLeft, PoseStep::TurnRight];
    kind(war, unit).is_guns() && turns.iter().any(|turn| turn.apply(from, stands) == *to) && rule!("OW-MOVE-10")
}

/// The stretches of difficult going under a pose.
fn stretches(war: &War, unit: UnitId, pose: &Pose) -> Vec<Stretch> {
    let ground = war.field().ground();
    let mut stretches = Vec::new();
    for hex in war.field().footprint_at(unit, pose).hexes() {
        let stretch = ground.patch(*hex).map_or(Stretch::Lone(*hex), Stretch::Area);
        if going::going(ground, *hex) == Going::Difficult && !stretches.contains(&stretch) {
            stretches.push(stretch);
        }
    }
    stretches
}

/// The kinds of difficult obstacles that stands cross in a step.
fn obstacles_crossed(war: &War, unit: UnitId, from: &Pose, to: &Pose) -> Vec<Obstacle> {
    let (before, after) = (war.field().footprint_at(unit, from), war.field().footprint_at(unit, to));
    let mut kinds = Vec::new();
    for (from, to) in before.hexes().iter().zip(after.hexes()) {
        for kind in edges_crossed(*from, *to).into_iter().filter_map(|edge| difficult(war, edge)) {
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
    }
    kinds
}

fn difficult(war: &War, crossing: EdgeCrossing) -> Option<Obstacle> {
    let of = |(hex, side): (Hex, Direction)| {
        let edge = war.field().ground().edge(hex, side);
        (going::going_over(edge) == Going::Difficult).then_some(edge.obstacle)
    };
    match crossing {
        EdgeCrossing::One(hex, side) => of((hex, side)),
        EdgeCrossing::Either(left, right) => of(left).and_then(|kind| of(right).map(|_| kind)),
    }
}

/// The roll that keeps guns going.
pub(crate) fn bogging_pool(war: &War) -> Pool {
    dice::pool(war, "bogging", "OW-TERRAIN-9", 1, tables::BOGGING).as_kind(RollKind::Test)
}
