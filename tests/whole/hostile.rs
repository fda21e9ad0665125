//! Files and names that would steer a terminal: nothing of them gets out by any way but as letters.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::mpsc::sync_channel;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use battle::{HouseRules, Library};
use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
use systems::Shelf;
use table::{Game, RecordFile, SeatSpec, Setup};
use tui::{Depth, Glyphs, Line, Options, Screen, Signal, Speed, Start, serve};

/// A title for the window, an erased screen in the eight-bit way, text turned round, a forged line.
const HOSTILE: &str = "\u{1b}]0;pwned\u{7}\u{9b}2J\u{202e}\nok.toml: a battle without faults";

/// The same as TOML and JSON write it.
const WRITTEN: &str = "\\u001b]0;pwned\\u0007\\u009b2J\\u202e\\nok.toml: a battle without faults";

/// Everything that a command says, which must hold no steering and no line of the file's own.
#[track_caller]
fn said(arguments: &[&std::ffi::OsStr]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_grognard")).args(arguments).output().expect("the program starts");
    let text = String::from_utf8([output.stdout, output.stderr].concat()).expect("text");
    let stray: Vec<char> = text.chars().filter(|letter| *letter != '\n' && !plain::shows(*letter)).collect();
    assert!(stray.is_empty(), "{arguments:?}: {stray:?} in {text:?}");
    assert!(!text.lines().any(|line| line.starts_with("ok.toml")), "{arguments:?}: a forged line in {text}");
    assert!(text.lines().all(|line| line.chars().count() <= plain::LONGEST), "{arguments:?}: an endless line");
    text
}

#[track_caller]
fn check(arguments: &[&str], contains: &str) {
    let arguments: Vec<&std::ffi::OsStr> = arguments.iter().map(std::ffi::OsStr::new).collect();
    let text = said(&arguments);
    assert!(text.contains(contains), "{arguments:?}: no `{contains}` in {text}");
}

fn written(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    fs::write(&path, text).expect("writable");
    path.display().to_string()
}

fn drill() -> String {
    crate::source::read("maps/drill/drill-field.toml")
}

/// The drill with hostile words wherever a battle has words.
fn hostile_battle() -> String {
    let text = drill();
    let name = |text: String, old: &str| text.replacen(old, &format!("\"{WRITTEN}\""), 1);
    ["\"1st Battalion\"", "\"2nd Battalion\"", "\"Blue line\"", "\"Colonel Drillon\"", "\"First drill brigade\""]
        .into_iter()
        .fold(text.replacen("title = \"", &format!("title = \"{WRITTEN}"), 1), name)
        + &format!("\n[[place]]\nname = \"{WRITTEN}\"\nat = \"10,9\"\n")
}

/// A record of the drill with some orders in it.
fn record(folder: &Path) -> (PathBuf, String) {
    let shelf = Shelf::new();
    let setup = Setup {
        battle: shelf.battle("drill-field").expect("it ships"),
        system: shelf.systems()[0],
        house: HouseRules::default(),
        seats: ["random", "random"].map(|seat| seat.parse::<SeatSpec>().expect("a seat")),
        seed: 7,
    };
    let file = RecordFile::create(folder, &setup).expect("a record");
    let path = file.path().to_path_buf();
    let mut game = Game::start(&shelf, &setup, Some(file)).expect("it starts");
    for _ in 0..6 {
        game.think(&std::sync::atomic::AtomicBool::new(false)).expect("an order");
    }
    drop(game);
    let text = fs::read_to_string(&path).expect("readable");
    (path, text)
}

#[test]
fn house_rules_battles_and_commanders_are_told_of_in_letters() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = format!("[eagles]\n\"orders{WRITTEN}\" = \"2d6\"\norders_dice = \"{WRITTEN}\"\n");
    let house = written(folder.path(), "house.toml", &house);
    check(&["check", &house], r"orders\u{1b}]0;pwned\u{7}\u{9b}2J\u{202e}\n");
    check(&["rules", "eagles", "--house", &house], "unknown key");
    let raw = written(folder.path(), "raw.toml", &format!("[eagles]\norders_dice = {HOSTILE}\n"));
    check(&["check", &raw], "raw.toml:2");
    let battle = written(folder.path(), "battle.toml", &hostile_battle());
    check(&["check", &battle], "battle.toml: ");
    let wrong = written(
        folder.path(),
        "wrong.toml",
        &drill().replacen("first_side = \"blue\"", &format!("first_side = \"{WRITTEN}\""), 1),
    );
    check(&["check", &wrong], "first_side");
    check(&["play", &wrong], "first_side");
    let steady = crate::source::read("ai/steady.toml").replacen("temper = \"", &format!("temper = \"{WRITTEN}"), 1);
    let tempered = written(folder.path(), "tempered.toml", &steady);
    check(&["check", &tempered], "tempered.toml: ");
    let kind = written(folder.path(), "kind.toml", &steady.replacen("kind = \"", &format!("kind = \"{WRITTEN}"), 1));
    check(&["check", &kind], "kind.toml:");
    check(&["play", "drill-field", "--blue", &kind], "kind.toml:");
    check(&["play", "drill-field", "--blue", HOSTILE], r"\u{1b}");
    check(&["list", "battles"], "drill-field");
    check(
        &[
            "soak",
            "--games",
            "1",
            "--battles",
            "drill-field",
            "--rules",
            "eagles",
            "--blue",
            &format!("exec:echo '{}'", HOSTILE.replace('\n', "")),
        ],
        "drill-field",
    );
}

#[test]
fn records_are_told_of_in_letters() {
    let folder = tempfile::tempdir().expect("a folder");
    let (_, text) = record(folder.path());
    let lines: Vec<&str> = text.lines().collect();
    let with = |place: usize, line: String| {
        let mut lines: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
        lines[place] = line;
        lines.join("\n") + "\n"
    };
    let order = lines.iter().position(|line| line.contains("\"order\"")).expect("an order");
    let forged = [
        ("header", with(0, format!("no header {HOSTILE}"))),
        ("system", with(0, lines[0].replace("\"system\":\"eagles\"", &format!("\"system\":\"{WRITTEN}\"")))),
        ("seats", with(0, lines[0].replace("\"random\"", &format!("\"{WRITTEN}\"")))),
        ("key", with(0, lines[0].replace("\"key\":\"drill-field\"", &format!("\"key\":\"{WRITTEN}\"")))),
        ("house", with(0, lines[0].replace("\"house\":{}", &format!("\"house\":{{\"{WRITTEN}\":\"{WRITTEN}\"}}")))),
        ("order", with(order, format!("{{\"order\":\"{WRITTEN}\"}}"))),
        ("line", with(order, format!("{{\"odrer\":\"{}", HOSTILE.replace('\n', "")))),
        ("resign", with(order, format!("{{\"resign\":\"blue\",\"why\":\"{WRITTEN}\"}}"))),
    ];
    for (name, text) in forged {
        let path = written(folder.path(), &format!("{name}.jsonl"), &text);
        check(&["verify", &path], if name == "system" || name == "house" { "grognard: " } else { name });
        check(&["replay", &path], "grognard: ");
        check(&["play", "--resume", &path], "grognard: ");
    }
}

#[test]
fn names_of_files_are_told_in_letters() {
    let folder = tempfile::tempdir().expect("a folder");
    let name =
        OsString::from_vec([folder.path().as_os_str().as_encoded_bytes(), b"/", &HOSTILE.as_bytes()[..20]].concat());
    let name = PathBuf::from(name);
    let other = folder.path().join("two\nok.toml: a battle without faults\x1b[2J.toml");
    for path in [&name, &other] {
        for words in [
            vec!["check"],
            vec!["verify"],
            vec!["replay"],
            vec!["play", "--resume"],
            vec!["rules", "eagles", "--house"],
        ] {
            let mut arguments: Vec<&std::ffi::OsStr> = words.iter().map(std::ffi::OsStr::new).collect();
            arguments.push(path.as_os_str());
            said(&arguments);
        }
    }
    fs::write(&other, drill()).expect("writable");
    assert!(said(&["check".as_ref(), other.as_os_str()]).contains(r"two\nok.toml"));
    said(&["verify".as_ref(), other.as_os_str()]);
    said(&["--\u{1b}]0;pwned\u{7}".as_ref()]);
    said(&["list".as_ref(), "\u{9b}2J\nok.toml".as_ref()]);
}

/// The bytes of a session.
#[derive(Clone, Default)]
struct Tape(Arc<Mutex<Vec<u8>>>);

impl Write for Tape {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("whole").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Line for Tape {
    fn has_room(&self) -> bool {
        true
    }
}

/// What is sent to a terminal while those keys are pressed.
fn sent(start: Start, folder: &Path, keys: &str) -> String {
    let (signals, taken) = sync_channel(16);
    let tape = Tape::default();
    let screen = Screen { line: Box::new(tape.clone()), signals: taken, size: (160, 46) };
    let mut options = Options::new(folder.to_path_buf());
    (options.start, options.speed) = (start, Speed::Instant);
    (options.depth, options.glyphs) = (Some(Depth::Indexed), Some(Glyphs::Unicode));
    let session = std::thread::spawn(move || serve(Arc::new(Shelf::new()), options, Arc::new(|| {}), screen));
    for key in keys.chars() {
        let code = match key {
            '\r' => KeyCode::Enter,
            '\x1b' => KeyCode::Esc,
            '\t' => KeyCode::Tab,
            letter => KeyCode::Char(letter),
        };
        if signals.send(Signal::Event(Event::Key(KeyEvent::new(code, KeyModifiers::NONE)))).is_err() {
            break;
        }
        std::thread::sleep(Duration::from_millis(40));
    }
    drop(signals);
    assert!(session.join().expect("no panic").is_ok());
    let bytes = tape.0.lock().expect("whole").clone();
    String::from_utf8(bytes).expect("text")
}

#[track_caller]
fn harmless(sent: &str) {
    assert!(!sent.contains("\x1b]"), "an operating system command was sent");
    let stray: Vec<char> =
        sent.chars().filter(|letter| !plain::shows(*letter) && !"\x1b\r\n".contains(*letter)).collect();
    assert!(stray.is_empty(), "{stray:?} was sent");
}

#[test]
fn the_screen_shows_hostile_battles_in_letters() {
    let folder = tempfile::tempdir().expect("a folder");
    let shelf = Shelf::new();
    let battle = shelf.battle_from_text("hostile.toml", &hostile_battle()).expect("a battle");
    let exec = format!("exec:echo 'a{}'", HOSTILE.replace('\n', ""));
    for seats in [["human", "steady"], ["human", &exec]] {
        let seats = seats.map(|seat| seat.parse::<SeatSpec>().expect("a seat"));
        let setup =
            Setup { battle: battle.clone(), system: shelf.systems()[0], house: HouseRules::default(), seats, seed: 7 };
        let record = RecordFile::create(&folder.path().join("saves"), &setup).expect("a record");
        let path = record.path().to_path_buf();
        let game = Game::start(&shelf, &setup, Some(record)).expect("it starts");
        let sent_home =
            sent(Start::Game(Box::new(game)), folder.path(), "\tc\r\x1bL\x1b/\x1b:find\x1bm++--w\x1b \r\r\r\rq\x1bs");
        assert!(sent_home.contains("pwned"), "the name was shown");
        harmless(&sent_home);
        harmless(&sent(Start::Replay(path), folder.path(), "....L\x1be\x1b"));
    }
    harmless(&sent(Start::Title, folder.path(), "c\r\x1b"));
}
