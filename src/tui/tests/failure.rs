//! Commanders that break down, and a terminal that is given back.

use std::panic::catch_unwind;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;

use ::battle::{Choice, Library, Order, Player, System, UnitId, Verb};
use proving::{Commanded, DrillLibrary, With};
use table::Game;

use super::{Play, game_of};
use crate::run::hook_panics;
use crate::screen::{MOUSE_OFF, MOUSE_ON, write_restoring};
use crate::{App, Options, Speed, Start};

/// The drill with commanders that fail: `bomb` panics, `liar` gives an order that does not exist.
fn rigged() -> impl Library {
    With(Commanded(|name: &str, seed: u64| match name {
        "bomb" | "liar" => Ok(Box::new(Faulty(name.to_owned())) as Box<dyn Player>),
        _ => DrillLibrary.commander(name, seed),
    }))
}

struct Faulty(String);

impl Player for Faulty {
    fn name(&self) -> &str {
        &self.0
    }

    fn decide(&mut self, _view: &dyn System, _stop: &AtomicBool) -> Choice {
        assert!(self.0 != "bomb", "the fuse has burnt down");
        Choice { order: Order::new(Verb(250)), why: None }
    }

    fn advise(&mut self, _view: &dyn System, _unit: Option<UnitId>) -> Option<Choice> {
        None
    }
}

fn against(commander: &str) -> Play {
    let game: Game = game_of(&rigged(), "outpost", [commander, "first"]);
    let mut play = Play::of(Arc::new(rigged()), 120, 40, |options| Options {
        start: Start::Game(Box::new(game)),
        speed: Speed::Instant,
        ..options
    });
    play.settle();
    play
}

#[test]
fn a_commander_that_panics_is_told_and_can_try_again() {
    let mut play = against("bomb");
    play.shows("Blue's commander cannot go on").shows("bomb broke down: the fuse has burnt down");
    play.keys("t").shows("the fuse has burnt down");
    play.keys("Esc").shows("Enter chooses who goes on").keys("Enter").shows("let it try again");
}

#[test]
fn a_person_can_take_over_from_a_commander_that_fails() {
    let mut play = against("bomb");
    play.keys("m").shows("human commands Blue from here on").shows("· Blue ·");
    play.keys("Tab Tab").shows("B1 Line");
}

#[test]
fn another_commander_can_take_over_and_the_battle_goes_on() {
    against("liar").shows("an order that is refused").keys("a").shows("Points: Blue");
}

#[test]
fn a_battle_goes_on_under_a_pop_up() {
    let mut play = Play::with(160, 76, |options| Options {
        start: Start::Game(Box::new(super::game("outpost", ["random", "random"]))),
        ..options
    });
    play.app.handle(crate::Input::Key("?".parse().expect("a key")));
    play.settle();
    play.shows("— keys").shows("the battle is over").hides("Points: Blue");
    play.keys("Esc").shows("Points: Blue");
}

#[test]
fn a_thought_that_comes_under_a_pop_up_wakes_the_screen() {
    let (sender, receiver) = mpsc::channel();
    let data = tempfile::TempDir::new().expect("a folder");
    let start = Start::Game(Box::new(super::game("outpost", ["random", "random"])));
    let options = Options { start, speed: Speed::Instant, ..Options::new(data.path().to_path_buf()) };
    let wake = move || sender.send(()).unwrap_or_default();
    let mut app = App::new(Arc::new(DrillLibrary), options, Arc::new(wake)).expect("starts");
    app.handle(crate::Input::Key("?".parse().expect("a key")));
    app.tick(Duration::from_secs(1));
    receiver.recv_timeout(Duration::from_secs(20)).expect("woken");
}

#[test]
fn a_panic_of_the_screen_restores_the_terminal_and_one_of_a_commander_does_not() {
    static RESTORED: AtomicUsize = AtomicUsize::new(0);
    hook_panics(|| {
        RESTORED.fetch_add(1, Ordering::SeqCst);
    });
    let elsewhere = thread::spawn(|| panic!("a commander")).join();
    assert!(elsewhere.is_err());
    assert_eq!(RESTORED.load(Ordering::SeqCst), 0, "the screen goes on, so the terminal stays ours");
    assert!(catch_unwind(|| panic!("the screen")).is_err());
    assert_eq!(RESTORED.load(Ordering::SeqCst), 1);
}

#[test]
fn restoring_takes_back_everything_that_was_set_up() {
    let mut out = Vec::new();
    write_restoring(&mut out).expect("written");
    let text = String::from_utf8(out).expect("text");
    for sequence in ["\x1b[?2026l", MOUSE_OFF, "\x1b[?1049l", "\x1b[?25h"] {
        assert!(text.contains(sequence), "{sequence:?} is missing in {text:?}");
    }
    for mode in MOUSE_ON.split('h').filter(|mode| !mode.is_empty()) {
        assert!(MOUSE_OFF.contains(&format!("{mode}l")), "{mode:?} stays on");
    }
    assert!(!MOUSE_ON.contains("1003"), "bare movement is not asked for");
}
