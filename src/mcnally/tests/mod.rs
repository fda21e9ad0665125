//! Proofs of McNally's rules.

mod charges;
mod examples;
mod fixture;
mod play;
mod rules;
