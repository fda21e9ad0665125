//! A key over a line: time and bytes from it to the picture that shows it, in a small and a large window, scrolling included.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use battle::{HouseRules, Library};
use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
use systems::Shelf;
use table::{Game, SeatSpec, Setup};
use tempfile::TempDir;
use tui::{Depth, ExitReason, Glyphs, Line, Options, Screen, Signal, Speed, Start};

use crate::measure::{head, quantile, row, shown};

/// Keys pressed before any is measured: the briefing is closed by the first.
const BEFORE: usize = 2;

/// A key scrolled the map where more than one cell of so many looks otherwise afterwards on the terminal: the cursor, its
/// card and what is said are fewer.
const SCROLLED: usize = 12;

/// What was written for each picture, and when it was begun.
#[derive(Default)]
struct Costs {
    pictures: Vec<Vec<u8>>,
    began: Vec<Instant>,
}

/// What a key cost.
struct Cost {
    bytes: usize,
    time: Duration,
    /// How many cells look otherwise on the terminal than before.
    cells: usize,
}

/// A line that types a key whenever a picture is wanted.
struct Typist {
    keys: VecDeque<KeyCode>,
    sender: Sender<Signal>,
    costs: Arc<Mutex<Costs>>,
}

impl Write for Typist {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut costs = self.costs.lock().expect("whole");
        if let Some(last) = costs.pictures.last_mut() {
            last.extend_from_slice(bytes);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Line for Typist {
    fn has_room(&self) -> bool {
        let mut costs = self.costs.lock().expect("whole");
        let key = self.keys.get(costs.pictures.len());
        costs.pictures.push(Vec::new());
        costs.began.push(Instant::now());
        let event = |key: &KeyCode| Signal::Event(Event::Key(KeyEvent::new(*key, KeyModifiers::NONE)));
        self.sender.send(key.map_or(Signal::InputEnded, event)).is_ok()
    }
}

/// From the middle to a corner, then to and fro over the whole field, so that the map is scrolled on all sides.
fn walk() -> Vec<KeyCode> {
    let mut keys = vec![KeyCode::Esc, KeyCode::Esc];
    keys.extend([KeyCode::Up; 40]);
    keys.extend([KeyCode::Left; 50]);
    for way in [KeyCode::Right, KeyCode::Left].iter().cycle().take(10) {
        keys.extend([*way; 60]);
        keys.extend([KeyCode::Down; 4]);
    }
    keys
}

/// What each key of the walk cost.
fn walked(size: (u16, u16)) -> Vec<Cost> {
    let shelf = Arc::new(Shelf::new());
    let setup = Setup {
        battle: shelf.battle("quatre-bras").expect("a battle that ships"),
        system: shelf.systems()[0],
        house: HouseRules::default(),
        seats: [SeatSpec::Human, SeatSpec::Human],
        seed: 7,
    };
    let start = Start::Game(Box::new(Game::start(&*shelf, &setup, None).expect("it can be played")));
    let (depth, glyphs) = (Some(Depth::True), Some(Glyphs::Unicode));
    let data = TempDir::new().expect("a folder");
    let path = data.path().to_path_buf();
    let options = Options { start, depth, glyphs, speed: Speed::Instant, fresh_seed: Some(7), ..Options::new(path) };
    let (sender, signals) = mpsc::channel();
    let costs = Arc::<Mutex<Costs>>::default();
    let keys = walk();
    let line = Typist { keys: keys.iter().copied().collect(), sender, costs: Arc::clone(&costs) };
    let ended = tui::serve(shelf, options, Arc::new(|| {}), Screen { line: Box::new(line), signals, size });
    assert_eq!(ended, Ok(ExitReason::InputEnded(None)));
    let costs = costs.lock().expect("whole");
    assert_eq!(costs.pictures.len(), keys.len() + 1, "a picture for every key");
    let times = costs.began.windows(2).map(|pair| pair[1] - pair[0]);
    let mut terminal = vt100::Parser::new(size.1, size.0, 0);
    let mut paid = Vec::new();
    for (picture, time) in costs.pictures.iter().zip(times) {
        let before = terminal.screen().clone();
        terminal.process(picture);
        let cells = changed(&before, terminal.screen(), size);
        paid.push(Cost { bytes: picture.len(), time, cells });
    }
    assert!(terminal.screen().contents().contains("Turn 1 of 15") || size.0 < 120, "the battle is on the screen");
    paid.split_off(BEFORE + 1)
}

/// How many cells of a terminal look otherwise than before.
fn changed(before: &vt100::Screen, after: &vt100::Screen, (columns, rows): (u16, u16)) -> usize {
    let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    cells.filter(|(row, column)| before.cell(*row, *column) != after.cell(*row, *column)).count()
}

/// Prints the figures of keys over a line.
pub fn run() {
    for (size, most) in [((80, 24), "p99 600 bytes"), ((200, 60), "p99 600 bytes, scrolled more")] {
        head(&format!("A cursor key over a line at {} x {}, Quatre Bras, scrolling included", size.0, size.1));
        let costs = walked(size);
        let bytes = |costs: &[Cost]| costs.iter().map(|cost| cost.bytes).collect::<Vec<_>>();
        assert_eq!(bytes(&costs), bytes(&walked(size)), "the same keys draw the same pictures");
        let all = usize::from(size.0) * usize::from(size.1);
        let (scrolled, still): (Vec<Cost>, Vec<Cost>) = costs.into_iter().partition(|cost| cost.cells * SCROLLED > all);
        let every = still.len() + scrolled.len();
        row_of_bytes(&format!("bytes of {} keys that do not scroll", still.len()), bytes(&still), "p99 600 bytes");
        let often = 100.0 * scrolled.len() as f64 / every as f64;
        row_of_bytes(&format!("bytes of {} that scroll ({often:.1} %)", scrolled.len()), bytes(&scrolled), "");
        row_of_bytes("bytes of all", [bytes(&still), bytes(&scrolled)].concat(), most);
        let mut times: Vec<Duration> = still.iter().chain(&scrolled).map(|cost| cost.time).collect();
        times.sort_unstable();
        row("time", &shown(quantile(&times, 0.5)), &shown(quantile(&times, 0.99)), "p99 5 ms");
    }
}

/// Prints a row of bytes.
fn row_of_bytes(name: &str, mut bytes: Vec<usize>, target: &str) {
    bytes.sort_unstable();
    let at = |share: f64| bytes.get(((bytes.len().max(1) - 1) as f64 * share) as usize).copied().unwrap_or(0);
    row(name, &format!("{} bytes", at(0.5)), &format!("{} bytes", at(0.99)), target);
}
