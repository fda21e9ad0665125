//! What has come of battles, who was here, and who is new.

use battle::Side;
use table::Link;
use tui::{Against, Host, Opponent, Score, Tally};

use super::{against, begun, come, guest, offer, open, open_with, play_to_turn, policy, sit};
use crate::Policy;

fn tally(against: Against, [won, lost, drawn]: [u32; 3]) -> Tally {
    Tally { system: String::from("Drill"), against, score: Score { won, lost, drawn } }
}

fn random() -> Against {
    Against::Commander(String::from("random"))
}

#[test]
fn the_last_results_are_told_in_a_few_words() {
    let folder = tempfile::tempdir().expect("a folder");
    let club = open(folder.path());
    let (anna, bob, carl) = (come(&club, "anna"), come(&club, "bob"), come(&club, "carl"));
    begun(&anna, &bob, "small-field");
    let over = begun(&anna, &bob, "small-field");
    assert_eq!(carl.lately().results, Vec::<String>::new(), "nothing is told of what goes on");
    let (blue, red) = (sit(&anna, over), sit(&bob, over));
    play_to_turn(&club, over, &[&blue, &red], 2);
    red.resign();
    assert_eq!(carl.lately().results, ["anna beat bob at Small field, Drill, turn 2"]);
    let room = carl.offer(offer("outpost", Side::Red, Opponent::Commander(String::from("slow")))).expect("begun");
    sit(&carl, room).resign();
    let told = carl.lately().results;
    assert_eq!(told.len(), 2, "{told:?}");
    assert!(told.contains(&String::from("slow beat carl at Outpost, Drill, turn 1")), "{told:?}");
    for _ in 0..4 {
        let room = carl.offer(against("random")).expect("begun");
        sit(&carl, room).resign();
    }
    assert_eq!(carl.lately().results.len(), 3, "the last few");
}

#[test]
fn who_was_here_is_told_by_name_and_guests_while_they_are_here() {
    let folder = tempfile::tempdir().expect("a folder");
    let club = open(folder.path());
    let anna = come(&club, "anna");
    drop(come(&club, "bob"));
    let visitor = guest(&club);
    assert_eq!(anna.lately().names, ["anna", "bob", "guest-1"]);
    drop(visitor);
    assert_eq!(anna.lately().names, ["anna", "bob"]);
    drop((anna, club));
    let books = rusqlite::Connection::open(folder.path().join(crate::store::DATABASE)).expect("a database");
    books.execute("UPDATE players SET last_here = last_here - 90000 WHERE name = 'bob'", []).expect("written");
    drop(books);
    let club = open(folder.path());
    let carl = come(&club, "carl");
    assert_eq!(carl.lately().names, ["anna", "carl"], "of those who are not here now, within a day");
}

#[test]
fn the_history_outlives_battles_and_records() {
    let folder = tempfile::tempdir().expect("a folder");
    let club = open_with(folder.path(), Policy { battles_kept: 1, ..policy() });
    let (anna, bob) = (come(&club, "anna"), come(&club, "bob"));
    assert!(anna.is_new() && bob.is_new());
    assert_eq!(anna.history().expect("one").tallies, vec![]);
    for _ in 0..3 {
        let room = anna.offer(against("random")).expect("begun");
        sit(&anna, room).resign();
    }
    let room = begun(&anna, &bob, "outpost");
    sit(&bob, room).resign();
    let history = anna.history().expect("one");
    assert_eq!(history.tallies, [tally(Against::People, [1, 0, 0]), tally(random(), [0, 3, 0])]);
    assert_eq!(history.rating, Some((1516, 1)));
    assert_eq!(bob.history().expect("one").tallies, [tally(Against::People, [0, 1, 0])]);
    assert!(!anna.is_new() && !bob.is_new());
    drop((anna, bob, club));
    let club = open(folder.path());
    assert_eq!(come(&club, "anna").history().expect("one"), history);
    let carl = come(&club, "carl");
    assert!(carl.is_new(), "others' battles make nobody known");
    assert_eq!((carl.history().expect("one").rating, carl.history().expect("one").tallies), (None, vec![]));
}

#[test]
fn a_guest_has_no_history_and_is_new_until_he_plays() {
    let folder = tempfile::tempdir().expect("a folder");
    let club = open(folder.path());
    let one = guest(&club);
    assert!(one.is_new());
    assert!(one.history().expect_err("none").starts_with("guests leave nothing behind"));
    one.offer(against("random")).expect("begun");
    assert!(!one.is_new());
    drop(one);
    let books = rusqlite::Connection::open(folder.path().join(crate::store::DATABASE)).expect("a database");
    books.execute("UPDATE battles SET last_order = last_order - 100", []).expect("written");
    let next = guest(&club);
    assert_eq!(next.visitor(), tui::Visitor::Guest(String::from("guest-1")));
    assert!(next.is_new(), "another guest of that name");
}
