//! Parts of forecasts that the chapters share.

use battle::{Effect, Forecast, Order, UnitId};

use crate::War;

/// The effect of what cannot fail.
pub(crate) fn certain() -> Forecast {
    Forecast { effect: Effect { succeeds: 1.0, ..Effect::default() }, ..Forecast::default() }
}

/// A sum of chances, kept within 0 and 1 against rounding.
pub(crate) fn tame(chance: f64) -> f64 {
    chance.clamp(0.0, 1.0)
}

/// A unit's score at the start, to make shares of losses.
pub(crate) fn full(war: &War, unit: UnitId) -> f64 {
    f64::from(war.field().unit(unit).full.max(1))
}

/// A move that ends where it is said to.
pub(crate) fn ends_there(_war: &War, order: &Order) -> Forecast {
    Forecast { ends: order.pose.map(|pose| (pose, 1.0)).into_iter().collect(), ..certain() }
}
