//! The terms of a roll: all that decides what its faces come to, every modifier worked in. Throwing, reading and
//! foreseeing are functions of these few numbers, so that they cannot disagree.

use super::hits::{self, Chances, MOST_CHANCES};
use super::{Chart, Charts, Dice, Die, Distribution, Faces, RollKey, Row};
use crate::Chance;

/// How a roll is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reading {
    /// Dice that show the face or more count.
    Successes(u8),
    /// As that, but when all dice miss they are thrown again once; at most one success.
    SuccessOrAgain(u8),
    /// As [`Reading::Successes`], but every die that missed is thrown again once.
    EachOrAgain(u8),
    /// Dice that show the face or less count.
    Below(u8),
    /// The faces are added up.
    Total,
    /// The faces are added up; one success when they come to that or less.
    AtMost(u8),
    /// The faces are added up and held against a number they should not pass: the result is by how much they stay
    /// below it, negative where they pass it. Passed at 0 or more.
    Under(i16),
    /// The faces are added up and held against a number they should reach: the result is by how much they pass it,
    /// negative where they fall short. Passed at 0 or more.
    Over(i16),
    /// The faces are added up and land in a row of a chart: the result is its value.
    Row(&'static Chart),
    /// Every die lands in a row of a chart: the result is the sum of their values.
    EachRow(&'static Chart),
    /// As [`Reading::EachRow`], in the chart of that score.
    Score(i16, &'static Charts),
}

impl Reading {
    /// Whether a higher number needed makes the roll harder.
    #[must_use]
    pub const fn is_harder_when_higher(&self) -> bool {
        matches!(self, Reading::Successes(_) | Reading::SuccessOrAgain(_) | Reading::EachOrAgain(_) | Reading::Over(_))
    }

    /// Whether the faces are added up before they are read.
    #[must_use]
    pub const fn adds_up(&self) -> bool {
        matches!(self, Reading::Total | Reading::AtMost(_) | Reading::Under(_) | Reading::Over(_) | Reading::Row(_))
    }

    /// Whether dice that missed may be thrown again.
    #[must_use]
    pub const fn throws_again(&self) -> bool {
        matches!(self, Reading::SuccessOrAgain(_) | Reading::EachOrAgain(_))
    }

    /// Whether low faces are the good ones.
    #[must_use]
    pub const fn wants_low(&self) -> bool {
        matches!(self, Reading::Below(_) | Reading::AtMost(_) | Reading::Under(_))
    }
}

/// What the result of a roll is: how a receipt says it, and whether luck counts it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RollKind {
    /// So many hits.
    Hits,
    /// So many hits warded off.
    Saves,
    /// A test, passed or failed.
    Test,
    /// A total.
    Total,
    /// A row of a chart.
    Row,
    /// The margin between two opposed rolls.
    Contest,
    /// Checks until one passes: the result is how often one failed.
    Chain,
    /// A card drawn from a deck.
    Card,
}

impl RollKind {
    /// What a roll read so is, where its maker says nothing else.
    pub(super) const fn of(reading: &Reading) -> RollKind {
        match reading {
            Reading::Successes(_) | Reading::SuccessOrAgain(_) | Reading::EachOrAgain(_) | Reading::Below(_) => {
                RollKind::Hits
            }
            Reading::Total => RollKind::Total,
            Reading::AtMost(_) | Reading::Under(_) | Reading::Over(_) => RollKind::Test,
            Reading::Row(_) | Reading::EachRow(_) | Reading::Score(..) => RollKind::Row,
        }
    }
}

/// The terms of a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Terms {
    /// What the result is.
    pub kind: RollKind,
    /// What is thrown.
    pub die: Die,
    /// How many dice, without those thrown again.
    pub dice: u8,
    /// How they are read, the number needed with its modifiers.
    pub reading: Reading,
    /// Added to each die before its row is looked up; where no row is, it is worked into the number needed or `add`.
    pub each: i16,
    /// Added to the total before it is held against anything; to successes and values of rows after they are counted.
    pub add: i16,
    /// What comes of all that is divided by this, rounded down; 1 or more.
    pub divisor: i16,
    /// The result is no less.
    pub least: i16,
    /// The result is no more.
    pub most: i16,
}

impl Terms {
    /// Terms without modifiers and bounds.
    #[must_use]
    pub const fn new(die: Die, dice: u8, reading: Reading) -> Terms {
        let kind = RollKind::of(&reading);
        Terms { kind, die, dice, reading, each: 0, add: 0, divisor: 1, least: i16::MIN, most: i16::MAX }
    }

    /// The face a die needs for a success, if one does.
    #[must_use]
    pub const fn face(&self) -> Option<u8> {
        match self.reading {
            Reading::Successes(face) | Reading::SuccessOrAgain(face) | Reading::EachOrAgain(face) => Some(face),
            _ => None,
        }
    }

    /// Whether that result is a test passed.
    #[must_use]
    pub const fn passed(&self, result: i16) -> bool {
        match self.reading {
            Reading::Under(_) | Reading::Over(_) => result >= 0,
            _ => result > 0,
        }
    }

    /// The chance that the test is passed.
    #[must_use]
    pub fn passes(&self) -> f64 {
        self.outcome().at_least(if self.passed(0) { 0 } else { 1 })
    }

    /// The faces of the roll with that key, those thrown again behind the first ones.
    pub fn fall(&self, dice: &mut Dice, key: RollKey) -> Faces {
        let faces = dice.fall(key, self, self.dice);
        let again = match self.reading {
            Reading::SuccessOrAgain(face) if faces.at_least(face) == 0 => self.dice,
            Reading::EachOrAgain(face) => self.dice - faces.at_least(face),
            _ => 0,
        };
        if again == 0 {
            return faces;
        }
        let more = dice.fall(key, self, again);
        Faces::of(&[faces.as_slice(), more.as_slice()].concat())
    }

    /// What the faces come to.
    #[must_use]
    pub fn read(&self, faces: &Faces) -> i16 {
        let read = match self.reading {
            Reading::Successes(face) | Reading::EachOrAgain(face) => i16::from(faces.at_least(face)),
            Reading::SuccessOrAgain(face) => i16::from(faces.at_least(face).min(1)),
            Reading::Below(face) => i16::from(faces.at_most(face)),
            Reading::EachRow(_) | Reading::Score(..) => faces.as_slice().iter().map(|face| self.value(*face)).sum(),
            _ => return self.within(self.judge(i32::from(faces.total()))),
        };
        self.within(i32::from(read) + i32::from(self.add))
    }

    /// The total of the faces with its modifiers, before it is held against anything.
    #[must_use]
    pub fn total(&self, faces: &Faces) -> i16 {
        faces.total().saturating_add(self.add)
    }

    /// The row of the chart in which the roll landed; of several dice read one by one, there is none.
    #[must_use]
    pub fn row(&self, faces: &Faces) -> Option<&'static Row> {
        match (self.reading, faces.as_slice()) {
            (Reading::Row(chart), _) => Some(chart.row(self.total(faces))),
            (_, [face]) => self.chart().map(|chart| chart.row(i16::from(*face).saturating_add(self.each))),
            _ => None,
        }
    }

    /// The chart it is read from, if one.
    #[must_use]
    pub fn chart(&self) -> Option<&'static Chart> {
        match self.reading {
            Reading::Row(chart) | Reading::EachRow(chart) => Some(chart),
            Reading::Score(score, scores) => Some(scores.chart(score)),
            _ => None,
        }
    }

    /// What a die with that face is worth in its chart.
    fn value(&self, face: u8) -> i16 {
        self.chart().map_or(0, |chart| chart.row(i16::from(face).saturating_add(self.each)).value)
    }

    /// What one die with that face adds to what is read; of those that are added up, the face.
    pub(super) fn adds(&self, face: u8) -> i16 {
        match self.reading {
            Reading::Successes(least) | Reading::EachOrAgain(least) | Reading::SuccessOrAgain(least) => {
                i16::from(face >= least)
            }
            Reading::Below(most) => i16::from(face <= most),
            Reading::EachRow(_) | Reading::Score(..) => self.value(face),
            _ => i16::from(face),
        }
    }

    /// What a sum of faces comes to, for rolls that add their faces up.
    fn judge(&self, sum: i32) -> i32 {
        let total = sum + i32::from(self.add);
        match self.reading {
            Reading::AtMost(most) => i32::from(total <= i32::from(most)),
            Reading::Under(most) => i32::from(most) - total,
            Reading::Over(least) => total - i32::from(least),
            Reading::Row(chart) => i32::from(chart.row(to_i16(total)).value),
            _ => total,
        }
    }

    /// Whether nothing divides or bounds the result.
    const fn is_open(&self) -> bool {
        self.divisor <= 1 && self.most == i16::MAX && self.least == i16::MIN
    }

    fn within(&self, result: i32) -> i16 {
        let share = result.div_euclid(i32::from(self.divisor.max(1)));
        to_i16(share.min(i32::from(self.most)).max(i32::from(self.least)))
    }

    /// The chance of one die to succeed, where dice succeed one by one.
    #[must_use]
    pub fn hit(&self) -> f64 {
        let once = |face: u8| hits::chance(self.die, face);
        match self.reading {
            Reading::Successes(face) | Reading::SuccessOrAgain(face) => once(face),
            Reading::EachOrAgain(face) => 1.0 - (1.0 - once(face)) * (1.0 - once(face)),
            Reading::Below(face) => f64::from(face.min(self.die.faces())) / f64::from(self.die.faces()),
            _ => 0.0,
        }
    }

    /// Chances of each number of successes of at most [`MOST_CHANCES`] dice that succeed or not, nothing added and no
    /// bounds; all 0 for other rolls.
    #[must_use]
    pub fn chances(&self) -> Chances {
        let dice = usize::from(self.dice).min(MOST_CHANCES);
        match self.reading {
            Reading::Successes(face) => hits::at_least(self.die, dice, face),
            Reading::SuccessOrAgain(_) => {
                let mut chances = [0.0; MOST_CHANCES + 1];
                chances[..2].copy_from_slice(&self.once_or_again(dice));
                chances
            }
            Reading::EachOrAgain(_) | Reading::Below(_) => hits::each(dice, self.hit()),
            _ => [0.0; MOST_CHANCES + 1],
        }
    }

    /// Chances of no success and of one among dice that are thrown again when all miss.
    fn once_or_again(&self, dice: usize) -> [f64; 2] {
        let miss = (0..dice).fold(1.0, |miss, _| miss * (1.0 - self.hit()));
        [miss * miss, 1.0 - miss * miss]
    }

    /// The distribution of the result.
    #[must_use]
    pub fn outcome(&self) -> Distribution {
        let dice = usize::from(self.dice);
        let plain = match self.reading {
            Reading::SuccessOrAgain(_) => Distribution::of(self.once_or_again(dice).to_vec()),
            Reading::Successes(_) | Reading::EachOrAgain(_) | Reading::Below(_) if dice > MOST_CHANCES => {
                Distribution::successes(self.dice, self.hit())
            }
            Reading::Successes(_) | Reading::EachOrAgain(_) | Reading::Below(_) => {
                Distribution::of(self.chances()[..=dice].to_vec())
            }
            Reading::EachRow(_) | Reading::Score(..) => {
                Distribution::die(self.die).map(|face| i32::from(self.value(face as u8))).times(self.dice)
            }
            Reading::Total => Distribution::sum(self.die, self.dice),
            _ => return Distribution::sum(self.die, self.dice).map(|sum| i32::from(self.within(self.judge(sum)))),
        };
        let add = i32::from(self.add);
        let fits = |value: i32| i16::try_from(value + add).is_ok();
        if self.is_open() && fits(plain.lowest()) && fits(plain.highest()) {
            return plain.shifted(add);
        }
        plain.map(|value| i32::from(self.within(value + add)))
    }

    /// The expected result.
    #[must_use]
    pub fn mean(&self) -> f64 {
        if !self.is_open() {
            return self.outcome().mean();
        }
        match self.reading {
            Reading::Total => f64::from(self.dice) * self.die.mean() + f64::from(self.add),
            Reading::Successes(_) | Reading::EachOrAgain(_) => f64::from(self.dice) * self.hit() + f64::from(self.add),
            _ => self.outcome().mean(),
        }
    }

    /// The rows in which the roll may land with their chances, in the order of the chart; empty where no chart gives names.
    #[must_use]
    pub fn rows(&self) -> Vec<Chance> {
        let (Some(chart), total) = (self.chart(), matches!(self.reading, Reading::Row(_))) else { return Vec::new() };
        if !total && self.dice != 1 {
            return Vec::new();
        }
        let shift = i32::from(if total { self.add } else { self.each });
        named(chart, &Distribution::sum(self.die, self.dice).map(|sum| sum + shift))
    }
}

/// The rows of a chart that a number may land in, with their chances; neighbours of one name are one row.
pub(super) fn named(chart: &'static Chart, numbers: &Distribution) -> Vec<Chance> {
    let share = |row: &Row| {
        let here = numbers.outcomes().filter(|(number, _)| chart.row(to_i16(*number)) == row);
        Chance { label: row.name, chance: here.map(|(_, chance)| chance).sum() }
    };
    let mut rows: Vec<Chance> = Vec::new();
    for row in chart.rows().iter().map(share).filter(|row| row.chance > 0.0) {
        match rows.last_mut().filter(|last| last.label == row.label) {
            Some(last) => last.chance += row.chance,
            None => rows.push(row),
        }
    }
    rows
}

/// The number itself, or the nearest that there is.
pub(super) fn to_i16(number: i32) -> i16 {
    number.clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16
}
