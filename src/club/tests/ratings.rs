//! Ratings: Elo between players, nothing else.

use battle::Side;
use table::Link;
use tui::Host;

use super::{against, begun, come, guest, open, row, sit};
use crate::store::rated;

#[test]
fn the_formula() {
    let close = |a: f64, b: f64| (a - b).abs() < 0.01;
    assert!(close(rated(1500.0, 0, 1500.0, 1.0), 1516.0));
    assert!(close(rated(1500.0, 0, 1500.0, 0.5), 1500.0));
    assert!(close(rated(1500.0, 19, 1500.0, 0.0), 1484.0), "the twentieth battle still moves by 32");
    assert!(close(rated(1500.0, 20, 1500.0, 0.0), 1492.0), "the next by 16");
    assert!(close(rated(1400.0, 0, 1800.0, 1.0), 1400.0 + 32.0 * (1.0 - 1.0 / 11.0)), "400 points are ten to one");
}

#[test]
fn a_battle_of_players_moves_both() {
    let folder = tempfile::tempdir().expect("a folder");
    let club = open(folder.path());
    let (anna, bob) = (come(&club, "anna"), come(&club, "bob"));
    let room = begun(&anna, &bob, "outpost");
    assert_eq!(row(&anna, room).expect("a row").players, ["anna", "bob"].map(|name| Some(String::from(name))));
    let red = sit(&bob, room);
    red.resign();
    red.resign();
    let rated = ["anna 1516", "bob 1484"].map(|name| Some(String::from(name)));
    assert_eq!(row(&anna, room).expect("a row").players, rated);
    drop((red, anna, bob, club));
    let club = open(folder.path());
    assert_eq!(row(&come(&club, "anna"), room).expect("a row").players, rated, "once, and it stays");
}

#[test]
fn battles_against_computers_and_of_guests_move_nobody() {
    let folder = tempfile::tempdir().expect("a folder");
    let club = open(folder.path());
    let anna = come(&club, "anna");
    let room = anna.offer(against("slow")).expect("begun");
    sit(&anna, room).resign();
    assert_eq!(row(&anna, room).expect("a row").players[Side::Blue.index()], Some(String::from("anna")));
    let visit = guest(&club);
    visit.offer(against("slow")).expect("begun");
    drop(visit);
    let database = rusqlite::Connection::open(folder.path().join(crate::store::DATABASE)).expect("a database");
    let results: i64 = database.query_row("SELECT count(*) FROM results", [], |row| row.get(0)).expect("a count");
    assert_eq!(results, 0);
}
