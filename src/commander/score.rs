//! Scores: the compensated weighted product of responses, and the order in which equals are taken.

use std::cmp::Ordering;

use battle::{Consideration, Order};

use crate::considerations::{Concern, Inputs};
use crate::profile::Weighing;

/// One order with what it was judged by.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scored {
    /// The order.
    pub order: Order,
    /// Its inputs.
    pub inputs: Inputs,
    /// The plain product of its weighted responses.
    pub product: f64,
    /// Lower goes first, whatever the score.
    pub tier: u8,
    /// What it spends.
    pub cost: f64,
    /// Its place among all options.
    pub index: usize,
}

/// The product of the weighted responses.
pub(crate) fn product(weighing: &Weighing, inputs: &Inputs) -> f64 {
    weighing.factors(inputs).fold(1.0, |product, factor| product * factor)
}

/// A product of many factors lifted as if there had been few, so that scores read alike; a zero stays a zero.
fn compensated(product: f64, factors: usize) -> f64 {
    let lift = 1.0 - 1.0 / factors.max(1) as f64;
    product + (1.0 - product) * lift * product
}

/// The score that considerations add up to: exactly the score of the [`battle::Weighed`] that lists them.
#[must_use]
pub fn total(considerations: &[Consideration]) -> f64 {
    let product = considerations.iter().fold(1.0, |product, one| product * one.factor());
    compensated(product, considerations.len())
}

/// The considerations behind some inputs, one for each that has weight.
pub(crate) fn considerations(weighing: &Weighing, inputs: &Inputs) -> Vec<Consideration> {
    let consider = |concern: &Concern| {
        let (response, input) = (weighing.of(*concern), inputs.get(*concern));
        let (name, weight, words) = (concern.name(), response.weight, concern.words());
        Consideration { name, input, response: response.curve.respond(input), weight, words }
    };
    Concern::ALL.iter().map(consider).filter(|one| one.weight > 0.0).collect()
}

/// Best first: by tier, score, cost, place among the options.
pub(crate) fn better(one: &Scored, other: &Scored) -> Ordering {
    let by_tier = one.tier.cmp(&other.tier);
    let by_score = other.product.total_cmp(&one.product);
    by_tier.then(by_score).then(one.cost.total_cmp(&other.cost)).then(one.index.cmp(&other.index))
}

/// How much better one product is than another: 0 when equal, near the logarithm of their ratio, within -2 to 2.
pub(crate) fn gain(best: f64, idle: f64) -> f64 {
    let sum = best + idle;
    if sum <= 0.0 { 0.0 } else { 2.0 * (best - idle) / sum }
}
