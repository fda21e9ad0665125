//! Whole-product tests, one binary: what no single room can prove alone.

mod clauses;
mod source;
mod tidy;
