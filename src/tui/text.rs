//! Small helpers for words on the screen: panels, wrapping, lists.

use std::cmp::Reverse;

use ratatui::layout::{Margin, Rect};
use ratatui::style::Style;
use ratatui::symbols::border;
use ratatui::text::{Line, Span};
use ratatui::widgets::Block;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::canvas::Canvas;
use crate::theme::{Ink, Theme};

/// A line in one style.
#[must_use]
pub fn line(text: impl Into<String>, style: Style) -> Line<'static> {
    Line::from(span(text, style))
}

/// A span in one style.
#[must_use]
pub fn span(text: impl Into<String>, style: Style) -> Span<'static> {
    let text: String = text.into();
    Span::styled(plain::line(&text).into_owned(), style)
}

/// A bordered panel with a heading; returns what is inside.
pub fn panel(title: &str, area: Rect, theme: &Theme, canvas: &mut Canvas<'_>) -> Rect {
    let heading = span(format!(" {title} "), theme.ink(Ink::Heading));
    let block = Block::bordered()
        .border_set(border::ROUNDED)
        .border_style(theme.ink(Ink::Border))
        .title(Line::from(vec![heading]));
    let area = canvas.clear(area);
    let inner = canvas.border(block, area);
    inner.inner(Margin::new(1, 0))
}

/// Lines in an area, wrapped, from the `scroll`-th on.
pub fn paragraph(lines: Vec<Line<'static>>, scroll: u16, area: Rect, canvas: &mut Canvas<'_>) {
    canvas.paragraph(lines, scroll, area);
}

/// How many rows the lines take at that width.
#[must_use]
pub fn needed(lines: &[Line<'static>], width: usize) -> u16 {
    let rows = |line: &Line<'static>| {
        wrapped(&line.to_string(), width.max(1)).len().max(line.width().div_ceil(width.max(1))).max(1) as u16
    };
    lines.iter().map(rows).sum()
}

/// The first rows of an area, and the rest; as many as there are.
#[must_use]
pub fn split_above(area: Rect, rows: u16) -> (Rect, Rect) {
    let above = rows.min(area.height);
    let rest = Rect { y: area.y + above, height: area.height - above, ..area };
    (Rect { height: above, ..area }, rest)
}

/// An area without its last rows, and those; as many as there are.
#[must_use]
pub fn split_below(area: Rect, rows: u16) -> (Rect, Rect) {
    let below = rows.min(area.height);
    let above = Rect { height: area.height - below, ..area };
    (above, Rect { y: above.bottom(), height: below, ..area })
}

/// The row of an area, counted from 0; empty where the area has no such row.
#[must_use]
pub fn row_of(area: Rect, row: u16) -> Rect {
    let above = row.min(area.height);
    Rect { y: area.y + above, height: (area.height - above).min(1), ..area }
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
    let text = plain::line(text);
    if text.width() <= width {
        return text.into_owned();
    }
    let Some(room) = width.checked_sub(1) else { return String::new() };
    let (mut short, _) = split_at_width(&text, room);
    short.push('…');
    short
}

/// Blanks between two columns of a table.
const GAP: usize = 2;

/// The fewest columns that a cell of a table keeps.
const LEAST: usize = 6;

/// The widest cells that may be figures with their words, "turn 12"; wider ones are sentences.
const FIGURES: usize = 24;

/// Rows of a table in at most so many columns: every column as wide as its widest cell; where that is too much, words are
/// shortened, the widest first, before the names of the first column, and those before figures.
#[must_use]
pub fn table(rows: &[Vec<String>], width: usize) -> Vec<String> {
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let cells = |column: usize| rows.iter().filter_map(move |row| row.get(column));
    let mut widths: Vec<usize> =
        (0..count).map(|column| cells(column).map(|cell| cell.width()).max().unwrap_or(0)).collect();
    let figures = |column: usize| {
        widths[column] <= FIGURES && cells(column).any(|cell| cell.contains(|c: char| c.is_ascii_digit()))
    };
    let ranks: Vec<u8> = (0..count).map(|column| if column == 0 { 1 } else { 2 * u8::from(figures(column)) }).collect();
    while widths.iter().sum::<usize>() + GAP * count.saturating_sub(1) > width {
        let wide = (0..count).filter(|column| widths[*column] > LEAST);
        let Some(next) = wide.min_by_key(|column| (ranks[*column], Reverse(widths[*column]))) else { break };
        widths[next] -= 1;
    }
    let cell = |(text, width): (&String, &usize)| {
        let text = cut(text, *width);
        let blanks = " ".repeat(width.saturating_sub(text.width()));
        text + &blanks
    };
    let row = |row: &Vec<String>| row.iter().zip(&widths).map(cell).collect::<Vec<_>>().join(&" ".repeat(GAP));
    rows.iter().map(|cells| cut(row(cells).trim_end(), width)).collect()
}

/// The beginning of a text that takes at most `width` columns, and the rest.
fn split_at_width(text: &str, width: usize) -> (String, &str) {
    let mut used = 0;
    let fits = |letter: &char| {
        used += letter.width().unwrap_or(0);
        used <= width
    };
    let short: String = text.chars().take_while(fits).collect();
    let rest = &text[short.len()..];
    (short, rest)
}

/// Text broken at spaces into lines of at most `width` columns; words that are longer are broken, too.
#[must_use]
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let mut line = String::new();
        let paragraph = plain::line(paragraph);
        for word in paragraph.split_whitespace() {
            if !line.is_empty() && line.width() + 1 + word.width() > width {
                lines.push(std::mem::take(&mut line));
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
            break_off(&mut line, width, &mut lines);
        }
        lines.push(line);
    }
    lines
}

/// The first sentences of a text that take at most so many columns, or the beginning of the first.
#[must_use]
pub fn whole_sentences(text: &str, width: usize) -> String {
    let ends = text.match_indices(". ").map(|(place, _)| place + 1).chain([text.len()]);
    let fits = |end: &usize| text[..*end].width() <= width;
    ends.filter(fits).last().map_or_else(|| cut(text, width), |end| text[..end].to_owned())
}

/// Text broken into lines as by [`wrapped`], at most so many; where there are more, the last ends with what tells of the rest.
#[must_use]
pub fn in_rows(text: &str, width: usize, most: usize, more: &str) -> Vec<String> {
    let mut rows = wrapped(text, width);
    if rows.len() <= most.max(1) {
        return rows;
    }
    rows.truncate(most.max(1));
    let last = rows.pop().unwrap_or_default();
    let room = width.saturating_sub(more.width() + 1);
    let kept = wrapped(&last, room.max(1)).into_iter().next().unwrap_or_default();
    rows.push(cut(&format!("{kept} {more}"), width));
    rows
}

/// Moves as many whole lines from the front of a line as it is too long for.
fn break_off(line: &mut String, width: usize, lines: &mut Vec<String>) {
    while line.width() > width.max(2) {
        let (front, rest) = split_at_width(line, width.max(2));
        *line = rest.to_owned();
        lines.push(front);
    }
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

/// What a rule system is called where there is little room: its key in words, written as in its title.
#[must_use]
pub fn short_name(info: &battle::SystemInfo) -> String {
    short_title(info.key, info.title)
}

/// The same by key and title.
#[must_use]
pub fn short_title(key: &str, title: &str) -> String {
    if title.width() <= SHORT {
        return title.to_owned();
    }
    let words = key.replace('_', " ");
    let head = title.get(..words.len()).filter(|head| head.eq_ignore_ascii_case(&words));
    head.map_or_else(|| capital(&words), String::from)
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
