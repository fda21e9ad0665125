//! Small parts of forecasts that most rule systems want.

use battle::{Deaf, Effect, Forecast, Order, UnitId};

use crate::{Rules, Umpire, War};

/// Something that cannot fail and brings nothing by itself.
#[must_use]
pub fn certain() -> Forecast {
    Forecast { effect: Effect { succeeds: 1.0, ..Effect::default() }, ..Forecast::default() }
}

/// A move that ends where it is said to; for a stem, only that it cannot fail.
#[must_use]
pub fn ends_there<R: Rules>(_war: &War<R>, order: &Order) -> Forecast {
    Forecast { ends: order.pose.map(|pose| (pose, 1.0)).into_iter().collect(), ..certain() }
}

/// A sum of chances, kept within 0 and 1 against rounding.
#[must_use]
pub const fn tame(chance: f64) -> f64 {
    chance.clamp(0.0, 1.0)
}

/// A unit's strength at the start, to make shares of losses; at least 1.
#[must_use]
pub fn full<R: Rules>(war: &War<R>, unit: UnitId) -> f64 {
    f64::from(war.field().unit(unit).full.max(1))
}

/// The battle as it would be after something, which nobody hears of.
#[must_use]
pub fn supposed<R: Rules>(war: &War<R>, happens: impl FnOnce(&mut Umpire<'_, R>)) -> War<R> {
    let mut then = war.clone();
    happens(&mut Umpire::new(&mut then, &mut Deaf));
    then
}

/// By how much one outcome is better than another, as a gain or loss of strength.
#[must_use]
pub fn better(than: &Effect, effect: &Effect) -> Effect {
    let gain = effect.balance() - than.balance();
    Effect { inflicted: gain.max(0.0), taken: (-gain).max(0.0), succeeds: effect.succeeds, ..Effect::default() }
}
