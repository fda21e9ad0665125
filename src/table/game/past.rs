//! What was ordered: the record, and the way back.

use std::path::Path;

use battle::Side;

use crate::journal::Journal;
use crate::undo::Undo;

/// The orders of a game so far.
pub struct Past {
    pub(crate) undo: Undo,
    pub(super) journal: Journal,
    /// Orders given, undone ones not counted.
    pub(super) given: u32,
    /// Changes of the battle; a thought about an earlier one is dropped.
    pub(super) changes: u32,
    /// The order being tried, as text.
    pub(super) attempt: Option<String>,
}

impl Past {
    /// A record that begins with that line.
    pub(super) fn new(header: String) -> Past {
        Past { undo: Undo::default(), journal: Journal::new(header), given: 0, changes: 0, attempt: None }
    }
}

impl Past {
    /// Orders given so far, undone ones not counted.
    #[must_use]
    pub fn orders_given(&self) -> u32 {
        self.given
    }

    /// Whose order [`Game::undo`](crate::Game::undo) would take back.
    #[must_use]
    pub fn undo_of(&self) -> Option<Side> {
        self.undo.side()
    }

    /// Where the record is written, if it is.
    #[must_use]
    pub fn record_path(&self) -> Option<&Path> {
        self.journal.path()
    }

    /// The record as text, complete up to the last order.
    #[must_use]
    pub fn record_text(&self) -> String {
        self.journal.lines.iter().fold(String::new(), |text, line| text + line + "\n")
    }

    /// The last turn's hash, 32 hexadecimal digits; at the end it stands for the whole battle.
    #[must_use]
    pub fn last_hash(&self) -> Option<&str> {
        self.journal.last_hash.as_deref()
    }

    /// The order that was tried last and not carried out (refused, or broken off by a panic), as text.
    #[must_use]
    pub fn attempt(&self) -> Option<&str> {
        self.attempt.as_deref()
    }
}
