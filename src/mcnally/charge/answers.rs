//! What the answers of a charged unit may bring: a volley, holding fire, evasion (MC-CHARGE-9, MC-SKIRM-3 to 8).

use battle::{Chance, Effect, Forecast, Pose, UnitId};

use super::brunt::Brunt;
use super::defence::{evasion, shots};
use super::gauntlet::{Gauntlet, Grain};
use super::odds::stands_fast;
use super::reach::gap_to;
use super::stop::{Wavers, comes_away};
use crate::War;
use crate::fire::pools_of;
use crate::forecasts::{full, tame};
use crate::morale::unnerved;
use crate::state::Charge;

/// What the rest of a charge brings to the charged.
fn borne(war: &War, charge: &Charge, unit: UnitId, brunt: &Brunt) -> Forecast {
    let results = vec![
        Chance { label: "attacker routs", chance: tame(brunt.loses) },
        Chance { label: "defender routs", chance: tame(brunt.wins) },
    ];
    let effect = Effect {
        inflicted: brunt.taken / full(war, charge.by),
        taken: brunt.inflicted / full(war, unit),
        destroys: tame(brunt.loses),
        destroyed: tame(brunt.wins),
        repels: tame(brunt.back),
        succeeds: tame(1.0 - brunt.wins),
        ..Effect::default()
    };
    Forecast { results, effect, ..Forecast::default() }
}

/// A volley at the charger, and what comes then.
pub(super) fn volley(war: &War, unit: UnitId, charge: &Charge) -> Forecast {
    let shots = shots(war, unit, charge.by);
    let pools = shots.iter().flat_map(|shot| pools_of(std::slice::from_ref(shot)));
    let rolls = pools.map(|pool| pool.shown(Some(unit.into()))).collect();
    let brunt = Gauntlet::before(war, charge, unit).takes(&shots, Wavers::of(war, unit));
    Forecast { rolls, ..borne(war, charge, unit, &brunt) }
}

/// The charge received without a volley.
pub(super) fn hold(war: &War, unit: UnitId, charge: &Charge) -> Forecast {
    borne(war, charge, unit, &Gauntlet::before(war, charge, unit).takes(&[], Wavers::of(war, unit)))
}

/// Horse that could evade untested stands: its test, and its volley if it may; or it evades then, where that suits it better.
pub(super) fn stand(war: &War, unit: UnitId, charge: &Charge) -> Forecast {
    let gauntlet = Gauntlet::before(war, charge, unit);
    let rolls = gauntlet.of(unit).map(|pool| pool.shown(Some(unit.into()))).into_iter().collect();
    let evades = gauntlet.stands();
    let stands = gauntlet.with_steady(unit).stands();
    let brunt = if stands_fast(war, [charge.by, unit], &stands, &evades) { stands } else { evades };
    Forecast { rolls, ..borne(war, charge, unit, &brunt) }
}

/// Evasion: who comes away holds a marker, who is caught fights without fire (MC-SKIRM-5, 6).
pub(super) fn evade(war: &War, unit: UnitId, charge: &Charge) -> Forecast {
    let short = |inches: i32| if i32::from(charge.left) < inches { 1.0 } else { 0.0 };
    let away = comes_away(war, unit, charge.by, short, Grain::Fine);
    let rolls = vec![evasion(war, unit).shown(Some(unit.into()))];
    Forecast { rolls, ..evaded(war, unit, charge, away) }
}

/// What evasion comes to for whoever commands: that it gives way is no loss to it, but the marker may make it rout.
pub(crate) fn evasion_judged(war: &War, unit: UnitId, charge: &Charge) -> Effect {
    let effect = evade(war, unit, charge).effect;
    let breaks = effect.succeeds * unnerved(war, unit)[1];
    Effect { destroyed: tame(effect.destroyed + breaks), ..effect }
}

/// One way of an evasion, by where it ends.
pub(crate) fn evading(war: &War, unit: UnitId, charge: &Charge, end: &Pose) -> Forecast {
    let gap = gap_to(war, charge.by, &war.field().footprint_at(unit, end));
    let away = if gap > i32::from(charge.left) { 1.0 } else { 0.0 };
    Forecast { ends: vec![(*end, 1.0)], ..evaded(war, unit, charge, away) }
}

/// What comes of an evasion that comes away with a chance.
fn evaded(war: &War, unit: UnitId, charge: &Charge, away: f64) -> Forecast {
    let mut brunt = Brunt::default();
    if away < 1.0 {
        brunt.add(1.0 - away, &Gauntlet::before(war, charge, unit).caught());
    }
    let forecast = borne(war, charge, unit, &brunt);
    let results = vec![Chance { label: "comes away", chance: tame(away) }];
    let effect = Effect { succeeds: tame(away), repels: 0.0, ..forecast.effect };
    Forecast { results, effect, ..forecast }
}
