//! The status line, the message above it and the hints below.

use ratatui::layout::Rect;
use ratatui::text::Line;
use unicode_width::UnicodeWidthStr;

use crate::canvas::Canvas;
use crate::keymap::HelpRow;
use crate::text::{cut, span};
use crate::theme::{Ink, Theme};

/// The bar that says where in the battle we are and what is asked.
pub fn bar(text: &str, area: Rect, theme: &Theme, canvas: &mut Canvas<'_>) {
    let text = cut(&format!(" {text} "), usize::from(area.width));
    canvas.write(area.x, area.y, text, theme.ink(Ink::Status));
}

/// The key that lists all others.
const HELP: &str = "?";

/// The rows with the help key behind them, for hint lines of whole screens.
#[must_use]
pub fn with_help(mut rows: Vec<HelpRow>) -> Vec<HelpRow> {
    let place = rows.iter().filter(|row| !row.hint.is_empty()).count().min(5);
    let at =
        rows.iter().enumerate().filter(|(_, row)| !row.hint.is_empty()).map(|(at, _)| at).nth(place.saturating_sub(1));
    let row = HelpRow { keys: String::from(HELP), hint: "help".into(), help: "" };
    rows.insert(at.map_or(rows.len(), |at| at + 1), row);
    rows
}

/// The keys that work now, as many as fit; the one that lists all others is among them wherever it has room. A click on one
/// presses it.
pub fn hints(rows: &[HelpRow], area: Rect, theme: &Theme, canvas: &mut Canvas<'_>) {
    let mut spans = vec![span(" ", theme.ink(Ink::Text))];
    let mut used = 1;
    let hinted: Vec<&HelpRow> = rows.iter().filter(|row| !row.hint.is_empty()).collect();
    let help = hinted.iter().position(|row| row.keys == HELP);
    let kept = help.map_or(0, |place| parts(hinted[place]).2);
    for (place, row) in hinted.into_iter().enumerate() {
        let (key, words, width) = parts(row);
        let rest = if help.is_some_and(|help| place < help) { kept } else { 0 };
        if used + width + rest > usize::from(area.width) {
            if rest == 0 {
                break;
            }
            continue;
        }
        if let Some(key) = row.keys.split(' ').next().and_then(|key| key.parse().ok()) {
            let place =
                Rect { x: area.x + used as u16, width: (width - GAP) as u16, height: area.height.min(1), ..area };
            canvas.button(place, key);
        }
        used += width;
        spans.push(span(key.to_owned(), theme.ink(Ink::KeyName)));
        spans.push(span(format!(" {words}{:GAP$}", ""), theme.ink(Ink::Faint)));
    }
    canvas.line(Line::from(spans), area);
}

/// Columns between two hints.
const GAP: usize = 2;

/// The key of a hint, its words, and the columns of both with the gap behind them.
fn parts(row: &HelpRow) -> (&str, &str, usize) {
    let first = row.keys.split(' ').next().unwrap_or("");
    let (key, words) = row.hint.split_once('|').unwrap_or((first, &row.hint));
    (key, words, key.width() + 1 + words.width() + GAP)
}
