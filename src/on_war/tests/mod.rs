//! Tests of the rule system: one for every clause.

mod borders;
mod charges;
mod fallback;
mod finer;
mod fire;
mod fixture;
mod hidden;
mod hits;
mod leaders;
mod measuring;
mod melee;
mod morale;
mod movement;
mod odds_fire;
mod odds_morale;
mod parts;
mod reply;
mod rout;
mod secrets;
mod setup;
mod shells;
mod sight;
mod small;
mod space;
mod tallies;
mod threats;
