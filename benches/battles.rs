//! Whole battles between commanders: battles a second a core, think times, two cores against one.

use std::time::Instant;

use crate::measure::{head, row};
use battle::Library;
use soak::{Options, Report};
use systems::Shelf;
use table::SeatSpec;

fn play(shelf: &Shelf, system: &str, battle: &str, games: u32, jobs: usize) -> (Report, f64) {
    let seat = || SeatSpec::Commander(String::from("steady"));
    let battles = if battle == "all" { Vec::new() } else { vec![String::from(battle)] };
    let systems = vec![String::from(system)];
    let options = Options { battles, systems, games, jobs, seed: 7, ..Options::new(seat(), seat()) };
    let started = Instant::now();
    let report = soak::run(shelf, &options, |_| {}).expect("the battles can be played");
    assert!(report.faults().is_empty(), "{}", report.summary());
    (report, started.elapsed().as_secs_f64())
}

fn bytes(report: &Report) -> Vec<u8> {
    let mut bytes = Vec::new();
    report.write(&mut bytes, soak::Format::JsonLines).expect("memory takes it");
    bytes
}

/// Prints the figures of whole battles.
pub fn run() {
    let shelf = Shelf::new();
    shelf.systems().iter().for_each(|system| speed(&shelf, system.key));
    head("Two cores against one");
    let (one, alone) = play(&shelf, "eagles", "all", 48, 1);
    let (two, together) = play(&shelf, "eagles", "all", 48, 2);
    assert_eq!(bytes(&one), bytes(&two), "the same bytes with any number of jobs");
    row("48 battles", &format!("{:.2} x", alone / together), "", "1.8 x");
}

fn speed(shelf: &Shelf, system: &str) {
    head(&format!("Battles a second on one core under {system}, steady against steady"));
    for battle in ["two-fords", "crossroads", "quatre-bras", "maida", "all"] {
        let (report, seconds) = play(shelf, system, battle, 16, 1);
        assert_eq!(report.rows().len(), 16);
        row(battle, &format!("{:.1} /s", 16.0 / seconds), "", "10 /s");
        let times = report.statistics().think;
        println!(
            "      think time a side's turn: p50 {} us, p95 {} us, longest {} us (targets 3 ms, 10 ms)",
            times.p50, times.p95, times.max
        );
    }
}
