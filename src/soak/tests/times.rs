//! Think times: a line a battle, by player, and what they come to.

use std::cell::RefCell;
use std::io::Cursor;

use super::{RIGGED, json, options, seats};
use crate::{Clocks, Courses, Options, Report, Times, page, run, times_of_first};

fn timed() -> (Report, Vec<Times>) {
    let times = RefCell::new(Vec::new());
    let options = Options { seats: seats("random", "first"), jobs: 2, ..options(6) };
    let report = run(&RIGGED, &options, |progress| times.borrow_mut().push(progress.times.clone())).expect("a run");
    (report, times.into_inner())
}

fn text(times: &[Times]) -> String {
    let mut out = Vec::new();
    times.iter().for_each(|times| times.write_json(&mut out).expect("written"));
    String::from_utf8(out).expect("text")
}

#[test]
fn every_battle_has_a_line_with_the_turns_of_both() {
    let (report, times) = timed();
    assert_eq!(times.len(), 6);
    for (row, times) in report.rows().iter().zip(&times) {
        assert_eq!((times.index, times.rules.as_str()), (row.index, "drill"));
        assert_eq!((times.blue.as_str(), times.red.as_str()), ("random", "first"));
        let turns = [&times.blue_microseconds, &times.red_microseconds].map(Vec::len);
        assert!(turns.iter().all(|turns| (1..=usize::from(row.turns) + 1).contains(turns)), "{turns:?} {}", row.turns);
    }
    assert!(!json(&report).contains("microseconds"), "rows are the same on any machine");
}

#[test]
fn a_report_takes_them_from_their_file() {
    let (report, times) = timed();
    let lines = text(&times);
    let read = |text: String| Clocks::read("times.jsonl", Cursor::new(text));
    let mut again = Report::of_rows(&RIGGED, report.rows().to_vec());
    assert!(!again.summary().contains("THINK TIMES"));
    again.hear_times(read(format!("{lines}{{")).expect("half a line is none"));
    assert_eq!(again.summary(), report.summary());
    let wrong = read(format!("{lines}[]\n")).expect_err("no times").0;
    assert!(wrong.starts_with("times.jsonl, line 7: not the think times of a battle: "), "{wrong}");
    let page = page(&RIGGED, &[(String::from("a.jsonl"), again)], &Courses::default());
    assert!(page.contains("How long they think"));
    assert_eq!(times_of_first(&lines, 2), text(&times[..2]).len() as u64);
}

#[test]
fn players_are_told_apart_and_long_times_keep_three_figures() {
    let mut clocks = Clocks::default();
    let names = |blue: &str, red: &str| Times {
        rules: String::from("drill"),
        battle: String::from("a"),
        blue: String::from(blue),
        red: String::from(red),
        ..Times::default()
    };
    clocks.hear(&Times { blue_microseconds: vec![10, 30], red_microseconds: vec![123_456], ..names("slow", "quick") });
    clocks.hear(&Times { blue_microseconds: vec![654_321], red_microseconds: vec![20], ..names("quick", "slow") });
    let of = |player| clocks.of(Some("drill"), None, Some(player)).times();
    assert_eq!((of("slow").p50, of("slow").max), (20, 30));
    assert_eq!((of("quick").p50, of("quick").p95, of("quick").max), (123_000, 654_000, 654_321));
    assert_eq!(clocks.of(Some("chess"), None, None).turns(), 0);
}
