//! Small helpers for words on the screen: panels, wrapping, lists.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::symbols::border;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph, Widget, Wrap};
use unicode_width::UnicodeWidthStr;

use crate::theme::{Ink, Theme};

/// A line in one style.
#[must_use]
pub fn line(text: impl Into<String>, style: Style) -> Line<'static> {
    Line::from(Span::styled(text.into(), style))
}

/// A span in one style.
#[must_use]
pub fn span(text: impl Into<String>, style: Style) -> Span<'static> {
    Span::styled(text.into(), style)
}

/// A bordered panel with a heading; returns what is inside.
pub fn panel(title: &str, area: Rect, theme: &Theme, buffer: &mut Buffer) -> Rect {
    let heading = span(format!(" {title} "), theme.ink(Ink::Heading));
    let block = Block::bordered()
        .border_set(border::ROUNDED)
        .border_style(theme.ink(Ink::Border))
        .title(Line::from(vec![heading]));
    let inner = block.inner(area);
    Clear.render(area, buffer);
    block.render(area, buffer);
    Rect { x: inner.x + 1, width: inner.width.saturating_sub(2), ..inner }
}

/// Lines in an area, wrapped, from the `scroll`-th on.
pub fn paragraph(lines: Vec<Line<'static>>, scroll: u16, area: Rect, buffer: &mut Buffer) {
    Paragraph::new(lines).wrap(Wrap { trim: false }).scroll((scroll, 0)).render(area, buffer);
}

/// How many rows the lines take at that width.
#[must_use]
pub fn needed(lines: &[Line<'static>], width: usize) -> u16 {
    let rows = |line: &Line<'static>| {
        wrapped(&line.to_string(), width.max(1)).len().max(line.width().div_ceil(width.max(1))).max(1) as u16
    };
    lines.iter().map(rows).sum()
}

/// A rectangle of at most that size in the middle of another.
#[must_use]
pub fn centred(area: Rect, width: u16, height: u16) -> Rect {
    let (width, height) = (width.min(area.width), height.min(area.height));
    Rect::new(area.x + (area.width - width) / 2, area.y + (area.height - height) / 2, width, height)
}

/// Text of at most `width` columns, cut with an ellipsis.
#[must_use]
pub fn cut(text: &str, width: usize) -> String {
    if text.width() <= width {
        return String::from(text);
    }
    let mut short = String::new();
    for c in text.chars() {
        if short.width() + 1 >= width {
            break;
        }
        short.push(c);
    }
    short.push('…');
    short
}

/// Text broken at spaces into lines of at most `width` columns.
#[must_use]
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let mut line = String::new();
        for word in paragraph.split_whitespace() {
            if !line.is_empty() && line.width() + 1 + word.width() > width {
                lines.push(std::mem::take(&mut line));
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
        lines.push(line);
    }
    lines
}

/// Differences of chances below this are sums rounded by the machine, not chances.
const DUST: f64 = 1e-9;

/// A chance as a whole percentage; anything above 0 is at least 1 %, anything below 1 at most 99 %.
#[must_use]
pub fn percent(chance: f64) -> String {
    let whole = (chance * 100.0).round() as i64;
    let shown = match whole {
        0 if chance > DUST => 1,
        100 if chance < 1.0 - DUST => 99,
        other => other,
    };
    format!("{shown}%")
}

/// The most columns of a rule system's title that is written in full everywhere.
const SHORT: usize = 12;

/// What a rule system is called where there is little room.
#[must_use]
pub fn short_name(info: &battle::SystemInfo) -> String {
    if info.title.width() <= SHORT { info.title.to_owned() } else { capital(info.key) }
}

/// The text with its first letter in upper case.
#[must_use]
pub fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// A sentence: first letter in upper case, a full stop at the end.
#[must_use]
pub fn sentence(text: &str) -> String {
    let text = capital(text.trim());
    if text.is_empty() || text.ends_with(['.', '!', '?', ')']) { text } else { text + "." }
}
