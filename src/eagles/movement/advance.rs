//! Move and March: straight ahead in rows (EA-SPACE-7, EA-MOVE-5) or along a road (EA-TERRAIN-15).

use std::cell::RefCell;

use battle::{Mover, Passage, Pose, PoseStep, Reach, Stride, UnitId, rule};
use hexes::{Direction, Facing, Hex, Side};

use super::step::Wading;
use super::{Footing, Gait, NearEnemies, ReachMap, Waypoint, room, step, straight, turns};
use crate::space::measure;
use crate::terrain;
use crate::{War, tables};

/// Hexes of room on a map of moves beyond their longest way.
pub(super) const SPARE: i32 = 2;

/// What one advance is bound by.
struct Bounds<'a> {
    unit: UnitId,
    gait: Gait,
    /// Hundredths of an inch.
    limit: i32,
    enemies: &'a NearEnemies,
}

/// Where a Move or March of `budget` inches can end. `budget` is the roll without the road bonus, which is added
/// here; `start` the pose after the start turn; `turned` whether there was one. ReachMap begin at `start`, where the
/// Unit may always stay; a turn at the end is a place of its own after the place where it is made.
pub(crate) fn reach(war: &War, unit: UnitId, start: &Pose, turned: bool, budget: i32, gait: Gait) -> Reach {
    let road = budget + if rule!("EA-TERRAIN-5") { measure::base_width(war) } else { 0 };
    let radius = measure::hexes(war, road) + SPARE;
    let enemies = room::near_enemies(war, unit, start, radius);
    let mut map = ReachMap::from(start, radius);
    let bound = |inches: i32| Bounds { unit, gait, limit: tables::INCH * inches, enemies: &enemies };
    if may_set_out(war, &bound(budget), start, turned) {
        if rule!("EA-MOVE-5") {
            straight_ahead(war, &bound(budget), start, &mut map);
        }
        along_road(war, &bound(road), start, &mut map);
    }
    end_turns(war, &bound(budget), start, turned, &mut map);
    map.done()
}

/// Whether the Unit may move at all: not after a turn in woods, and not too near an enemy in a March.
fn may_set_out(war: &War, bound: &Bounds<'_>, start: &Pose, turned: bool) -> bool {
    let stuck = turned && turns::moves_or_turns(war, bound.unit, start);
    !stuck && keeps_clear(war, bound, start, start)
}

/// Straight ahead: the shifts alternate, the owner picks the first.
fn straight_ahead(war: &War, bound: &Bounds<'_>, start: &Pose, map: &mut ReachMap) {
    for first in [Side::Left, Side::Right] {
        let (mut point, mut number) = (step::start(war, start), 0);
        for shift in straight::shifts(start.facing, first) {
            let Some(next) = next_step(war, bound, &point, shift) else { break };
            point = next;
            number = map.add(&point.pose, point.cost, Some(number), may_halt(war, bound, &point));
        }
    }
}

/// One step within the limits of the advance.
fn next_step(war: &War, bound: &Bounds<'_>, point: &Waypoint, way: Direction) -> Option<Waypoint> {
    let next =
        step::onward(war, bound.unit, point, way, Footing::Ground).ok().filter(|next| next.cost <= bound.limit)?;
    keeps_clear(war, bound, &next.pose, &point.pose).then_some(next)
}

fn may_halt(war: &War, bound: &Bounds<'_>, point: &Waypoint) -> bool {
    point.wading.settled() && room::may_end(war, bound.unit, &point.pose, bound.enemies).is_ok()
}

/// The rules of the road: the pivot on road hexes from start to end, turns at every step for nothing, and every step at
/// the plain price (EA-TERRAIN-15). A way's label is the place of what water it has met.
struct Road<'a> {
    war: &'a War,
    bound: &'a Bounds<'a>,
    /// What water ways have met, each once, that of the start first.
    met: RefCell<Vec<Wading>>,
}

impl Road<'_> {
    /// What water a way of that label has met.
    fn wading(&self, label: u16) -> Wading {
        self.met.borrow()[usize::from(label)]
    }
}

/// Turns about the pivot, then steps ahead.
const ROAD_STEPS: [PoseStep; 8] = {
    let [n, ene, ese, s, wsw, wnw] = Facing::ALL;
    let [a, b, c] = [PoseStep::Face(n), PoseStep::Face(ene), PoseStep::Face(ese)];
    let [d, e, f] = [PoseStep::Face(s), PoseStep::Face(wsw), PoseStep::Face(wnw)];
    [a, b, c, d, e, f, PoseStep::AheadLeft, PoseStep::AheadRight]
};

impl Passage for Road<'_> {
    fn enter(&self, _hex: Hex) -> Option<u16> {
        Some(0)
    }

    fn through(&self, _other: UnitId) -> Option<u16> {
        Some(0)
    }

    fn cost(&self, stride: &Stride) -> Option<u16> {
        let Some(way) = stride.step.shift(stride.from.facing) else {
            let dry = !self.wading(stride.label).forbids_turn(self.war, &stride.from, &stride.to);
            return (dry && stands_on(self.war, self.bound, &stride.to, &stride.from)).then_some(0);
        };
        let on_road = self.war.field().ground().road(stride.to.anchor);
        let open = on_road && step::meets(self.war, self.bound.unit, &stride.from, way).is_ok();
        let price = terrain::step_price(self.war, false) as u16;
        (open && keeps_clear(self.war, self.bound, &stride.to, &stride.from)).then_some(price)
    }

    fn label(&self, stride: &Stride) -> u16 {
        let way = stride.step.shift(stride.from.facing);
        let Some(step) = way.and_then(|way| step::meets(self.war, self.bound.unit, &stride.from, way).ok()) else {
            return stride.label;
        };
        let wading = self.wading(stride.label).and(step.wading);
        let mut met = self.met.borrow_mut();
        let known = met.iter().position(|one| *one == wading).unwrap_or_else(|| {
            met.push(wading);
            met.len() - 1
        });
        known as u16
    }
}

/// Along a road, with the road's bonus. Militia turns only to follow the road, so that it may not stay so.
fn along_road(war: &War, bound: &Bounds<'_>, start: &Pose, map: &mut ReachMap) {
    if !(war.field().ground().road(start.anchor) && rule!("EA-TERRAIN-15")) {
        return;
    }
    let limit = u16::try_from(bound.limit).unwrap_or(u16::MAX);
    let mover = Mover { from: *start, ..Mover::new(war.field(), bound.unit, &ROAD_STEPS, limit) };
    let drilled = !turns::is_militia(war, bound.unit);
    war.searching(|search| {
        let road = Road { war, bound, met: RefCell::new(vec![step::start(war, start).wading]) };
        search.run(&mover, &road);
        let mut numbers = vec![(0, start.facing)];
        for place in search.places().skip(1) {
            let (before, facing) = numbers[place.previous.map(usize::from).unwrap_or_default()];
            let point = Waypoint { pose: place.pose, cost: place.cost.into(), wading: road.wading(place.label) };
            let legal = (drilled || place.pose.facing == facing) && may_halt(war, bound, &point);
            numbers.push((map.add(&place.pose, point.cost, Some(before), legal), place.pose.facing));
        }
    });
}

/// Whether a March keeps clear of enemies there; a Move need not, for nobody holds ground near him (EA-BASE-7).
fn keeps_clear(war: &War, bound: &Bounds<'_>, pose: &Pose, before: &Pose) -> bool {
    (bound.gait == Gait::Move && rule!("EA-BASE-7")) || room::marches_clear(war, pose, before, bound.enemies).is_ok()
}

/// Whether a turned footprint is on free and passable ground, and clear of enemies in a March.
fn stands_on(war: &War, bound: &Bounds<'_>, pose: &Pose, before: &Pose) -> bool {
    let firm = |hex: Hex| !terrain::impassable(war.field().ground().terrain(hex));
    let firm = measure::stands_of(war, pose).all(firm);
    firm && keeps_clear(war, bound, pose, before) && step::is_free(war, bound.unit, pose).is_ok()
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
            let clear = keeps_clear(war, bound, &turn, &pose);
            if clear && !map.knows(&turn) && room::may_end(war, bound.unit, &turn, bound.enemies).is_ok() {
                map.add(&turn, place.cost.into(), Some(number as u16), true);
            }
        }
    }
}
