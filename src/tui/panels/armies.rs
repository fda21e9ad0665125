//! Both armies at a glance: what is left of each brigade, as far as it is known.

use battle::{Battlefield, Presence, Side, UnitId};
use ratatui::text::Line;

use crate::text::{cut, percent, span};
use crate::theme::{Ink, Theme};

/// Columns of a bar.
const BAR: usize = 8;

/// Columns behind a bar: `100%  4/5`.
const FIGURES: usize = 11;

/// What the panel is called.
pub const TITLE: &str = "What is left";

/// An army and its brigades, a row each with what is left of its strength as a bar and how many of its units are left; then
/// the other army. Where that is more than so many rows the brigades are left out; nothing where the armies have no room
/// either. A side of which no unit is known has no row.
#[must_use]
pub fn lines(field: &Battlefield, [width, most]: [usize; 2], theme: &Theme) -> Vec<Line<'static>> {
    let all = rows(field, width, theme);
    let armies = || all.iter().filter(|(army, _)| *army);
    match armies().count() {
        _ if all.len() <= most => all.into_iter().map(|(_, line)| line).collect(),
        count if count <= most => armies().map(|(_, line)| line.clone()).collect(),
        _ => Vec::new(),
    }
}

/// The rows, and whether each is an army's.
fn rows(field: &Battlefield, width: usize, theme: &Theme) -> Vec<(bool, Line<'static>)> {
    let mut lines = Vec::new();
    for side in Side::ALL {
        let known = |unit: &UnitId| field.side(*unit) == side && field.unit(*unit).presence != Presence::Unknown;
        let units: Vec<UnitId> = field.ids().filter(known).collect();
        lines.extend((!units.is_empty()).then(|| (true, row(field, side, side.name(), &units, width, theme))));
        let brigades = field.roster().brigades.iter().enumerate().filter(|(_, brigade)| brigade.side == side);
        for (place, brigade) in brigades {
            let own = |unit: &UnitId| usize::from(field.roster().unit(*unit).brigade) == place;
            let own: Vec<UnitId> = units.iter().copied().filter(own).collect();
            let name = format!("  {}", brigade.name);
            lines.extend((!own.is_empty()).then(|| (false, row(field, side, &name, &own, width, theme))));
        }
    }
    lines
}

/// `  1st Brigade   █████···  67%  2/3`
fn row(field: &Battlefield, side: Side, name: &str, units: &[UnitId], width: usize, theme: &Theme) -> Line<'static> {
    let gone = |unit: UnitId| matches!(field.unit(unit).presence, Presence::Gone(_));
    let share = |unit: &UnitId| if gone(*unit) { 0.0 } else { field.unit(*unit).share() };
    let left = units.iter().map(share).sum::<f64>() / units.len().max(1) as f64;
    let there = units.iter().filter(|unit| !gone(**unit)).count();
    let full = ((left * BAR as f64).round() as usize).min(BAR);
    let names = width.saturating_sub(BAR + FIGURES + 1);
    let army = name == side.name();
    let ink = if army { theme.side_text(side) } else { theme.ink(Ink::Text) };
    Line::from(vec![
        span(format!("{:<names$} ", cut(name, names)), ink),
        span("█".repeat(full), theme.side_text(side)),
        span("·".repeat(BAR - full), theme.ink(Ink::Faint)),
        span(format!(" {:>4} {there:>2}/{:<2}", percent(left), units.len()), theme.ink(Ink::Faint)),
    ])
}
