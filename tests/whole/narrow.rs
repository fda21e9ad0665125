//! Small windows under every rule system: whoever goes through the first turns of the first battle reads whole sentences. And lists
//! over the screen, which are as wide as their rows.

use std::sync::Arc;

use battle::{HouseRules, Library};
use systems::Shelf;
use table::{Game, SeatSpec, Setup};
use tui::Start;

use crate::window::Window;

/// Rounds of looking at a unit's orders and ending a step.
const ROUNDS: usize = 24;

/// A reader at a small window.
struct Reader {
    window: Window,
    cut: Vec<String>,
}

impl Reader {
    fn of(key: &str, size: (u16, u16)) -> Reader {
        let shelf = Arc::new(Shelf::new());
        let setup = Setup {
            battle: shelf.battle("first-light").expect("a battle"),
            system: shelf.system(key).expect("a system"),
            house: HouseRules::default(),
            seats: [SeatSpec::Human, SeatSpec::Commander(String::from("hold"))],
            seed: 5,
        };
        let game = Game::start(shelf.as_ref(), &setup, None).expect("it starts");
        let mut window = Window::open(shelf, Start::Game(Box::new(game)), "", size);
        window.settle();
        Reader { window, cut: Vec::new() }
    }

    fn press(&mut self, keys: &str) {
        for key in keys.split_whitespace() {
            self.window.press(key);
            self.read();
        }
    }

    /// Notes which of the sentences below the map are cut, and a line of hints without the key that lists all.
    fn read(&mut self) {
        let rows = self.window.rows();
        let Some((hints, above)) = rows.split_last() else { return };
        let told = &above[above.len().saturating_sub(2)..];
        let cut = told.iter().filter(|row| row.ends_with('…'));
        self.cut.extend(cut.cloned());
        let framed = hints.is_empty() || hints.trim_start().starts_with('╰');
        if !framed && !hints.contains("? help") {
            self.cut.push(hints.clone());
        }
    }
}

fn reads_whole_sentences(key: &str) {
    for size in [(80, 24), (60, 16)] {
        let mut reader = Reader::of(key, size);
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

/// A battalion whose general is far away, under rules that leave such a one where it stands.
#[test]
fn who_can_only_form_where_there_is_no_room_cannot_act() {
    let apart = [
        ("at = \"7,16\"", "at = \"3,18\""),
        ("at = \"13,16\"", "at = \"22,18\""),
        ("at = \"18,16\"", "at = \"29,13\""),
    ];
    let text =
        apart.iter().fold(crate::source::read("maps/first-light.toml"), |text, (from, to)| text.replace(from, to));
    let folder = tempfile::TempDir::new().expect("a folder");
    let file = folder.path().join("far.toml");
    std::fs::write(&file, text).expect("written");
    let shelf = Arc::new(Shelf::new());
    let setup = Setup {
        battle: shelf.battle(file.to_str().expect("a name")).expect("a battle"),
        system: shelf.system("over_the_hills").expect("a system"),
        house: HouseRules::default(),
        seats: [SeatSpec::Human, SeatSpec::Commander(String::from("hold"))],
        seed: 5,
    };
    let game = Game::start(shelf.as_ref(), &setup, None).expect("it starts");
    let mut window = Window::open(shelf, Start::Game(Box::new(game)), "briefing = \"off\"\n", (120, 40));
    window.settle();
    window.press("Space");
    let screen = window.screen();
    assert!(screen.contains("Movement") && screen.contains("B1 can do nothing useful now."), "{screen}");
}

/// Rows that are cut in the lists of rule systems that the title offers, in a window of so many columns.
fn cut_in_lists(columns: u16) -> usize {
    let mut window = Window::open(Arc::new(Shelf::new()), Start::Title, "", (columns, 40));
    let mut cut = 0;
    for key in ["t", "r"] {
        window.press(key);
        let rows = window.rows();
        assert!(rows.iter().any(|row| row.contains("Over the Hills")), "{rows:#?}");
        cut += rows.iter().filter(|row| row.contains('…')).count();
        window.press("Esc");
    }
    cut
}

#[test]
fn lists_are_as_wide_as_their_rows_where_there_is_room() {
    assert_eq!(cut_in_lists(120), 0);
    assert!(cut_in_lists(80) > 0, "80 columns are too few, and the row is told whole below");
}
