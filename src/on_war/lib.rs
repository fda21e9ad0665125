//! On War: Napoleonic battles of battalions, stand by stand, with saves, charges, squares and hidden units.

mod arrive;
mod card;
mod charges;
mod check;
mod closing;
mod cover;
mod deploy;
mod fallback;
mod fire;
mod fire_forecast;
mod fire_stage;
mod follow;
mod forecast;
mod forming;
mod gunnery;
mod hidden;
mod hits;
mod info;
mod leaders;
mod leg;
mod legal;
mod march;
mod melee;
mod morale;
mod movement;
mod odds;
mod onset;
mod openers;
mod options;
mod parts;
mod profile;
mod rake;
mod reference;
mod reply;
mod roster;
mod rout;
mod rules;
mod scene;
mod sequence;
mod setting;
mod shells;
mod sight;
mod space;
mod state;
mod system;
mod tables;
mod terrain;
mod threat;
mod victory;
mod war;
mod ways;

#[cfg(test)]
mod tests;

pub use deploy::deploy;
pub use profile::{Kind, Motivation, Profile, Skill, Traits};
pub use rules::Rules;
pub use war::OnWar;

use battle::{HouseRules, Sheet, SystemInfo};

/// Fixed facts of the system.
#[must_use]
pub fn info() -> &'static SystemInfo {
    &info::INFO
}

/// The tables with those house rules.
#[must_use]
pub fn reference(house: &HouseRules) -> Vec<Sheet> {
    reference::sheets(&Rules::of(house))
}
