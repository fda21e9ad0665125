//! Whole-product tests, one binary: what no single room can prove alone.

mod clauses;
mod cli;
mod conformance;
mod source;
mod terminal;
mod tidy;
