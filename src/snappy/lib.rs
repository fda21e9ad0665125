//! Snappy: a Napoleonic system of d10 morale checks, without casualties: one ladder of six places is all a unit has.
//!
//! Chapters by the rules page: `space` (SN-GEO), `terrain`, `sight`, `orders` (SN-ORD), `movement` (SN-MOVE), `charge`
//! (SN-CHARGE, SN-SQUARE), `fire` (SN-FIRE, SN-ART), `morale` (SN-MC), `melee`, `leaders`, `rally`, `supply`, `ending`
//! (SN-END); `sequence` (SN-SEQ) runs the turn, `muster` (SN-UNIT) sets it up, `estimates` judges it.

mod bases;
mod card;
mod charge;
mod contact;
mod ending;
mod estimates;
mod fire;
mod info;
mod leaders;
mod marks;
mod melee;
mod modifiers;
mod morale;
mod movement;
mod muster;
mod options;
pub mod orders;
mod profile;
mod rally;
mod reference;
mod room;
mod sequence;
mod sight;
mod space;
mod state;
mod supply;
mod system;
mod tables;
mod tallies;
mod teaching;
mod terrain;
mod why;
mod words;

#[cfg(test)]
mod tests;

pub use options::Options;
pub use profile::{Fixed, Kind, Nation, Post, Profile, Weight};
pub use space::Shape;

use battle::{HouseRules, Scenario, Sheet, SystemInfo};
use rulebook::forecasts;

/// The rules of Snappy.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Snappy;

/// A battle under these rules.
pub type War = rulebook::War<Snappy>;
/// A battle in the hands of somebody who may change it.
pub(crate) type Umpire<'a> = rulebook::Umpire<'a, Snappy>;
/// A judgement of an order.
pub(crate) type May = rulebook::May<Snappy>;
/// Everything about a verb.
pub(crate) type VerbRow = rulebook::VerbRow<Snappy>;

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
