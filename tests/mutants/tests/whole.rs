//! A crate from its sources to its table: compiled once, tried, remembered.

use std::fs;
use std::path::Path;
use std::time::Duration;

use super::row;
use crate::run::{Plan, try_room};

const LIB: &str = "\
pub struct Plain;
pub fn sum(a: i32, b: i32) -> i32 { a + b }
pub fn product(a: i32, b: i32) -> i32 { a * b }
pub fn plain() -> Plain { Plain }
pub fn count(mut left: u64) -> u64 {
    let mut steps = 0;
    while left > 0 {
        left -= 1;
        steps += 1;
    }
    steps
}
#[cfg(test)]
mod tests;
";

const TESTS: &str = "\
#[test]
fn sums() { assert_eq!(super::sum(2, 3), 5); }
#[test]
fn products() { assert_eq!(super::product(2, 1), 2); super::plain(); }
#[test]
fn counts() { assert_eq!(super::count(3), 3); }
";

fn write(root: &Path, path: &str, text: &str) {
    let path = root.join(path);
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    fs::write(path, text).expect("a file");
}

fn workspace(root: &Path) {
    let workspace = "[workspace]\nmembers = [\"src/tiny\"]\nresolver = \"3\"\n[profile.mutants]\ninherits = \"dev\"\n";
    write(root, "Cargo.toml", workspace);
    write(root, "Cargo.lock", "version = 4\n\n[[package]]\nname = \"tiny\"\nversion = \"0.1.0\"\n");
    let package = "[package]\nname = \"tiny\"\nversion = \"0.1.0\"\nedition = \"2024\"\n[lib]\npath = \"lib.rs\"\n";
    write(root, "src/tiny/Cargo.toml", package);
    write(root, "src/tiny/lib.rs", LIB);
    write(root, "src/tiny/tests.rs", TESTS);
}

fn list() -> String {
    let rows = [
        row(LIB, "BinaryOperator", "+", 0, "-"),
        row(LIB, "BinaryOperator", "*", 0, "/"),
        row(LIB, "FnValue", "Plain }", 0, "Default::default()"),
        row(LIB, "BinaryOperator", "-=", 0, "+="),
    ];
    format!("[{}]", rows.join(","))
}

#[test]
fn a_crate_is_compiled_and_each_mutant_tried() {
    let place = tempfile::tempdir().expect("a folder");
    let root = place.path().join("work");
    workspace(&root);
    let plan = Plan {
        root: root.clone(),
        folder: place.path().join("kept"),
        marked: false,
        sample: None,
        jobs: 2,
        keep: false,
        longest: Duration::from_secs(60),
        file: String::new(),
    };
    let table = try_room(&plan, "tiny", &["tiny"], &list()).expect("a table");
    let together = |table: &str| {
        let line = table.lines().find(|line| line.contains("together")).expect("a last line").to_owned();
        line.split_whitespace().skip(1).map(String::from).collect::<Vec<_>>()
    };
    // All, unviable, constant, off, tried, caught, listed, open.
    assert_eq!(together(&table), ["4", "1", "0", "0", "3", "2", "0", "1"], "{table}");
    let survivors = fs::read_to_string(plan.folder.join("survivors/tiny.txt")).expect("a list");
    assert_eq!(survivors, "src/tiny/lib.rs:3 \t| `lib.rs` `product` | `*` to `/` in `a * b` |  |\n");
    let results = fs::read_to_string(plan.folder.join("results/tiny.jsonl")).expect("results");
    assert!(results.contains("\"broke\""), "what goes on for ever is ended: {results}");
    assert!(results.contains("\"by\":\"tests::sums\""), "{results}");

    // Killed after the first: only the rest is tried again, with the same end.
    let start: String = results.lines().take(2).map(|line| format!("{line}\n")).collect();
    fs::write(plan.folder.join("results/tiny.jsonl"), start).expect("a file");
    write(&root, "docs/mutants.md", "## Tiny\n| `lib.rs` `product` | `*` to `/` in `a * b` | so it is |\n");
    let again = try_room(&plan, "tiny", &["tiny"], &list()).expect("a table");
    assert_eq!(together(&again), ["4", "1", "0", "0", "3", "2", "1", "0"], "{again}");
}
