//! Whole battles under every system, through the soak: no fault, the same bytes on any number of threads, and records
//! that verify.

use battle::Library;
use soak::{Format, Options, Report};
use table::SeatSpec;

use crate::Shelf;

fn soak(blue: &str, red: &str, change: impl FnOnce(&mut Options)) -> Report {
    let seat = |name: &str| name.parse::<SeatSpec>().expect("a seat");
    let mut options = Options::new(seat(blue), seat(red));
    change(&mut options);
    soak::run(&Shelf::new(), &options, |_| {}).expect("a run")
}

fn faultless(report: &Report) {
    assert!(report.faults().is_empty(), "{}", report.summary());
    assert!(report.left_out().is_empty(), "{}", report.summary());
}

#[test]
fn random_players_bring_no_system_to_fall() {
    faultless(&soak("random", "random", |_| {}));
}

/// The battle with the smallest map, which is quick to play.
fn smallest() -> String {
    let battles = Shelf::new().battles();
    let size = |battle: &&battle::BattleFile| battle.scenario.ground.grid().len();
    battles.iter().min_by_key(size).expect("a battle").scenario.key.clone()
}

#[test]
fn the_default_commander_plays_to_an_end() {
    let default = Shelf::new().commanders().remove(0).key;
    faultless(&soak(&default, &default, |options| options.battles = vec![smallest()]));
}

#[test]
fn a_battle_cut_off_anywhere_verifies_and_resumes() {
    let folder = tempfile::tempdir().expect("a folder");
    soak("random", "random", |options| {
        (options.battles, options.records) = (vec![smallest()], Some(folder.path().to_path_buf()));
    });
    let whole = std::fs::read(folder.path().join("game-000000.jsonl")).expect("a record");
    let header = whole.iter().position(|byte| *byte == b'\n').expect("a header") + 1;
    let path = folder.path().join("cut.jsonl");
    for cut in (header..whole.len()).step_by((whole.len() - header) / 5) {
        std::fs::write(&path, &whole[..cut]).expect("written");
        let verdict = table::verify(&Shelf::new(), &path).expect("a record");
        assert!(matches!(verdict, table::Verdict::Unfinished { .. }), "cut at {cut}: {verdict}");
        let mut game = table::Game::resume(&Shelf::new(), &path).expect("resumed");
        if game.outcome().is_none() {
            game.think(&std::sync::atomic::AtomicBool::new(false)).expect("goes on");
        }
        drop(game);
        assert!(table::verify(&Shelf::new(), &path).expect("a record").agrees(), "cut at {cut}");
    }
}

#[test]
fn threads_and_records_change_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let bytes = |jobs| {
        let report = soak("random", "random", |options| {
            (options.jobs, options.games) = (jobs, 2);
            options.battles = vec![smallest()];
            options.records = Some(folder.path().join(jobs.to_string()));
        });
        let mut out = Vec::new();
        report.write(&mut out, Format::JsonLines).expect("written");
        out
    };
    assert_eq!(bytes(1), bytes(2));
    for game in ["game-000000.jsonl", "game-000001.jsonl"] {
        let [one, two] = ["1", "2"].map(|jobs| folder.path().join(jobs).join(game));
        assert_eq!(std::fs::read(&one).expect("a record"), std::fs::read(&two).expect("a record"));
        let verdict = table::verify(&Shelf::new(), &one).expect("a record");
        assert!(matches!(verdict, table::Verdict::Agrees { .. }), "{verdict}");
    }
}
