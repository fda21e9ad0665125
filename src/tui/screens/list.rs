//! A list to pick from, a question to answer, and a notice to take note of.

use crossterm::event::KeyCode;
use ratatui::layout::{Position, Rect};
use ratatui::text::Line;
use unicode_width::UnicodeWidthStr;

use super::rows::{Bar, Listed, Nothing};
use crate::canvas::Canvas;
use crate::keymap::{HelpRow, Key, Keymap, binding};
use crate::keys::{Keys, Place};
use crate::layer::{Answer, Desk, Flow, Input, Layer};
use crate::panels::status;
use crate::text::{centred, line, needed, panel, paragraph, table, wrapped};
use crate::theme::Ink;

const KEYS: &[Keymap<Listed<Nothing>>] = &[
    &[binding(&[Key::code(KeyCode::Enter)], Listed::Choose, "choose", "Choose this one.")],
    Listed::NEXT,
    Listed::TEN,
    &[binding(&[Key::code(KeyCode::Esc)], Listed::Back, "back", "Back without choosing.")],
];

/// Columns of a window over the screen whose rows are no longer.
const USUAL: u16 = 76;
/// Rows that are seen however long the text above them is.
const SEEN: usize = 6;

/// The places of a list and of a question.
#[must_use]
pub fn places() -> [Place; 2] {
    [Place::of(KEYS), Place::of(QUESTION_KEYS)]
}

/// A list; picking a row answers with its place. Rows may have a letter of their own, in front and followed by a space.
pub struct List {
    tag: &'static str,
    title: String,
    text: String,
    rows: Vec<(Option<char>, String)>,
    bar: Bar,
    beside: Option<Beside>,
}

/// Draws what a row is about beside a list: its place and the area.
pub type Beside = Box<dyn Fn(usize, Rect, &mut Canvas<'_>, &Desk) + Send>;

/// Columns of the screen from which there is room for that.
const ROOMY: u16 = 100;

impl List {
    /// A list under a text.
    #[must_use]
    pub fn new(tag: &'static str, title: impl Into<String>, text: impl Into<String>) -> List {
        List { tag, title: title.into(), text: text.into(), rows: Vec::new(), bar: Bar::default(), beside: None }
    }

    /// With what its rows are about beside it, where the screen has room.
    #[must_use]
    pub fn beside(self, beside: Beside) -> List {
        List { beside: Some(beside), ..self }
    }

    /// With one more row; tabs in it stand between columns.
    #[must_use]
    pub fn row(mut self, letter: Option<char>, text: impl Into<String>) -> List {
        self.rows.push((letter, text.into()));
        self
    }

    /// With that row chosen.
    #[must_use]
    pub fn at(mut self, chosen: usize) -> List {
        self.bar = Bar::at(chosen.min(self.rows.len().saturating_sub(1)));
        self
    }

    fn pick(&self, place: usize) -> Flow {
        Flow::Answer(Answer::Picked(self.tag, place))
    }
}

impl Layer for List {
    fn name(&self) -> String {
        self.title.clone()
    }

    fn help(&self, keys: &Keys) -> Vec<HelpRow> {
        keys.describe(KEYS, Vec::new())
    }

    fn floats(&self) -> bool {
        true
    }

    fn handle(&mut self, input: Input, desk: &mut Desk) -> Flow {
        let Input::Key(key) = input else { return Flow::Stay };
        let lettered = key.typed().and_then(|c| self.rows.iter().position(|(letter, _)| *letter == Some(c)));
        if let Some(place) = lettered {
            return self.pick(place);
        }
        match desk.keys.find(KEYS, key) {
            Some(Listed::Back) => return Flow::Pop,
            Some(Listed::Choose) if !self.rows.is_empty() => return self.pick(self.bar.row()),
            Some(Listed::Step(by)) => self.bar.step(by, self.rows.len()),
            _ => {}
        }
        Flow::Stay
    }

    fn draw(&mut self, area: Rect, canvas: &mut Canvas<'_>, desk: &Desk) -> Option<Position> {
        let (area, preview) = self.split(area);
        let columns = if preview.is_some() { 2 } else { usize::MAX };
        let full = self.labels(columns, usize::from(u16::MAX));
        // As wide as its rows, where there is room.
        let widest = full.iter().map(|row| row.width() as u16 + 4).max().unwrap_or(0);
        let width = widest.max(USUAL).min(area.width.saturating_sub(4));
        let most = area.height.saturating_sub(2);
        let mut text = wrapped(&self.text, usize::from(width).saturating_sub(4));
        let gap = u16::from(!text.is_empty());
        text.truncate(usize::from(most).saturating_sub(self.rows.len().min(SEEN) + usize::from(gap) + 3));
        let labels = self.labels(columns, usize::from(width).saturating_sub(6));
        let whole = preview.is_some() || labels == full;
        let note = if whole { 0 } else { self.note_rows(usize::from(width).saturating_sub(4)) };
        let asked = (text.len() + self.rows.len()) as u16 + gap + 3;
        let note = if asked + note <= most { note } else { 0 };
        let height = asked + note;
        let inner = panel(&self.title, centred(area, width, height.min(most)), &desk.theme, canvas);
        let text_height = text.len() as u16;
        let lines: Vec<Line<'static>> = text.into_iter().map(|row| line(row, desk.theme.ink(Ink::Text))).collect();
        paragraph(lines, 0, inner, canvas);
        let top = inner.y + text_height + gap;
        let list = Rect { y: top, height: inner.bottom().saturating_sub(1 + note).saturating_sub(top), ..inner };
        self.bar.draw(&labels, list, canvas, &desk.theme);
        if note > 0 {
            let whole = line(self.whole(self.bar.row()), desk.theme.ink(Ink::Notice));
            paragraph(vec![whole], 0, Rect { y: list.bottom() + 1, height: note - 1, ..inner }, canvas);
        }
        let hint_row = Rect { y: inner.bottom().saturating_sub(1), height: 1, ..inner };
        status::hints(&self.help(&desk.keys), hint_row, &desk.theme, canvas);
        if let (Some(beside), Some(preview)) = (&self.beside, preview) {
            beside(self.bar.row(), preview, canvas, desk);
        }
        None
    }
}

impl List {
    /// The room for the list, and for what a row is about.
    fn split(&self, area: Rect) -> (Rect, Option<Rect>) {
        if self.beside.is_none() || area.width < ROOMY {
            return (area, None);
        }
        let left = Rect { width: area.width / 2, ..area };
        let right = Rect { x: left.right(), width: area.width - left.width, ..area };
        let inner = right.inner(ratatui::layout::Margin::new(1, 1));
        (left, Some(inner))
    }

    /// A row in one sentence.
    fn whole(&self, place: usize) -> String {
        let cells = self.rows.get(place).into_iter().flat_map(|(_, label)| label.split('\t'));
        cells.filter(|cell| !cell.trim().is_empty()).collect::<Vec<_>>().join(": ")
    }

    /// Rows below the list in which the chosen row is told whole, with an empty one between.
    fn note_rows(&self, width: usize) -> u16 {
        let longest = (0..self.rows.len()).map(|place| wrapped(&self.whole(place), width).len()).max().unwrap_or(0);
        longest as u16 + 1
    }

    /// The rows in columns, of which so many are shown.
    fn labels(&self, columns: usize, width: usize) -> Vec<String> {
        let lettered = self.rows.iter().any(|(letter, _)| letter.is_some());
        let letters = |letter: Option<char>| letter.map_or_else(String::new, |letter| letter.to_string());
        let cells = self.rows.iter().map(|(letter, label)| {
            let own = label.split('\t').take(columns).map(String::from);
            lettered.then(|| letters(*letter)).into_iter().chain(own).collect()
        });
        table(&cells.collect::<Vec<Vec<String>>>(), width).iter().map(|row| format!(" {row} ")).collect()
    }
}

const QUESTION_KEYS: &[Keymap<Listed<Nothing>>] = &[&[
    binding(&[Key::code(KeyCode::Enter), Key::char('y'), Key::char(' ')], Listed::Choose, "yes", "Yes."),
    binding(&[Key::code(KeyCode::Esc), Key::char('n')], Listed::Back, "no", "No, back."),
]];

/// A question with a yes.
pub struct Question {
    tag: &'static str,
    title: String,
    lines: Vec<Line<'static>>,
    dock: Option<Dock>,
}

/// Where a question lies that leaves most of the screen in sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dock {
    /// At the upper edge.
    Top,
    /// At the lower edge.
    Bottom,
}

impl Dock {
    /// The most rows that a docked question takes of so many.
    #[must_use]
    pub const fn rows(of: u16) -> u16 {
        match of {
            0..15 => 5,
            15..30 => of / 3,
            _ => 10,
        }
    }
}

impl Question {
    /// A question; yes answers with the tag.
    #[must_use]
    pub fn new(tag: &'static str, title: impl Into<String>, lines: Vec<Line<'static>>) -> Question {
        Question { tag, title: title.into(), lines, dock: None }
    }

    /// The same at an edge of the screen, with as many of its lines as a third of the screen has room for.
    #[must_use]
    pub fn docked(self, dock: Dock) -> Question {
        Question { dock: Some(dock), ..self }
    }
}

impl Question {
    /// The lines that have room; of those that have not, whole paragraphs are left out, the first never.
    fn lines_for(&self, area: Rect) -> Vec<Line<'static>> {
        let fits = |count: &usize| needed(&self.lines[..*count], usize::from(area.width)) <= area.height;
        let count = (0..=self.lines.len()).rev().find(fits).unwrap_or(0);
        let ends = |count: &usize| *count == self.lines.len() || self.lines[*count].width() == 0;
        let whole = (1..=count).rev().find(ends);
        self.lines[..whole.unwrap_or(self.lines.len())].to_vec()
    }
}

impl Layer for Question {
    fn name(&self) -> String {
        self.title.clone()
    }

    fn help(&self, keys: &Keys) -> Vec<HelpRow> {
        keys.describe(QUESTION_KEYS, Vec::new())
    }

    fn floats(&self) -> bool {
        true
    }

    fn handle(&mut self, input: Input, desk: &mut Desk) -> Flow {
        let Input::Key(key) = input else { return Flow::Stay };
        match desk.keys.find(QUESTION_KEYS, key) {
            Some(Listed::Choose) => Flow::Answer(Answer::Yes(self.tag)),
            Some(Listed::Back) => Flow::Answer(Answer::No(self.tag)),
            _ => Flow::Stay,
        }
    }

    fn draw(&mut self, area: Rect, canvas: &mut Canvas<'_>, desk: &Desk) -> Option<Position> {
        let width = USUAL.min(area.width.saturating_sub(4));
        let height = (needed(&self.lines, usize::from(width).saturating_sub(4)) + 4).min(area.height.saturating_sub(2));
        let place = match self.dock {
            None => centred(area, width, height),
            Some(dock) => {
                let most = Dock::rows(area.height).min(area.height);
                let inner = Rect { width: area.width.saturating_sub(4), height: most.saturating_sub(3), ..area };
                let height = (needed(&self.lines_for(inner), usize::from(inner.width)) + 3).min(most);
                let y = if dock == Dock::Top { area.y } else { area.bottom() - height };
                Rect { height, y, ..area }
            }
        };
        let inner = panel(&self.title, place, &desk.theme, canvas);
        let text = Rect { height: inner.height.saturating_sub(1), ..inner };
        paragraph(self.lines_for(text), 0, text, canvas);
        let hint_row = Rect { y: inner.bottom().saturating_sub(1), height: 1, ..inner };
        status::hints(&self.help(&desk.keys), hint_row, &desk.theme, canvas);
        None
    }
}
