//! Somebody who is here: who it is, and how to wake the session.

use std::sync::{Arc, Mutex};

use tui::Waker;

use crate::lock::lock;
use crate::seat::Who;
use crate::store::now;

/// A visit going on, as the hall knows it.
pub(crate) struct Present {
    /// Its number among all visits.
    pub(crate) number: u64,
    /// When it began, in seconds since 1970.
    pub(crate) since: i64,
    who: Mutex<Who>,
    waker: Mutex<Option<Waker>>,
}

impl Present {
    pub(crate) fn new(number: u64, who: Who) -> Arc<Present> {
        Arc::new(Present { number, since: now(), who: Mutex::new(who), waker: Mutex::new(None) })
    }

    pub(crate) fn who(&self) -> Who {
        lock(&self.who).clone()
    }

    pub(crate) fn become_known(&self, who: Who) {
        *lock(&self.who) = who;
    }

    pub(crate) fn listen(&self, waker: Waker) {
        *lock(&self.waker) = Some(waker);
    }

    /// Wakes the session. No lock is held while it is called.
    pub(crate) fn wake(&self) {
        let waker = lock(&self.waker).clone();
        if let Some(waker) = waker {
            waker();
        }
    }
}
