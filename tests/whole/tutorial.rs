//! The tutorial from the title to its last battle, by keys alone, under every rule system, on a test's screen and in a real
//! pseudo-terminal.

use std::sync::Arc;
use std::time::Duration;

use battle::Library;
use systems::Shelf;
use tempfile::TempDir;
use tui::Start;

use crate::window::Window;

/// Keys that the whole tutorial may take at most.
const KEYS: usize = 4_000;

/// Somebody who does what the screen says.
struct Learner {
    window: Window,
    pressed: usize,
}

impl Learner {
    fn new() -> Learner {
        let mut window = Window::open(Arc::new(Shelf::new()), Start::Title, "", (120, 40));
        window.settle();
        Learner { window, pressed: 0 }
    }

    fn press(&mut self, keys: &str) {
        for key in keys.split_whitespace() {
            self.window.press(key);
            self.pressed += 1;
        }
    }

    fn screen(&mut self) -> String {
        self.window.screen()
    }
}

/// The keys that follow what the screen says; whatever it asks else is left to the advice that `a` gives.
fn keys_for(screen: &str) -> &'static str {
    let says = |text: &str| screen.contains(text);
    if says("What you are to do:")
        || says("Enter goes on to the next lesson")
        || says("take it?")
        || says("could still act:")
        || says("the battle is over")
    {
        "Enter"
    } else if says("Tab goes from one to the next") {
        "Tab"
    } else if says("Enter opens it") {
        "Enter Esc"
    } else if says("Space ends this one") || says("Space ends each step") || says("A commander has no advice") {
        "Space"
    } else {
        "Esc a"
    }
}

fn learn(place: usize) -> (String, usize) {
    let mut learner = Learner::new();
    learner.press("t");
    (0..place).for_each(|_| learner.press("Down"));
    learner.press("Enter");
    let mut lessons = Vec::new();
    while learner.pressed < KEYS {
        let screen = learner.screen();
        for lesson in ["Lesson 1", "Lesson 2", "Lesson 3"] {
            if screen.contains(lesson) && !lessons.contains(&lesson) {
                lessons.push(lesson);
            }
        }
        if crate::window::is_told(&screen) {
            assert_eq!(lessons, ["Lesson 1", "Lesson 2", "Lesson 3"], "{screen}");
            return (screen, learner.pressed);
        }
        learner.press(keys_for(&screen));
    }
    panic!("no end after {KEYS} keys; the screen:\n{}", learner.screen());
}

/// The sentence of a lesson, without the panels beside it.
fn sentence(screen: &str) -> String {
    let row = |row: &str| row.split(['│', '╭', '╰']).next().unwrap_or_default().trim().to_owned();
    screen.lines().skip(1).take(3).map(row).collect::<Vec<_>>().join(" ")
}

/// The key that the sentence of a lesson names, or the question over it.
fn key_told(screen: &str) -> Option<String> {
    let told = sentence(screen);
    let says = |texts: &[&str]| texts.iter().any(|text| told.contains(text));
    let asks = ["What you are to do:", "Enter goes on to the next lesson", "could still act:", "Really?"];
    let verb = told.split('"').nth(1).unwrap_or_default();
    let enter = ["Enter opens", "Enter takes", "Enter goes on", "Enter sends", "Enter gives the order", "Enter shows"];
    let key = match () {
        () if asks.iter().any(|text| screen.contains(text)) => "Enter",
        () if says(&["from the list"]) => return letter_of(screen, verb),
        () if says(&["Esc closes it", "Go back first: Esc", "Esc leads out"]) => "Esc",
        () if says(&enter) => "Enter",
        () if says(&["Tab to ", "Tab goes from one"]) => "Tab",
        () if says(&["Enter, then \""]) => "Enter",
        () if says(&["Space ends it", "Space ends this one", "Space ends each step"]) => "Space",
        () if says(&["f goes through the formations"]) => "f",
        () if says(&["N goes on"]) => "N",
        () => return None,
    };
    Some(String::from(key))
}

/// The letter of a row of the open list.
fn letter_of(screen: &str, verb: &str) -> Option<String> {
    screen.lines().find_map(|row| {
        let mut before =
            row.split(&format!("  {verb}")).next().filter(|before| before.len() < row.len())?.chars().rev();
        let letter = before.next().filter(char::is_ascii_lowercase)?;
        (before.next() == Some(' ') && row.contains('│')).then(|| letter.to_string())
    })
}

/// Whoever presses what each sentence says, and nothing else, does what each step of both lessons asks, and is told so.
#[test]
fn every_sentence_of_the_lessons_leads_on() {
    for (place, info) in Shelf::new().systems().iter().enumerate() {
        let mut window = Window::open(Arc::new(Shelf::new()), Start::Title, "", (80, 24));
        window.settle();
        window.press("t");
        (0..place).for_each(|_| window.press("Down"));
        window.press("Enter");
        let (mut seen, mut praised) = (Vec::<String>::new(), Vec::new());
        while seen.len() < 150 && !window.screen().contains("Lesson 3") {
            let screen = window.screen();
            let next = ["Powder and steel", "The mill road"]
                .into_iter()
                .find(|next| screen.contains("Well done.") && screen.contains(&format!("Next: {next}")));
            praised.extend(next.filter(|next| !praised.contains(next)));
            let points = screen.lines().next().unwrap_or_default();
            assert!(!(points.contains("you 2") && points.contains("nobody's")), "{}: whose is it? {points}", info.key);
            let told = sentence(&screen);
            let covered = screen.lines().skip(1).take(3).any(|row| row.contains('╭'));
            assert!(covered || told.trim_end().ends_with('.'), "{}: the sentence is cut: {told}", info.key);
            let stuck = seen.iter().rev().take(3).filter(|before| **before == screen).count();
            assert!(stuck < 3, "{}: the key changes nothing:\n{screen}", info.key);
            let key = key_told(&screen).unwrap_or_else(|| panic!("{}: no key is named:\n{screen}", info.key));
            seen.push(screen);
            window.press(&key);
        }
        assert!(window.screen().contains("Lesson 3"), "{}: no end:\n{}", info.key, window.screen());
        assert_eq!(praised, ["Powder and steel", "The mill road"], "{}: a step was not done, or not in time", info.key);
    }
}

#[test]
fn whoever_sends_a_unit_straight_ahead_is_not_asked_whether_it_should_stay() {
    let mut learner = Learner::new();
    learner.press("t Enter Enter Tab Enter Enter");
    for _ in 0..8 {
        let screen = learner.screen();
        if sentence(&screen).contains("Enter sends it") {
            learner.press("Enter");
            let screen = learner.screen();
            assert!(!screen.contains("Really?") && screen.contains("step 5 of 7"), "{screen}");
            return;
        }
        learner.press(&letter_of(&screen, "Move").unwrap_or_else(|| String::from("Enter")));
    }
    panic!("nobody is sent anywhere:\n{}", learner.screen());
}

fn learns_and_wins(key: &str) {
    let place = Shelf::new().systems().iter().position(|info| info.key == key).expect("it is known");
    let (screen, pressed) = learn(place);
    println!("{key}: {pressed} keys");
    assert!(screen.contains("Blue wins"), "the last battle of the tutorial is won:\n{screen}");
}

#[test]
fn the_tutorial_ends_in_a_battle_that_is_won_under_eagles() {
    learns_and_wins("eagles");
}

#[test]
fn the_tutorial_ends_in_a_battle_that_is_won_under_on_war() {
    learns_and_wins("on_war");
}

#[test]
fn the_tutorial_ends_in_a_battle_that_is_won_under_snappy() {
    learns_and_wins("snappy");
}

#[test]
fn the_tutorial_ends_in_a_battle_that_is_won_under_over_the_hills() {
    learns_and_wins("over_the_hills");
}

#[test]
fn the_tutorial_ends_in_a_battle_that_is_won_under_mcnally() {
    learns_and_wins("mcnally");
}

/// The same keys in a pseudo-terminal, from the title to the victory.
fn learns_and_wins_in_a_terminal(key: &str) {
    let place = Shelf::new().systems().iter().position(|info| info.key == key).expect("it is known");
    let data = TempDir::new().expect("a folder");
    let mut screen = crate::terminal::Screen::start(data.path(), 120, 40, &[]);
    screen.expect("Tutorial");
    screen.press("t");
    screen.expect("Under which rules?");
    (0..place).for_each(|_| screen.press("\x1b[B"));
    screen.press("\r");
    screen.expect("Lesson 1");
    let mut lessons = Vec::new();
    for _ in 0..KEYS {
        let seen = screen.contents();
        let lesson = ["Lesson 1", "Lesson 2", "Lesson 3"].into_iter().find(|lesson| seen.contains(lesson));
        lessons.extend(lesson.filter(|lesson| !lessons.contains(lesson)));
        if crate::window::is_told(&seen) {
            assert_eq!(lessons, ["Lesson 1", "Lesson 2", "Lesson 3"], "{seen}");
            assert!(seen.contains("Blue wins"), "the last battle of the tutorial is won:\n{seen}");
            return;
        }
        if seen.contains("thinks for") || seen.contains("is to decide") {
            std::thread::sleep(Duration::from_millis(20));
            continue;
        }
        keys_for(&seen).split_whitespace().for_each(|key| screen.press(typed(key)));
    }
    panic!("no end; the screen:\n{}", screen.contents());
}

/// What a terminal sends for a key.
fn typed(key: &str) -> &str {
    match key {
        "Enter" => "\r",
        "Esc" => "\x1b",
        "Tab" => "\t",
        "Space" => " ",
        other => other,
    }
}

#[test]
fn the_tutorial_is_won_in_a_real_terminal_under_eagles() {
    learns_and_wins_in_a_terminal("eagles");
}

#[test]
fn the_tutorial_is_won_in_a_real_terminal_under_on_war() {
    learns_and_wins_in_a_terminal("on_war");
}

#[test]
fn the_tutorial_is_won_in_a_real_terminal_under_snappy() {
    learns_and_wins_in_a_terminal("snappy");
}

#[test]
fn the_tutorial_is_won_in_a_real_terminal_under_over_the_hills() {
    learns_and_wins_in_a_terminal("over_the_hills");
}

#[test]
fn the_tutorial_is_won_in_a_real_terminal_under_mcnally() {
    learns_and_wins_in_a_terminal("mcnally");
}
