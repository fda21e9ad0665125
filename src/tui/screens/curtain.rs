//! Between two persons at one keyboard: nothing is shown until the other one is ready.

use battle::Side;
use crossterm::event::KeyCode;
use ratatui::layout::{Position, Rect};

use crate::canvas::Canvas;
use crate::keymap::{HelpRow, Key, Keymap, binding, describe, find};
use crate::keys::Keys;
use crate::layer::{Desk, Flow, Input, Layer};

const KEYS: Keymap<()> = &[binding(&[Key::code(KeyCode::Enter)], (), "ready", "Show the field.")];

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
            Input::Key(key) if find(&[KEYS], key).is_some() => Flow::Pop,
            _ => Flow::Stay,
        }
    }

    fn draw(&mut self, area: Rect, canvas: &mut Canvas<'_>, desk: &Desk) -> Option<Position> {
        let text = format!("{} to decide. Press Enter when {} is at the keyboard.", self.0, self.0);
        let x = area.x + area.width.saturating_sub(text.len() as u16) / 2;
        canvas.write(x, area.y + area.height / 2, &text, desk.theme.side_text(self.0));
        None
    }
}
