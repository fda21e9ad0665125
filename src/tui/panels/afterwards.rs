//! What is told in words of a battle that is over: what each turn and each unit cost, what it turned on, and its story.

use battle::{Side, System};
use ratatui::text::Line;
use table::{Aftermath, Fate, Moment, UnitToll};

use crate::text::{line, span};
use crate::theme::{Ink, Theme};

/// What each turn and each unit cost.
#[must_use]
pub fn tolls(system: &dyn System, after: &Aftermath, theme: &Theme) -> Vec<Line<'static>> {
    let field = system.field();
    let mut lines = Vec::new();
    if after.turns.iter().any(|turn| turn.lost != [0, 0]) {
        lines.push(line(turns_heading(system), theme.ink(Ink::Heading)));
    }
    for turn in after.turns.iter().filter(|turn| turn.lost != [0, 0] || !turn.gone.is_empty()) {
        let [blue, red] = turn.lost;
        let gone: Vec<String> = turn.gone.iter().map(|unit| field.label((*unit).into())).collect();
        let gone = if gone.is_empty() { String::new() } else { format!("; gone: {}", gone.join(" ")) };
        lines.push(line(format!("  Turn {}: Blue {blue}, Red {red}{gone}", turn.turn), theme.ink(Ink::Text)));
    }
    lines.push(Line::default());
    let hurt: Vec<&UnitToll> = Side::ALL.into_iter().flat_map(|side| worst_first(system, after, side)).collect();
    if !hurt.is_empty() {
        lines.push(line("Unit by unit", theme.ink(Ink::Heading)));
    }
    lines.extend(hurt.into_iter().map(|toll| {
        let info = field.roster().unit(toll.unit);
        let name = span(format!("  {:<4} {:<30} ", info.label, info.name), theme.side_text(info.side));
        Line::from(vec![name, span(left(system, toll), theme.ink(Ink::Text))])
    }));
    lines.push(Line::default());
    lines
}

/// What the numbers of turns count.
#[must_use]
pub fn turns_heading(system: &dyn System) -> String {
    format!("Turn by turn: {} lost", system.info().strength.name)
}

/// The units of a side that have lost something, the worst hit first.
#[must_use]
pub fn worst_first<'a>(system: &dyn System, after: &'a Aftermath, side: Side) -> Vec<&'a UnitToll> {
    let field = system.field();
    let hurt =
        |toll: &&UnitToll| field.side(toll.unit) == side && (toll.strength[1] < toll.strength[0] || is_beaten(toll));
    let mut hurt: Vec<&UnitToll> = after.units.iter().filter(hurt).collect();
    hurt.sort_by_key(|toll| (std::cmp::Reverse(lost_share(toll)), toll.unit));
    hurt
}

/// How much of a unit was lost, in hundredths.
#[must_use]
pub fn lost_share(toll: &UnitToll) -> u64 {
    let [full, left] = toll.strength.map(i32::from);
    ((full - left).max(0) * 100 / full.max(1)) as u64
}

const fn is_beaten(toll: &UnitToll) -> bool {
    matches!(toll.fate, Fate::Destroyed | Fate::Ran)
}

/// What is left of a unit, or what became of it.
#[must_use]
pub fn left(system: &dyn System, toll: &UnitToll) -> String {
    let strength = system.info().strength;
    match toll.fate {
        Fate::Destroyed => String::from("destroyed"),
        Fate::Ran => String::from("ran from the field"),
        Fate::Stands | Fate::MarchedOff => format!("{} left", strength.left(toll.strength[1], toll.strength[0])),
    }
}

/// What the battle turned on, and its story.
#[must_use]
pub fn story(after: &Aftermath, theme: &Theme) -> Vec<Line<'static>> {
    let told = |heading: &str, moments: &[Moment]| {
        let rows = moments.iter().map(|moment| format!("  Turn {}: {}", moment.turn, moment.text));
        let mut lines: Vec<Line<'static>> = rows.map(|row| line(row, theme.ink(Ink::Text))).collect();
        if !lines.is_empty() {
            lines.insert(0, line(heading, theme.ink(Ink::Heading)));
            lines.push(Line::default());
        }
        lines
    };
    [told("The battle turned on", &after.turning), told("The story", &after.story)].concat()
}
