//! The first visit: choosing the name by which others know one.

use crossterm::event::KeyCode;
use ratatui::layout::{Position, Rect};
use ratatui::text::Line;
use unicode_width::UnicodeWidthStr;

use crate::canvas::Canvas;
use crate::host::SharedHost;
use crate::keymap::{HelpRow, Key, Keymap, binding, describe, find};
use crate::keys::Keys;
use crate::layer::{Desk, Flow, Input, Layer};
use crate::panels::status;
use crate::text::{centred, line, panel, paragraph, sentence, wrapped};
use crate::theme::Ink;

#[derive(Clone, Copy)]
enum Action {
    Take,
    Erase,
    Leave,
}

const KEYS: Keymap<Action> = &[
    binding(&[Key::code(KeyCode::Enter)], Action::Take, "take it", "Take the name."),
    binding(&[Key::code(KeyCode::Backspace), Key::ctrl('h')], Action::Erase, "", "Erase a letter."),
    binding(&[Key::code(KeyCode::Esc)], Action::Leave, "leave", "Leave without a name."),
];

/// Letters that can be typed at most; the place says how many a name may have.
const MOST: usize = 40;

/// The choice of a name.
pub struct Naming {
    host: SharedHost,
    text: String,
    refused: String,
}

impl Naming {
    /// Nothing typed yet.
    #[must_use]
    pub fn new(host: SharedHost) -> Naming {
        Naming { host, text: String::new(), refused: String::new() }
    }

    fn take(&mut self) -> Flow {
        match self.host.take_name(self.text.trim()) {
            Ok(()) => Flow::Restart(Vec::new()),
            Err(why) => {
                self.refused = sentence(&why);
                Flow::Stay
            }
        }
    }

    fn lines(&self, width: usize, desk: &Desk) -> Vec<Line<'static>> {
        let ink =
            |text: &str, ink: Ink| wrapped(text, width).into_iter().map(move |row| line(row, desk.theme.ink(ink)));
        let mut lines: Vec<Line<'static>> = ink(&self.host.welcome(), Ink::Heading).collect();
        lines.push(Line::default());
        lines.extend(ink("This key is new here. By what name shall the others know you?", Ink::Text));
        lines.extend(ink(&self.host.name_rules(), Ink::Faint));
        lines.push(Line::default());
        lines
    }
}

impl Layer for Naming {
    fn name(&self) -> String {
        String::from("Your name")
    }

    fn help(&self, _keys: &Keys) -> Vec<HelpRow> {
        describe(&[KEYS])
    }

    fn typing(&self) -> bool {
        true
    }

    fn handle(&mut self, input: Input, _desk: &mut Desk) -> Flow {
        let Input::Key(key) = input else { return Flow::Stay };
        match (find(&[KEYS], key), key.typed()) {
            (Some(Action::Take), _) => return self.take(),
            (Some(Action::Leave), _) => return Flow::Quit,
            (Some(Action::Erase), _) => {
                self.text.pop();
            }
            (None, Some(letter)) if self.text.chars().count() < MOST => self.text.push(letter),
            (None, _) => {}
        }
        self.refused.clear();
        Flow::Stay
    }

    fn draw(&mut self, area: Rect, canvas: &mut Canvas<'_>, desk: &Desk) -> Option<Position> {
        let box_area = centred(area, 72, 14);
        let inner = panel("Your name", box_area, &desk.theme, canvas);
        let lines = self.lines(usize::from(inner.width), desk);
        let y = (inner.y + 1 + lines.len() as u16).min(inner.bottom().saturating_sub(4)).max(inner.y);
        paragraph(lines, 0, Rect { y: inner.y + 1, height: y.saturating_sub(inner.y + 1), ..inner }, canvas);
        let head = "Name: ";
        canvas.write(inner.x, y, head, desk.theme.ink(Ink::KeyName));
        canvas.write(inner.x + head.len() as u16, y, &self.text, desk.theme.ink(Ink::Text));
        for (row, text) in
            (y + 1..inner.bottom().saturating_sub(1)).zip(wrapped(&self.refused, usize::from(inner.width)))
        {
            canvas.write(inner.x, row, text, desk.theme.ink(Ink::Bad));
        }
        let hints = Rect { y: inner.bottom().saturating_sub(1), height: 1, ..inner };
        status::hints(&self.help(&desk.keys), hints, &desk.theme, canvas);
        let x = inner.x + (head.len() + plain::line(&self.text).width()) as u16;
        Some(Position::new(x.min(inner.right()), y))
    }
}
