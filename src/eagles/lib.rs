//! Eagles Cheaper than Brain Cells: grand-tactical Napoleonic battles with six units a side and few orders.

mod act;
mod approach;
mod arrive;
mod assault;
mod card;
mod check;
mod command;
mod deploy;
mod eagles;
mod exchange;
mod fire;
mod forecast;
mod generals;
mod harm;
mod info;
mod legal;
mod movement;
mod odds;
mod options;
mod profile;
mod rally;
mod reference;
mod retreat;
mod roster;
mod rules;
mod scene;
mod sequence;
mod setting;
mod sight;
mod space;
mod state;
mod system;
mod tables;
mod terrain;
mod threat;
mod toll;
mod victory;

#[cfg(test)]
mod tests;

pub use deploy::deploy;
pub use eagles::Eagles;
pub use profile::{Class, Profile, Traits};
pub use rules::{OrdersDice, OrdersPool, Placement, Rules};

use battle::{HouseRules, Sheet, SystemInfo};

/// Fixed facts of the system.
#[must_use]
pub fn info() -> &'static SystemInfo {
    &info::INFO
}

/// The tables with those house rules, at the usual scale of an inch a hex.
#[must_use]
pub fn reference(house: &HouseRules) -> Vec<Sheet> {
    reference::sheets(&Rules::of(house, 1))
}
