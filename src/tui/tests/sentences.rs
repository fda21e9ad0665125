//! Battles in sentences: what is said to what is typed.

use std::collections::VecDeque;
use std::io;
use std::sync::Arc;

use proving::DrillLibrary;
use table::Replay;

use super::game;
use super::replay::record;
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

/// What is said of a finished battle's record to what is typed.
fn told(lines: &[&'static str]) -> Vec<String> {
    let (path, _folder) = record();
    let record = Replay::open(Arc::new(DrillLibrary), &path).expect("a record");
    let mut typist = Typist { lines: lines.iter().copied().collect(), said: Vec::new() };
    lines::replay(record, &mut typist).expect("it talks");
    typist.said
}

#[test]
fn a_record_is_told_order_by_order_as_it_is_told_at_once() {
    let untyped = |said: Vec<String>| said.into_iter().filter(|line| !line.starts_with("> ")).collect::<Vec<_>>();
    let at_once = told(&["all", "quit", "units"]);
    let text = at_once.join("\n");
    says(&text, "a record of ");
    says(&text, "Points: Blue ");
    assert!(text.ends_with("> quit"), "{text}");
    let orders = at_once[0].split(" record of ").nth(1).and_then(|rest| rest.split(' ').next()?.parse().ok());
    let steps = vec![""; orders.expect("it says how many")];
    assert!(steps.len() > 5);
    assert_eq!(untyped(told(&steps)), untyped(at_once.clone()));
    assert_eq!(untyped(told(&["turn"; 3])), untyped(at_once));
}

#[test]
fn a_record_goes_back_and_tells_the_same_again() {
    let said = told(&["turn", "3", "back", "", "back turn", "back turn", "turn", "where", "start", "back"]);
    let text = said.join("\n");
    let after = |typed: &str, nth: usize| {
        let at = said.iter().enumerate().filter(|(_, line)| *line == typed).nth(nth).expect("typed").0;
        said[at + 1..].iter().take_while(|line| !line.starts_with("> ")).cloned().collect::<Vec<_>>()
    };
    let three = after("> 3", 0);
    assert!(three.ends_with(&after("> ", 0)), "{text}");
    assert!(after("> back turn", 0)[0].starts_with("Turn 2 of 3, "), "{text}");
    assert!(after("> back turn", 1)[0].starts_with("Turn 1 of 3, 0 of "), "{text}");
    assert_eq!(after("> turn", 0), after("> turn", 1));
    assert!(after("> start", 0)[0].starts_with("Turn 1 of 3, 0 of "), "{text}");
    assert_eq!(after("> start", 0), after("> back", 1));
}

#[test]
fn both_armies_of_a_record_can_be_looked_at() {
    let text = told(&["units", "look b1", "dice", "", "help", "look nobody", "dance"]).join("\n");
    for wanted in
        ["B1 ", "R1 ", "Every die is told", "the next order", "is no unit and no place", "\"dance\" is nothing"]
    {
        says(&text, wanted);
    }
}

/// What fire may bring about is told of the fire, and what a charge may of the charge.
#[test]
fn a_threat_is_told_by_what_it_comes_from() {
    use crate::panels::card::threat_words;
    let threat = battle::Threat { fire: 0.05, routs: 0.1, charge: 0.2, breaks: 0.3, ..battle::Threat::default() };
    assert_eq!(threat_words(&threat), ["fire 5%, routed 10%", "charge 20%, driven off 30%"]);
    let quiet = battle::Threat { charge: 0.0, routs: 0.0, ..threat };
    assert_eq!(threat_words(&quiet), ["fire 5%"]);
}

#[test]
fn whoever_has_no_plan_says_so() {
    says(&said("small-field", &["plan"]), "A commander has no plan here.");
}
