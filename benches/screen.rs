//! The screen: from a key to the frame that shows it, on a large window.

use std::sync::Arc;
use std::time::{Duration, Instant};

use battle::{HouseRules, Library};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use systems::Shelf;
use table::{Game, SeatSpec, Setup};
use tui::{App, Depth, Glyphs, Input, Key, Options, Speed, Start};

use crate::measure::{head, quantile, row, shown};

/// Key presses measured.
const PRESSES: usize = 2_000;

fn app(shelf: &Arc<Shelf>) -> App {
    let setup = Setup {
        battle: shelf.battle("quatre-bras").expect("a battle that ships"),
        system: shelf.systems()[0],
        house: HouseRules::default(),
        seats: [SeatSpec::Human, SeatSpec::Commander(String::from("steady"))],
        seed: 7,
    };
    let game = Game::start(&**shelf, &setup, None).expect("it can be played");
    let options = Options {
        start: Start::Game(Box::new(game)),
        depth: Some(Depth::True),
        glyphs: Some(Glyphs::Unicode),
        speed: Speed::Instant,
        fresh_seed: Some(7),
        ..Options::new(std::env::temp_dir())
    };
    App::new(Arc::clone(shelf) as Arc<dyn Library>, options, Arc::new(|| {})).expect("it starts")
}

fn press(app: &mut App, terminal: &mut Terminal<TestBackend>, key: Key) -> Duration {
    let began = Instant::now();
    app.handle(Input::Key(key));
    app.tick(Duration::ZERO);
    terminal.draw(|frame| app.draw(frame)).expect("memory takes it");
    began.elapsed()
}

/// Prints the figures of the screen.
pub fn run() {
    let shelf = Arc::new(Shelf::new());
    let mut app = app(&shelf);
    app.tick(Duration::ZERO);
    app.handle(Input::Key("Esc".parse().expect("a key")));
    let mut terminal = Terminal::new(TestBackend::new(200, 60)).expect("a window");
    head("Key to frame at 200 x 60, Quatre Bras");
    for (name, keys) in [("cursor", ["Left", "Up", "Right", "Down"]), ("next unit, overlays", ["Tab", "R", "Tab", "F"])]
    {
        let keys = keys.map(|key| key.parse::<Key>().expect("a key"));
        let mut times: Vec<Duration> =
            keys.iter().cycle().take(PRESSES).map(|key| press(&mut app, &mut terminal, *key)).collect();
        times.sort_unstable();
        row(name, &shown(quantile(&times, 0.5)), &shown(quantile(&times, 0.99)), "p99 5 ms");
    }
    let drawn: String = terminal.backend().buffer().content().iter().map(ratatui::buffer::Cell::symbol).collect();
    assert!(drawn.contains("Turn 1 of 15"), "the status line is on the screen");
}
