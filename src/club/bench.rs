//! An onlooker's place in a battle: the public account, and no way to anything else.

use std::sync::Arc;

use table::{Account, Frame, Gallery, Sighting};

use crate::hall::Hold;
use crate::lock::lock;
use crate::present::Present;
use crate::store::Listed;

/// The names of those who play.
fn names(battle: &Listed) -> [Option<String>; 2] {
    battle.seats.each_ref().map(|seat| seat.name().map(String::from))
}

/// A place to watch a battle that goes on. While there is one, the battle stays in memory and its account is kept.
pub(crate) struct Bench {
    hold: Hold,
    /// What was to be seen when the place was taken; for when the battle cannot be read any more.
    first: Sighting,
    players: [Option<String>; 2],
    visitor: Arc<Present>,
}

impl Bench {
    /// Takes a place; from now on the visitor is woken whenever the battle changes.
    ///
    /// # Errors
    /// The record cannot be played; for the host.
    pub(crate) fn new(hold: Hold, battle: &Listed, visitor: &Arc<Present>) -> Result<Bench, battle::Unusable> {
        let policy = &hold.hall().policy;
        let (delay, afterwards) = (policy.delay, policy.reveal.to_onlookers());
        let library = hold.hall().library.as_ref();
        let first = lock(&hold.room().inner).watch(library, delay, afterwards)?;
        lock(&hold.room().followers).push(Arc::clone(visitor));
        Ok(Bench { hold, first, players: names(battle), visitor: Arc::clone(visitor) })
    }
}

impl Gallery for Bench {
    fn now(&self) -> Sighting {
        self.hold.look(|inner| inner.account().map(Account::now)).unwrap_or_else(|| self.first.clone())
    }

    fn next(&self, after: u64) -> Option<Arc<Frame>> {
        self.hold.look(|inner| inner.account()?.next(after))
    }

    fn players(&self) -> [Option<String>; 2] {
        self.players.clone()
    }
}

impl Drop for Bench {
    fn drop(&mut self) {
        let mut followers = lock(&self.hold.room().followers);
        if let Some(place) = followers.iter().position(|other| Arc::ptr_eq(other, &self.visitor)) {
            followers.swap_remove(place);
        }
        drop(followers);
        lock(&self.hold.room().inner).stop_watching();
    }
}

/// A picture of a battle that is over, as both sides knew it at its end.
pub(crate) struct Print {
    last: Sighting,
    players: [Option<String>; 2],
}

impl Print {
    /// Of that account's last frame.
    pub(crate) fn new(account: &Account, battle: &Listed) -> Print {
        Print { last: account.now(), players: names(battle) }
    }
}

impl Gallery for Print {
    fn now(&self) -> Sighting {
        self.last.clone()
    }

    fn next(&self, _after: u64) -> Option<Arc<Frame>> {
        None
    }

    fn players(&self) -> [Option<String>; 2] {
        self.players.clone()
    }
}
