//! Over the Hills: a Napoleonic system of one number, the fatigue score, under which every d10 has to stay.
//!
//! Chapters by the rules page: `space` (OTH-GEO), `ground` (OTH-TERRAIN, OTH-BUA), `fatigue` (OTH-STATUS), `morale`
//! (OTH-MORALE), `command` (OTH-CMD, OTH-ORD, OTH-LEADER, OTH-RALLY), `movement` (OTH-MOVE, OTH-FORM), `contact`
//! (OTH-CONTACT), `fire` (OTH-FIRE, OTH-ART), `combat` (OTH-COMBAT, OTH-MELEE, OTH-RESULT, OTH-WIN), `ending` (OTH-END);
//! `sequence` (OTH-SEQ) runs the turn, `muster` (OTH-UNIT) sets it up, `estimates` judges it.

mod card;
mod combat;
mod command;
mod contact;
mod contacts;
mod ending;
mod estimates;
mod fatigue;
mod fire;
mod ground;
mod info;
mod marks;
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
mod why;
mod words;

#[cfg(test)]
mod tests;

pub use options::Options;
pub use profile::{Arms, Class, Fixed, Gun, Kind, Post, Profile, Traits, Weight};
pub use space::Shape;

use battle::{HouseRules, Scenario, Sheet, SystemInfo};
use rulebook::forecasts;

/// The rules of Over the Hills.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OverTheHills;

/// A battle under these rules.
pub type War = rulebook::War<OverTheHills>;
/// A battle in the hands of somebody who may change it.
pub(crate) type Umpire<'a> = rulebook::Umpire<'a, OverTheHills>;
/// A judgement of an order.
pub(crate) type May = rulebook::May<OverTheHills>;
/// Everything about a verb.
pub(crate) type VerbRow = rulebook::VerbRow<OverTheHills>;

/// Sets up a battle, ready for its first decision.
///
/// # Errors
/// Everything the scenario asks that cannot be given, a sentence each.
pub fn deploy(scenario: &Scenario, house: &HouseRules, seed: u64) -> Result<War, Vec<String>> {
    let options = Options::of(house);
    match options.turn_limit {
        Some(turn_limit) => rulebook::deploy(&Scenario { turn_limit, ..scenario.clone() }, house, options, seed),
        None => rulebook::deploy(scenario, house, options, seed),
    }
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
