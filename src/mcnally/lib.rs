//! McNally: the American War of Independence by cards, random moves, figures lost one by one and panic markers.
//!
//! Chapters by the rules page: `space` (MC-HEX), `ground` (cover, going), `formations` (MC-DEPLOY), `morale` (MC-MORALE,
//! MC-PANIC, routs), `generals` (MC-GENERAL), `movement` (MC-MOVE, MC-FORM), `charge` (MC-CHARGE, MC-SKIRM), `fire` (MC-FIRE,
//! MC-ART), `melee` (MC-MELEE); `cards` and `sequence` (MC-SEQ) run the turn, `muster` (MC-STAT) sets up, `estimates` and
//! `threats` judge.

mod card;
mod cards;
mod charge;
mod ending;
mod estimates;
mod fire;
mod forecasts;
mod formations;
mod generals;
mod ground;
mod info;
mod losses;
mod marks;
mod melee;
mod modifiers;
mod morale;
mod movement;
mod muster;
mod options;
mod profile;
mod reference;
mod sequence;
mod space;
mod state;
mod system;
mod tables;
mod tallies;
mod teaching;
mod threats;
mod why;
mod words;

#[cfg(test)]
mod tests;

pub use options::Options;
pub use profile::{Arms, Fixed, Nation, Post, Profile, Traits, Troops, Weight};
pub use space::Shape;

use battle::{HouseRules, Scenario, Sheet, SystemInfo};

/// The rules of McNally.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct McNally;

/// A battle under these rules.
pub type War = rulebook::War<McNally>;
/// A battle in the hands of somebody who may change it.
pub(crate) type Umpire<'a> = rulebook::Umpire<'a, McNally>;
/// A judgement of an order.
pub(crate) type May = rulebook::May<McNally>;
/// Everything about a verb.
pub(crate) type VerbRow = rulebook::VerbRow<McNally>;

/// Sets up a battle, ready for its first decision.
///
/// # Errors
/// Everything the scenario asks that cannot be given, a sentence each.
pub fn deploy(scenario: &Scenario, house: &HouseRules, seed: u64) -> Result<War, Vec<String>> {
    rulebook::deploy(scenario, house, Options::of(house), seed)
}

/// Fixed facts of the system.
#[must_use]
pub fn info() -> &'static SystemInfo {
    &info::INFO
}

/// The tables with those house rules.
#[must_use]
pub fn reference(house: &HouseRules) -> Vec<Sheet> {
    reference::sheets(&Options::of(house))
}
