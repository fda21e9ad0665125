//! One battle in progress: seats, log, undo and record behind one door; no terminal and no rule system by name.
//!
//! A [`Game`] asks its rule system what is pending, hands the decision to the seat of that side (a person, a
//! commander, an external program), lets the system resolve the answer, and tells what happened as [`Dispatch`]es.
//! With a [`RecordFile`] it writes every order down as it is given; [`Game::resume`], [`verify`] and [`Replay`] play
//! such a record again and compare the hash of every turn.

mod ears;
mod external;
mod game;
mod journal;
mod log;
mod luck;
mod narrator;
mod protocol;
mod receipt;
mod record;
mod replay;
mod seat;
mod setup;
mod tally;
mod thinking;
mod undo;
mod verify;
mod visible;

#[cfg(test)]
mod tests;

pub use game::Game;
pub use journal::RecordFile;
pub use log::{Dispatch, DispatchKind};
pub use luck::Luck;
pub use receipt::{Receipt, receipt};
pub use record::FORMAT;
pub use replay::Replay;
pub use setup::{SeatSpec, Setup};
pub use tally::{SideTally, Tally};
pub use thinking::{Thinking, Thought};
pub use verify::{Verdict, verify};
