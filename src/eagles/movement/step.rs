//! One step of a whole footprint: what it costs and what forbids it (EA-SPACE-9, EA-TERRAIN-13/14, EA-MOVE-9/10).

use battle::{Crossing, Pose, Terrain, UnitId, Waters, rule};
use hexes::{Direction, Hex};

use crate::space::measure;
use crate::terrain;
use crate::{Bar, Class, War, class};

const WATER: Bar = barred!("EA-TERRAIN-4", "cannot cross the water here: there is neither ford nor bridge");
pub(super) const OCCUPIED: Bar = barred!("EA-MOVE-10", "cannot move onto another unit");
const PASSING: Bar = barred!("EA-MOVE-9", "cannot pass through another unit: only moving lights pass friends");
const GROUND: Bar = barred!("EA-TERRAIN-3", "cannot move onto impassable ground or off the map");

/// Whether the ground slows a step, or a road saves it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Footing {
    /// The ground counts (EA-TERRAIN-13).
    Ground,
    /// Along a road: always the plain price.
    Road,
}

/// How a way stands to rivers: it may stop only when nobody is over a water whose crossing the pivot has not used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Wading {
    strayed: Waters,
    bridged: Waters,
}

impl Wading {
    /// Whether the Unit may stop here as far as water goes.
    pub(crate) fn settled(self) -> bool {
        self.strayed.beyond(self.bridged).is_none()
    }

    /// Whether a turn on the way carries a stand over a river whose crossing the pivot has not used (EA-TERRAIN-4).
    pub(super) fn forbids_turn(self, war: &War, before: &Pose, after: &Pose) -> bool {
        let between = terrain::waters_between(war, after).beyond(self.bridged);
        !between.is_none() && !between.beyond(terrain::waters_astride(war, before)).is_none()
    }

    pub(super) fn and(self, other: Wading) -> Wading {
        Wading { strayed: self.strayed.and(other.strayed), bridged: self.bridged.and(other.bridged) }
    }
}

/// A Unit on its way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Waypoint {
    /// Where it is.
    pub(crate) pose: Pose,
    /// What the way has cost, in hundredths of an inch.
    pub(crate) cost: i32,
    /// What water it met.
    pub(crate) wading: Wading,
}

/// What one step of a whole footprint meets.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Met {
    slow: bool,
    pub(super) wading: Wading,
}

/// The beginning of a way. A Unit astride a river has used its crossing before and may go on.
pub(crate) fn start(war: &War, pose: &Pose) -> Waypoint {
    let wading = Wading { strayed: Waters::NONE, bridged: terrain::waters_astride(war, pose) };
    Waypoint { pose: *pose, cost: 0, wading }
}

/// The Unit one step further, all stands together (EA-SPACE-9).
pub(crate) fn onward(
    war: &War,
    unit: UnitId,
    point: &Waypoint,
    way: Direction,
    footing: Footing,
) -> Result<Waypoint, Bar> {
    let met = meets(war, unit, &point.pose, way)?;
    Ok(beyond(war, point, way, met, footing))
}

/// What a step from that pose meets, by whatever way the Unit came there.
pub(super) fn meets(war: &War, unit: UnitId, pose: &Pose, way: Direction) -> Result<Met, Bar> {
    let mut met = Met::default();
    for hex in measure::stands_of(war, pose) {
        let terrain = ford(war, hex, way, hex == pose.anchor, &mut met.wading)?;
        give_way(war, unit, hex + way)?;
        met.slow |= terrain::slows(class(war, unit), terrain);
    }
    Ok(met)
}

/// The way so far and one step more.
pub(super) fn beyond(war: &War, point: &Waypoint, way: Direction, met: Met, footing: Footing) -> Waypoint {
    let cost = point.cost + terrain::step_price(war, met.slow && footing == Footing::Ground);
    Waypoint { pose: point.pose.at(point.pose.anchor + way), cost, wading: point.wading.and(met.wading) }
}

/// One stand's step as far as ground and water go: the pivot needs a crossing, the others may defile behind it.
/// Gives the terrain it comes to.
fn ford(war: &War, from: Hex, way: Direction, pivot: bool, wading: &mut Wading) -> Result<Terrain, Bar> {
    let ground = war.field().ground();
    let to = ground.cell(from + way).ok_or(GROUND)?;
    if terrain::impassable(to.terrain) && to.terrain != Terrain::Water {
        return Err(GROUND);
    }
    let waters = ground.river(from, way).and(ground.water(from + way));
    if waters.is_none() {
        return Ok(to.terrain);
    }
    let lake = to.terrain == Terrain::Water && to.crossing == Crossing::None;
    match (pivot, lake || terrain::bars_way(war, from, way)) {
        (true, false) => wading.bridged = wading.bridged.and(waters),
        (false, true) if rule!("EA-TERRAIN-14") => wading.strayed = wading.strayed.and(waters),
        (false, false) => {}
        (_, true) => return Err(WATER),
    }
    Ok(to.terrain)
}

/// Whether the hex is free for the Unit to pass.
fn give_way(war: &War, unit: UnitId, hex: Hex) -> Result<(), Bar> {
    match measure::other_at(war, unit, hex) {
        Some(other) if may_pass(war, unit, other) => Ok(()),
        Some(_) if rule!("EA-SPACE-9") => Err(PASSING),
        _ => Ok(()),
    }
}

/// Interpenetration: moving Lights pass friends (EA-MOVE-9), and friends pass them under `pass_lights_both`.
fn may_pass(war: &War, unit: UnitId, other: UnitId) -> bool {
    let lights = |one| class(war, one) == Class::Lights;
    let friends = war.side(unit) == war.side(other);
    let passed = friends && lights(other) && war.options().pass_lights_both && rule!("EA-RES-28");
    passed || (friends && lights(unit) && rule!("EA-MOVE-9"))
}

/// Whether no other Unit has a stand in the pose (EA-MOVE-10).
pub(crate) fn is_free(war: &War, unit: UnitId, pose: &Pose) -> Result<(), Bar> {
    let taken = measure::stands_of(war, pose).any(|hex| measure::other_at(war, unit, hex).is_some());
    if taken { Err(OCCUPIED) } else { Ok(()) }
}
