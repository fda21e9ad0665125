//! Random legal play with a log, and looks at a battle on its way.

use battle::{Listener, Order, System};

use super::{CLOSENESS, Failure, MAX_ORDERS, Make};
use crate::RandomPlayer;

/// A battle with its orders so far.
pub(super) struct Game {
    pub battle: Box<dyn System>,
    pub seed: u64,
    pub orders: Vec<Order>,
    pub log: Vec<String>,
    property: &'static str,
    player: RandomPlayer,
}

impl Game {
    pub fn new(make: Make<'_>, property: &'static str, seed: u64) -> Game {
        Game {
            battle: make(seed),
            seed,
            orders: Vec::new(),
            log: Vec::new(),
            property,
            player: RandomPlayer::new(seed),
        }
    }

    /// The same battle with another player.
    pub fn with_player(self, player: u64) -> Game {
        Game { player: RandomPlayer::new(player), ..self }
    }

    pub fn fail<T>(&self, what: impl Into<String>) -> Result<T, Failure> {
        Err(Failure { property: self.property, seed: self.seed, orders: self.log.clone(), what: what.into() })
    }

    pub fn text(&self, order: &Order) -> String {
        self.battle.order_text().write(order)
    }

    /// A random legal order; `None` when the battle is over.
    pub fn choose(&mut self) -> Result<Option<Order>, Failure> {
        if self.battle.outcome().is_some() {
            return Ok(None);
        }
        if self.orders.len() >= MAX_ORDERS {
            return self.fail(format!("the battle does not end within {MAX_ORDERS} orders"));
        }
        match self.player.choose(&*self.battle) {
            Some(order) => Ok(Some(order)),
            None => {
                self.fail(format!("a dead end: nothing can be ordered while {:?} is pending", self.battle.pending()))
            }
        }
    }

    /// Gives a legal order.
    pub fn give(&mut self, order: &Order, listener: &mut dyn Listener) -> Result<(), Failure> {
        let text = self.text(order);
        if let Err(refusal) = self.battle.resolve(order, listener) {
            return self.fail(format!("the listed order `{text}` is refused: {refusal}"));
        }
        self.orders.push(*order);
        self.log.push(text);
        Ok(())
    }

    /// Plays to the end.
    pub fn finish(&mut self, listener: &mut dyn Listener) -> Result<(), Failure> {
        while let Some(order) = self.choose()? {
            self.give(&order, listener)?;
        }
        Ok(())
    }

    /// Plays to the end and looks at the battle before some orders, often at first and then ever less.
    pub fn look(&mut self, mut at: impl FnMut(&dyn System, u64) -> Result<(), String>) -> Result<(), Failure> {
        let mut next = 0;
        while let Some(order) = self.choose()? {
            let number = self.orders.len();
            if number >= next {
                next = number + 1 + number / CLOSENESS;
                if let Err(what) = at(&*self.battle, number as u64) {
                    return self.fail(what);
                }
            }
            self.give(&order, &mut battle::Deaf)?;
        }
        let number = self.orders.len() as u64;
        at(&*self.battle, number).or_else(|what| self.fail(what))
    }
}

/// Plays a battle for each seed and looks at it on its way.
pub(super) fn look_at_each(
    make: Make<'_>,
    property: &'static str,
    mut at: impl FnMut(&dyn System, u64) -> Result<(), String>,
) -> Result<(), Failure> {
    (0..super::SEEDS).try_for_each(|seed| Game::new(make, property, seed).look(|battle, number| at(battle, number)))
}

/// The first of a few words in which two byte strings of equal meaning differ.
pub(super) fn same(what: &str, one: &[u8], other: &[u8]) -> Result<(), String> {
    if one == other {
        return Ok(());
    }
    let place = one.iter().zip(other).position(|(a, b)| a != b).unwrap_or(one.len().min(other.len()));
    Err(format!("{what}: the states differ from byte {place} on ({} and {} bytes)", one.len(), other.len()))
}
