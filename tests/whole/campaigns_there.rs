//! Campaigns at a place of many players: begun, gone on with by the terms of the battle before, by whoever may choose; each battle's record
//! verifies by itself, and no record tells the dice of the next battle.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use battle::{HouseRules, Library, Side};
use club::{Caller, Club, Policy, Reveal, SyncWhen};
use systems::Shelf;
use table::campaign::Standing;
use tui::{Entered, Host, Linked, Offer, Opponent, Room};

/// Longest wait for anything.
const PATIENCE: u32 = 60_000;

fn open(folder: &Path) -> Arc<Club> {
    let policy = Policy {
        name: String::from("The map room"),
        guests: true,
        battles_per_player: 5,
        battles_kept: 0,
        shelf: 0,
        thinkers: 1,
        think_time: Duration::from_millis(500),
        delay: 0,
        sync: SyncWhen::Never,
        reveal: Reveal::Everybody,
        show: None,
    };
    let library: Arc<dyn Library> = Arc::new(Shelf::new());
    Club::open(library, folder, policy).expect("a club")
}

fn come(club: &Arc<Club>, name: &str) -> Arc<dyn Host> {
    let key = Caller::Key { fingerprint: format!("SHA256:{name}"), key: format!("ssh-ed25519 {name}") };
    let host = club.visit(&key).expect("let in");
    host.take_name(name).expect("a name");
    host
}

fn offer(battle: &Linked, side: Side, opponent: Opponent) -> Offer {
    let (battle, system) = (battle.to_string(), String::from("eagles"));
    Offer { battle, system, house: HouseRules::default(), side, opponent }
}

/// Gives the battle up, and waits until the place knows of it.
fn give_up(host: &Arc<dyn Host>, room: Room, side: Side) {
    let Ok(Entered::Battle { mut game, .. }) = host.enter(room) else { panic!("not in the battle") };
    game.resign(side);
    for _ in 0..PATIENCE {
        if matches!(host.enter(room), Ok(Entered::Record(_))) {
            return;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    panic!("it does not end");
}

fn greene() -> Linked {
    Linked { key: String::from("greene"), after: None }
}

/// What may be chosen after the battle in that room, and by whom.
fn choice(host: &Arc<dyn Host>, room: Room) -> (Side, Vec<usize>) {
    let (taken, ..) = host.campaign_after(room).expect("it goes on");
    match taken.run.position().expect("a position").standing {
        Standing::Choice { side, ways } => (side, ways),
        other => panic!("{other:?}"),
    }
}

fn after(room: Room, way: usize) -> Linked {
    Linked { after: Some((room, way)), ..greene() }
}

/// The note on the campaign in the record of a battle.
fn note(folder: &Path, room: Room) -> serde_json::Value {
    let text = std::fs::read_to_string(folder.join(format!("records/{}.jsonl", room.0))).expect("a record");
    let header: serde_json::Value = serde_json::from_str(text.lines().next().expect("a header")).expect("JSON");
    header["notes"]["campaign"].clone()
}

#[test]
fn a_campaign_against_the_computer_goes_from_battle_to_battle_and_verifies() {
    let folder = tempfile::tempdir().expect("a folder");
    let club = open(folder.path());
    let (anna, bob) = (come(&club, "anna"), come(&club, "bob"));
    let computer = || Opponent::Commander(String::from("hold"));
    let first = anna.offer(offer(&greene(), Side::Blue, computer())).expect("begun");
    assert!(anna.rows()[0].battle.contains("Cowpens ("), "{}", anna.rows()[0].battle);
    assert!(anna.going_on().is_empty(), "its first battle goes on");
    let early = anna.offer(offer(&after(first, 0), Side::Blue, computer()));
    assert_eq!(early, Err(String::from("the battle before is no longer there, or is not over")));
    give_up(&anna, first, Side::Blue);
    assert_eq!(anna.going_on().iter().map(|one| one.room).collect::<Vec<_>>(), [first]);
    assert!(bob.going_on().is_empty() && bob.campaign_after(first).is_err(), "it is nobody else's");
    let (chooser, ways) = choice(&anna, first);
    let way = if chooser == Side::Blue { ways[0] } else { panic!("Blue has nothing to choose") };
    let next = after(first, way);
    let theirs = bob.offer(offer(&next, Side::Blue, computer()));
    assert_eq!(theirs, Err(String::from("that campaign is not yours")));
    let other = anna.offer(offer(&next, Side::Red, computer()));
    assert!(other.is_err_and(|why| why.starts_with("this campaign is played as Blue by Eagles")));
    let closed = (0..).find(|way| !ways.contains(way)).expect("a number");
    assert!(anna.offer(offer(&after(first, closed), Side::Blue, computer())).is_err(), "that way is closed");
    let second = anna.offer(offer(&next, Side::Blue, computer())).expect("begun");
    assert!(anna.going_on().is_empty(), "its second battle goes on");
    give_up(&anna, second, Side::Blue);
    let past = note(folder.path(), second)["past"].as_array().expect("a list").clone();
    assert_eq!((past.len(), past[0]["stage"].as_str()), (1, Some("cowpens")));
    assert_ne!(
        note(folder.path(), first)["seed"],
        note(folder.path(), second)["seed"],
        "no record tells the next one's dice"
    );
    drop((anna, bob, club));
    let club = open(folder.path());
    assert_eq!(come_again(&club, "anna").going_on().len(), 1, "and it goes on after a start of the place");
    let library = Shelf::new();
    for room in [first, second] {
        let verdict = table::verify(&library, &folder.path().join(format!("records/{}.jsonl", room.0)));
        assert!(verdict.expect("readable").agrees(), "{room:?}");
    }
}

fn come_again(club: &Arc<Club>, name: &str) -> Arc<dyn Host> {
    let key = Caller::Key { fingerprint: format!("SHA256:{name}"), key: format!("ssh-ed25519 {name}") };
    club.visit(&key).expect("let in")
}

#[test]
fn of_two_players_the_one_whose_choice_it_is_takes_the_way() {
    let folder = tempfile::tempdir().expect("a folder");
    let club = open(folder.path());
    let (anna, bob) = (come(&club, "anna"), come(&club, "bob"));
    let first = anna.offer(offer(&greene(), Side::Blue, Opponent::Anyone)).expect("offered");
    bob.accept(first).expect("begun");
    give_up(&anna, first, Side::Blue);
    let (chooser, ways) = choice(&bob, first);
    let [own, other] = if chooser == Side::Blue { [&anna, &bob] } else { [&bob, &anna] };
    let invites = |name: &str| Opponent::Player(String::from(name));
    let [chooses, waits] = if chooser == Side::Blue { ["anna", "bob"] } else { ["bob", "anna"] };
    let next = after(first, ways[0]);
    let refused = other.offer(offer(&next, chooser.other(), invites(chooses)));
    assert_eq!(refused, Err(format!("{chooses} chooses where the campaign goes")));
    let second = own.offer(offer(&next, chooser, invites(waits))).expect("offered");
    other.accept(second).expect("begun");
    assert_eq!(note(folder.path(), second)["past"].as_array().map(Vec::len), Some(1));
}

#[test]
fn names_of_battles_of_campaigns_are_read_as_they_are_written() {
    for linked in [greene(), after(Room(812), 2)] {
        assert_eq!(linked.to_string().parse(), Ok(linked));
    }
    for odd in ["campaign", "campaign:greene:7", "campaign:greene:7:0", "campaign:greene:7:x", "greene", "random:7"] {
        assert!(odd.parse::<Linked>().is_err(), "{odd}");
    }
    let folder = tempfile::tempdir().expect("a folder");
    let anna = come(&open(folder.path()), "anna");
    let none = Linked { key: String::from("../greene"), after: None };
    let refused = anna.offer(offer(&none, Side::Blue, Opponent::Anyone));
    assert_eq!(refused, Err(String::from("there is no battle \"campaign:../greene\" here")));
}
