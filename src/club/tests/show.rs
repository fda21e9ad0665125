//! The battle between two computers that is always there to be watched.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use rusqlite::Connection;
use table::Game;
use tui::{Host, Opponent, Room, Section};

use super::{come, guest, offer, open, open_with, policy, row, until, watch};
use crate::show::SHOW;
use crate::store::DATABASE;
use crate::{Club, Policy};

const THERE: Room = Room(SHOW);

fn quick() -> Policy {
    Policy { show: Some(Duration::from_millis(1)), ..policy() }
}

/// Orders that were played in what is on; none while nobody has watched it.
fn orders(club: &Club) -> Option<u32> {
    let show = club.hall.show.as_ref().expect("a show");
    show.on().map(|act| act.orders())
}

/// Long enough for many orders, if any were played.
fn a_while() {
    std::thread::sleep(Duration::from_millis(120));
}

fn follow(game: &mut Game) -> bool {
    while game.follow().expect("frames") {}
    game.outcome().is_some()
}

#[test]
fn there_is_always_a_battle_to_watch_and_it_goes_on_only_while_somebody_watches() {
    let folder = tempfile::tempdir().expect("a folder");
    let club = open_with(folder.path(), quick());
    let anna = come(&club, "anna");
    let listed = row(&anna, THERE).expect("listed");
    assert_eq!((listed.section, listed.state.as_str()), (Section::Watch, "goes on when watched"));
    a_while();
    assert_eq!(orders(&club), None, "nobody watches: nothing was begun");
    let game = watch(&anna, THERE);
    assert!(game.elsewhere().is_watching());
    until("some orders", || orders(&club) > Some(3));
    assert_eq!(row(&anna, THERE).expect("listed").state, "being watched");
    drop(game);
    until("the last order", || club.facts().thinking + club.facts().queued == 0);
    a_while();
    let stands = orders(&club);
    a_while();
    assert_eq!(orders(&club), stands, "nobody watches: no order is played");
    let _again = watch(&anna, THERE);
    until("more orders", || orders(&club) > stands);
}

#[test]
fn when_it_is_over_the_next_is_put_on_and_nothing_is_left_of_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let club = open_with(folder.path(), quick());
    let anna = come(&club, "anna");
    let mut seen = Vec::new();
    for _ in 0..3 {
        seen.push(row(&anna, THERE).expect("listed").battle);
        let mut game = watch(&anna, THERE);
        until("the end", || follow(&mut game));
        until("the next", || orders(&club).is_none());
    }
    assert!(seen[0] != seen[1] && seen[1] != seen[2], "{seen:?}");
    assert_eq!(left(folder.path()), (0, 0));
    assert_eq!(anna.rows().len(), 1, "it is in no list of what is over");
    assert_eq!((anna.lately().results, anna.history().map(|history| history.tallies)), (vec![], Ok(vec![])));
    assert!(anna.is_new());
    assert_eq!(club.notes(), Vec::<String>::new());
}

/// Battles in the database, and files among the records.
fn left(folder: &Path) -> (i64, usize) {
    let books = Connection::open(folder.join(DATABASE)).expect("a database");
    let rows = books.query_row("SELECT count(*) FROM battles", [], |row| row.get(0)).expect("a count");
    (rows, std::fs::read_dir(folder.join("records")).expect("a folder").count())
}

#[test]
fn switched_off_there_is_none() {
    let folder = tempfile::tempdir().expect("a folder");
    let club = open_with(folder.path(), Policy { show: None, ..policy() });
    let anna = come(&club, "anna");
    assert_eq!(anna.rows().len(), 0);
    assert_eq!(anna.enter(THERE).err().as_deref(), Some("it is no longer there"));
    assert!(anna.accept(THERE).is_err() && anna.decline(THERE).is_err());
}

#[test]
fn after_a_restart_it_is_there_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let club = open_with(folder.path(), quick());
    let anna = come(&club, "anna");
    let game = watch(&anna, THERE);
    until("some orders", || orders(&club) > Some(3));
    club.close();
    drop((game, anna, club));
    assert_eq!(left(folder.path()), (0, 0));
    let club = open_with(folder.path(), quick());
    let _game = watch(&come(&club, "anna"), THERE);
    until("some orders", || orders(&club) > Some(3));
}

#[test]
fn all_who_watch_see_the_same_and_guests_may() {
    let folder = tempfile::tempdir().expect("a folder");
    let club = open_with(folder.path(), quick());
    let (anna, guest) = (come(&club, "anna"), guest(&club));
    let mut games = [watch(&anna, THERE), watch(&guest, THERE)];
    until("the end", || games.iter_mut().all(follow));
    assert_eq!(games[0].system().state(), games[1].system().state());
    assert_eq!(games[0].setup().seed, 0, "no seed is told");
    guest.seen(THERE, 3);
    anna.seen(THERE, 3);
}

#[test]
fn it_waits_behind_every_battle_of_a_visitor() {
    let folder = tempfile::tempdir().expect("a folder");
    let policy = Policy { thinkers: 1, think_time: Duration::from_secs(20), ..quick() };
    let club = open_with(folder.path(), policy);
    let anna = come(&club, "anna");
    let _game = watch(&anna, THERE);
    until("some orders", || orders(&club) > Some(3));
    let slow = offer("outpost", battle::Side::Red, Opponent::Commander(String::from("slow")));
    anna.offer(slow).expect("begun");
    until("the visitor's battle", || club.facts().thinking == 1 && club.facts().queued == 1);
    let stands = orders(&club);
    a_while();
    assert_eq!(orders(&club), stands);
}

#[test]
fn the_usual_club_of_these_tests_has_none() {
    let folder = tempfile::tempdir().expect("a folder");
    assert!(open(folder.path()).hall.show.is_none());
}

#[test]
fn with_the_battles_that_ship_it_changes_battle_and_rules_and_puts_small_ones_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let library = Arc::new(systems::Shelf::new());
    let club = Club::open(library, folder.path(), quick()).expect("a club");
    let show = club.hall.show.as_ref().expect("a show");
    let (mut seen, all) = (std::collections::BTreeSet::new(), show.bill(0..200));
    for pair in all.windows(2) {
        let [battle, rules, blue, red] = &pair[0];
        assert!(*battle != pair[1][0] && *rules != pair[1][1], "{pair:?}");
        assert_ne!(blue, red, "two tempers");
        seen.insert((battle, rules));
    }
    assert!(seen.len() >= 30, "{}", seen.len());
    for (place, what) in all.iter().enumerate().take(40) {
        assert!(show.can_be_put_on(&systems::Shelf::new(), place), "{what:?}");
    }
}
