//! Small windows under every rule system: whoever goes through the first turns of the first battle reads whole sentences.

use std::sync::Arc;
use std::time::Duration;

use battle::{HouseRules, Library};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use systems::Shelf;
use table::{Game, SeatSpec, Setup};
use tempfile::TempDir;
use tui::{App, Depth, Glyphs, Input, Key, Options, Speed, Start};

/// Rounds of looking at a unit's orders and ending a step.
const ROUNDS: usize = 24;

/// A reader at a small window.
struct Reader {
    app: App,
    terminal: Terminal<TestBackend>,
    now: Duration,
    cut: Vec<String>,
    _data: TempDir,
}

impl Reader {
    fn of(key: &str, (width, height): (u16, u16)) -> Reader {
        let shelf = Arc::new(Shelf::new());
        let setup = Setup {
            battle: shelf.battle("first-light").expect("a battle"),
            system: shelf.system(key).expect("a system"),
            house: HouseRules::default(),
            seats: [SeatSpec::Human, SeatSpec::Commander(String::from("hold"))],
            seed: 5,
        };
        let game = Game::start(shelf.as_ref(), &setup, None).expect("it starts");
        let data = TempDir::new().expect("a folder");
        let options = Options {
            depth: Some(Depth::True),
            glyphs: Some(Glyphs::Unicode),
            speed: Speed::Instant,
            start: Start::Game(Box::new(game)),
            ..Options::new(data.path().to_path_buf())
        };
        let app = App::new(shelf, options, Arc::new(|| {})).expect("it starts");
        let terminal = Terminal::new(TestBackend::new(width, height)).expect("a window");
        Reader { app, terminal, now: Duration::ZERO, cut: Vec::new(), _data: data }
    }

    fn press(&mut self, keys: &str) {
        for key in keys.split_whitespace() {
            self.app.handle(Input::Key(key.parse::<Key>().expect("a key")));
            self.settle();
            self.read();
        }
    }

    fn settle(&mut self) {
        for _ in 0..20_000 {
            self.now += Duration::from_secs(1);
            self.app.tick(self.now);
            match self.app.wait() {
                None => return,
                Some(wait) if wait.is_zero() => {}
                Some(_) => std::thread::sleep(Duration::from_micros(200)),
            }
        }
        panic!("never waits for a key");
    }

    fn rows(&mut self) -> Vec<String> {
        self.terminal.draw(|frame| self.app.draw(frame)).expect("draws");
        let buffer = self.terminal.backend().buffer();
        let width = usize::from(buffer.area.width);
        let rows = buffer.content.chunks(width).map(|row| row.iter().map(|cell| cell.symbol()).collect::<String>());
        rows.map(|row| row.trim_end().to_owned()).collect()
    }

    /// Notes which of the sentences below the map are cut, and a line of hints without the key that lists all.
    fn read(&mut self) {
        let rows = self.rows();
        let Some((hints, above)) = rows.split_last() else { return };
        let told = &above[above.len().saturating_sub(2)..];
        let cut = told.iter().filter(|row| row.ends_with('…'));
        self.cut.extend(cut.cloned());
        let framed = hints.is_empty() || hints.starts_with('╰');
        if !framed && !hints.contains("? help") {
            self.cut.push(hints.clone());
        }
    }
}

fn reads_whole_sentences(key: &str) {
    for size in [(80, 24), (60, 16)] {
        let mut reader = Reader::of(key, size);
        reader.settle();
        reader.press("Enter");
        for _ in 0..ROUNDS {
            reader.press("Tab Enter Down Down Down Enter Esc Esc Esc Esc Space Enter");
        }
        reader.cut.sort();
        reader.cut.dedup();
        assert!(reader.cut.is_empty(), "{size:?}:\n{}", reader.cut.join("\n"));
    }
}

#[test]
fn sentences_under_eagles_fit() {
    reads_whole_sentences("eagles");
}

#[test]
fn sentences_under_on_war_fit() {
    reads_whole_sentences("on_war");
}

#[test]
fn sentences_under_snappy_fit() {
    reads_whole_sentences("snappy");
}

#[test]
fn sentences_under_over_the_hills_fit() {
    reads_whole_sentences("over_the_hills");
}

#[test]
fn sentences_under_mcnally_fit() {
    reads_whole_sentences("mcnally");
}
