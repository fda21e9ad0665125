//! A record watched from its beginning, key by key.

use std::path::PathBuf;

use table::{Game, RecordFile};
use tempfile::TempDir;

use super::{Play, game};
use crate::screens::replay::KEYS;
use crate::{ExitReason, Key, Options, Speed, Start};

/// A finished battle's record.
pub(super) fn record() -> (PathBuf, TempDir) {
    let folder = tempfile::tempdir().expect("a folder");
    let setup = game("outpost", ["random", "random"]).setup().clone();
    let record = RecordFile::create(folder.path(), &setup).expect("a record");
    let mut game = Game::start(&proving::DrillLibrary, &setup, Some(record)).expect("a game");
    let path = game.past().record_path().expect("a path").to_path_buf();
    while game.outcome().is_none() {
        game.think(&std::sync::atomic::AtomicBool::new(false)).expect("legal");
    }
    (path, folder)
}

/// A finished battle's record being watched.
pub(super) fn watched(width: u16, height: u16, speed: Speed) -> (Play, TempDir) {
    let (path, folder) = record();
    let start = Start::Replay(path);
    (Play::with(width, height, |options| Options { start, speed, ..options }), folder)
}

#[test]
fn orders_are_stepped_through_in_both_directions() {
    let (mut play, _folder) = watched(120, 40, Speed::Instant);
    play.shows("order 0 of").keys("Right").shows("order 1 of").keys(". Enter").shows("order 3 of");
    let there = play.screen();
    play.keys("Right Right Left ,");
    assert_eq!(play.screen(), there);
    play.keys("g").shows("order 0 of").keys("Left").shows("order 0 of");
}

#[test]
fn turns_are_jumped_to_in_both_directions() {
    let (mut play, _folder) = watched(120, 40, Speed::Instant);
    play.keys("PgDn").shows("Turn 2 of 3").keys("]").shows("Turn 3 of 3").keys("PgDn").shows("the end");
    play.keys("PgUp").shows("Turn 3 of 3").hides("the end").keys("[").shows("Turn 2 of 3");
    play.keys("Right PgUp").shows("Turn 2 of 3").keys("PgUp").shows("Turn 1 of 3");
    play.keys("G").shows("the end").keys("e").shows("Points: Blue").keys("Esc L").shows("Dispatches · everything");
}

#[test]
fn it_plays_by_itself_up_to_the_end() {
    for speed in [Speed::Instant, Speed::Normal] {
        let (mut play, _folder) = watched(80, 24, speed);
        play.keys("Space").shows("· the end").hides("playing");
        assert_eq!(play.app.wait(), None, "no timer runs");
    }
}

#[test]
fn it_stops_when_asked_to_and_can_be_faster() {
    let (mut play, _folder) = watched(80, 24, Speed::Normal);
    let press = |play: &mut Play, key: &str| play.app.handle(crate::Input::Key(key.parse().expect("a key")));
    press(&mut play, "Space");
    play.shows("playing");
    press(&mut play, "Space");
    play.hides("playing");
    assert_eq!(play.app.wait(), None);
    press(&mut play, ">");
    play.shows("Speed: fast.");
    press(&mut play, "<");
    play.shows("Speed: normal.");
}

#[test]
fn keys_look_elsewhere_and_closer() {
    let (mut play, _folder) = watched(120, 40, Speed::Instant);
    let before = play.screen();
    play.keys("-");
    assert_ne!(play.screen(), before);
    play.keys("+").keys("j j j l l l h k -").keys("Esc").shows("New battle").keys("q");
    assert_eq!(play.app.exit(), Some(&ExitReason::Quit(None)));
}

#[test]
fn no_key_of_a_replay_means_two_things() {
    let mut keys: Vec<String> = KEYS.iter().flat_map(|binding| binding.keys).map(Key::to_string).collect();
    let all = keys.len();
    keys.sort();
    keys.dedup();
    assert_eq!(keys.len(), all);
}

#[test]
fn a_saved_battle_can_be_watched() {
    let mut play = Play::new(120, 40);
    play.keys("Enter Enter q t c").shows("Continue a battle").keys("w").shows("Turn 0 of 8 · order 0 of 0");
    play.keys("q").shows("Continue a battle");
}

#[test]
fn a_replay_as_it_looks() {
    let (mut play, _folder) = watched(120, 40, Speed::Instant);
    insta::assert_snapshot!(play.keys("PgDn Right Right").screen());
}

#[test]
fn a_file_that_is_no_record_is_refused() {
    let start = Start::Replay("/nowhere/x.jsonl".into());
    let options = Options { start, ..Options::new("/nowhere".into()) };
    let app = crate::App::new(std::sync::Arc::new(proving::DrillLibrary), options, std::sync::Arc::new(|| {}));
    assert!(app.err().is_some_and(|error| error.0.starts_with("cannot read /nowhere/x.jsonl")));
}

#[test]
fn a_battle_that_is_played_otherwise_goes_on_from_the_last_turn_that_is_not() {
    let setup = super::game("outpost", ["first", "random"]).setup().clone();
    let mut played = table::Game::start_untold(&proving::DrillLibrary, &setup).expect("a game");
    while played.outcome().is_none() {
        played.think(&std::sync::atomic::AtomicBool::new(false)).expect("it goes on");
    }
    let mut lines: Vec<String> = played.past().record_text().lines().map(String::from).collect();
    let turns: Vec<usize> = (0..lines.len()).filter(|place| lines[*place].starts_with("{\"turn\"")).collect();
    lines.truncate(turns[1] + 1);
    let at = lines[turns[1]].len() - 3;
    let digit = if &lines[turns[1]][at..=at] == "0" { "1" } else { "0" };
    lines[turns[1]].replace_range(at..=at, digit);
    let mut play = super::Play::new(160, 30);
    let saves = play.data.path().join("saves");
    std::fs::create_dir_all(&saves).expect("a folder");
    std::fs::write(saves.join("old.jsonl"), lines.join("\n") + "\n").expect("written");
    play.keys("c Enter").shows("Enter goes on after turn 1, in a new record").shows("turn 2 differs");
    assert_eq!(std::fs::read_dir(&saves).expect("there").count(), 1);
    play.keys("Enter").hides("Enter goes on after turn 1");
    assert_eq!(std::fs::read_dir(&saves).expect("there").count(), 2, "the old one stays");
}
