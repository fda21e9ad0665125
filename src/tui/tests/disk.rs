//! A disk that takes nothing: said at once, no further order, and on by itself.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use proving::DrillLibrary;
use table::{Disk, Game, RecordFile, SimulatedDisk, Trouble};

use super::{Play, game};
use crate::{Input, Key, Options, Start};

/// A tiny battle against a commander, recorded on that disk.
fn recorded(disk: &SimulatedDisk) -> Play {
    let setup = game("outpost", ["human", "first"]).setup().clone();
    let shared: Arc<dyn Disk> = Arc::new(disk.clone());
    let record = RecordFile::create_on(&shared, Path::new("/saves/battle.jsonl")).expect("a record");
    let game = Game::start(&DrillLibrary, &setup, Some(record)).expect("a game");
    Play::with(100, 30, |options| Options { start: Start::Game(Box::new(game)), ..options })
}

/// Types a key and lets some seconds go by.
fn press(play: &mut Play, key: &str) {
    play.app.handle(Input::Key(key.parse::<Key>().expect("a key")));
    pass(play);
}

fn pass(play: &mut Play) {
    for _ in 0..30 {
        play.now += Duration::from_millis(500);
        play.app.tick(play.now);
        std::thread::sleep(Duration::from_millis(1));
    }
}

fn record(disk: &SimulatedDisk) -> String {
    String::from_utf8(disk.read(Path::new("/saves/battle.jsonl")).expect("a record")).expect("text")
}

#[test]
fn a_full_disk_is_said_at_once_and_the_battle_waits_until_there_is_room() {
    for trouble in [Trouble::NoSpace, Trouble::Broken] {
        let disk = SimulatedDisk::default();
        let mut play = recorded(&disk);
        play.settle();
        play.hides("NOT SAVED");
        let before = record(&disk).lines().count();
        disk.plan(disk.operations(), u64::MAX, trouble);
        press(&mut play, "Space");
        press(&mut play, "Enter");
        play.shows("NOT SAVED: ").shows("Make room; the battle waits and goes on by itself.");
        let shown = play.screen();
        for key in ["Space", "Enter", "u", "Space"] {
            press(&mut play, key);
        }
        play.shows("NOT SAVED: ");
        press(&mut play, "Esc");
        assert_eq!(record(&disk).matches("\n").count(), before, "nothing more came through");
        disk.repair();
        pass(&mut play);
        play.hides("NOT SAVED");
        assert_ne!(play.screen(), shown, "the computer has answered");
        assert!(record(&disk).lines().count() > before + 1, "and all of it is written");
    }
}

/// A tiny battle recorded in a folder of the machine's own disk.
fn recorded_there(folder: &Path) -> (Play, std::path::PathBuf) {
    let setup = game("outpost", ["human", "first"]).setup().clone();
    let record = RecordFile::create(folder, &setup).expect("a record");
    let path = record.path().to_path_buf();
    let game = Game::start(&DrillLibrary, &setup, Some(record)).expect("a game");
    (Play::with(120, 30, |options| Options { start: Start::Game(Box::new(game)), ..options }), path)
}

#[test]
fn a_record_that_is_taken_away_is_told_and_written_anew_whole() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let saves = folder.path().join("saves");
    let (mut play, path) = recorded_there(&saves);
    play.settle();
    std::fs::remove_dir_all(&saves).expect("it is there");
    press(&mut play, "Space");
    press(&mut play, "Enter");
    play.shows("NOT SAVED: its file was taken away.").shows("Make its folder again");
    std::fs::create_dir(&saves).expect("made again");
    for _ in 0..20 {
        pass(&mut play);
    }
    play.hides("NOT SAVED");
    drop(play);
    let verdict = table::verify(&DrillLibrary, &path).expect("a record");
    assert!(matches!(verdict, table::Verdict::Agrees { .. } | table::Verdict::Unfinished { .. }), "{verdict:?}");
}

#[test]
fn a_file_in_the_place_of_the_record_is_left_alone() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let (mut play, path) = recorded_there(folder.path());
    play.settle();
    std::fs::remove_file(&path).expect("it is there");
    std::fs::write(&path, "mine").expect("written");
    press(&mut play, "Space");
    press(&mut play, "Enter");
    play.shows("NOT SAVED: another file is in its place. Move that one away");
    assert_eq!(std::fs::read_to_string(&path).expect("there"), "mine");
}

#[test]
fn a_folder_that_takes_nothing_is_told_with_what_to_do() {
    let mut play = Play::with(80, 24, |options| {
        std::fs::write(options.data.join("saves"), "a file where the folder should be").expect("a file");
        options
    });
    play.keys("Enter Enter").shows("annot save battles: ").shows("--data DIR");
}

#[test]
fn settings_that_cannot_be_kept_say_so() {
    let mut play = Play::new(100, 30);
    std::fs::remove_file(play.data.path().join("settings.toml")).expect("it is there");
    std::fs::create_dir(play.data.path().join("settings.toml")).expect("in its place");
    play.keys("s")
        .shows("Settings")
        .hides("Not remembered")
        .keys("Enter")
        .shows("Not remembered: ")
        .shows("--data DIR");
}
