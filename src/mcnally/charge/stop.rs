//! One that reacts to a charge on its way: its test, its volley, whether it comes away (MC-CHARGE-9 to 11, MC-SKIRM-3 to 8).

use battle::{Distribution, Pose, UnitId};

use super::defence::{self, evasion, is_skittish, may_evade};
use super::gauntlet::Grain;
use super::reach::gap_to;
use crate::War;
use crate::fire::aim::Shot;
use crate::forecasts::supposed;
use crate::morale::ways::{Fan, Toll};
use crate::morale::{away, panic};
use crate::space::Aspect;

/// Whether the charged failed their test by 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Wavers {
    Yes,
    No,
}

impl Wavers {
    /// Whether one who has reacted did.
    pub(super) fn of(war: &War, unit: UnitId) -> Wavers {
        if war.own(unit).wavered { Wavers::Yes } else { Wavers::No }
    }
}

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
    /// Figures captured if it routs there: all of them where it has nowhere to go (MC-MOVE-30).
    pub(super) caught: f64,
    /// Friends that its rout gives a marker (MC-PANIC-9).
    pub(super) alarms: Vec<UnitId>,
    /// Whether it may be in the melee: it stands by the place of contact.
    pub(super) joins: bool,
    /// Whom the charger touches there: who of them stands holds it up.
    pub(super) beside: Vec<UnitId>,
}

impl Stop {
    /// One who reacts to a charger that stands as it does in a battle; `short` says how likely it has fewer than so many inches
    /// left.
    pub(super) fn new(
        war: War,
        (by, on, side): (UnitId, UnitId, Aspect),
        place: usize,
        (short, grain): (impl Fn(i32) -> f64, Grain),
    ) -> Stop {
        let answering = |wavers: Wavers| supposed(&war, |umpire| umpire.own_mut(on).wavered = wavers == Wavers::Yes);
        let passed = answering(Wavers::No);
        let evades = may_evade(&passed, on);
        let figures = f64::from(war.strength(on));
        Stop {
            on,
            side,
            place,
            comes: 1.0,
            second: Distribution::certain(0),
            tests: defence::test(&war, on, by, side).outcome(),
            skittish: is_skittish(&war, on, by),
            away: if evades { comes_away(&passed, on, by, short, grain) } else { 0.0 },
            shots: [defence::shots(&passed, on, by), defence::shots(&answering(Wavers::Yes), on, by)],
            caught: if away::is_caught(&war, on, &away::foes_with(&war, on, by)) { figures } else { 0.0 },
            alarms: panic::alarmed(&war, on),
            joins: true,
            beside: Vec::new(),
            war,
        }
    }

    pub(super) fn shots(&self, wavers: Wavers) -> &[Shot] {
        &self.shots[usize::from(wavers == Wavers::Yes)]
    }
}

/// The chance that one who evades comes away from a charger; `short` says how likely that has fewer than so many inches left.
/// Its owner chooses the way that ends farthest.
pub(super) fn comes_away(war: &War, unit: UnitId, by: UnitId, short: impl Fn(i32) -> f64, grain: Grain) -> f64 {
    let thrown = evasion(war, unit).outcome();
    let outcome = match grain {
        Grain::Fine => thrown,
        Grain::Coarse => Distribution::certain(thrown.mean().round() as i32),
    };
    let fan = Fan::new(war, unit, &[by], outcome.highest(), Toll::Free);
    let gap = |end: &Pose| gap_to(war, by, &war.field().footprint_at(unit, end));
    // Ends farther than is certain to do need not be looked for.
    let away = |inches: i32| {
        let mut most: f64 = 0.0;
        fan.ends(inches).iter().any(|end| {
            most = most.max(short(gap(end)));
            most >= 1.0
        });
        most
    };
    outcome.outcomes().map(|(inches, chance)| chance * away(inches)).sum()
}
