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
