//! How many may wait and play.

use std::net::IpAddr;

use crate::door::Door;
use crate::sentences;
use crate::settings::Limits;

fn at(address: &str) -> IpAddr {
    address.parse().expect("an address")
}

#[test]
fn those_who_wait_are_counted_in_all_and_by_address() {
    let door = Door::new(&Limits { waiting: 3, waiting_per_address: 2, ..Limits::default() });
    let one = door.knock(at("10.0.0.1")).expect("room");
    let _two = door.knock(at("10.0.0.1")).expect("room");
    assert!(door.knock(at("10.0.0.1")).is_none(), "two from one address");
    let _three = door.knock(at("10.0.0.2")).expect("room");
    assert!(door.knock(at("10.0.0.3")).is_none(), "three in all");
    drop(one);
    assert!(door.knock(at("10.0.0.3")).is_some(), "a place was given back");
}

#[test]
fn those_who_play_are_told_which_limit_is_reached() {
    let limits = Limits { sessions: 3, sessions_per_address: 2, sessions_per_key: 1, ..Limits::default() };
    let door = Door::new(&limits);
    let one = door.seat(at("10.0.0.1"), Some("a")).expect("room");
    assert_eq!(door.seat(at("10.0.0.2"), Some("a")).err(), Some(sentences::FULL_KEY));
    let _two = door.seat(at("10.0.0.1"), None).expect("room");
    assert_eq!(door.seat(at("10.0.0.1"), None).err(), Some(sentences::FULL_ADDRESS));
    let _three = door.seat(at("10.0.0.2"), None).expect("guests have no key");
    assert_eq!(door.seat(at("10.0.0.3"), Some("b")).err(), Some(sentences::FULL));
    drop(one);
    assert_eq!(door.playing(), 2);
    assert!(door.seat(at("10.0.0.3"), Some("a")).is_ok());
}

#[test]
fn a_network_of_ipv6_is_one_address_and_ipv4_in_disguise_is_itself() {
    let door = Door::new(&Limits { waiting_per_address: 1, ..Limits::default() });
    let _one = door.knock(at("2001:db8:1:2::1")).expect("room");
    assert!(door.knock(at("2001:db8:1:2:ffff::9")).is_none());
    assert!(door.knock(at("2001:db8:1:3::1")).is_some());
    let _four = door.knock(at("10.0.0.1")).expect("room");
    assert!(door.knock(at("::ffff:10.0.0.1")).is_none());
}
