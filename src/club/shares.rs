//! Whose computer thinks next: the battle that has had the least of the thinkers' time, so that a slow one makes nobody wait
//! but itself; and with more than one thinker one of them is kept free of long thoughts.

use std::collections::BTreeMap;
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

/// Those who wait to think, by battle.
pub(crate) struct Shares<T> {
    /// In the order in which they came.
    waiting: Vec<(u64, T)>,
    accounts: BTreeMap<u64, Account>,
    /// What the one that was taken last had had before: where nobody waits, who comes begins near that and has saved up no more.
    floor: Duration,
    /// Long thoughts at a time, and at most.
    long: usize,
    most_long: usize,
}

/// One who may think now.
pub(crate) struct Taken<T> {
    pub(crate) battle: u64,
    pub(crate) who: T,
    is_long: bool,
}

impl<T> Shares<T> {
    /// For so many thinkers.
    pub(crate) fn new(thinkers: usize) -> Shares<T> {
        let most_long = thinkers.saturating_sub(1).max(1);
        Shares { waiting: Vec::new(), accounts: BTreeMap::new(), floor: Duration::ZERO, long: 0, most_long }
    }

    /// A battle waits.
    pub(crate) fn wait(&mut self, battle: u64, who: T) {
        let spent = |(battle, _): &(u64, T)| self.accounts.get(battle).map_or(Duration::ZERO, |account| account.spent);
        let least = self.waiting.iter().map(spent).min().unwrap_or(self.floor);
        let account = self.accounts.entry(battle).or_default();
        account.spent = account.spent.max(least.saturating_sub(CREDIT));
        self.waiting.push((battle, who));
    }

    /// Who thinks next, if anybody may: of those who have had equally little the one that has waited longest.
    pub(crate) fn next(&mut self) -> Option<Taken<T>> {
        let account = |battle: &u64| self.accounts.get(battle).copied().unwrap_or_default();
        let may = |battle: &u64| account(battle).usual <= LONG || self.long < self.most_long;
        let numbered = self.waiting.iter().enumerate().filter(|(_, (battle, _))| may(battle));
        let (place, _) = numbered.min_by_key(|(_, (battle, _))| account(battle).spent)?;
        let (battle, who) = self.waiting.remove(place);
        let Account { spent, usual } = self.accounts.get(&battle).copied().unwrap_or_default();
        let is_long = usual > LONG;
        self.floor = self.floor.max(spent);
        self.long += usize::from(is_long);
        Some(Taken { battle, who, is_long })
    }

    /// A battle has thought for so long.
    pub(crate) fn thought<U>(&mut self, taken: &Taken<U>, took: Duration) {
        self.long -= usize::from(taken.is_long);
        let account = self.accounts.entry(taken.battle).or_default();
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
        self.waiting.drain(..).map(|(_, who)| who).collect()
    }
}
