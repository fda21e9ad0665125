//! Tests of the rule system: the worked examples of the page, and a proof for every clause.

mod charge;
mod command;
mod ending;
mod fire;
mod fixture;
mod fixture_orders;
mod leaders;
mod mandates;
mod marches;
mod melee;
mod morale;
mod movement;
mod odds;
mod options;
mod orders;
mod play;
mod rally;
mod retreats;
mod riders;
mod secrets;
mod sequence;
mod space;
mod supply;
mod turn;
mod units;
mod weather;
