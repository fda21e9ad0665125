//! Orders as they are played before the person's eyes, and what of it has been read.

use battle::Battlefield;
use table::Dispatch;

use super::seen::Seen;
use crate::animate::Playback;

/// What is being shown.
#[derive(Default)]
pub struct Show {
    pub(super) playback: Playback,
    pub(super) paused: bool,
    /// Whether one order is shown though it is paused.
    pub(super) single_step: bool,
    /// The field and the count of events when the others began to act, for seeing it again.
    pub(super) others_began: Option<(Battlefield, usize)>,
    /// How many dispatches the person could read when the orders now being shown began.
    pub(super) told_before: usize,
    /// Whether others have had the turn since the person last had it.
    pub(super) waited: bool,
}

impl Show {
    /// Whether the person can give orders right now.
    pub(super) fn at_hand(&self, seen: &Seen) -> bool {
        seen.person().is_some() && !self.playback.is_playing()
    }

    /// Whether the turn has just come back to the person.
    pub(super) fn comes_back(&mut self, seen: &Seen) -> bool {
        if seen.game.outcome().is_some() {
            return false;
        }
        let at_hand = self.at_hand(seen);
        let back = at_hand && self.waited;
        self.waited = seen.person().is_none() || self.waited && !at_hand;
        back
    }

    /// The dispatches that the eyes may read, but for what is still being shown.
    pub(super) fn told<'a>(&self, seen: &'a Seen) -> Vec<&'a Dispatch> {
        let mut told = seen.readable();
        if self.playback.is_playing() {
            told.truncate(self.told_before);
        }
        told
    }
}

/// What the person has read.
#[derive(Default)]
pub struct News {
    /// How many dispatches there were when the person last could act.
    pub(super) read: usize,
    /// The first dispatch of the last digest; the log opens there.
    pub(super) first: Option<usize>,
}
