//! What an order may bring: exact distributions, every modifier by name, and the chances of each result.
//!
//! A forecast is made by the same functions that set the dice when the order is resolved.

use hexes::Hex;

use crate::{Pose, RollForecast};

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
