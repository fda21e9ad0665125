//! A player in this process, who is told lines and answers them.

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What a player says to a line that it hears, both without their ends.
type Says = Box<dyn FnMut(&str) -> Option<String> + Send>;

/// A player who hears lines and answers each by a function, with a line or nothing. Clones are the same player: a game writes to
/// one and reads from the other.
#[derive(Clone)]
pub struct Correspondent(Arc<Mutex<Desk>>);

struct Desk {
    line: Vec<u8>,
    waiting: VecDeque<u8>,
    heard: Vec<String>,
    says: Says,
}

impl Correspondent {
    /// Who answers so.
    pub fn new(says: impl FnMut(&str) -> Option<String> + Send + 'static) -> Correspondent {
        let says: Says = Box::new(says);
        Correspondent(Arc::new(Mutex::new(Desk {
            line: Vec::new(),
            waiting: VecDeque::new(),
            heard: Vec::new(),
            says,
        })))
    }

    /// The lines heard since the last call, without their ends.
    #[must_use]
    pub fn heard(&self) -> Vec<String> {
        std::mem::take(&mut self.desk().heard)
    }

    fn desk(&self) -> MutexGuard<'_, Desk> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Write for Correspondent {
    /// # Panics
    /// If a line is not UTF-8: a fault of the game.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut desk = self.desk();
        for byte in bytes {
            if *byte != b'\n' {
                desk.line.push(*byte);
                continue;
            }
            let line = String::from_utf8(std::mem::take(&mut desk.line)).expect("text");
            if let Some(answer) = (desk.says)(&line) {
                desk.waiting.extend(answer.as_bytes());
                desk.waiting.push_back(b'\n');
            }
            desk.heard.push(line);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Read for Correspondent {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        self.desk().waiting.read(room)
    }
}
