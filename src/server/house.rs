//! What all connections share: the place, the lists, the door, and whether the place is closing.

use std::sync::{Arc, Mutex, PoisonError};

use battle::Unusable;
use tokio::sync::watch;

use crate::door::Door;
use crate::journal::shown;
use crate::key_list::{KeyLists, Verdict};
use crate::place::Place;
use crate::settings::{Guests, Settings};

/// What all connections share.
pub struct House {
    /// What the host decided.
    pub settings: Settings,
    /// What is played.
    pub place: Arc<dyn Place>,
    /// Who is inside.
    pub door: Arc<Door>,
    /// Becomes true when the place closes.
    pub closing: watch::Sender<bool>,
    lists: Mutex<KeyLists>,
}

impl House {
    /// A house around that place.
    ///
    /// # Errors
    /// A key list that cannot be read.
    pub fn new(settings: Settings, place: Arc<dyn Place>) -> Result<Arc<House>, Unusable> {
        let lists = Mutex::new(KeyLists::read(settings.allow.as_deref(), settings.deny.as_deref())?);
        let door = Door::new(&settings.limits);
        Ok(Arc::new(House { settings, place, door, closing: watch::Sender::new(false), lists }))
    }

    /// What the lists say about a key now.
    pub fn verdict(&self, fingerprint: &str) -> Verdict {
        let mut lists = self.lists.lock().unwrap_or_else(PoisonError::into_inner);
        if let Err(fault) = lists.refresh() {
            tracing::error!(fault = %fault.0, "key list not read again; the old one holds");
        }
        lists.verdict(fingerprint)
    }

    /// Reads the lists again.
    pub fn reread(&self) {
        let mut lists = self.lists.lock().unwrap_or_else(PoisonError::into_inner);
        lists.expire();
        match lists.refresh() {
            Ok(()) => tracing::info!(keys = ?lists.lengths(), facts = %self.place.facts(), "key lists read again"),
            Err(fault) => tracing::error!(fault = %fault.0, "key list not read again; the old one holds"),
        }
    }

    /// A line for everybody who connects: it tells those who are refused why.
    #[must_use]
    pub fn banner(&self) -> String {
        let lists = self.lists.lock().unwrap_or_else(PoisonError::into_inner);
        let keys = match (lists.is_exclusive(), lists.lengths().1.is_some()) {
            (true, _) => "only keys on the host's list are let in",
            (false, true) => {
                "your key (ed25519, ecdsa, or rsa of 2048 bits or more) is your account; some keys are refused"
            }
            (false, false) => "your key (ed25519, ecdsa, or rsa of 2048 bits or more) is your account",
        };
        let guests = match self.settings.guests {
            Guests::Refused => "guests are not let in",
            Guests::Welcome => "without one, come as the user guest",
        };
        format!("{}: {keys}; {guests}.\r\n", self.settings.name)
    }

    /// Whether the place is closing.
    #[must_use]
    pub fn is_closing(&self) -> bool {
        *self.closing.borrow()
    }

    /// Logs what went wrong in the place since the last time.
    pub fn note(&self) {
        for note in self.place.notes() {
            tracing::error!(note = %shown(&note), "fault in the club");
        }
    }

    /// Waits until the place closes.
    pub async fn until_closing(&self) {
        let mut closing = self.closing.subscribe();
        let _ = closing.wait_for(|closing| *closing).await;
    }
}
