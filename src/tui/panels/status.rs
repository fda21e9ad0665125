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

/// The keys that work now, as many as fit.
pub fn hints(rows: &[HelpRow], area: Rect, theme: &Theme, canvas: &mut Canvas<'_>) {
    let mut spans = vec![span(" ", theme.ink(Ink::Text))];
    let mut used = 1;
    for row in rows.iter().filter(|row| !row.hint.is_empty()) {
        let first = row.keys.split(' ').next().unwrap_or("");
        let (key, words) = row.hint.split_once('|').unwrap_or((first, &row.hint));
        let width = key.width() + words.width() + 3;
        if used + width > usize::from(area.width) {
            break;
        }
        used += width;
        spans.push(span(key.to_owned(), theme.ink(Ink::KeyName)));
        spans.push(span(format!(" {words}  "), theme.ink(Ink::Faint)));
    }
    canvas.line(Line::from(spans), area);
}
