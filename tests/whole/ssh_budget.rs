//! What a cursor move costs on a line, in real battles under both rule systems and in windows of every kind.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex};

use battle::{HouseRules, Library};
use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
use systems::Shelf;
use table::{Game, SeatSpec, Setup};
use tempfile::TempDir;
use tui::{Depth, ExitReason, Glyphs, Line, Options, Screen, Signal, Speed, Start};

/// A line that types a key whenever a picture is wanted, and keeps the pictures.
struct Typist {
    keys: VecDeque<KeyCode>,
    sender: Sender<Signal>,
    pictures: Arc<Mutex<Vec<Vec<u8>>>>,
}

impl Write for Typist {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if let Some(last) = self.pictures.lock().expect("whole").last_mut() {
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
        self.pictures.lock().expect("whole").push(Vec::new());
        let place = self.pictures.lock().expect("whole").len() - 1;
        let key = |key: &KeyCode| Signal::Event(Event::Key(KeyEvent::new(*key, KeyModifiers::NONE)));
        self.sender.send(self.keys.get(place).map_or(Signal::InputEnded, key)).is_ok()
    }
}

/// The pictures of a walk: the first, then one for every key.
fn pictures(battle: &str, system: &str, size: (u16, u16), keys: &[KeyCode]) -> Vec<Vec<u8>> {
    let shelf = Arc::new(Shelf::new());
    let setup = Setup {
        battle: shelf.battle(battle).expect("a battle"),
        system: shelf.system(system).expect("a system"),
        house: HouseRules::default(),
        seats: [SeatSpec::Human, SeatSpec::Human],
        seed: 7,
    };
    let data = TempDir::new().expect("a folder");
    std::fs::write(data.path().join("settings.toml"), "briefing = \"off\"\n").expect("a file");
    let start = Start::Game(Box::new(Game::start(shelf.as_ref(), &setup, None).expect("a game")));
    let (depth, glyphs) = (Some(Depth::True), Some(Glyphs::Unicode));
    let options = Options { start, depth, glyphs, speed: Speed::Instant, ..Options::new(data.path().to_path_buf()) };
    let (sender, signals) = mpsc::channel();
    let seen = Arc::<Mutex<Vec<Vec<u8>>>>::default();
    let line = Typist { keys: keys.iter().copied().collect(), sender, pictures: Arc::clone(&seen) };
    let ended = tui::serve(shelf, options, Arc::new(|| {}), Screen { line: Box::new(line), signals, size });
    assert_eq!(ended, Ok(ExitReason::InputEnded(None)));
    let pictures = std::mem::take(&mut *seen.lock().expect("whole"));
    assert_eq!(pictures.len(), keys.len() + 1);
    pictures
}

/// From the middle to a corner, then to and fro over the whole field.
fn walk() -> Vec<KeyCode> {
    let mut keys = vec![KeyCode::Up; 40];
    keys.extend([KeyCode::Left; 50]);
    for way in [KeyCode::Right, KeyCode::Left].iter().cycle().take(8) {
        keys.extend([*way; 40]);
        keys.extend([KeyCode::Down; 4]);
    }
    keys
}

/// What a move did to the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Deed {
    /// The cursor moved, from ground to ground.
    Moved,
    /// A unit came or went on the card or in the line that speaks of it.
    Carded,
    /// The map was scrolled, because the cursor came near the window's edge.
    Scrolled,
}

impl Deed {
    const ALL: [Deed; 3] = [Deed::Moved, Deed::Carded, Deed::Scrolled];

    /// The most that one picture of it may cost and the most on average, in bytes, in that window. A scrolled map is
    /// drawn again, so its bound grows with the window.
    fn budget(self, (columns, rows): (u16, u16)) -> (usize, usize) {
        match self {
            Deed::Moved => (600, 300),
            Deed::Carded => (1_600, 1_000),
            Deed::Scrolled => {
                (usize::from(columns) * usize::from(rows) * 3, usize::from(columns) * usize::from(rows) * 5 / 2)
            }
        }
    }
}

/// More cells of the map than the cursor's two hexes and what shines around them.
const MANY: usize = 40;

/// Columns of the panels beside the map.
fn beside(columns: u16) -> u16 {
    if columns < 120 { 0 } else { (columns * 7 / 25).clamp(38, 48) }
}

/// Whether the card, or the line below the map, speaks of a unit.
fn speaks_of_a_unit(screen: &vt100::Screen) -> bool {
    let (rows, columns) = screen.size();
    let map = columns - beside(columns);
    let card = screen.contents_between(0, map, 0, columns);
    let line = screen.contents_between(rows - 3, 0, rows - 3, map);
    let said = ["can act: Enter", "has nothing to do now", "is the enemy's"];
    (map < columns && !card.starts_with("╭ Hex")) || said.iter().any(|words| line.contains(words))
}

fn deed(before: &vt100::Screen, after: &vt100::Screen) -> Deed {
    let (rows, columns) = after.size();
    let cells = (0..rows - 3).flat_map(|row| (0..columns - beside(columns)).map(move |column| (row, column)));
    let changed = cells.filter(|(row, column)| before.cell(*row, *column) != after.cell(*row, *column)).count();
    match changed > MANY {
        true => Deed::Scrolled,
        false if speaks_of_a_unit(before) || speaks_of_a_unit(after) => Deed::Carded,
        false => Deed::Moved,
    }
}

/// What every move of the walk did and cost.
fn costs(battle: &str, system: &str, size: (u16, u16)) -> Vec<(Deed, usize)> {
    let pictures = pictures(battle, system, size, &walk());
    let mut parser = vt100::Parser::new(size.1, size.0, 0);
    parser.process(&pictures[0]);
    // The last picture has the giving back of the screen behind it.
    let moves = pictures[1..pictures.len() - 1].iter().map(|picture| {
        let before = parser.screen().clone();
        parser.process(picture);
        (deed(&before, parser.screen()), picture.len())
    });
    moves.collect()
}

#[test]
fn a_cursor_move_over_a_real_battle_is_cheap() {
    let mut over = Vec::new();
    for (battle, system) in [("quatre-bras", "eagles"), ("hougoumont", "on_war")] {
        for size in [(80, 24), (120, 40), (200, 60)] {
            let costs = costs(battle, system, size);
            for deed in Deed::ALL {
                let bytes: Vec<usize> = costs.iter().filter(|(did, _)| *did == deed).map(|(_, bytes)| *bytes).collect();
                let most = bytes.iter().copied().max().unwrap_or(0);
                let mean = bytes.iter().sum::<usize>() / bytes.len().max(1);
                println!("{battle} {system} {size:?} {deed:?}: {} moves, mean {mean} bytes, most {most}", bytes.len());
                let (single, average) = deed.budget(size);
                if most > single || mean > average {
                    over.push(format!("{battle} {size:?} {deed:?}: mean {mean}, most {most}"));
                }
            }
            let plain = costs.iter().filter(|(deed, _)| *deed == Deed::Moved).count();
            assert!(plain * 2 > costs.len(), "most moves scroll nothing: {plain} of {}", costs.len());
        }
    }
    assert_eq!(over, Vec::<String>::new());
}
