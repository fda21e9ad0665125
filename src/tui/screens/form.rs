//! A form: what a thing is, one row for each thing that can be said of it, with what the row under the bar means.

use crossterm::event::KeyCode;
use ratatui::layout::{Position, Rect};
use unicode_width::UnicodeWidthStr;

use super::rows::{Bar, Listed, Own};
use crate::canvas::Canvas;
use crate::keymap::{HelpRow, Key, Keymap, binding};
use crate::keys::{Keys, Place};
use crate::layer::{Answer, Desk, Flow, Input, Layer};
use crate::panels::status;
use crate::text::{centred, cut, panel, row_of, split_below, wrapped};
use crate::theme::Ink;

/// What only a form does: puts a row back to what it usually is.
#[derive(Clone, Copy)]
pub struct Clear;

impl Own for Clear {}

const KEYS: &[Keymap<Listed<Clear>>] = &[
    &[binding(
        &[Key::code(KeyCode::Enter), Key::char(' '), Key::code(KeyCode::Right), Key::char('l')],
        Listed::Choose,
        "change",
        "Change what the row says.",
    )],
    Listed::ARROWS,
    Listed::TEN,
    &[binding(
        &[Key::code(KeyCode::Delete), Key::code(KeyCode::Backspace)],
        Listed::Own(Clear),
        "as usual",
        "Back to what is usual; nothing is written of it then.",
    )],
    &[binding(&[Key::code(KeyCode::Esc), Key::char('q')], Listed::Back, "done", "Done; everything is as it is shown.")],
];

/// The place of forms.
#[must_use]
pub fn place() -> Place {
    Place::of(KEYS)
}

/// One thing that can be said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// What it is about.
    pub name: String,
    /// What is said.
    pub value: String,
    /// What it means.
    pub help: String,
}

impl Row {
    /// A row.
    #[must_use]
    pub fn new(name: impl Into<String>, value: impl Into<String>, help: impl Into<String>) -> Row {
        Row { name: name.into(), value: value.into(), help: help.into() }
    }
}

/// Before the number of a row in the answer that puts it back to what is usual.
pub const CLEARED: &str = "clear ";

/// A form; Enter on a row answers with its place, what puts a row back with [`CLEARED`] and its place, the end with no.
pub struct Form {
    tag: &'static str,
    title: String,
    rows: Vec<Row>,
    bar: Bar,
    /// What has just gone wrong.
    trouble: String,
}

impl Form {
    /// A form with the bar on that row.
    #[must_use]
    pub fn new(tag: &'static str, title: impl Into<String>, rows: Vec<Row>, at: usize) -> Form {
        let bar = Bar::at(at.min(rows.len().saturating_sub(1)));
        Form { tag, title: title.into(), rows, bar, trouble: String::new() }
    }

    /// With a sentence on what has just gone wrong.
    #[must_use]
    pub fn with_trouble(self, trouble: impl Into<String>) -> Form {
        Form { trouble: trouble.into(), ..self }
    }
}

/// Columns of a form.
const WIDTH: u16 = 76;
/// Rows below the rows: what the one under the bar means, and the hints.
const FOOT: u16 = 4;

impl Layer for Form {
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
        match desk.keys.find(KEYS, key) {
            Some(Listed::Choose) => return Flow::Answer(Answer::Picked(self.tag, self.bar.row())),
            Some(Listed::Own(Clear)) => {
                return Flow::Answer(Answer::Line(self.tag, format!("{CLEARED}{}", self.bar.row())));
            }
            Some(Listed::Step(by)) => self.bar.step(by, self.rows.len()),
            Some(Listed::Back) => return Flow::Answer(Answer::No(self.tag)),
            None => {}
        }
        Flow::Stay
    }

    fn draw(&mut self, area: Rect, canvas: &mut Canvas<'_>, desk: &Desk) -> Option<Position> {
        let theme = &desk.theme;
        let height = (self.rows.len() as u16 + FOOT + 3).min(area.height.saturating_sub(2)).max(8);
        let inner = panel(&self.title, centred(area, WIDTH, height), theme, canvas);
        let (body, foot) = split_below(inner, FOOT + 1);
        let width = usize::from(inner.width);
        let names = self.rows.iter().map(|row| row.name.width()).max().unwrap_or(0).min(width / 2);
        let line = |row: &Row| {
            let text = format!(" {:<names$}  {}", cut(&row.name, names), row.value);
            format!("{:<width$}", cut(&text, width))
        };
        let lines: Vec<String> = self.rows.iter().map(line).collect();
        self.bar.draw(&lines, body, canvas, theme);
        if usize::from(body.height) < lines.len() && self.bar.row() + 1 < lines.len() {
            let y = body.bottom();
            canvas.write(body.right().saturating_sub(6), y, " more ", theme.ink(Ink::KeyName));
        }
        let help = self.rows.get(self.bar.row()).map_or("", |row| row.help.as_str());
        let told = if self.trouble.is_empty() { (help, Ink::Faint) } else { (self.trouble.as_str(), Ink::Bad) };
        for (row, text) in (1..foot.height.saturating_sub(1)).zip(wrapped(told.0, width.saturating_sub(2))) {
            canvas.write(foot.x + 1, foot.y + row, text, theme.ink(told.1));
        }
        status::hints(&self.help(&desk.keys), row_of(foot, FOOT), theme, canvas);
        None
    }
}
