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

/// The verdict on a unit whose side lost by so much, fighting that enemy; `ridden` says that horse has it as its
/// opponent, whoever its own is (OTH-RESULT-8).
pub(crate) fn verdict(war: &War, unit: UnitId, enemy: UnitId, lost_by: i16, ridden: Ridden) -> Verdict {
    let (own, theirs) = (war.profile(unit).kind, war.profile(enemy).kind);
    let lost = lost_by >= 2;
    let back = if lost { Verdict::Retreats } else { Verdict::Stays };
    let horse = theirs.is_cavalry() || (ridden == Ridden::Down && rule!("OTH-RESULT-8"));
    let shape = shape(war, unit);
    match () {
        () if lost_by < 1 => Verdict::Stays,
        () if own.is_guns() && (shape != Shape::Limbered || guns_stand_apart()) && rule!("OTH-RESULT-5") => {
            Verdict::Destroyed
        }
        () if own.is_foot() && horse && shape == Shape::Square => {
            if rule!("OTH-RESULT-4") {
                back
            } else {
                Verdict::Stays
            }
        }
        () if own.is_foot() && horse && shape != Shape::Garrison && rule!("OTH-RESULT-3") => {
            if lost {
                Verdict::Destroyed
            } else {
                Verdict::Stays
            }
        }
        () if own.is_cavalry() && theirs.is_cavalry() => {
            if rule!("OTH-RESULT-2") {
                back
            } else {
                Verdict::Stays
            }
        }
        () if shape == Shape::Garrison => {
            if rule!("OTH-RESULT-6") {
                back
            } else {
                Verdict::Stays
            }
        }
        () if own.is_foot() && theirs.is_foot() => {
            if rule!("OTH-RESULT-1") {
                back
            } else {
                Verdict::Stays
            }
        }
        () => back,
    }
}

/// Whether horse fights a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ridden {
    Down,
    Not,
}
