//! Tests of the common model.

mod answers;
mod chain;
mod contest;
mod deck;
mod dice;
mod field;
mod fixture;
mod forecast;
mod formation;
mod ground;
mod house;
mod kinds;
mod map_edge;
mod objectives;
mod order;
mod passages;
mod pool;
mod reach;
mod reasons;
mod rule;
mod shock;
mod sight;
mod strength;
mod waters;

use std::sync::Arc;

use crate::{Battlefield, MarkInfo, Muster, Objective, Roster};

/// Reads a drawing that must be right.
fn drawn(text: &str) -> Battlefield {
    crate::fixture::field(text).unwrap_or_else(|fault| panic!("{fault}\n{text}"))
}

/// The same field with those objectives, and marks that a system could have.
fn mustered(field: &Battlefield, objectives: Vec<Objective>, marks: &'static [MarkInfo]) -> Battlefield {
    let units = field.roster().units().map(|(_, info)| info.clone()).collect();
    let roster = Roster::new(field.roster().brigades.clone(), units, Vec::new(), objectives).with_marks(marks);
    Battlefield::new(Muster {
        ground: field.shared_ground(),
        roster: Arc::new(roster),
        inches_per_hex: field.inches_per_hex(),
        turn_limit: field.turn_limit(),
        units: field.ids().map(|unit| *field.unit(unit)).collect(),
        leaders: Vec::new(),
    })
}

/// A drawing without its indentation, but with that of odd rows.
fn plain(text: &str) -> String {
    let rows = text.lines().map(str::trim).filter(|row| !row.is_empty()).enumerate();
    rows.map(|(row, text)| format!("{}{text}\n", if row % 2 == 1 { " " } else { "" })).collect()
}
