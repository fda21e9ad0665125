//! Random hands of visitors: raw bytes through the parser of the server into the screen of a session over a club.

use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use battle::Library;
use club::{Caller, Club, Policy};
use server::Keyboard;
use systems::Shelf;
use tui::{Depth, Glyphs, Line, Options, Screen, Signal, Start, serve};

use super::{Dice, Figures, SITTING};

/// What a terminal sends for the keys that lead somewhere.
const KEYS: &[&str] = &[
    "\r",
    "\r",
    "\r",
    "\x1b",
    "\t",
    "\x1b[Z",
    " ",
    "\x1b[A",
    "\x1b[B",
    "\x1b[C",
    "\x1b[D",
    "\x1b[5~",
    "\x1b[6~",
    "\x1b[H",
    "\x1b[F",
    "\x7f",
    "n",
    "n",
    "b",
    "c",
    "m",
    "o",
    "a",
    "w",
    "f",
    "r",
    "R",
    "F",
    "V",
    "T",
    "E",
    "L",
    "?",
    "q",
    "t",
    "y",
    "k",
    "j",
    "[",
    "]",
    "+",
    "-",
    "<",
    ">",
    "/",
    ":",
    "d",
    "e",
    "g",
    "G",
    "u",
    "p",
    ".",
    "\x1bOP",
    "\x1b[1;2A",
    "\x0c",
    "é",
    "砲",
];

/// The line of a session: counts, keeps the screen, and fails on what no picture may hold.
#[derive(Clone)]
struct Tape(Arc<Mutex<(usize, vt100::Parser)>>);

impl Write for Tape {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(bytes);
        let text = without_bell(&text);
        if let Some(at) = text.find(hostile).or_else(|| text.find("\x1b]")) {
            panic!("a picture steers the terminal: {:?} after {:?}", first(&text[at..], 40), last(&text[..at], 60));
        }
        let mut tape = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        tape.0 += bytes.len();
        tape.1.process(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A picture without the bell that a visitor may have turned on: one ring behind the last word, with at most the mouse turned on
/// or off after it.
fn without_bell(text: &str) -> String {
    match text.split_once('\x07') {
        Some((picture, "")) => picture.to_owned(),
        Some((picture, after)) if after.starts_with("\x1b[?100") => [picture, after].concat(),
        _ => text.to_owned(),
    }
}

/// So many characters of a text's beginning.
fn first(text: &str, letters: usize) -> &str {
    text.char_indices().nth(letters).map_or(text, |(end, _)| &text[..end])
}

/// So many characters of a text's end.
fn last(text: &str, letters: usize) -> &str {
    text.char_indices().rev().take(letters).last().map_or(text, |(begin, _)| &text[begin..])
}

/// Everything but what pictures are made of: sequences and the break after a last word.
fn hostile(letter: char) -> bool {
    !plain::shows(letter) && !matches!(letter, '\x1b' | '\r' | '\n')
}

impl Line for Tape {
    fn has_room(&self) -> bool {
        true
    }
}

/// So many events from that seed by visitors of a club in that folder, who keep their names from visit to visit.
pub fn run(seed: u64, events: usize, folder: &Path) -> Figures {
    let shelf: Arc<dyn Library> = Arc::new(Shelf::new());
    let policy = Policy {
        name: String::from("The \x1b]0;Mess\x07"),
        guests: true,
        battles_per_player: 20,
        battles_kept: 5,
        shelf: 2,
        thinkers: 1,
        think_time: Duration::from_millis(200),
        delay: 2,
        sync: club::SyncWhen::Never,
        reveal: club::Reveal::Everybody,
        show: None,
    };
    let club = Club::open(Arc::clone(&shelf), folder, policy).expect("a club");
    let mut figures = Figures::default();
    let mut sitting = 0;
    while figures.events < events {
        let most = SITTING.min(events - figures.events);
        let seed = seed.wrapping_add(sitting);
        let mut visitor = Visitor { dice: Dice::new(seed), size: (120, 40), figures: Figures::default() };
        let session = Session::begin(&shelf, &club, &caller(sitting), folder, &mut visitor.dice);
        let ended = catch_unwind(AssertUnwindSafe(|| visitor.sit(&session, most)));
        visitor.figures.note(seed, ended);
        let rows = session.host.rows().into_iter().map(|row| format!("{} ({})", row.battle, row.system));
        visitor.figures.battles.extend(rows);
        let (bytes, ended) = session.end();
        visitor.figures.bytes += bytes;
        visitor.figures.note(seed, ended);
        figures = figures.with(visitor.figures);
        sitting += 1;
    }
    figures.faults.extend(club.notes());
    club.close();
    figures
}

/// Four people with keys and a guest take turns.
fn caller(sitting: u64) -> Caller {
    match sitting % 5 {
        4 => Caller::Guest,
        number => Caller::Key { fingerprint: format!("SHA256:{number}"), key: format!("ssh-ed25519 {number}") },
    }
}

struct Session {
    host: tui::SharedHost,
    signals: SyncSender<Signal>,
    tape: Tape,
    thread: JoinHandle<()>,
}

impl Session {
    fn begin(shelf: &Arc<dyn Library>, club: &Arc<Club>, caller: &Caller, folder: &Path, dice: &mut Dice) -> Session {
        let host = club.visit(caller).expect("let in");
        if matches!(host.visitor(), tui::Visitor::Unnamed) && dice.below(2) == 0 {
            let name = ["anna", "bert", "clara", "doris"].into_iter().find(|name| host.take_name(name).is_ok());
            name.expect("a name that is free");
        }
        let (signals, taken) = sync_channel(64);
        let wake = signals.clone();
        let wake = Arc::new(move || drop(wake.try_send(Signal::Wake)));
        let tape = Tape(Arc::new(Mutex::new((0, vt100::Parser::new(70, 220, 0)))));
        let screen = Screen { line: Box::new(tape.clone()), signals: taken, size: (120, 40) };
        let mut options = Options::new(folder.to_path_buf());
        options.depth = Some(*dice.pick(&[Depth::True, Depth::Indexed, Depth::Sixteen, Depth::Mono]));
        options.glyphs = Some(*dice.pick(&[Glyphs::Unicode, Glyphs::Ascii]));
        options.start = Start::Lobby(Arc::clone(&host));
        let shelf = Arc::clone(shelf);
        let thread = thread::spawn(move || serve(shelf, options, wake, screen).map(drop).expect("the line holds"));
        Session { host, signals, tape, thread }
    }

    /// What the top of the screen is, by the words in its border or its first line.
    fn place(&self) -> String {
        const PLACES: [&str; 16] = [
            "— keys",
            "Leave the battle?",
            "Dispatches ·",
            "Advice — take it?",
            "Your name",
            "House rules —",
            "Points: Blue",
            "New battle",
            "Opponent",
            "Find a unit",
            "Command",
            "Orders ·",
            " Lobby ",
            "Waiting for",
            "This window",
            "Turn",
        ];
        let contents = self.tape.0.lock().unwrap_or_else(PoisonError::into_inner).1.screen().contents();
        let place = PLACES.into_iter().find(|place| contents.contains(place));
        place.unwrap_or("another").trim().to_owned()
    }

    /// Ends it; how many bytes were sent, and how it ended.
    fn end(self) -> (usize, thread::Result<()>) {
        let _ = self.signals.send(Signal::End(String::from("Time.")));
        let ended = self.thread.join();
        (self.tape.0.lock().unwrap_or_else(PoisonError::into_inner).0, ended)
    }
}

struct Visitor {
    dice: Dice,
    size: (u16, u16),
    figures: Figures,
}

impl Visitor {
    fn sit(&mut self, session: &Session, most: usize) {
        let mut keyboard = Keyboard::default();
        self.figures.sittings += 1;
        for _ in 0..most {
            self.figures.events += 1;
            if self.figures.events.is_multiple_of(8) {
                *self.figures.screens.entry(session.place()).or_default() += 8;
            }
            for signal in self.signals(&mut keyboard) {
                if session.signals.send(signal).is_err() {
                    return;
                }
            }
            if self.dice.below(4) == 0 {
                thread::sleep(Duration::from_micros(300));
            }
        }
    }

    /// What one thing that a visitor does becomes on its way in.
    fn signals(&mut self, keyboard: &mut Keyboard) -> Vec<Signal> {
        let bytes = match self.dice.below(100) {
            0..72 => self.dice.pick(KEYS).as_bytes().to_vec(),
            72..84 => self.mouse(),
            84..88 => [b"\x1b[200~", self.dice.nonsense().as_bytes(), b"\x1b[201~"].concat(),
            88..94 => (0..=self.dice.below(12)).map(|_| self.dice.below(256) as u8).collect(),
            _ => {
                self.size = self.dice.size();
                return vec![Signal::Resized(self.size.0, self.size.1)];
            }
        };
        let mut events = Vec::new();
        let cut = self.dice.below(bytes.len() + 1);
        keyboard.feed(&bytes[..cut], &mut events);
        keyboard.feed(&bytes[cut..], &mut events);
        if self.dice.below(2) == 0 {
            keyboard.settle(&mut events);
        }
        events.into_iter().map(Signal::Event).collect()
    }

    fn mouse(&mut self) -> Vec<u8> {
        let (x, y) = self.dice.cell(self.size);
        let button = *self.dice.pick(&[0, 0, 2, 32, 64, 65, 1, 35]);
        let end = *self.dice.pick(&['M', 'M', 'm']);
        format!("\x1b[<{button};{x};{y}{end}").into_bytes()
    }
}
