//! What there is between the game and a player from outside, whatever it is made of.

use std::path::Path;
use std::time::Duration;

/// What has come from a player.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum News {
    /// A line.
    Line(String),
    /// Nothing in the time given.
    Nothing,
    /// What it says is at an end.
    Ended,
    /// A line that is too long, the rest of which is not heard.
    TooLong,
    /// Much more of such a line, and still no end of it.
    Endless,
}

/// How much was dropped unheard.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Dropped {
    /// Bytes.
    pub(crate) bytes: usize,
    /// Lines of the kind that was asked about, the beginning of one included.
    pub(crate) lines: u32,
}

/// The two ways to a player.
pub(crate) trait Wire: Send {
    /// Tells it a line, which it takes when it likes.
    fn tell(&mut self, line: &str);

    /// Whether it has not taken all that it was told.
    fn is_deaf(&self) -> bool;

    /// Waits for a line, for no longer than that where there is a clock.
    fn listen(&mut self, time: Duration) -> News;

    /// Drops what it has said so far, and stops when that is more than `most` bytes; counts lines of that kind.
    fn forget(&mut self, most: usize, counts: &dyn Fn(&str) -> bool) -> Dropped;

    /// The file that keeps what it says of its errors.
    fn errors(&self) -> Option<&Path>;

    /// Takes that file away when all is over.
    fn drop_errors(&mut self);

    /// The last line that it said there.
    fn last_words(&self) -> Option<String>;

    /// Lets it take what it was told, ends its input and gives it a moment to end by itself.
    fn part(&mut self);
}
