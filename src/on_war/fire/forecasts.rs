//! What shots may bring, from the rolls that carry them out.

use battle::{Chance, Distribution, Effect, Forecast, Object, Pool, Pose, RollForecast, UnitId};

use crate::estimates::eye;
use crate::fire::gunnery::{Motion, Shot};
use crate::fire::hits::Losses;
use crate::fire::volleys::{self, Volley};
use crate::measures::kind;
use crate::profile::Kind;
use crate::{War, dice, tables};

/// A chance by name.
pub(crate) fn chance(label: &'static str, chance: f64) -> Chance {
    Chance { label, chance }
}

/// Hits of several rolls together.
pub(crate) fn hits_of<'a>(pools: impl IntoIterator<Item = &'a Pool>) -> Distribution {
    pools.into_iter().fold(Distribution::certain(0), |sum, pool| sum.plus(&pool.outcome()))
}

/// Rolls as a forecast shows them.
pub(crate) fn forecast_rolls<'a>(pools: impl IntoIterator<Item = &'a Pool>, unit: UnitId) -> Vec<RollForecast> {
    pools.into_iter().map(|pool| pool.shown(Some(Object::Unit(unit)))).collect()
}

/// A volley at a unit: hits, allocation and saves exactly.
pub(crate) fn foresee_volley(war: &War, unit: UnitId, enemy: UnitId, shot: Shot) -> Forecast {
    let Some(volley) = volleys::volley(war, unit, enemy, shot) else { return Forecast::default() };
    let losses = volley_losses(war, unit, enemy, shot, &volley);
    let hits = hits_of(&volley.pools);
    let mut results = vec![chance("at least one hit", hits.at_least(1))];
    results.extend(loss_results(war, enemy, &losses));
    Forecast {
        rolls: forecast_rolls(&volley.pools, unit),
        results,
        effect: loss_effect(war, enemy, &losses),
        ..Forecast::default()
    }
}

/// What a volley may cost its target.
pub(crate) fn volley_losses(war: &War, unit: UnitId, enemy: UnitId, shot: Shot, volley: &Volley) -> Losses {
    let exposure = volleys::exposure_to(war, unit, enemy, shot, &volley.aims);
    exposure.losses(&hits_of(&volley.pools), |face| dice::fails(war, face))
}

/// The share of itself that a unit would lose by the worst volley of another, as both stand. Howitzers count what their
/// template wounds on average.
pub(crate) fn worst_volley(war: &War, unit: UnitId, enemy: UnitId, motion: Motion) -> f64 {
    let lost = |shot: Shot| supposed_loss(war, unit, enemy, shot, motion);
    [Shot::Ball, Shot::Grape].into_iter().map(lost).fold(0.0, f64::max)
}

/// The same by that shot: by the very rolls of [`foresee_volley`] with measuring, and by eye as likely as the target looks
/// near enough.
pub(crate) fn supposed_loss(war: &War, unit: UnitId, enemy: UnitId, shot: Shot, motion: Motion) -> f64 {
    let range = volleys::gunnery(war, unit, shot).range();
    let near_enough = eye::likely_within(war, &war.pose(unit), &war.pose(enemy), range);
    if near_enough == 0.0 {
        return 0.0;
    }
    let Some(volley) = volleys::supposed_volley(war, unit, enemy, shot, motion) else { return 0.0 };
    let fails = [2, 3, 4, 5, 6].map(|face| dice::fails(war, face));
    let fails = |face: u8| fails[usize::from(face.clamp(2, 6)) - 2];
    let hits = hits_of(&volley.pools);
    let stands = if kind(war, unit) == Kind::Howitzers {
        hits.mean() * tables::TEMPLATE_WOUNDS * fails(tables::row(kind(war, enemy)).save)
    } else {
        volleys::exposure_to(war, unit, enemy, shot, &volley.aims).losses(&hits, fails).stands.mean()
    };
    near_enough * stands / full_stands(war, enemy)
}

/// The share of itself that a unit loses more by ending there at the double: the worst volley at it falls twice
/// (OW-MOVE-6).
pub(crate) fn doubled_harm(war: &War, unit: UnitId, pose: &Pose) -> f64 {
    let supposed = war.standing(&[(unit, *pose)]);
    let volleys = war.enemies(unit).map(|enemy| worst_volley(&supposed, enemy, unit, Motion::Still));
    volleys.fold(0.0, f64::max).min(1.0)
}

/// What losses mean to a unit, by name.
pub(crate) fn loss_results(war: &War, enemy: UnitId, losses: &Losses) -> Vec<Chance> {
    let have = usize::from(war.stands(enemy));
    let weak = have.saturating_sub(usize::from(war.profile(enemy).stands) / 2);
    let mut results = vec![
        chance("at least one stand lost", losses.stands.at_least(1)),
        chance("two stands lost or more", losses.stands.at_least(2)),
    ];
    if weak > 0 {
        results.push(chance("target at half strength or less", losses.stands.at_least(weak)));
    }
    results.push(chance("target destroyed", losses.stands.at_least(have)));
    if war.field().leaders_with(enemy).next().is_some() {
        results.push(chance("an officer falls", losses.leader));
    }
    results
}

/// What losses mean to a unit.
pub(crate) fn loss_effect(war: &War, enemy: UnitId, losses: &Losses) -> Effect {
    Effect {
        inflicted: losses.stands.mean() / full_stands(war, enemy),
        destroys: losses.stands.at_least(usize::from(war.stands(enemy))),
        succeeds: losses.stands.at_least(1),
        ..Effect::default()
    }
}

/// A unit's stands at the start.
pub(crate) fn full_stands(war: &War, unit: UnitId) -> f64 {
    f64::from(war.profile(unit).stands.max(1))
}

/// Adds a loss to an effect: to what is taken or inflicted, by whose it is.
pub(crate) fn add_share(war: &War, effect: &mut Effect, shooter: UnitId, hurt: UnitId, share: f64) {
    if war.side(hurt) == war.side(shooter) {
        effect.taken += share;
    } else {
        effect.inflicted += share;
    }
}
