//! Runs: the same bytes whatever the threads, records on demand, progress in order.

use std::cell::RefCell;
use std::fs;
use std::path::Path;
use std::sync::atomic::Ordering;

use battle::{Effect, Library, Side, UnitId};

use super::{RIGGED, json, options, seats, soak};
use crate::{Format, Options, Seating, run};

#[test]
fn any_number_of_threads_writes_the_same_bytes() {
    let with = |jobs| {
        let report = soak(&Options { jobs, seating: Seating::Swapped, seats: seats("random", "first"), ..options(8) });
        let mut csv = Vec::new();
        report.write(&mut csv, Format::Csv).expect("written");
        let told = report.statistics();
        (json(&report), csv, told.all, told.systems)
    };
    let one = with(1);
    assert_eq!(one, with(2));
    assert_eq!(one, with(5));
}

#[test]
fn a_row_says_what_happened() {
    let report = soak(&Options { battles: vec![String::from("small-field")], ..options(4) });
    for (index, row) in report.rows().iter().enumerate() {
        assert_eq!(row.index, index);
        assert_eq!((row.battle.as_str(), row.rules.as_str()), ("small-field", "drill"));
        assert!(["blue", "red", "draw"].contains(&row.winner.as_str()), "{}", row.winner);
        assert!(["objectives", "destruction"].contains(&row.reason.as_str()), "{}", row.reason);
        assert!(row.turns > 0 && row.orders > 20 && row.hash.len() == 32 && row.fault.is_empty());
        assert!(row.idle_share > 0.0 && row.idle_share < 1.0, "{}", row.idle_share);
        assert!(row.contact_turn.is_none_or(|turn| turn >= 1 && turn <= row.turns));
        let lost = row.blue_infantry_lost + row.blue_cavalry_lost + row.blue_artillery_lost;
        assert!(row.blue_units_lost == 0 || lost > 0);
        assert_eq!(row.contact_turn.is_some(), row.blue_shots + row.red_shots + row.blue_charges + row.red_charges > 0);
    }
    assert!(report.rows().iter().any(|row| row.contact_turn.is_some()), "nobody ever fought");
}

#[test]
fn every_battle_can_be_kept_and_verified() {
    let folder = tempfile::tempdir().expect("a folder");
    let records = Some(folder.path().join("records"));
    let report = soak(&Options { records: records.clone(), jobs: 2, ..options(3) });
    for row in report.rows() {
        let path = folder.path().join(format!("records/game-{:06}.jsonl", row.index));
        let text = fs::read_to_string(&path).expect("a record");
        assert!(text.lines().last().expect("an end").contains(&row.hash));
        assert!(table::verify(&RIGGED, &path).expect("a record").agrees());
    }
    let full = Options { records: Some(folder.path().join("records/game-000000.jsonl")), ..options(1) };
    let why = run(&RIGGED, &full, |_| {}).expect_err("no folder").to_string();
    assert!(why.starts_with("cannot write the record ") && why.contains("File exists"), "{why}");
}

#[test]
fn progress_is_told_in_order() {
    let heard = RefCell::new(Vec::new());
    run(&RIGGED, &Options { jobs: 3, ..options(7) }, |progress| {
        heard.borrow_mut().push((progress.done, progress.total, progress.row.index));
    })
    .expect("a run");
    assert_eq!(heard.into_inner(), (0..7).map(|index| (index + 1, 7, index)).collect::<Vec<_>>());
}

#[test]
fn a_run_can_be_broken_off() {
    let options = options(50);
    let stop = options.stop.clone();
    let report = run(&RIGGED, &options, |progress| {
        if progress.done == 3 {
            stop.store(true, Ordering::Relaxed);
        }
    })
    .expect("a run");
    assert!((3..50).contains(&report.rows().len()), "{}", report.rows().len());
    assert!(report.summary().contains("broken off: "));
}

#[test]
fn formats_go_by_the_ending() {
    assert_eq!(Format::of(Path::new("a/b.jsonl")), Ok(Format::JsonLines));
    assert_eq!(Format::of(Path::new("b.csv")), Ok(Format::Csv));
    assert_eq!(Format::of(Path::new("c.parquet")), Ok(Format::Parquet));
    let why = Format::of(Path::new("b.xlsx")).expect_err("unknown").to_string();
    assert_eq!(why, "cannot tell the format of b.xlsx; expected a name in .jsonl, .csv or .parquet");
}

#[test]
fn csv_has_a_head_and_a_line_for_each_game() {
    let mut out = Vec::new();
    soak(&options(2)).write(&mut out, Format::Csv).expect("written");
    let text = String::from_utf8(out).expect("text");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 3);
    assert!(lines[0].starts_with("index,battle,rules,blue,red,swapped,seed,winner,reason,"), "{}", lines[0]);
    assert!(lines[1].starts_with("0,outpost,drill,random,random,false,1,"), "{}", lines[1]);
    assert_eq!(lines[0].split(',').count(), lines[2].split(',').count());
}

#[test]
fn rows_hold_no_times() {
    let text = json(&soak(&options(1)));
    assert!(!text.contains("think") && !text.contains("second") && !text.contains("time"), "{text}");
}

#[test]
fn the_odds_of_every_charge_declared_are_noted() {
    let report = super::soak(&crate::Options { seats: super::seats("random", "first"), ..super::options(30) });
    let charged: Vec<_> = report.rows().iter().filter(|row| row.blue_charges > 0).collect();
    assert!(!charged.is_empty());
    for row in charged {
        let most = f64::from(row.blue_charges);
        assert!(row.blue_charges_foreseen > 0.0 && row.blue_charges_foreseen <= most, "{row:?}");
    }
}

#[test]
fn a_charge_declared_at_several_enemies_is_foreseen_once_by_its_best_chance() {
    let mut watch = crate::watch::Watch::new(RIGGED.systems()[0]);
    let chance = |destroys: f64, repels: f64| Effect { destroys, repels, ..Effect::default() };
    let (blue, other) = (UnitId(0), UnitId(1));
    watch.foreseen(Side::Blue, blue, &chance(0.25, 0.0));
    watch.foreseen(Side::Blue, blue, &chance(0.5, 0.125));
    watch.foreseen(Side::Blue, blue, &chance(0.0, 0.5));
    watch.foreseen(Side::Red, other, &chance(0.75, 0.75));
    assert_eq!(watch.charges_foreseen(), [0.625, 1.0]);
}
