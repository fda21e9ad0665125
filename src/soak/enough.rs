//! When a run has seen enough: its interval is narrow enough, or its test is decided.

use std::str::FromStr;

use crate::row::Row;
use crate::sequential::{Pairs, Test, Verdict};
use crate::statistics::DEVIATIONS;

/// Games, or pairs where sides are swapped, before which no interval is narrow enough.
const LEAST: u32 = 30;
/// How many that got nothing, and that got all, are supposed beside those that were seen.
const SUPPOSED: u32 = 2;

/// What is enough.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Enough {
    /// The 95 % interval of the first player's share reaches no further than so much to either side, 0 to 1.
    Within(f64),
    /// A test on pairs is decided.
    Decided(Test),
}

impl Enough {
    /// An interval of so many points of a hundred to either side.
    ///
    /// # Errors
    /// A sentence naming the text and what was expected.
    pub fn within(text: &str) -> Result<Enough, String> {
        let points: Option<f64> = text.parse().ok().filter(|points| (0.1..=25.0).contains(points));
        let wrong = || format!("unknown precision `{text}`; expected points of a hundred from 0.1 to 25, such as 2.5");
        Ok(Enough::Within(points.ok_or_else(wrong)? / 100.0))
    }
}

/// Two Elo differences with a comma between them.
impl FromStr for Test {
    type Err = String;

    fn from_str(text: &str) -> Result<Test, String> {
        let wrong = || format!("unknown test `{text}`; expected two Elo differences such as 0,10");
        let (low, high) = text.split_once(',').ok_or_else(wrong)?;
        let number = |text: &str| text.trim().parse::<f64>().map_err(|_| wrong());
        Test::new([number(low)?, number(high)?])
    }
}

/// What has been seen so far, in the order of the plan.
#[derive(Clone, Debug)]
pub(crate) struct Stopping {
    enough: Enough,
    /// Whether two rows belong together.
    paired: bool,
    /// The first game of a pair, a fault being none.
    half: Option<Option<f64>>,
    pairs: Pairs,
    count: u32,
    sum: f64,
    squares: f64,
    over: bool,
}

impl Stopping {
    pub(crate) fn new(enough: Enough, paired: bool) -> Stopping {
        let pairs = Pairs::default();
        Stopping { enough, paired, half: None, pairs, count: 0, sum: 0.0, squares: 0.0, over: false }
    }

    /// Hears of a game; whether that is enough. A pair of which one game was a fault tells nothing.
    pub(crate) fn hears(&mut self, row: &Row) -> bool {
        let score = row.first_score();
        if !self.paired {
            score.into_iter().for_each(|score| self.note(score));
        } else if let Some(first) = self.half.take() {
            if let (Some(first), Some(second)) = (first, score) {
                self.pairs.add(first + second);
                self.note((first + second) / 2.0);
            }
        } else {
            self.half = Some(score);
            return false;
        }
        self.over = match self.enough {
            Enough::Within(most) => self.count >= LEAST && self.interval().1 <= most,
            Enough::Decided(test) => test.verdict(&self.pairs).is_some(),
        };
        self.over
    }

    /// Whether enough has been seen.
    pub(crate) fn is_over(&self) -> bool {
        self.over
    }

    fn note(&mut self, share: f64) {
        self.count += 1;
        self.sum += share;
        self.squares += share * share;
    }

    /// The 95 % interval: its middle, and how far it reaches to either side. Two that got nothing and two that got all are counted
    /// too (as Agresti and Coull do), so that a run of equal results does not end itself by being thought certain.
    pub(crate) fn interval(&self) -> (f64, f64) {
        let count = f64::from(self.count + 2 * SUPPOSED);
        let supposed = f64::from(SUPPOSED);
        let mean = (self.sum + supposed) / count;
        let variance = ((self.squares + supposed) / count - mean * mean).max(0.0);
        (mean, DEVIATIONS * (variance / count).sqrt())
    }

    /// What has been found, as a sentence.
    pub(crate) fn told(&self) -> String {
        let what = if self.paired { "pairs" } else { "games" };
        let (count, share) = (self.count, 100.0 * self.sum / f64::from(self.count.max(1)));
        match self.enough {
            Enough::Within(most) => {
                let (middle, width) = self.interval();
                let ends = [middle - width, middle + width].map(|share| 100.0 * share.clamp(0.0, 1.0));
                let ([low, high], most) = (ends, 100.0 * most);
                let answer = if self.over { "enough" } else { "not enough" };
                format!(
                    "{answer} for {most:.1} points either way: after {count} {what} {share:.1} % (95 % sure: {low:.1} to {high:.1})"
                )
            }
            Enough::Decided(test) => {
                let [low, high] = test.elo();
                let answer = match test.verdict(&self.pairs) {
                    Some(Verdict::Higher) => format!("first is worth {high} rather than {low}"),
                    Some(Verdict::Lower) => format!("first is worth {low} rather than {high}"),
                    None => String::from("not decided"),
                };
                let (ratio, bound) = (self.pairs.log_likelihood_ratio(test.elo()), Test::bound());
                format!(
                    "test of {low} against {high} Elo: {answer}, after {count} {what} (log-likelihood ratio {ratio:+.2}, decided at -{bound:.2} and +{bound:.2})"
                )
            }
        }
    }
}
