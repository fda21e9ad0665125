//! What lists have in common: the keys that go through their rows, and the bar on one of them.

use crossterm::event::KeyCode;
use ratatui::layout::Rect;

use crate::canvas::Canvas;
use crate::keymap::{Binding, Key, Keymap};
use crate::keys::Named;
use crate::text::cut;
use crate::theme::{Ink, Theme};

/// What only one list does. Names are for what can have other keys.
pub trait Own: Copy + 'static {
    /// Its name in the file of keys; nothing where its keys are not to be chosen.
    fn own_name(self) -> Option<&'static str> {
        None
    }

    /// The keys that it has where none are chosen.
    fn own_keys(self) -> &'static [Key] {
        &[]
    }
}

/// What a key does in a list, or in anything else that has rows.
#[derive(Clone, Copy)]
pub enum Listed<A: 'static> {
    /// So many rows down.
    Step(i32),
    /// Takes the row under the bar.
    Choose,
    /// Back to where one came from.
    Back,
    /// What only this list does.
    Own(A),
}

/// Nothing that only one list does.
#[derive(Clone, Copy)]
pub enum Nothing {}

impl Own for Nothing {}

const DOWN: &[Key] = &[Key::code(KeyCode::Down), Key::char('j'), Key::code(KeyCode::Tab)];
const UP: &[Key] = &[Key::code(KeyCode::Up), Key::char('k'), Key::code(KeyCode::BackTab)];
const LEAVE: &[Key] = &[Key::code(KeyCode::Esc), Key::char('q')];
const BELOW: &str = "The row below.";
const ABOVE: &str = "The row above.";
const CHOOSE: &[Key] = &[Key::char(' '), Key::char('y')];
const NO: &[Key] = &[Key::char('q'), Key::char('n')];

/// The tables are written out, for a function's value could not stand in a table that is for every `A`.
impl<A> Listed<A> {
    /// One row down and up.
    pub const ONE: Keymap<Listed<A>> = &[
        Binding { keys: DOWN, action: Listed::Step(1), hint: "", help: BELOW },
        Binding { keys: UP, action: Listed::Step(-1), hint: "", help: ABOVE },
    ];
    /// One row down and up, told of.
    pub const NEXT: Keymap<Listed<A>> = &[
        Binding { keys: DOWN, action: Listed::Step(1), hint: "next", help: BELOW },
        Binding { keys: UP, action: Listed::Step(-1), hint: "", help: ABOVE },
    ];
    /// The same, told of by its arrows.
    pub const ARROWS: Keymap<Listed<A>> = &[
        Binding { keys: DOWN, action: Listed::Step(1), hint: "↑ ↓|other rows", help: BELOW },
        Binding { keys: UP, action: Listed::Step(-1), hint: "", help: ABOVE },
    ];
    /// Ten rows down and up.
    pub const TEN: Keymap<Listed<A>> = &[
        Binding { keys: &[Key::code(KeyCode::PageDown)], action: Listed::Step(10), hint: "", help: "Ten down." },
        Binding { keys: &[Key::code(KeyCode::PageUp)], action: Listed::Step(-10), hint: "", help: "Ten up." },
    ];
    /// What the keys of every list do, for choosing others.
    pub const COMMON: Keymap<Listed<A>> = &[
        Binding { keys: DOWN, action: Listed::Step(1), hint: "", help: BELOW },
        Binding { keys: UP, action: Listed::Step(-1), hint: "", help: ABOVE },
        Binding { keys: CHOOSE, action: Listed::Choose, hint: "", help: "Take the row under the bar." },
        Binding { keys: LEAVE, action: Listed::Back, hint: "", help: "Back to where you came from." },
    ];
    /// Back.
    pub const BACK: Keymap<Listed<A>> =
        &[Binding { keys: LEAVE, action: Listed::Back, hint: "back", help: "Back to where you came from." }];
}

impl<A: Own> Named for Listed<A> {
    fn key_name(self) -> Option<&'static str> {
        match self {
            Listed::Step(1) => Some("list-down"),
            Listed::Step(-1) => Some("list-up"),
            Listed::Choose => Some("list-choose"),
            Listed::Back => Some("list-back"),
            Listed::Step(_) => None,
            Listed::Own(own) => own.own_name(),
        }
    }

    fn usual(self) -> &'static [Key] {
        match self {
            Listed::Step(1) => DOWN,
            Listed::Step(-1) => UP,
            Listed::Choose => CHOOSE,
            Listed::Back => NO,
            Listed::Step(_) => &[],
            Listed::Own(own) => own.own_keys(),
        }
    }
}

/// The bar on one of a list's rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bar {
    at: usize,
}

impl Bar {
    /// On that row.
    #[must_use]
    pub const fn at(row: usize) -> Bar {
        Bar { at: row }
    }

    /// The row under it.
    #[must_use]
    pub const fn row(self) -> usize {
        self.at
    }

    /// Moves it so many of so many rows down, as far as there are any.
    pub fn step(&mut self, by: i32, of: usize) {
        self.at = self.at.saturating_add_signed(by as isize).min(of.saturating_sub(1));
    }

    /// The same, from the last row on to the first.
    pub fn turn(&mut self, by: i32, of: usize) {
        self.at = turned(self.at, by, of);
    }

    /// Draws as many of the rows as there is room for, the one under the bar among them.
    pub fn draw(self, rows: &[String], area: Rect, canvas: &mut Canvas<'_>, theme: &Theme) {
        let visible = usize::from(area.height).max(1);
        let first = (self.at + 1).saturating_sub(visible);
        for (place, row) in rows.iter().enumerate().skip(first).take(visible) {
            let ink = if place == self.at { Ink::Chosen } else { Ink::Text };
            let text = cut(row, usize::from(area.width));
            canvas.write(area.x, area.y + (place - first) as u16, text, theme.ink(ink));
        }
    }
}

/// A line of a list whose rows stand in groups.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// What the rows below have in common; the bar never stands there.
    Heading(String),
    /// A row.
    Row(String),
}

impl Bar {
    /// Draws as many lines of a list in groups as there is room for, the row under the bar among them, and headings with
    /// their rows.
    pub fn draw_grouped(self, entries: &[Entry], area: Rect, canvas: &mut Canvas<'_>, theme: &Theme) {
        let rows = || entries.iter().enumerate().filter(|(_, entry)| matches!(entry, Entry::Row(_)));
        let at = rows().nth(self.at).map_or(0, |(place, _)| place);
        let visible = usize::from(area.height).max(1);
        let first = (at + 1).saturating_sub(visible);
        for (place, entry) in entries.iter().enumerate().skip(first).take(visible) {
            let (text, ink) = match entry {
                Entry::Heading(text) => (text, Ink::Heading),
                Entry::Row(text) if place == at => (text, Ink::Chosen),
                Entry::Row(text) => (text, Ink::Text),
            };
            let text = cut(text, usize::from(area.width));
            canvas.write(area.x, area.y + (place - first) as u16, text, theme.ink(ink));
        }
    }
}

/// The place so many further round of so many.
#[must_use]
pub fn turned(at: usize, by: i32, of: usize) -> usize {
    (at as i32 + by).rem_euclid(of.max(1) as i32) as usize
}
