//! Directly away from an enemy: which steps are, and where a crowd runs (MC-HEX-11, MC-MOVE-24, 25, 30).

use battle::{Footprint, Pose, Trail, UnitId, rule};
use hexes::{Direction, EdgeCrossing, Hex, edges_crossed};

use crate::losses::command_stand;
use crate::movement::sheet;
use crate::space::{self, Shape, body, shape_of, sight};
use crate::{War, ground, marks};

/// The bodies of those enemies that are on the map.
pub(super) fn bodies(war: &War, enemies: &[UnitId]) -> Vec<Footprint> {
    let bodies = enemies.iter().map(|enemy| body(war, *enemy));
    bodies.filter(|body| !body.hexes().is_empty()).collect()
}

/// How far some hexes are from the nearest of those bodies; nothing where there is none.
pub(super) fn apart(foes: &[Footprint], print: &Footprint) -> Option<i32> {
    foes.iter().map(|foe| foe.distance(print)).min()
}

/// How a step away from one place to another is chosen: by how far each is from the enemies, or where there are none, toward the
/// own edge. Of each place it takes that distance and the first hex.
pub(super) fn gain(war: &War, unit: UnitId, [(before, here), (after, there)]: [(Option<i32>, Hex); 2]) -> i32 {
    match (before, after) {
        (Some(before), Some(after)) if rule!("MC-HEX-11") => after - before,
        _ => home(war, unit, here) - home(war, unit, there),
    }
}

/// Hexes to the own edge.
pub(super) fn home(war: &War, unit: UnitId, hex: Hex) -> i32 {
    war.fixed().edges[war.side(unit).index()].distance(war.field().ground().grid(), hex)
}

/// Whether an enemy, or a friend in melee, lets nobody onto a hex.
pub(super) fn is_held(war: &War, unit: UnitId, hex: Hex) -> bool {
    war.other_at(unit, hex).is_some_and(|other| war.side(other) != war.side(unit) || sheet::is_locked(war, other))
}

/// Whether nobody crosses an edge.
pub(super) fn is_barred(war: &War, hex: Hex, way: Direction) -> bool {
    ground::bars(war.field().ground().edge(hex, way))
}

/// Whether a hex is a haven for a routing unit (MC-MOVE-24).
pub(crate) fn is_haven(war: &War, unit: UnitId, hex: Hex) -> bool {
    if !rule!("MC-MOVE-24") {
        return false;
    }
    let terrain = war.field().ground().terrain(hex);
    if terrain.is_woods() || terrain.is_building() {
        return true;
    }
    let enemies = war.enemies(unit).flat_map(|enemy| body(war, enemy).hexes().to_vec());
    let mut stands: Vec<Hex> = enemies.collect();
    stands.sort_unstable_by_key(|stand| (stand.distance(hex), *stand));
    let Some(nearest) = stands.first().copied() else { return true };
    let unseen = !stands.iter().any(|stand| sight::would_see(war, *stand, unit, hex));
    unseen || is_behind_cover(war, nearest, hex) || screened(war, unit, nearest, hex)
}

/// Whether the line from an enemy crosses an edge that gives cover.
fn is_behind_cover(war: &War, from: Hex, to: Hex) -> bool {
    let covers = |(hex, way): (Hex, Direction)| ground::covers(war.field().ground().edge(hex, way));
    edges_crossed(from, to).into_iter().any(|crossing| match crossing {
        EdgeCrossing::One(hex, way) => covers((hex, way)),
        EdgeCrossing::Either(left, right) => covers(left) && covers(right),
    })
}

/// Whether the line from an enemy meets a friend that does not rout.
fn screened(war: &War, unit: UnitId, from: Hex, to: Hex) -> bool {
    let friend = |hex: Hex| {
        let there = war.other_at(unit, hex).filter(|other| war.side(*other) == war.side(unit));
        there.is_some_and(|other| !war.marked(other, marks::ROUTING))
    };
    war.field().ground().worst_on_line(from, to, false, true, friend)
}

/// Where a rout ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Flight {
    /// Off the map.
    Off,
    /// Nowhere to go: captured.
    Caught,
    /// There, over those friends.
    To(Pose, Vec<UnitId>),
}

/// Where a routing unit runs so many inches (MC-MOVE-25, 30).
pub(crate) fn rout(war: &War, unit: UnitId, from: &[UnitId], inches: i32) -> Flight {
    let hexes = inches / i32::from(space::pitch(war));
    let (start, grid) = (command_stand(war, unit), war.field().ground().grid());
    let (mut at, mut way) = (start, Vec::new());
    let begins_safe = is_haven(war, unit, start);
    let full = war.options().full_routs;
    let foes = bodies(war, from);
    for gone in 0..hexes {
        let Some(to) = step(war, unit, &foes, at) else {
            if gone == 0 {
                return Flight::Caught;
            }
            break;
        };
        if !grid.contains(to) {
            return Flight::Off;
        }
        way.push(to);
        at = to;
        if !begins_safe && !full && is_haven(war, unit, at) && rule!("MC-MOVE-25") {
            break;
        }
    }
    settled(war, unit, &way)
}

/// The next hex of a routing unit whose command stand has come so far, if there is one; it may be off the map.
fn step(war: &War, unit: UnitId, foes: &[Footprint], at: Hex) -> Option<Hex> {
    let grid = war.field().ground().grid();
    let step = |way: Direction| {
        let to = at + way;
        let [before, after] = [at, to].map(|hex| (apart(foes, &Footprint::of([hex], 1)), hex));
        let gain = gain(war, unit, [before, after]);
        let off = !grid.contains(to);
        let dry = ground::may_enter(war, unit, Shape::Crowd, to) && !is_barred(war, at, way);
        let open = off || (dry && !is_held(war, unit, to));
        (gain > 0 && open).then(|| ((home(war, unit, to), way.index()), to))
    };
    Direction::ALL.into_iter().filter_map(step).min_by_key(|(key, _)| *key).map(|(_, to)| to)
}

/// Whether a unit that routs from those enemies would be captured (MC-MOVE-30).
pub(crate) fn is_caught(war: &War, unit: UnitId, from: &[UnitId]) -> bool {
    step(war, unit, &bodies(war, from), command_stand(war, unit)).is_none()
}

/// Where a way of its command stand takes a crowd: to the last hex of it with room for all, over those that it passed; where
/// none has room it keeps its hexes.
fn settled(war: &War, unit: UnitId, way: &[Hex]) -> Flight {
    let room = |count: usize| Some((count, settle(war, unit, way[count - 1])?));
    let least = if rule!("MC-MOVE-30b") { 1 } else { way.len() };
    let Some((count, pose)) = (least..=way.len()).rev().find_map(room) else {
        return Flight::To(war.pose(unit), Vec::new());
    };
    let mut passed = Vec::new();
    for hex in &way[..count] {
        passed.extend(war.other_at(unit, *hex).filter(|other| !passed.contains(other)));
    }
    Flight::To(pose, passed)
}

/// The crowd round a hex: the free hexes nearest to it, those farther from the enemy first. Where friends hold the hex
/// itself the command stand takes the first of them.
fn settle(war: &War, unit: UnitId, at: Hex) -> Option<Pose> {
    let stands = usize::from(war.stands(unit));
    let away = |hex: &Hex| war.enemies(unit).map(|enemy| body(war, enemy).distance_to(*hex)).min().unwrap_or(0);
    let free = |hex: &Hex| war.other_at(unit, *hex).is_none() && ground::may_enter(war, unit, Shape::Crowd, *hex);
    let mut hexes: Vec<Hex> = at.within(battle::GARRISON_SPREAD).filter(free).collect();
    hexes.sort_by_key(|hex| (hex.distance(at), -away(hex)));
    hexes.truncate(stands);
    let first = hexes.first().copied().filter(|_| hexes.len() == stands)?;
    let facing = war.pose(unit).facing;
    Pose::garrison(first, facing, &hexes).or_else(|| Pose::garrison(at, facing, &hexes))
}

/// Whom a unit in trouble runs from: those it fights, else the nearest enemy that it sees.
pub(crate) fn foes(war: &War, unit: UnitId) -> Vec<UnitId> {
    let met = opponents(war, unit);
    if met.is_empty() { super::nearest_enemy(war, unit).into_iter().collect() } else { met }
}

/// Whom a charged unit runs from: the charger, and those it fights (MC-HEX-11).
pub(crate) fn foes_with(war: &War, unit: UnitId, by: UnitId) -> Vec<UnitId> {
    opponents(war, unit).into_iter().filter(|enemy| *enemy != by).chain([by]).collect()
}

/// Enemies in contact with a unit.
fn opponents(war: &War, unit: UnitId) -> Vec<UnitId> {
    let met = war.state.own.contacts.iter().filter(|contact| contact.by == unit || contact.on == unit);
    met.map(|contact| if contact.by == unit { contact.on } else { contact.by }).collect()
}

/// The pose that faces about where it stands.
pub(crate) fn about(pose: &Pose, stands: u8) -> Pose {
    if pose.formation.arrangement == battle::Arrangement::MarchColumn {
        return about_file(pose, stands);
    }
    let one_rank = matches!(shape_of(pose), Shape::Open | Shape::Skirmish | Shape::Battery);
    if !one_rank {
        return battle::PoseStep::AboutFace.apply(pose, stands);
    }
    let print = pose.stands(stands);
    let count = print.hexes().len().max(1);
    let anchor = print.hexes().get(count - 1 - (count - 1) / 2).copied().unwrap_or(pose.anchor);
    Pose { anchor, facing: pose.facing.opposite(), ..*pose }
}

/// A file that faces about: its tail leads.
fn about_file(pose: &Pose, stands: u8) -> Pose {
    let mut hexes = pose.stands(stands).hexes().to_vec();
    hexes.reverse();
    let steps: Vec<Direction> = hexes.windows(2).filter_map(|pair| pair[0].direction_to(pair[1])).collect();
    let (anchor, trail) = (hexes.first().copied().unwrap_or(pose.anchor), Trail::of(&steps).unwrap_or_default());
    Pose { anchor, trail, facing: pose.facing.opposite(), ..*pose }
}

/// Whether a unit stands in order somewhere next to an enemy.
pub(crate) fn is_beside_enemy(war: &War, unit: UnitId) -> bool {
    war.enemies(unit).any(|enemy| space::body(war, enemy).distance(&body(war, unit)) <= 1)
}
