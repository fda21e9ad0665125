//! The thread that stays with the disk: syncs what is synced once a second, and tries again what could not be written.

use std::collections::BTreeMap;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::hall::{Hall, Hold};
use crate::lock::lock;

/// How long between two rounds.
const ROUND: Duration = Duration::from_secs(1);

#[derive(Default)]
struct Desk {
    /// Battles with lines that are not synced.
    dirty: BTreeMap<u64, Hold>,
    /// Battles whose record could not be written.
    stuck: BTreeMap<u64, Hold>,
    shut: bool,
}

/// What is to be seen to on the disk. Nothing runs while there is nothing.
#[derive(Default)]
pub(crate) struct Scribe {
    desk: Mutex<Desk>,
    changed: Condvar,
}

impl Scribe {
    /// A battle has lines to be synced within the second.
    pub(crate) fn sync_soon(&self, hold: Hold) {
        self.put(hold, |desk| &mut desk.dirty);
    }

    /// A battle's record could not be written; whether that is new.
    pub(crate) fn try_again(&self, hold: Hold) -> bool {
        self.put(hold, |desk| &mut desk.stuck)
    }

    fn put(&self, hold: Hold, place: impl FnOnce(&mut Desk) -> &mut BTreeMap<u64, Hold>) -> bool {
        let mut desk = lock(&self.desk);
        if desk.shut {
            return false;
        }
        let before = place(&mut desk).insert(hold.id(), hold);
        self.changed.notify_all();
        drop(desk);
        before.is_none()
    }

    /// A battle's record was written; whether it could not be before.
    pub(crate) fn is_mended(&self, battle: u64) -> bool {
        let before = lock(&self.desk).stuck.remove(&battle);
        before.is_some()
    }

    /// Whether a battle's record could not be written.
    pub(crate) fn is_stuck(&self, battle: u64) -> bool {
        lock(&self.desk).stuck.contains_key(&battle)
    }

    /// Ends [`run`] after a last round.
    pub(crate) fn shut(&self) {
        lock(&self.desk).shut = true;
        self.changed.notify_all();
    }

    /// Waits for something to do, and then for the round to be over; whether there will be another.
    fn wait(&self) -> bool {
        let mut desk = lock(&self.desk);
        while !desk.shut && desk.dirty.is_empty() && desk.stuck.is_empty() {
            desk = self.changed.wait(desk).unwrap_or_else(PoisonError::into_inner);
        }
        let end = Instant::now() + ROUND;
        while !desk.shut && Instant::now() < end {
            let left = end.saturating_duration_since(Instant::now());
            desk = self.changed.wait_timeout(desk, left).unwrap_or_else(PoisonError::into_inner).0;
        }
        !desk.shut
    }

    fn take_dirty(&self) -> Vec<Hold> {
        std::mem::take(&mut lock(&self.desk).dirty).into_values().collect()
    }

    fn stuck(&self) -> Vec<u64> {
        lock(&self.desk).stuck.keys().copied().collect()
    }
}

/// Sees to the disk until the hall is shut.
pub(crate) fn run(hall: &Arc<Hall>) {
    loop {
        let again = hall.scribe.wait();
        hall.scribe.take_dirty().iter().for_each(Hold::sync);
        if !again {
            break;
        }
        for battle in hall.scribe.stuck() {
            hall.hold(battle).mend();
        }
    }
    let stuck = std::mem::take(&mut lock(&hall.scribe.desk).stuck);
    drop(stuck);
}
