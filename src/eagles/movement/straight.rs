//! Straight ways of one Unit from one pose to pivot hexes in any direction (EA-SPACE-8), each step looked at once.

use battle::{Pose, UnitId, rule};
use hexes::{Direction, Facing, Hex, Side, straight_steps};

use super::step::{self, Footing, Met, Waypoint};
use crate::War;

/// A met that was looked at; `None` inside where something forbids it.
type Known = Option<Met>;

/// A Unit about to go straight somewhere.
pub(crate) struct StraightWays<'a> {
    war: &'a War,
    unit: UnitId,
    start: Waypoint,
    footing: Footing,
    /// Strides are kept that begin nearer than this to the start.
    radius: i32,
    known: Vec<Option<Known>>,
}

/// The courses of a Unit from that pose; steps that begin nearer than `radius` hexes to it are remembered, for
/// those who ask for many goals.
pub(crate) fn straight_ways<'a>(
    war: &'a War,
    unit: UnitId,
    start: &Pose,
    radius: i32,
    footing: Footing,
) -> StraightWays<'a> {
    let known = vec![None; (24 * radius * radius) as usize];
    StraightWays { war, unit, start: step::start(war, start), footing, radius, known }
}

/// The ways straight to one pivot hex that nothing forbids, the better one first: two where the line runs between hexes
/// (EA-SPACE-8).
pub(crate) fn straight_lines(war: &War, unit: UnitId, start: &Pose, goal: Hex, footing: Footing) -> Vec<Vec<Waypoint>> {
    straight_ways(war, unit, start, 0, footing).both_to(goal)
}

impl StraightWays<'_> {
    /// The way straight to a pivot hex in any direction, step by step from the start; where the line runs between
    /// hexes the mover's better choice. `None` where something forbids it.
    pub(crate) fn to(&mut self, goal: Hex) -> Option<Vec<Waypoint>> {
        self.both_to(goal).into_iter().next()
    }

    /// Both ways of a line that runs between hexes, the better one first; the one way of any other line.
    fn both_to(&mut self, goal: Hex) -> Vec<Vec<Waypoint>> {
        if !rule!("EA-SPACE-8") {
            return Vec::new();
        }
        let start = self.start.pose.anchor;
        let line = |tie| straight_steps(start, goal, tie);
        let mut ways = Vec::from_iter(self.along(line(Side::Left)));
        if !line(Side::Left).eq(line(Side::Right)) {
            ways.extend(self.along(line(Side::Right)));
        }
        ways.sort_by_key(|points| points.last().map(|end| (!end.wading.settled(), end.cost)));
        ways
    }

    /// The way along those pivot hexes, the first being where it starts.
    fn along(&mut self, line: impl Iterator<Item = Hex>) -> Option<Vec<Waypoint>> {
        let mut point = self.start;
        let mut points = Vec::with_capacity(1 + line.size_hint().0);
        points.push(point);
        for hex in line.skip(1) {
            let Some(way) = point.pose.anchor.direction_to(hex) else { break };
            let met = self.met(&point.pose, way)?;
            point = step::beyond(self.war, &point, way, met, self.footing);
            points.push(point);
        }
        Some(points)
    }

    /// What a step meets, remembered near the start.
    fn met(&mut self, pose: &Pose, way: Direction) -> Known {
        let look = || step::meets(self.war, self.unit, pose, way).ok();
        match self.slot(pose.anchor, way) {
            Some(slot) => *self.known[slot].get_or_insert_with(look),
            None => look(),
        }
    }

    fn slot(&self, from: Hex, way: Direction) -> Option<usize> {
        let apart = from - self.start.pose.anchor;
        let (q, r) = (i32::from(apart.q) + self.radius, i32::from(apart.r) + self.radius);
        let width = 2 * self.radius;
        let inside = (0..width).contains(&q) && (0..width).contains(&r);
        inside.then(|| (6 * (q * width + r)) as usize + way.index())
    }
}

/// The steps straight forward, the first to that hand and then by turns (EA-SPACE-7).
pub(super) fn shifts(facing: Facing, first: Side) -> impl Iterator<Item = Direction> {
    let (left, right) = (facing.front_left(), facing.front_right());
    let (one, two) = if first == Side::Left { (left, right) } else { (right, left) };
    [one, if rule!("EA-SPACE-7") { two } else { one }].into_iter().cycle()
}

/// The pivot hexes of so many rows along a facing, the first shift to that hand (EA-SPACE-7).
pub(crate) fn rows(from: Hex, facing: Facing, first: Side, steps: i32) -> Vec<Hex> {
    let mut hex = from;
    let beyond = shifts(facing, first).take(steps as usize).map(|shift| {
        hex += shift;
        hex
    });
    std::iter::once(from).chain(beyond).collect()
}
