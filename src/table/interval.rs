//! Shares with what chance leaves open: Wilson's interval.

/// 97.5 % of a normal distribution lie below this many deviations.
pub const DEVIATIONS: f64 = 1.959_963_984_540_054;

/// A share with its 95 % interval, each 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The share itself; 0 when there was nothing.
    pub share: f64,
    /// Lower end; exactly 0 when the share is 0.
    pub low: f64,
    /// Upper end; exactly 1 when the share is 1.
    pub high: f64,
}

/// Wilson's 95 % interval of a score (draws counted as halves) in a number of games; from 0 to 1 for no games.
#[must_use]
pub fn wilson(score: f64, games: u32) -> Interval {
    if games == 0 {
        return Interval { share: 0.0, low: 0.0, high: 1.0 };
    }
    let n = f64::from(games);
    let share = (score / n).clamp(0.0, 1.0);
    let square = DEVIATIONS * DEVIATIONS;
    let middle = (share + square / (2.0 * n)) / (1.0 + square / n);
    let half = DEVIATIONS * (share * (1.0 - share) / n + square / (4.0 * n * n)).sqrt() / (1.0 + square / n);
    let low = if share <= 0.0 { 0.0 } else { (middle - half).max(0.0) };
    let high = if share >= 1.0 { 1.0 } else { (middle + half).min(1.0) };
    Interval { share, low, high }
}
