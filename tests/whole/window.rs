//! The program in a test's window: keys, what follows them, and what is drawn.

use std::sync::Arc;
use std::time::Duration;

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use systems::Shelf;
use tempfile::TempDir;
use tui::{App, Depth, Glyphs, Input, Key, Options, Speed, Start};

/// The program as it was started, over a folder of data of its own.
pub(crate) struct Window {
    app: App,
    terminal: Terminal<TestBackend>,
    now: Duration,
    data: TempDir,
}

impl Window {
    /// A window of so many columns and rows, with a file of settings where they are not empty.
    pub(crate) fn open(shelf: Arc<Shelf>, start: Start, settings: &str, (width, height): (u16, u16)) -> Window {
        let data = TempDir::new().expect("a folder");
        if !settings.is_empty() {
            std::fs::write(data.path().join("settings.toml"), settings).expect("a file");
        }
        let options = Options {
            depth: Some(Depth::True),
            glyphs: Some(Glyphs::Unicode),
            speed: Speed::Instant,
            fresh_seed: Some(7),
            start,
            ..Options::new(data.path().to_path_buf())
        };
        let app = App::new(shelf, options, Arc::new(|| {})).expect("it starts");
        let terminal = Terminal::new(TestBackend::new(width, height)).expect("a window");
        Window { app, terminal, now: Duration::ZERO, data }
    }

    /// The folder of its records.
    pub(crate) fn saves(&self) -> std::path::PathBuf {
        self.data.path().join("saves")
    }

    /// Whether anything wanted to be drawn outside of the window.
    pub(crate) fn is_astray(&self) -> bool {
        self.app.astray().is_some()
    }

    /// Presses a key and lets time pass until the program waits for another.
    pub(crate) fn press(&mut self, key: &str) {
        self.app.handle(Input::Key(key.parse::<Key>().expect("a key")));
        self.settle();
    }

    /// Lets time pass until the program waits for a key.
    pub(crate) fn settle(&mut self) {
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

    /// What is drawn, row by row, without the spaces at their ends.
    pub(crate) fn rows(&mut self) -> Vec<String> {
        self.terminal.draw(|frame| self.app.draw(frame)).expect("draws");
        let buffer = self.terminal.backend().buffer();
        let width = usize::from(buffer.area.width);
        let rows = buffer.content.chunks(width).map(|row| row.iter().map(|cell| cell.symbol()).collect::<String>());
        rows.map(|row| row.trim_end().to_owned()).collect()
    }

    /// The same as one text.
    pub(crate) fn screen(&mut self) -> String {
        self.rows().join("\n")
    }
}

/// Whether a screen, or a line, says how a battle ended: by points or by losses.
pub(crate) fn is_told(said: &str) -> bool {
    ["Points: Blue ", "Losses caused: Blue "].iter().any(|result| said.contains(result))
}
