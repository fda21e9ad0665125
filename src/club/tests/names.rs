//! Names: what may be one, what is taken, what looks like somebody else's.

use proptest::prelude::*;
use tui::{Host, Visitor};

use super::{come, guest, key_of, open};
use crate::names::check;
use crate::visit::Visit;

fn commanders() -> Vec<String> {
    ["steady", "bold"].map(String::from).to_vec()
}

#[test]
fn plain_names_are_taken() {
    for name in ["anna", "Bob", "x2", "J.R.", "le-grand_2", "abcdefghijklmnop", "guy", "hostess", "redan"] {
        assert_eq!(check(name, &commanders()), Ok(()), "{name}");
    }
}

#[test]
fn a_refused_name_is_told_the_rule() {
    let rules = [
        ("a", "2 to 16 characters, this one 1"),
        ("abcdefghijklmnopq", "2 to 16 characters, this one 17"),
        ("", "this one 0"),
        ("1st", "begins with a letter"),
        ("-dash", "begins with a letter"),
        ("an na", "without ' '"),
        ("anna\u{1b}[2J", "without '\\u{1b}'"),
        ("\u{430}nna", "without '\u{430}'"),
        ("../../x", "without '/'"),
    ];
    for (name, rule) in rules {
        let why = check(name, &commanders()).expect_err(name);
        assert!(why.contains(rule), "{name:?}: {why}");
    }
}

#[test]
fn nobody_looks_like_the_host_a_guest_or_a_commander() {
    for name in
        ["host", "Host", "h0st", "ho-st", "h.o.s.t", "ADM1N", "guest", "guest-1", "Gue5t.9", "guests", "c0mputer"]
    {
        assert!(check(name, &commanders()).is_err(), "{name}");
    }
    for name in ["steady", "St3ady", "b0ld", "bo1d"] {
        assert!(check(name, &commanders()).is_err(), "{name}");
        assert_eq!(check(name, &[]), Ok(()), "{name} without those commanders");
    }
}

#[test]
fn a_name_belongs_to_one_key_and_a_key_has_one_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let club = open(folder.path());
    let anna = come(&club, "anna");
    let other = Visit::new(&club, &key_of("other")).expect("let in");
    assert_eq!(other.take_name("Anna"), Err(String::from("`Anna` is taken")));
    assert_eq!(other.visitor(), Visitor::Unnamed);
    assert_eq!(other.offer(super::against("first")), Err(String::from("choose a name first")));
    assert_eq!(anna.take_name("anna2"), Err(String::from("you are anna already")));
    assert!(guest(&club).take_name("gwen").is_err());
}

#[test]
fn a_key_that_got_its_name_in_another_session_is_known_here_too() {
    let folder = tempfile::tempdir().expect("a folder");
    let club = open(folder.path());
    let (one, two) = (Visit::new(&club, &key_of("k")), Visit::new(&club, &key_of("k")));
    let (one, two) = (one.expect("let in"), two.expect("let in"));
    one.take_name("karl").expect("a name");
    assert_eq!(two.visitor(), Visitor::Player(String::from("karl")));
}

#[test]
fn of_many_who_want_a_name_one_gets_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let club = open(folder.path());
    let visits: Vec<Visit> = (0..8).map(|n| Visit::new(&club, &key_of(&format!("key {n}"))).expect("let in")).collect();
    let got = std::thread::scope(|scope| {
        let tries: Vec<_> = visits.iter().map(|visit| scope.spawn(|| visit.take_name("murat").is_ok())).collect();
        tries.into_iter().map(|one| one.join().expect("no panic")).filter(|got| *got).count()
    });
    assert_eq!(got, 1);
}

proptest! {
    #[test]
    fn whatever_is_typed_an_accepted_name_keeps_the_rules(name in ".{0,20}") {
        if check(&name, &commanders()).is_ok() {
            prop_assert!((2..=16).contains(&name.len()));
            prop_assert!(name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte)));
            prop_assert!(name.as_bytes()[0].is_ascii_alphabetic());
        }
    }

    #[test]
    fn every_name_of_allowed_letters_that_is_refused_looks_like_a_reserved_one(name in "[a-z][a-z0-9._-]{1,15}") {
        if let Err(why) = check(&name, &commanders()) {
            prop_assert!(why.contains("looks like"), "{}", why);
        }
    }

    #[test]
    fn disguises_of_the_host_are_seen_through(marks in "[._-]{0,3}", zero in any::<bool>(), five in any::<bool>()) {
        let (o, s) = (if zero { '0' } else { 'O' }, if five { '5' } else { 's' });
        let name = format!("h{marks}{o}{s}t");
        prop_assert!(check(&name, &[]).is_err(), "{}", name);
    }
}
