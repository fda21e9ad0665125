//! Intervals: Wilson's for shares (`table`'s), the exact one where there are few, and the Elo difference that a share stands for.

pub(crate) use table::DEVIATIONS;
pub use table::{Interval, wilson};

/// What a 95 % interval leaves out on either side.
const TAIL: f64 = 0.025;
/// Of more the exact interval is Wilson's to a ten-thousandth.
const VERY_MANY: u32 = 20_000;
/// After so many halvings an end is known to twelve places.
const HALVINGS: u32 = 40;

/// The exact 95 % interval (Clopper and Pearson's) of how many came of so many: it holds for one or two as well, where Wilson's
/// is too narrow; from 0 to 1 for none. Of very many it is Wilson's, for it takes as many steps as there are and the two are the same.
#[must_use]
pub fn exact(came: u32, all: u32) -> Interval {
    if all == 0 {
        return Interval { share: 0.0, low: 0.0, high: 1.0 };
    }
    let came = came.min(all);
    if all > VERY_MANY {
        return wilson(f64::from(came), all);
    }
    let share = f64::from(came) / f64::from(all);
    let low = if came == 0 { 0.0 } else { crossing(|chance| at_least(came, all, chance) < TAIL) };
    let high = if came == all { 1.0 } else { crossing(|chance| 1.0 - at_least(came + 1, all, chance) > TAIL) };
    Interval { share, low, high }
}

/// Where a condition that holds from 0 to some chance ends.
fn crossing(holds: impl Fn(f64) -> bool) -> f64 {
    let (mut below, mut above) = (0.0, 1.0);
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(below, above);
        if holds(middle) { below = middle } else { above = middle }
    }
    below
}

/// The chance that at least so many of all come, each with the same chance.
fn at_least(came: u32, all: u32, chance: f64) -> f64 {
    if chance <= 0.0 || chance >= 1.0 {
        return f64::from(u8::from(chance >= 1.0 || came == 0));
    }
    let odds = (chance / (1.0 - chance)).ln();
    let mut log = f64::from(all) * (1.0 - chance).ln();
    let mut sum = 0.0;
    for number in 0..=all {
        if number >= came {
            sum += log.exp();
        }
        log += odds + (f64::from(all - number) / f64::from(number + 1)).ln();
    }
    sum.min(1.0)
}

/// The Elo difference that a share of points stands for; infinite at 0 and 1.
#[must_use]
pub fn elo(share: f64) -> f64 {
    match share {
        none if none <= 0.0 => f64::NEG_INFINITY,
        all if all >= 1.0 => f64::INFINITY,
        _ => 400.0 * (share / (1.0 - share)).log10(),
    }
}
