//! On War: Napoleonic battles of battalions, stand by stand, with saves, charges, squares and hidden units.
//!
//! The folders are the rulebook's chapters. Measures, dice, shapes and ground stand below all others; `consequences` is
//! where units and leaders leave; `sequence` and `info` put the turn together.

mod account;
mod assault;
mod buildings;
mod card;
mod command;
mod consequences;
mod dice;
mod estimates;
mod fire;
mod formations;
mod frames;
mod ground;
mod hidden;
mod info;
mod marks;
mod measures;
mod modifiers;
mod morale;
mod movement;
mod muster;
mod options;
mod profile;
mod reference;
mod roster;
mod sequence;
mod sight;
mod state;
mod system;
mod tables;
mod tallies;
mod teaching;

#[cfg(test)]
mod tests;
mod words;

pub use options::Options;
pub use profile::{Kind, Motivation, Post, Profile, Skill, Traits};

use battle::{HouseRules, Scenario, Sheet, SystemInfo};

/// The rules of On War.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OnWar;

/// A battle under On War.
pub type War = rulebook::War<OnWar>;

/// A battle under On War in the hands of somebody who may change it.
type Umpire<'a> = rulebook::Umpire<'a, OnWar>;

/// Everything about a verb.
type VerbRow = rulebook::VerbRow<OnWar>;

/// A judgement of an order.
type May = rulebook::May<OnWar>;

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
