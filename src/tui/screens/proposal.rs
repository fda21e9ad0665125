//! Orders proposed all at once: every one is read before they are given.

use crossterm::event::KeyCode;
use ratatui::layout::{Position, Rect};
use ratatui::text::Line;

use crate::canvas::Canvas;
use crate::ending::{Besides, Proposed};
use crate::keymap::{Binding, HelpRow, Key, Keymap, describe, find};
use crate::layer::{Answer, Desk, Flow, Input, Layer};
use crate::panels::status;
use crate::text::{centred, line, panel, paragraph, row_of, wrapped};
use crate::theme::Ink;

/// Tag of the answer: which of the proposals was taken.
pub const PROPOSED: &str = "proposed";

#[derive(Clone, Copy)]
enum Action {
    Give,
    Stay,
    Page,
    Scroll(i32),
    Close,
}

const KEYS: Keymap<Action> = &[
    Binding {
        keys: &[Key::code(KeyCode::Enter)],
        action: Action::Give,
        hint: "give these",
        help: "Give the orders that are listed; where the list is longer than the window, read on first.",
    },
    Binding {
        keys: &[Key::code(KeyCode::Down), Key::char('j')],
        action: Action::Scroll(1),
        hint: "",
        help: "One line down.",
    },
    Binding {
        keys: &[Key::code(KeyCode::Up), Key::char('k')],
        action: Action::Scroll(-1),
        hint: "",
        help: "One line up.",
    },
    Binding {
        keys: &[Key::code(KeyCode::PageDown), Key::char(' ')],
        action: Action::Page,
        hint: "",
        help: "A page down.",
    },
    Binding {
        keys: &[Key::code(KeyCode::Esc), Key::char('q')],
        action: Action::Close,
        hint: "I do it",
        help: "Give no order; order one after the other yourself.",
    },
];

const STAY: Keymap<Action> = &[Binding {
    keys: &[Key::char('n')],
    action: Action::Stay,
    hint: "nobody moves",
    help: "Everybody who has to be ordered stays where he is.",
}];

/// A list of orders to be given together. The answer is [`PROPOSED`] with 0 for those listed, 1 for staying.
pub struct Proposal {
    title: String,
    text: String,
    orders: Vec<String>,
    keys: &'static [Keymap<Action>],
    first: usize,
    /// Rows of the list that fit into the window, and all of them.
    rows: (usize, usize),
}

impl Proposal {
    /// Shows what is proposed.
    #[must_use]
    pub fn new(proposed: Proposed) -> Proposal {
        let Proposed { title, text, orders, besides } = proposed;
        let keys: &'static [Keymap<Action>] = if besides == Besides::Staying { &[KEYS, STAY] } else { &[KEYS] };
        let rows = (0, orders.len());
        Proposal { title, text, orders, keys, first: 0, rows }
    }

    /// The last row that the list can begin with.
    fn last(&self) -> usize {
        self.rows.1.saturating_sub(self.rows.0)
    }

    fn page(&mut self) {
        self.first = (self.first + self.rows.0.max(1)).min(self.last());
    }

    /// Text and orders as rows of that width.
    fn wrapped(&self, width: usize) -> (Vec<String>, Vec<String>) {
        let rows = self.orders.iter().flat_map(|order| {
            let rows = wrapped(order, width.saturating_sub(4)).into_iter().enumerate();
            rows.map(|(place, row)| format!("{}{row}", if place == 0 { "  · " } else { "    " })).collect::<Vec<_>>()
        });
        (wrapped(&self.text, width), rows.collect())
    }
}

impl Layer for Proposal {
    fn name(&self) -> String {
        self.title.clone()
    }

    fn help(&self) -> Vec<HelpRow> {
        let mut rows = describe(self.keys);
        if let Some(give) = rows.first_mut().filter(|_| self.first < self.last()) {
            give.hint = "read on".into();
        }
        rows
    }

    fn floats(&self) -> bool {
        true
    }

    fn handle(&mut self, input: Input, _desk: &mut Desk) -> Flow {
        let key = match input {
            Input::Key(key) => key,
            Input::WheelDown(_) => Key::code(KeyCode::Down),
            Input::WheelUp(_) => Key::code(KeyCode::Up),
            _ => return Flow::Stay,
        };
        match find(self.keys, key) {
            Some(Action::Give) if self.first < self.last() => self.page(),
            Some(Action::Give) => return Flow::Answer(Answer::Picked(PROPOSED, 0)),
            Some(Action::Stay) => return Flow::Answer(Answer::Picked(PROPOSED, 1)),
            Some(Action::Page) => self.page(),
            Some(Action::Scroll(by)) => {
                self.first = self.first.saturating_add_signed(by as isize).min(self.last());
            }
            Some(Action::Close) => return Flow::Pop,
            None => {}
        }
        Flow::Stay
    }

    fn draw(&mut self, area: Rect, canvas: &mut Canvas<'_>, desk: &Desk) -> Option<Position> {
        let width = 76.min(area.width.saturating_sub(4));
        let (text, orders) = self.wrapped(usize::from(width).saturating_sub(4));
        let height = (text.len() + orders.len()) as u16 + 5;
        let inner = panel(&self.title, centred(area, width, height.min(area.height)), &desk.theme, canvas);
        let above = text.len() as u16 + 1;
        let room = usize::from(inner.height.saturating_sub(above + 2).max(1));
        self.rows = (room.min(orders.len()), orders.len());
        self.first = self.first.min(self.last());
        let lines = |rows: &[String]| -> Vec<Line<'static>> {
            rows.iter().map(|row| line(row.clone(), desk.theme.ink(Ink::Text))).collect()
        };
        paragraph(lines(&text), 0, Rect { height: above.min(inner.height), ..inner }, canvas);
        let list = Rect { y: inner.y + above, height: self.rows.0 as u16, ..inner };
        paragraph(lines(&orders[self.first..self.first + self.rows.0]), 0, list.intersection(inner), canvas);
        let bottom = inner.height.saturating_sub(1);
        if self.first < self.last() {
            let more = format!("{} more below", self.last() - self.first);
            let at = inner.right().saturating_sub(more.len() as u16);
            canvas.write(at, inner.y + bottom.saturating_sub(1), more, desk.theme.ink(Ink::Faint));
        }
        status::hints(&self.help(), row_of(inner, bottom), &desk.theme, canvas);
        None
    }
}
