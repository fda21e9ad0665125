//! Tests of the rule system: the worked examples of the page, and a proof for every clause.

mod command;
mod contact;
mod examples_charge;
mod examples_combat;
mod examples_fire;
mod fire;
mod fixture;
mod fixture_game;
mod forming;
mod guns;
mod hold;
mod leaders;
mod melee;
mod morale;
mod movement;
mod odds;
mod odds_page;
mod play;
mod rounds;
mod space;
mod status;
mod tallies;
mod terrain;
mod turn;
mod units;
mod winners;
