//! Conditions: when a way is open, and which ending is the campaign's.

use std::ops::RangeInclusive;

use battle::Side;
use document::{Table, expected_one_of};

/// Words for the winner of a battle.
const WINNERS: &[&str] = &["blue", "red", "draw"];
/// Words for the sides.
const SIDES: &[&str] = &["blue", "red"];

/// What must hold, all of it; nothing in it holds always.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Condition {
    /// Who has won the battle just fought: one of these.
    pub winner: Option<Vec<Option<Side>>>,
    /// Per cent that Blue and Red lost of their armies in that battle.
    pub lost: [Option<RangeInclusive<u8>>; 2],
    /// Per cent that is left of the whole strength of Blue and Red in the campaign.
    pub left: [Option<RangeInclusive<u8>>; 2],
    /// A side that is ahead by so many campaign points at least.
    pub ahead: Option<(Side, u16)>,
    /// Stages, one of which was fought last.
    pub after: Option<Vec<String>>,
}

/// How things stand, as far as conditions ask.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Situation<'a> {
    /// The stage just fought.
    pub stage: &'a str,
    /// Who has won it.
    pub winner: Option<Side>,
    /// Per cent of their armies that Blue and Red lost in it.
    pub lost: [u8; 2],
    /// Per cent that is left of their whole strength.
    pub left: [u8; 2],
    /// Campaign points.
    pub points: [u16; 2],
}

impl Condition {
    /// Whether it holds always.
    #[must_use]
    pub fn is_none(&self) -> bool {
        *self == Condition::default()
    }

    /// Whether all of it holds.
    #[must_use]
    pub fn holds(&self, now: &Situation<'_>) -> bool {
        let within = |ranges: &[Option<RangeInclusive<u8>>; 2], found: [u8; 2]| {
            ranges.iter().zip(found).all(|(range, found)| range.as_ref().is_none_or(|range| range.contains(&found)))
        };
        let ahead = |(side, by): &(Side, u16)| {
            let [own, theirs] = [*side, side.other()].map(|side| now.points[side.index()]);
            own >= theirs.saturating_add(*by)
        };
        self.winner.as_ref().is_none_or(|winners| winners.contains(&now.winner))
            && within(&self.lost, now.lost)
            && within(&self.left, now.left)
            && self.ahead.as_ref().is_none_or(ahead)
            && self.after.as_ref().is_none_or(|stages| stages.iter().any(|stage| stage == now.stage))
    }

    /// Reads the table under `if`; holds always without one.
    pub(crate) fn read(table: &Table<'_>) -> Condition {
        let Some(table) = table.optional_table("if") else { return Condition::default() };
        let condition = Condition {
            winner: winner(&table),
            lost: [range(&table, "blue_lost"), range(&table, "red_lost")],
            left: [range(&table, "blue_left"), range(&table, "red_left")],
            ahead: ahead(&table),
            after: after(&table),
        };
        if table.keys().is_empty() {
            table.fault_here("an `if` that says nothing", "a condition, or no `if`");
        }
        table.finish();
        condition
    }
}

/// The stages that `after` names.
fn after(table: &Table<'_>) -> Option<Vec<String>> {
    let value = table.optional_value("after")?;
    if value.is_text() { value.text().map(|one| vec![one]) } else { value.texts() }
}

fn winner(table: &Table<'_>) -> Option<Vec<Option<Side>>> {
    let value = table.optional_value("winner")?;
    let words = if value.is_list() { value.values() } else { vec![value] };
    let places = words.iter().map(|word| word.choice(WINNERS));
    let sides: Option<Vec<Option<Side>>> = places.map(|place| Some(Side::ALL.get(place?).copied())).collect();
    if words.is_empty() {
        table.fault("winner", "a list of no winners", expected_one_of(WINNERS));
    }
    sides
}

/// A range of per cent, `LOW-HIGH`.
fn range(table: &Table<'_>, key: &str) -> Option<RangeInclusive<u8>> {
    let value = table.optional_value(key)?;
    let text = value.text()?;
    let part = |text: &str| text.trim().parse::<u8>().ok().filter(|number| *number <= 100);
    let ends = text.split_once('-').and_then(|(low, high)| Some((part(low)?, part(high)?)));
    match ends {
        Some((low, high)) if low <= high => Some(low..=high),
        Some((low, high)) => {
            value.fault(format!("`{text}` cannot hold, for {low} is more than {high}"), "the lower number first");
            None
        }
        None => value.refuse("per cent from 0 to 100 as LOW-HIGH, such as \"0-60\""),
    }
}

/// `SIDE by NUMBER`.
fn ahead(table: &Table<'_>) -> Option<(Side, u16)> {
    let value = table.optional_value("ahead")?;
    let text = value.text()?;
    let words: Vec<&str> = text.split_whitespace().collect();
    let found = match words.as_slice() {
        [side, "by", number] if SIDES.contains(side) => side.parse().ok().zip(number.parse::<u16>().ok()),
        _ => None,
    };
    found.or_else(|| value.refuse("a side and a number of points, such as \"blue by 2\""))
}
