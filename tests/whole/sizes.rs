//! The battle screen of every battle that ships, in windows of every size: nothing panics, nothing is drawn outside.
//!
//! With `cargo test --release --test whole sizes` every size is drawn on every battle, without it each size on three or four of them.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use battle::{HouseRules, Library, SystemInfo};
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;
use systems::Shelf;
use table::{Game, SeatSpec, Setup};
use tui::{App, Depth, Glyphs, Input, Key, Options, Speed, Start};

/// Columns and rows of the largest window that is tried in all sizes.
const MOST: (u16, u16) = (220, 70);

/// The whole field, and panels whose size does not depend on the battle.
const PANELS: [&str; 3] = ["m", "c", "Tab Enter o"];

/// One of so many sizes is drawn of those on each battle.
const SHARE: usize = if cfg!(debug_assertions) { 6 } else { 1 };

/// What else lies over the map, drawn in every width and every height: it is worked out anew for each picture, and takes longest.
const OVERLAYS: [&str; 8] = ["R", "F", "V", "T", "E", "- - m", "+ + m", "Tab Enter Enter"];

/// A person's battle against the computer, before the first order.
fn app(shelf: &Arc<Shelf>, battle: &str, system: &'static SystemInfo) -> App {
    let setup = Setup {
        battle: shelf.battle(battle).expect("a battle that ships"),
        system,
        house: HouseRules::default(),
        seats: [SeatSpec::Human, SeatSpec::Commander(String::from("hold"))],
        seed: 7,
    };
    let game = Game::start(&**shelf, &setup, None).expect("it can be played");
    let options = Options {
        start: Start::Game(Box::new(game)),
        depth: Some(Depth::True),
        glyphs: Some(Glyphs::Unicode),
        speed: Speed::Instant,
        ..Options::new(std::env::temp_dir())
    };
    App::new(Arc::clone(shelf) as Arc<dyn Library>, options, Arc::new(|| {})).expect("it starts")
}

fn press(app: &mut App, keys: &str) {
    keys.split(' ').for_each(|key| app.handle(Input::Key(key.parse::<Key>().expect("a key"))));
}

/// Draws the program in a window of that size within a larger picture and looks at the cells next to it.
fn draw(app: &mut App, buffer: &mut Buffer, sentinel: &Cell, (width, height): (u16, u16), state: &str) {
    let area = Rect::new(1, 1, width, height);
    let across = (0..=area.right()).flat_map(|x| [(x, 0), (x, area.bottom())]);
    let ring: Vec<(u16, u16)> = across.chain((1..area.bottom()).map(|y| (area.right(), y))).collect();
    ring.iter().for_each(|at| buffer[*at].clone_from(sentinel));
    app.paint(area, buffer);
    assert!(ring.iter().all(|at| buffer[*at] == *sentinel), "{state} at {width}x{height}: drawn outside");
    assert_eq!(app.astray(), None, "{state} at {width}x{height}: wanted to draw outside");
}

fn all_sizes() -> Vec<(u16, u16)> {
    (1..=MOST.0).flat_map(|width| (1..=MOST.1).map(move |height| (width, height))).collect()
}

fn many_sizes() -> Vec<(u16, u16)> {
    let wide = (80..=MOST.0).flat_map(|width| [24, 70].map(|height| (width, height)));
    let high = (24..=MOST.1).flat_map(|height| [80, 119, 120, 220].map(|width| (width, height)));
    wide.chain(high).chain([(500, 200), (300, 24), (80, 200)]).collect()
}

/// One battle under one rule system, everything in its sizes.
fn check(shelf: &Arc<Shelf>, (place, battle): (usize, &str), system: &'static SystemInfo) -> usize {
    let sentinel = Cell::new("¤");
    let mut buffer = Buffer::filled(Rect::new(0, 0, 502, 202), sentinel.clone());
    let mut drawn = 0;
    let share = |sizes: Vec<(u16, u16)>| sizes.into_iter().skip(place % SHARE).step_by(SHARE).collect::<Vec<_>>();
    let states = PANELS.into_iter().map(|keys| (keys, share(all_sizes())));
    let states = states.chain(OVERLAYS.into_iter().map(|keys| (keys, share(many_sizes()))));
    for (keys, sizes) in states {
        let mut app = app(shelf, battle, system);
        press(&mut app, keys);
        drawn += sizes.len();
        let state = format!("{battle} under {} after {keys}", system.key);
        sizes.into_iter().for_each(|size| draw(&mut app, &mut buffer, &sentinel, size, &state));
    }
    drawn
}

#[test]
fn every_battle_fits_in_every_window() {
    let shelf = Arc::new(Shelf::new());
    let (systems, battles) = (shelf.systems(), shelf.battles());
    let system = |place: usize| systems[place % systems.len()];
    let jobs: Vec<(usize, &str)> =
        battles.iter().enumerate().map(|(place, file)| (place, &*file.scenario.key)).collect();
    let (next, drawn) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let work = || {
        while let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
            drawn.fetch_add(check(&shelf, *job, system(job.0)), Ordering::Relaxed);
        }
    };
    thread::scope(|scope| {
        (0..thread::available_parallelism().map_or(2, usize::from)).for_each(|_| drop(scope.spawn(work)))
    });
    println!("{} pictures of {} battles", drawn.load(Ordering::Relaxed), jobs.len());
}
