//! The door: how many may wait and how many may play, in all, per address and per key. A place is given back when its
//! ticket is dropped.
//!
//! Who has not logged in waits on the porch, who has logged in and does not play yet waits in the hall. A full room
//! makes room: the oldest connection of the address with the most of them gives way, so that somebody from elsewhere
//! always gets in.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, PoisonError};

use crate::sentences;
use crate::settings::Limits;
use crate::wire::Gauge;

/// The door.
#[derive(Debug)]
pub struct Door {
    counts: Mutex<Counts>,
    waiting: u32,
    entering: u32,
    waiting_per_address: u32,
    playing: [u32; 3],
}

#[derive(Debug, Default)]
struct Counts {
    next: u64,
    porch: Room,
    hall: Room,
    playing: Tally<IpAddr>,
    keys: Tally<String>,
}

/// Connections that wait, by address and in the order in which they came.
#[derive(Debug, Default)]
struct Room {
    each: BTreeMap<IpAddr, BTreeMap<u64, Arc<Gauge>>>,
}

impl Room {
    fn all(&self) -> usize {
        self.each.values().map(BTreeMap::len).sum()
    }

    fn of(&self, address: &IpAddr) -> usize {
        self.each.get(address).map_or(0, BTreeMap::len)
    }

    fn add(&mut self, address: IpAddr, number: u64, gauge: Arc<Gauge>) {
        self.each.entry(address).or_default().insert(number, gauge);
    }

    fn take(&mut self, address: &IpAddr, number: u64) -> Option<Arc<Gauge>> {
        let numbers = self.each.get_mut(address)?;
        let gauge = numbers.remove(&number);
        if numbers.is_empty() {
            self.each.remove(address);
        }
        gauge
    }

    /// Sends one away: the oldest of the address with the most; of two such addresses, of the one that came earlier.
    fn make_room(&mut self) {
        let busiest = self.each.iter().max_by_key(|(_, numbers)| (numbers.len(), Reverse(numbers.keys().next())));
        if let Some(address) = busiest.map(|(address, _)| *address) {
            self.make_room_among(&address);
        }
    }

    /// Sends the oldest of that address away.
    fn make_room_among(&mut self, address: &IpAddr) {
        let oldest = self.each.get(address).and_then(|numbers| numbers.keys().next().copied());
        if let Some(gauge) = oldest.and_then(|number| self.take(address, number)) {
            gauge.give_way();
        }
    }
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

/// A place among those who wait, on the porch or in the hall.
#[derive(Debug)]
pub struct Ticket {
    door: Arc<Door>,
    address: IpAddr,
    number: u64,
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
        Arc::new(Door {
            counts: Mutex::default(),
            waiting: limits.waiting,
            entering: limits.entering,
            waiting_per_address: limits.waiting_per_address,
            playing: [limits.sessions, limits.sessions_per_address, limits.sessions_per_key],
        })
    }

    /// A place on the porch for the connection with that wire; `None` when its address has too many there. When the
    /// porch is full, somebody gives way.
    #[must_use]
    pub fn knock(self: &Arc<Door>, address: IpAddr, gauge: &Arc<Gauge>) -> Option<Ticket> {
        let address = neighbourhood(address);
        let mut counts = self.counts();
        if self.waiting == 0 || counts.porch.of(&address) >= self.waiting_per_address as usize {
            return None;
        }
        if counts.porch.all() >= self.waiting as usize {
            counts.porch.make_room();
        }
        counts.next += 1;
        let number = counts.next;
        counts.porch.add(address, number, Arc::clone(gauge));
        Some(Ticket { door: Arc::clone(self), address, number })
    }

    /// A place to play at.
    ///
    /// # Errors
    /// A sentence for the visitor: which limit is reached.
    pub fn seat(self: &Arc<Door>, address: IpAddr, key: Option<&str>) -> Result<Seat, &'static str> {
        let address = neighbourhood(address);
        let key = key.map(String::from);
        let mut counts = self.counts();
        let [all, each, with_key] = self.playing;
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

    /// Connections waiting now: those that have not logged in, and those that have.
    #[must_use]
    pub fn waiting(&self) -> [usize; 2] {
        let counts = self.counts();
        [counts.porch.all(), counts.hall.all()]
    }

    fn counts(&self) -> std::sync::MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Ticket {
    /// The holder has logged in: from the porch into the hall, where somebody gives way when it is full or when that
    /// address has its share there already.
    pub fn enter(&self) {
        let mut counts = self.door.counts();
        let Some(gauge) = counts.porch.take(&self.address, self.number) else { return };
        if counts.hall.of(&self.address) >= self.door.waiting_per_address as usize {
            counts.hall.make_room_among(&self.address);
        } else if counts.hall.all() >= self.door.entering as usize {
            counts.hall.make_room();
        }
        counts.hall.add(self.address, self.number, gauge);
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        let mut counts = self.door.counts();
        counts.porch.take(&self.address, self.number);
        counts.hall.take(&self.address, self.number);
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
#[must_use]
pub fn neighbourhood(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & (!0 << 64))),
        address => address,
    }
}
