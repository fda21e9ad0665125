//! External players, played by small shell scripts.
#![cfg(unix)]

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use battle::{Side, System};
use proving::{drill, small_scenario};

use super::{play_out, setup, start};
use crate::external::External;
use crate::protocol;
use crate::seat::Answer;

/// Answers each decision with the first complete order.
const FIRST: &str = r#"while read -r line; do printf '%s\n' "$line" | sed 's/.*"orders":\["\([^"]*\)".*/\1/'; done"#;

fn decide(external: &mut External) -> Result<String, String> {
    let battle = drill::deploy(&small_scenario(), 1);
    let view = battle.view(Side::Blue, 0);
    match external.decide(view.as_ref(), &AtomicBool::new(false)) {
        Answer::Chosen(choice) => Ok(view.order_text().write(&choice.order)),
        Answer::Interrupted => Err(String::from("interrupted")),
        Answer::Failed(why) => Err(why),
    }
}

fn player(script: &str) -> External {
    External::start_with(script, Duration::from_secs(5)).expect("a shell")
}

#[test]
fn a_program_plays_a_battle() {
    let mut game = start(&setup("outpost", [&format!("exec:{FIRST}"), "random"], 1));
    play_out(&mut game);
    assert_ne!(game.outcome().map(|outcome| outcome.reason), Some(battle::Reason::Resigned));
}

#[test]
fn a_program_that_ends_resigns_with_the_reason() {
    let mut game = start(&setup("outpost", ["exec:true", "random"], 1));
    play_out(&mut game);
    assert_eq!(game.outcome().expect("over").winner, Some(Side::Red));
    let last = game.dispatches().iter().rev().nth(1).expect("a reason");
    assert_eq!(last.text, "Blue resigns: exec:true has ended.");
    assert!(game.record_text().contains(r#"{"resign":"blue","why":"exec:true has ended"}"#));
}

#[test]
fn silence_loses() {
    let mut silent = External::start_with("sleep 5", Duration::ZERO).expect("a shell");
    assert_eq!(decide(&mut silent), Err(String::from("exec:sleep 5 was silent for 0 seconds")));
}

#[test]
fn refused_answers_are_told_and_the_third_loses() {
    let folder = tempfile::tempdir().expect("a folder");
    let heard = folder.path().join("heard");
    let script =
        format!("read -r x; echo retreat; read -r x; echo rally B1; head -n 1 >{}; echo done", heard.display());
    assert_eq!(decide(&mut player(&script)), Ok(String::from("done")), "the second refusal is still heard");
    let refused = std::fs::read_to_string(heard).expect("what it was told");
    assert!(refused.starts_with(r#"{"refused":"`rally` does not answer what is asked now"#), "{refused}");
    let stubborn = "while read -r x; do echo nonsense; done";
    let why = decide(&mut player(stubborn)).expect_err("lost");
    assert!(why.ends_with("gave no legal order; the last was `nonsense`"), "{why}");
}

#[test]
fn a_program_may_ask_where_a_stem_leads() {
    let battle = drill::deploy(&small_scenario(), 1);
    let answer = protocol::reach(&battle, " deploy B1");
    assert!(answer.starts_with(r#"{"stem":"deploy B1","reach":[{"pose":""#), "{answer}");
    assert!(protocol::reach(&battle, "fly B1").starts_with(r#"{"refused":"unknown verb `fly`"#));
    let asks = r#"read -r x; echo '? deploy B1'; read -r y; case "$y" in *pose*) echo done;; *) echo wrong;; esac"#;
    assert_eq!(decide(&mut player(asks)), Ok(String::from("done")));
}

#[test]
fn an_interrupted_wait_goes_on_with_the_same_question() {
    let mut slow = player("read -r x; read -r y; echo done");
    let battle = drill::deploy(&small_scenario(), 1);
    let view = battle.view(Side::Blue, 0);
    assert!(matches!(slow.decide(view.as_ref(), &AtomicBool::new(true)), Answer::Interrupted));
    assert!(matches!(slow.decide(view.as_ref(), &AtomicBool::new(true)), Answer::Interrupted));
    let mut patient = player("read -r x; sleep 0.2; echo done");
    assert!(matches!(patient.decide(view.as_ref(), &AtomicBool::new(true)), Answer::Interrupted));
    assert!(
        matches!(patient.decide(view.as_ref(), &AtomicBool::new(false)), Answer::Chosen(_)),
        "answers the first time"
    );
}

#[test]
fn the_request_says_what_the_side_may_know() {
    let battle = drill::deploy(&small_scenario(), 1);
    let request: serde_json::Value =
        serde_json::from_str(&protocol::request(battle.view(Side::Blue, 0).as_ref())).expect("JSON");
    assert_eq!(request["decision"]["ask"], "deploy");
    assert_eq!(request["orders"][0], "done");
    assert_eq!(request["stems"][0], "deploy B1");
    let units = request["state"]["units"].as_array().expect("units");
    let named = |label: &str| units.iter().find(|unit| unit["label"] == label);
    assert!(named("B1").expect("an own unit")["at"].is_string());
    assert!(named("R4").is_none_or(|unit| unit["at"].is_null()), "hidden");
    assert!(!units.iter().any(|unit| unit["name"] == "Rangers 4"), "nor named");
}
