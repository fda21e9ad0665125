//! Proofs of McNally's rules.

mod charges;
mod deployment;
mod examples;
mod fixture;
mod geometry;
mod movement;
mod play;
mod rules;
mod sequence;
mod skirmish;
mod statistics;
mod units;
mod ways;
mod written;
