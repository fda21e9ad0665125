//! Parts of forecasts that the chapters share.

use battle::{Deaf, Distribution, Effect, Forecast, Order, Pool, UnitId};

use crate::{Umpire, War};

/// The effect of what cannot fail.
pub(crate) fn certain() -> Forecast {
    Forecast { effect: Effect { succeeds: 1.0, ..Effect::default() }, ..Forecast::default() }
}

/// A sum of chances, kept within 0 and 1 against rounding.
pub(crate) fn tame(chance: f64) -> f64 {
    chance.clamp(0.0, 1.0)
}

/// A unit's figures at the start, to make shares of losses.
pub(crate) fn full(war: &War, unit: UnitId) -> f64 {
    f64::from(war.field().unit(unit).full.max(1))
}

/// A move that ends where it is said to.
pub(crate) fn ends_there(_war: &War, order: &Order) -> Forecast {
    Forecast { ends: order.pose.map(|pose| (pose, 1.0)).into_iter().collect(), ..certain() }
}

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

/// The battle as it would be after something.
pub(crate) fn supposed(war: &War, happens: impl FnOnce(&mut Umpire<'_>)) -> War {
    let mut then = war.clone();
    happens(&mut Umpire::new(&mut then, &mut Deaf));
    then
}
