//! Records looked at briefly say what playing them says.

use std::fs;
use std::path::PathBuf;

use tempfile::TempDir;

use super::{DrillLibrary, outpost, play_out, start};
use crate::{Game, SeatSpec, glance};

/// A file with those lines.
fn file(text: &str) -> (PathBuf, TempDir) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.jsonl");
    fs::write(&path, text).expect("written");
    (path, folder)
}

fn finished(seed: u64) -> (Game, String) {
    let mut game = start(&outpost(seed));
    play_out(&mut game);
    let text = game.past().record_text();
    (game, text)
}

#[test]
fn turn_and_end_are_those_of_the_battle() {
    for seed in 1..12 {
        let (game, text) = finished(seed);
        let (path, _folder) = file(&text);
        let seen = glance(&path).expect("a record");
        let (outcome, end) = (game.outcome().expect("over"), seen.end.expect("an end"));
        assert_eq!(seen.turn, game.system().field().turn(), "seed {seed}");
        assert_eq!((end.winner, end.reason), (outcome.winner, outcome.reason));
        assert_eq!(end.points, outcome.points.map(i64::from));
        assert_eq!((seen.battle.as_str(), seen.system.as_str()), ("outpost", "drill"));
        assert_eq!(seen.seats, outpost(seed).seats);
    }
}

#[test]
fn every_part_of_a_record_says_how_far_it_goes() {
    let (_, text) = finished(3);
    let lines: Vec<&str> = text.lines().collect();
    for count in 1..lines.len() {
        let (path, _folder) = file(&(lines[..count].join("\n") + "\n"));
        let game = Game::resume(&DrillLibrary, &path).expect("it goes on");
        let seen = glance(&path).expect("a record");
        assert_eq!(seen.end.is_some(), game.outcome().is_some(), "{count} lines");
        if game.outcome().is_none() {
            assert_eq!(seen.turn, game.system().field().turn().max(1), "{count} lines");
        }
    }
}

#[test]
fn what_was_taken_back_is_not_counted() {
    let (_, text) = finished(3);
    let (path, _folder) = file(&(text.clone() + "{\"undo\":1}\n"));
    assert_eq!(glance(&path).expect("a record").end, None, "the end was taken back");
    let orders = text.matches("{\"order\"").count();
    let (path, _folder) = file(&(text + &format!("{{\"undo\":{orders}}}\n")));
    assert_eq!(glance(&path).expect("a record").turn, 1);
}

#[test]
fn a_long_record_is_looked_at_from_its_end() {
    let (_, text) = finished(3);
    let (head, rest) = text.split_once('\n').expect("lines");
    let filling = "{\"order\":\"done\"}\n".repeat(40_000);
    let (path, _folder) = file(&format!("{head}\n{{\"turn\":1,\"hash\":\"0\"}}\n{filling}"));
    assert_eq!(glance(&path).expect("a record").turn, 2, "a turn that ended far from the end is found");
    let (path, _folder) = file(&format!("{head}\n{filling}{rest}"));
    assert!(glance(&path).expect("a record").end.is_some());
}

#[test]
fn torn_ends_are_passed_over_and_what_is_no_record_is_refused() {
    let (_, text) = finished(3);
    for torn in ["{\"order\":\"mo", "\0\0\0\0\n\0\0", "nonsense\n"] {
        let (path, _folder) = file(&(text.clone() + torn));
        assert!(glance(&path).expect("a record").end.is_some(), "{torn:?}");
    }
    let nothing = [("", "no complete line"), ("{}\n", "expected the header of a record"), ("\u{e9}\n", "header")];
    for (text, told) in nothing {
        let (path, _folder) = file(text);
        let why = glance(&path).expect_err("no record").0;
        assert!(why.contains("a.jsonl:1: ") && why.contains(told), "{why}");
    }
    let (path, _folder) = file("");
    fs::write(&path, [0xff, b'\n']).expect("written");
    assert!(glance(&path).expect_err("no text").0.contains("bytes that are no text"));
    assert!(glance(&path.with_extension("none")).expect_err("no file").0.starts_with("cannot read"));
}

#[test]
fn seats_are_read_as_they_were_written() {
    let mut setup = outpost(1);
    setup.seats = [SeatSpec::Human, SeatSpec::Commander(String::from("first"))];
    let (path, _folder) = file(&start(&setup).past().record_text());
    assert_eq!(glance(&path).expect("a record").seats, setup.seats);
}
