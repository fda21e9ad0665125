//! Watching a record: forwards, backwards, turn by turn.

use std::path::Path;
use std::sync::Arc;

use battle::{Library, Side, Unusable};

use crate::game::Game;
use crate::record::{Entry, Record};
use crate::undo::Snapshot;
use crate::verify;

/// So many orders lie between two places that going back begins from.
const STRIDE: usize = 16;

/// A record opened to be watched. Its game has no seats to ask; the log grows and shrinks with the position.
pub struct Replay {
    game: Game,
    entries: Vec<Entry>,
    orders: Vec<String>,
    position: usize,
    /// The game before the first order, and before every [`STRIDE`]th one that has been reached.
    marks: Vec<Snapshot>,
}

impl Replay {
    /// Opens a record at its beginning. Hashes are not compared; see [`verify`](crate::verify) for that.
    ///
    /// # Errors
    /// A file that cannot be read or is no record.
    pub fn open(library: Arc<dyn Library>, path: &Path) -> Result<Replay, Unusable> {
        let record = Record::read(path)?;
        let game = Game::of_record_told(library.as_ref(), &record)?;
        let counts = |entry: &Entry| matches!(entry, Entry::Order(_) | Entry::Resign { .. });
        let entries: Vec<Entry> = record.items.into_iter().map(|item| item.entry).filter(counts).collect();
        let orders = entries.iter().map(text).collect();
        let marks = vec![game.snapshot(Side::Blue)];
        Ok(Replay { game, entries, orders, position: 0, marks })
    }

    /// The battle at this position.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Orders played so far.
    #[must_use]
    pub fn position(&self) -> usize {
        self.position
    }

    /// Orders in the record, a resignation counted as one.
    #[must_use]
    pub fn orders(&self) -> &[String] {
        &self.orders
    }

    /// Plays the next order; `false` at the end.
    ///
    /// # Errors
    /// The order is refused: the record is of another battle or of another version.
    pub fn forward(&mut self) -> Result<bool, Unusable> {
        let Some(entry) = self.entries.get(self.position) else { return Ok(false) };
        verify::play_entry(&mut self.game, entry)
            .map_err(|(_, why)| Unusable(format!("order {}: {why}", self.position + 1)))?;
        self.position += 1;
        if self.position == self.marks.len() * STRIDE {
            self.marks.push(self.game.snapshot(Side::Blue));
        }
        Ok(true)
    }

    /// Goes to a position: that many orders played, or all there are.
    ///
    /// # Errors
    /// An order on the way is refused.
    pub fn seek(&mut self, position: usize) -> Result<(), Unusable> {
        if position < self.position {
            let mark = position / STRIDE;
            self.game.rewind(self.marks[mark].copy());
            self.position = mark * STRIDE;
        }
        while self.position < position && self.forward()? {}
        Ok(())
    }

    /// Goes back one order; `false` at the beginning.
    ///
    /// # Errors
    /// An order on the way is refused.
    pub fn back(&mut self) -> Result<bool, Unusable> {
        let Some(before) = self.position.checked_sub(1) else { return Ok(false) };
        self.seek(before)?;
        Ok(true)
    }

    /// Goes to where that turn begins, or to the end when there is no such turn.
    ///
    /// # Errors
    /// An order on the way is refused.
    pub fn seek_turn(&mut self, turn: u16) -> Result<(), Unusable> {
        if self.game.system().field().turn() >= turn {
            self.seek(0)?;
        }
        while self.game.system().field().turn() < turn && self.forward()? {}
        Ok(())
    }
}

fn text(entry: &Entry) -> String {
    match entry {
        Entry::Order(text) => text.clone(),
        Entry::Resign { side, .. } => format!("resign {side}"),
        _ => String::new(),
    }
}
