//! Reasons for another roll: every modifier by name and clause.

/// One named reason for more or fewer dice, or for another number to beat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Modifier {
    /// As a player would say it, e.g. "target in cover".
    pub name: &'static str,
    /// How much.
    pub value: i16,
    /// What it changes.
    pub changes: Changes,
    /// The clause it comes from.
    pub clause: &'static str,
}

/// What a modifier changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Changes {
    /// The number of dice.
    Dice,
    /// The face or number needed, or the score a chart is read by.
    Need,
    /// Each die, before it is read.
    Each,
    /// The total or result.
    Result,
    /// The result, divided by the value and rounded down.
    Share,
    /// The result is no more than the value.
    Most,
    /// The result is no less than the value.
    Least,
}
