//! What an order may bring: exact distributions, every modifier by name, and the chances of each result.
//!
//! A forecast is made by the same functions that set the dice when the order is resolved.

use hexes::Hex;

use crate::{Object, Pose};

/// A distribution over 0, 1, 2, ...: chances that add up to 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Distribution(Vec<f64>);

impl Distribution {
    /// Certainly `value`.
    #[must_use]
    pub fn certain(value: usize) -> Distribution {
        let mut chances = vec![0.0; value + 1];
        chances[value] = 1.0;
        Distribution(chances)
    }

    /// Chances of 0, 1, 2, ... as given; they should add up to 1.
    #[must_use]
    pub fn of(chances: Vec<f64>) -> Distribution {
        Distribution(chances)
    }

    /// Successes among `dice` dice of chance `p` each.
    #[must_use]
    pub fn successes(dice: u8, p: f64) -> Distribution {
        let one = Distribution(vec![1.0 - p, p]);
        (0..dice).fold(Distribution::certain(0), |sum, _| sum.plus(&one))
    }

    /// The sum of `dice` d6.
    #[must_use]
    pub fn sum_of_d6(dice: u8) -> Distribution {
        let mut one = vec![1.0 / 6.0; 7];
        one[0] = 0.0;
        let one = Distribution(one);
        (0..dice).fold(Distribution::certain(0), |sum, _| sum.plus(&one))
    }

    /// The sum of two independent ones.
    #[must_use]
    pub fn plus(&self, other: &Distribution) -> Distribution {
        let mut chances = vec![0.0; self.0.len() + other.0.len() - 1];
        for (i, a) in self.0.iter().enumerate() {
            for (j, b) in other.0.iter().enumerate() {
                chances[i + j] += a * b;
            }
        }
        Distribution(chances)
    }

    /// The same with every value mapped.
    #[must_use]
    pub fn map(&self, to: impl Fn(usize) -> usize) -> Distribution {
        let mut chances = vec![0.0];
        for (value, chance) in self.0.iter().enumerate() {
            let place = to(value);
            if place >= chances.len() {
                chances.resize(place + 1, 0.0);
            }
            chances[place] += chance;
        }
        Distribution(chances)
    }

    /// The chance of exactly `value`.
    #[must_use]
    pub fn chance(&self, value: usize) -> f64 {
        self.0.get(value).copied().unwrap_or(0.0)
    }

    /// The chance of `value` or more.
    #[must_use]
    pub fn at_least(&self, value: usize) -> f64 {
        self.0.iter().skip(value).sum()
    }

    /// The expected value.
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.0.iter().enumerate().map(|(value, chance)| value as f64 * chance).sum()
    }

    /// Chances of 0, 1, 2, ...
    #[must_use]
    pub fn chances(&self) -> &[f64] {
        &self.0
    }
}

/// One named reason for more or fewer dice, or for another number to beat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Modifier {
    /// As a player would say it, e.g. "target in cover".
    pub name: &'static str,
    /// How much.
    pub value: i16,
    /// What it changes.
    pub changes: Changes,
    /// The clause it comes from.
    pub clause: &'static str,
}

/// What a modifier changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Changes {
    /// The number of dice.
    Dice,
    /// The face needed.
    Need,
    /// The total or result.
    Result,
}

/// One roll that an order may bring.
#[derive(Clone, Debug, PartialEq)]
pub struct RollForecast {
    /// What is rolled, e.g. "fire".
    pub label: &'static str,
    /// Who rolls.
    pub who: Option<Object>,
    /// The clause that asks for it.
    pub clause: &'static str,
    /// Dice.
    pub dice: u8,
    /// Face needed for a success; `None` when the total counts.
    pub need: Option<u8>,
    /// Why it is that many dice and that face.
    pub modifiers: Vec<Modifier>,
    /// Successes (or the total) with their chances.
    pub outcome: Distribution,
}

/// One thing that may come of an order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chance {
    /// As a player would say it, e.g. "defender retreats".
    pub label: &'static str,
    /// 0 to 1.
    pub chance: f64,
}

/// What an order is worth in terms that every system shares; losses in shares of a unit at full strength.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Effect {
    /// Expected loss of the target.
    pub inflicted: f64,
    /// Expected loss of the acting unit.
    pub taken: f64,
    /// Chance that the target is destroyed, routed or removed.
    pub destroys: f64,
    /// Chance that the acting unit is.
    pub destroyed: f64,
    /// Chance that the target is thrown back.
    pub repels: f64,
    /// Chance that the acting unit is.
    pub repelled: f64,
    /// Chance that the order does what it is meant to do (contact made, test passed).
    pub succeeds: f64,
    /// Strength regained, in shares.
    pub recovers: f64,
    /// What it uses up of a scarce pool (orders, cards), in the system's own units.
    pub spends: f64,
    /// The share of a turn's movement it gives up; negative where it frees the unit to move again.
    pub forgoes: f64,
}

/// All that can be said of an order before it is given.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Forecast {
    /// The rolls in the order they would fall.
    pub rolls: Vec<RollForecast>,
    /// The results with their chances.
    pub results: Vec<Chance>,
    /// Its worth.
    pub effect: Effect,
    /// Where the acting unit may stand afterwards, with chances.
    pub ends: Vec<(Pose, f64)>,
    /// The hexes it would fall on: a template, a room behind a wall.
    pub area: Vec<Hex>,
}

/// What one unit could do to another in its next turn; losses in shares of full strength.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Threat {
    /// Expected loss by fire.
    pub fire: f64,
    /// Expected loss by a charge, the chance of contact included.
    pub charge: f64,
    /// Expected loss the charger would take.
    pub charge_cost: f64,
    /// Chance that the charge comes home and throws the target back.
    pub breaks: f64,
}
