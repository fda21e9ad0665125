//! Orders proposed all at once: every one is read before they are given.

use crossterm::event::KeyCode;
use ratatui::layout::{Position, Rect};
use ratatui::text::Line;

use super::pager::SCRAPS;
use super::rows::{Listed, Own};
use crate::canvas::Canvas;
use crate::ending::{Besides, Proposed, ProposedOrder};
use crate::keymap::{HelpRow, Key, Keymap, binding};
use crate::keys::{Keys, Place};
use crate::layer::{Answer, Desk, Flow, Input, Layer};
use crate::panels::status;
use crate::text::{centred, line, panel, paragraph, row_of, wrapped};
use crate::theme::Ink;

/// Tag of the answer: which of the proposals was taken.
pub const PROPOSED: &str = "proposed";

#[derive(Clone, Copy)]
enum Action {
    Stay,
    Page,
}

impl Own for Action {}

const KEYS: Keymap<Listed<Action>> = &[
    binding(
        &[Key::code(KeyCode::Enter)],
        Listed::Choose,
        "give these",
        "Give the orders that are listed; where the list is longer than the window, read on first.",
    ),
    binding(&[Key::code(KeyCode::PageDown), Key::char(' ')], Listed::Own(Action::Page), "", "A page down."),
    binding(
        &[Key::code(KeyCode::Esc), Key::char('q')],
        Listed::Back,
        "I do it",
        "Give no order; order one after the other yourself.",
    ),
];

const STAY: Keymap<Listed<Action>> = &[binding(
    &[Key::char('n')],
    Listed::Own(Action::Stay),
    "nobody moves",
    "Everybody who needs an order stays where he is.",
)];

const GIVING: &[Keymap<Listed<Action>>] = &[KEYS, Listed::ONE];
const STAYING: &[Keymap<Listed<Action>>] = &[KEYS, Listed::ONE, STAY];

/// The place of a proposal.
#[must_use]
pub fn place() -> Place {
    Place::of(STAYING)
}

/// A list of orders to be given together. The answer is [`PROPOSED`] with 0 for those listed, 1 for staying.
pub struct Proposal {
    title: String,
    text: String,
    orders: Vec<ProposedOrder>,
    keys: &'static [Keymap<Listed<Action>>],
    first: usize,
    /// Rows of the list that fit into the window, and all of them.
    rows: (usize, usize),
}

impl Proposal {
    /// Shows what is proposed.
    #[must_use]
    pub fn new(proposed: Proposed) -> Proposal {
        let Proposed { title, text, orders, besides } = proposed;
        let keys = if besides == Besides::Staying { STAYING } else { GIVING };
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

    /// Text and orders as rows of that width, each order with its reason behind it, and the colour of each row.
    fn wrapped(&self, width: usize) -> (Vec<String>, Vec<(String, Ink)>) {
        let hung = |text: &str, ink: Ink, first: &str| -> Vec<(String, Ink)> {
            let rows = wrapped(text, width.saturating_sub(4)).into_iter().enumerate();
            rows.map(|(place, row)| (format!("{}{row}", if place == 0 { first } else { "    " }), ink)).collect()
        };
        let rows = self.orders.iter().flat_map(|order| {
            let why = order.why.iter().flat_map(|why| hung(why, Ink::Faint, "    "));
            hung(&order.words, Ink::Text, "  · ").into_iter().chain(why).collect::<Vec<_>>()
        });
        (wrapped(&self.text, width), rows.collect())
    }
}

impl Layer for Proposal {
    fn name(&self) -> String {
        self.title.clone()
    }

    fn help(&self, keys: &Keys) -> Vec<HelpRow> {
        let mut rows = keys.describe(self.keys, Vec::new());
        if let Some(give) = rows.first_mut().filter(|_| self.first < self.last()) {
            give.hint = "read on".into();
        }
        rows
    }

    fn floats(&self) -> bool {
        true
    }

    fn handle(&mut self, input: Input, desk: &mut Desk) -> Flow {
        let key = match input {
            Input::Key(key) => key,
            Input::WheelDown(_) => Key::code(KeyCode::Down),
            Input::WheelUp(_) => Key::code(KeyCode::Up),
            _ => return Flow::Stay,
        };
        match desk.keys.find(self.keys, key) {
            Some(Listed::Choose) if self.first < self.last() => self.page(),
            Some(Listed::Choose) => return Flow::Answer(Answer::Picked(PROPOSED, 0)),
            Some(Listed::Own(Action::Stay)) => return Flow::Answer(Answer::Picked(PROPOSED, 1)),
            Some(Listed::Own(Action::Page)) => self.page(),
            Some(Listed::Step(by)) => self.first = self.first.saturating_add_signed(by as isize).min(self.last()),
            Some(Listed::Back) => return Flow::Pop,
            None => {}
        }
        Flow::Stay
    }

    fn draw(&mut self, area: Rect, canvas: &mut Canvas<'_>, desk: &Desk) -> Option<Position> {
        let width = 76.min(area.width.saturating_sub(4));
        let (text, orders) = self.wrapped(usize::from(width).saturating_sub(4));
        let height = (text.len() + orders.len()) as u16 + 5;
        let place = centred(area, width, height.min(area.height));
        if area.width < place.width + SCRAPS {
            canvas.clear(Rect { x: area.x, width: area.width, ..place });
        }
        let inner = panel(&self.title, place, &desk.theme, canvas);
        let above = text.len() as u16 + 1;
        let room = usize::from(inner.height.saturating_sub(above + 2).max(1));
        self.rows = (room.min(orders.len()), orders.len());
        self.first = self.first.min(self.last());
        let ink = |ink: Ink| desk.theme.ink(ink);
        let lines = |rows: &[(String, Ink)]| -> Vec<Line<'static>> {
            rows.iter().map(|(row, of)| line(row.clone(), ink(*of))).collect()
        };
        let text: Vec<(String, Ink)> = text.into_iter().map(|row| (row, Ink::Text)).collect();
        paragraph(lines(&text), 0, Rect { height: above.min(inner.height), ..inner }, canvas);
        let list = Rect { y: inner.y + above, height: self.rows.0 as u16, ..inner };
        paragraph(lines(&orders[self.first..self.first + self.rows.0]), 0, list.intersection(inner), canvas);
        let bottom = inner.height.saturating_sub(1);
        if self.first < self.last() {
            let more = format!("{} more below", self.last() - self.first);
            let at = inner.right().saturating_sub(more.len() as u16);
            canvas.write(at, inner.y + bottom.saturating_sub(1), more, desk.theme.ink(Ink::Faint));
        }
        status::hints(&self.help(&desk.keys), row_of(inner, bottom), &desk.theme, canvas);
        None
    }
}
