//! What can be taken back: everything since dice fell, something was revealed or the enemy answered.

use battle::{Side, System};

use crate::journal::Chain;
use crate::log::LogMark;
use crate::tally::Counts;

/// The game as it was before an order.
pub(crate) struct Snapshot {
    pub(crate) side: Side,
    pub(crate) system: Box<dyn System>,
    pub(crate) mark: LogMark,
    pub(crate) counts: Counts,
    /// What onlookers could count.
    pub(crate) open: Counts,
    pub(crate) chain: Chain,
    pub(crate) given: u32,
}

impl Snapshot {
    /// An exact copy.
    pub(crate) fn copy(&self) -> Snapshot {
        let system = self.system.copy();
        let (counts, open, chain) = (self.counts.clone(), self.open.clone(), self.chain.clone());
        Snapshot { system, counts, open, chain, ..*self }
    }
}

/// Snapshots that may be returned to, and why there are none before them.
pub(crate) struct Undo {
    stack: Vec<Snapshot>,
    bottom: &'static str,
}

/// Why an order cannot be taken back.
pub(crate) const DICE: &str = "dice fell";
/// Why an order cannot be taken back.
pub(crate) const REVEALED: &str = "something was revealed";
/// Why an order cannot be taken back.
pub(crate) const ANSWERED: &str = "the enemy has answered";
/// Why an order cannot be taken back.
pub(crate) const NOTHING: &str = "nothing to undo";

impl Default for Undo {
    fn default() -> Undo {
        Undo { stack: Vec::new(), bottom: NOTHING }
    }
}

impl Undo {
    /// Why nothing can be undone now.
    pub(crate) fn blocked(&self) -> Option<String> {
        self.stack.is_empty().then(|| String::from(self.bottom))
    }

    /// How many orders can be taken back.
    pub(crate) fn depth(&self) -> usize {
        self.stack.len()
    }

    /// Whose order can be taken back now.
    pub(crate) fn side(&self) -> Option<Side> {
        self.stack.last().map(|snapshot| snapshot.side)
    }

    /// An order of a person was carried out: it can be taken back unless `barrier` says why not. Orders of the other
    /// side before it no longer can.
    pub(crate) fn given(&mut self, snapshot: Snapshot, barrier: Option<&'static str>) {
        if self.stack.last().is_some_and(|last| last.side != snapshot.side) {
            self.block(ANSWERED);
        }
        match barrier {
            Some(why) => self.block(why),
            None => self.stack.push(snapshot),
        }
    }

    /// Nothing that happened so far can be undone any more.
    pub(crate) fn block(&mut self, why: &'static str) {
        self.stack.clear();
        self.bottom = why;
    }

    /// The last snapshot.
    ///
    /// # Errors
    /// Why there is none.
    pub(crate) fn take(&mut self) -> Result<Snapshot, String> {
        self.stack.pop().ok_or_else(|| String::from(self.bottom))
    }
}
