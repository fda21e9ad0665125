//! Between two persons at one keyboard: nothing is shown until the other one is ready.

use battle::Side;
use crossterm::event::KeyCode;
use ratatui::layout::{Position, Rect};

use crate::canvas::Canvas;
use crate::keymap::{HelpRow, Key, Keymap, binding, describe, find};
use crate::keys::Keys;
use crate::layer::{Desk, Flow, Input, Layer};

/// What a key does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Action {
    Ready,
    Leave,
}

const KEYS: Keymap<Action> = &[
    binding(&[Key::code(KeyCode::Enter)], Action::Ready, "ready", "Show the field."),
    binding(&[Key::code(KeyCode::Esc)], Action::Leave, "title", "Leave for the first screen; the battle is kept."),
];

/// An empty screen that names who is to decide.
pub struct Curtain(Side);

impl Curtain {
    /// For that side.
    #[must_use]
    pub const fn new(side: Side) -> Curtain {
        Curtain(side)
    }
}

impl Layer for Curtain {
    fn name(&self) -> String {
        String::from("Hand over")
    }

    fn help(&self, _keys: &Keys) -> Vec<HelpRow> {
        describe(&[KEYS])
    }

    fn handle(&mut self, input: Input, _desk: &mut Desk) -> Flow {
        match input {
            Input::Key(key) => match find(&[KEYS], key) {
                Some(Action::Ready) => Flow::Pop,
                Some(Action::Leave) => Flow::Restart(Vec::new()),
                None => Flow::Stay,
            },
            _ => Flow::Stay,
        }
    }

    fn draw(&mut self, area: Rect, canvas: &mut Canvas<'_>, desk: &Desk) -> Option<Position> {
        let text = format!("{} to decide. Press Enter when {} is at the keyboard, Esc to leave.", self.0, self.0);
        let x = area.x + area.width.saturating_sub(text.len() as u16) / 2;
        canvas.write(x, area.y + area.height / 2, &text, desk.theme.side_text(self.0));
        None
    }
}
