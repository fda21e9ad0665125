//! Computer sides: one decision at a time, in turn, stopped in time, and never to anybody else's harm.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use battle::Side;
use table::Link;
use tui::{Host, Opponent, Section};

use super::{against, come, file_lines, listed, offer, open, open_with, play_done, policy, row, sit, until};
use crate::Policy;

/// A battle in which that commander has the first decision.
fn computer_first(commander: &str) -> tui::Offer {
    offer("outpost", Side::Red, Opponent::Commander(String::from(commander)))
}

#[test]
fn a_computer_answers_though_nobody_looks_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let club = open(folder.path());
    let anna = come(&club, "anna");
    let room = anna.offer(computer_first("random")).expect("begun");
    until("anna's turn", || row(&anna, room).expect("a row").yours);
    until("the room to go", || club.facts().rooms == 0);
    assert!(file_lines(folder.path(), room).len() > 1);
    let facts = club.facts();
    assert_eq!((facts.thinking, facts.queued, facts.running), (0, 0, 1));
}

#[test]
fn a_battle_against_a_computer_comes_to_its_end() {
    let folder = tempfile::tempdir().expect("a folder");
    let club = open(folder.path());
    let anna = come(&club, "anna");
    let room = anna.offer(against("random")).expect("begun");
    let chair = sit(&anna, room);
    until("the end", || {
        while row(&anna, room).expect("a row").yours && play_done(&club, room, &[&chair]).is_some() {}
        listed(&anna, room).0 == Section::Finished
    });
    let path = folder.path().join(format!("records/{}.jsonl", room.0));
    assert!(table::verify(&super::odd::ODD_LIBRARY, &path).expect("readable").agrees());
}

#[test]
fn a_slow_commander_holds_nobody_else_up() {
    let folder = tempfile::tempdir().expect("a folder");
    let club = open(folder.path());
    let (anna, bob) = (come(&club, "anna"), come(&club, "bob"));
    let slow = anna.offer(computer_first("slow")).expect("begun");
    until("it thinks", || club.facts().thinking == 1);
    let quick = bob.offer(computer_first("random")).expect("begun");
    until("bob's turn", || row(&bob, quick).expect("a row").yours);
    assert_eq!(listed(&anna, slow).1, "slow is thinking");
    assert_eq!(file_lines(folder.path(), slow).len(), 1);
}

#[test]
fn with_one_thread_battles_think_in_turn() {
    let folder = tempfile::tempdir().expect("a folder");
    let policy = Policy { thinkers: 1, think_time: Duration::from_millis(10), ..policy() };
    let club = open_with(folder.path(), policy);
    let players: Vec<_> = (0..4).map(|n| come(&club, &format!("player{n}"))).collect();
    let rooms: Vec<_> = players.iter().map(|player| player.offer(computer_first("slow")).expect("begun")).collect();
    let count = |room| file_lines(folder.path(), room).iter().filter(|line| line.starts_with(r#"{"order"#)).count();
    // A computer that has ended its steps waits for its player and has nothing to think about.
    let yours = |n: usize| row(&players[n], rooms[n]).expect("a row").yours;
    until("two orders each, or the player's turn", || {
        let orders: Vec<usize> = rooms.iter().map(|room| count(*room)).collect();
        let thinking: Vec<usize> = (0..rooms.len()).filter(|n| !yours(*n)).map(|n| orders[n]).collect();
        let (least, most) = (thinking.iter().min().unwrap_or(&2), thinking.iter().max().unwrap_or(&2));
        // It is time that is shared, and on a busy machine some decisions take longer than others.
        assert!(most <= &(least + 8), "one battle is {} orders ahead", most - least);
        *least >= 2
    });
}

#[test]
fn no_more_think_at_once_than_the_host_allows() {
    let folder = tempfile::tempdir().expect("a folder");
    let club = open_with(folder.path(), Policy { thinkers: 2, think_time: Duration::from_millis(20), ..policy() });
    let anna = come(&club, "anna");
    let rooms: Vec<_> = (0..6).map(|_| anna.offer(computer_first("counted")).expect("begun")).collect();
    until("all have answered once", || rooms.iter().all(|room| file_lines(folder.path(), *room).len() > 1));
    assert_eq!(super::odd::THINKING[1].load(Ordering::SeqCst), 2);
}

#[test]
fn a_commander_is_stopped_when_its_time_is_up() {
    let folder = tempfile::tempdir().expect("a folder");
    let club = open_with(folder.path(), Policy { think_time: Duration::from_millis(30), ..policy() });
    let anna = come(&club, "anna");
    let start = Instant::now();
    let room = anna.offer(computer_first("slow")).expect("begun");
    until("an order", || file_lines(folder.path(), room).len() > 1);
    assert!(start.elapsed() >= Duration::from_millis(30));
}

#[test]
fn a_commander_that_breaks_down_resigns() {
    for (commander, why) in [("panics", "a fault in the program while it was thinking"), ("wrong", "refused")] {
        let folder = tempfile::tempdir().expect("a folder");
        let club = open(folder.path());
        let (anna, bob) = (come(&club, "anna"), come(&club, "bob"));
        let other = bob.offer(computer_first("random")).expect("begun");
        let room = anna.offer(computer_first(commander)).expect("begun");
        until("its resignation", || listed(&anna, room).1.contains("could not go on"));
        let (section, state) = listed(&anna, room);
        let resigned = file_lines(folder.path(), room).into_iter().find(|line| line.contains("resign"));
        assert!(resigned.is_some_and(|line| line.contains("why") && line.contains(why)), "the record says why");
        assert_eq!(section, Section::Finished);
        assert!(state.starts_with("Red won by resignation; odd could not go on"), "{state}");
        assert!(state.contains(why), "{state}");
        assert!(club.notes().iter().any(|note| note.contains(why)), "the host is told");
        until("bob's turn", || row(&bob, other).expect("a row").yours);
        let again = anna.offer(computer_first("random")).expect("begun");
        until("anna's turn elsewhere", || row(&anna, again).expect("a row").yours);
    }
}

#[test]
fn a_player_may_take_an_order_back_while_the_computer_thinks() {
    let folder = tempfile::tempdir().expect("a folder");
    let club = open(folder.path());
    let anna = come(&club, "anna");
    let slow = offer("small-field", Side::Blue, Opponent::Commander(String::from("slow")));
    let room = anna.offer(slow).expect("begun");
    let chair = sit(&anna, room);
    chair.give("done").expect("legal");
    until("it thinks", || club.facts().thinking == 1);
    chair.undo().expect("unanswered");
    until("it stops", || club.facts().thinking == 0);
    assert_eq!(listed(&anna, room).1, "your turn");
    assert_eq!(chair.lines(1), [r#"{"order":"done"}"#, r#"{"undo":1}"#]);
    chair.give("done").expect("legal");
    until("it thinks again", || club.facts().thinking == 1);
}

#[test]
fn battles_go_on_thinking_after_a_restart() {
    let folder = tempfile::tempdir().expect("a folder");
    let club = open(folder.path());
    let anna = come(&club, "anna");
    let room = anna.offer(computer_first("slow")).expect("begun");
    until("it thinks", || club.facts().thinking == 1);
    club.close();
    assert_eq!(file_lines(folder.path(), room).len(), 1, "a thought that was broken off is no order");
    drop((anna, club));
    let club = open_with(folder.path(), Policy { think_time: Duration::from_millis(5), ..policy() });
    until("an order", || file_lines(folder.path(), room).len() > 1);
    drop(club);
}

#[test]
fn closing_waits_five_seconds_for_the_deaf_and_no_time_for_others() {
    let folder = tempfile::tempdir().expect("a folder");
    let club = open(folder.path());
    let anna = come(&club, "anna");
    anna.offer(computer_first("slow")).expect("begun");
    until("it thinks", || club.facts().thinking == 1);
    let start = Instant::now();
    club.close();
    assert!(start.elapsed() < Duration::from_secs(2));
    drop((anna, club));
    let folder = tempfile::tempdir().expect("a folder");
    let club = open(folder.path());
    let anna = come(&club, "anna");
    let room = anna.offer(computer_first("deaf")).expect("begun");
    until("it thinks", || club.facts().thinking == 1);
    let start = Instant::now();
    club.close();
    assert!(start.elapsed() < Duration::from_secs(7));
    let again = open(folder.path());
    assert_eq!(listed(&come(&again, "anna"), room).1, "deaf is thinking", "the folder is free");
}

/// An errand that goes on until it is stopped; the flag tells that it has begun, and the count that it has ended.
fn errand(begun: &Arc<AtomicBool>, ended: &Arc<AtomicUsize>) -> tui::Errand {
    let (begun, ended) = (Arc::clone(begun), Arc::clone(ended));
    Box::new(move |stop| {
        begun.store(true, Ordering::SeqCst);
        while !stop.load(Ordering::SeqCst) {
            std::thread::sleep(Duration::from_millis(1));
        }
        ended.fetch_add(1, Ordering::SeqCst);
    })
}

#[test]
fn errands_of_a_visit_are_thought_out_one_at_a_time_and_stopped_in_time() {
    let folder = tempfile::tempdir().expect("a folder");
    let club = open_with(folder.path(), Policy { thinkers: 3, think_time: Duration::from_millis(60), ..policy() });
    let (anna, bob) = (come(&club, "anna"), come(&club, "bob"));
    let flags: Vec<Arc<AtomicBool>> = (0..4).map(|_| Arc::default()).collect();
    let (ended, stop) = (Arc::new(AtomicUsize::new(0)), || Arc::new(AtomicBool::new(false)));
    anna.think(errand(&flags[0], &ended), stop());
    until("the first", || flags[0].load(Ordering::SeqCst));
    anna.think(errand(&flags[1], &ended), stop());
    anna.think(errand(&flags[2], &ended), stop());
    bob.think(errand(&flags[3], &ended), stop());
    until("somebody else's", || flags[3].load(Ordering::SeqCst));
    let begun = |place: usize| flags[place].load(Ordering::SeqCst);
    assert!(ended.load(Ordering::SeqCst) > 0 || !begun(2), "one at a time");
    until("the last", || begun(2));
    until("their time is up", || ended.load(Ordering::SeqCst) == 3);
    assert!(!begun(1), "what waited gave way to what came after it");
    assert_eq!(file_count(folder.path()), 0);
}

#[test]
fn an_errand_that_is_wanted_no_longer_is_not_begun_and_holds_no_battle_up() {
    let folder = tempfile::tempdir().expect("a folder");
    let club = open(folder.path());
    let (anna, bob) = (come(&club, "anna"), come(&club, "bob"));
    let (flag, ended) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicUsize::new(0)));
    anna.think(errand(&flag, &ended), Arc::new(AtomicBool::new(true)));
    let (busy, stop) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
    anna.think(errand(&busy, &ended), Arc::clone(&stop));
    until("the other", || busy.load(Ordering::SeqCst));
    let room = bob.offer(computer_first("random")).expect("begun");
    until("bob's turn", || row(&bob, room).expect("a row").yours);
    assert!(!flag.load(Ordering::SeqCst) && ended.load(Ordering::SeqCst) == 0);
    stop.store(true, Ordering::SeqCst);
    anna.think(Box::new(|_| panic!("a fault")), Arc::default());
    until("a note", || club.notes().iter().any(|note| note.starts_with("an exercise: a fault")));
}

fn file_count(folder: &std::path::Path) -> usize {
    std::fs::read_dir(folder.join("records")).expect("a folder").count()
}
