//! The mutants of a crate: those that `cargo mutants --list` knows, and wrong numbers.

use std::path::Path;
use std::process::Command;

use serde::Deserialize;

use crate::source::{Bytes, Kind, Source};

/// What kind of change a mutant is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
pub enum Genre {
    /// A function answers something at once.
    FnValue,
    /// Another operator.
    BinaryOperator,
    /// No operator.
    UnaryOperator,
    /// An arm gone.
    MatchArm,
    /// A guard that is always or never met.
    MatchArmGuard,
    /// A field as in the base of the value.
    StructField,
    /// Another number, which cargo-mutants does not try.
    Number,
}

/// A change of one place.
#[derive(Clone, Debug, PartialEq)]
pub struct Mutant {
    /// Of which file, by its place among the sources.
    pub file: usize,
    /// What kind of change.
    pub genre: Genre,
    /// What is changed.
    pub at: Bytes,
    /// What stands there then.
    pub replacement: String,
}

#[derive(Deserialize)]
struct Row {
    file: String,
    genre: Genre,
    replacement: String,
    span: Span,
}

#[derive(Deserialize)]
struct Span {
    start: Spot,
    end: Spot,
}

#[derive(Deserialize)]
struct Spot {
    line: usize,
    column: usize,
}

/// What cargo-mutants lists for a crate, as JSON.
///
/// # Errors
/// When it is not there or does not succeed.
pub fn listed(root: &Path, room: &str) -> Result<String, String> {
    let missing = |error| format!("cargo mutants: {error}; cargo install cargo-mutants --locked");
    let arguments = ["mutants", "--list", "--json", "-p", room];
    let done = Command::new("cargo").args(arguments).current_dir(root).output().map_err(missing)?;
    if !done.status.success() {
        return Err(String::from_utf8_lossy(&done.stderr).into_owned());
    }
    String::from_utf8(done.stdout).map_err(|error| error.to_string())
}

/// The mutants of such a list in those sources.
///
/// # Errors
/// When it is not such a list.
pub fn read(json: &str, sources: &[Source]) -> Result<Vec<Mutant>, String> {
    let rows: Vec<Row> = serde_json::from_str(json).map_err(|error| format!("cargo mutants --list: {error}"))?;
    let mutant = |row: Row| {
        let file = sources.iter().position(|source| source.path == row.file)?;
        let byte = |spot: &Spot| sources[file].byte(spot.line, spot.column);
        let at = byte(&row.span.start)..byte(&row.span.end);
        Some(Mutant { file, genre: row.genre, at, replacement: row.replacement })
    };
    Ok(rows.into_iter().filter_map(mutant).collect())
}

/// One more and one less in place of every number in functions with a clause mark and in tables.
pub fn numbers(sources: &[Source]) -> Vec<Mutant> {
    let mut found = Vec::new();
    for (file, source) in sources.iter().enumerate() {
        for place in &source.places {
            let Kind::Number { value, suffix } = &place.kind else { continue };
            let marked = place.function.is_some_and(|function| source.functions[function].marked);
            let value_of_table = source.is_tables() && place.constant == 1;
            if !(place.constant == 0 && (marked || source.is_tables()) || value_of_table) {
                continue;
            }
            let less = value.checked_sub(1).map_or(String::from("-1"), |less| less.to_string());
            for number in [(value + 1).to_string(), less] {
                let replacement = format!("{number}{suffix}");
                found.push(Mutant { file, genre: Genre::Number, at: place.at.clone(), replacement });
            }
        }
    }
    found
}
