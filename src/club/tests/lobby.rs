//! The lobby: offers, invitations, who sees what where, limits, guests, and who was quicker.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Barrier};

use battle::{HouseRules, Side};
use tui::{Entered, Host, Offer, Opponent, Section, Visitor};

use super::{against, anyone, begun, come, guest, invites, listed, offer, open, open_with, policy, row, sit};
use crate::store::{Claim, Owner, Stage};
use crate::{Caller, Policy};

#[test]
fn an_open_battle_waits_for_whoever_comes() {
    let folder = tempfile::tempdir().expect("a folder");
    let club = open(folder.path());
    let (anna, bob, carl) = (come(&club, "anna"), come(&club, "bob"), come(&club, "carl"));
    let room = anna.offer(anyone("outpost", Side::Red)).expect("offered");
    assert_eq!(listed(&anna, room), (Section::Yours, String::from("waiting for an opponent")));
    assert_eq!(listed(&bob, room), (Section::Open, String::from("waiting for an opponent")));
    assert_eq!(row(&bob, room).expect("a row").players, [None, Some(String::from("anna"))]);
    assert_eq!(anna.accept(room), Err(String::from("you are in that battle already")));
    assert!(matches!(anna.enter(room), Err(why) if why == "it has not begun"));
    bob.accept(room).expect("begun");
    let (one, other) = (row(&bob, room).expect("a row"), row(&anna, room).expect("a row"));
    assert_eq!(one.players, ["bob", "anna"].map(|name| Some(String::from(name))));
    assert_eq!((one.section, one.turn), (Section::Yours, 1));
    assert!(one.yours != other.yours, "one of them is to move");
    assert_eq!(listed(&carl, room), (Section::Watch, String::from("bob to move")));
    assert_eq!(carl.accept(room), Err(String::from("somebody else was quicker")));
    assert_eq!(anna.decline(room), Err(String::from("it has begun")));
}

#[test]
fn an_invitation_is_for_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let club = open(folder.path());
    let (anna, bob, carl) = (come(&club, "anna"), come(&club, "Bob"), come(&club, "carl"));
    assert_eq!(anna.players(), ["Bob", "carl"]);
    let room = anna.offer(invites("bob")).expect("invited");
    assert_eq!(listed(&bob, room), (Section::Invitations, String::from("anna invites you")));
    assert!(row(&bob, room).expect("a row").yours);
    assert_eq!(listed(&anna, room), (Section::Yours, String::from("waiting for Bob")));
    assert!(row(&carl, room).is_none(), "it is nobody else's business");
    assert_eq!(carl.accept(room), Err(String::from("somebody else is asked to play that battle")));
    assert_eq!(carl.decline(room), Err(String::from("that battle is not yours")));
    bob.decline(room).expect("declined");
    assert!(row(&anna, room).is_none());
    assert_eq!(bob.accept(room), Err(String::from("it is no longer there")));
    let room = anna.offer(invites("Bob")).expect("invited");
    anna.decline(room).expect("taken back");
    let room = anna.offer(invites("Bob")).expect("invited");
    bob.accept(room).expect("begun");
    assert_eq!(listed(&anna, room).1, "your turn");
}

#[test]
fn what_cannot_be_had_is_refused_with_a_sentence() {
    let folder = tempfile::tempdir().expect("a folder");
    let club = open(folder.path());
    let anna = come(&club, "anna");
    let refused = |offer: Offer| anna.offer(offer).expect_err("refused");
    assert_eq!(refused(invites("nobody")), "there is no player \"nobody\" here");
    assert_eq!(refused(invites("ANNA")), "you cannot invite yourself");
    assert_eq!(refused(against("exec:rm -rf /")), "there is no commander \"exec:rm -rf /\" here");
    assert_eq!(refused(against("/etc/passwd")), "there is no commander \"/etc/passwd\" here");
    assert_eq!(refused(anyone("../../etc/passwd", Side::Blue)), "there is no battle \"../../etc/passwd\" here");
    let offer = Offer { system: String::from("chess"), ..anyone("outpost", Side::Blue) };
    assert_eq!(refused(offer), "there is no rule system \"chess\" here");
    assert!(anna.rows().is_empty());
    assert!(club.notes().is_empty(), "nothing of this is the host's business");
}

#[test]
fn house_rules_come_into_the_record() {
    let folder = tempfile::tempdir().expect("a folder");
    let club = open(folder.path());
    let (anna, bob) = (come(&club, "anna"), come(&club, "bob"));
    let option = &proving::drill::info::INFO.options[0];
    let value = option.values.next(option.default);
    let mut house = HouseRules::default();
    house.set(proving::drill::info::INFO.options, option.key, &value).expect("an option");
    let room = anna.offer(Offer { house, ..anyone("outpost", Side::Blue) }).expect("offered");
    bob.accept(room).expect("begun");
    let header = &super::file_lines(folder.path(), room)[0];
    assert!(header.contains(&format!(r#""house":{{"{}":"{value}"}}"#, option.key)), "{header}");
}

#[test]
fn a_player_has_so_many_battles_and_no_more() {
    let folder = tempfile::tempdir().expect("a folder");
    let club = open_with(folder.path(), Policy { battles_per_player: 2, ..policy() });
    let (anna, bob) = (come(&club, "anna"), come(&club, "bob"));
    let first = anna.offer(anyone("outpost", Side::Blue)).expect("one");
    anna.offer(against("slow")).expect("two");
    let full = "you have 2 battles going, the most there may be; end one first";
    assert_eq!(anna.offer(against("first")), Err(String::from(full)));
    let open = bob.offer(anyone("outpost", Side::Blue)).expect("offered");
    assert_eq!(anna.accept(open), Err(String::from(full)));
    let asked = bob.offer(invites("anna")).expect("an invitation does not count for the invited");
    anna.decline(first).expect("taken back");
    anna.accept(asked).expect("there is room again");
}

#[test]
fn many_accepts_at_once_do_not_pass_the_limit() {
    let folder = tempfile::tempdir().expect("a folder");
    let club = open_with(folder.path(), Policy { battles_per_player: 3, ..policy() });
    let anna = come(&club, "anna");
    let hosts: Vec<_> = (0..6).map(|n| come(&club, &format!("host{n}x"))).collect();
    let rooms: Vec<_> = hosts.iter().map(|host| host.offer(anyone("outpost", Side::Blue)).expect("offered")).collect();
    let got = std::thread::scope(|scope| {
        let tries: Vec<_> = rooms.iter().map(|room| scope.spawn(|| anna.accept(*room).is_ok())).collect();
        tries.into_iter().map(|one| one.join().expect("no panic")).filter(|got| *got).count()
    });
    assert_eq!(got, 3);
}

#[test]
fn of_many_who_accept_one_sits_down() {
    let folder = tempfile::tempdir().expect("a folder");
    let club = open(folder.path());
    let anna = come(&club, "anna");
    let others: Vec<_> = (0..6).map(|n| come(&club, &format!("rival{n}"))).collect();
    let start = Barrier::new(others.len());
    for _ in 0..5 {
        let room = anna.offer(anyone("outpost", Side::Blue)).expect("offered");
        let answers: Vec<_> = std::thread::scope(|scope| {
            let start = &start;
            let accept = |other| {
                move || {
                    start.wait();
                    Host::accept(other, room)
                }
            };
            let tries: Vec<_> = others.iter().map(|other| scope.spawn(accept(other))).collect();
            tries.into_iter().map(|one| one.join().expect("no panic")).collect()
        });
        let won: Vec<_> = (0..6).filter(|n| answers[*n].is_ok()).collect();
        let [winner] = won[..] else { panic!("{answers:?}") };
        let red = row(&anna, room).expect("a row").players[1].clone().expect("somebody");
        assert_eq!(red.split(' ').next(), Some(format!("rival{winner}").as_str()), "{red}");
        assert!(answers.iter().flat_map(|answer| answer.as_ref().err()).all(|why| why.contains("quicker")));
        table::Link::resign(&sit(&anna, room));
    }
}

#[test]
fn what_was_open_a_moment_ago_is_not_taken_twice() {
    let folder = tempfile::tempdir().expect("a folder");
    let club = open(folder.path());
    let (anna, bob, carl) = (come(&club, "anna"), come(&club, "bob"), come(&club, "carl"));
    let room = anna.offer(anyone("outpost", Side::Blue)).expect("offered");
    let store = &club.hall.store;
    let as_carl_saw_it = store.battle(room.0).expect("read").expect("a row");
    bob.accept(room).expect("begun");
    let who = store.player_of_key("SHA256:carl").expect("read").expect("a player");
    let claim = store.claim(&as_carl_saw_it, &Owner { who: &who, most: 9 }).expect("answered");
    assert!(matches!(claim, Claim::Gone));
    assert_eq!(listed(&carl, room), (Section::Watch, String::from("anna to move")));
    assert!(!store.withdraw(room.0, Stage::Waiting).expect("answered"), "nor taken back");
}

#[test]
fn accepting_and_taking_back_at_once_leaves_one_truth() {
    let folder = tempfile::tempdir().expect("a folder");
    let club = open(folder.path());
    let (anna, bob) = (come(&club, "anna"), come(&club, "bob"));
    for _ in 0..8 {
        let room = anna.offer(anyone("outpost", Side::Blue)).expect("offered");
        let (sat, took) = std::thread::scope(|scope| {
            let sat = scope.spawn(|| bob.accept(room));
            let took = scope.spawn(|| anna.decline(room));
            (sat.join().expect("no panic"), took.join().expect("no panic"))
        });
        assert!(sat.is_ok() != took.is_ok(), "{sat:?} {took:?}");
        assert_eq!(row(&anna, room).is_some(), sat.is_ok());
        if sat.is_ok() {
            table::Link::resign(&sit(&anna, room));
        }
    }
}

#[test]
fn guests_play_the_computer_and_watch() {
    let folder = tempfile::tempdir().expect("a folder");
    let club = open(folder.path());
    let (anna, bob) = (come(&club, "anna"), come(&club, "bob"));
    let (one, two) = (guest(&club), guest(&club));
    assert_eq!(one.visitor(), Visitor::Guest(String::from("guest-1")));
    assert_eq!(two.visitor(), Visitor::Guest(String::from("guest-2")));
    let only = "guests play against the computer only";
    assert_eq!(one.offer(anyone("outpost", Side::Blue)), Err(String::from(only)));
    assert_eq!(one.offer(invites("anna")), Err(String::from(only)));
    let open = anna.offer(anyone("outpost", Side::Blue)).expect("offered");
    assert_eq!(one.accept(open), Err(String::from(only)));
    assert!(anna.offer(invites("guest-1")).is_err());
    assert!(!anna.players().contains(&String::from("guest-1")));
    let room = one.offer(against("first")).expect("begun");
    assert_eq!(listed(&one, room).0, Section::Yours);
    assert_eq!(listed(&two, room).0, Section::Watch);
    assert_eq!(row(&two, room).expect("a row").players[0], Some(String::from("guest-1")));
    bob.accept(open).expect("begun");
    assert!(super::watch(&one, open).elsewhere().is_watching(), "a guest watches");
}

#[test]
fn a_guests_battle_ends_with_the_visit() {
    let folder = tempfile::tempdir().expect("a folder");
    let club = open(folder.path());
    let anna = come(&club, "anna");
    let visit = guest(&club);
    let room = visit.offer(against("first")).expect("begun");
    drop(visit);
    assert_eq!(listed(&anna, room), (Section::Finished, String::from("Red won by resignation")));
    let next = guest(&club);
    assert_eq!(next.visitor(), Visitor::Guest(String::from("guest-1")), "the name is free again");
    assert!(!row(&next, room).expect("a row").yours);
}

#[test]
fn a_guests_battle_ends_when_the_club_opens_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let club = open(folder.path());
    let visit = guest(&club);
    let room = visit.offer(against("first")).expect("begun");
    club.close();
    drop(visit);
    drop(club);
    let club = open(folder.path());
    assert_eq!(listed(&come(&club, "anna"), room).0, Section::Finished);
}

#[test]
fn guests_stay_out_where_the_host_says_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let club = open_with(folder.path(), Policy { guests: false, ..policy() });
    let why = club.visit(&Caller::Guest).err().expect("refused");
    assert_eq!(why, "guests are not let in here; come with a public key");
}

#[test]
fn the_lobby_rings_when_it_changes() {
    let folder = tempfile::tempdir().expect("a folder");
    let club = open(folder.path());
    let (anna, bob) = (come(&club, "anna"), come(&club, "bob"));
    let rings = Arc::new(AtomicUsize::new(0));
    let heard = Arc::clone(&rings);
    bob.listen(Arc::new(move || {
        heard.fetch_add(1, Ordering::SeqCst);
    }));
    let since = || rings.swap(0, Ordering::SeqCst);
    let room = anna.offer(invites("bob")).expect("invited");
    assert!(since() > 0, "an invitation");
    anna.decline(room).expect("taken back");
    assert!(since() > 0, "taken back");
    let _carl = come(&club, "carl");
    assert!(since() > 0, "a new player");
    let room = begun(&anna, &come(&club, "carl"), "outpost");
    since();
    let chair = sit(&anna, room);
    while super::row(&anna, room).expect("a row").yours {
        super::play_done(&club, room, &[&chair]).expect("an order");
    }
    super::until("a ring about a battle of others", || since() > 0);
    std::thread::sleep(std::time::Duration::from_millis(50));
    assert_eq!(since(), 0, "and no more when nothing happens");
}

#[test]
fn what_waits_for_the_visitor_comes_first() {
    let folder = tempfile::tempdir().expect("a folder");
    let club = open(folder.path());
    let (anna, bob) = (come(&club, "anna"), come(&club, "bob"));
    let over = begun(&anna, &bob, "outpost");
    table::Link::resign(&sit(&anna, over));
    let open = bob.offer(anyone("outpost", Side::Red)).expect("offered");
    let theirs = bob.offer(offer("outpost", Side::Red, Opponent::Commander(String::from("slow")))).expect("begun");
    let own_open = anna.offer(anyone("outpost", Side::Blue)).expect("offered");
    let own = begun(&anna, &bob, "outpost");
    let asked = bob.offer(invites("anna")).expect("invited");
    let rooms: Vec<_> = anna.rows().into_iter().map(|row| row.room).collect();
    assert_eq!(rooms, [asked, own, own_open, open, theirs, over]);
    assert!(matches!(anna.enter(over), Ok(Entered::Record(path)) if path.exists()));
}

#[test]
fn the_welcome_names_who_is_here() {
    let folder = tempfile::tempdir().expect("a folder");
    let club = open(folder.path());
    let anna = come(&club, "anna");
    let _twice = come(&club, "anna");
    let _guest = guest(&club);
    assert_eq!(anna.welcome(), "The Drill Hall. Here now: anna, guest-1.");
    let facts = club.facts();
    assert_eq!((facts.players, facts.visits), (1, 3));
}

#[test]
fn a_battle_drawn_by_chance_is_offered_and_begun_by_its_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let club = open(folder.path());
    let (anna, bob) = (come(&club, "anna"), come(&club, "bob"));
    let room = anna.offer(anyone("random:large:seed5", Side::Blue)).expect("offered");
    bob.accept(room).expect("begun");
    assert_eq!(row(&bob, room).expect("a row").battle, "Random:large:seed5");
}
