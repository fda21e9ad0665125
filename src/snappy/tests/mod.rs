//! Tests of the rule system: the worked examples of the page, and a proof for every clause.

mod charge;
mod fire;
mod fixture;
mod leaders;
mod melee;
mod morale;
mod movement;
mod odds;
mod orders;
mod play;
mod retreats;
mod space;
mod turn;
