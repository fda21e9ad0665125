//! One that reacts to a charge on its way: its test, its volley, whether it comes away (MC-CHARGE-9 to 11, MC-SKIRM-3 to 8).

use battle::{Distribution, UnitId};

use super::gauntlet::Wavers;
use super::{answers, react};
use crate::War;
use crate::fire::aim::Shot;
use crate::forecasts::supposed;
use crate::morale::panic;
use crate::space::Aspect;

/// One that reacts to a charge at a place of its way.
pub(super) struct Stop {
    /// The battle with the charger there.
    pub(super) war: War,
    pub(super) on: UnitId,
    pub(super) side: Aspect,
    /// Which pose of the way it is.
    pub(super) place: usize,
    /// Chance to come there, for whoever has come to the stop before.
    pub(super) comes: f64,
    /// Margins of a second test there, without a loss and a marker.
    pub(super) second: Distribution,
    /// Margins of its own test.
    pub(super) tests: Distribution,
    /// Whether it is horse that evades untested (MC-SKIRM-8).
    pub(super) skittish: bool,
    /// The chance that it comes away if it passes and evades; none for who does not evade.
    pub(super) away: f64,
    /// Its shots if it passes, and if it fails by 1.
    pub(super) shots: [Vec<Shot>; 2],
    /// Friends that its rout gives a marker (MC-PANIC-9).
    pub(super) alarms: Vec<UnitId>,
    /// Whether it may be in the melee: it stands by the place of contact.
    pub(super) joins: bool,
}

impl Stop {
    /// One who reacts to a charger that stands as it does in a battle; `short` says how likely it has fewer than so many inches
    /// left.
    pub(super) fn new(
        war: War,
        (by, on, side): (UnitId, UnitId, Aspect),
        place: usize,
        short: impl Fn(i32) -> f64,
    ) -> Stop {
        let answering = |wavers: Wavers| supposed(&war, |umpire| umpire.own_mut(on).wavered = wavers == Wavers::Yes);
        let passed = answering(Wavers::No);
        let evades = react::may_evade(&passed, on);
        Stop {
            on,
            side,
            place,
            comes: 1.0,
            second: Distribution::certain(0),
            tests: react::test(&war, on, by, side).outcome(),
            skittish: react::is_skittish(&war, on, by),
            away: if evades { answers::comes_away(&passed, on, by, short) } else { 0.0 },
            shots: [react::shots(&passed, on, by), react::shots(&answering(Wavers::Yes), on, by)],
            alarms: panic::alarmed(&war, on),
            joins: true,
            war,
        }
    }

    pub(super) fn shots(&self, wavers: Wavers) -> &[Shot] {
        &self.shots[usize::from(wavers == Wavers::Yes)]
    }
}
