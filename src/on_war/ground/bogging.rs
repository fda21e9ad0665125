//! Difficult going, in which guns may bog down (OW-TERRAIN-7, OW-TERRAIN-9).

use battle::{Patch, Pool, Pose, PoseStep, RollKind, UnitId, rule};
use hexes::{Direction, EdgeCrossing, Hex, edges_crossed};

use crate::ground::features;
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

/// Whether bogged guns stay where they are until they are freed (OW-TERRAIN-9).
pub(crate) fn guns_stick() -> bool {
    rule!("OW-TERRAIN-9e")
}

/// The poses of a way on which a battery rolls for bogging, one for each die: the first where it starts inside
/// difficult going, the others where it enters some or crosses an obstacle.
pub(crate) fn bogging_places(war: &War, unit: UnitId, way: &[Pose]) -> Vec<usize> {
    if !kind(war, unit).is_guns() && rule!("OW-TERRAIN-7") {
        return Vec::new();
    }
    if way.len() < 2 || is_free_turn(war, unit, way) {
        return Vec::new();
    }
    let mut rolls = Vec::new();
    let (mut known, mut crossed): (Vec<Stretch>, Vec<Crossed>) = (Vec::new(), Vec::new());
    for (place, pose) in way.iter().enumerate() {
        if place > 0 {
            let dice = obstacles_crossed(war, unit, [&way[place - 1], pose], &mut crossed);
            rolls.extend((0..dice).filter(|_| rule!("OW-TERRAIN-9b")).map(|_| place));
        }
        for stretch in stretches(war, unit, pose) {
            if !known.contains(&stretch) && rule!("OW-TERRAIN-9a") {
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
    kind(war, unit).is_guns() && turns.iter().any(|turn| turn.apply(from, stands) == *to) && rule!("OW-MOVE-10b")
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

/// A hedge, wall or ditch that stands have crossed on a way.
struct Crossed {
    /// An edge of it.
    edge: (Hex, Direction),
    /// How often each stand has crossed it.
    times: Vec<u8>,
    /// The dice rolled for it: one for each time that the first of the stands crosses.
    dice: u8,
}

/// The dice that stands owe for what they cross in a step: one for each obstacle, however many of them cross it and in
/// however many steps, and another when a stand comes over it again (OW-TERRAIN-9).
fn obstacles_crossed(war: &War, unit: UnitId, [from, to]: [&Pose; 2], crossed: &mut Vec<Crossed>) -> u8 {
    let (before, after) = (war.field().footprint_at(unit, from), war.field().footprint_at(unit, to));
    let mut dice = 0;
    for (stand, (from, to)) in before.hexes().iter().zip(after.hexes()).enumerate() {
        for edge in edges_crossed(*from, *to).into_iter().filter_map(|edge| difficult(war, edge)) {
            let place = place_of(war, edge, before.hexes().len(), crossed);
            let obstacle = &mut crossed[place];
            obstacle.times[stand] += 1;
            if obstacle.times[stand] > obstacle.dice {
                obstacle.dice += 1;
                dice += 1;
            }
        }
    }
    dice
}

/// The place of the obstacle that an edge belongs to among those that were crossed; a new one where it was not.
fn place_of(war: &War, edge: (Hex, Direction), stands: usize, crossed: &mut Vec<Crossed>) -> usize {
    let ground = war.field().ground();
    let kind = |edge: (Hex, Direction)| ground.edge(edge.0, edge.1).obstacle;
    let is_it = |known: &Crossed| {
        kind(known.edge) == kind(edge)
            && features::any_of_run(ground, edge, |hex, side| features::is_same_edge((hex, side), known.edge))
            && rule!("OW-TERRAIN-9c")
    };
    let known = crossed.iter().position(is_it);
    known.unwrap_or_else(|| {
        crossed.push(Crossed { edge, times: vec![0; stands], dice: 0 });
        crossed.len() - 1
    })
}

/// The difficult obstacle that is crossed, by one of its edges.
fn difficult(war: &War, crossing: EdgeCrossing) -> Option<(Hex, Direction)> {
    let is =
        |(hex, side): &(Hex, Direction)| going::going_over(war.field().ground().edge(*hex, *side)) == Going::Difficult;
    match crossing {
        EdgeCrossing::One(hex, side) => Some((hex, side)).filter(is),
        EdgeCrossing::Either(left, right) => Some(left).filter(|left| is(left) && is(&right)),
    }
}

/// The roll that keeps guns going.
pub(crate) fn bogging_pool(war: &War) -> Pool {
    dice::pool(war, "bogging", "OW-TERRAIN-9", 1, tables::BOGGING).as_kind(RollKind::Test)
}
