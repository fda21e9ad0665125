//! Tests of the club, in the words of those who play there.

mod battles;
mod commanders;
mod disks;
mod keep;
mod killed;
mod lobby;
mod names;
mod odd;
mod onlookers;
mod past;
mod ratings;
mod recovery;
mod shares;
mod shelf;
mod show;
mod storage;
mod thinking;

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use battle::{HouseRules, Order, Side};
use table::Link;
use tui::{Host, Offer, Opponent, Room, Row, Section};

use crate::chair::Chair;
use crate::visit::{Step, Visit};
use crate::{Caller, Club, Policy, Reveal};

pub(crate) fn policy() -> Policy {
    Policy {
        name: String::from("The Drill Hall"),
        guests: true,
        battles_per_player: 20,
        battles_kept: 0,
        shelf: 5,
        thinkers: 2,
        think_time: Duration::from_secs(20),
        delay: 2,
        sync: crate::SyncWhen::Each,
        reveal: Reveal::Everybody,
        show: None,
    }
}

/// A club with the drill battles and some odd commanders.
pub(crate) fn open(folder: &Path) -> Arc<Club> {
    open_with(folder, policy())
}

pub(crate) fn open_with(folder: &Path, policy: Policy) -> Arc<Club> {
    Club::open(Arc::new(odd::ODD_LIBRARY), folder, policy).expect("a club")
}

pub(crate) fn key_of(name: &str) -> Caller {
    Caller::Key { fingerprint: format!("SHA256:{name}"), key: format!("ssh-ed25519 {name}") }
}

/// Somebody comes who has, or gets, that name.
pub(crate) fn come(club: &Arc<Club>, name: &str) -> Visit {
    let visit = Visit::new(club, &key_of(name)).expect("let in");
    if visit.visitor() == tui::Visitor::Unnamed {
        visit.take_name(name).expect("a name");
    }
    visit
}

pub(crate) fn guest(club: &Arc<Club>) -> Visit {
    Visit::new(club, &Caller::Guest).expect("let in")
}

pub(crate) fn offer(battle: &str, side: Side, opponent: Opponent) -> Offer {
    let (battle, system) = (String::from(battle), String::from("drill"));
    Offer { battle, system, house: HouseRules::default(), side, opponent }
}

pub(crate) fn anyone(battle: &str, side: Side) -> Offer {
    offer(battle, side, Opponent::Anyone)
}

pub(crate) fn against(commander: &str) -> Offer {
    offer("outpost", Side::Blue, Opponent::Commander(String::from(commander)))
}

pub(crate) fn invites(name: &str) -> Offer {
    offer("outpost", Side::Blue, Opponent::Player(String::from(name)))
}

/// A battle between two players that has begun: `blue` offered it, `red` sat down.
pub(crate) fn begun(blue: &Visit, red: &Visit, battle: &str) -> Room {
    let room = blue.offer(anyone(battle, Side::Blue)).expect("offered");
    red.accept(room).expect("begun");
    room
}

/// Sits down in a battle that goes on.
pub(crate) fn sit(visit: &Visit, room: Room) -> Chair {
    try_to_sit(visit, room).expect("a side")
}

/// The same for somebody who may have no side there.
pub(crate) fn try_to_sit(visit: &Visit, room: Room) -> Option<Chair> {
    match visit.step_in(room).expect("let in") {
        Step::In(chair, _) => Some(chair),
        Step::Watch(..) => None,
        Step::Over | Step::Known(_) => panic!("it is over"),
    }
}

/// Watches a battle that goes on.
pub(crate) fn watch(visit: &Visit, room: Room) -> table::Game {
    match visit.enter(room).expect("let in") {
        tui::Entered::Battle { game, .. } => *game,
        tui::Entered::Record(_) => panic!("it is over"),
    }
}

pub(crate) fn row(visit: &Visit, room: Room) -> Option<Row> {
    visit.rows().into_iter().find(|row| row.room == room)
}

/// Where a battle is listed and how it stands there.
pub(crate) fn listed(visit: &Visit, room: Room) -> (Section, String) {
    row(visit, room).map(|row| (row.section, row.state)).expect("a row")
}

/// Whose decision it is at the club, and the legal orders as text.
pub(crate) fn legal(club: &Arc<Club>, room: Room) -> Option<(Side, Vec<String>)> {
    let hold = club.hall.hold(room.0);
    hold.ready().expect("ready");
    hold.look(|inner| {
        let system = inner.game().expect("a game").system();
        let text = |order: &Order| system.order_text().write(order);
        let side = system.to_decide()?;
        let mut orders = system.orders();
        orders.extend(system.stems().iter().filter_map(|stem| {
            let reach = system.reach(stem);
            reach.legal().last().map(|place| stem.to(place.pose))
        }));
        Some((side, orders.iter().map(text).collect()))
    })
}

/// Gives the first legal order for whoever is to decide among these; its text. `None` when nobody of them is.
pub(crate) fn play(club: &Arc<Club>, room: Room, links: &[&dyn Link]) -> Option<String> {
    let (side, orders) = legal(club, room)?;
    let link = links.iter().find(|link| link.side() == Some(side))?;
    let order = orders.first().expect("an order").clone();
    link.give(&order).expect("legal");
    Some(order)
}

/// Plays both sides until that turn has come, or to the end.
pub(crate) fn play_to_turn(club: &Arc<Club>, room: Room, links: &[&dyn Link], turn: u16) {
    while turn_of(club, room) < turn && play_done(club, room, links).is_some() {}
}

/// Ends steps where one can, so that turns go by.
pub(crate) fn play_done(club: &Arc<Club>, room: Room, links: &[&dyn Link]) -> Option<String> {
    let (side, orders) = legal(club, room)?;
    let link = links.iter().find(|link| link.side() == Some(side))?;
    let order = orders.iter().find(|order| *order == "done").or(orders.first()).expect("an order").clone();
    link.give(&order).expect("legal");
    Some(order)
}

pub(crate) fn turn_of(club: &Arc<Club>, room: Room) -> u16 {
    let hold = club.hall.hold(room.0);
    hold.ready().expect("ready");
    hold.look(|inner| inner.standing().expect("loaded").turn)
}

/// Waits for something that other threads bring about.
pub(crate) fn until(what: &str, mut come: impl FnMut() -> bool) {
    let end = Instant::now() + Duration::from_secs(30);
    while !come() {
        assert!(Instant::now() < end, "{what} has not come about");
        std::thread::sleep(Duration::from_millis(3));
    }
}

pub(crate) fn file_lines(folder: &Path, room: Room) -> Vec<String> {
    let text = std::fs::read_to_string(folder.join(format!("records/{}.jsonl", room.0))).expect("a record");
    text.lines().map(String::from).collect()
}
