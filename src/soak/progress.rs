//! Showing how far a run is: a bar on a terminal, nothing elsewhere.

use std::io::{IsTerminal, stderr};

use indicatif::{ProgressBar, ProgressStyle};

use crate::row::Row;
use crate::times::Times;
use crate::turns::Turn;

/// How far a run is.
pub struct Progress<'a> {
    /// Games done.
    pub done: usize,
    /// Games in all.
    pub total: usize,
    /// Faults so far.
    pub faults: usize,
    /// The game that was done last.
    pub row: &'a Row,
    /// How it stood turn by turn, where that was asked for.
    pub turns: &'a [Turn],
    /// How long its players thought.
    pub times: &'a Times,
}

/// A bar on the error output when that is a terminal.
pub struct Bar(Option<ProgressBar>);

impl Bar {
    /// A bar that appears with the first game done; nothing when the error output is no terminal.
    #[must_use]
    pub fn new() -> Bar {
        Bar(stderr().is_terminal().then(|| {
            let style = ProgressStyle::with_template("{bar:30} {pos}/{len} games, {eta} left {msg}");
            let bar = ProgressBar::new(0);
            style.map_or(bar.clone(), |style| bar.with_style(style))
        }))
    }

    /// Moves it on.
    pub fn show(&self, progress: &Progress<'_>) {
        let Some(bar) = &self.0 else { return };
        bar.set_length(progress.total as u64);
        bar.set_position(progress.done as u64);
        if progress.faults > 0 {
            bar.set_message(format!("({} faults)", progress.faults));
        }
    }

    /// Takes it away.
    pub fn finish(&self) {
        self.0.iter().for_each(ProgressBar::finish_and_clear);
    }
}

impl Default for Bar {
    fn default() -> Bar {
        Bar::new()
    }
}
