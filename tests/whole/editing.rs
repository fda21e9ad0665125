//! The editor in a real pseudo-terminal: a battle is made by keys, survives a kill, is saved, checked and played.

use std::fs;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

use crate::terminal::Screen;

/// What the program says with those arguments, and whether it was content.
fn said(data: &Path, arguments: &[&str]) -> (bool, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grognard"));
    command.arg("--data").arg(data).args(arguments);
    let output = command.output().expect("the program runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    (output.status.success(), text)
}

#[test]
fn a_battle_is_made_by_keys_survives_a_kill_and_is_played() {
    let data = TempDir::new().expect("a folder");
    let folder = data.path().join("battles");
    fs::create_dir(&folder).expect("a folder");
    let path = folder.join("the-mill.toml");
    let name = path.display().to_string();
    let mut screen = Screen::start(data.path(), 120, 40, &["edit", &name]);
    screen.expect("nothing is wrong");
    // A wood drawn by walking, a hill, a road, and one more unit.
    screen.press("dlld");
    screen.press("\t>> ");
    screen.press("ttr.. ");
    screen.press("tukkkk ");
    screen.expect("B5 is placed");
    assert!(!path.exists(), "nothing is saved yet");
    screen.kill();
    let mut screen = Screen::start(data.path(), 120, 40, &["edit", &name]);
    screen.expect("changes that you had not saved");
    screen.press("s");
    screen.expect("It stands in the list of battles as the-mill");
    screen.press("T");
    screen.expect("You command");
    screen.press("\r");
    screen.expect("What you are to do");
    screen.press("\r");
    screen.expect("Turn 1");
    screen.press("q");
    screen.expect("back to the editor");
    screen.press("t");
    screen.expect("Back from the trial");
    screen.kill();
    let saves = data.path().join("saves");
    assert_eq!(fs::read_dir(&saves).map_or(0, Iterator::count), 0, "a trial leaves no record");
    let text = fs::read_to_string(&path).expect("saved");
    assert!(text.contains("label = \"B5\"") && text.contains("elevation = "), "{text}");
    let (content, words) = said(data.path(), &["check", &name]);
    assert!(content, "{words}");
    let (_, words) = said(data.path(), &["list", "battles"]);
    assert!(words.contains("the-mill.toml") && words.contains("5 against 4 units"), "{words}");
    let mut screen = Screen::start(data.path(), 120, 40, &["play", &name]);
    screen.expect("What you are to do");
    screen.press("\r");
    screen.expect("Turn 1");
    screen.kill();
}

#[test]
fn a_battle_is_made_with_the_mouse_survives_a_kill_and_is_played() {
    let data = TempDir::new().expect("a folder");
    let path = data.path().join("the-ford.toml");
    let name = path.display().to_string();
    let mut screen = Screen::start(data.path(), 120, 40, &["edit", &name]);
    screen.expect("nothing is wrong");
    screen.click_on("crops");
    screen.drag(40..=51, 16);
    screen.expect("Painted crops");
    screen.click_on("units");
    screen.click_on("heavy cavalry");
    screen.click(40, 24);
    screen.expect("B5 is placed");
    screen.kill();
    assert!(!path.exists(), "nothing is saved yet");
    let mut screen = Screen::start(data.path(), 120, 40, &["edit", &name]);
    screen.expect("changes that you had not saved");
    screen.click_on("s save");
    screen.expect("Saved");
    screen.kill();
    let text = fs::read_to_string(&path).expect("saved");
    assert!(text.contains("c c c c c") && text.contains("type = \"heavy cavalry\""), "{text}");
    let (content, words) = said(data.path(), &["check", &name]);
    assert!(content, "{words}");
    let mut screen = Screen::start(data.path(), 120, 40, &["play", &name]);
    screen.expect("What you are to do");
    screen.click_on("Enter begin");
    screen.expect("Turn 1");
    screen.kill();
}

#[test]
fn what_cannot_be_edited_is_said_in_one_sentence() {
    let data = TempDir::new().expect("a folder");
    let bold = data.path().join("bold.toml");
    fs::write(&bold, "temper = \"bold\"\n").expect("written");
    let screen = Screen::start(data.path(), 120, 40, &["edit", &bold.display().to_string()]);
    screen.expect("is no battle file: it has `temper`");
    let (content, words) = said(data.path(), &["edit", "quatre-brass"]);
    assert!(!content && words.contains("did you mean `quatre-bras`?") && words.contains("name a file"), "{words}");
    let (content, words) = said(data.path(), &["edit", "--lines"]);
    assert!(!content && words.contains("the editor needs a screen"), "{words}");
}
