//! Whole-product tests, one binary: what no single room can prove alone.

mod aims;
mod campaigns;
mod charges;
mod clauses;
mod cli;
mod conformance;
#[path = "../hands/mod.rs"]
mod hands;
mod hostile;
mod knowledge;
mod lines;
mod measuring;
mod narrow;
mod offers;
mod orders;
mod pages;
mod presses;
mod proofs;
mod random_hands;
mod report_page;
mod secrets;
mod sizes;
mod source;
mod ssh;
mod ssh_budget;
mod ssh_lines;
mod ssh_play;
mod ssh_refusals;
mod tables;
mod terminal;
mod tidy;
mod tutorial;
mod waiting;
mod ways;
mod window;
mod words;
