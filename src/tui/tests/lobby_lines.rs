//! The lobby of a place in sentences.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, mpsc};

use ::battle::Library;
use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
use proving::DrillLibrary;

use super::inn::Inn;
use super::lobby::{anna, busy};
use crate::lines::{Echo, converse};
use crate::{Against, History, Lately, Line, Score, Screen, SharedHost, Signal, Tally, Visitor};

#[derive(Clone, Default)]
struct Paper(Arc<Mutex<Vec<u8>>>);

impl Write for Paper {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("whole").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Line for Paper {
    fn has_room(&self) -> bool {
        true
    }
}

/// All that is said to a visitor of that house who types those lines.
fn said(inn: &Arc<Inn>, lines: &[&str]) -> String {
    let (sender, signals) = mpsc::channel();
    let press = |code| sender.send(Signal::Event(Event::Key(KeyEvent::new(code, KeyModifiers::NONE)))).expect("heard");
    for line in lines {
        line.chars().for_each(|letter| press(KeyCode::Char(letter)));
        press(KeyCode::Enter);
    }
    drop(sender);
    let paper = Paper::default();
    let screen = Screen { line: Box::new(paper.clone()), signals, size: (80, 24) };
    let (library, host): (Arc<dyn Library>, SharedHost) = (Arc::new(DrillLibrary), inn.clone());
    converse(&library, &host, Arc::new(|| {}), screen, Echo::Nowhere).expect("a line");
    let text = String::from_utf8(paper.0.lock().expect("whole").clone());
    text.expect("text")
}

#[track_caller]
fn tells(text: &str, parts: &[&str]) {
    parts.iter().for_each(|part| assert!(text.contains(part), "`{part}` is not said:\n{text}"));
}

#[test]
fn history_and_results_are_told() {
    let inn = busy();
    let score = Score { won: 2, lost: 1, drawn: 0 };
    let tallies = vec![Tally { system: String::from("Drill"), against: Against::People, score }];
    *inn.history.lock().expect("whole") = History { rating: Some((1520, 3)), tallies };
    let results = vec![String::from("anna beat bert at Outpost, Drill, turn 3")];
    *inn.lately.lock().expect("whole") = Lately { results, names: vec![String::from("anna"), String::from("bert")] };
    let text = said(&inn, &["history", "results", "quit"]);
    tells(
        &text,
        &["3 battles: 2 won, 1 lost, 0 drawn.", "Your rating is 1520", "Lately:     anna beat bert at Outpost"],
    );
    tells(&text, &["Here today: anna, bert", "A battle waits for you: 2 goes on with it."]);
    let guest = Arc::new(Inn::new(Visitor::Guest(String::from("guest-1"))));
    tells(&said(&guest, &["history", "results"]), &["Guests leave nothing behind.", "No battle is over yet."]);
}

#[test]
fn the_tables_of_a_rule_system_are_told() {
    let text = said(&anna(), &["help", "rules", "1", "quit"]);
    tells(&text, &["rules: the tables of a rule system", "Whose tables?", "1. Drill"]);
    let sheet = DrillLibrary.reference("drill", &::battle::HouseRules::default()).expect("tables").remove(0);
    tells(&text, &[&sheet.title]);
}

#[test]
fn whoever_is_new_is_told_what_can_be_typed() {
    let inn = anna();
    inn.list(crate::Section::Watch, ["bert", "claus"], "bert to move", 0);
    tells(&said(&inn, &[]), &["You are new here: new sets a battle up"]);
    assert!(!said(&busy(), &[]).contains("You are new here"));
}
