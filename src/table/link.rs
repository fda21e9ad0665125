//! The other end of a battle that is kept elsewhere: orders go there, and what was carried out comes back as the lines
//! of its record.

use battle::{Refusal, Side};

/// What a follower of a battle needs of whoever keeps it. All calls return at once.
///
/// The keeper plays the battle under its own [`Game`](crate::Game); a follower plays the lines of that game's record
/// again, so both have the same state and the same dice without a word about either. See
/// [`Game::join`](crate::Game::join).
pub trait Link: Send {
    /// Whose orders are given at this end; `None`: nobody's. Onlookers have no link, for the lines of a record hold every
    /// secret; see [`Gallery`](crate::Gallery).
    fn side(&self) -> Option<Side>;

    /// The lines of the record that this end may know from the `from`-th on, the header being line 0. Lines never
    /// change; an undo is a line of its own.
    fn lines(&self, from: usize) -> Vec<String>;

    /// Gives an order, as text. When it returns, the order is in the record and [`Link::lines`] has it.
    ///
    /// # Errors
    /// Why it is refused; nothing has changed then.
    fn give(&self, order: &str) -> Result<(), Refusal>;

    /// Takes the last order of this end back. The keeper asks [`Past::undo_of`](crate::Past::undo_of) first: an order of
    /// the other side stays.
    ///
    /// # Errors
    /// Why not, as [`Game::undo`](crate::Game::undo) says it.
    fn undo(&self) -> Result<(), String>;

    /// This end's side gives up.
    fn resign(&self);

    /// Why the battle does not go on where it is kept, in a few words; `None` when it does.
    fn trouble(&self) -> Option<String> {
        None
    }

    /// What Blue and Red are called at the table; `None`: nobody is known there.
    fn players(&self) -> [Option<String>; 2];
}
