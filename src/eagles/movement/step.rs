//! One step of a whole footprint: what it costs and what forbids it (EA-SPACE-9, EA-TERRAIN-13/14, EA-MOVE-9/10).

use battle::{Crossing, Pose, Terrain, UnitId, rule};
use hexes::{Direction, Hex};

use crate::Class;
use crate::scene::Scene;
use crate::terrain::{Bar, bars_way, impassable, slows};

const WATER: Bar = Bar::new("EA-TERRAIN-4", "cannot cross the water here: there is neither ford nor bridge");
pub(super) const OCCUPIED: Bar = Bar::new("EA-MOVE-10", "cannot move onto another unit");
const PASSING: Bar = Bar::new("EA-MOVE-9", "cannot pass through another unit: only moving lights pass friends");
const GROUND: Bar = Bar::new("EA-TERRAIN-3", "cannot move onto impassable ground or off the map");

/// Whether the ground slows a step, or a road saves it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Footing {
    /// The ground counts (EA-TERRAIN-13).
    Ground,
    /// Along a road: always the plain price.
    Road,
}

/// How a way stands to rivers: it may stop only when nobody is over water without the pivot having used a crossing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Wading {
    strayed: bool,
    bridged: bool,
}

impl Wading {
    /// Whether the Unit may stop here as far as water goes.
    pub(crate) fn settled(self) -> bool {
        self.bridged || !self.strayed
    }

    fn and(self, other: Wading) -> Wading {
        Wading { strayed: self.strayed || other.strayed, bridged: self.bridged || other.bridged }
    }
}

/// A Unit on its way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Trek {
    /// Where it is.
    pub(crate) pose: Pose,
    /// What the way has cost, in hundredths of an inch.
    pub(crate) cost: i32,
    /// What water it met.
    pub(crate) wading: Wading,
}

/// What one step of a whole footprint meets.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Stride {
    slow: bool,
    wading: Wading,
}

impl Scene<'_> {
    /// The beginning of a way. A Unit astride a river has used its crossing before and may go on.
    pub(crate) fn outset(&self, pose: &Pose) -> Trek {
        let wading = Wading { strayed: false, bridged: self.astride_water(pose) };
        Trek { pose: *pose, cost: 0, wading }
    }

    /// The Unit one step further, all stands together (EA-SPACE-9). Enemies nearby stop nobody (EA-BASE-7).
    pub(crate) fn step(&self, unit: UnitId, trek: &Trek, way: Direction, footing: Footing) -> Result<Trek, Bar> {
        rule!("EA-SPACE-9");
        rule!("EA-BASE-7");
        let stride = self.stride(unit, &trek.pose, way)?;
        Ok(self.onward(trek, way, stride, footing))
    }

    /// What a step from that pose meets, by whatever way the Unit came there.
    pub(super) fn stride(&self, unit: UnitId, pose: &Pose, way: Direction) -> Result<Stride, Bar> {
        let mut stride = Stride::default();
        for hex in self.stands_of(pose) {
            let terrain = self.ford(hex, way, hex == pose.anchor, &mut stride.wading)?;
            self.give_way(unit, hex + way)?;
            stride.slow |= slows(self.class(unit), terrain);
        }
        Ok(stride)
    }

    /// The way so far and one step more.
    pub(super) fn onward(&self, trek: &Trek, way: Direction, stride: Stride, footing: Footing) -> Trek {
        rule!("EA-TERRAIN-13");
        let cost = trek.cost + self.step_price(stride.slow && footing == Footing::Ground);
        Trek { pose: trek.pose.at(trek.pose.anchor + way), cost, wading: trek.wading.and(stride.wading) }
    }

    /// One stand's step as far as ground and water go: the pivot needs a crossing, the others may defile behind it.
    /// Gives the terrain it comes to.
    fn ford(&self, from: Hex, way: Direction, pivot: bool, wading: &mut Wading) -> Result<Terrain, Bar> {
        let ground = self.field.ground();
        let (to, edge) = (ground.cell(from + way).ok_or(GROUND)?, ground.edge(from, way));
        let river = bars_way(edge.obstacle);
        let water = to.terrain == Terrain::Water;
        if impassable(to.terrain) && !water {
            return Err(GROUND);
        }
        if !river && !water {
            return Ok(to.terrain);
        }
        rule!("EA-TERRAIN-14");
        let bridged = (!river || edge.crossing != Crossing::None) && (!water || to.crossing != Crossing::None);
        match (pivot, bridged) {
            (true, true) => wading.bridged = true,
            (true, false) => return Err(WATER),
            (false, true) => {}
            (false, false) => wading.strayed = true,
        }
        Ok(to.terrain)
    }

    /// Whether the hex is free for the Unit to pass.
    fn give_way(&self, unit: UnitId, hex: Hex) -> Result<(), Bar> {
        match self.other_at(unit, hex) {
            Some(other) if self.may_pass(unit, other) => Ok(()),
            Some(_) => Err(PASSING),
            None => Ok(()),
        }
    }

    /// Interpenetration: moving Lights pass friends (EA-MOVE-9), and friends pass them under `pass_lights_both`.
    fn may_pass(&self, unit: UnitId, other: UnitId) -> bool {
        rule!("EA-MOVE-9");
        rule!("EA-RES-28");
        let lights = |one| self.class(one) == Class::Lights;
        let passes = lights(unit) || (self.rules.pass_lights_both && lights(other));
        passes && self.side(unit) == self.side(other)
    }

    /// Whether no other Unit has a stand in the pose (EA-MOVE-10).
    pub(crate) fn is_free(&self, unit: UnitId, pose: &Pose) -> Result<(), Bar> {
        let taken = self.stands_of(pose).any(|hex| self.other_at(unit, hex).is_some());
        if taken { Err(OCCUPIED) } else { Ok(()) }
    }
}
