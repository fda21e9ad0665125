//! What can be chosen about the program: every row explained, kept, and done at once.

use std::fs;

use super::{Play, game};
use crate::pen::BELL;
use crate::screen::{Easel, MOUSE_OFF, MOUSE_ON};
use crate::settings::{Habit, Settings};
use crate::tests::served::Tape;
use crate::{ExitReason, Options, Start};

/// The program with these settings, somewhere.
fn with(settings: &'static str, size: (u16, u16), start: Start) -> Play {
    Play::fresh(size.0, size.1, |options| {
        fs::write(options.data.join("settings.toml"), settings).expect("a file");
        Options { start, ..options }
    })
}

/// Goes to the row of that name.
fn choose(play: &mut Play, name: &str) {
    for _ in 0..20 {
        if chosen(play).contains(name) {
            return;
        }
        play.keys("Down");
    }
    panic!("no row {name}:\n{}", play.screen());
}

/// The row under the bar.
fn chosen(play: &mut Play) -> String {
    play.rows_in(crate::theme::Ink::Chosen).join("\n")
}

#[test]
fn every_row_is_told_in_full_in_a_small_window() {
    let mut play = Play::new(80, 24);
    play.keys("s");
    for heading in ["Questions and messages", "What is shown", "Looks", "Keys, mouse and sound"] {
        play.shows(heading);
    }
    for _ in 0..20 {
        play.hides("…").keys("Down");
        let screen = play.screen();
        let foot: Vec<&str> = screen.lines().rev().skip_while(|line| !line.contains("done")).skip(1).take(2).collect();
        assert!(foot.iter().any(|line| line.trim_matches(['│', ' ']).ends_with('.')), "no sentence below:\n{screen}");
    }
    for habit in Habit::ALL {
        play.shows(habit.help());
    }
}

#[test]
fn the_list_follows_the_bar_in_the_smallest_window() {
    let mut play = Play::new(60, 16);
    play.keys("s Up").shows(Habit::Bell.help()).shows("Many terminals can show it instead.");
    play.keys("Down").shows("Questions and messages").shows(Habit::Briefing.help());
}

#[test]
fn leaving_asks_where_that_is_wanted() {
    let mut play = with("ask-to-quit = \"on\"\n", (80, 24), Start::Title);
    play.keys("q").shows("Leave the program?").keys("n").hides("Leave the program?");
    play.keys("Esc").shows("Leave the program?").keys("Esc");
    assert_eq!(play.app.exit(), None);
    play.keys("q y");
    assert_eq!(play.app.exit(), Some(&ExitReason::Quit(None)));
}

#[test]
fn what_is_unusual_is_written_down_and_read_again() {
    let mut play = Play::new(80, 24);
    play.keys("s");
    for habit in [Habit::Bell, Habit::Parting] {
        choose(&mut play, habit.help());
        play.keys("Enter");
    }
    let kept = fs::read_to_string(play.data.path().join("settings.toml")).expect("a file");
    assert!(kept.contains("bell = \"on\"\n") && kept.contains("ask-to-quit = \"on\"\n"), "{kept}");
    let settings = Settings::load(play.data.path());
    assert!(settings.has(Habit::Bell) && settings.has(Habit::Parting) && settings.has(Habit::Mouse));
    play.keys("Enter");
    assert!(!Settings::load(play.data.path()).has(Habit::Parting));
}

#[test]
fn the_mouse_is_let_go_and_caught_at_once() {
    let mut play = Play::new(80, 24);
    let tape = Tape::default();
    let mut easel = Easel::new(tape.clone(), (80, 24)).expect("a screen");
    easel.draw(&mut play.app).expect("drawn");
    assert!(!tape.text().contains(MOUSE_OFF));
    play.keys("s");
    choose(&mut play, Habit::Mouse.help());
    play.keys("Enter");
    easel.draw(&mut play.app).expect("drawn");
    assert!(tape.text().ends_with(MOUSE_OFF), "{:?}", tape.text());
    play.keys("Ctrl-L");
    easel.draw(&mut play.app).expect("drawn");
    assert!(tape.text().ends_with(MOUSE_OFF), "a terminal taken anew has to be told again");
    play.keys("Enter");
    easel.draw(&mut play.app).expect("drawn");
    assert!(tape.text().ends_with(MOUSE_ON), "{:?}", tape.text());
}

/// How often it rings while a turn is ended under these settings.
fn rings(settings: &'static str) -> usize {
    let battle = Start::Game(Box::new(game("small-field", ["human", "first"])));
    let mut play = with(settings, (120, 40), battle);
    let tape = Tape::default();
    let mut easel = Easel::new(tape.clone(), (120, 40)).expect("a screen");
    play.settle();
    easel.draw(&mut play.app).expect("drawn");
    assert_eq!(tape.text().matches('\x07').count(), 0, "nobody has waited yet");
    play.keys("Space Enter");
    easel.draw(&mut play.app).expect("drawn");
    easel.draw(&mut play.app).expect("drawn");
    tape.text().bytes().filter(|byte| [*byte] == BELL).count()
}

#[test]
fn the_bell_rings_once_when_the_turn_comes_back_and_only_where_it_is_wanted() {
    assert_eq!(rings("briefing = \"off\"\npassing = \"off\"\nbell = \"on\"\n"), 1);
    assert_eq!(rings("briefing = \"off\"\npassing = \"off\"\n"), 0);
}

#[test]
fn the_rules_played_last_are_remembered() {
    let mut play = with("", (120, 40), Start::Title);
    play.keys("t Enter").shows("Lesson 1");
    let kept = fs::read_to_string(play.data.path().join("settings.toml")).expect("it is written");
    assert!(kept.contains("rules = \"drill\""), "{kept}");
}
