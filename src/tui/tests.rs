//! Tests that type keys and look at the screen, on the drill library.

mod advice;
mod away;
mod bodies;
mod bytes;
mod canvas;
mod chance;
mod choosing;
mod disk;
mod drawn;
mod editor;
mod editor_files;
mod failure;
mod fires;
mod first_hour;
mod fit;
mod history;
mod inn;
mod keymap;
mod labels;
mod lessons;
mod lobby;
mod lobby_greets;
mod lobby_lines;
mod looks;
mod memory;
mod narrow;
mod offers_away;
mod ordering;
mod own_keys;
mod pen;
mod play;
mod projection;
mod reasons;
mod replay;
mod report;
mod saves;
mod screens;
mod sentences;
mod served;
mod settings;
mod shift;
mod sizes;
mod stands;
mod traces;
mod turn;

use std::sync::Arc;
use std::time::Duration;

use ::battle::{HouseRules, Library};
use proving::DrillLibrary;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Cell;
use table::{Game, SeatSpec, Setup};
use tempfile::TempDir;

use crate::theme::{Ink, Theme};
use crate::{App, Depth, Glyphs, Input, Key, Options, Palette, Speed, Start};

/// Settings of somebody who wants nothing told or done by itself.
pub(crate) const QUIET: &str = "briefing = \"off\"\npassing = \"off\"\n";

/// A person at a small terminal.
pub(crate) struct Play {
    pub app: App,
    terminal: Terminal<TestBackend>,
    now: Duration,
    pub data: TempDir,
}

impl Play {
    /// The program at its title screen, in a window of that size.
    pub fn new(width: u16, height: u16) -> Play {
        Play::with(width, height, |options| options)
    }

    /// The same with other options.
    pub fn with(width: u16, height: u16, change: impl FnOnce(Options) -> Options) -> Play {
        Play::of(Arc::new(DrillLibrary), width, height, change)
    }

    /// The same with another library.
    pub fn of(library: Arc<dyn Library>, width: u16, height: u16, change: impl FnOnce(Options) -> Options) -> Play {
        let data = TempDir::new().expect("a folder");
        let options = change(Options {
            depth: Some(Depth::True),
            glyphs: Some(Glyphs::Unicode),
            speed: Speed::Instant,
            fresh_seed: Some(7),
            ..Options::new(data.path().to_path_buf())
        });
        if !matches!(options.start, Start::Lobby(_)) {
            std::fs::write(data.path().join("settings.toml"), QUIET).expect("a file");
        }
        Play::begun(library, options, data, (width, height))
    }

    /// The program as it is on its first run, with all its habits.
    pub fn fresh(width: u16, height: u16, change: impl FnOnce(Options) -> Options) -> Play {
        let data = TempDir::new().expect("a folder");
        let options = change(Options {
            depth: Some(Depth::True),
            glyphs: Some(Glyphs::Unicode),
            speed: Speed::Instant,
            fresh_seed: Some(7),
            ..Options::new(data.path().to_path_buf())
        });
        Play::begun(Arc::new(DrillLibrary), options, data, (width, height))
    }

    fn begun(library: Arc<dyn Library>, options: Options, data: TempDir, (width, height): (u16, u16)) -> Play {
        let app = App::new(library, options, Arc::new(|| {})).expect("starts");
        let terminal = Terminal::new(TestBackend::new(width, height)).expect("a window");
        Play { app, terminal, now: Duration::ZERO, data }
    }

    /// In a tiny battle of Blue, a person, against the commander that always takes the first order.
    pub fn tiny(width: u16, height: u16) -> Play {
        Play::with(width, height, |options| Options {
            start: Start::Game(Box::new(game("outpost", ["human", "first"]))),
            ..options
        })
    }

    /// Types keys, written with blanks between them, and lets everything they cause happen.
    pub fn keys(&mut self, keys: &str) -> &mut Play {
        for key in keys.split_whitespace() {
            self.app.handle(Input::Key(key.parse::<Key>().expect("a key")));
            self.settle();
        }
        self
    }

    /// Types letters as they are.
    pub fn typed(&mut self, text: &str) -> &mut Play {
        for c in text.chars() {
            self.app.handle(Input::Key(Key::char(c)));
        }
        self
    }

    /// Lets time pass until the program waits for a key.
    pub fn settle(&mut self) {
        settle(&mut self.app, &mut self.now);
    }

    /// Looks at every picture of what is shown, at most so many of them, until one is as wanted; whether one was.
    pub fn watch(&mut self, most: usize, wanted: impl Fn(&str) -> bool) -> bool {
        for _ in 0..most {
            let Some(wait) = self.app.wait() else { return false };
            std::thread::sleep(Duration::from_micros(200));
            self.now += wait.max(Duration::from_millis(1));
            self.app.tick(self.now);
            if wanted(&self.screen()) {
                return true;
            }
        }
        false
    }

    /// Looks again and again, as if woken by another thread, until the screen shows the text.
    #[track_caller]
    pub fn woken_until(&mut self, text: &str) -> &mut Play {
        for _ in 0..60_000 {
            self.app.tick(self.now);
            if self.screen().contains(text) {
                return self;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        self.shows(text)
    }

    /// The screen as text.
    pub fn screen(&mut self) -> String {
        self.terminal.draw(|frame| self.app.draw(frame)).expect("draws");
        let buffer = self.terminal.backend().buffer();
        let width = usize::from(buffer.area.width);
        let rows = buffer.content.chunks(width).map(|row| row.iter().map(|cell| cell.symbol()).collect::<String>());
        rows.map(|row| row.trim_end().to_owned()).collect::<Vec<_>>().join("\n")
    }

    /// The screen as drawn.
    pub fn picture(&mut self) -> ratatui::buffer::Buffer {
        self.screen();
        self.terminal.backend().buffer().clone()
    }

    /// The texts on the screen that are drawn as that ink is, row by row.
    pub fn rows_in(&mut self, ink: Ink) -> Vec<String> {
        self.screen();
        let ground = Theme::new(Depth::True, Palette::Classic).ink(ink).bg.unwrap_or_default();
        let buffer = self.terminal.backend().buffer();
        let rows = buffer.content.chunks(usize::from(buffer.area.width));
        let text = |row: &[Cell]| row.iter().filter(|cell| cell.bg == ground).map(Cell::symbol).collect::<String>();
        rows.map(text).filter(|text| !text.is_empty()).collect()
    }

    /// Another size of window.
    pub fn resize(&mut self, width: u16, height: u16) {
        self.terminal.backend_mut().resize(width, height);
        self.app.resized();
    }

    /// Fails unless the screen shows the text.
    #[track_caller]
    pub fn shows(&mut self, text: &str) -> &mut Play {
        let screen = self.screen();
        assert!(screen.contains(text), "`{text}` is not on the screen:\n{screen}");
        self
    }

    /// Fails when the screen shows the text.
    #[track_caller]
    pub fn hides(&mut self, text: &str) -> &mut Play {
        let screen = self.screen();
        assert!(!screen.contains(text), "`{text}` is on the screen:\n{screen}");
        self
    }
}

/// Lets time pass from then on until a program waits for a key.
pub(crate) fn settle(app: &mut App, now: &mut Duration) {
    for _ in 0..20_000 {
        *now += Duration::from_secs(1);
        app.tick(*now);
        match app.wait() {
            None => return,
            Some(wait) if wait.is_zero() => {}
            Some(_) => std::thread::sleep(Duration::from_micros(200)),
        }
    }
    panic!("never waits for a key");
}

/// A drill battle with those seats.
pub(crate) fn game(battle: &str, seats: [&str; 2]) -> Game {
    game_of(&DrillLibrary, battle, seats)
}

/// The same from another library.
pub(crate) fn game_of(library: &dyn Library, battle: &str, seats: [&str; 2]) -> Game {
    let setup = Setup {
        battle: library.battle(battle).expect("a battle"),
        system: library.system("drill").expect("a system"),
        house: HouseRules::default(),
        seats: seats.map(|seat| seat.parse::<SeatSpec>().expect("a seat")),
        seed: 7,
    };
    Game::start(library, &setup, None).expect("starts")
}
