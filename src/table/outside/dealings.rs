//! How a player from outside has behaved: for the account at its end and for whoever counts it.

use std::time::Duration;

/// What a player has done in a battle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dealings {
    /// How long it thought for each decision that it answered; the time of the game's own answers is not counted.
    pub thought: Vec<Duration>,
    /// Requests that it has made.
    pub requests: u64,
    /// Orders and requests that were refused.
    pub refused: u64,
    /// Why it could not go on, if it could not.
    pub failure: Option<String>,
}

impl Dealings {
    /// Decisions that it has answered.
    #[must_use]
    pub fn decisions(&self) -> usize {
        self.thought.len()
    }

    /// How long it thought in all, in seconds to the thousandth.
    #[must_use]
    pub fn seconds(&self) -> f64 {
        let sum: Duration = self.thought.iter().sum();
        sum.as_millis() as f64 / 1000.0
    }
}
