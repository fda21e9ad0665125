//! Receipts: every roll and every event says by which clause, and a roll's modifiers explain its dice.

use std::collections::BTreeSet;

use battle::{Changes, Event, Recorder, Roll, System};

use super::war::{battle, play};

const CLAUSES: &str = include_str!("../../../docs/rules/eagles.md");

fn clause_of(event: &Event) -> Option<&'static str> {
    match event {
        Event::Rolled(roll) => Some(roll.clause),
        Event::Moved { clause, .. } | Event::Strength { clause, .. } | Event::Left { clause, .. } => Some(*clause),
        Event::LeaderMoved { clause, .. } => Some(*clause),
        Event::Told(told) => Some(told.clause),
        _ => None,
    }
}

/// Every event of some battles by lot.
fn heard() -> Vec<Event> {
    let mut recorder = Recorder::default();
    for seed in 0..4 {
        let mut game = battle("traits=auto defend=on resupply_guns=on", seed);
        play(&mut game, seed, &mut recorder);
    }
    recorder.events
}

#[test]
fn everything_names_a_clause_of_the_page() {
    for event in heard() {
        let clause = clause_of(&event);
        assert!(clause.is_none_or(|clause| CLAUSES.contains(&format!("| {clause} |"))), "{event:?}");
    }
}

fn adds_up(roll: &Roll) -> bool {
    let change = |what| -> i16 { roll.modifiers.iter().filter(|one| one.changes == what).map(|one| one.value).sum() };
    let successes = |need| i16::from(roll.faces.at_least(need));
    match roll.need() {
        Some(need) if roll.label == "skirmish fire" => roll.result == successes(need).min(1),
        Some(need) => roll.result == successes(need),
        None => roll.result == roll.faces.total() + change(Changes::Result),
    }
}

#[test]
fn results_are_what_dice_and_modifiers_say() {
    let mut labels = BTreeSet::new();
    for event in heard() {
        if let Event::Rolled(roll) = event {
            assert!(adds_up(&roll), "{roll:?}");
            assert!(roll.modifiers.iter().all(|one| CLAUSES.contains(one.clause)), "{roll:?}");
            labels.insert(roll.label);
        }
    }
    assert!(labels.len() >= 8, "{labels:?}");
}

#[test]
fn texts_of_verbs_steps_and_questions_are_complete() {
    let info = crate::info();
    assert!(info.verbs.iter().all(|verb| !verb.help.is_empty() && CLAUSES.contains(verb.clause)));
    assert!(info.steps.iter().all(|step| CLAUSES.contains(step.clause)));
    let words: BTreeSet<&str> = info.verbs.iter().map(|verb| verb.word).collect();
    assert_eq!(words.len(), info.verbs.len());
    let game = battle("", 1);
    assert!(!game.reference().is_empty());
}
