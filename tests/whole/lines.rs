//! Whole battles in sentences through a pipe, under every rule system, with a record like any other.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use tempfile::TempDir;

/// Plays a script of typed lines and gives what was said and the record.
fn played(rules: &str, script: &str) -> (String, PathBuf, TempDir) {
    let data = TempDir::new().expect("a folder");
    let mut program = Command::new(env!("CARGO_BIN_EXE_grognard"))
        .args(["--data", &data.path().display().to_string(), "--lines"])
        .args(["play", "first-light", "--rules", rules, "--red", "hold", "--seed", "5"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = program.stdin.take().expect("its input");
    let typed = script.to_owned();
    let writer = std::thread::spawn(move || {
        let _ = input.write_all(typed.as_bytes());
    });
    let output = program.wait_with_output().expect("it ends");
    writer.join().expect("typed");
    assert!(output.status.success());
    let saves = std::fs::read_dir(data.path().join("saves")).expect("saves");
    let record =
        saves.flatten().map(|entry| entry.path()).find(|path| path.extension().is_some_and(|end| end == "jsonl"));
    (String::from_utf8_lossy(&output.stdout).into_owned(), record.expect("a record"), data)
}

/// Advice is taken until it is used up, then the step is ended; more often than any battle needs.
fn to_the_end() -> String {
    String::from("units\norders\n") + &"advice\n1\nadvice\n1\nadvice\n1\ndone\ndone\n".repeat(600)
}

fn plays_a_whole_battle(rules: &str) {
    let (said, record, _data) = played(rules, &to_the_end());
    assert!(said.contains("You command The morning patrol"), "{said}");
    assert!(said.contains("Points: Blue "), "it was played to its end:\n{}", &said[said.len().saturating_sub(2000)..]);
    let text = std::fs::read_to_string(&record).expect("readable");
    assert!(text.contains("{\"over\""), "the record goes to the end");
    let verdict = crate::cli::grognard(&["verify", &record.display().to_string()]);
    assert!(verdict.status.success(), "{}", String::from_utf8_lossy(&verdict.stdout));
}

#[test]
fn a_whole_battle_of_eagles_in_sentences() {
    plays_a_whole_battle("eagles");
}

#[test]
fn a_whole_battle_of_on_war_in_sentences() {
    plays_a_whole_battle("on_war");
}

#[test]
fn a_whole_battle_of_snappy_in_sentences() {
    plays_a_whole_battle("snappy");
}

#[test]
fn a_whole_battle_of_over_the_hills_in_sentences() {
    plays_a_whole_battle("over_the_hills");
}

#[test]
fn a_whole_battle_of_mcnally_in_sentences() {
    plays_a_whole_battle("mcnally");
}

#[test]
fn whoever_leaves_is_told_where_the_battle_is() {
    let (said, ..) = played("eagles", "help\nlook b1\nlook 3,3\ngoals\nsave\nnonsense\nquit\n");
    assert!(said.contains("Continue it with: grognard play --resume"), "{said}");
    assert!(said.contains("Unknown command \"nonsense\""), "{said}");
}
