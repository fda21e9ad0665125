//! Sums of as many values as one likes, in no more room than a few: means, spreads and middles.

use std::collections::BTreeMap;

/// How many values, their sum and the sum of their squares.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Moments {
    count: f64,
    sum: f64,
    squares: f64,
}

impl Moments {
    pub(crate) fn add(&mut self, value: f64) {
        self.merge(Moments { count: 1.0, sum: value, squares: value * value });
    }

    pub(crate) fn merge(&mut self, other: Moments) {
        self.count += other.count;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// What is left where the others are taken away.
    pub(crate) fn without(self, other: Moments) -> Moments {
        let count = self.count - other.count;
        Moments { count, sum: self.sum - other.sum, squares: self.squares - other.squares }
    }

    /// The same of all values less that much.
    pub(crate) fn less(self, by: f64) -> Moments {
        let squares = self.squares - 2.0 * by * self.sum + self.count * by * by;
        Moments { count: self.count, sum: self.sum - self.count * by, squares }
    }

    pub(crate) fn count(self) -> f64 {
        self.count
    }

    /// The mean; 0 of nothing.
    pub(crate) fn mean(self) -> f64 {
        self.sum / self.count.max(1.0)
    }

    /// The standard error of the mean; 0 of fewer than two.
    pub(crate) fn error(self) -> f64 {
        let spread = self.squares / self.count.max(1.0) - self.mean().powi(2);
        (spread.max(0.0) / (self.count - 1.0).max(1.0)).sqrt()
    }
}

/// How often each whole number came.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Spread(BTreeMap<u64, u64>);

impl Spread {
    pub(crate) fn add(&mut self, value: u64) {
        *self.0.entry(value).or_default() += 1;
    }

    pub(crate) fn merge(&mut self, other: &Spread) {
        other.0.iter().for_each(|(value, times)| *self.0.entry(*value).or_default() += times);
    }

    /// How many there are.
    pub(crate) fn count(&self) -> u64 {
        self.0.values().sum()
    }

    /// The mean; 0 of nothing.
    pub(crate) fn mean(&self) -> f64 {
        let sum: u64 = self.0.iter().map(|(value, times)| value * times).sum();
        sum as f64 / self.count().max(1) as f64
    }

    /// The one at that place of all in order, from 0.
    pub(crate) fn at(&self, place: u64) -> Option<u64> {
        let mut passed = 0;
        let holds = |(_, times): &(&u64, &u64)| {
            passed += **times;
            passed > place
        };
        self.0.iter().find(holds).map(|(value, _)| *value)
    }
}

/// How often each name came.
pub(crate) type Names = BTreeMap<String, u64>;

/// Adds to the count of a name.
pub(crate) fn count(names: &mut Names, name: &str, times: u64) {
    match names.get_mut(name) {
        Some(count) => *count += times,
        None => drop(names.insert(String::from(name), times)),
    }
}
