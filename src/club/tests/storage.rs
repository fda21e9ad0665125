//! The database and the records: versions, one process, and the record as the truth.

use std::fs;
use std::io::Write;

use battle::Side;
use rusqlite::Connection;
use table::Link;
use tui::{Host, Section};

use super::{anyone, begun, come, file_lines, listed, odd, open, open_with, play, play_done, policy, row, sit};
use crate::said::{ASTRAY, STUCK};
use crate::store::DATABASE;
use crate::{Club, Policy};

/// The database of the first version with players and battles in it, as that version wrote it.
const FIRST_VERSION: &str = include_str!("first_version.sql");

fn database(folder: &std::path::Path) -> Connection {
    Connection::open(folder.join(DATABASE)).expect("a database")
}

fn refused(folder: &std::path::Path) -> String {
    match Club::open(std::sync::Arc::new(odd::ODD_LIBRARY), folder, policy()) {
        Ok(_) => panic!("it was opened"),
        Err(why) => why.to_string(),
    }
}

#[test]
fn one_process_has_the_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    let club = open(folder.path());
    assert!(refused(folder.path()).ends_with("is open in another process"));
    club.close();
    open(folder.path());
}

#[test]
fn a_database_of_a_newer_version_is_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    drop(open(folder.path()));
    database(folder.path()).pragma_update(None, "user_version", 99).expect("written");
    let why = refused(folder.path());
    assert!(why.contains("was written by a newer version of this program; this one reads versions up to 4"), "{why}");
}

#[test]
fn what_is_no_database_or_no_folder_is_refused_with_its_name() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join(DATABASE), "not a database at all, but long enough to be looked at".repeat(30))
        .expect("written");
    assert!(refused(folder.path()).contains(DATABASE));
    let file = folder.path().join("file");
    fs::write(&file, "x").expect("written");
    assert!(refused(&file).contains("cannot make the folder"));
}

#[test]
fn a_database_of_the_first_version_is_brought_up_to_date() {
    let folder = tempfile::tempdir().expect("a folder");
    let first = database(folder.path());
    first.execute_batch(FIRST_VERSION).expect("the first version");
    drop(first);
    let club = open(folder.path());
    let (anna, bob) = (come(&club, "anna"), come(&club, "bob"));
    let rows = anna.rows();
    let states: Vec<_> = rows.iter().map(|row| (row.room.0, row.section, row.state.as_str())).collect();
    assert_eq!(
        states,
        [
            (2, Section::Invitations, "bob invites you"),
            (1, Section::Yours, "waiting for an opponent"),
            (3, Section::Finished, "Red won by destruction"),
        ]
    );
    assert_eq!(rows[2].players, ["anna 1484", "bob 1516"].map(|name| Some(String::from(name))));
    bob.accept(rows[1].room).expect("an offer of that time is played");
    sit(&bob, rows[1].room).resign();
    let players = row(&anna, rows[1].room).expect("a row").players;
    assert_eq!(players[0], Some(String::from("anna 1501")), "rated in the table that is new");
    let version: i64 =
        database(folder.path()).query_row("PRAGMA user_version", [], |row| row.get(0)).expect("a version");
    assert_eq!(version, 4);
}

/// What versions 2 and 3 added.
const SECOND_AND_THIRD: &str = concat!(include_str!("../store/second.sql"), include_str!("../store/third.sql"));

#[test]
fn a_database_of_the_third_version_tells_who_won_and_counts_for_everybody() {
    let folder = tempfile::tempdir().expect("a folder");
    let books = database(folder.path());
    books.execute_batch(&format!("{FIRST_VERSION}{SECOND_AND_THIRD}")).expect("the third version");
    books
        .execute_batch(
            "INSERT INTO battles (id, battle, battle_title, system, system_title, house, blue_kind, blue_player,
                 blue_name, red_kind, red_player, red_name, stage, turn, last_order, result) VALUES
             (4, 'outpost', 'Outpost', 'drill', 'Drill', '{}', 'commander', NULL, 'random', 'player', 1, NULL, 'over', 5,
                 1700000005, 'Red won by destruction'),
             (5, 'outpost', 'Outpost', 'drill', 'Drill', '{}', 'player', 1, NULL, 'commander', NULL, 'random', 'over', 6,
                 1700000006, 'a draw by the turn limit'),
             (6, 'outpost', 'Outpost', 'drill', 'Drill', '{}', 'guest', NULL, 'guest-1', 'commander', NULL, 'random',
                 'over', 7, 1700000007, 'Blue won by destruction');
             PRAGMA user_version = 3",
        )
        .expect("written");
    drop(books);
    let club = open(folder.path());
    let (anna, bob) = (come(&club, "anna"), come(&club, "bob"));
    let told = [
        "guest-1 beat random at Outpost, Drill, turn 7",
        "anna and random drew at Outpost, Drill, turn 6",
        "anna beat random at Outpost, Drill, turn 5",
    ];
    assert_eq!(anna.lately().results, told);
    assert_eq!(anna.lately().names, ["anna", "bob"]);
    let scores = |visit: &crate::visit::Visit| -> Vec<(tui::Against, tui::Score)> {
        let tallies = visit.history().expect("a history").tallies;
        tallies.into_iter().map(|tally| (tally.against, tally.score)).collect()
    };
    let score = |won, lost, drawn| tui::Score { won, lost, drawn };
    let random = tui::Against::Commander(String::from("random"));
    assert_eq!(scores(&anna), [(tui::Against::People, score(0, 1, 0)), (random, score(1, 0, 1))]);
    assert_eq!(scores(&bob), [(tui::Against::People, score(1, 0, 0))]);
    assert!(!anna.is_new() && come(&club, "carl").is_new());
}

/// A battle that stands after 25 orders, and its club closed.
fn left(folder: &std::path::Path) -> tui::Room {
    let club = open(folder);
    let (anna, bob) = (come(&club, "anna"), come(&club, "bob"));
    let room = begun(&anna, &bob, "small-field");
    let (blue, red) = (sit(&anna, room), sit(&bob, room));
    for _ in 0..25 {
        play(&club, room, &[&blue, &red]).expect("an order");
    }
    room
}

#[test]
fn rows_follow_the_record_not_the_other_way() {
    let folder = tempfile::tempdir().expect("a folder");
    let room = left(folder.path());
    database(folder.path())
        .execute("UPDATE battles SET turn = 77, to_move = NULL, record_bytes = 5", [])
        .expect("written");
    let club = open(folder.path());
    let (anna, bob) = (come(&club, "anna"), come(&club, "bob"));
    let (one, other) = (row(&anna, room).expect("a row"), row(&bob, room).expect("a row"));
    assert!(one.turn < 9 && one.yours != other.yours, "{one:?}");
}

#[test]
fn an_end_that_only_the_record_knows_is_rated_at_the_next_start() {
    let folder = tempfile::tempdir().expect("a folder");
    let club = open(folder.path());
    let (anna, bob) = (come(&club, "anna"), come(&club, "bob"));
    let room = begun(&anna, &bob, "outpost");
    let before = fs::read(folder.path().join(DATABASE)).expect("a database");
    let (blue, red) = (sit(&anna, room), sit(&bob, room));
    drop(before);
    while play_done(&club, room, &[&blue, &red]).is_some() {}
    drop((blue, red, anna, bob, club));
    let books = database(folder.path());
    books
        .execute_batch(
            "DELETE FROM results; UPDATE players SET rating = 1500, games = 0;
         UPDATE battles SET stage = 'running', result = NULL, record_bytes = 7",
        )
        .expect("as if the last commits were lost");
    drop(books);
    let club = open(folder.path());
    assert_eq!(listed(&come(&club, "anna"), room).0, Section::Finished);
    let results: i64 =
        database(folder.path()).query_row("SELECT count(*) FROM results", [], |row| row.get(0)).expect("a count");
    assert_eq!(results, 2);
}

#[test]
fn a_torn_last_line_costs_nothing_but_itself() {
    let folder = tempfile::tempdir().expect("a folder");
    let room = left(folder.path());
    let lines = file_lines(folder.path(), room);
    let path = folder.path().join(format!("records/{}.jsonl", room.0));
    let mut file = fs::OpenOptions::new().append(true).open(path).expect("a record");
    file.write_all(br#"{"order":"mov"#).expect("written");
    drop(file);
    let club = open(folder.path());
    let (anna, bob) = (come(&club, "anna"), come(&club, "bob"));
    let (blue, red) = (sit(&anna, room), sit(&bob, room));
    assert_eq!(blue.lines(0), lines);
    play(&club, room, &[&blue, &red]).expect("it goes on");
}

#[test]
fn a_spoilt_record_stops_one_battle_and_says_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let room = left(folder.path());
    let path = folder.path().join(format!("records/{}.jsonl", room.0));
    let good = fs::read_to_string(&path).expect("a record");
    fs::write(&path, good.replacen(r#"{"order":"done"}"#, r#"{"order":"fire B9"}"#, 1)).expect("written");
    let club = open(folder.path());
    assert!(club.notes().iter().any(|note| note.starts_with(&format!("battle {}: ", room.0))));
    let anna = come(&club, "anna");
    let (words, looked) = (listed(&anna, room).1, sit(&anna, room));
    assert!(words.starts_with(ASTRAY) && words.ends_with(" and can be looked at up to there"), "{words}");
    assert!(!words.contains("jsonl"), "no path is shown to visitors");
    assert_eq!(looked.trouble(), Some(words.clone()));
    assert_eq!(looked.give("done").expect_err("refused").text, words);
    assert!(good.starts_with(&looked.lines(0).join("\n")), "what it shows is of the record");
    drop(looked);
    fs::write(&path, good.replacen("\"format\":1", "\"format\":9", 1)).expect("written");
    assert_eq!(anna.enter(room).err().as_deref(), Some(STUCK));
    anna.offer(anyone("outpost", Side::Blue)).expect("everything else goes on");
    fs::write(&path, good).expect("mended");
    sit(&anna, room);
    let words = listed(&anna, room).1;
    assert!(words == "your turn" || words == "bob to move", "{words}");
}

#[test]
fn a_battle_that_was_being_set_up_waits_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let club = open(folder.path());
    let (anna, bob) = (come(&club, "anna"), come(&club, "bob"));
    let room = anna.offer(anyone("outpost", Side::Blue)).expect("offered");
    drop((anna, bob, club));
    database(folder.path()).execute("UPDATE battles SET stage = 'starting', taker = 2", []).expect("written");
    fs::write(folder.path().join(format!("records/{}.jsonl", room.0)), "{\"grogn").expect("written");
    let club = open(folder.path());
    let bob = come(&club, "bob");
    assert_eq!(listed(&bob, room).0, Section::Open);
    bob.accept(room).expect("begun");
    assert_eq!(file_lines(folder.path(), room).len(), 1);
    assert!(folder.path().join(format!("records/{}.lost-1", room.0)).exists(), "nothing is overwritten");
}

#[test]
fn seeds_are_fresh() {
    let folder = tempfile::tempdir().expect("a folder");
    let club = open(folder.path());
    let anna = come(&club, "anna");
    let seed = |room| {
        let header: serde_json::Value = serde_json::from_str(&file_lines(folder.path(), room)[0]).expect("a header");
        header["seed"].as_u64().expect("a seed")
    };
    let mut seeds: Vec<u64> = (0..6).map(|_| seed(anna.offer(super::against("slow")).expect("begun"))).collect();
    seeds.sort_unstable();
    seeds.dedup();
    assert_eq!(seeds.len(), 6);
    assert!(seeds.last() > Some(&u64::from(u32::MAX)), "of the full width");
}

#[test]
fn so_many_finished_battles_are_kept_for_each_player() {
    let folder = tempfile::tempdir().expect("a folder");
    let club = open_with(folder.path(), Policy { battles_kept: 2, ..policy() });
    let (anna, bob) = (come(&club, "anna"), come(&club, "bob"));
    let record = |room: tui::Room| folder.path().join(format!("records/{}.jsonl", room.0)).exists();
    let shared = begun(&anna, &bob, "outpost");
    sit(&anna, shared).resign();
    let lost = |_| {
        let room = anna.offer(super::against("random")).expect("begun");
        sit(&anna, room).resign();
        room
    };
    let rooms: Vec<_> = (0..4).map(lost).collect();
    let there: Vec<bool> = rooms.iter().map(|room| record(*room)).collect();
    assert_eq!(there, [false, false, true, true]);
    assert!(row(&anna, rooms[0]).is_none() && row(&anna, rooms[3]).is_some());
    assert!(record(shared) && row(&anna, shared).is_some(), "bob keeps it");
    let going = begun(&anna, &bob, "outpost");
    let rated = row(&bob, shared).expect("a row").players;
    for _ in 0..2 {
        let room = bob.offer(super::against("random")).expect("begun");
        sit(&bob, room).resign();
    }
    assert!(!record(shared) && row(&bob, shared).is_none(), "nobody keeps it any more");
    assert!(record(going), "battles that go on stay");
    assert_eq!(row(&bob, going).expect("a row").players, rated, "ratings stay");
    for _ in 0..3 {
        let guest = super::guest(&club);
        guest.offer(super::against("random")).expect("begun");
    }
    let guests = anna.rows().iter().filter(|row| row.players[0].as_deref() == Some("guest-1")).count();
    assert_eq!(guests, 2, "guests are kept together");
    assert_eq!(club.notes(), Vec::<String>::new());
}

#[test]
fn a_look_tells_what_is_there_and_changes_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    assert_eq!(Club::look(folder.path()), Ok(None));
    assert_eq!(fs::read_dir(folder.path()).expect("readable").count(), 0);
    let first = database(folder.path());
    first.execute_batch(FIRST_VERSION).expect("the first version");
    let words = "2 players, 3 battles, version 1; the next start brings it up to date";
    assert_eq!(Club::look(folder.path()), Ok(Some(String::from(words))));
    assert_eq!(Club::look(folder.path()), Ok(Some(String::from(words))), "it is as it was");
    drop(first);
    let club = open(folder.path());
    assert!(Club::look(folder.path()).expect_err("refused").0.contains("another process"));
    drop(club);
    assert_eq!(Club::look(folder.path()), Ok(Some(String::from("2 players, 3 battles, version 4"))));
    database(folder.path()).pragma_update(None, "user_version", 77).expect("written");
    assert!(Club::look(folder.path()).expect_err("refused").0.contains("newer version"));
}
