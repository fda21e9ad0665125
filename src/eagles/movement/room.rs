//! Where a voluntary move may end (EA-SPACE-11, EA-MOVE-10), and the nearest pose in which a Unit fits.

use battle::{Footprint, Pose, Refusal, UnitId, rule};

use super::step::OCCUPIED;
use crate::scene::Scene;
use crate::terrain::{Bar, may_stop};

const CONTACT: Bar = Bar::new("EA-SPACE-11", "cannot end next to an enemy: only an assault makes contact");
const CLOSE: Bar = Bar::new("EA-MOVE-7", "cannot march within a base width of an enemy");

/// An enemy near where an action begins.
#[derive(Clone, Copy)]
struct Foe {
    print: Footprint,
    pose: Pose,
    /// How near it was, in hexes.
    began: i32,
    /// Whether a front stand stood against it.
    fronted: bool,
}

/// The enemies that matter to one action, and how near they were when it began.
pub(crate) struct Press {
    foes: Vec<Foe>,
}

impl Scene<'_> {
    /// The enemies that an action of the Unit, begun in pose `start` and going at most `reach` hexes from there, may
    /// come near to.
    pub(crate) fn press(&self, unit: UnitId, start: &Pose, reach: i32) -> Press {
        let close = |enemy: &UnitId| self.near(start, &self.pose(*enemy), reach + self.rules.base_width.max(1));
        Press { foes: self.enemies(unit).filter(close).map(|enemy| self.foe(enemy, start)).collect() }
    }

    fn foe(&self, enemy: UnitId, start: &Pose) -> Foe {
        let (pose, begun) = (self.pose(enemy), self.footprint(start));
        let print = self.footprint(&pose);
        Foe { print, pose, began: begun.distance(&print), fronted: fronts(&begun, start, &print) }
    }

    /// Whether a voluntary move that began where `press` says may end in that pose: [`Scene::fits`] and EA-SPACE-11.
    pub(crate) fn may_end(&self, unit: UnitId, pose: &Pose, press: &Press) -> Result<(), Bar> {
        self.has_room(unit, pose)?;
        self.keeps_off(pose, press)
    }

    /// No stand next to an enemy, unless the move began next to it; no front stand against one, unless it began so.
    fn keeps_off(&self, pose: &Pose, press: &Press) -> Result<(), Bar> {
        rule!("EA-SPACE-11");
        rule!("EA-RES-34");
        if self.rules.contact_free {
            return Ok(());
        }
        for foe in press.foes.iter().filter(|foe| self.near(pose, &foe.pose, 1)) {
            let print = self.footprint(pose);
            let touches = print.distance(&foe.print) <= 1;
            if touches && (foe.began > 1 || (fronts(&print, pose, &foe.print) && !foe.fronted)) {
                return Err(CONTACT);
            }
        }
        Ok(())
    }

    /// Whether a marching Unit may be there (EA-MOVE-7): no enemy within BW. Under `march_leave` it may move away from
    /// one that was within BW when the March began (EA-RES-17); `before` is the pose it comes from.
    pub(crate) fn marches_clear(&self, pose: &Pose, before: &Pose, press: &Press) -> Result<(), Bar> {
        rule!("EA-MOVE-7");
        rule!("EA-RES-17");
        let limit = self.rules.base_width;
        for foe in press.foes.iter().filter(|foe| self.near(pose, &foe.pose, limit)) {
            let gap = self.footprint(pose).distance(&foe.print);
            let leaving = self.rules.march_leave && gap >= self.footprint(before).distance(&foe.print);
            if gap <= limit && !leaving {
                return Err(CLOSE);
            }
        }
        Ok(())
    }

    /// [`Scene::fits`] without a sentence.
    pub(crate) fn has_room(&self, unit: UnitId, pose: &Pose) -> Result<(), Bar> {
        rule!("EA-MOVE-10");
        let (class, ground) = (self.class(unit), self.field.ground());
        let mut taken = false;
        for hex in self.stands_of(pose) {
            may_stop(class, ground.terrain(hex))?;
            taken |= self.other_at(unit, hex).is_some();
        }
        if taken { Err(OCCUPIED) } else { Ok(()) }
    }

    /// Whether the Unit has room in that pose: on the map, on ground where its class may stop, on no other Unit.
    ///
    /// # Errors
    /// The reason.
    pub fn fits(&self, unit: UnitId, pose: &Pose) -> Result<(), Refusal> {
        self.has_room(unit, pose).map_err(|bar| bar.refusal(self, unit))
    }

    /// The poses of the same facing nearest to that one, at most `radius` hexes away, in which the Unit fits; all that
    /// are equally near, clockwise from the north-east; empty when there is none.
    #[must_use]
    pub fn nearest_fit(&self, unit: UnitId, pose: &Pose, radius: i32) -> Vec<Pose> {
        let fit = |anchor| Some(pose.at(anchor)).filter(|there| self.has_room(unit, there).is_ok());
        let rings = (0..=radius).map(|distance| pose.anchor.ring(distance).filter_map(fit).collect::<Vec<_>>());
        rings.into_iter().find(|ring| !ring.is_empty()).unwrap_or_default()
    }
}

/// Whether a front stand of the one has a stand of the other in a front neighbour hex.
fn fronts(print: &Footprint, pose: &Pose, other: &Footprint) -> bool {
    let ahead = [pose.facing.front_left(), pose.facing.front_right()];
    print.front().iter().any(|hex| ahead.into_iter().any(|way| other.contains(*hex + way)))
}
