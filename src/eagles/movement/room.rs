//! Where a voluntary move may end (EA-SPACE-11, EA-MOVE-10), and the nearest pose in which a Unit fits.

use battle::{Footprint, Pose, UnitId, rule};

use super::step::OCCUPIED;
use crate::space::measure;
use crate::terrain;
use crate::{Bar, War, class};

const CONTACT: Bar = barred!("EA-SPACE-11", "cannot end next to an enemy: only an assault makes contact");
const CLOSE: Bar = barred!("EA-MOVE-7", "cannot march within a base width of an enemy");

/// An enemy near where an action begins.
#[derive(Clone, Copy)]
struct Foe {
    unit: UnitId,
    print: Footprint,
    pose: Pose,
    /// How near it was, in hexes.
    began: i32,
    /// Whether a front stand stood against it.
    fronted: bool,
}

/// The enemies that matter to one action, and how near they were when it began.
#[derive(Default)]
pub(crate) struct NearEnemies {
    foes: Vec<Foe>,
}

impl NearEnemies {
    /// All but that one.
    pub(crate) fn without(mut self, unit: Option<UnitId>) -> NearEnemies {
        self.foes.retain(|foe| Some(foe.unit) != unit);
        self
    }
}

/// The enemies that an action of the Unit, begun in pose `start` and going at most `reach` hexes from there, may
/// come near to.
pub(crate) fn near_enemies(war: &War, unit: UnitId, start: &Pose, reach: i32) -> NearEnemies {
    let close = |enemy: &UnitId| measure::near(war, start, &war.pose(*enemy), reach + war.options().base_width.max(1));
    NearEnemies { foes: measure::enemies(war, unit).filter(close).map(|enemy| foe(war, enemy, start)).collect() }
}

fn foe(war: &War, enemy: UnitId, start: &Pose) -> Foe {
    let (pose, begun) = (war.pose(enemy), measure::footprint(war, start));
    let print = measure::footprint(war, &pose);
    Foe { unit: enemy, print, pose, began: begun.distance(&print), fronted: fronts(&begun, start, &print) }
}

/// Whether a voluntary move that began where `enemies` says may end in that pose: [`has_room`] and EA-SPACE-11.
pub(crate) fn may_end(war: &War, unit: UnitId, pose: &Pose, enemies: &NearEnemies) -> Result<(), Bar> {
    has_room(war, unit, pose)?;
    keeps_off(war, pose, enemies)
}

/// No stand next to an enemy, unless the move began next to it; no front stand against one, unless it began so.
fn keeps_off(war: &War, pose: &Pose, enemies: &NearEnemies) -> Result<(), Bar> {
    if war.options().contact_free && rule!("EA-RES-34") {
        return Ok(());
    }
    for foe in enemies.foes.iter().filter(|foe| measure::near(war, pose, &foe.pose, 1)) {
        let print = measure::footprint(war, pose);
        let touches = print.is_within(&foe.print, 1);
        let fresh = foe.began > 1 || (fronts(&print, pose, &foe.print) && !foe.fronted);
        if touches && fresh && rule!("EA-SPACE-11") {
            return Err(CONTACT);
        }
    }
    Ok(())
}

/// Whether who marches keeps off enemies and does not fire (EA-MOVE-7).
pub(super) fn binds_marches() -> bool {
    rule!("EA-MOVE-7")
}

/// Whether a marching Unit may be there (EA-MOVE-7): no enemy within BW. Under `march_leave` it may move away from
/// one that was within BW when the March began (EA-RES-17); `before` is the pose it comes from.
pub(crate) fn marches_clear(war: &War, pose: &Pose, before: &Pose, enemies: &NearEnemies) -> Result<(), Bar> {
    let limit = war.options().base_width;
    for foe in enemies.foes.iter().filter(|foe| measure::near(war, pose, &foe.pose, limit)) {
        let gap = measure::footprint(war, pose).distance(&foe.print);
        let away = gap >= measure::footprint(war, before).distance(&foe.print);
        let leaving = away && war.options().march_leave && rule!("EA-RES-17");
        if gap <= limit && !leaving && binds_marches() {
            return Err(CLOSE);
        }
    }
    Ok(())
}

/// Whether the Unit has room in that pose: on the map, on ground where its class may stop, on no other Unit.
pub(crate) fn has_room(war: &War, unit: UnitId, pose: &Pose) -> Result<(), Bar> {
    let (class, ground) = (class(war, unit), war.field().ground());
    let mut taken = false;
    for hex in measure::stands_of(war, pose) {
        terrain::may_stop(class, ground.terrain(hex))?;
        taken |= measure::other_at(war, unit, hex).is_some();
    }
    if taken && rule!("EA-MOVE-10") { Err(OCCUPIED) } else { Ok(()) }
}

/// The poses of the same facing nearest to that one, at most `radius` hexes away, in which the Unit fits; all that
/// are equally near, clockwise from the north-east; empty when there is none.
pub(crate) fn nearest_fit(war: &War, unit: UnitId, pose: &Pose, radius: i32) -> Vec<Pose> {
    nearest_fit_where(war, unit, pose, radius, |_| true)
}

/// The same among the poses that are allowed.
pub(crate) fn nearest_fit_where(
    war: &War,
    unit: UnitId,
    pose: &Pose,
    radius: i32,
    allowed: impl Fn(&Pose) -> bool,
) -> Vec<Pose> {
    let fits = |there: &Pose| has_room(war, unit, there).is_ok() && allowed(there);
    let fit = |anchor| Some(pose.at(anchor)).filter(fits);
    let rings = (0..=radius).map(|distance| pose.anchor.ring(distance).filter_map(fit).collect::<Vec<_>>());
    rings.into_iter().find(|ring| !ring.is_empty()).unwrap_or_default()
}

/// Whether a front stand of the one has a stand of the other in a front neighbour hex.
fn fronts(print: &Footprint, pose: &Pose, other: &Footprint) -> bool {
    let ahead = pose.facing.fronts();
    print.front().iter().any(|hex| ahead.into_iter().any(|way| other.contains(*hex + way)))
}
