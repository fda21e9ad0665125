//! Tests of the rule system: the worked examples of the page, and a proof for every clause.

mod examples_charge;
mod examples_combat;
mod examples_fire;
mod fire;
mod fixture;
mod fixture_game;
mod guns;
mod melee;
mod play;
mod units;
