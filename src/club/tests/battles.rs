//! Battles between players: orders, undo, leaving and coming back, who is told.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use battle::Side;
use table::Link;
use tui::{Entered, Host, Room, Section};

use super::{against, begun, come, file_lines, legal, listed, open, play, play_done, row, sit, until, watch};
use crate::chair::Chair;
use crate::visit::{Step, Visit};

/// Who is to decide and who is not.
fn mover<'a>(club: &Arc<crate::Club>, room: Room, chairs: [&'a Chair; 2]) -> (&'a Chair, &'a Chair, String) {
    let (side, orders) = legal(club, room).expect("a decision");
    let own = chairs.iter().position(|chair| chair.side() == Some(side)).expect("a player");
    (chairs[own], chairs[1 - own], orders[0].clone())
}

#[test]
fn an_order_is_in_the_record_when_it_is_acknowledged() {
    let folder = tempfile::tempdir().expect("a folder");
    let club = open(folder.path());
    let (anna, bob) = (come(&club, "anna"), come(&club, "bob"));
    let room = begun(&anna, &bob, "small-field");
    let (blue, red) = (sit(&anna, room), sit(&bob, room));
    for _ in 0..40 {
        let Some(order) = play(&club, room, &[&blue, &red]) else { break };
        let lines = file_lines(folder.path(), room);
        let line = serde_json::json!({ "order": order }).to_string();
        assert!(lines.iter().rev().take(2).any(|last| *last == line));
        assert_eq!(blue.lines(0), lines);
        assert_eq!(red.lines(3), lines[3.min(lines.len())..]);
    }
    assert!(blue.lines(1_000_000).is_empty());
}

#[test]
fn only_the_side_to_decide_gives_orders() {
    let folder = tempfile::tempdir().expect("a folder");
    let club = open(folder.path());
    let (anna, bob) = (come(&club, "anna"), come(&club, "bob"));
    let room = begun(&anna, &bob, "small-field");
    let (blue, red) = (sit(&anna, room), sit(&bob, room));
    let (own, other, order) = mover(&club, room, [&blue, &red]);
    assert_eq!(other.give(&order).expect_err("refused").text, "it is not your turn");
    assert_eq!(file_lines(folder.path(), room).len(), 1);
    assert!(own.give("nonsense").is_err());
    assert!(own.give(&"x".repeat(100_000)).is_err());
    assert_eq!(file_lines(folder.path(), room).len(), 1, "nothing has changed");
    own.give(&order).expect("legal");
}

#[test]
fn nobody_takes_back_what_the_other_has_ordered() {
    let folder = tempfile::tempdir().expect("a folder");
    let club = open(folder.path());
    let (anna, bob) = (come(&club, "anna"), come(&club, "bob"));
    let room = begun(&anna, &bob, "small-field");
    let (blue, red) = (sit(&anna, room), sit(&bob, room));
    assert_eq!(blue.undo(), Err(String::from("nothing to undo")));
    blue.give("done").expect("legal");
    let lines = blue.lines(0);
    assert!(red.undo().is_err(), "that was Blue's order");
    assert_eq!(blue.lines(0), lines);
    blue.undo().expect("Blue's own, unanswered");
    assert_eq!(blue.lines(lines.len()), [r#"{"undo":1}"#]);
    blue.give("done").expect("legal");
    let deploy = legal(&club, room).expect("Red deploys").1.into_iter().find(|order| order.starts_with("deploy"));
    red.give(&deploy.expect("a unit to place")).expect("legal");
    assert_eq!(blue.undo(), Err(String::from("the enemy has answered")));
    red.undo().expect("Red's own");
    assert_eq!(red.undo(), Err(String::from("the enemy has answered")));
    assert_eq!(blue.undo(), Err(String::from("the enemy has answered")));
}

#[test]
fn the_other_cannot_take_an_order_back_after_the_battle_was_out_of_memory() {
    let folder = tempfile::tempdir().expect("a folder");
    let club = open(folder.path());
    let (anna, bob) = (come(&club, "anna"), come(&club, "bob"));
    let room = begun(&anna, &bob, "small-field");
    sit(&anna, room).give("done").expect("legal");
    assert_eq!(club.facts().rooms, 0, "nobody is in it");
    assert!(sit(&bob, room).undo().is_err());
    sit(&anna, room).undo().expect("Blue's own");
    assert_eq!(listed(&anna, room).1, "your turn");
}

#[test]
fn whoever_leaves_finds_the_battle_as_it_was_left() {
    let folder = tempfile::tempdir().expect("a folder");
    let club = open(folder.path());
    let (anna, bob) = (come(&club, "anna"), come(&club, "bob"));
    let room = begun(&anna, &bob, "small-field");
    for _ in 0..30 {
        play(&club, room, &[&sit(&anna, room), &sit(&bob, room)]).expect("an order");
    }
    assert_eq!(club.facts().rooms, 0);
    let lines = file_lines(folder.path(), room);
    anna.seen(room, lines.len());
    anna.seen(room, 2);
    drop(anna);
    for _ in 0..4 {
        play(&club, room, &[&sit(&come(&club, "anna"), room), &sit(&bob, room)]).expect("an order");
    }
    let anna = come(&club, "anna");
    let Ok(Step::In(chair, read)) = anna.step_in(room) else { panic!("not let in") };
    assert_eq!(read, lines.len(), "what came after is news");
    assert!(chair.lines(0).len() > read);
    assert_eq!(chair.lines(0)[..read], lines);
}

#[test]
fn undone_orders_keep_their_lines_through_a_restart() {
    let folder = tempfile::tempdir().expect("a folder");
    let club = open(folder.path());
    let (anna, bob) = (come(&club, "anna"), come(&club, "bob"));
    let room = begun(&anna, &bob, "small-field");
    let blue = sit(&anna, room);
    blue.give("done").expect("legal");
    blue.undo().expect("free");
    blue.give("done").expect("legal");
    let lines = blue.lines(0);
    drop((blue, anna, bob));
    drop(club);
    let club = open(folder.path());
    let bob = come(&club, "bob");
    let red = sit(&bob, room);
    assert_eq!(red.lines(0), lines);
    red.give("done").expect("legal");
    assert_eq!(red.lines(0), file_lines(folder.path(), room));
}

#[test]
fn everybody_in_the_battle_is_woken() {
    let folder = tempfile::tempdir().expect("a folder");
    let club = open(folder.path());
    let (anna, bob, carl) = (come(&club, "anna"), come(&club, "bob"), come(&club, "carl"));
    let room = begun(&anna, &bob, "small-field");
    let count = |visit: &Visit| {
        let rings = Arc::new(AtomicUsize::new(0));
        let heard = Arc::clone(&rings);
        visit.listen(Arc::new(move || {
            heard.fetch_add(1, Ordering::SeqCst);
        }));
        rings
    };
    let (blue, red, onlooker) = (sit(&anna, room), sit(&bob, room), watch(&carl, room));
    let rings = [count(&anna), count(&bob), count(&carl)];
    let deploy = legal(&club, room).expect("Blue deploys").1.into_iter().find(|order| order.starts_with("deploy"));
    blue.give(&deploy.expect("a unit to place")).expect("legal");
    assert!(rings.iter().all(|rings| rings.swap(0, Ordering::SeqCst) == 1), "once each");
    drop(onlooker);
    blue.undo().expect("free");
    assert_eq!(rings.each_ref().map(|rings| rings.swap(0, Ordering::SeqCst)), [1, 1, 0]);
    drop(red);
}

#[test]
fn a_battle_that_is_over_is_in_the_list_of_records() {
    let folder = tempfile::tempdir().expect("a folder");
    let club = open(folder.path());
    let (anna, bob, carl) = (come(&club, "anna"), come(&club, "bob"), come(&club, "carl"));
    let room = begun(&anna, &bob, "outpost");
    let (blue, red) = (sit(&anna, room), sit(&bob, room));
    while play_done(&club, room, &[&blue, &red]).is_some() {}
    let (section, state) = listed(&carl, room);
    assert_eq!(section, Section::Finished);
    assert!(state.ends_with("at the turn limit"), "{state}");
    assert!(!row(&anna, room).expect("a row").yours);
    assert!(blue.give("done").is_err());
    assert!(blue.lines(0).last().expect("lines").starts_with(r#"{"over":"#));
    let Ok(Entered::Record(path)) = carl.enter(room) else { panic!("no record") };
    assert!(table::verify(&super::odd::ODD_LIBRARY, &path).expect("readable").agrees());
}

#[test]
fn giving_up_ends_the_battle() {
    let folder = tempfile::tempdir().expect("a folder");
    let club = open(folder.path());
    let (anna, bob) = (come(&club, "anna"), come(&club, "bob"));
    let room = begun(&anna, &bob, "outpost");
    sit(&bob, room).resign();
    assert_eq!(listed(&anna, room), (Section::Finished, String::from("Blue won by resignation")));
}

#[test]
fn a_follower_plays_what_is_kept_here() {
    let folder = tempfile::tempdir().expect("a folder");
    let club = open(folder.path());
    let (anna, bob) = (come(&club, "anna"), come(&club, "bob"));
    let room = begun(&anna, &bob, "small-field");
    let enter = |visit: &Visit| match visit.enter(room) {
        Ok(Entered::Battle { game, .. }) => game,
        _ => panic!("not let in"),
    };
    let (mut blue, mut red) = (enter(&anna), enter(&bob));
    for round in 0..60 {
        while blue.follow().expect("followed") {}
        while red.follow().expect("followed") {}
        assert_eq!(blue.system().digest(), red.system().digest());
        let side = blue.system().to_decide().expect("it goes on");
        let own = if side == Side::Blue { &mut blue } else { &mut red };
        let orders = own.system().all_orders();
        let order = orders[round * 7 % orders.len()];
        own.give(&order).expect("legal");
    }
    while blue.follow().expect("followed") {}
    let mut late = enter(&bob);
    while late.follow().expect("followed") {}
    assert_eq!(late.system().digest(), blue.system().digest());
}

#[test]
fn nobody_orders_anything_once_the_place_is_closed() {
    let folder = tempfile::tempdir().expect("a folder");
    let club = open(folder.path());
    let (anna, bob) = (come(&club, "anna"), come(&club, "bob"));
    let room = begun(&anna, &bob, "small-field");
    let blue = sit(&anna, room);
    blue.give("done").expect("legal");
    club.close();
    assert!(sit_refused(&bob, room));
    assert_eq!(blue.undo(), Err(String::from("the place is closing")));
    assert_eq!(blue.give("done").expect_err("closed").text, "the place is closing");
    assert!(!blue.lines(0).is_empty(), "what was seen stays on the screen");
    assert_eq!(anna.offer(against("first")), Err(String::from("the place is closing")));
    let again = open(folder.path());
    assert_eq!(listed(&come(&again, "bob"), room).1, "your turn");
}

fn sit_refused(visit: &Visit, room: Room) -> bool {
    visit.step_in(room).is_err()
}

#[test]
fn an_order_that_cannot_be_written_down_is_not_carried_out() {
    let folder = tempfile::tempdir().expect("a folder");
    let club = open(folder.path());
    let (anna, bob) = (come(&club, "anna"), come(&club, "bob"));
    let room = begun(&anna, &bob, "small-field");
    let blue = sit(&anna, room);
    // Somebody else shortens the record under the club's hands: the order's line is not where it should be.
    let path = folder.path().join(format!("records/{}.jsonl", room.0));
    let whole = std::fs::read(&path).expect("a record");
    std::fs::write(&path, &whole[..whole.len() - 1]).expect("written");
    let why = blue.give("done").expect_err("not written");
    assert!(why.text.ends_with("so it was not carried out; try again when it is mended"), "{why}");
    std::fs::write(&path, &whole).expect("written");
    drop(blue);
    until("the room to go", || club.facts().rooms == 0);
    sit(&anna, room).give("done").expect("legal again");
}
