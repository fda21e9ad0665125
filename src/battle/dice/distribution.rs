//! Exact distributions over whole numbers, those below zero included.

use super::Die;

/// Chances of whole numbers from `low` on, one after another; they add up to 1.
///
/// Values are asked for in any integer type; one beyond `i32` counts as more than any that can fall.
#[derive(Clone, Debug, PartialEq)]
pub struct Distribution {
    low: i32,
    chances: Vec<f64>,
}

fn number(value: impl TryInto<i32>) -> i32 {
    value.try_into().unwrap_or(i32::MAX)
}

impl Distribution {
    /// Certainly `value`.
    #[must_use]
    pub fn certain(value: impl TryInto<i32>) -> Distribution {
        Distribution { low: number(value), chances: vec![1.0] }
    }

    /// Chances of 0, 1, 2, ... as given; they should add up to 1.
    #[must_use]
    pub fn of(chances: Vec<f64>) -> Distribution {
        Distribution::from(0, chances)
    }

    /// Chances of `low`, `low` + 1, ... as given; they should add up to 1.
    #[must_use]
    pub fn from(low: i32, chances: Vec<f64>) -> Distribution {
        Distribution { low, chances }
    }

    /// 1 with that chance, else 0.
    #[must_use]
    pub fn whether(chance: f64) -> Distribution {
        Distribution::of(vec![1.0 - chance, chance])
    }

    /// Successes among `dice` dice of chance `p` each.
    #[must_use]
    pub fn successes(dice: u8, p: f64) -> Distribution {
        Distribution::whether(p).times(dice)
    }

    /// One die of a kind.
    #[must_use]
    pub fn die(die: Die) -> Distribution {
        let faces = die.faces();
        Distribution::from(1, vec![1.0 / f64::from(faces); usize::from(faces)])
    }

    /// The sum of `dice` dice of a kind.
    #[must_use]
    pub fn sum(die: Die, dice: u8) -> Distribution {
        Distribution::die(die).times(dice)
    }

    /// The sum of so many independent ones like this.
    #[must_use]
    pub fn times(&self, number: u8) -> Distribution {
        (0..number).fold(Distribution::certain(0), |sum, _| sum.plus(self))
    }

    /// The sum of two independent ones.
    #[must_use]
    pub fn plus(&self, other: &Distribution) -> Distribution {
        let mut chances = vec![0.0; (self.chances.len() + other.chances.len()).saturating_sub(1)];
        for (i, a) in self.chances.iter().enumerate() {
            for (j, b) in other.chances.iter().enumerate() {
                chances[i + j] += a * b;
            }
        }
        Distribution { low: self.low.saturating_add(other.low), chances }
    }

    /// This less the other, independent of it.
    #[must_use]
    pub fn minus(&self, other: &Distribution) -> Distribution {
        self.plus(&other.negative())
    }

    /// The same with every value turned to its opposite.
    #[must_use]
    pub fn negative(&self) -> Distribution {
        let chances = self.chances.iter().rev().copied().collect();
        Distribution { low: self.highest().saturating_neg(), chances }
    }

    /// The same with so much added to every value.
    #[must_use]
    pub fn shifted(self, by: i32) -> Distribution {
        Distribution { low: self.low.saturating_add(by), ..self }
    }

    /// The same with every value mapped. Values that cannot fall are not asked for.
    #[must_use]
    pub fn map(&self, to: impl Fn(i32) -> i32) -> Distribution {
        let falls = self.outcomes().filter(|(_, chance)| *chance > 0.0);
        let mut places: Vec<(i32, f64)> = Vec::with_capacity(self.chances.len());
        places.extend(falls.map(|(value, chance)| (to(value), chance)));
        let Some(low) = places.iter().map(|(place, _)| *place).min() else { return Distribution::of(Vec::new()) };
        let high = places.iter().map(|(place, _)| *place).max().unwrap_or(low);
        let mut chances = vec![0.0; (high - low) as usize + 1];
        places.into_iter().for_each(|(place, chance)| chances[(place - low) as usize] += chance);
        Distribution { low, chances }
    }

    /// The mixture of several, each taken with its chance.
    #[must_use]
    pub fn mixture(parts: &[(f64, Distribution)]) -> Distribution {
        let Some(low) = parts.iter().map(|(_, part)| part.low).min() else { return Distribution::of(Vec::new()) };
        let high = parts.iter().map(|(_, part)| part.highest()).max().unwrap_or(low);
        let mut chances = vec![0.0; (high - low) as usize + 1];
        for (share, part) in parts {
            part.outcomes().for_each(|(value, chance)| chances[(value - low) as usize] += share * chance);
        }
        Distribution { low, chances }
    }

    /// What comes of it when each value brings something of its own, such as a test after a volley that missed.
    #[must_use]
    pub fn mix(&self, brings: impl Fn(i32) -> Distribution) -> Distribution {
        let falls = self.outcomes().filter(|(_, chance)| *chance > 0.0);
        Distribution::mixture(&falls.map(|(value, chance)| (chance, brings(value))).collect::<Vec<_>>())
    }

    /// The chance of exactly `value`.
    #[must_use]
    pub fn chance(&self, value: impl TryInto<i32>) -> f64 {
        let place = usize::try_from(i64::from(number(value)) - i64::from(self.low));
        place.ok().and_then(|place| self.chances.get(place)).copied().unwrap_or(0.0)
    }

    /// The chance of `value` or more.
    #[must_use]
    pub fn at_least(&self, value: impl TryInto<i32>) -> f64 {
        let below = usize::try_from(i64::from(number(value)) - i64::from(self.low)).unwrap_or(0);
        self.chances.iter().skip(below).sum()
    }

    /// The chance of `value` or less.
    #[must_use]
    pub fn at_most(&self, value: impl TryInto<i32>) -> f64 {
        let upto = i64::from(number(value)) - i64::from(self.low) + 1;
        self.chances.iter().take(usize::try_from(upto).unwrap_or(0)).sum()
    }

    /// The expected value.
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.outcomes().map(|(value, chance)| f64::from(value) * chance).sum()
    }

    /// Every value from the lowest to the highest, with its chance.
    pub fn outcomes(&self) -> impl Iterator<Item = (i32, f64)> + '_ {
        (self.low..).zip(self.chances.iter().copied())
    }

    /// The lowest value.
    #[must_use]
    pub fn lowest(&self) -> i32 {
        self.low
    }

    /// The highest value.
    #[must_use]
    pub fn highest(&self) -> i32 {
        self.low + self.chances.len() as i32 - 1
    }
}
