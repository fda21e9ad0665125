//! Tests of the rule system: the worked examples of the page, and a proof for every clause.

mod charge;
mod command;
mod fire;
mod fixture;
mod fixture_orders;
mod leaders;
mod mandates;
mod melee;
mod morale;
mod movement;
mod odds;
mod orders;
mod play;
mod riders;
mod space;
mod telling;
mod turn;
