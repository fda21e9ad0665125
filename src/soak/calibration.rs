//! Whether forecasts are true: what was foreseen of orders, held against what came of them.
//!
//! Orders that players give are chosen for what they promise, so that of those too much was promised more often than too
//! little. The measure of the forecasts themselves are orders drawn at random and tried on a copy of the battle
//! ([`Source::Tried`]).

pub(crate) mod fate;
mod ledger;
mod sample;
mod text;
mod trial;
mod ways;

use battle::{Battlefield, Event, Library, Listener, Order, System};

pub use ledger::{Entry, Slot, Source};
pub(crate) use ledger::{Held, Ledger};
pub(crate) use sample::Sample;
pub(crate) use text::{json, lines};
pub(crate) use trial::Both;
use trial::Trials;

/// How closely forecasts are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Looks {
    /// Orders are tried at one of so many decisions.
    pub every: u32,
    /// Orders after which the dice can fall in no more ways than that are followed through all of them.
    pub ways: u32,
    /// Each order drawn is tried so many times more, each time with other dice; 0 for once and no more.
    pub throws: u32,
}

/// The calibration of a game as it goes on.
pub(crate) struct Calibration {
    ledger: Ledger,
    /// Orders given whose forecasts are not all settled.
    open: Vec<Sample>,
    trials: Trials,
}

impl Calibration {
    /// Of one game.
    pub(crate) fn new(library: &dyn Library, commanders: [&str; 2], seed: u64, looks: Looks) -> Calibration {
        let trials = Trials::new(library, commanders, seed, looks);
        Calibration { ledger: Ledger::default(), open: Vec::new(), trials }
    }

    /// Tries orders at a decision, where it is drawn.
    pub(crate) fn try_orders(&mut self, battle: &dyn System, given: u32) {
        self.trials.at(battle, given, &mut self.ledger);
    }

    /// Notes an order that is about to be given, as its side sees the battle.
    pub(crate) fn foresee(&mut self, view: &dyn System, order: &Order) {
        self.open.iter_mut().for_each(|sample| sample.answers(view, order));
        self.open.extend(Sample::of(view, order));
    }

    /// Settles what is over.
    pub(crate) fn settle(&mut self, battle: &dyn System) {
        let (over, open) = std::mem::take(&mut self.open).into_iter().partition(|sample| sample.is_over(battle));
        self.open = open;
        let over: Vec<Sample> = over;
        for held in over.iter().flat_map(Sample::held) {
            self.ledger.add(Source::Given, held);
        }
    }

    /// The game's lines.
    pub(crate) fn entries(&self) -> Vec<Entry> {
        self.ledger.entries()
    }

    /// Trials that could not be played on, with the first reason.
    pub(crate) fn broken(&self) -> Option<String> {
        self.trials.broken()
    }
}

impl Listener for Calibration {
    fn after(&mut self, field: &Battlefield, event: &Event) {
        self.open.iter_mut().for_each(|sample| sample.after(field, event));
    }
}
