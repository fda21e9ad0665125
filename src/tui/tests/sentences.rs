//! Battles in sentences: what is said to what is typed.

use std::collections::VecDeque;
use std::io;

use proving::DrillLibrary;

use super::game;
use crate::lines::{self, Ended, Heard, Slate};

/// Somebody who types those lines one after the other, with all that was said to him.
struct Typist {
    lines: VecDeque<&'static str>,
    said: Vec<String>,
}

impl Slate for Typist {
    fn say(&mut self, line: &str) -> io::Result<()> {
        self.said.push(line.to_owned());
        Ok(())
    }

    fn hear(&mut self) -> io::Result<Heard> {
        let line = self.lines.pop_front();
        self.said.extend(line.map(|line| format!("> {line}")));
        Ok(line.map_or(Heard::Closed, |line| Heard::Line(line.to_owned())))
    }
}

/// What was said in a battle of Blue, a person, against the commander that takes the first order.
fn said(battle: &str, lines: &[&'static str]) -> String {
    let mut typist = Typist { lines: lines.iter().copied().collect(), said: Vec::new() };
    let ended = lines::play(&DrillLibrary, game(battle, ["human", "first"]), &mut typist).expect("it talks");
    assert_eq!(ended, Ended::Left);
    typist.said.join("\n")
}

#[track_caller]
fn says(text: &str, wanted: &str) {
    assert!(text.contains(wanted), "`{wanted}` was not said:\n{text}");
}

#[test]
fn a_turn_ends_by_one_line_and_one_answer() {
    let text = said("small-field", &["done", "done", "turn", "2"]);
    says(&text, "End turn 1? ");
    says(&text, "could still act in");
    says(&text, "2. Nobody does anything more this turn.");
    says(&text, "Turn 2 of 8");
}

#[test]
fn whoever_does_not_want_to_end_his_turn_types_something_else() {
    let text = said("small-field", &["done", "done", "turn", "units", "turn", "3"]);
    assert_eq!(text.matches("End turn 1? ").count(), 2, "{text}");
    assert!(!text.contains("Turn 2 of 8"), "{text}");
    says(&text, "No order of the list has that number");
}

#[test]
fn the_help_names_the_word() {
    says(&said("small-field", &["help"]), "turn: end the whole turn");
}
