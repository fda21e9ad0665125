//! What a command is to do, in lines and in a few words.

use battle::{Battlefield, Command, UnitId};
use ratatui::text::Line;

use super::card::row_lines;
use crate::theme::Theme;

/// What the row of the order is called.
pub const ORDER: &str = "Order";

/// The order of a unit's command, and whether the unit obeys it, as lines of a card.
#[must_use]
pub fn lines(
    command: &Command,
    unit: Option<UnitId>,
    field: &Battlefield,
    width: usize,
    theme: &Theme,
) -> Vec<Line<'static>> {
    let mut lines = row_lines(ORDER, &order_words(command), width, theme);
    lines.extend(row_lines("Asks", command.demand, width, theme));
    if let Some(member) = command.members.iter().find(|member| Some(member.unit) == unit) {
        let must = match (member.short, member.gain) {
            (0, _) => String::from("obeys"),
            (short, gain) if gain < short => format!("has {short}\" to go: must go {gain}\" of it now"),
            (short, _) => format!("has {short}\" to go"),
        };
        lines.extend(row_lines("This unit", &must, width, theme));
    }
    lines.extend(row_lines("All of it", &state_words(command, field), width, theme));
    lines
}

/// `BD: attack to 30,20; still to go: B3 4", B4 2"; too far away to be led: B5`
#[must_use]
pub fn summary(command: &Command, field: &Battlefield) -> String {
    let leader = command.leader.map_or_else(String::new, |leader| field.label(leader.into()));
    format!("{leader}: {}; {}", order_words(command), state_words(command, field))
}

/// `BD: probe, B1 2" to go`
#[must_use]
pub fn brief(command: &Command, unit: Option<UnitId>, field: &Battlefield) -> String {
    let leader = command.leader.map_or_else(String::new, |leader| format!("{}: ", field.label(leader.into())));
    let label = |unit: UnitId| field.label(unit.into());
    let state = match command.members.iter().find(|member| Some(member.unit) == unit) {
        Some(member) if !member.hears => format!(", {} too far away to be led", label(member.unit)),
        Some(member) if member.short > 0 => format!(", {} {}\" to go", label(member.unit), member.short),
        _ => String::new(),
    };
    format!("{leader}{}{state}", command.order)
}

/// `attack to 30,20 (ordered probe)`
fn order_words(command: &Command) -> String {
    let place = command.objective.map_or_else(String::new, |hex| format!(" to {}", hex.offset()));
    let remarks = if command.remarks.is_empty() { String::new() } else { format!(" ({})", command.remarks.join(", ")) };
    format!("{}{place}{remarks}", command.order)
}

/// Who falls short of the order, and who does not hear it.
fn state_words(command: &Command, field: &Battlefield) -> String {
    let label = |unit: UnitId| field.label(unit.into());
    let short: Vec<String> = command.short().map(|(unit, inches)| format!("{} {inches}\"", label(unit))).collect();
    let strays: Vec<String> = command.strays().map(label).collect();
    let part = |words: &str, units: &[String]| (!units.is_empty()).then(|| format!("{words} {}", units.join(", ")));
    let parts: Vec<String> =
        [part("still to go:", &short), part("too far away to be led:", &strays)].into_iter().flatten().collect();
    if parts.is_empty() { String::from("all obey") } else { parts.join("; ") }
}
