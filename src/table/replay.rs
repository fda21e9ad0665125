//! Watching a record: forwards, backwards, turn by turn.

use std::path::Path;

use battle::{Library, Unusable};

use crate::game::Game;
use crate::record::{Entry, Record};

/// A record opened to be watched. Its game has no seats to ask; the log grows and shrinks with the position.
pub struct Replay<'a> {
    library: &'a dyn Library,
    record: Record,
    game: Game,
    orders: Vec<String>,
    position: usize,
}

impl<'a> Replay<'a> {
    /// Opens a record at its beginning. Hashes are not compared; see [`verify`](crate::verify) for that.
    ///
    /// # Errors
    /// A file that cannot be read or is no record.
    pub fn open(library: &'a dyn Library, path: &Path) -> Result<Replay<'a>, Unusable> {
        let record = Record::read(path)?;
        let game = Game::of_record_told(library, &record)?;
        let text = |entry: &Entry| match entry {
            Entry::Order(text) => Some(text.clone()),
            Entry::Resign { side, .. } => Some(format!("resign {side}")),
            _ => None,
        };
        let orders = record.items.iter().filter_map(|item| text(&item.entry)).collect();
        Ok(Replay { library, record, game, orders, position: 0 })
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
        let Some(text) = self.orders.get(self.position) else { return Ok(false) };
        if let Some(side) = text.strip_prefix("resign ").and_then(|side| side.parse().ok()) {
            self.game.resign(side);
        } else {
            let order = self.game.system().order_text().read(text);
            let given = order.and_then(|order| self.game.give(&order).map_err(|refusal| refusal.to_string()));
            given.map_err(|why| Unusable(format!("order {} `{text}` is refused: {why}", self.position + 1)))?;
        }
        self.position += 1;
        Ok(true)
    }

    /// Goes to a position: that many orders played, or all there are.
    ///
    /// # Errors
    /// An order on the way is refused.
    pub fn seek(&mut self, position: usize) -> Result<(), Unusable> {
        if position < self.position {
            self.game = Game::of_record_told(self.library, &self.record)?;
            self.position = 0;
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
