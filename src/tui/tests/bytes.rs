//! What pictures cost on a line: little for a cursor move, nothing for an idle minute.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
use proving::DrillLibrary;
use tempfile::TempDir;

use super::game;
use crate::screen::Easel;
use crate::{App, Depth, ExitReason, Glyphs, Line, Options, Screen, Signal, Speed, Start, serve};

/// The most that a cursor move may cost, in bytes.
const BUDGET: usize = 600;

/// The most that it may cost on average, in bytes.
const MEAN: usize = 300;

/// A line that types a key whenever a picture is wanted, and keeps what each picture cost.
struct Typist {
    keys: VecDeque<KeyCode>,
    sender: Sender<Signal>,
    bytes: Arc<Mutex<Vec<usize>>>,
}

impl Write for Typist {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if let Some(last) = self.bytes.lock().expect("whole").last_mut() {
            *last += bytes.len();
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Line for Typist {
    fn has_room(&self) -> bool {
        let mut bytes = self.bytes.lock().expect("whole");
        let key = self.keys.get(bytes.len()).copied();
        bytes.push(0);
        let signal =
            key.map_or(Signal::InputEnded, |key| Signal::Event(Event::Key(KeyEvent::new(key, KeyModifiers::NONE))));
        self.sender.send(signal).is_ok()
    }
}

fn options(data: &TempDir, start: Start, depth: Depth) -> Options {
    std::fs::write(data.path().join("settings.toml"), super::QUIET).expect("a file");
    Options {
        start,
        depth: Some(depth),
        glyphs: Some(Glyphs::Unicode),
        speed: Speed::Instant,
        ..Options::new(data.path().to_path_buf())
    }
}

/// What the picture after each of those keys costs in a battle, `skip` keys left out.
fn cost(keys: &[KeyCode], skip: usize, size: (u16, u16), depth: Depth) -> Vec<usize> {
    let (sender, signals) = mpsc::channel();
    let (data, bytes) = (TempDir::new().expect("a folder"), Arc::default());
    let line = Typist { keys: keys.iter().copied().collect(), sender, bytes: Arc::clone(&bytes) };
    let start = Start::Game(Box::new(game("small-field", ["human", "human"])));
    let screen = Screen { line: Box::new(line), signals, size };
    let reason = serve(Arc::new(DrillLibrary), options(&data, start, depth), Arc::new(|| {}), screen);
    assert_eq!(reason, Ok(ExitReason::InputEnded(None)));
    // The first picture is the whole screen; the last one has the restoring behind it.
    let costs = bytes.lock().expect("whole").clone();
    assert_eq!(costs.len(), keys.len() + 1);
    costs[skip + 1..costs.len() - 1].to_vec()
}

/// A walk over the field, with and without units.
fn walk() -> Vec<KeyCode> {
    let there = [KeyCode::Up; 9].into_iter().chain([KeyCode::Right; 9]).chain([KeyCode::Char('y'); 5]);
    let back = [KeyCode::Left; 9].into_iter().chain([KeyCode::Down; 12]).chain([KeyCode::Char('n'); 6]);
    there.chain(back).collect()
}

#[test]
fn a_cursor_move_is_cheap() {
    let mut over = Vec::new();
    for size in [(80, 24), (100, 30), (120, 40), (160, 46), (200, 60)] {
        for depth in [Depth::True, Depth::Indexed, Depth::Sixteen, Depth::Mono] {
            let costs = cost(&walk(), 0, size, depth);
            let (most, sum) = (costs.iter().max().copied().unwrap_or(0), costs.iter().sum::<usize>());
            println!("{size:?} {}: mean {} bytes, most {most}", depth.name(), sum / costs.len());
            if most > BUDGET || sum / costs.len() > MEAN {
                over.push(format!("{size:?} {}: {costs:?}", depth.name()));
            }
        }
    }
    assert_eq!(over, Vec::<String>::new());
}

#[test]
fn a_scrolled_map_is_cheap() {
    for size in [(60, 16), (80, 24)] {
        // At the largest zoom the field is larger than the window.
        let keys: Vec<KeyCode> = [KeyCode::Char('+'); 2].into_iter().chain(walk()).chain(walk()).collect();
        let mut costs = cost(&keys, 2, size, Depth::True);
        costs.sort_unstable();
        println!("{size:?}: {costs:?}");
        // The first step out of what was shown at first is a longer one.
        assert!(costs[costs.len() * 9 / 10] <= BUDGET, "{size:?}: {costs:?}");
    }
}

#[test]
fn moving_a_ghost_is_cheap() {
    use KeyCode::{Char, Down, Enter, Left, Right, Tab};
    for size in [(80, 24), (120, 40), (160, 46)] {
        let keys = [Tab, Enter, Enter, Down, Down, Right, Left, Right, Char(']'), Left, Right, Left];
        let costs = cost(&keys, 5, size, Depth::True);
        println!("{size:?}: {costs:?}");
        assert!(costs.iter().all(|cost| *cost <= BUDGET), "{size:?}: {costs:?}");
    }
}

/// A line that counts.
#[derive(Clone, Default)]
struct Counter(Arc<Mutex<(usize, usize)>>);

impl Counter {
    fn bytes(&self) -> usize {
        self.0.lock().expect("whole").0
    }

    fn flushes(&self) -> usize {
        self.0.lock().expect("whole").1
    }
}

impl Write for Counter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("whole").0 += bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.lock().expect("whole").1 += 1;
        Ok(())
    }
}

impl Line for Counter {
    fn has_room(&self) -> bool {
        true
    }
}

#[test]
fn an_idle_minute_costs_nothing() {
    let data = TempDir::new().expect("a folder");
    for depth in [Depth::True, Depth::Mono] {
        let start = Start::Game(Box::new(game("small-field", ["human", "human"])));
        let mut app = App::new(Arc::new(DrillLibrary), options(&data, start, depth), Arc::new(|| {})).expect("starts");
        let counter = Counter::default();
        let mut easel = Easel::new(counter.clone(), (120, 40)).expect("an easel");
        app.tick(Duration::from_secs(1));
        easel.draw(&mut app).expect("drawn");
        let (bytes, flushes) = (counter.bytes(), counter.flushes());
        assert!(bytes > 1000 && flushes == 1, "one picture, written at once");
        for second in 2..62 {
            assert_eq!(app.wait(), None, "no timer runs");
            app.tick(Duration::from_secs(second));
            easel.draw(&mut app).expect("drawn");
        }
        // Even when it is drawn again, a picture that is there already costs nothing.
        app.resized();
        easel.draw(&mut app).expect("drawn");
        assert_eq!((counter.bytes(), counter.flushes()), (bytes, flushes));
    }
}

#[test]
fn a_line_without_room_is_left_alone() {
    struct Full(Counter);
    impl Write for Full {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.write(bytes)
        }
        fn flush(&mut self) -> io::Result<()> {
            self.0.flush()
        }
    }
    impl Line for Full {
        fn has_room(&self) -> bool {
            self.0.flushes() == 0
        }
    }
    let data = TempDir::new().expect("a folder");
    let start = Start::Game(Box::new(game("small-field", ["human", "human"])));
    let mut app =
        App::new(Arc::new(DrillLibrary), options(&data, start, Depth::True), Arc::new(|| {})).expect("starts");
    let counter = Counter::default();
    let mut easel = Easel::new(Full(counter.clone()), (120, 40)).expect("an easel");
    easel.draw(&mut app).expect("drawn");
    let bytes = counter.bytes();
    for _ in 0..100 {
        app.handle(crate::Input::Key("Right".parse().expect("a key")));
        easel.draw(&mut app).expect("drawn");
        assert!(app.needs_drawing(), "it will be drawn once there is room");
    }
    assert_eq!(counter.bytes(), bytes);
}
