//! A disk that takes nothing: it is said at once, what is typed waits, and it is tried again until it does.

use std::io;

use super::slate::{Heard, Slate};
use super::talk::Talk;
use crate::unsaved::{self, RETRY};

/// Lines that wait for the disk; further ones wait where they come from.
const MOST_WAITING: usize = 1_000;
/// Attempts after the last line that can come: a minute.
const LAST_ATTEMPTS: u32 = 30;

/// Whether a battle can go on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Saved {
    /// What was ordered is on the disk.
    Yes,
    /// It is not, and nobody waits for it any longer.
    GivenUp,
}

impl Talk<'_> {
    /// Returns when what was ordered is on the disk, or when nobody waits for that any longer.
    pub(super) fn await_disk(&mut self, slate: &mut dyn Slate) -> io::Result<Saved> {
        if self.game.is_joined() || self.game.save_again() {
            return Ok(Saved::Yes);
        }
        let (mut told, mut attempts_left) = (String::new(), LAST_ATTEMPTS);
        while let Some(why) = self.game.unsaved() {
            if why != told {
                let words = unsaved::words(&why);
                slate.say(&format!("{words} quit leaves; that loses the last order and nothing before it."))?;
                told = why;
            }
            match self.hear_waiting(slate)? {
                Some(Heard::Line(line)) if super::answers::leaves(&line) => return Ok(Saved::GivenUp),
                Some(Heard::Line(line)) => self.waiting.push_back(line),
                Some(Heard::Closed) if attempts_left == 0 => return Ok(Saved::GivenUp),
                Some(Heard::Closed) => {
                    attempts_left -= 1;
                    std::thread::sleep(RETRY);
                }
                Some(Heard::News) | None => {}
            }
            self.game.save_again();
        }
        slate.say("Everything is saved again; the battle goes on.")?;
        Ok(Saved::Yes)
    }

    fn hear_waiting(&mut self, slate: &mut dyn Slate) -> io::Result<Option<Heard>> {
        if self.waiting.len() < MOST_WAITING {
            return slate.hear_within(RETRY);
        }
        std::thread::sleep(RETRY);
        Ok(None)
    }
}
