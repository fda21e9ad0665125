//! Tests of the rule system: the worked examples of the page, and a proof for every clause.

mod command;
mod contact;
mod examples_charge;
mod examples_combat;
mod examples_fire;
mod fire;
mod fixture;
mod fixture_game;
mod guns;
mod leaders;
mod melee;
mod morale;
mod odds;
mod play;
mod rounds;
mod status;
mod turn;
mod units;
mod winners;
