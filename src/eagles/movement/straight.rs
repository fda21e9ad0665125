//! Straight ways of one Unit from one pose to pivot hexes in any direction (EA-SPACE-8), each step looked at once.

use battle::{Pose, UnitId, rule};
use hexes::{Direction, Hex, Side, straight_steps};

use super::step::{Footing, Stride, Trek};
use crate::scene::Scene;

/// A stride that was looked at; `None` inside where something forbids it.
type Known = Option<Stride>;

/// A Unit about to go straight somewhere.
pub(crate) struct Course<'a> {
    scene: Scene<'a>,
    unit: UnitId,
    outset: Trek,
    footing: Footing,
    /// Strides are kept that begin nearer than this to the start.
    radius: i32,
    strides: Vec<Option<Known>>,
}

impl<'a> Scene<'a> {
    /// The courses of a Unit from that pose; steps that begin nearer than `radius` hexes to it are remembered, for
    /// those who ask for many goals.
    pub(crate) fn course(&self, unit: UnitId, start: &Pose, radius: i32, footing: Footing) -> Course<'a> {
        let strides = vec![None; (24 * radius * radius) as usize];
        Course { scene: *self, unit, outset: self.outset(start), footing, radius, strides }
    }

    /// The way straight to one pivot hex; see [`Course::to`].
    pub(crate) fn straight(&self, unit: UnitId, start: &Pose, goal: Hex, footing: Footing) -> Option<Vec<Trek>> {
        self.course(unit, start, 0, footing).to(goal)
    }
}

impl Course<'_> {
    /// The way straight to a pivot hex in any direction, step by step from the start; where the line runs between
    /// hexes the mover's better choice. `None` where something forbids it.
    pub(crate) fn to(&mut self, goal: Hex) -> Option<Vec<Trek>> {
        rule!("EA-SPACE-8");
        let start = self.outset.pose.anchor;
        let line = |tie| straight_steps(start, goal, tie);
        let one = self.along(line(Side::Left));
        if line(Side::Left).eq(line(Side::Right)) {
            return one;
        }
        let other = self.along(line(Side::Right));
        let price = |treks: &Option<Vec<Trek>>| {
            let end = treks.as_ref().and_then(|treks| treks.last());
            end.map_or((true, i32::MAX), |trek| (!trek.wading.settled(), trek.cost))
        };
        if price(&other) < price(&one) { other } else { one }
    }

    /// The way along those pivot hexes, the first being where it starts.
    fn along(&mut self, line: impl Iterator<Item = Hex>) -> Option<Vec<Trek>> {
        let mut trek = self.outset;
        let mut treks = Vec::with_capacity(1 + line.size_hint().0);
        treks.push(trek);
        for hex in line.skip(1) {
            let Some(way) = trek.pose.anchor.direction_to(hex) else { break };
            let stride = self.stride(&trek.pose, way)?;
            trek = self.scene.onward(&trek, way, stride, self.footing);
            treks.push(trek);
        }
        Some(treks)
    }

    /// What a step meets, remembered near the start.
    fn stride(&mut self, pose: &Pose, way: Direction) -> Known {
        let look = || self.scene.stride(self.unit, pose, way).ok();
        match self.slot(pose.anchor, way) {
            Some(slot) => *self.strides[slot].get_or_insert_with(look),
            None => look(),
        }
    }

    fn slot(&self, from: Hex, way: Direction) -> Option<usize> {
        let apart = from - self.outset.pose.anchor;
        let (q, r) = (i32::from(apart.q) + self.radius, i32::from(apart.r) + self.radius);
        let width = 2 * self.radius;
        let inside = (0..width).contains(&q) && (0..width).contains(&r);
        inside.then(|| (6 * (q * width + r)) as usize + way.index())
    }
}
