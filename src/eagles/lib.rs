//! Eagles Cheaper than Brain Cells: grand-tactical Napoleonic battles with six units a side and few orders.
//!
//! Chapters by the rules page, each using only those before it: `space` (EA-BASE, EA-SPACE), `terrain`, `sight` (EA-LOS),
//! `movement` (EA-MOVE, EA-MAN), `losses` and `retreat` (EA-BASE-5, EA-ASSAULT-17 to 22), `command` (EA-ORD, EA-GEN,
//! EA-INIT), `fire` (EA-FIRE, EA-SKIRM), `rally`, `assault`; `sequence` (EA-SEQ) runs the turn, `muster` (EA-STAT) sets
//! it up, `estimates` (EA-AI) judges it.

use rulebook::No;

/// Why the unit of an order cannot be or do something: a sentence that goes on after its label.
macro_rules! barred {
    ($clause:literal, $text:literal) => {
        rulebook::No::new($clause, |war, order| format!(concat!("{} ", $text), war.actor_of(order)))
    };
}

mod account;
mod answers;
mod assault;
mod card;
mod command;
mod estimates;
mod fire;
mod forecasts;
mod info;
mod losses;
mod marks;
mod modifiers;
mod movement;
mod muster;
mod options;
mod profile;
mod rally;
mod reference;
mod retreat;
mod sequence;
mod sight;
mod space;
mod state;
mod system;
mod tables;
mod tallies;
mod teaching;
mod terrain;

#[cfg(test)]
mod tests;
mod words;

pub use options::{Options, OrdersDice, OrdersPool, Placement};
pub use profile::{Class, Profile, Traits};
pub(crate) use profile::{class, has};

use battle::{HouseRules, Scenario, Sheet, SystemInfo};

/// The rules of Eagles Cheaper than Brain Cells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Eagles;

/// A battle under these rules.
pub type War = rulebook::War<Eagles>;
/// A battle in the hands of somebody who may change it.
pub(crate) type Umpire<'a> = rulebook::Umpire<'a, Eagles>;
/// A judgement of an order.
pub(crate) type May = rulebook::May<Eagles>;
/// Why something cannot be: cheap to make, written out only when somebody reads it.
pub(crate) type Bar = No<Eagles>;

/// Sets up a battle, ready for its first decision.
///
/// # Errors
/// Everything the scenario asks that cannot be given, a sentence each.
pub fn deploy(scenario: &Scenario, house: &HouseRules, seed: u64) -> Result<War, Vec<String>> {
    let options = Options::of(house, scenario.inches_per_hex);
    if !options.random_forces {
        return rulebook::deploy(scenario, house, options, seed);
    }
    let (scenario, told) = muster::random_forces(scenario, seed);
    rulebook::deploy_after(&scenario, house, options, seed, told)
}

/// Fixed facts of the system.
#[must_use]
pub fn info() -> &'static SystemInfo {
    &info::INFO
}

/// The tables with those house rules, at the usual scale of an inch a hex.
#[must_use]
pub fn reference(house: &HouseRules) -> Vec<Sheet> {
    reference::sheets(&Options::of(house, 1))
}
