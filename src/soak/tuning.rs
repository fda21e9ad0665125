//! Better numbers found by playing: SPSA, simultaneous perturbation stochastic approximation (Spall 1992), as engines of chess are
//! tuned. In each round all numbers are moved at once, each up or down by lot; the two players that come of it, one with these
//! moves and one with the contrary, play each other or a pool, and every number goes a little the way of the better one.

use serde::{Deserialize, Serialize};

/// How fast the moves and the steps of SPSA become smaller, as Spall recommends.
const STEPS_FADE: f64 = 0.602;
const MOVES_FADE: f64 = 0.101;
/// Rounds before steps begin to fade, as a share of all.
const STEADY: f64 = 0.1;
/// Steps that a number goes in the first round where one player wins everything.
const FIRST: f64 = 4.0;

/// A number that is tuned.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Knob {
    /// Its name.
    pub name: String,
    /// What it is at the start.
    pub start: f64,
    /// How far it is moved by the last round, and the measure of how far it goes.
    pub step: f64,
    /// The least it may be.
    pub low: f64,
    /// The most it may be.
    pub high: f64,
}

/// One round, as it is written down: with those before it, everything that is needed to go on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Round {
    /// Which, from 1.
    pub round: u32,
    /// What the numbers were.
    pub values: Vec<f64>,
    /// Of the player with the moves, and of the one with the contrary.
    pub tried: [Vec<f64>; 2],
    /// What came of it, what waiting costs counted.
    #[serde(flatten)]
    pub found: Found,
}

/// What came of a trial.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Found {
    /// The first one's share of the points between the two.
    pub share: f64,
    /// Games that were counted.
    pub games: u32,
    /// The share of their games against themselves in which nobody fought, of each; nothing where none were played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub waited: Option<[f64; 2]>,
}

impl Found {
    /// The same with what waiting costs, in points of a game, taken from whoever waits.
    #[must_use]
    pub fn charged(self, price: f64) -> Found {
        let [first, second] = self.waited.unwrap_or_default();
        let share = self.share + price * (second - first) / 2.0;
        Found { share: share.clamp(0.0, 1.0), ..self }
    }
}

/// Two players to be compared.
#[derive(Clone, Debug, PartialEq)]
pub struct Trial {
    /// The numbers of each.
    pub tried: [Vec<f64>; 2],
    /// The seed of their games.
    pub seed: u64,
}

/// A tuning as far as it has come.
#[derive(Clone, Debug)]
pub struct Tuning {
    knobs: Vec<Knob>,
    rounds: u32,
    seed: u64,
    /// The numbers now, in steps from the start.
    at: Vec<f64>,
    done: Vec<Round>,
}

impl Tuning {
    /// A tuning of so many rounds from the start.
    #[must_use]
    pub fn new(knobs: Vec<Knob>, rounds: u32, seed: u64) -> Tuning {
        let at = vec![0.0; knobs.len()];
        Tuning { knobs, rounds, seed, at, done: Vec::new() }
    }

    /// The same after rounds that were played before.
    ///
    /// # Errors
    /// A sentence naming the first round that is not of this tuning.
    pub fn take_up(mut self, rounds: Vec<Round>) -> Result<Tuning, String> {
        for round in rounds {
            let number = self.done.len() + 1;
            let Some(trial) = self.next() else {
                return Err(format!(
                    "cannot go on: line {number} is a round too many; expected {} at most",
                    self.rounds
                ));
            };
            if round.round as usize != number || !alike(&round.tried.concat(), &trial.tried.concat()) {
                return Err(format!(
                    "cannot go on: line {number} tried {:?}; expected {:?}, as the options say",
                    round.tried, trial.tried
                ));
            }
            self.heard(round.found);
        }
        Ok(self)
    }

    /// The numbers that are tuned.
    #[must_use]
    pub fn knobs(&self) -> &[Knob] {
        &self.knobs
    }

    /// The rounds that were played.
    #[must_use]
    pub fn rounds(&self) -> &[Round] {
        &self.done
    }

    /// The numbers as they are now.
    #[must_use]
    pub fn values(&self) -> Vec<f64> {
        self.placed(&self.at)
    }

    /// What is to be compared next; nothing after the last round.
    #[must_use]
    pub fn next(&self) -> Option<Trial> {
        let round = self.done.len() as u32;
        let moves = self.moves(round);
        let tried = |hand: f64| {
            let at: Vec<f64> =
                self.at.iter().zip(self.signs(round)).map(|(at, sign)| at + hand * sign * moves).collect();
            self.placed(&at)
        };
        let seed = self.seed.wrapping_add(u64::from(round).wrapping_mul(0x9E37_79B9_7F4A_7C15));
        (round < self.rounds).then(|| Trial { tried: [tried(1.0), tried(-1.0)], seed })
    }

    /// Hears what came of the next trial, what waiting costs counted.
    pub fn heard(&mut self, found: Found) -> Option<&Round> {
        let trial = self.next()?;
        let round = self.done.len() as u32;
        self.done.push(Round { round: round + 1, values: self.values(), tried: trial.tried, found });
        let steady = STEADY * f64::from(self.rounds);
        let fade = ((steady + 1.0) / (steady + 1.0 + f64::from(round))).powf(STEPS_FADE);
        let gain = FIRST * fade * (2.0 * found.share - 1.0) / self.moves(round);
        let signs = self.signs(round);
        for ((at, sign), knob) in self.at.iter_mut().zip(signs).zip(&self.knobs) {
            let place = *at + gain * sign;
            *at = place.clamp((knob.low - knob.start) / knob.step, (knob.high - knob.start) / knob.step);
        }
        self.done.last()
    }

    /// What was found: the mean of the numbers over the second half of the rounds, which chance moves less than the last.
    #[must_use]
    pub fn found(&self) -> Vec<f64> {
        let half = &self.done[self.done.len() / 2..];
        let last = self.values();
        let all = (half.len() + 1) as f64;
        let each = |place: usize| half.iter().map(|round| round.values[place]).chain([last[place]]).sum::<f64>() / all;
        (0..self.knobs.len()).map(each).collect()
    }

    /// Steps by which numbers are moved in a round.
    fn moves(&self, round: u32) -> f64 {
        (f64::from(self.rounds) / f64::from(round + 1)).powf(MOVES_FADE)
    }

    /// Which way each number is moved in a round.
    fn signs(&self, round: u32) -> Vec<f64> {
        let hash = |place: usize| {
            let text = format!("{} {round} {place}", self.seed);
            blake3::hash(text.as_bytes()).as_bytes()[0]
        };
        (0..self.knobs.len()).map(|place| if hash(place) & 1 == 0 { 1.0 } else { -1.0 }).collect()
    }

    /// Numbers that are so many steps from the start.
    fn placed(&self, at: &[f64]) -> Vec<f64> {
        let value = |(knob, at): (&Knob, &f64)| (knob.start + at * knob.step).clamp(knob.low, knob.high);
        self.knobs.iter().zip(at).map(value).collect()
    }
}

/// Whether numbers are the same but for what writing them down costs.
fn alike(some: &[f64], others: &[f64]) -> bool {
    some.len() == others.len()
        && some.iter().zip(others).all(|(one, other)| (one - other).abs() <= 1e-9 * one.abs().max(1.0))
}
