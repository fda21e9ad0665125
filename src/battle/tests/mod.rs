//! Tests of the common model.

mod chain;
mod contest;
mod deck;
mod dice;
mod field;
mod fixture;
mod forecast;
mod formation;
mod house;
mod kinds;
mod map_edge;
mod objectives;
mod order;
mod pool;
mod reach;
mod rule;
mod sight;
mod strength;
mod waters;

use crate::Battlefield;

/// Reads a drawing that must be right.
fn drawn(text: &str) -> Battlefield {
    crate::fixture::field(text).unwrap_or_else(|fault| panic!("{fault}\n{text}"))
}

/// A drawing without its indentation, but with that of odd rows.
fn plain(text: &str) -> String {
    let rows = text.lines().map(str::trim).filter(|row| !row.is_empty()).enumerate();
    rows.map(|(row, text)| format!("{}{text}\n", if row % 2 == 1 { " " } else { "" })).collect()
}
