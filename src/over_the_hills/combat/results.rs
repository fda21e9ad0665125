//! Results of a round: who is destroyed, goes back, stays (OTH-RESULT-1 to 6, 8).

use battle::{UnitId, rule};

use crate::War;
use crate::space::{Shape, shape};

/// What a lost round makes of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Verdict {
    /// It fights on.
    Stays,
    /// It retreats a segment.
    Retreats,
    /// It is broken and destroyed.
    Destroyed,
}

/// Whether results for guns are read to the letter (OTH-RESULT-9).
pub(crate) fn guns_stand_apart() -> bool {
    rule!("OTH-RESULT-9")
}

/// A row of the results (OTH-RESULT-1 to 6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Row {
    /// Foot against foot.
    Foot,
    /// Horse against horse.
    Horse,
    /// Horse against foot that is in no square.
    Ridden,
    /// Horse against a square.
    Square,
    /// Anybody against guns.
    Guns,
    /// Foot against the garrison of houses.
    Houses,
}

impl Row {
    /// Its clause.
    pub(crate) const fn clause(self) -> &'static str {
        match self {
            Row::Foot => "OTH-RESULT-1",
            Row::Horse => "OTH-RESULT-2",
            Row::Ridden => "OTH-RESULT-3",
            Row::Square => "OTH-RESULT-4",
            Row::Guns => "OTH-RESULT-5",
            Row::Houses => "OTH-RESULT-6",
        }
    }

    /// Whether it is in force.
    fn tells(self) -> bool {
        match self {
            Row::Foot => rule!("OTH-RESULT-1"),
            Row::Horse => rule!("OTH-RESULT-2"),
            Row::Ridden => rule!("OTH-RESULT-3"),
            Row::Square => rule!("OTH-RESULT-4"),
            Row::Guns => rule!("OTH-RESULT-5"),
            Row::Houses => rule!("OTH-RESULT-6"),
        }
    }
}

/// The row of a unit that fights an enemy; `ridden` says that horse has it as its opponent, whoever its own is
/// (OTH-RESULT-8).
pub(crate) fn row(war: &War, unit: UnitId, enemy: UnitId, ridden: Ridden) -> Row {
    let (own, theirs) = (war.profile(unit).kind, war.profile(enemy).kind);
    let [shape, facing] = [unit, enemy].map(|unit| shape(war, unit));
    let horse = theirs.is_cavalry() || (ridden == Ridden::Down && rule!("OTH-RESULT-8"));
    match () {
        () if own.is_guns() && (shape != Shape::Limbered || guns_stand_apart()) => Row::Guns,
        () if own.is_foot() && horse && shape == Shape::Square => Row::Square,
        () if own.is_foot() && horse && shape != Shape::Garrison => Row::Ridden,
        () if theirs.is_guns() => Row::Guns,
        () if shape == Shape::Garrison || facing == Shape::Garrison => Row::Houses,
        () if own.is_cavalry() && theirs.is_cavalry() => Row::Horse,
        () if own.is_cavalry() && facing == Shape::Square => Row::Square,
        () if own.is_cavalry() => Row::Ridden,
        () => Row::Foot,
    }
}

/// The verdict of a row on a unit whose side lost by so much.
pub(crate) fn verdict(war: &War, unit: UnitId, row: Row, lost_by: i16) -> Verdict {
    let own = war.profile(unit).kind;
    match row {
        _ if lost_by < 1 || !row.tells() => Verdict::Stays,
        Row::Guns if own.is_guns() => Verdict::Destroyed,
        _ if lost_by < 2 => Verdict::Stays,
        Row::Ridden if own.is_foot() => Verdict::Destroyed,
        _ => Verdict::Retreats,
    }
}

/// Whether horse fights a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ridden {
    Down,
    Not,
}
