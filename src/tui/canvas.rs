//! What layers draw on: the one way to the cells of a picture. Whatever falls outside of a canvas is cut, whatever would
//! steer a terminal is shown.

use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{BarChart, Block, Clear, Paragraph, Widget, Wrap};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::keymap::Key;

/// Stands for a character that does not fit in one cell where there is one.
const MISFIT: char = '?';

/// What is noted while a picture is drawn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Notes {
    /// The first place outside of its canvas that somebody wanted to draw on: a mistake of whoever reckoned it.
    pub astray: Option<Rect>,
    /// Where a key is written that a click presses.
    pub buttons: Vec<(Rect, Key)>,
}

impl Notes {
    /// The key that is written there.
    #[must_use]
    pub fn button(&self, at: Position) -> Option<Key> {
        self.buttons.iter().find(|(place, _)| place.contains(at)).map(|(_, key)| *key)
    }
}

/// A part of a picture that can be drawn on, and nothing beyond it.
pub struct Canvas<'a> {
    buffer: &'a mut Buffer,
    area: Rect,
    notes: &'a mut Notes,
}

impl<'a> Canvas<'a> {
    /// The part of the buffer within that area. What is asked for outside of it is cut, and noted.
    pub fn new(buffer: &'a mut Buffer, area: Rect, notes: &'a mut Notes) -> Canvas<'a> {
        let area = area.intersection(buffer.area);
        Canvas { buffer, area, notes }
    }

    /// A click there presses that key.
    pub fn button(&mut self, place: Rect, key: Key) {
        let place = self.kept(place);
        self.notes.buttons.push((place, key));
    }

    /// No click presses a key that was written so far: something lies over it.
    pub fn cover_buttons(&mut self) {
        self.notes.buttons.clear();
    }

    /// What can be drawn on.
    #[must_use]
    pub const fn area(&self) -> Rect {
        self.area
    }

    /// A part of this canvas.
    pub fn within(&mut self, area: Rect) -> Canvas<'_> {
        let area = self.kept(area);
        Canvas { buffer: self.buffer, area, notes: self.notes }
    }

    /// What is left of an area that is to be drawn in.
    fn kept(&mut self, asked: Rect) -> Rect {
        let kept = asked.intersection(self.area);
        if !asked.is_empty() && kept != asked {
            self.notes.astray.get_or_insert(asked);
        }
        kept
    }

    /// Whether a cell is there.
    fn has(&mut self, (x, y): (u16, u16)) -> bool {
        let inside = self.area.contains(Position::new(x, y));
        if !inside {
            self.notes.astray.get_or_insert(Rect { x, y, width: 1, height: 1 });
        }
        inside
    }

    /// Text from a cell on, as much as has room to the right.
    pub fn write(&mut self, x: u16, y: u16, text: impl AsRef<str>, style: Style) {
        let text = plain::line(text.as_ref());
        if text.is_empty() || !self.has((x, y)) {
            return;
        }
        self.part_pair((x, y));
        self.buffer.set_stringn(x, y, text, usize::from(self.area.right() - x), style);
    }

    /// One character in one cell.
    pub fn put(&mut self, at: (u16, u16), letter: char, style: Style) {
        if let Some(cell) = self.cell(at) {
            cell.set_char(fitting(letter)).set_style(style);
        }
    }

    /// A style over a cell, what is written there stays.
    pub fn tint(&mut self, at: (u16, u16), style: Style) {
        if let Some(cell) = self.look(at) {
            cell.set_style(style);
        }
    }

    /// Cells side by side as they were drawn elsewhere, as many as have room to the right.
    pub fn copy(&mut self, (x, y): (u16, u16), others: &[Cell]) {
        if others.is_empty() || !self.has((x, y)) {
            return;
        }
        self.part_pair((x, y));
        let count = others.len().min(usize::from(self.area.right() - x));
        let from = self.buffer.index_of(x, y);
        self.buffer.content[from..from + count].clone_from_slice(&others[..count]);
    }

    /// A cell to be written anew.
    pub fn blank(&mut self, at: (u16, u16)) {
        if let Some(cell) = self.cell(at) {
            cell.reset();
        }
    }

    /// What is drawn in a cell.
    #[must_use]
    pub fn seen(&self, at: (u16, u16)) -> Option<&Cell> {
        self.buffer.cell(Position::from(at)).filter(|_| self.area.contains(at.into()))
    }

    /// The looks of a cell, to be changed; what is written there stays.
    pub fn look(&mut self, at: (u16, u16)) -> Option<&mut Cell> {
        if !self.has(at) {
            return None;
        }
        self.buffer.cell_mut(Position::from(at))
    }

    fn cell(&mut self, at: (u16, u16)) -> Option<&mut Cell> {
        self.part_pair(at);
        self.look(at)
    }

    /// A wide character whose second half is about to be drawn over goes.
    fn part_pair(&mut self, (x, y): (u16, u16)) {
        let before = x.checked_sub(1).and_then(|x| self.buffer.cell_mut(Position::new(x, y)));
        if let Some(cell) = before.filter(|cell| cell.symbol().len() > 1 && cell.symbol().width() > 1) {
            cell.set_char(' ');
        }
    }

    /// Empties an area; what is left of it.
    pub fn clear(&mut self, area: Rect) -> Rect {
        let area = self.kept(area);
        (area.top()..area.bottom()).for_each(|y| self.part_pair((area.x, y)));
        Clear.render(area, self.buffer);
        area
    }

    /// A border round an area; what is inside.
    pub fn border(&mut self, block: Block<'_>, area: Rect) -> Rect {
        let area = self.kept(area);
        let inner = block.inner(area).intersection(area);
        block.render(area, self.buffer);
        inner
    }

    /// One line in an area, cut at its end.
    pub fn line(&mut self, line: Line<'_>, area: Rect) {
        let area = self.kept(area);
        (area.top()..area.bottom().min(area.top() + 1)).for_each(|y| self.part_pair((area.x, y)));
        plain_line(line).render(area, self.buffer);
    }

    /// Lines in an area, wrapped, from the `scroll`-th row on.
    pub fn paragraph(&mut self, lines: Vec<Line<'_>>, scroll: u16, area: Rect) {
        let area = self.kept(area);
        let lines: Vec<Line<'_>> = lines.into_iter().map(plain_line).collect();
        Paragraph::new(lines).wrap(Wrap { trim: false }).scroll((scroll, 0)).render(area, self.buffer);
    }

    /// A chart in an area, its texts as they are.
    pub fn chart(&mut self, chart: BarChart<'_>, area: Rect) {
        let area = self.kept(area);
        chart.render(area, self.buffer);
    }

    /// Changes every cell.
    pub fn each(&mut self, change: impl FnMut(&mut Cell)) {
        let (area, whole) = (self.area, self.buffer.area);
        let width = usize::from(whole.width).max(1);
        let columns = usize::from(area.left() - whole.left())..usize::from(area.right() - whole.left());
        let rows = usize::from(area.top() - whole.top())..usize::from(area.bottom() - whole.top());
        let rows = self.buffer.content.chunks_mut(width).take(rows.end).skip(rows.start);
        rows.filter_map(|row| row.get_mut(columns.clone())).flatten().for_each(change);
    }
}

/// The character, or what stands for one that does not show itself or takes other than one cell.
#[must_use]
pub fn fitting(letter: char) -> char {
    let fits = letter.is_ascii_graphic() || plain::shows(letter) && letter.width() == Some(1);
    if fits || letter == ' ' { letter } else { MISFIT }
}

fn plain_line(line: Line<'_>) -> Line<'_> {
    let spans = line.spans.into_iter().map(|span| {
        let content = match plain::line(&span.content) {
            std::borrow::Cow::Borrowed(_) => span.content,
            std::borrow::Cow::Owned(shown) => shown.into(),
        };
        Span { content, ..span }
    });
    Line { spans: spans.collect(), ..line }
}
