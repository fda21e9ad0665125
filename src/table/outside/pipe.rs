//! Players that have started the game and speak with it by its own input and output: one conversation for one seat or both.

use std::io::{BufRead, Read, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::LONGEST;
use super::wire::{Dropped, News, Wire};

/// The game's own input and output. Lines are taken one after another, by whoever was asked last; there is no clock.
#[derive(Clone)]
pub struct Pipe(Arc<Mutex<Ends>>);

struct Ends {
    input: Box<dyn BufRead + Send>,
    output: Box<dyn Write + Send>,
    /// Nobody speaks or hears any more.
    ended: bool,
}

impl Pipe {
    /// Of an input and an output.
    pub fn new(input: impl BufRead + Send + 'static, output: impl Write + Send + 'static) -> Pipe {
        Pipe(Arc::new(Mutex::new(Ends { input: Box::new(input), output: Box::new(output), ended: false })))
    }

    /// Whether the input was at an end, or the output, when there was something to be heard or told.
    #[must_use]
    pub fn has_ended(&self) -> bool {
        self.ends().ended
    }

    fn ends(&self) -> MutexGuard<'_, Ends> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Ends {
    fn line(&mut self) -> News {
        let mut line = Vec::new();
        let read = self.input.by_ref().take(LONGEST as u64).read_until(b'\n', &mut line);
        match read {
            Ok(LONGEST) if !line.ends_with(b"\n") => self.skip(),
            Ok(1..) => {
                let text = String::from_utf8_lossy(&line).trim().to_owned();
                News::Line(text)
            }
            Ok(0) | Err(_) => {
                self.ended = true;
                News::Ended
            }
        }
    }

    /// Skips the rest of a line.
    fn skip(&mut self) -> News {
        match self.input.skip_until(b'\n') {
            Ok(_) => News::TooLong,
            Err(_) => News::Ended,
        }
    }
}

impl Wire for Pipe {
    fn tell(&mut self, line: &str) {
        let mut ends = self.ends();
        let told = writeln!(ends.output, "{line}").and_then(|()| ends.output.flush());
        ends.ended |= told.is_err();
    }

    fn is_deaf(&self) -> bool {
        false
    }

    fn listen(&mut self, _time: Duration) -> News {
        let mut ends = self.ends();
        if ends.ended { News::Ended } else { ends.line() }
    }

    fn forget(&mut self, _most: usize, _counts: &dyn Fn(&str) -> bool) -> Dropped {
        Dropped::default()
    }

    fn errors(&self) -> Option<&Path> {
        None
    }

    fn drop_errors(&mut self) {}

    fn last_words(&self) -> Option<String> {
        None
    }

    fn part(&mut self) {}
}
