//! The receipt of a roll: each die, each reason for it with its clause, in lines that a person and a search can read.

use battle::{Changes, Modifier, Roll};

/// A roll in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Receipt {
    /// What came of it: "2 hits", "passes", "total 9".
    pub outcome: String,
    /// The whole roll in a few words: `4+: 2 5 6 = 2 hits`, `4+: 2 fails`, `3 4 +2 = 9`.
    pub short: String,
    /// The dice, then one line for each modifier.
    pub lines: Vec<String>,
}

/// What the successes of a roll are, as its label and its dice tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counts {
    /// Shots or blows that hit.
    Hits,
    /// Hits that are warded off.
    Saves,
    /// A test is passed or failed.
    Verdict,
}

/// Labels of saves begin so.
const SAVING: [&str; 1] = ["save"];

/// Labels of attacks begin so, however few dice there are.
const STRIKING: [&str; 12] = [
    "fire",
    "defensive",
    "skirmish",
    "volley",
    "grape",
    "shell",
    "bombard",
    "template",
    "kill",
    "assault",
    "defence",
    "attack",
];

impl Counts {
    /// What counts in a roll of that label and that many dice. A label that says neither fight nor save is a test when
    /// one die is thrown, or one and the same again.
    #[must_use]
    pub fn of(label: &str, dice: usize) -> Counts {
        let begins = |words: &[&str]| words.iter().any(|word| label.starts_with(word));
        match (begins(&SAVING), begins(&STRIKING)) {
            (true, _) => Counts::Saves,
            (_, false) if (1..=2).contains(&dice) => Counts::Verdict,
            _ => Counts::Hits,
        }
    }

    /// So many successes in words: "2 hits", "1 save", "passes".
    #[must_use]
    pub fn say(self, successes: i64) -> String {
        match self {
            Counts::Hits => counted(successes, "hit", "hits"),
            Counts::Saves => counted(successes, "save", "saves"),
            Counts::Verdict => String::from(if successes > 0 { "passes" } else { "fails" }),
        }
    }

    fn of_roll(roll: &Roll) -> Counts {
        Counts::of(roll.label, roll.faces.as_slice().len())
    }
}

/// Puts a roll into words: `3d6 need 4+: 2 5 6 -> 2 hits`, then a line such as `+1 die: target's flank (EA-FIRE-8)`
/// for each modifier.
#[must_use]
pub fn receipt(roll: &Roll) -> Receipt {
    let outcome = outcome(roll);
    let mut lines = vec![format!("{} -> {outcome}", dice(roll))];
    lines.extend(roll.modifiers.iter().map(modifier));
    Receipt { outcome, short: short(roll), lines }
}

fn short(roll: &Roll) -> String {
    let shown = faces(roll);
    let total = roll.faces.total();
    match roll.need {
        Some(need) if Counts::of_roll(roll) == Counts::Verdict => format!("{need}+: {shown} {}", outcome(roll)),
        Some(need) => format!("{need}+: {shown} = {}", outcome(roll)),
        None if roll.result == total && roll.faces.as_slice().len() == 1 => shown,
        None if roll.result == total => format!("{shown} = {total}"),
        None => format!("{shown} {:+} = {}", roll.result - total, roll.result),
    }
}

/// Each die as it fell.
fn faces(roll: &Roll) -> String {
    let shown: Vec<String> = roll.faces.as_slice().iter().map(u8::to_string).collect();
    if shown.is_empty() { String::from("no dice") } else { shown.join(" ") }
}

fn dice(roll: &Roll) -> String {
    let need = roll.need.map_or_else(String::new, |need| format!(" need {need}+"));
    format!("{}d6{need}: {}", roll.faces.as_slice().len(), faces(roll))
}

fn outcome(roll: &Roll) -> String {
    match roll.need {
        Some(_) => Counts::of_roll(roll).say(i64::from(roll.result)),
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
    match value {
        0 => format!("{}{clause}", modifier.name),
        _ => format!("{value:+} {what}: {}{clause}", modifier.name),
    }
}

/// `1 hit`, `2 hits`, `no hits`.
pub(crate) fn counted(number: i64, one: &str, many: &str) -> String {
    match number {
        0 => format!("no {many}"),
        1 => format!("1 {one}"),
        _ => format!("{number} {many}"),
    }
}
