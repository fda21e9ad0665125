//! Move and March: straight ahead in rows (EA-SPACE-7, EA-MOVE-5) or along a road (EA-TERRAIN-15).

use battle::{Pose, Reach, UnitId, rule};
use hexes::{Direction, Facing, Hex};

use super::reach_map::Seen;
use super::{Footing, Gait, NearEnemies, ReachMap, Waypoint, room, step, turns};
use crate::space::measure;
use crate::terrain;
use crate::{Traits, War, has, tables};

/// What one advance is bound by.
struct Bounds<'a> {
    unit: UnitId,
    gait: Gait,
    /// Hundredths of an inch.
    limit: i32,
    enemies: &'a NearEnemies,
}

/// A place on a road, on the way of the search.
#[derive(Clone, Copy)]
struct RoadPlace {
    point: Waypoint,
    number: u16,
}

/// Where a Move or March of `budget` inches can end. `budget` is the roll without the road bonus, which is added
/// here; `start` the pose after the start turn; `turned` whether there was one. ReachMap begin at `start`, where the
/// Unit may always stay; a turn at the end is a place of its own after the place where it is made.
pub(crate) fn reach(war: &War, unit: UnitId, start: &Pose, turned: bool, budget: i32, gait: Gait) -> Reach {
    rule!("EA-MOVE-5");
    let road = budget + measure::base_width(war);
    let radius = measure::hexes(war, road).max(0) + 2;
    let enemies = room::near_enemies(war, unit, start, radius);
    let mut map = ReachMap::from(start, radius);
    let bound = |inches: i32| Bounds { unit, gait, limit: tables::INCH * inches, enemies: &enemies };
    if may_set_out(war, &bound(budget), start, turned) {
        straight_ahead(war, &bound(budget), start, &mut map);
        along_road(war, &bound(road), start, &mut map);
    }
    end_turns(war, &bound(budget), start, turned, &mut map);
    map.done()
}

/// Whether the Unit may move at all: not after a turn in woods, and not too near an enemy in a March.
fn may_set_out(war: &War, bound: &Bounds<'_>, start: &Pose, turned: bool) -> bool {
    let stuck = turned && turns::moves_or_turns(war, bound.unit, start);
    !stuck && (bound.gait == Gait::Move || room::marches_clear(war, start, start, bound.enemies).is_ok())
}

/// Straight ahead: the shifts alternate, the owner picks the first.
fn straight_ahead(war: &War, bound: &Bounds<'_>, start: &Pose, map: &mut ReachMap) {
    rule!("EA-SPACE-7");
    let (left, right) = (start.facing.front_left(), start.facing.front_right());
    for shifts in [[left, right], [right, left]] {
        let (mut point, mut number) = (step::start(war, start), 0);
        for shift in shifts.into_iter().cycle() {
            let Some(next) = next_step(war, bound, &point, shift, Footing::Ground) else { break };
            point = next;
            number = map.add(&point.pose, point.cost, Some(number), may_halt(war, bound, &point));
        }
    }
}

/// One step within the limits of the advance.
fn next_step(war: &War, bound: &Bounds<'_>, point: &Waypoint, way: Direction, footing: Footing) -> Option<Waypoint> {
    let next = step::onward(war, bound.unit, point, way, footing).ok().filter(|next| next.cost <= bound.limit)?;
    let clear = bound.gait == Gait::Move || room::marches_clear(war, &next.pose, &point.pose, bound.enemies).is_ok();
    clear.then_some(next)
}

fn may_halt(war: &War, bound: &Bounds<'_>, point: &Waypoint) -> bool {
    point.wading.settled() && room::may_end(war, bound.unit, &point.pose, bound.enemies).is_ok()
}

/// Along a road, the pivot on road hexes from start to end, with turns at every step and the road's bonus.
fn along_road(war: &War, bound: &Bounds<'_>, start: &Pose, map: &mut ReachMap) {
    if !war.field().ground().road(start.anchor) {
        return;
    }
    rule!("EA-TERRAIN-5");
    rule!("EA-TERRAIN-15");
    let mut layer = vec![RoadPlace { point: step::start(war, start), number: 0 }];
    let mut seen = map.seen();
    seen.mark(start);
    while !layer.is_empty() {
        road_turns(war, bound, &mut layer, &mut seen, map);
        layer = road_steps(war, bound, &layer, &mut seen, map);
    }
}

/// Adds every turn about the pivot made by the posts of a layer. Militia turns only to follow the road, so that it
/// may not stay so.
fn road_turns(war: &War, bound: &Bounds<'_>, layer: &mut Vec<RoadPlace>, seen: &mut Seen, map: &mut ReachMap) {
    let drilled = !has(war, bound.unit, Traits::MILITIA);
    let mut next = 0;
    while let Some(post) = layer.get(next).copied() {
        next += 1;
        let pose = post.point.pose;
        for turn in Facing::ALL.map(|facing| pose.facing(facing)) {
            let point = Waypoint { pose: turn, ..post.point };
            if seen.has(&turn) || !stands_on(war, bound, &point, &pose) {
                continue;
            }
            seen.mark(&turn);
            let number = map.add(&turn, point.cost, Some(post.number), drilled && may_halt(war, bound, &point));
            layer.push(RoadPlace { point, number });
        }
    }
}

/// Whether a turned footprint is on free and passable ground, over no river, and clear of enemies in a March.
fn stands_on(war: &War, bound: &Bounds<'_>, point: &Waypoint, before: &Pose) -> bool {
    let clear = bound.gait == Gait::Move || room::marches_clear(war, &point.pose, before, bound.enemies).is_ok();
    let firm = |hex: Hex| !terrain::impassable(war.field().ground().terrain(hex));
    let firm = measure::stands_of(war, &point.pose).all(firm) && !point.wading.forbids_turn(war, before, &point.pose);
    firm && clear && step::is_free(war, bound.unit, &point.pose).is_ok()
}

/// The posts one step further along the road.
fn road_steps(
    war: &War,
    bound: &Bounds<'_>,
    layer: &[RoadPlace],
    seen: &mut Seen,
    map: &mut ReachMap,
) -> Vec<RoadPlace> {
    let mut beyond = Vec::new();
    for post in layer {
        let facing = post.point.pose.facing;
        for way in [facing.front_left(), facing.front_right()] {
            let there = post.point.pose.at(post.point.pose.anchor + way);
            if !war.field().ground().road(there.anchor) || seen.has(&there) {
                continue;
            }
            let Some(point) = next_step(war, bound, &post.point, way, Footing::Road) else { continue };
            seen.mark(&there);
            let number = map.add(&there, point.cost, Some(post.number), may_halt(war, bound, &point));
            beyond.push(RoadPlace { point, number });
        }
    }
    beyond
}

/// The free turn at the end, wherever the Unit comes to on dry ground: the pose after the turn is the one it has to be able
/// to halt in.
fn end_turns(war: &War, bound: &Bounds<'_>, start: &Pose, turn_made: bool, map: &mut ReachMap) {
    if !turns::turns_at_end(war, bound.unit, turn_made) {
        return;
    }
    let held = turns::moves_or_turns(war, bound.unit, start);
    for number in 0..map.places().len() {
        let place = map.places()[number];
        let moved = place.cost > 0;
        let dry = place.legal || terrain::waters_between(war, &place.pose).is_none();
        if !dry || (moved && (held || turns::moves_or_turns(war, bound.unit, &place.pose))) {
            continue;
        }
        let pose = place.pose;
        let facings = turns::free_facings(war, pose.facing);
        for turn in facings.flat_map(|facing| turns::turns_to(war, &pose, facing)) {
            let clear = bound.gait == Gait::Move || room::marches_clear(war, &turn, &place.pose, bound.enemies).is_ok();
            if clear && !map.knows(&turn) && room::may_end(war, bound.unit, &turn, bound.enemies).is_ok() {
                map.add(&turn, place.cost.into(), Some(number as u16), true);
            }
        }
    }
}
