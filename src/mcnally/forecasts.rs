//! Parts of forecasts that the chapters share.

use battle::{Distribution, Effect, Forecast, Pool, UnitId};

pub(crate) use rulebook::forecasts::{certain, ends_there, full, supposed, tame};

/// What one test comes to.
pub(crate) fn tested(pool: &Pool, unit: UnitId) -> Forecast {
    let effect = Effect { succeeds: tame(pool.terms().passes()), ..Effect::default() };
    Forecast { rolls: vec![pool.shown(Some(unit.into()))], effect, ..Forecast::default() }
}

/// What several rolls of figures lost come to, at most those there.
pub(crate) fn lost(pools: &[Pool], there: i16) -> Distribution {
    let sum = pools.iter().fold(Distribution::certain(0), |sum, pool| sum.plus(&pool.outcome()));
    sum.map(|figures| figures.min(i32::from(there)))
}
