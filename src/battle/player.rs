//! Whoever answers decisions: the door that commanders, persons, records and external programs share.

use std::sync::atomic::AtomicBool;

use crate::reasons::Words;
use crate::{Order, System, UnitId};

/// One input of a judgement and what it counted for.
#[derive(Clone, Debug, PartialEq)]
pub struct Consideration {
    /// As a player would say it, e.g. "loss inflicted".
    pub name: &'static str,
    /// The input, normalised to 0..1.
    pub input: f64,
    /// What the response curve made of it, 0..1.
    pub response: f64,
    /// The weight it counted with.
    pub weight: f64,
    /// How that reads where the order is set beside another.
    pub words: Words,
}

/// One order that was weighed.
#[derive(Clone, Debug, PartialEq)]
pub struct Weighed {
    /// The order.
    pub order: Order,
    /// Its score, 0..1 or above; the highest was taken.
    pub score: f64,
    /// What it was made of.
    pub considerations: Vec<Consideration>,
}

/// What a unit is given the means for.
#[derive(Clone, Debug, PartialEq)]
pub enum Prospect {
    /// To act.
    Acts {
        /// The best it could do.
        what: Weighed,
        /// What doing nothing would be judged by.
        still: Vec<Consideration>,
    },
    /// To defend itself against a charge that may come: more is to be had by that than by acting.
    Defends,
}

/// Why an order was given.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Why {
    /// The mission it serves with its reason, in a sentence; empty where it serves none.
    pub mission: String,
    /// What doing nothing would be judged by; empty where that is no choice or was not judged.
    pub still: Vec<Consideration>,
    /// The best few orders, best first.
    pub options: Vec<Weighed>,
    /// What the order gives the means for, where it does no more than that.
    pub prospect: Option<Prospect>,
    /// How many orders were weighed in all.
    pub weighed: usize,
}

/// An answer to a decision.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The order.
    pub order: Order,
    /// Why, where the player can say.
    pub why: Option<Why>,
}

/// Answers decisions. It is shown a view of the battle as its side may know it, never the battle itself.
pub trait Player: Send {
    /// What to call it, e.g. the profile's name.
    fn name(&self) -> &str;

    /// Answers the pending decision with a legal order. `stop` asks for the best answer known at once.
    ///
    /// Called only while `view` has a decision pending for the side it was made for.
    fn decide(&mut self, view: &dyn System, stop: &AtomicBool) -> Choice;

    /// What it would do with that unit now, or with the side as a whole; `None` when there is nothing to do.
    fn advise(&mut self, view: &dyn System, unit: Option<UnitId>) -> Option<Choice>;

    /// What it would have the whole side do this turn: a sentence for each group, then how things stand. Nothing where it makes
    /// no plans.
    fn plan(&mut self, _view: &dyn System) -> Vec<String> {
        Vec::new()
    }
}
