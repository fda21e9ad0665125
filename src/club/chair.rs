//! A place in a battle: the link between a follower's game and the battle as it is kept here.

use std::sync::Arc;

use battle::{Refusal, Side};
use table::Link;

use crate::hall::Hold;
use crate::lock::lock;
use crate::present::Present;
use crate::said::NO_DISK;
use crate::store::Listed;

/// A player's place. While there is one, the battle stays in memory.
pub(crate) struct Chair {
    hold: Hold,
    side: Side,
    players: [Option<String>; 2],
    visitor: Arc<Present>,
}

impl Chair {
    /// Sits down on that side; from now on the visitor is woken whenever the battle changes.
    pub(crate) fn new(hold: Hold, battle: &Listed, side: Side, visitor: &Arc<Present>) -> Chair {
        lock(&hold.room().followers).push(Arc::clone(visitor));
        let players = battle.seats.each_ref().map(|seat| seat.name().map(String::from));
        Chair { hold, side, players, visitor: Arc::clone(visitor) }
    }
}

impl Link for Chair {
    fn side(&self) -> Option<Side> {
        Some(self.side)
    }

    fn lines(&self, from: usize) -> Vec<String> {
        self.hold.look(|inner| inner.lines(from))
    }

    fn give(&self, order: &str) -> Result<(), Refusal> {
        let mut refused = None;
        let done = self.hold.act(|inner, library| {
            inner.give(library, self.side, order).map_err(|refusal| refused.insert(refusal).to_string())
        });
        done.map_err(|why| refused.unwrap_or_else(|| Refusal::new("", why.to_string())))
    }

    fn undo(&self) -> Result<(), String> {
        self.hold.act(|inner, _| inner.undo(self.side)).map_err(|why| why.to_string())
    }

    fn resign(&self) {
        self.hold.resign(self.side);
    }

    fn trouble(&self) -> Option<String> {
        let stuck = self.hold.hall().scribe.is_stuck(self.hold.id());
        stuck.then(|| String::from(NO_DISK)).or_else(|| self.hold.look(|inner| inner.astray().map(String::from)))
    }

    fn players(&self) -> [Option<String>; 2] {
        self.players.clone()
    }
}

impl Drop for Chair {
    fn drop(&mut self) {
        let mut followers = lock(&self.hold.room().followers);
        if let Some(place) = followers.iter().position(|other| Arc::ptr_eq(other, &self.visitor)) {
            followers.swap_remove(place);
        }
    }
}
