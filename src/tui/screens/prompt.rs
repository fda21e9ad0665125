//! A line to type, with completion.

use crossterm::event::KeyCode;
use ratatui::layout::{Position, Rect};
use unicode_width::UnicodeWidthStr;

use crate::canvas::Canvas;
use crate::keymap::{HelpRow, Key, Keymap, binding, describe, find};
use crate::keys::Keys;
use crate::layer::{Answer, Desk, Flow, Input, Layer};
use crate::panels::status;
use crate::text::{cut, panel, row_of, split_below};
use crate::theme::Ink;

#[derive(Clone, Copy)]
enum Action {
    Send,
    Close,
    Erase,
    Clear,
    Complete,
}

const KEYS: Keymap<Action> = &[
    binding(&[Key::code(KeyCode::Enter)], Action::Send, "do it", "Take the line as typed."),
    binding(&[Key::code(KeyCode::Tab)], Action::Complete, "complete", "Complete the word."),
    binding(&[Key::code(KeyCode::Backspace), Key::ctrl('h')], Action::Erase, "", "Erase a letter."),
    binding(&[Key::ctrl('u')], Action::Clear, "", "Erase all of it."),
    binding(&[Key::code(KeyCode::Esc)], Action::Close, "back", "Back without doing anything."),
];

/// A prompt at the bottom of the screen.
pub struct Prompt {
    tag: &'static str,
    title: String,
    text: String,
    known: Vec<String>,
}

impl Prompt {
    /// A prompt that answers with its tag and the line typed; `known` are lines it can complete.
    #[must_use]
    pub fn new(tag: &'static str, title: impl Into<String>, known: Vec<String>) -> Prompt {
        Prompt { tag, title: title.into(), text: String::new(), known }
    }

    /// With something typed already.
    #[must_use]
    pub fn with(mut self, text: impl Into<String>) -> Prompt {
        self.text = text.into();
        self
    }

    fn matches(&self) -> impl Iterator<Item = &String> {
        let typed = self.text.to_lowercase();
        self.known.iter().filter(move |known| known.to_lowercase().starts_with(&typed))
    }

    /// Lengthens the text as far as all matches agree; to the first match when they agree no further.
    fn complete(&mut self) {
        let Some(first) = self.matches().next().cloned() else { return };
        let agreed = self.matches().fold(first.chars().count(), |length, other| {
            first.chars().zip(other.chars()).take(length).take_while(|(a, b)| a.eq_ignore_ascii_case(b)).count()
        });
        let length = if agreed > self.text.chars().count() { agreed } else { first.chars().count() };
        self.text = first.chars().take(length).collect();
    }
}

impl Layer for Prompt {
    fn name(&self) -> String {
        self.title.clone()
    }

    fn help(&self, _keys: &Keys) -> Vec<HelpRow> {
        describe(&[KEYS])
    }

    fn typing(&self) -> bool {
        true
    }

    fn floats(&self) -> bool {
        true
    }

    fn handle(&mut self, input: Input, _desk: &mut Desk) -> Flow {
        let Input::Key(key) = input else { return Flow::Stay };
        match (find(&[KEYS], key), key.typed()) {
            (Some(Action::Send), _) => return Flow::Answer(Answer::Line(self.tag, self.text.trim().to_owned())),
            (Some(Action::Close), _) => return Flow::Pop,
            (Some(Action::Erase), _) => {
                self.text.pop();
            }
            (Some(Action::Clear), _) => self.text.clear(),
            (Some(Action::Complete), _) => self.complete(),
            (None, Some(c)) if self.text.len() < 400 => self.text.push(c),
            (None, _) => {}
        }
        Flow::Stay
    }

    fn draw(&mut self, area: Rect, canvas: &mut Canvas<'_>, desk: &Desk) -> Option<Position> {
        let box_area = split_below(area, 5).1;
        let inner = panel(&self.title, box_area, &desk.theme, canvas);
        canvas.write(inner.x, inner.y, cut(&self.text, usize::from(inner.width)), desk.theme.ink(Ink::Text));
        let matches: Vec<&str> = self.matches().take(12).map(String::as_str).collect();
        let shown = cut(&matches.join("  "), usize::from(inner.width));
        canvas.write(inner.x, inner.y + 1, shown, desk.theme.ink(Ink::Faint));
        let hint_row = row_of(inner, 2);
        status::hints(&self.help(&desk.keys), hint_row, &desk.theme, canvas);
        Some(Position::new((inner.x + plain::line(&self.text).width() as u16).min(inner.right()), inner.y))
    }
}
