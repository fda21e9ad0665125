//! Proofs of McNally's rules.

mod artillery;
mod cards;
mod charges;
mod deployment;
mod detached;
mod examples;
mod examples_whole;
mod fire;
mod fixture;
mod generals;
mod geometry;
mod melee;
mod morale;
mod movement;
mod options;
mod panic;
mod play;
mod sequence;
mod skirmish;
mod special;
mod statistics;
mod steps;
mod units;
mod ways;
mod written;
