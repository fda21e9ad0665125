//! The program in a real pseudo-terminal: what a person types and sees, and what a kill leaves behind.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use tempfile::TempDir;

/// Longest wait for something to appear.
const PATIENCE: Duration = Duration::from_secs(60);

/// So many looks, 5 ms apart, find a program at rest.
const STILL: u32 = 4;
/// Longest wait for a program to come to rest.
const THOUGHT: Duration = Duration::from_secs(20);

/// The program on a screen.
pub struct Screen {
    child: Box<dyn Child + Send + Sync>,
    writer: Box<dyn Write + Send>,
    parser: Arc<Mutex<vt100::Parser>>,
    /// Bytes that were drawn.
    drawn: Arc<AtomicUsize>,
    master: Box<dyn MasterPty + Send>,
}

impl Screen {
    /// Starts the program on a terminal of that size, with its data in `data`.
    pub fn start(data: &Path, columns: u16, rows: u16, arguments: &[&str]) -> Screen {
        let size = PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).expect("a pseudo-terminal");
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_grognard"));
        command.args(["--data", &data.display().to_string(), "--no-animation"]);
        command.args(arguments);
        command.env("TERM", "xterm-256color");
        command.env("LANG", "C.UTF-8");
        let child = pair.slave.spawn_command(command).expect("the program starts");
        let parser = Arc::new(Mutex::new(vt100::Parser::new(rows, columns, 0)));
        let (mut reader, seen) = (pair.master.try_clone_reader().expect("a reader"), Arc::clone(&parser));
        let drawn = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&drawn);
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = reader.read(&mut bytes) {
                counted.fetch_add(count, Ordering::Relaxed);
                seen.lock().expect("the parser").process(&bytes[..count]);
            }
        });
        let writer = pair.master.take_writer().expect("a writer");
        Screen { child, writer, parser, drawn, master: pair.master }
    }

    pub fn contents(&self) -> String {
        self.parser.lock().expect("the parser").screen().contents()
    }

    /// Waits until the text is on the screen.
    pub fn expect(&self, text: &str) {
        self.wait(&format!("`{text}` on the screen"), || self.contents().contains(text));
    }

    fn wait(&self, what: &str, done: impl Fn() -> bool) {
        let started = Instant::now();
        while !done() {
            assert!(started.elapsed() < PATIENCE, "no {what}; the screen:\n{}", self.contents());
            thread::sleep(Duration::from_millis(20));
        }
    }

    pub fn press(&mut self, keys: &str) {
        self.writer.write_all(keys.as_bytes()).expect("the program reads");
        self.writer.flush().expect("the program reads");
        self.rest();
    }

    /// Clicks on a text of the screen: the first one, from the top.
    pub fn click_on(&mut self, text: &str) {
        self.expect(text);
        let at = self.contents().lines().enumerate().find_map(|(row, line)| {
            let before = line.split_once(text)?.0;
            Some((before.chars().count(), row))
        });
        let (column, row) = at.expect("it was there a moment ago");
        self.click(column, row);
    }

    /// Clicks on a cell, counted from 0, as a terminal tells it that reports the mouse.
    pub fn click(&mut self, column: usize, row: usize) {
        let (column, row) = (column + 1, row + 1);
        self.press(&format!("\x1b[<0;{column};{row}M\x1b[<0;{column};{row}m"));
    }

    /// Draws from one cell along its row to another with the left button held.
    pub fn drag(&mut self, columns: std::ops::RangeInclusive<usize>, row: usize) {
        let (first, last, row) = (columns.start() + 1, columns.end() + 1, row + 1);
        let along: String = (first..=last).map(|column| format!("\x1b[<32;{column};{row}M")).collect();
        self.press(&format!("\x1b[<0;{first};{row}M{along}\x1b[<0;{last};{row}m"));
    }

    /// Waits until the program has done what there was to do: every thread sleeps and nothing more is drawn.
    fn rest(&self) {
        let started = Instant::now();
        let (mut drawn, mut still) = (self.drawn.load(Ordering::Relaxed), 0);
        while still < STILL && started.elapsed() < THOUGHT {
            thread::sleep(Duration::from_millis(5));
            let now = self.drawn.load(Ordering::Relaxed);
            still = if now == drawn && self.sleeps() { still + 1 } else { 0 };
            drawn = now;
        }
    }

    /// Whether no thread of the program computes.
    fn sleeps(&self) -> bool {
        let threads = self.child.process_id().and_then(|id| std::fs::read_dir(format!("/proc/{id}/task")).ok());
        let state = |path: &Path| std::fs::read_to_string(path.join("stat")).unwrap_or_default();
        let busy = |text: &str| text.rsplit(") ").next().is_some_and(|rest| rest.starts_with('R'));
        !threads.into_iter().flatten().flatten().any(|thread| busy(&state(&thread.path())))
    }

    fn resize(&self, columns: u16, rows: u16) {
        let size = PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 };
        self.parser.lock().expect("the parser").screen_mut().set_size(rows, columns);
        self.master.resize(size).expect("the terminal resizes");
    }

    /// Ends the program at once, as `kill -9` does.
    pub fn kill(mut self) {
        self.child.kill().expect("the program can be killed");
        self.child.wait().expect("the program ends");
    }
}

/// The only record below the data folder.
fn record(data: &Path) -> Option<PathBuf> {
    let entries = std::fs::read_dir(data.join("saves")).ok()?;
    entries.flatten().map(|entry| entry.path()).find(|path| path.extension().is_some_and(|ending| ending == "jsonl"))
}

fn orders(path: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    text.lines().filter(|line| line.starts_with("{\"order\"")).map(String::from).collect()
}

#[test]
fn a_battle_is_two_keys_away_and_quitting_says_where_it_is_saved() {
    let data = TempDir::new().expect("a folder");
    let mut screen = Screen::start(data.path(), 160, 46, &[]);
    screen.expect("Tutorial");
    screen.press("n");
    screen.expect("Seed");
    screen.press("\r");
    screen.expect("What you are to do");
    screen.press("\r");
    screen.expect("Turn 1");
    assert!(record(data.path()).is_some(), "the battle is on disk from its first moment");
    screen.press("q");
    thread::sleep(Duration::from_millis(300));
    screen.press("y");
    screen.expect("--resume");
}

#[test]
fn a_kill_in_the_middle_loses_nothing() {
    let data = TempDir::new().expect("a folder");
    let arguments = ["play", "drill-field", "--rules", "eagles", "--blue", "steady", "--red", "steady", "--seed", "7"];
    let screen = Screen::start(data.path(), 120, 40, &arguments);
    screen.wait("orders in the record", || record(data.path()).is_some_and(|path| orders(&path).len() >= 8));
    screen.kill();
    let path = record(data.path()).expect("the record is there");
    let before = orders(&path);
    let name = path.display().to_string();
    let verdict = crate::cli::grognard(&["verify", &name]);
    assert!(verdict.status.success(), "{}", String::from_utf8_lossy(&verdict.stdout));
    let screen = Screen::start(data.path(), 120, 40, &["play", "--resume", &name]);
    screen.expect("Turn");
    screen.kill();
    assert_eq!(orders(&path)[..before.len()], before[..], "every order given before is still there");
}

#[test]
fn a_small_terminal_asks_for_room_and_nothing_is_lost() {
    let data = TempDir::new().expect("a folder");
    let screen = Screen::start(data.path(), 100, 30, &["play", "drill-field", "--seed", "7"]);
    screen.expect("Orders");
    screen.resize(40, 10);
    screen.expect("60");
    screen.resize(100, 30);
    screen.expect("Orders");
    screen.kill();
}

#[test]
fn a_record_is_watched_again_from_its_beginning() {
    let data = TempDir::new().expect("a folder");
    let out = data.path().join("records").display().to_string();
    let soak = ["soak", "--battles", "drill-field", "--rules", "eagles", "--games", "1", "--records", &out];
    assert!(crate::cli::grognard(&soak).status.success());
    let entries = std::fs::read_dir(&out).expect("the records are there");
    let path = entries.flatten().next().expect("one record").path().display().to_string();
    let before = std::fs::read(&path).expect("readable");
    let mut screen = Screen::start(data.path(), 120, 40, &["replay", &path]);
    screen.expect("Turn 1 of 10 · order 0 of");
    screen.press("\x1b[C");
    screen.expect("order 1 of");
    screen.press("\x1b[6~");
    screen.expect("Turn 2 of 10");
    screen.press("q");
    screen.wait("the terminal given back", || !screen.contents().contains("Turn 2 of 10"));
    assert_eq!(std::fs::read(&path).expect("readable"), before, "who watches changes nothing");
}

#[test]
fn a_faulty_file_of_keys_leaves_no_record_behind() {
    let faulty = TempDir::new().expect("a folder");
    std::fs::write(faulty.path().join("keys.toml"), "end-turm = \"v\"\n").expect("a file");
    let screen = Screen::start(faulty.path(), 80, 24, &["play", "first-light"]);
    screen.expect("unknown name `end-turm`");
    assert_eq!(record(faulty.path()), None);
}
