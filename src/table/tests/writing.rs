//! Writing records: never over another, never silently not at all.

use std::fs::{self, OpenOptions};

use proving::DrillLibrary;

use super::{outpost, play_out};
use crate::journal::Written;
use crate::{Game, RecordFile, verify};

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
    assert!(why.starts_with("cannot make the folder ") && why.contains("file/records: Not a directory"), "{why}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_once_and_the_battle_goes_on() {
    let full = OpenOptions::new().append(true).open("/dev/full").expect("the full device");
    let record = RecordFile::locked("/dev/full".into(), full, 0).expect("a record");
    let mut game = Game::start(&DrillLibrary, &outpost(1), Some(record)).expect("a game");
    play_out(&mut game);
    let told: Vec<_> = game.dispatches().iter().filter(|line| line.text.contains("/dev/full")).collect();
    assert_eq!(told.len(), 1);
    let text = &told[0].text;
    assert!(text.starts_with("cannot write the record /dev/full: No space left on device"), "{text}");
    assert!(text.ends_with("the battle goes on unsaved."), "{text}");
    assert!(game.record_text().lines().last().expect("a line").starts_with("{\"over\""));
}

#[test]
fn what_could_not_be_written_is_written_later() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("record.jsonl");
    let mut record = RecordFile::create_at(&path).expect("a record");
    assert!(matches!(record.append("one"), Written::Well));
    record.fail_for_now("two", "tw");
    assert_eq!(fs::read_to_string(&path).expect("read"), "one\ntw");
    assert!(matches!(record.append("three"), Written::Again));
    assert_eq!(fs::read_to_string(&path).expect("read"), "one\ntwo\nthree\n");
}

#[test]
fn a_record_is_written_by_one_game_at_a_time() {
    let folder = tempfile::tempdir().expect("a folder");
    let record = RecordFile::create(folder.path(), &outpost(1)).expect("a record");
    let game = Game::start(&DrillLibrary, &outpost(1), Some(record)).expect("a game");
    let path = game.record_path().expect("a path").to_path_buf();
    let why = Game::resume(&DrillLibrary, &path).err().expect("refused").to_string();
    assert!(why.contains("another program is writing it"), "{why}");
    drop(game);
    assert!(Game::resume(&DrillLibrary, &path).is_ok());
}

#[test]
fn each_line_is_in_the_file_as_soon_as_the_order_is_given() {
    let folder = tempfile::tempdir().expect("a folder");
    let record = RecordFile::create(folder.path(), &outpost(1)).expect("a record");
    let mut game = Game::start(&DrillLibrary, &outpost(1), Some(record)).expect("a game");
    let path = game.record_path().expect("a path").to_path_buf();
    while game.outcome().is_none() {
        game.think(&std::sync::atomic::AtomicBool::new(false)).expect("legal");
        assert_eq!(fs::read_to_string(&path).expect("read"), game.record_text());
    }
    assert!(verify(&DrillLibrary, &path).expect("a record").agrees());
}
