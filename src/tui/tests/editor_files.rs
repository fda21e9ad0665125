//! The editor and the disk: what is kept when the program goes, files that others change, files that are no battles.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use proving::DrillLibrary;

use super::Play;
use crate::{App, Options, Start};

/// The editor with a file in the data folder of an earlier run.
fn again(folder: &Path, path: &Path) -> Play {
    let (folder, path) = (folder.to_path_buf(), path.to_path_buf());
    let mut play = Play::with(110, 32, |options| Options { data: folder, start: Start::Edit(path), ..options });
    play.settle();
    play
}

#[test]
fn what_was_not_saved_is_there_after_a_kill() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let path = folder.path().join("field.toml");
    let mut play = again(folder.path(), &path);
    play.keys("Space Right Right Space Left Left Left Space");
    // The program is gone without leaving the editor.
    std::mem::forget(std::mem::replace(
        &mut play.app,
        App::new(Arc::new(DrillLibrary), Options::new(folder.path().join("other")), Arc::new(|| {})).expect("starts"),
    ));
    assert!(!path.exists());
    let journal =
        fs::read_dir(folder.path().join("drafts")).expect("drafts").flatten().next().expect("a journal").path();
    let kept = fs::read_to_string(&journal).expect("readable");
    assert_eq!(kept.lines().count(), 4, "{kept}");
    // The lock of the process that is gone would be gone, too.
    let copy = folder.path().join("after");
    fs::create_dir_all(copy.join("drafts")).expect("a folder");
    fs::copy(&journal, copy.join("drafts").join(journal.file_name().expect("a name"))).expect("copied");
    let mut play = again(&copy, &path);
    play.shows("3 changes that you had not saved").keys("u").shows("Taken back: painted woods, 1 hex");
    play.keys("s q").shows("Tutorial");
    assert!(scenario::check("field.toml", &fs::read_to_string(&path).expect("saved")).is_empty());
}

#[test]
fn leaving_asks_and_keeps_what_is_not_saved() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let path = folder.path().join("field.toml");
    let mut play = again(folder.path(), &path);
    play.keys("Space q")
        .shows("Leave the editor?")
        .shows("Your changes are not in the file yet")
        .keys("b")
        .shows("unsaved");
    play.keys("q l").shows("Tutorial");
    let mut play = again(folder.path(), &path);
    play.shows("1 change that you had not saved").keys("q s").shows("Tutorial");
    assert!(path.exists());
    let mut play = again(folder.path(), &path);
    play.shows(" saved ").keys("q").shows("Tutorial");
}

#[test]
fn changes_can_be_thrown_away() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let path = folder.path().join("field.toml");
    let mut play = again(folder.path(), &path);
    play.keys("Space s").shows("Saved");
    let saved = fs::read_to_string(&path).expect("saved");
    play.keys("Right Space q t").shows("Tutorial");
    assert_eq!(fs::read_to_string(&path).expect("there"), saved, "the file stays as it was");
    let mut play = again(folder.path(), &path);
    play.hides("that you had not saved").keys("q").shows("Tutorial");
}

#[test]
fn a_file_that_somebody_else_changed_is_asked_about() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let path = folder.path().join("field.toml");
    let mut play = again(folder.path(), &path);
    play.keys("Space s Right Space");
    let theirs = fs::read_to_string(&path).expect("saved") + "# theirs\n";
    fs::write(&path, &theirs).expect("written");
    play.keys("s").shows("The file has changed").keys("b");
    assert_eq!(fs::read_to_string(&path).expect("readable"), theirs);
    play.keys("q l");
    let mut play = again(folder.path(), &path);
    play.shows("Two versions").keys("t").shows("laid aside in");
    play.keys("q").shows("Tutorial");
    assert_eq!(fs::read_to_string(&path).expect("readable"), theirs);
}

#[test]
fn a_battle_is_saved_under_another_name() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let path = folder.path().join("field.toml");
    let mut play = again(folder.path(), &path);
    play.keys("w Ctrl-H Ctrl-H Ctrl-H Ctrl-H Ctrl-H");
    play.typed("2.toml").keys("Enter").shows("Saved in").shows("field2.toml");
    assert!(folder.path().join("battles").join("field2.toml").exists() && !path.exists());
}

#[test]
fn what_is_no_battle_does_not_open() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let bold = folder.path().join("bold.toml");
    fs::write(&bold, "temper = \"bold\"\n").expect("written");
    for (path, words) in [(bold.as_path(), "is no battle file: it has `temper`"), (folder.path(), "is a folder")] {
        let options = Options { start: Start::Edit(path.to_path_buf()), ..Options::new(folder.path().to_path_buf()) };
        let error = App::new(Arc::new(DrillLibrary), options, Arc::new(|| {})).err().expect("it does not open");
        assert!(error.0.contains(words), "{error}");
    }
    let mut play = Play::new(100, 30);
    play.keys("m Down Down Down Enter").typed(&bold.display().to_string()).keys("Enter").shows("is no battle file");
}

#[test]
fn a_broken_file_is_shown_with_its_line() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let path = folder.path().join("field.toml");
    fs::write(&path, "title = \"A field\"\nground = = 3\n").expect("written");
    let mut play = again(folder.path(), &path);
    play.shows("There is no ground yet").shows("1 fault").keys("e").shows("line 2");
    play.keys("t b Enter Enter").typed("x").keys("Enter").shows("Line 2 is no TOML");
    assert_eq!(fs::read_to_string(&path).expect("readable"), "title = \"A field\"\nground = = 3\n");
}
