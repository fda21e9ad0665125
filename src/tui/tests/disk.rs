//! A disk that takes nothing: said at once, no further order, and on by itself.

use std::collections::VecDeque;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use proving::DrillLibrary;
use table::{Disk, Game, RecordFile, SimulatedDisk, Trouble};

use super::{Play, game};
use crate::lines::{self, Ended, Heard, Slate};
use crate::{Input, Key, Options, Start};

/// A tiny battle against a commander, recorded on that disk.
fn recorded_game(disk: &SimulatedDisk) -> Game {
    let setup = game("outpost", ["human", "first"]).setup().clone();
    let shared: Arc<dyn Disk> = Arc::new(disk.clone());
    let record = RecordFile::create_on(&shared, Path::new("/saves/battle.jsonl")).expect("a record");
    Game::start(&DrillLibrary, &setup, Some(record)).expect("a game")
}

/// The same on a screen.
fn recorded(disk: &SimulatedDisk) -> Play {
    let game = recorded_game(disk);
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
        .shows("This choice could not be kept: ")
        .shows("--data DIR");
}

/// Somebody who types those lines into a pipe, and a disk that has room again after some attempts.
struct Piper {
    lines: VecDeque<&'static str>,
    /// What is typed while the disk is waited for.
    meanwhile: VecDeque<&'static str>,
    disk: SimulatedDisk,
    attempts: u32,
    said: Vec<String>,
}

/// Attempts after which there is room.
const PATIENCE: u32 = 5;

impl Slate for Piper {
    fn say(&mut self, line: &str) -> io::Result<()> {
        self.said.push(line.to_owned());
        Ok(())
    }

    fn hear(&mut self) -> io::Result<Heard> {
        Ok(self.lines.pop_front().map_or(Heard::Closed, |line| Heard::Line(line.to_owned())))
    }

    fn hear_within(&mut self, _wait: Duration) -> io::Result<Option<Heard>> {
        self.attempts += 1;
        if self.attempts == PATIENCE {
            self.disk.repair();
        }
        Ok(self.meanwhile.pop_front().map(|line| Heard::Line(line.to_owned())))
    }
}

/// A battle in sentences on a disk that takes nothing from its so-manieth operation on: how it ended, what was said, and
/// the record.
fn piped(lines: &[&'static str], meanwhile: &[&'static str], trouble_at: u64) -> (Ended, String, String) {
    let disk = SimulatedDisk::default();
    let game = recorded_game(&disk);
    disk.plan(disk.operations() + trouble_at, u64::MAX, Trouble::NoSpace);
    let (lines, meanwhile) = (lines.iter().copied().collect(), meanwhile.iter().copied().collect());
    let mut piper = Piper { lines, meanwhile, disk: disk.clone(), attempts: 0, said: Vec::new() };
    let ended = lines::play(&DrillLibrary, game, &mut piper).expect("it talks");
    (ended, piper.said.join("\n"), record(&disk))
}

#[test]
fn in_sentences_too_the_battle_waits_for_room_and_nothing_is_lost() {
    let script = ["done", "done", "done", "done", "done", "done"];
    let (ended, said, whole) = piped(&script, &[], u64::MAX / 2);
    assert_eq!(ended, Ended::Over);
    assert!(!said.contains("NOT SAVED") && whole.lines().count() > 8, "{whole}");
    let mut waited = 0;
    for trouble_at in 0..40 {
        let (ended, said, record) = piped(&script, &[], trouble_at);
        assert_eq!((ended, &record), (Ended::Over, &whole), "from operation {trouble_at} on:\n{said}");
        assert!(!said.contains("resign") && !said.contains("is not saved"), "{said}");
        waited += u32::from(said.contains("NOT SAVED: "));
        assert_eq!(said.matches("NOT SAVED: ").count(), said.matches("Everything is saved again").count(), "{said}");
    }
    assert!(waited >= 10, "{waited}");
}

#[test]
fn lines_typed_while_the_disk_is_waited_for_are_taken_afterwards_in_their_order() {
    let (_, _, whole) = piped(&["done", "done", "done", "done"], &[], u64::MAX / 2);
    let (ended, said, record) = piped(&["done", "done"], &["done", "done"], 0);
    assert_eq!((ended, record), (Ended::Left, whole), "{said}");
}

#[test]
fn whoever_leaves_while_the_disk_is_waited_for_is_told_that_the_last_order_is_lost() {
    let (ended, said, record) = piped(&["done", "done"], &["quit"], 0);
    assert_eq!(ended, Ended::Unsaved);
    assert!(said.contains("quit leaves; that loses the last order and nothing before it"), "{said}");
    assert_eq!(record.matches("\n").count(), 1, "whole lines: {record}");
}
