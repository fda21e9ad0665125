//! The terminal front end: screens, map, panels and keys over [`table::Game`]; it names no rule system, map or commander.
//!
//! [`run`] plays in the terminal of the process. [`App`] is the same program without a terminal of its own: it is fed
//! [`Input`]s, drawn into any `ratatui` frame and ticked with the time, by tests and by whoever serves it elsewhere.

mod animate;
mod app;
mod canvas;
mod ending;
mod glyphs;
mod host;
mod idle;
mod keymap;
mod keys;
mod layer;
mod letters;
pub mod lines;
mod map;
mod options;
mod ordering;
mod panels;
mod past;
mod pen;
mod records;
mod run;
mod screen;
mod screens;
mod settings;
mod shift;
mod signals;
mod text;
mod theme;
mod typed;
mod unsaved;
mod worth;

#[cfg(test)]
extern crate self as tui;
#[cfg(test)]
mod tests;

pub use animate::Speed;
pub use app::{App, check};
pub use glyphs::Glyphs;
pub use host::{
    Against, Entered, Errand, GoingOn, History, Host, Lately, Linked, Offer, Opponent, Room, Row, Score, Section,
    SharedHost, Tally, Visitor,
};
pub use keymap::{HelpRow, Key};
pub use layer::{Input, Waker};
pub use options::{ExitReason, Options, Start, Wishes};
pub use records::own_battles;
pub use run::{run, terminal, type_at_terminal};
pub use screen::{Line, Screen, Signal, serve};
pub use theme::{Depth, Palette};
