//! One battle in progress: seats, log, undo and record behind one door; no terminal and no rule system by name.
//!
//! A [`Game`] asks its rule system what is pending, hands the decision to the seat of that side (a person, a
//! commander, an external program), lets the system resolve the answer, and tells what happened as [`Dispatch`]es.
//! With a [`RecordFile`] it writes every order down as it is given; [`Game::resume`], [`verify`] and [`Replay`] play
//! such a record again and compare the hash of every turn. [`Game::join`] follows a battle that is kept elsewhere by
//! the lines of its record, which come over a [`Link`].
//!
//! # Records
//! JSON Lines, each appended and flushed as it comes about:
//!
//! | line | says |
//! |---|---|
//! | `{"grognard":"record","format":1,"program":..,"system":..,"house":{..},"seats":[..],"seed":..,"battle":{"key":..,"hash":..,"text":..}}` | the header: all that a battle begins with, the battle file's text with its blake3 hash |
//! | `{"order":"assault B3 >R2"}` | an order that was carried out |
//! | `{"turn":3,"hash":".."}` | a turn has ended; the hash follows from the last one, the turn's orders and the state |
//! | `{"undo":1}` | so many orders were taken back |
//! | `{"resign":"blue","why":".."}` | a side gave up; `why` when a program could not go on |
//! | `{"over":{"winner":..,"reason":..,"points":[..]},"hash":".."}` | the end |
//!
//! A battle of a campaign carries in its header's `notes`, under `campaign`, the campaign's `key`, `hash` and `text`, its `battles` as
//! written, its `seed`, and its `past`: for each earlier battle the stage, the account, the way that was taken and the last hash of its
//! record. [`verify`] draws the battle anew from that.
//!
//! The first hash begins with the header line, so that every byte of a record but undone orders counts. A torn last
//! line is forgiven, nothing else is.

mod account;
mod aftermath;
mod aims;
mod audience;
mod campaigns;
mod disk;
mod game;
mod glance;
mod interval;
mod journal;
mod link;
mod log;
mod luck;
mod narrator;
mod outside;
mod receipt;
mod record;
mod record_file;
mod replay;
mod seat;
mod setup;
mod simulated;
mod tally;
mod thinking;
mod trial;
mod undo;
mod verify;
mod visible;
mod witness;

#[cfg(test)]
mod tests;

pub use account::{Account, Afterwards, Frame, Gallery, Sighting};
pub use aftermath::{Aftermath, Blow, Fate, Mishap, Moment, TurnToll, UnitToll};
pub use aims::{Aim, aims, briefing, score, standing, standing_in_short, time_left};
pub use campaign;
pub use campaigns::{Going, TakenUp, Terms, begin_next, going, next_battle, notes, run_after, run_of, take, take_up};
pub use disk::{Disk, DiskFile, RealDisk, SyncWhen};
pub use game::{Elsewhere, Game, Past, Seats, Staffed, Stage};
pub use glance::{End, Glance, Part, glance};
pub use interval::{DEVIATIONS, Interval, wilson};
pub use link::Link;
pub use log::{Dispatch, DispatchKind};
pub use luck::Luck;
pub use narrator::formation_words;
pub use outside::{Dealings, Outside, Pipe, Retelling};
pub use receipt::{Receipt, asked, receipt};
pub use record::{FORMAT, Notes, Summary, summary};
pub use record_file::{REPLACED, RecordFile, Saved, Saving, TAKEN_AWAY, write_anew};
pub use replay::Replay;
pub use setup::{SeatSpec, Setup};
pub use simulated::{SimulatedDisk, Trouble};
pub use tally::{SideTally, Tally};
pub use thinking::{Thinking, Thought};
pub use trial::{Trial, Tried};
pub use verify::{Verdict, turns_alike, verify};
