//! How many may wait and play.

use std::net::IpAddr;
use std::sync::Arc;

use crate::door::{Door, Ticket};
use crate::place::policy;
use crate::sentences;
use crate::settings::{Limits, Settings};
use crate::wire::Gauge;

fn at(address: &str) -> IpAddr {
    address.parse().expect("an address")
}

/// A connection that knocks: its wire, and its place if it got one.
fn knock(door: &Arc<Door>, address: &str) -> (Arc<Gauge>, Option<Ticket>) {
    let gauge = Arc::new(Gauge::default());
    let ticket = door.knock(at(address), &gauge);
    (gauge, ticket)
}

#[test]
fn those_who_wait_are_counted_by_address() {
    let door = Door::new(&Limits { waiting_per_address: 2, ..Limits::default() });
    let (_, one) = knock(&door, "10.0.0.1");
    let (_, _two) = knock(&door, "10.0.0.1");
    assert!(knock(&door, "10.0.0.1").1.is_none(), "two from one address");
    assert!(knock(&door, "10.0.0.2").1.is_some(), "another");
    drop(one);
    assert!(knock(&door, "10.0.0.1").1.is_some(), "a place was given back");
}

#[test]
fn a_full_porch_makes_room_at_the_cost_of_the_address_with_most() {
    let door = Door::new(&Limits { waiting: 4, waiting_per_address: 3, ..Limits::default() });
    let crowd: Vec<_> = ["10.0.0.9", "10.0.0.1", "10.0.0.1", "10.0.0.1"].map(|one| knock(&door, one)).into();
    let (newcomer, ticket) = knock(&door, "10.0.0.2");
    assert!(ticket.is_some(), "somebody from elsewhere always gets in");
    let away: Vec<bool> = crowd.iter().map(|(gauge, _)| gauge.has_given_way()).collect();
    assert_eq!(away, [false, true, false, false], "the oldest of the address with most");
    assert_eq!(door.waiting(), [4, 0]);
    drop(crowd);
    assert_eq!(door.waiting(), [1, 0], "who gave way is not counted twice");
    assert!(!newcomer.has_given_way());
}

#[test]
fn where_every_address_has_one_the_oldest_gives_way() {
    let door = Door::new(&Limits { waiting: 3, ..Limits::default() });
    let crowd: Vec<_> = ["2001:db8:0:3::", "2001:db8:0:1::", "2001:db8:0:2::"].map(|one| knock(&door, one)).into();
    assert!(knock(&door, "10.0.0.1").1.is_some());
    let away: Vec<bool> = crowd.iter().map(|(gauge, _)| gauge.has_given_way()).collect();
    assert_eq!(away, [true, false, false]);
}

#[test]
fn who_has_logged_in_gives_way_only_to_others_who_have() {
    let door = Door::new(&Limits { waiting: 2, entering: 2, waiting_per_address: 2, ..Limits::default() });
    let inside: Vec<_> = ["10.0.0.1", "10.0.0.1"].map(|one| knock(&door, one)).into();
    inside.iter().for_each(|(_, ticket)| ticket.as_ref().expect("room").enter());
    assert_eq!(door.waiting(), [0, 2]);
    let outside: Vec<_> = (2..12).map(|last| knock(&door, &format!("10.0.0.{last}"))).collect();
    assert_eq!(door.waiting(), [2, 2]);
    assert!(inside.iter().all(|(gauge, _)| !gauge.has_given_way()), "a crowd outside is no matter inside");
    outside[9].1.as_ref().expect("room").enter();
    assert_eq!(inside.iter().map(|(gauge, _)| gauge.has_given_way()).collect::<Vec<_>>(), [true, false]);
    outside[0].1.as_ref().expect("it had room").enter();
    assert_eq!(door.waiting(), [1, 2], "who has given way does not come in");
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
    let _one = knock(&door, "2001:db8:1:2::1").1.expect("room");
    assert!(knock(&door, "2001:db8:1:2:ffff::9").1.is_none());
    assert!(knock(&door, "2001:db8:1:3::1").1.is_some());
    let _four = knock(&door, "10.0.0.1").1.expect("room");
    assert!(knock(&door, "::ffff:10.0.0.1").1.is_none());
}

#[test]
fn the_page_for_hosts_lists_every_limit_with_its_usual_value() {
    let page =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/hosting.md")).expect("the page");
    let bare = |value: &str| value.split(' ').next().unwrap_or_default().to_owned();
    let seconds = |cell: &str| match (cell.strip_suffix('s'), cell.strip_suffix('m'), cell.strip_suffix('h')) {
        (Some(number), ..) => number.to_owned(),
        (_, Some(number), _) => (number.parse::<u32>().expect("minutes") * 60).to_string(),
        (_, _, Some(number)) => (number.parse::<u32>().expect("hours") * 3600).to_string(),
        _ => cell.to_owned(),
    };
    for (flag, value) in Limits::default().table() {
        let row = page.lines().find(|line| line.starts_with(&format!("| `{flag}` |")));
        let row = row.unwrap_or_else(|| panic!("no row of {flag} in docs/hosting.md"));
        assert_eq!(seconds(row.split('|').nth(2).unwrap_or_default().trim()), bare(&value), "{row}");
    }
}

#[test]
fn a_host_has_a_battle_to_watch_unless_it_is_switched_off() {
    let usual = Settings::new(std::path::PathBuf::from("data"));
    let off = Settings { show: false, ..usual.clone() };
    let told =
        |settings: &Settings| settings.table().into_iter().find(|(flag, _)| *flag == "--no-show").expect("a row").1;
    assert_eq!(policy(&usual).show, Some(club::SHOW_PACE));
    assert_eq!(policy(&off).show, None);
    assert!(told(&usual).starts_with("no") && told(&off) == "yes");
}
