//! Rolls as they fell and rolls as they may fall: receipts and forecasts of dice.

use super::terms::named;
use super::{Changes, Chart, Die, Distribution, Faces, Modifier, Reading, RollKey, RollKind, Row, Terms};
use crate::{Chance, Object, Side};

/// Who throws, at whom, and with which key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thrower {
    /// The side that rolls.
    pub side: Side,
    /// Who rolls, where somebody does in particular.
    pub who: Option<Object>,
    /// At whom.
    pub against: Option<Object>,
    /// The key of the dice.
    pub key: RollKey,
}

/// One roll as it fell: the receipt.
#[derive(Clone, Debug, PartialEq)]
pub struct Roll {
    /// What the result is.
    pub kind: RollKind,
    /// Who rolls.
    pub who: Option<Object>,
    /// The side that rolls, where nobody does in particular.
    pub side: Side,
    /// At whom.
    pub against: Option<Object>,
    /// What is rolled, e.g. "fire".
    pub label: &'static str,
    /// The clause that asks for it.
    pub clause: &'static str,
    /// The key it was thrown with.
    pub key: RollKey,
    /// The faces.
    pub faces: Faces,
    /// What was thrown and how it is read.
    pub terms: Terms,
    /// Why it is that many dice and that face.
    pub modifiers: Vec<Modifier>,
    /// Successes, the total, the value of a row, the margin.
    pub result: i16,
    /// The other side's roll, in a contest.
    pub opposed: Option<Box<Opposed>>,
    /// Where it stands in a chain of checks.
    pub link: Option<Link>,
}

/// Where a check stands in a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    /// Which of the checks owed, from 1.
    pub number: u8,
    /// How many are owed.
    pub owed: u8,
    /// The rung on which it is made, where whoever passes stays.
    pub rung: &'static str,
    /// The rung below, to which whoever fails falls.
    pub below: &'static str,
}

/// The other side of a contest.
#[derive(Clone, Debug, PartialEq)]
pub struct Opposed {
    /// The side that rolls it; none in a forecast.
    pub side: Option<Side>,
    /// Who rolls against the roller.
    pub who: Option<Object>,
    /// What that side rolls.
    pub label: &'static str,
    /// The clause that asks for it.
    pub clause: &'static str,
    /// The key it was thrown with; all 0 in a forecast.
    pub key: RollKey,
    /// The faces; none in a forecast.
    pub faces: Faces,
    /// What is thrown and how it is read.
    pub terms: Terms,
    /// Why it is that many dice and that face.
    pub modifiers: Vec<Modifier>,
    /// Faces of both sides that were equal and thrown again, the roller's first.
    pub tied: Vec<[Faces; 2]>,
    /// How often a tie is thrown again at most.
    pub again: u8,
    /// The rows by margin, where the rules name them.
    pub margins: Option<&'static Chart>,
}

impl Roll {
    /// The face a die needs for a success; `None` when the total or a chart counts.
    #[must_use]
    pub const fn need(&self) -> Option<u8> {
        self.terms.face()
    }

    /// Whether a test was passed, a contest won; for other rolls, whether anything came of it.
    #[must_use]
    pub fn passed(&self) -> bool {
        if self.opposed.is_some() { self.result > 0 } else { self.terms.passed(self.result) }
    }

    /// What its own side's faces come to: in a contest the sum that is held against the other side's.
    #[must_use]
    pub fn own(&self) -> i16 {
        self.terms.read(&self.faces)
    }

    /// The row of a chart in which it landed, if one names it.
    #[must_use]
    pub fn row(&self) -> Option<&'static Row> {
        match &self.opposed {
            Some(other) => other.margins.map(|chart| chart.row(self.result)),
            None => self.terms.row(&self.faces),
        }
    }

    /// The distribution its result was drawn from.
    #[must_use]
    pub fn outcome(&self) -> Distribution {
        match &self.opposed {
            Some(other) => margin(&self.terms, &other.terms, other.again),
            None if self.kind == RollKind::Card => Distribution::certain(self.result),
            None => self.terms.outcome(),
        }
    }

    /// The result as luck counts it, with its odds, for the roller: hits, saves and tests passed, contests won.
    /// `None` where no result is better than another.
    #[must_use]
    pub fn luck(&self) -> Option<(i16, Distribution)> {
        match self.kind {
            RollKind::Hits | RollKind::Saves => Some((self.result, self.outcome())),
            RollKind::Test => Some((i16::from(self.passed()), Distribution::whether(self.terms.passes()))),
            RollKind::Contest => Some((i16::from(self.result > 0), Distribution::whether(self.outcome().at_least(1)))),
            RollKind::Total | RollKind::Row | RollKind::Chain | RollKind::Card => None,
        }
    }

    /// As [`Roll::luck`], for the other side of a contest, with that side.
    #[must_use]
    pub fn luck_of_opposed(&self) -> Option<(Side, i16, Distribution)> {
        let side = self.opposed.as_ref()?.side?;
        Some((side, i16::from(self.result < 0), Distribution::whether(self.outcome().at_most(-1))))
    }
}

/// One roll that an order may bring.
#[derive(Clone, Debug, PartialEq)]
pub struct RollForecast {
    /// What the result is.
    pub kind: RollKind,
    /// What is rolled, e.g. "fire".
    pub label: &'static str,
    /// Who rolls.
    pub who: Option<Object>,
    /// The clause that asks for it.
    pub clause: &'static str,
    /// What is thrown and how it is read; of a chain the first check.
    pub terms: Terms,
    /// Why it is that many dice and that face.
    pub modifiers: Vec<Modifier>,
    /// The result with its chances: successes, the total, the value of a row, the margin.
    pub outcome: Distribution,
    /// Results that the rules name, with their chances.
    pub rows: Vec<Chance>,
    /// The other side's roll, in a contest.
    pub opposed: Option<Box<Opposed>>,
}

impl RollForecast {
    /// The face a die needs for a success; `None` when the total or a chart counts.
    #[must_use]
    pub const fn need(&self) -> Option<u8> {
        self.terms.face()
    }

    /// Dice, without those thrown again.
    #[must_use]
    pub const fn dice(&self) -> u8 {
        self.terms.dice
    }

    /// The chance that a test is passed, a contest won, a chain ended without a check failed.
    #[must_use]
    pub fn passes(&self) -> f64 {
        match self.kind {
            RollKind::Contest => self.outcome.at_least(1),
            RollKind::Chain => self.outcome.at_most(0),
            _ => self.outcome.at_least(if self.terms.passed(0) { 0 } else { 1 }),
        }
    }
}

impl Terms {
    /// Whether a modifier makes that roll worse for the roller; never where no result is known to be better.
    #[must_use]
    pub const fn is_worse_by(&self, modifier: &Modifier) -> bool {
        let more = modifier.value > 0;
        let less = modifier.value < 0;
        match modifier.changes {
            Changes::Need if self.reading.is_harder_when_higher() => more,
            Changes::Need => less,
            Changes::Each | Changes::Result if self.reading.wants_low() => more,
            Changes::Dice if matches!(self.reading, Reading::AtMost(_) | Reading::Under(_)) => more,
            Changes::Dice | Changes::Each | Changes::Result => less,
            Changes::Share | Changes::Most => true,
            Changes::Least => false,
        }
    }

    /// Terms of something that is not decided by dice.
    pub(super) const fn none(kind: RollKind) -> Terms {
        Terms { kind, ..Terms::new(Die::D6, 0, Reading::Total) }
    }
}

/// The distribution of the margin of one roll over another, ties thrown again so often.
pub(super) fn margin(ours: &Terms, theirs: &Terms, again: u8) -> Distribution {
    let once = ours.outcome().minus(&theirs.outcome());
    let tie = once.chance(0);
    let (mut weight, mut left) = (1.0, 1.0);
    for _ in 0..again {
        left *= tie;
        weight += left;
    }
    let (low, chances) = (once.lowest(), once.outcomes());
    let chances = chances.map(|(value, chance)| if value == 0 { left * tie } else { chance * weight });
    Distribution::from(low, chances.collect())
}

/// The rows of a margin with their chances; empty where the rules do not name them.
pub(super) fn margins(chart: Option<&'static Chart>, margin: &Distribution) -> Vec<Chance> {
    chart.map_or_else(Vec::new, |chart| named(chart, margin))
}
