//! Mistakes end their own battle only, and can be seen again.

use std::fs;

use super::{json, options, seats, soak};
use crate::{Options, Report};

/// The options that a reproducing command stands for.
fn read_command(command: &str) -> Options {
    let words: Vec<&str> = command.split(' ').collect();
    let value = |flag: &str| {
        let place = words.iter().position(|word| *word == flag).unwrap_or_else(|| panic!("{command} lacks {flag}"));
        words[place + 1]
    };
    Options {
        battles: vec![String::from(value("--battles"))],
        systems: vec![String::from(value("--rules"))],
        seats: seats(value("--blue"), value("--red")),
        seed: value("--seed").parse().expect("a seed"),
        games: value("--games").parse().expect("a number"),
        ..options(1)
    }
}

fn check_reproduced(report: &Report) {
    for fault in report.faults() {
        let again = soak(&read_command(&fault.command));
        let [only] = again.faults() else { panic!("{} gives {:?}", fault.command, again.faults()) };
        assert_eq!((&only.what, &only.command), (&fault.what, &fault.command));
    }
}

#[test]
fn a_panic_ends_its_battle_only() {
    let report = soak(&Options { seats: seats("bomb", "random"), jobs: 2, ..options(12) });
    let faults = report.rows().iter().filter(|row| row.is_fault()).count();
    assert!(faults > 0 && faults < 12, "{faults}");
    assert_eq!(report.faults().len(), faults);
    for row in report.rows().iter().filter(|row| row.is_fault()) {
        assert!(row.fault.contains("turn 1, Blue: panicked: the fuse has burnt down ("), "{}", row.fault);
        assert!(row.fault.contains("soak/tests.rs:"), "{}", row.fault);
        assert_eq!(row.winner, "");
    }
    check_reproduced(&report);
}

#[test]
fn a_refused_order_is_a_fault() {
    let report = soak(&Options { seats: seats("random", "liar"), ..options(2) });
    assert_eq!(report.faults().len(), 2);
    let what = &report.faults()[0].what;
    assert!(what.contains("Red: refused: unknown verb (order `?`)"), "{what}");
    check_reproduced(&report);
}

#[test]
fn a_battle_without_an_end_is_a_fault() {
    let report = soak(&Options { order_limit: 5, ..options(1) });
    assert_eq!(report.faults()[0].what, "no end after 5 orders");
    assert!(report.faults()[0].command.ends_with("--games 1 --orders 5"), "{}", report.faults()[0].command);
    assert_eq!(report.rows()[0].orders, 5);
}

#[test]
fn the_command_names_the_players_as_they_sat_and_quotes_what_a_shell_would_split() {
    let report = soak(&Options { seats: seats("exec:true it's", "random"), ..options(1) });
    assert!(report.faults().is_empty(), "it resigns");
    let report = soak(&Options {
        seats: seats("liar", "exec:sleep 9; echo it's"),
        house: crate::House::File(String::from("my house.toml"), String::from("extra-orders = 6")),
        seed: 77,
        ..options(1)
    });
    let expected = "grognard soak --battles outpost --rules drill --blue liar --red 'exec:sleep 9; echo it'\\''s' \
                    --seed 77 --games 1 --house extra-orders=6";
    assert_eq!(report.faults()[0].command, expected);
}

#[test]
fn a_fault_keeps_its_record_with_the_order_that_brought_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let faults = Some(folder.path().join("faults"));
    let report = soak(&Options { seats: seats("random", "liar"), faults: faults.clone(), ..options(1) });
    let path = report.faults()[0].record.as_ref().expect("a record");
    assert!(path.ends_with("faults/fault-outpost-drill-0.jsonl"), "{}", path.display());
    let text = fs::read_to_string(path).expect("read");
    assert!(text.starts_with("{\"grognard\":\"record\"") && text.ends_with("{\"order\":\"?\"}\n"), "{text}");
    let again = soak(&Options { seats: seats("random", "liar"), faults, ..options(1) });
    assert_ne!(again.faults()[0].record, report.faults()[0].record, "never overwritten");
    let summary = again.summary();
    assert!(summary.contains("fault in game 0: turn 1, Red: refused"), "{summary}");
    assert!(summary.contains("  again: grognard soak --battles outpost"), "{summary}");
    assert!(summary.contains("  record: "), "{summary}");
}

#[test]
fn faults_are_the_same_on_any_number_of_threads() {
    let with = |jobs| json(&soak(&Options { seats: seats("bomb", "liar"), jobs, ..options(9) }));
    assert_eq!(with(1), with(3));
}
