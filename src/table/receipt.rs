//! The receipt of a roll: each die, each reason for it with its clause, in lines that a person and a search can read.

use battle::{Changes, Modifier, Roll};

/// A roll in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Receipt {
    /// What came of it: "2 hits", "total 9".
    pub outcome: String,
    /// The dice, then one line for each modifier.
    pub lines: Vec<String>,
}

/// Puts a roll into words: `3d6 need 4+: 2 5 6 -> 2 hits`, then a line such as `+1 die: target's flank (EA-FIRE-8)`
/// for each modifier.
#[must_use]
pub fn receipt(roll: &Roll) -> Receipt {
    let outcome = outcome(roll);
    let mut lines = vec![format!("{} -> {outcome}", dice(roll))];
    lines.extend(roll.modifiers.iter().map(modifier));
    Receipt { outcome, lines }
}

fn dice(roll: &Roll) -> String {
    let faces = roll.faces.as_slice();
    let need = roll.need.map_or_else(String::new, |need| format!(" need {need}+"));
    let shown: Vec<String> = faces.iter().map(u8::to_string).collect();
    let shown = if shown.is_empty() { String::from("no dice") } else { shown.join(" ") };
    format!("{}d6{need}: {shown}", faces.len())
}

fn outcome(roll: &Roll) -> String {
    match roll.need {
        Some(_) => counted(i64::from(roll.result), "hit", "hits"),
        None if roll.result == roll.faces.total() => format!("total {}", roll.result),
        None => format!("total {}, with modifiers {}", roll.faces.total(), roll.result),
    }
}

fn modifier(modifier: &Modifier) -> String {
    let value = i64::from(modifier.value);
    let what = match modifier.changes {
        Changes::Dice if value.abs() == 1 => "die",
        Changes::Dice => "dice",
        Changes::Need => "to the face needed",
        Changes::Result => "to the result",
    };
    let clause = if modifier.clause.is_empty() { String::new() } else { format!(" ({})", modifier.clause) };
    format!("{value:+} {what}: {}{clause}", modifier.name)
}

/// `1 hit`, `2 hits`, `no hits`.
pub(crate) fn counted(number: i64, one: &str, many: &str) -> String {
    match number {
        0 => format!("no {many}"),
        1 => format!("1 {one}"),
        _ => format!("{number} {many}"),
    }
}
