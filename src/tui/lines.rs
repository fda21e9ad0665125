//! A battle as sentences, questions and typed answers: for terminals without a screen, for pipes, and for readers of screens.

mod answers;
mod away;
mod campaigns;
mod lobby;
mod replay;
mod saving;
mod slate;
mod talk;
mod turn;
mod wire;
mod words;

pub use replay::replay;
pub use slate::{Ended, Heard, Slate, pick};
pub use talk::{Talk, play};
pub use wire::{Echo, converse};
