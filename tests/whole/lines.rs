//! Whole battles in sentences through a pipe, under every rule system, with a record like any other.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

use systems::Shelf;
use tempfile::TempDir;
use tui::lines::{self, Heard, Slate};

use crate::presses::{Hands, begin_turn, key_to_end};
use crate::window::is_told;

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
    String::from("units\norders\nplan\n") + &"advice\n1\nadvice\n1\nadvice\n1\ndone\ndone\n".repeat(600)
}

/// What the program says of a record to a script of typed lines.
fn retold(record: &Path, script: &str) -> String {
    let mut program = Command::new(env!("CARGO_BIN_EXE_grognard"))
        .args(["--lines", "replay", &record.display().to_string()])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    program.stdin.take().expect("its input").write_all(script.as_bytes()).expect("typed");
    let output = program.wait_with_output().expect("it ends");
    assert!(output.status.success());
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn plays_a_whole_battle(rules: &str) {
    let (said, record, _data) = played(rules, &to_the_end());
    assert!(said.contains("You command The morning patrol"), "{said}");
    for reason in [" to 1.\n", "The plan: ", "Next best: ", "\nIt "] {
        assert!(said.contains(reason), "`{reason}` was never said:\n{said}");
    }
    assert!(is_told(&said), "it was played to its end:\n{}", &said[said.len().saturating_sub(2000)..]);
    let text = std::fs::read_to_string(&record).expect("readable");
    assert!(text.contains("{\"over\""), "the record goes to the end");
    let verdict = crate::cli::grognard(&["verify", &record.display().to_string()]);
    assert!(verdict.status.success(), "{}", String::from_utf8_lossy(&verdict.stdout));
    let points = said.lines().find(|line| is_told(line) && !line.contains(';')).expect("they were told");
    let again = retold(&record, "turn\nback\nall\n");
    assert!(again.contains(points) && again.contains("This is the end of the record"), "{again}");
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

/// Somebody who ends turns in sentences, and lets everybody stay where he may.
struct Ender {
    said: Vec<String>,
    typed: usize,
}

/// Lines typed after which somebody has given up.
const MOST: usize = 60;

impl Slate for Ender {
    fn say(&mut self, line: &str) -> io::Result<()> {
        self.said.push(line.to_owned());
        Ok(())
    }

    fn hear(&mut self) -> io::Result<Heard> {
        let last = self.said.last().map_or("", String::as_str);
        let over = self.said.iter().any(|line| line.starts_with("Turn 4 of"));
        let asked = self.said.iter().rev().find(|line| line.starts_with("Asked: ")).map_or("", String::as_str);
        let about_one = asked.split(": ").nth(1).is_some_and(|about| !about.contains(' '));
        let line = match last {
            _ if over || about_one || self.typed == MOST => return Ok(Heard::Closed),
            "Your order?" => "turn",
            last if last.starts_with("Type 1 or 2;") || last.contains("2 to let everybody stay") => "2",
            _ => "1",
        };
        self.typed += 1;
        self.said.push(format!("> {line}"));
        Ok(Heard::Line(line.to_owned()))
    }
}

/// The orders of the first three turns that a record holds.
fn orders_of(record: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(record).expect("readable");
    let until = text.find("{\"turn\":3").unwrap_or(text.len());
    text[..until].lines().filter(|line| line.starts_with("{\"order\"")).map(str::to_owned).collect()
}

/// Ends three turns on the screen and in sentences, until a single unit is asked about, and compares what was written down.
fn ends_turns_alike(rules: &str) {
    let shelf = Arc::new(Shelf::new());
    let [drawn, told] = [TempDir::new(), TempDir::new()].map(|folder| folder.expect("a folder"));
    let game = begin_turn(&shelf, rules, 1, drawn.path());
    let drawn_record = game.past().record_path().expect("recorded").to_path_buf();
    let mut hands = Hands::at(game, Arc::clone(&shelf));
    for _ in 0..MOST {
        let screen = hands.screen();
        let asked = screen.contains("orders that have to be given") || screen.contains("End turn ");
        if screen.contains("Turn 4 of") || !asked && !screen.contains("e end turn") {
            break;
        }
        hands.press(if screen.contains("nobody moves") { "n" } else { key_to_end(&screen) });
    }
    let game = begin_turn(&shelf, rules, 1, told.path());
    let told_record = game.past().record_path().expect("recorded").to_path_buf();
    let mut ender = Ender { said: Vec::new(), typed: 0 };
    lines::play(&*shelf, game, &mut ender).expect("it talks");
    println!("{rules}: {} lines", ender.typed);
    // Three lines a turn, and one for every part of a list that dice have cut short.
    let lists = ender.said.iter().filter(|said| said.contains("Type 1 to give these orders")).count();
    assert!(ender.typed <= 9 + lists.saturating_sub(3), "{rules}: {} lines:\n{}", ender.typed, ender.said.join("\n"));
    let orders = orders_of(&told_record);
    assert!(!orders.is_empty());
    assert_eq!(orders, orders_of(&drawn_record), "{rules}");
}

#[test]
fn turns_end_alike_on_the_screen_and_in_sentences() {
    for rules in ["eagles", "on_war", "snappy", "over_the_hills", "mcnally"] {
        ends_turns_alike(rules);
    }
}
