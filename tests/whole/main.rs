//! Whole-product tests, one binary: what no single room can prove alone.

mod clauses;
mod cli;
mod conformance;
mod knowledge;
mod source;
mod ssh;
mod ssh_budget;
mod ssh_play;
mod ssh_refusals;
mod terminal;
mod tidy;
