//! The shelf: kept, offered, taken away, and what is refused.

use battle::{BattleFile, Side};
use proving::Plan;
use tui::{Host, Opponent, Room};

use super::{come, guest, offer, open, open_with, policy, row};
use crate::Policy;

/// The text of a battle with that title.
fn text(key: &str) -> String {
    Plan { key: String::from(key), ..Plan::tiny() }.file().text
}

fn keys(shelf: &[BattleFile]) -> Vec<&str> {
    shelf.iter().map(|file| file.scenario.key.as_str()).collect()
}

#[test]
fn what_one_keeps_all_can_play_and_it_outlives_the_club() {
    let folder = tempfile::tempdir().expect("a folder");
    let club = open(folder.path());
    let (anna, bob) = (come(&club, "anna"), come(&club, "Bob"));
    let said = anna.keep("bridge", &text("the-bridge")).expect("kept");
    assert!(said.contains("is kept as anna/bridge;"), "{said}");
    bob.keep("bridge", &text("another")).expect("a key is everybody's own");
    assert_eq!(keys(&anna.shelf()), ["Bob/bridge", "anna/bridge"]);
    let room = bob.offer(offer("anna/bridge", Side::Red, Opponent::Anyone)).expect("offered");
    assert_eq!(row(&anna, room).expect("a row").battle, "The bridge");
    drop((anna, bob, club));
    let club = open(folder.path());
    let (anna, bob) = (come(&club, "anna"), come(&club, "Bob"));
    assert_eq!(keys(&bob.shelf()), ["Bob/bridge", "anna/bridge"]);
    anna.accept(room).expect("begun");
    let said = anna.let_go("bridge").expect("taken away");
    assert!(said.contains("go on"), "{said}");
    assert_eq!(keys(&bob.shelf()), ["Bob/bridge"]);
    assert!(matches!(anna.enter(room), Ok(tui::Entered::Battle { .. })), "it goes on");
}

#[test]
fn a_battle_that_is_taken_away_before_it_begins_is_said_to_be_gone() {
    let folder = tempfile::tempdir().expect("a folder");
    let club = open(folder.path());
    let (anna, bob) = (come(&club, "anna"), come(&club, "bob"));
    anna.keep("bridge", &text("the-bridge")).expect("kept");
    let room = anna.offer(offer("anna/bridge", Side::Blue, Opponent::Anyone)).expect("offered");
    anna.let_go("bridge").expect("taken away");
    assert_eq!(bob.accept(room), Err(String::from("there is no battle \"anna/bridge\" here any more")));
    assert!(row(&bob, room).is_some(), "and the offer still stands");
}

#[test]
fn the_second_of_a_key_takes_the_place_of_the_first() {
    let folder = tempfile::tempdir().expect("a folder");
    let club = open(folder.path());
    let anna = come(&club, "anna");
    anna.keep("bridge", &text("one")).expect("kept");
    let said = anna.keep("bridge", &text("two")).expect("kept");
    assert!(said.starts_with("Two is kept in the place of the one before"), "{said}");
    assert_eq!(anna.shelf()[0].text, text("two"));
    let files = std::fs::read_dir(folder.path().join("shelf/anna")).expect("a folder").count();
    assert_eq!(files, 1, "nothing else lies about");
}

#[test]
fn what_cannot_be_kept_is_refused_and_nothing_is_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let club = open_with(folder.path(), Policy { shelf: 1, ..policy() });
    let (anna, bob) = (come(&club, "anna"), come(&club, "bob"));
    for key in ["", "../bob", "Bridge", "a/b", "a.b", "bridge\u{1b}", &"x".repeat(41)] {
        let why = anna.keep(key, &text("one")).expect_err("no key");
        assert!(why.contains("cannot be a battle's key; expected 1 to 40 of a to z"), "{why}");
    }
    let faulty = anna.keep("bridge", "no battle").expect_err("no battle");
    assert!(faulty.starts_with("bridge.toml:"), "{faulty}");
    let large = Plan { size: 120, ..Plan::tiny() }.file().text;
    let why = anna.keep("bridge", &large).expect_err("too large");
    assert_eq!(why, "14400 hexes; at most 10000 may be kept here");
    let long = anna.keep("bridge", &"#".repeat(131_073)).expect_err("too long");
    assert_eq!(long, "131073 bytes; a battle that is kept here has at most 131072");
    assert!(!folder.path().join("shelf").exists(), "nothing was written");
    anna.keep("bridge", &text("one")).expect("kept");
    let why = anna.keep("ford", &text("one")).expect_err("one is all");
    assert_eq!(why, "you keep 1 battle here, the most there may be; drop one first");
    assert_eq!(bob.let_go("bridge"), Err(String::from("you keep no battle `bridge` here")));
    assert_eq!(bob.let_go("../anna/bridge"), Err(String::from("you keep no battle `../anna/bridge` here")));
    let why = guest(&club).keep("bridge", &text("one")).expect_err("a guest");
    assert!(why.contains("guests keep nothing"), "{why}");
    for odd in ["anna/../anna/bridge", "anna/bridge.toml", "/etc/passwd", "anna/"] {
        assert!(bob.offer(offer(odd, Side::Blue, Opponent::Anyone)).is_err(), "{odd}");
    }
    let none = open_in(Policy { shelf: 0, ..policy() });
    assert!(none.contains("the host has no shelf"), "{none}");
}

/// What is said to whoever would keep a battle under that policy.
fn open_in(policy: Policy) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let club = open_with(folder.path(), policy);
    come(&club, "anna").keep("bridge", &text("one")).expect_err("refused")
}

#[test]
fn a_file_that_is_no_battle_any_more_is_passed_over() {
    let folder = tempfile::tempdir().expect("a folder");
    let club = open(folder.path());
    let anna = come(&club, "anna");
    anna.keep("bridge", &text("one")).expect("kept");
    anna.keep("ford", &text("two")).expect("kept");
    std::fs::write(folder.path().join("shelf/anna/bridge.toml"), "no battle").expect("written");
    assert_eq!(keys(&anna.shelf()), ["anna/ford"]);
    let room = anna.offer(offer("anna/bridge", Side::Blue, Opponent::Anyone));
    assert_eq!(room, Err::<Room, _>(String::from("there is no battle \"anna/bridge\" here")));
}
