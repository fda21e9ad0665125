//! A disk that takes nothing: it is said at once, nobody goes on, and it is tried again until it does.

use std::time::Duration;

use super::Battle;
use super::seen::Seen;
use crate::text::sentence;
use crate::theme::Ink;
use crate::unsaved::{self, RETRY};

/// How soon it is looked whether the disk has taken the last order.
const LOOK: Duration = Duration::from_millis(50);

/// What a battle screen knows of the disk.
#[derive(Default)]
pub struct Saving {
    /// Why the battle waits.
    why: Option<String>,
    tried: Duration,
}

impl Saving {
    /// Whether the battle waits for the disk.
    pub(super) fn waits_for_disk(&self) -> bool {
        self.why.is_some()
    }

    /// How soon the disk is to be looked at again.
    pub(super) fn next_look(&self, seen: &Seen) -> Option<Duration> {
        match self.waits_for_disk() {
            _ if seen.game.is_joined() => None,
            true => Some(RETRY),
            false => seen.game.past().is_saving().then_some(LOOK),
        }
    }

    /// What the message row says while the battle waits for the disk.
    pub(super) fn unsaved_words(&self, seen: &Seen) -> Option<String> {
        let why = self.why.as_ref()?;
        if seen.game.is_joined() {
            return Some(sentence(why));
        }
        Some(unsaved::words(why))
    }
}

impl Battle {
    /// Looks whether everything is saved, and tries again when it is not; whether anything changed.
    pub(super) fn see_to_saving(&mut self, now: Duration) -> bool {
        if self.saving.why.is_some() && now.saturating_sub(self.saving.tried) >= RETRY {
            self.saving.tried = now;
            self.seen.game.save_again();
        }
        let why = self.seen.game.unsaved().or_else(|| self.seen.game.elsewhere().trouble());
        let changed = why != self.saving.why;
        match (&self.saving.why, &why) {
            (None, Some(_)) => self.saving.tried = now,
            (Some(_), None) => self.say(Ink::Good, "Everything is saved again; the battle goes on."),
            _ => {}
        }
        self.saving.why = why;
        changed
    }
}
