//! Changes of formation: which poses they may end in, and what they cost (OW-MOVE-9, OW-SQUARE-1, OW-BUILD-2).

use battle::{Arrangement, Destination, Pose, Reach, UnitId, rule};
use hexes::{Direction, Facing, Hex};
use rulebook::no;

use crate::formations::shapes::{self, shape_of};
use crate::ground::contact::KeepsOff;
use crate::ground::{bogging, crossing, room, walls};
use crate::marks;
use crate::measures::{self, kind};
use crate::tables::{self, HUNDREDTHS, LEAST_SQUARE, Shape};
use crate::{May, War};

/// A change of formation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Change {
    /// Into which shape; a garrison enters a building.
    pub shape: Shape,
    /// In how many ranks; counts for lines.
    pub ranks: u8,
}

impl Change {
    /// Into a shape, of one rank where ranks count.
    pub(crate) const fn of(shape: Shape) -> Change {
        Change { shape, ranks: 1 }
    }
}

/// The changes in the open field but for squares.
pub(crate) const OPEN_CHANGES: [Change; 5] = [
    Change::of(Shape::Line),
    Change { shape: Shape::Line, ranks: 2 },
    Change::of(Shape::Column),
    Change::of(Shape::OpenOrder),
    Change::of(Shape::Wedge),
];

/// Whether two poses are the same formation for so many stands, however wide they are written.
pub(crate) fn is_same_formation(one: &Pose, other: &Pose, stands: u8) -> bool {
    let shape = shape_of(one);
    shape == shape_of(other)
        && (shape != Shape::Line || one.stands(stands).front().len() == other.stands(stands).front().len())
}

/// The poses in which the unit may stand after that change, off its enemies but on hexes it holds already;
/// those that keep the front where it is come first.
pub(crate) fn changed(war: &War, unit: UnitId, to: Change, keeps_off: KeepsOff) -> impl Iterator<Item = Pose> + '_ {
    let Change { shape, ranks } = to;
    let (kind, stands) = (kind(war, unit), war.stands(unit));
    let pose = war.pose(unit);
    let formation = shapes::formation_of(kind, shape, ranks, stands);
    let new = Pose { formation, trail: battle::Trail::default(), ..pose };
    let room = (ranks < 2 || stands > 1) && (shape != Shape::Square || stands >= LEAST_SQUARE);
    // Who is out of formation may form what it was in (OW-ASSAULT-17).
    let ragged = measures::is_ragged(war, unit);
    let other = ragged || !is_same_formation(&pose, &new, stands);
    let possible = room && other && shapes::knows(kind, shape);
    let fronts = if possible { fronts(war, unit) } else { Vec::new() };
    let all_round = matches!(shape_of(&pose), Shape::Square | Shape::Garrison);
    let turns = if all_round { 6 } else { 1 };
    let poses =
        fronts.into_iter().flat_map(move |hex| (0..turns).map(move |turn| new.at(hex).facing(new.facing.rotate(turn))));
    poses.filter(move |to| may_form(war, unit, to, keeps_off))
}

/// Where the middle of the front may be after a change: within a hex of where it was, or outside the building.
fn fronts(war: &War, unit: UnitId) -> Vec<Hex> {
    let pose = war.pose(unit);
    if shape_of(&pose) != Shape::Garrison {
        return pose.anchor.within(tables::FRONT_SHIFT).collect();
    }
    let outside = |hex: &Hex| !war.field().ground().terrain(*hex).is_built_up();
    let held = war.field().footprint(unit);
    let mut hexes: Vec<Hex> = held.hexes().iter().flat_map(|hex| hex.neighbors()).filter(outside).collect();
    hexes.sort_unstable();
    hexes.dedup();
    hexes
}

/// Whether a unit may come to stand in that pose from where it is: room, ground it can move on, no enemy beside a
/// hex it does not hold, nothing impassable between.
pub(crate) fn may_form(war: &War, unit: UnitId, to: &Pose, keeps_off: KeepsOff) -> bool {
    let (kind, shape, own) = (kind(war, unit), shape_of(to), war.field().footprint(unit));
    let front = war.pose(unit).anchor;
    let free = |hex: &Hex| {
        own.contains(*hex)
            || (!keeps_off.bars(war, unit, *hex)
                && crossing::can_enter(war, kind, shape, *hex)
                && !crossing::is_cut_off(war, kind, front, *hex))
    };
    room::fits(war, unit, to) && war.field().footprint_at(unit, to).hexes().iter().all(free)
}

/// Squares the unit could form where it stands, the best first (OW-SQUARE-9). A square formed in answer
/// to a charge keeps off nobody.
pub(crate) fn squares(war: &War, unit: UnitId) -> Vec<Pose> {
    changed(war, unit, Change::of(Shape::Square), KeepsOff::Nobody).collect()
}

/// Buildings beside the unit as it could hold them, one pose for each hex of a building that it can get into.
pub(crate) fn billets(war: &War, unit: UnitId, keeps_off: KeepsOff) -> impl Iterator<Item = Pose> + '_ {
    let pose = war.pose(unit);
    let foot = kind(war, unit).is_foot() && shape_of(&pose) != Shape::Garrison;
    let held = war.field().footprint(unit);
    let mut doors: Vec<Hex> = Vec::new();
    if foot {
        let sides = held.hexes().iter().flat_map(|hex| Direction::ALL.map(|side| (*hex, side)));
        let ways_in = sides.filter(|(hex, side)| walls::lets_in(war, unit, *hex, *side));
        doors.extend(ways_in.map(|(hex, side)| hex.neighbor(side)).filter(|hex| war.field().unit_at(*hex).is_none()));
        doors.sort_unstable();
        doors.dedup();
    }
    let poses = doors.into_iter().filter_map(move |hex| room::garrison_at(war, unit, hex, pose.facing));
    poses.filter(move |to| room::fits(war, unit, to) && is_off(war, unit, to, keeps_off))
}

/// Whether no stand comes next to an enemy.
fn is_off(war: &War, unit: UnitId, to: &Pose, keeps_off: KeepsOff) -> bool {
    let own = war.field().footprint(unit);
    war.field().footprint_at(unit, to).hexes().iter().all(|hex| own.contains(*hex) || !keeps_off.bars(war, unit, *hex))
}

/// Inches a change costs: half the move of the formation that is left; into and out of a building half that of
/// the one outside. Rounded down.
pub(crate) fn change_cost(war: &War, unit: UnitId, to: Shape) -> i32 {
    let from = shapes::shape(war, unit);
    let paid = if from == Shape::Garrison { to } else { from };
    if rule!("OW-MOVE-9a") { tables::allowance(kind(war, unit), paid).unwrap_or_default() / 2 } else { 0 }
}

/// Whether a square cannot change formation because enemy horse stands within 2 inches (OW-SQUARE-7).
pub(crate) fn is_pinned(war: &War, unit: UnitId) -> bool {
    let near = measures::as_hexes(war, tables::PINNED);
    let pins = |enemy: UnitId| kind(war, enemy).is_horse() && war.field().distance(unit, enemy) <= near;
    war.pose(unit).formation.arrangement == Arrangement::Square && war.enemies(unit).any(pins) && rule!("OW-SQUARE-7")
}

/// The poses of a change as a reach, the pose it starts from first.
pub(crate) fn change_reach(war: &War, unit: UnitId, to: Change) -> Reach {
    let start = Destination { pose: war.pose(unit), cost: 0, previous: None, legal: false };
    let mut poses: Vec<Pose> = match to.shape {
        Shape::Garrison => billets(war, unit, KeepsOff::Enemies).collect(),
        _ => changed(war, unit, to, KeepsOff::Enemies).collect(),
    };
    poses.dedup();
    if poses.is_empty() {
        return Reach::default();
    }
    let cost = u16::try_from(change_cost(war, unit, to.shape)).unwrap_or(0).saturating_mul(HUNDREDTHS);
    let place = |pose: Pose| Destination { pose, cost, previous: Some(0), legal: true };
    Reach { places: std::iter::once(start).chain(poses.into_iter().map(place)).collect() }
}

/// Whether there is room for the change anywhere near.
pub(crate) fn has_room(war: &War, unit: UnitId, to: Change) -> bool {
    match to.shape {
        Shape::Garrison => billets(war, unit, KeepsOff::Enemies).next().is_some(),
        _ => changed(war, unit, to, KeepsOff::Enemies).next().is_some(),
    }
}

/// All facings on the spot, and all other formations at the front's place: what a unit that reforms may choose
/// from (OW-ASSAULT-18).
pub(crate) fn reforms(war: &War, unit: UnitId) -> Vec<Pose> {
    let pose = war.pose(unit);
    let turns = Facing::ALL.into_iter().map(|facing| pose.facing(facing)).filter(|turn| *turn != pose);
    let mut poses: Vec<Pose> = turns.filter(|to| may_form(war, unit, to, KeepsOff::Enemies)).collect();
    poses.extend(OPEN_CHANGES.into_iter().flat_map(|to| changed(war, unit, to, KeepsOff::Enemies)));
    poses
}

/// Whether a unit's condition lets it move and form.
pub(crate) fn is_steady(war: &War, unit: UnitId) -> May {
    if war.marked(unit, marks::ROUTING) && rule!("OW-MORALE-3b") {
        return no("OW-MORALE-3", |war, order| {
            format!("{} is routing: it neither moves nor forms", war.actor_of(order))
        });
    }
    if war.marked(unit, marks::DISORIENTED) && rule!("OW-HOWITZER-6c") {
        return no("OW-HOWITZER-6", |war, order| {
            format!("{} is disoriented: it neither moves nor forms", war.actor_of(order))
        });
    }
    if war.marked(unit, marks::BOGGED) && bogging::guns_stick() {
        return no("OW-TERRAIN-9", |war, order| {
            format!("{} is bogged: it neither moves nor forms", war.actor_of(order))
        });
    }
    Ok(())
}
