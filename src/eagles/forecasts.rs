//! Parts of forecasts that the chapters share.

use battle::{Chance, Effect, Forecast, Order, Pose, UnitId, rule};

use crate::War;
use crate::command::share_of_orders;

/// A result with its chance.
pub(crate) fn chance(label: &'static str, chance: f64) -> Chance {
    Chance { label, chance }
}

/// The results that can happen; what cannot is no chance of nought.
pub(crate) fn possible(mut results: Vec<Chance>) -> Vec<Chance> {
    const NOUGHT: f64 = 1e-9;
    results.retain(|result| result.chance > NOUGHT);
    results
}

/// An order without dice that spends such a share of its side's Orders and ends in that pose, if in one.
pub(crate) fn spending(pose: Option<Pose>, spends: f64) -> Forecast {
    let ends = pose.map_or_else(Vec::new, |pose| vec![(pose, 1.0)]);
    Forecast { effect: Effect { succeeds: 1.0, spends, ..Effect::default() }, ends, ..Forecast::default() }
}

/// An order that cannot fail, costs nothing, and ends where it says.
pub(crate) fn ends_there(_war: &War, order: &Order) -> Forecast {
    spending(order.pose, 0.0)
}

/// A follow-up or a landing place: what its owner has to judge is the place (EA-AI-14).
pub(crate) fn place_chosen(war: &War, order: &Order) -> Forecast {
    if rule!("EA-AI-14") { ends_there(war, order) } else { Forecast::default() }
}

/// An order that cannot fail and spends an Order.
pub(crate) fn spends_one(war: &War, order: &Order) -> Forecast {
    spending(order.pose, order.unit().map_or(0.0, |unit| share_of_orders(war, unit, 1)))
}

/// The same effect of an order that cannot fail to come to blows as the other side sees it, with the share of its Orders
/// that the order spends.
pub(crate) fn seen_from_the_other_side(effect: &Effect, spends: f64) -> Effect {
    let Effect { inflicted, taken, destroys, destroyed, repels, repelled, .. } = effect.turned();
    let succeeds = 1.0 - effect.succeeds;
    Effect { inflicted, taken, destroys, destroyed, repels, repelled, succeeds, spends, ..Effect::default() }
}

/// A unit's full strength, to make shares of losses.
pub(crate) fn full(war: &War, unit: UnitId) -> f64 {
    f64::from(war.field().unit(unit).full.max(1))
}
