//! The conformance suite: what every rule system must do, one function a property.
//!
//! A system's tests call [`all`]; a failing property tells the seed, the orders so far and what went wrong, which is
//! enough to play up to the fault by hand. Every property can be asked alone.
//!
//! ```
//! use proving::{conformance, drill, Plan};
//! conformance::resigning_ends(&|seed| Box::new(drill::deploy(&Plan::tiny().scenario(), seed))).unwrap();
//! ```

mod dice;
mod forecasts;
mod game;
mod golden;
mod kept;
mod legality;
mod play;
mod prospects;
mod records;
mod universe;
mod views;

use std::fmt;

use battle::System;

pub use dice::{dice_are_keyed, seeds_decide};
pub use forecasts::{forecasts_are_sane, forecasts_meet_the_dice, threats_are_finite};
pub use golden::{counts, first_difference, golden, playthrough};
pub use kept::nothing_kept_makes_a_difference;
pub use legality::{illegal_orders_change_nothing, legal_is_what_check_accepts, reaches_are_sound};
pub use play::{battles_end, facts_are_sound, questions_have_answers, resigning_ends};
pub use prospects::prospects_are_what_means_allow;
pub use records::{copies_are_exact, events_tell_everything, order_texts_are_exact, records_replay};
pub use views::{open_views_are_common, orders_are_carried_out_once, views_are_fair};

/// Makes the battle to be tried, from the seed of its dice. Equal seeds must give equal battles.
pub type Make<'a> = &'a dyn Fn(u64) -> Box<dyn System>;

/// The most orders of one battle; a battle that takes more is taken never to end.
pub const MAX_ORDERS: usize = 20_000;
/// Battles played for each property.
pub const SEEDS: u64 = 3;
/// How closely a battle is looked at: between looks lie one order and a share of one in so many of those before.
pub const CLOSENESS: usize = 6;
/// Orders tried at each look, of those that could be written.
pub const SAMPLES: usize = 120;

/// A property that does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The property's name.
    pub property: &'static str,
    /// The seed of the battle.
    pub seed: u64,
    /// The orders so far as text.
    pub orders: Vec<String>,
    /// What is wrong.
    pub what: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} does not hold with seed {} after {} orders:", self.property, self.seed, self.orders.len())?;
        writeln!(f, "  {}", self.what)?;
        write!(f, "orders so far:")?;
        self.orders.iter().enumerate().try_for_each(|(number, order)| write!(f, "\n  {:4} {order}", number + 1))
    }
}

impl std::error::Error for Failure {}

/// A property: holds for whatever `make` makes, or fails with what is wrong.
pub type Property = fn(Make<'_>) -> Result<(), Failure>;

/// Every property with its name.
pub const PROPERTIES: &[(&str, Property)] = &[
    ("facts_are_sound", facts_are_sound),
    ("battles_end", battles_end),
    ("questions_have_answers", questions_have_answers),
    ("resigning_ends", resigning_ends),
    ("copies_are_exact", copies_are_exact),
    ("records_replay", records_replay),
    ("order_texts_are_exact", order_texts_are_exact),
    ("events_tell_everything", events_tell_everything),
    ("illegal_orders_change_nothing", illegal_orders_change_nothing),
    ("legal_is_what_check_accepts", legal_is_what_check_accepts),
    ("reaches_are_sound", reaches_are_sound),
    ("nothing_kept_makes_a_difference", nothing_kept_makes_a_difference),
    ("views_are_fair", views_are_fair),
    ("open_views_are_common", open_views_are_common),
    ("orders_are_carried_out_once", orders_are_carried_out_once),
    ("dice_are_keyed", dice_are_keyed),
    ("seeds_decide", seeds_decide),
    ("forecasts_are_sane", forecasts_are_sane),
    ("forecasts_meet_the_dice", forecasts_meet_the_dice),
    ("threats_are_finite", threats_are_finite),
    ("prospects_are_what_means_allow", prospects_are_what_means_allow),
];

/// The properties that do not hold.
#[must_use]
pub fn failures(make: Make<'_>) -> Vec<Failure> {
    PROPERTIES.iter().filter_map(|(_, property)| property(make).err()).collect()
}

/// Tries every property.
///
/// # Panics
/// When some do not hold, with the tale of each.
pub fn all(make: Make<'_>) {
    let failures = failures(make);
    let tales: Vec<String> = failures.iter().map(ToString::to_string).collect();
    assert!(
        failures.is_empty(),
        "{} of {} properties fail\n\n{}",
        failures.len(),
        PROPERTIES.len(),
        tales.join("\n\n")
    );
}
