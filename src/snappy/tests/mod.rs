//! Tests of the rule system: the worked examples of the page, and a proof for every clause.

mod command;
mod fire;
mod fixture;
mod fixture_orders;
mod morale;
mod orders;
mod play;
