//! Tests of the rule system: the worked examples of the page, and a proof for every clause.

mod examples;
mod fire;
mod fixture;
mod guns;
mod melee;
mod play;
mod units;
