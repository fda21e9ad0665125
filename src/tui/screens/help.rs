//! The help of a screen, made from its keymap.

use crossterm::event::KeyCode;
use ratatui::layout::{Position, Rect};
use ratatui::text::Line;

use super::rows::{Listed, Own};
use crate::canvas::Canvas;
use crate::keymap::{HelpRow, Key, Keymap, binding};
use crate::keys::{Keys, Place};
use crate::layer::{Desk, Flow, Input, Layer};
use crate::text::{centred, line, panel, paragraph, span, wrapped};
use crate::theme::Ink;

/// To the words.
#[derive(Clone, Copy)]
struct Words;

impl Own for Words {}

const KEYS: &[Keymap<Listed<Words>>] = &[&[
    binding(
        &[Key::code(KeyCode::Esc), Key::char('q'), Key::code(KeyCode::Enter), Key::char('?')],
        Listed::Back,
        "close",
        "Close the help.",
    ),
    binding(&[Key::code(KeyCode::Down), Key::char('j')], Listed::Step(1), "scroll", "Down."),
    binding(&[Key::code(KeyCode::Up), Key::char('k')], Listed::Step(-1), "", "Up."),
    binding(&[Key::code(KeyCode::PageDown), Key::char(' ')], Listed::Step(15), "", "A page down."),
    binding(&[Key::char('M')], Listed::Own(Words), "words", "What the words in sight mean."),
    binding(&[Key::code(KeyCode::PageUp)], Listed::Step(-15), "", "A page up."),
]];

/// The place of the help.
#[must_use]
pub fn place() -> Place {
    Place::of(KEYS)
}

/// How the heading of the words begins.
pub const WORDS: &str = "Words of the card";

/// A page of keys.
pub struct Help {
    title: String,
    rows: Vec<HelpRow>,
    scroll: i32,
    /// The line at which the words begin, as it was drawn last.
    words: Option<i32>,
}

impl Help {
    /// The help of the screen of that name.
    #[must_use]
    pub fn new(title: String, rows: Vec<HelpRow>) -> Help {
        Help { title, rows, scroll: 0, words: None }
    }

    fn lines(&self, width: usize, desk: &Desk) -> Vec<Line<'static>> {
        let keys_width = self.rows.iter().map(|row| row.keys.chars().count()).max().unwrap_or(0).min(26);
        let mut lines = Vec::new();
        for row in &self.rows {
            if row.keys.is_empty() {
                lines.push(line(row.help, desk.theme.ink(Ink::Heading)));
                continue;
            }
            let keys = wrapped(&row.keys, keys_width);
            let helps = wrapped(row.help, width.saturating_sub(keys_width + 2));
            for place in 0..keys.len().max(helps.len()) {
                let key = keys.get(place).map_or("", String::as_str);
                let help = helps.get(place).cloned().unwrap_or_default();
                lines.push(Line::from(vec![
                    span(format!("{key:<keys_width$}  "), desk.theme.ink(Ink::KeyName)),
                    span(help, desk.theme.ink(Ink::Text)),
                ]));
            }
        }
        lines
    }
}

impl Layer for Help {
    fn name(&self) -> String {
        String::from("Help")
    }

    fn help(&self, keys: &Keys) -> Vec<HelpRow> {
        keys.describe(KEYS, Vec::new())
    }

    fn typing(&self) -> bool {
        true
    }

    fn floats(&self) -> bool {
        true
    }

    fn handle(&mut self, input: Input, desk: &mut Desk) -> Flow {
        let action = match input {
            Input::Key(key) => desk.keys.find(KEYS, key),
            Input::WheelDown(_) => Some(Listed::Step(3)),
            Input::WheelUp(_) => Some(Listed::Step(-3)),
            _ => Some(Listed::Back),
        };
        match action {
            Some(Listed::Back) => return Flow::Pop,
            Some(Listed::Step(by)) => self.scroll = (self.scroll + by).max(0),
            Some(Listed::Own(Words)) => self.scroll = self.words.unwrap_or(self.scroll),
            Some(Listed::Choose) | None => {}
        }
        Flow::Stay
    }

    fn draw(&mut self, area: Rect, canvas: &mut Canvas<'_>, desk: &Desk) -> Option<Position> {
        let width = 78.min(area.width.saturating_sub(2));
        let lines = self.lines(usize::from(width).saturating_sub(4), desk);
        let begins = |line: &Line<'_>| line.spans.first().is_some_and(|span| span.content.starts_with(WORDS));
        self.words = lines.iter().position(begins).map(|place| place as i32);
        let box_area = centred(area, width, lines.len() as u16 + 2);
        let inner = panel(&format!("{} — keys", self.title), box_area, &desk.theme, canvas);
        let most = lines.len() as i32 - i32::from(inner.height);
        self.scroll = self.scroll.clamp(0, most.max(0));
        paragraph(lines, self.scroll as u16, inner, canvas);
        if most > self.scroll {
            let text = if self.words.is_some() { " M: words  more below: ↓ " } else { " more below: ↓ " };
            let x = box_area.right().saturating_sub(text.chars().count() as u16 + 2);
            canvas.write(x, box_area.bottom().saturating_sub(1), text, desk.theme.ink(Ink::KeyName));
        }
        None
    }
}
