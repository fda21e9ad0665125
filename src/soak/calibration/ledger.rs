//! What was foreseen beside what came, by kind and tenths of the chance foreseen.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::statistics::{Interval, exact};

/// Points beyond its interval by which a tenth may be off, as a share.
const TOLERANCE: f64 = 0.05;
/// Chances as near as this to 0 or 1 are foreseen as such.
const CERTAIN: f64 = 1e-9;
/// What came is as foreseen where it is missed by less.
const AGREED: f64 = 1e-6;
/// Standard errors by which a mean may be off, at 99 %, of as many as one likes.
const ERRORS: f64 = 2.575_829;
/// The same of 2, 3 and more, whose own spread is known so much worse (Student's).
const OF_FEW: [f64; 10] = [63.657, 9.925, 5.841, 4.604, 4.032, 3.707, 3.499, 3.355, 3.250, 3.169];

/// What stands before the label of a roll in a kind.
pub(super) const ROLL: &str = ": roll ";

/// Whose orders they are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// Drawn at random and tried on a copy of the battle, with other dice: nobody chose them for their forecasts.
    #[default]
    Tried,
    /// Given by the players of the battle, who prefer what looks good.
    Given,
    /// Drawn at random and followed through every way in which the dice can fall: what came is the mean of all.
    Worked,
    /// Drawn at random and tried many times, each time with other dice: what came is the mean of all times. What is left to
    /// chance is which orders were drawn, hardly how the dice fell.
    Thrown,
}

/// Where a foreseen chance or amount is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Slot {
    /// Foreseen never to come.
    Never,
    /// That tenth of the chances between, from 0.
    Tenth(u8),
    /// Foreseen to come for certain.
    Always,
    /// An expected amount: losses in shares of a full unit, hits, totals.
    Amount,
}

impl Slot {
    /// The slot of a chance.
    #[must_use]
    pub fn of(chance: f64) -> Slot {
        match chance {
            none if none < CERTAIN => Slot::Never,
            all if all > 1.0 - CERTAIN => Slot::Always,
            _ => Slot::Tenth(((chance * 10.0) as u8).min(9)),
        }
    }
}

/// What was foreseen of one thing and what came.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Held {
    /// The verb and what is foreseen: "charge: destroys".
    pub(crate) kind: String,
    pub(crate) slot: Slot,
    pub(crate) foreseen: f64,
    pub(crate) came: f64,
}

impl Held {
    /// Whether it is of what comes to the units, and not of a roll.
    pub(crate) fn is_of_effect(&self) -> bool {
        !self.kind.contains(ROLL)
    }

    /// A chance and whether it came.
    pub(crate) fn chance(kind: String, foreseen: f64, came: bool) -> Held {
        Held { kind, slot: Slot::of(foreseen), foreseen, came: f64::from(u8::from(came)) }
    }

    /// An expected amount and what came.
    pub(crate) fn amount(kind: String, foreseen: f64, came: f64) -> Held {
        Held { kind, slot: Slot::Amount, foreseen, came }
    }
}

/// One line of the calibration: sums over the orders of a kind in a slot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// Whose orders.
    pub source: Source,
    /// The verb and what is foreseen: "charge: destroys".
    pub kind: String,
    /// The tenth of the chance, or that it is an amount.
    pub slot: Slot,
    /// How many.
    pub orders: u32,
    /// The sum of what was foreseen.
    pub foreseen: f64,
    /// The sum of what came; of chances how many came.
    pub came: f64,
    /// The sum of the squares of what came less what was foreseen.
    pub squares: f64,
    /// How many came as foreseen, to a millionth.
    #[serde(default)]
    pub agreed: u32,
    /// The most by which one was missed.
    #[serde(default)]
    pub worst: f64,
}

impl Entry {
    /// The mean foreseen.
    #[must_use]
    pub fn mean_foreseen(&self) -> f64 {
        self.foreseen / f64::from(self.orders.max(1))
    }

    /// The mean that came; of chances the share, with its exact 95 % interval.
    #[must_use]
    pub fn share(&self) -> Interval {
        exact(self.came.round().max(0.0) as u32, self.orders)
    }

    /// The mean that came.
    #[must_use]
    pub fn mean_came(&self) -> f64 {
        self.came / f64::from(self.orders.max(1))
    }

    /// The standard error of the mean of what came less what was foreseen; 0 for fewer than two.
    #[must_use]
    pub fn error(&self) -> f64 {
        if self.orders < 2 {
            return 0.0;
        }
        let (n, off) = (f64::from(self.orders), self.mean_came() - self.mean_foreseen());
        ((self.squares / n - off * off).max(0.0) / (n - 1.0)).sqrt()
    }

    /// Whether what came is not what was foreseen: far from it, or impossible.
    #[must_use]
    pub fn is_off(&self) -> bool {
        self.is_far() || (self.slot != Slot::Amount && self.is_impossible())
    }

    /// Whether what came is far from what was foreseen: a share more than five points beyond its interval, a mean of amounts
    /// more than its 99 % interval and a twentieth.
    #[must_use]
    pub fn is_far(&self) -> bool {
        let (foreseen, came) = (self.mean_foreseen(), self.mean_came());
        let off = (came - foreseen).abs();
        let tolerance = if self.slot == Slot::Amount { TOLERANCE * came.max(foreseen) } else { TOLERANCE };
        if self.is_of_means() {
            let wide = off > errors(self.orders) * self.error() && off > tolerance;
            return self.orders >= 2 && wide && !self.is_rarely_due();
        }
        let Interval { low, high, .. } = self.share();
        foreseen > high + TOLERANCE || foreseen < low - TOLERANCE
    }

    /// Whether each order counts with a number of its own, and not with yes or no.
    #[must_use]
    pub fn is_of_means(&self) -> bool {
        self.slot == Slot::Amount || self.source == Source::Thrown
    }

    /// Whether nothing came of an amount of which so little was due that it may have stayed out altogether: what comes seldom
    /// comes all at once, and where it did not the spread is not known either.
    fn is_rarely_due(&self) -> bool {
        self.came <= 0.0 && self.mean_foreseen() <= self.share().high
    }

    /// Whether something came that was never to come, or stayed out that was certain.
    fn is_impossible(&self) -> bool {
        let all = f64::from(self.orders);
        (self.slot == Slot::Never && self.came > 0.0) || (self.slot == Slot::Always && self.came < all - AGREED)
    }
}

/// Standard errors by which the mean of so many may be off, at 99 %.
fn errors(orders: u32) -> f64 {
    let free = f64::from(orders.max(2) - 1);
    let more = (ERRORS.powi(3) + ERRORS) / (4.0 * free);
    let of_few = OF_FEW.get(orders.max(2) as usize - 2).copied();
    of_few.unwrap_or(ERRORS + more)
}

/// The calibration of one game or of many.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Ledger(BTreeMap<(Source, String, Slot), Entry>);

impl Ledger {
    pub(crate) fn add(&mut self, source: Source, held: Held) {
        let Held { kind, slot, foreseen, came } = held;
        let off = came - foreseen;
        let agreed = u32::from(off.abs() < AGREED);
        self.merge(&Entry {
            source,
            kind,
            slot,
            orders: 1,
            foreseen,
            came,
            squares: off * off,
            agreed,
            worst: off.abs(),
        });
    }

    /// Adds another game's line.
    pub(crate) fn merge(&mut self, line: &Entry) {
        let key = (line.source, line.kind.clone(), line.slot);
        match self.0.get_mut(&key) {
            None => drop(self.0.insert(key, line.clone())),
            Some(known) => {
                known.orders += line.orders;
                known.foreseen += line.foreseen;
                known.came += line.came;
                known.squares += line.squares;
                known.agreed += line.agreed;
                known.worst = known.worst.max(line.worst);
            }
        }
    }

    /// Its lines, by source, kind and slot; sums to six figures after the point.
    pub(crate) fn entries(&self) -> Vec<Entry> {
        let rounded = |number: f64| (number * 1e6).round() / 1e6 + 0.0;
        let line = |line: &Entry| Entry {
            foreseen: rounded(line.foreseen),
            came: rounded(line.came),
            squares: rounded(line.squares),
            worst: rounded(line.worst),
            ..line.clone()
        };
        self.0.values().map(line).collect()
    }
}
