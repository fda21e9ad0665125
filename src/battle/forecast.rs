//! What an order may bring: exact distributions, every modifier by name, and the chances of each result.
//!
//! A forecast is made by the same functions that set the dice when the order is resolved.

use hexes::Hex;

use crate::{Binding, Pose, RollForecast, Verb};

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
    /// Chance that the target is thrown back, what destroys it besides left out.
    pub repels: f64,
    /// Chance that the acting unit is thrown back so.
    pub repelled: f64,
    /// Chance that the order does what it is meant to do (contact made, test passed).
    pub succeeds: f64,
    /// Strength regained, or kept that would else be lost, in shares.
    pub recovers: f64,
    /// What it uses up of the means (orders, cards, points) that its side has to give this turn, as a share of them, 0 to 1;
    /// 0 where nothing is scarce.
    pub spends: f64,
    /// What the unit gains in mobility, in turns of its usual pace: below 0 where it gives its movement up (-1: it stands
    /// fast for this turn), above 0 where it is free to go again.
    pub mobility: f64,
    /// What it opens to others of its side later (a breach to storm): the loss of an enemy that they can hope for by it, less
    /// their own, in usual units.
    pub opens: f64,
}

impl Effect {
    /// The same as the other side of it sees it; whether the order succeeds stays what it is.
    #[must_use]
    pub const fn turned(&self) -> Effect {
        Effect {
            inflicted: self.taken,
            taken: self.inflicted,
            destroys: self.destroyed,
            destroyed: self.destroys,
            repels: self.repelled,
            repelled: self.repels,
            ..*self
        }
    }

    /// How good it is for whoever it is told to, in shares of a unit: losses against losses, a unit broken counted as half
    /// of one and one thrown back as a fifth.
    #[must_use]
    pub fn balance(&self) -> f64 {
        let made = self.inflicted + self.destroys / 2.0 + self.repels / 5.0;
        made - self.taken - self.destroyed / 2.0 - self.repelled / 5.0
    }

    /// This effect mixed with another that comes true with that chance instead.
    #[must_use]
    pub fn mixed(&self, other: &Effect, chance: f64) -> Effect {
        let mix = |one: f64, other: f64| one * (1.0 - chance) + other * chance;
        Effect {
            inflicted: mix(self.inflicted, other.inflicted),
            taken: mix(self.taken, other.taken),
            destroys: mix(self.destroys, other.destroys),
            destroyed: mix(self.destroyed, other.destroyed),
            repels: mix(self.repels, other.repels),
            repelled: mix(self.repelled, other.repelled),
            succeeds: mix(self.succeeds, other.succeeds),
            recovers: mix(self.recovers, other.recovers),
            spends: mix(self.spends, other.spends),
            mobility: mix(self.mobility, other.mobility),
            opens: mix(self.opens, other.opens),
        }
    }
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
    /// Of an order without an end: its effect depends on the end, so each end is to be foreseen by itself.
    pub differs: bool,
    /// What it asks of a command, where it is an order to one.
    pub binding: Option<Binding>,
    /// Where the enemy will choose an answer: those verbs that are presumed, as what suits it best. Nothing where it has no
    /// choice that is foreseen.
    pub reply: Vec<Verb>,
    /// Of what is done in legs, as a charge: the poses of the way that is presumed, from the start to the end. Nothing where none is.
    pub way: Vec<Pose>,
}
