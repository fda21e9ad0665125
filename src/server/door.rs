//! The door: how many may wait and how many may play, in all, per address and per key. A place is given back when its
//! ticket is dropped.

use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, PoisonError};

use crate::sentences;
use crate::settings::Limits;

/// The door.
#[derive(Debug)]
pub struct Door {
    counts: Mutex<Counts>,
    most: Most,
}

#[derive(Debug)]
struct Most {
    waiting: [u32; 2],
    playing: [u32; 3],
}

#[derive(Debug, Default)]
struct Counts {
    waiting: Tally<IpAddr>,
    playing: Tally<IpAddr>,
    keys: Tally<String>,
}

/// How many, in all and by what they have in common.
#[derive(Debug)]
struct Tally<K> {
    all: u32,
    each: BTreeMap<K, u32>,
}

impl<K> Default for Tally<K> {
    fn default() -> Tally<K> {
        Tally { all: 0, each: BTreeMap::new() }
    }
}

impl<K: Ord + Clone> Tally<K> {
    fn of(&self, key: &K) -> u32 {
        self.each.get(key).copied().unwrap_or(0)
    }

    fn add(&mut self, key: &K) {
        self.all += 1;
        *self.each.entry(key.clone()).or_insert(0) += 1;
    }

    fn take(&mut self, key: &K) {
        self.all -= 1;
        if let Some(count) = self.each.get_mut(key) {
            *count -= 1;
            if *count == 0 {
                self.each.remove(key);
            }
        }
    }
}

/// A place among those who wait.
#[derive(Debug)]
pub struct Ticket {
    door: Arc<Door>,
    address: IpAddr,
}

/// A place among those who play.
#[derive(Debug)]
pub struct Seat {
    door: Arc<Door>,
    address: IpAddr,
    key: Option<String>,
}

impl Door {
    /// A door with those limits.
    #[must_use]
    pub fn new(limits: &Limits) -> Arc<Door> {
        let most = Most {
            waiting: [limits.waiting, limits.waiting_per_address],
            playing: [limits.sessions, limits.sessions_per_address, limits.sessions_per_key],
        };
        Arc::new(Door { counts: Mutex::default(), most })
    }

    /// A place to wait in; `None` when there is none left.
    #[must_use]
    pub fn knock(self: &Arc<Door>, address: IpAddr) -> Option<Ticket> {
        let address = neighbourhood(address);
        let mut counts = self.counts();
        let [all, each] = self.most.waiting;
        if counts.waiting.all >= all || counts.waiting.of(&address) >= each {
            return None;
        }
        counts.waiting.add(&address);
        Some(Ticket { door: Arc::clone(self), address })
    }

    /// A place to play at.
    ///
    /// # Errors
    /// A sentence for the visitor: which limit is reached.
    pub fn seat(self: &Arc<Door>, address: IpAddr, key: Option<&str>) -> Result<Seat, &'static str> {
        let address = neighbourhood(address);
        let key = key.map(String::from);
        let mut counts = self.counts();
        let [all, each, with_key] = self.most.playing;
        if counts.playing.all >= all {
            return Err(sentences::FULL);
        }
        if counts.playing.of(&address) >= each {
            return Err(sentences::FULL_ADDRESS);
        }
        if key.as_ref().is_some_and(|key| counts.keys.of(key) >= with_key) {
            return Err(sentences::FULL_KEY);
        }
        counts.playing.add(&address);
        if let Some(key) = &key {
            counts.keys.add(key);
        }
        Ok(Seat { door: Arc::clone(self), address, key })
    }

    /// People playing now.
    #[must_use]
    pub fn playing(&self) -> u32 {
        self.counts().playing.all
    }

    /// Connections waiting now.
    #[must_use]
    pub fn waiting(&self) -> u32 {
        self.counts().waiting.all
    }

    fn counts(&self) -> std::sync::MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.door.counts().waiting.take(&self.address);
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        let mut counts = self.door.counts();
        counts.playing.take(&self.address);
        if let Some(key) = &self.key {
            counts.keys.take(key);
        }
    }
}

/// What counts as one address: an IPv4 address, or the network that one IPv6 customer usually has.
fn neighbourhood(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & (!0 << 64))),
        address => address,
    }
}
