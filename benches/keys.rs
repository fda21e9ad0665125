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
use tui::{Depth, ExitReason, Glyphs, Line, Options, Screen, Signal, Speed, Start};

use crate::measure::{head, quantile, row, shown};

/// Keys pressed before any is measured: the briefing is closed by the first.
const BEFORE: usize = 2;

/// What each picture cost, and when it was begun.
#[derive(Default)]
struct Costs {
    bytes: Vec<usize>,
    began: Vec<Instant>,
    last: Vec<u8>,
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
        if let Some(last) = costs.bytes.last_mut() {
            *last += bytes.len();
            costs.last.extend_from_slice(bytes);
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
        let key = self.keys.get(costs.bytes.len());
        costs.bytes.push(0);
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

/// Bytes and time of each key of the walk.
fn walked(size: (u16, u16)) -> (Vec<usize>, Vec<Duration>) {
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
    let data = std::env::temp_dir();
    let options = Options { start, depth, glyphs, speed: Speed::Instant, fresh_seed: Some(7), ..Options::new(data) };
    let (sender, signals) = mpsc::channel();
    let costs = Arc::<Mutex<Costs>>::default();
    let keys = walk();
    let line = Typist { keys: keys.iter().copied().collect(), sender, costs: Arc::clone(&costs) };
    let ended = tui::serve(shelf, options, Arc::new(|| {}), Screen { line: Box::new(line), signals, size });
    assert_eq!(ended, Ok(ExitReason::InputEnded(None)));
    let costs = costs.lock().expect("whole");
    assert_eq!(costs.bytes.len(), keys.len() + 1, "a picture for every key");
    assert!(
        String::from_utf8_lossy(&costs.last).contains("Turn 1 of 15") || size.0 < 120,
        "the battle is on the screen"
    );
    let times = costs.began.windows(2).map(|pair| pair[1] - pair[0]).skip(BEFORE);
    // The last picture has the restoring of the terminal behind it.
    (costs.bytes[BEFORE + 1..keys.len()].to_vec(), times.collect())
}

/// Prints the figures of keys over a line.
pub fn run() {
    for (size, most) in [((80, 24), "p99 600 bytes"), ((200, 60), "p99 600 bytes, scrolled more")] {
        head(&format!("A cursor key over a line at {} x {}, Quatre Bras, scrolling included", size.0, size.1));
        let (mut bytes, mut times) = walked(size);
        assert_eq!(bytes, walked(size).0, "the same keys draw the same pictures");
        bytes.sort_unstable();
        times.sort_unstable();
        let at = |share: f64| format!("{} bytes", bytes[((bytes.len() - 1) as f64 * share) as usize]);
        row("bytes", &at(0.5), &at(0.99), most);
        row("time", &shown(quantile(&times, 0.5)), &shown(quantile(&times, 0.99)), "p99 5 ms");
    }
}
