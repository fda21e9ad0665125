//! Writing records: never over another, never silently not at all.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use proving::DrillLibrary;

use super::{outpost, play_out};
use crate::{Disk, Game, RecordFile, SimulatedDisk, SyncWhen, Trouble, verify};

#[test]
fn a_record_never_overwrites_another() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut names = Vec::new();
    for _ in 0..3 {
        let record = RecordFile::create(&folder.path().join("deep/records"), &outpost(9)).expect("a record");
        names.push(record.path().file_name().expect("a name").to_string_lossy().into_owned());
    }
    assert_eq!(names, ["outpost-drill-9.jsonl", "outpost-drill-9-2.jsonl", "outpost-drill-9-3.jsonl"]);
    let taken = folder.path().join("deep/records").join(&names[0]);
    let why = RecordFile::create_at(&taken).expect_err("taken").to_string();
    assert!(why.contains("outpost-drill-9.jsonl: File exists"), "{why}");
}

#[test]
fn a_folder_that_cannot_be_written_is_named_with_the_reason() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("file");
    fs::write(&file, "").expect("a file");
    let why = RecordFile::create(&file.join("records"), &outpost(1)).expect_err("no folder").to_string();
    assert!(why.starts_with("cannot save battles: Not a directory") && why.contains("--data DIR"), "{why}");
}

/// The record of a battle on a disk in memory.
const PATH: &str = "/folder/record.jsonl";

fn on(disk: &SimulatedDisk) -> RecordFile {
    let file = disk.create(Path::new(PATH)).expect("a file");
    RecordFile::new(Arc::new(disk.clone()), PATH.into(), file)
}

fn text(disk: &SimulatedDisk) -> String {
    String::from_utf8(disk.read(Path::new(PATH)).expect("a record")).expect("text")
}

/// From now on that goes wrong.
fn goes_wrong(disk: &SimulatedDisk, trouble: Trouble) {
    disk.plan(disk.operations(), u64::MAX, trouble);
}

fn think(game: &mut Game) -> Result<(), String> {
    game.think(&AtomicBool::new(false)).map_err(|refusal| refusal.to_string())
}

#[test]
fn a_full_disk_stops_the_battle_until_there_is_room() {
    for trouble in [Trouble::NoSpace, Trouble::Broken] {
        let disk = SimulatedDisk::default();
        let mut game = Game::start(&DrillLibrary, &outpost(1), Some(on(&disk))).expect("a game");
        think(&mut game).expect("an order");
        assert_eq!(game.unsaved(), None);
        game.save_again();
        goes_wrong(&disk, trouble);
        think(&mut game).expect("it is carried out before the disk is asked");
        let (given, before) = (game.orders_given(), game.past().record_text());
        assert!(!game.save_again(), "the disk takes nothing yet");
        let why = game.unsaved().expect("a reason");
        assert!(why.starts_with("cannot write the record /folder/record.jsonl: "), "{why}");
        let refused = think(&mut game).expect_err("no order that is not written");
        assert!(refused.contains("the order before is not saved (cannot write the record"), "{refused}");
        assert!(game.undo().is_err(), "nor is one taken back");
        assert_eq!((game.orders_given(), game.past().record_text()), (given, before));
        let told = |game: &Game, words: &str| {
            game.stage().dispatches().iter().filter(|line| line.text.ends_with(words)).count()
        };
        assert_eq!(told(&game, "; no further order is taken until it is saved."), 1);
        disk.repair();
        assert!(game.save_again());
        assert_eq!((game.unsaved(), text(&disk)), (None, game.past().record_text()));
        assert_eq!(told(&game, "the record /folder/record.jsonl is complete again."), 1);
        play_out(&mut game);
        assert!(game.save_again());
        assert_eq!(text(&disk), game.past().record_text());
    }
}

#[test]
fn an_order_is_on_the_disk_before_the_next_is_taken() {
    let disk = SimulatedDisk::default();
    let mut game = Game::start(&DrillLibrary, &outpost(3), Some(on(&disk))).expect("a game");
    disk.slow_down(Duration::from_millis(2));
    for seed in 0..20 {
        let before = game.past().record_text();
        think(&mut game).expect("an order");
        let left = disk.after_power_cut(seed);
        let found = left.read(Path::new(PATH)).expect("its name was synced with the first line");
        assert!(found.starts_with(before.as_bytes()), "all but the last order");
    }
    let text = game.past().record_text();
    drop(game);
    assert_eq!(disk.after_power_cut(1).read(Path::new(PATH)).expect("a record"), text.as_bytes(), "at the end, all");
}

#[test]
fn a_battle_resumes_after_a_power_cut_at_any_write() {
    let (mut torn, mut put_aside) = (0, 0);
    for seed in 0..200u64 {
        let disk = SimulatedDisk::default();
        let mut game = Game::start(&DrillLibrary, &outpost(seed), Some(on(&disk))).expect("a game");
        game.save_again();
        let at = disk.operations() + seed % 40;
        disk.plan(at, at + 1, Trouble::PowerCut);
        let mut safe = game.past().record_text();
        while game.outcome().is_none() && think(&mut game).is_ok() {
            if game.save_again() {
                safe = game.past().record_text();
            }
        }
        disk.cut();
        let left: Arc<dyn Disk> = Arc::new(disk.after_power_cut(seed));
        let found = left.read(Path::new(PATH)).expect("a record");
        assert!(found.starts_with(safe.as_bytes()), "seed {seed}: what was saved is there");
        torn += usize::from(found.contains(&0));
        let on = |known| Game::resume_kept(&DrillLibrary, &left, Path::new(PATH), SyncWhen::Each, known);
        let mut again = on(None).unwrap_or_else(|why| panic!("seed {seed}: {why}"));
        assert!(again.past().record_text().starts_with(&safe), "seed {seed}");
        put_aside += usize::from(left.length(Path::new("/folder/record.torn-1")).is_ok());
        while again.outcome().is_none() {
            think(&mut again).expect("it goes on");
            let saving = again.past().saving().expect("lines");
            again.saved(&saving.run()).expect("saved");
        }
        assert_eq!(left.read(Path::new(PATH)).expect("a record"), again.past().record_text().as_bytes());
    }
    assert!(torn > 10 && put_aside > 0, "{torn} records were torn, {put_aside} torn ends were put aside");
}

#[test]
fn a_record_is_written_by_one_game_at_a_time() {
    let folder = tempfile::tempdir().expect("a folder");
    let record = RecordFile::create(folder.path(), &outpost(1)).expect("a record");
    let game = Game::start(&DrillLibrary, &outpost(1), Some(record)).expect("a game");
    let path = game.past().record_path().expect("a path").to_path_buf();
    let why = Game::resume(&DrillLibrary, &path).err().expect("refused").to_string();
    assert!(why.contains("another program is writing it"), "{why}");
    drop(game);
    assert!(Game::resume(&DrillLibrary, &path).is_ok());
}

#[test]
fn a_record_that_somebody_lets_go_of_in_a_moment_is_waited_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let record = RecordFile::create(folder.path(), &outpost(1)).expect("a record");
    let path = record.path().to_path_buf();
    drop(Game::start(&DrillLibrary, &outpost(1), Some(record)).expect("a game"));
    // As a program that is being started keeps what its parent had open.
    let kept = fs::File::open(&path).expect("a record");
    kept.try_lock().expect("nobody else has it");
    let resumed = std::thread::scope(|scope| {
        scope.spawn(move || {
            std::thread::sleep(Duration::from_millis(60));
            drop(kept);
        });
        Game::resume(&DrillLibrary, &path).map(drop)
    });
    assert!(resumed.is_ok(), "{resumed:?}");
}

#[test]
fn each_line_is_in_the_file_as_soon_as_the_order_is_given() {
    let folder = tempfile::tempdir().expect("a folder");
    let record = RecordFile::create(folder.path(), &outpost(1)).expect("a record");
    let mut game = Game::start(&DrillLibrary, &outpost(1), Some(record)).expect("a game");
    let path = game.past().record_path().expect("a path").to_path_buf();
    while game.outcome().is_none() {
        game.think(&std::sync::atomic::AtomicBool::new(false)).expect("legal");
        assert_eq!(fs::read_to_string(&path).expect("read"), game.past().record_text());
    }
    assert!(verify(&DrillLibrary, &path).expect("a record").agrees());
}
