//! Results read back: the same summary, shards put together to the same bytes, and what is wrong told.

use std::io::Cursor;

use super::{RIGGED, json, options, seats, soak};
use crate::{Options, Reading, Report, Row, Seating, beside};

fn whole() -> Options {
    Options { seating: Seating::Swapped, seats: seats("random", "first"), ..options(12) }
}

/// The lines of a shard as its file has them.
fn shard(number: u32, of: u32) -> (String, String) {
    let options = Options { shard: format!("{number}/{of}").parse().expect("a shard"), ..whole() };
    (format!("{number}.jsonl"), json(&soak(&options)))
}

/// What is read of files, and what is wrong with them.
struct Read {
    rows: Vec<Row>,
    told: Vec<String>,
    name: String,
}

fn read(files: Vec<(String, String)>) -> Read {
    let are_shards = files.len() > 1;
    let mut reading = Reading::of(files.into_iter().map(|(name, text)| (name, Cursor::new(text))).collect());
    let mut rows = Vec::new();
    let hear = |row: &Row| {
        rows.push(row.clone());
        rows.len()
    };
    reading.each(hear).expect("read");
    Read { rows, told: reading.told(are_shards), name: reading.name() }
}

fn read_one(name: &str, text: String) -> Read {
    read(vec![(String::from(name), text)])
}

#[test]
fn a_file_says_what_its_run_said() {
    let report = soak(&whole());
    let reading = read_one("whole.jsonl", json(&report));
    assert!(reading.told.is_empty(), "{:?}", reading.told);
    let again = Report::of_rows(&RIGGED, reading.rows);
    assert_eq!(json(&again), json(&report));
    // Think times alone are not in it.
    let told = |report: &Report| -> Vec<String> {
        let lines = report.summary();
        let untimed = lines.split("\nTHINK TIMES").next().expect("a part");
        untimed.trim_end().lines().filter(|line| !line.starts_with("think time")).map(String::from).collect()
    };
    assert_eq!(told(&again), told(&report));
    assert!(!again.summary().to_lowercase().contains("think time"));
}

#[test]
fn shards_put_together_are_one_run() {
    let merged = read(vec![shard(2, 3), shard(3, 3), shard(1, 3)]);
    assert!(merged.told.is_empty(), "{:?}", merged.told);
    assert_eq!(merged.name, "2.jsonl + 3.jsonl + 1.jsonl");
    assert_eq!(json(&Report::of_rows(&RIGGED, merged.rows)), json(&soak(&whole())));
}

#[test]
fn a_shard_that_is_lost_or_doubled_is_named() {
    // Pairs are dealt in turn: the second of three has games 2, 3, 8 and 9.
    let lost = read(vec![shard(1, 3), shard(3, 3)]);
    assert_eq!(lost.told, ["missing up to game 11: 4 games (2, 3, 8, 9): a shard is lost or not done"]);
    let twice = read(vec![shard(1, 3), shard(2, 3), shard(3, 3), shard(2, 3)]);
    assert_eq!(
        twice.told,
        ["2.jsonl: 4 games (2, 3, 8, 9) stand in 2.jsonl too and came to the same in both: the first counts"]
    );
    assert_eq!(json(&Report::of_rows(&RIGGED, twice.rows)), json(&soak(&whole())));
    let other = Options { seed: 4, ..whole() };
    let other = (String::from("other.jsonl"), json(&soak(&other)));
    let mixed = read(vec![shard(1, 1), other]);
    let why = "other.jsonl: 12 games (0 to 11) stand in 1.jsonl too and did not come to the same: not shards of one run: the first counts";
    assert_eq!(mixed.told, [why]);
}

#[test]
fn lines_that_are_none_are_told_and_the_rest_is_read() {
    let text = json(&soak(&options(3)));
    let lines: Vec<&str> = text.lines().collect();
    let bad = format!("{}\nnonsense\n\n{}\n{}\n{}", lines[0], lines[1], lines[1], &lines[2][..50]);
    let reading = read_one("bad.jsonl", bad);
    assert_eq!(reading.rows.len(), 2);
    assert_eq!(reading.told.len(), 3, "{:?}", reading.told);
    assert!(
        reading.told[0].starts_with("bad.jsonl, line 2: left out, not the result of a battle: expected "),
        "{}",
        reading.told[0]
    );
    assert!(reading.told[1].starts_with("bad.jsonl, line 6: left out, "), "{}", reading.told[1]);
    assert_eq!(reading.told[2], "bad.jsonl: 1 game (1) more than once: the first of each counts");
}

#[test]
fn runs_stand_side_by_side() {
    let runs = [("one", seats("random", "first")), ("two", seats("first", "random"))];
    let runs = runs.map(|(name, seats)| (String::from(name), soak(&Options { seats, ..options(6) })));
    let told = beside(&runs);
    let lines: Vec<&str> = told.lines().collect();
    let words = |line: &str| line.split_whitespace().map(String::from).collect::<Vec<_>>();
    assert_eq!(words(lines[0]), ["all", "battles", "one", "two"]);
    assert_eq!(words(lines[1]), ["battles", "6", "6"]);
    for (place, (_, report)) in runs.iter().enumerate() {
        let turns = format!("{:.1}", report.statistics().all.turns);
        let line = lines.iter().find(|line| line.starts_with("turns ")).expect("a line");
        assert_eq!(words(line)[1 + place], turns);
    }
}
