//! Every screen, panel and overlay in windows of every size: nothing panics, and no cell outside of the window changes.
//! The panels over a battle are drawn in all sizes, the others in every width and every height.

use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;

use ::battle::{Library, Side};
use proving::DrillLibrary;
use table::{Game, Setup};

use super::inn::Inn;
use super::lobby::{anna, visit};
use super::replay::watched;
use super::{Play, game};
use crate::app::LEAST;
use crate::{Depth, Glyphs, Options, Section, Speed, Start, Visitor};

/// Columns and rows of the largest window that is tried in all sizes.
const MOST: (u16, u16) = (220, 70);

/// Cells around the window.
const MARGIN: u16 = 2;

/// A picture whose cells outside of the window are guarded.
struct Guarded {
    buffer: Buffer,
    sentinel: Cell,
}

impl Guarded {
    fn new((columns, rows): (u16, u16)) -> Guarded {
        let sentinel = Cell::new("¤");
        let whole = Rect::new(0, 0, columns + 2 * MARGIN, rows + 2 * MARGIN);
        Guarded { buffer: Buffer::filled(whole, sentinel.clone()), sentinel }
    }

    /// Draws the program in a window of that size and looks at the cells next to it.
    fn draw(&mut self, play: &mut Play, (width, height): (u16, u16), state: &str) {
        let area = Rect::new(MARGIN, MARGIN, width, height);
        let ring = ring(area);
        for at in &ring {
            self.buffer[*at] = self.sentinel.clone();
        }
        let cursor = play.app.paint_layers(area, &mut self.buffer);
        assert!(cursor.is_none_or(|at| area.contains(at)), "{state} at {width}x{height}: cursor at {cursor:?}");
        for at in ring {
            assert_eq!(self.buffer[at], self.sentinel, "{state} at {width}x{height}: {at:?} was drawn on");
        }
        let roomy = width >= LEAST.0 && height >= LEAST.1;
        let astray = play.app.astray().filter(|_| roomy);
        assert_eq!(astray, None, "{state} at {width}x{height}: wanted to draw outside");
    }
}

/// The cells next to an area.
fn ring(area: Rect) -> Vec<(u16, u16)> {
    let (left, right, top, bottom) = (area.x - 1, area.right(), area.y - 1, area.bottom());
    let across = (left..=right).flat_map(|x| [(x, top), (x, bottom)]);
    let down = (top..=bottom).flat_map(|y| [(left, y), (right, y)]);
    across.chain(down).collect()
}

/// Every size up to [`MOST`].
fn all_sizes() -> Vec<(u16, u16)> {
    (1..=MOST.0).flat_map(|width| (1..=MOST.1).map(move |height| (width, height))).collect()
}

/// Every width with some heights, every height with some widths, and some larger ones.
fn many_sizes() -> Vec<(u16, u16)> {
    let heights = [1, 2, 3, 5, 8, 12, 20, 23, 24, 25, 30, 36, 46, 70];
    let widths = [1, 2, 5, 10, 20, 40, 79, 80, 81, 100, 119, 120, 121, 160, 220];
    let beyond = [(0, 0), (0, 40), (300, 0), (500, 200), (500, 1), (1, 200), (400, 60)];
    let wide = (1..=MOST.0).flat_map(|width| heights.map(|height| (width, height)));
    let high = (1..=MOST.1).flat_map(|height| widths.map(|width| (width, height)));
    wide.chain(high).chain(beyond).collect()
}

/// Every seventh of the many, and the smallest.
fn some_sizes() -> Vec<(u16, u16)> {
    let small = (1..=12).flat_map(|width| (1..=8).map(move |height| (width, height)));
    many_sizes().into_iter().step_by(7).chain(small).collect()
}

/// Draws each state in each of those sizes.
fn everywhere(sizes: &[(u16, u16)], start: impl Fn() -> Play + Sync, states: &[&str]) {
    std::thread::scope(|scope| {
        for turn in 0..2 {
            let (start, states) = (&start, states);
            scope.spawn(move || {
                let mut guarded = Guarded::new((500, 200));
                for keys in states {
                    let mut play = start();
                    play.keys(keys);
                    for size in sizes.iter().skip(turn).step_by(2) {
                        guarded.draw(&mut play, *size, keys);
                    }
                }
            });
        }
    });
}

fn at_title() -> Play {
    Play::new(120, 40)
}

fn in_battle(battle: &'static str, seats: [&'static str; 2]) -> impl Fn() -> Play + Sync {
    move || Play::with(120, 40, |options| Options { start: Start::Game(Box::new(game(battle, seats))), ..options })
}

/// A battle whose map is broader than a panel.
fn in_broad_battle() -> Play {
    let text = "drill = broad\nsize = 100\nunits = 6\nturns = 3\ndeployment = on\n";
    let setup = Setup {
        battle: DrillLibrary.battle_from_text("broad", text).expect("a battle"),
        ..game("outpost", ["human", "first"]).setup().clone()
    };
    let game = Game::start(&DrillLibrary, &setup, None).expect("a game");
    Play::with(120, 40, |options| Options { start: Start::Game(Box::new(game)), ..options })
}

#[test]
fn title_setup_saves_and_house_rules() {
    let states = [
        "",
        "?",
        "h",
        "c",
        "s",
        "s Up Up Up Enter",
        "s Up Up Up Enter Enter u",
        "n",
        "n Down Enter",
        "n Down Down Down Down Down Enter",
        "n ?",
    ];
    everywhere(&many_sizes(), at_title, &states);
}

#[test]
fn saved_battles_with_their_pictures() {
    let start = || {
        let (mut play, _) = super::saves::two(120, 40);
        play.screen();
        play.settle();
        play
    };
    everywhere(&some_sizes(), start, &["", "Down", "n", "d", "Down Enter"]);
}

#[test]
fn the_battle_with_every_panel() {
    everywhere(&all_sizes(), in_broad_battle, &["c", "m"]);
    everywhere(&many_sizes(), in_broad_battle, &["", "Tab Enter Enter Down o"]);
}

#[test]
fn the_battle_with_every_overlay() {
    everywhere(&many_sizes(), in_battle("small-field", ["human", "first"]), &["Tab R", "F", "V", "T", "E"]);
}

#[test]
fn the_battle_at_every_zoom_and_stage() {
    let states = ["- -", "+ +", "Tab Enter", "Tab Enter Enter Down Down", "Space Enter Tab Enter f"];
    everywhere(&many_sizes(), in_battle("small-field", ["human", "first"]), &states);
}

#[test]
fn what_lies_over_a_battle() {
    let states = [": s p", "/ b", "q", "L", "r", "a", "w", "?", "Space"];
    everywhere(&many_sizes(), in_battle("small-field", ["human", "first"]), &states);
}

#[test]
fn battles_that_are_over_and_that_others_play() {
    everywhere(&many_sizes(), in_battle("outpost", ["first", "random"]), &["", "Esc", "Esc m", "L"]);
    everywhere(
        &many_sizes(),
        in_battle("outpost", ["human", "human"]),
        &["Space Enter", "q r", "q r Enter", "q r Enter Esc c"],
    );
}

#[test]
fn the_pages_of_the_end() {
    let states = ["", "Tab", "Tab Tab", "Tab Tab Tab", "Left Down Down"];
    everywhere(&some_sizes(), in_battle("outpost", ["first", "random"]), &states);
    everywhere(&some_sizes(), in_battle("small-field", ["human", "first"]), &["Space Enter e"]);
}

#[test]
fn a_record_being_watched() {
    let folder = std::sync::OnceLock::new();
    let start = || {
        let (play, kept) = watched(120, 40, Speed::Instant);
        let _ = folder.set(kept);
        play
    };
    everywhere(&many_sizes(), start, &["", "Right Right", "+", "- -", "End e", "L"]);
}

#[test]
fn the_lobby_and_its_screens() {
    let inn = anna();
    for (section, players) in [
        (Section::Invitations, ["bert", ""]),
        (Section::Yours, ["anna", ""]),
        (Section::Open, ["clara", ""]),
        (Section::Finished, ["clara", "claus"]),
    ] {
        inn.list(section, players, "waiting for an opponent", 42);
    }
    let turn = inn.list(Section::Yours, ["anna", "clara"], "", 190);
    inn.begin(turn, "small-field", ["human", "human"], Some(Side::Blue));
    everywhere(&many_sizes(), || visit(&inn, 120, 40), &["", "n", "d", "?"]);
    everywhere(&many_sizes(), || visit(&std::sync::Arc::new(Inn::new(Visitor::Unnamed)), 120, 40), &["x Enter", ""]);
}

#[test]
fn without_colours_or_unicode() {
    let start = || {
        Play::with(120, 40, |options| Options {
            glyphs: Some(Glyphs::Ascii),
            depth: Some(Depth::Mono),
            start: Start::Game(Box::new(game("small-field", ["human", "first"]))),
            ..options
        })
    };
    everywhere(&many_sizes(), start, &["m", "Tab Enter", "- - T"]);
}
