//! For whom is thought next: the battle that has had the least of the thinkers' time, so that a slow one makes nobody wait
//! but itself; and with more than one thinker one of them is kept free of long thoughts. What else is thought out here
//! counts as a battle. Nobody has two thinkers at once.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// A battle whose decisions take longer than this is one of long thoughts.
const LONG: Duration = Duration::from_millis(200);
/// Who comes new, or again after a while, has so much less than whoever has had least: enough for all decisions of a quick turn.
const CREDIT: Duration = Duration::from_millis(500);
/// Of the usual time of a battle's decisions the last counts for one part in so many.
const PARTS: u32 = 4;
/// Battles of which it is remembered what they have had.
const REMEMBERED: usize = 4096;

/// What one battle has had.
#[derive(Clone, Copy, Default)]
struct Account {
    spent: Duration,
    usual: Duration,
}

/// How somebody waits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    /// In turn.
    Turn,
    /// Behind all others, and never on the thinker that is kept free.
    Behind,
}

struct Waiting<K, T> {
    rank: Rank,
    key: K,
    who: T,
}

/// Those who wait to think, by battle.
pub(crate) struct Shares<K, T> {
    /// In the order in which they came.
    waiting: Vec<Waiting<K, T>>,
    accounts: BTreeMap<K, Account>,
    /// For whom is thought now.
    busy: BTreeSet<K>,
    /// What the one that was taken last had had before: where nobody waits, who comes begins near that and has saved up no more.
    floor: Duration,
    /// Long thoughts at a time, and at most.
    long: usize,
    most_long: usize,
}

/// One who may think now.
pub(crate) struct Taken<K, T> {
    pub(crate) key: K,
    pub(crate) who: T,
    is_long: bool,
}

impl<K: Copy, T> Taken<K, T> {
    /// Who may think, and the rest.
    pub(crate) fn part(self) -> (T, Taken<K, ()>) {
        (self.who, Taken { key: self.key, who: (), is_long: self.is_long })
    }
}

impl<K: Copy + Ord, T> Shares<K, T> {
    /// For so many thinkers.
    pub(crate) fn new(thinkers: usize) -> Shares<K, T> {
        let most_long = thinkers.saturating_sub(1).max(1);
        Shares {
            waiting: Vec::new(),
            accounts: BTreeMap::new(),
            busy: BTreeSet::new(),
            floor: Duration::ZERO,
            long: 0,
            most_long,
        }
    }

    /// A battle waits.
    pub(crate) fn wait(&mut self, key: K, who: T) {
        self.add(Rank::Turn, key, who);
    }

    /// The same in place of what waits for that battle already.
    pub(crate) fn wait_instead(&mut self, key: K, who: T) {
        self.waiting.retain(|waiting| waiting.key != key);
        self.add(Rank::Turn, key, who);
    }

    /// A battle waits that is thought about only when nobody else waits who may.
    pub(crate) fn wait_behind(&mut self, key: K, who: T) {
        self.add(Rank::Behind, key, who);
    }

    fn add(&mut self, rank: Rank, key: K, who: T) {
        let spent =
            |other: &Waiting<K, T>| self.accounts.get(&other.key).map_or(Duration::ZERO, |account| account.spent);
        let in_turn = self.waiting.iter().filter(|other| other.rank == Rank::Turn);
        let least = in_turn.map(spent).min().unwrap_or(self.floor);
        let account = self.accounts.entry(key).or_default();
        account.spent = account.spent.max(least.saturating_sub(CREDIT));
        self.waiting.push(Waiting { rank, key, who });
    }

    /// Who thinks next, if anybody may: of those who have had equally little the one that has waited longest.
    pub(crate) fn next(&mut self) -> Option<Taken<K, T>> {
        let account = |key: &K| self.accounts.get(key).copied().unwrap_or_default();
        let short = |waiting: &Waiting<K, T>| waiting.rank == Rank::Turn && account(&waiting.key).usual <= LONG;
        let may = |waiting: &Waiting<K, T>| {
            !self.busy.contains(&waiting.key) && (short(waiting) || self.long < self.most_long)
        };
        let numbered = self.waiting.iter().enumerate().filter(|(_, waiting)| may(waiting));
        let (place, _) = numbered.min_by_key(|(_, waiting)| (waiting.rank, account(&waiting.key).spent))?;
        let is_long = !short(&self.waiting[place]);
        let Waiting { rank, key, who } = self.waiting.remove(place);
        if rank == Rank::Turn {
            self.floor = self.floor.max(account(&key).spent);
        }
        self.long += usize::from(is_long);
        self.busy.insert(key);
        Some(Taken { key, who, is_long })
    }

    /// A battle has thought for so long.
    pub(crate) fn thought<U>(&mut self, taken: &Taken<K, U>, took: Duration) {
        self.long -= usize::from(taken.is_long);
        self.busy.remove(&taken.key);
        let account = self.accounts.entry(taken.key).or_default();
        account.spent += took;
        account.usual = (account.usual * (PARTS - 1) + took) / PARTS;
        if self.accounts.len() > REMEMBERED {
            let floor = self.floor;
            self.accounts.retain(|_, account| account.spent > floor);
        }
    }

    /// How many wait.
    pub(crate) fn len(&self) -> usize {
        self.waiting.len()
    }

    /// Lets all go who wait.
    pub(crate) fn let_go(&mut self) -> Vec<T> {
        self.waiting.drain(..).map(|waiting| waiting.who).collect()
    }
}
