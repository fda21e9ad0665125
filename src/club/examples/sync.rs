//! What an order costs with each way of syncing: one battle, and twenty at once; every record is verified afterwards.
//!
//! `cargo run --release --example sync -p club [FOLDER]`: the folder's disk is the one that is measured.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use battle::{HouseRules, Library, Order, Side};
use club::{Caller, Club, Policy, SyncWhen};
use proving::DrillLibrary;
use table::Game;
use tui::{Entered, Host, Offer, Opponent, Room};

/// Battles at once.
const MANY: usize = 20;
/// Orders in each.
const ORDERS: usize = 40;

fn policy(sync: SyncWhen) -> Policy {
    Policy {
        name: String::from("The Drill Hall"),
        guests: false,
        battles_per_player: 100,
        battles_kept: 0,
        shelf: 0,
        thinkers: 1,
        think_time: Duration::from_secs(10),
        delay: 0,
        reveal: club::Reveal::Everybody,
        show: None,
        sync,
    }
}

fn come(club: &Arc<Club>, name: &str) -> Arc<dyn Host> {
    let caller = Caller::Key { fingerprint: format!("SHA256:{name}"), key: format!("ssh-ed25519 {name}") };
    let host = club.visit(&caller).expect("let in");
    host.take_name(name).expect("a name");
    host
}

fn begun(blue: &dyn Host, red: &dyn Host) -> Room {
    let (battle, system) = (String::from("small-field"), String::from("drill"));
    let house = HouseRules::default();
    let room = blue.offer(Offer { battle, system, house, side: Side::Blue, opponent: Opponent::Anyone });
    let room = room.expect("offered");
    red.accept(room).expect("begun");
    room
}

fn sit(host: &dyn Host, room: Room) -> Game {
    match host.enter(room).expect("let in") {
        Entered::Battle { game, .. } => *game,
        Entered::Record(_) => panic!("it is over"),
    }
}

/// Plays a battle from both sides; the times from giving an order to its being acknowledged.
fn play(mut games: [Game; 2]) -> Vec<Duration> {
    let mut times = Vec::new();
    for number in 0..ORDERS {
        games.iter_mut().for_each(|game| while game.follow().expect("the same battle") {});
        let Some(side) = games[0].system().to_decide() else { break };
        let game = &mut games[side.index()];
        let orders: Vec<Order> = game.view(side).orders();
        let order = orders[number * 7 % orders.len()];
        let began = Instant::now();
        game.give(&order).expect("carried out");
        times.push(began.elapsed());
    }
    times
}

/// Plays so many battles at once; prints the times, and holds every record to what was acknowledged.
fn measure(folder: &Path, words: &str, sync: SyncWhen, battles: usize) {
    let club = Club::open(Arc::new(DrillLibrary), folder, policy(sync)).expect("a club");
    let (anna, bob) = (come(&club, "anna"), come(&club, "bob"));
    let rooms: Vec<Room> = (0..battles).map(|_| begun(&*anna, &*bob)).collect();
    let games: Vec<[Game; 2]> = rooms.iter().map(|room| [sit(&*anna, *room), sit(&*bob, *room)]).collect();
    let began = Instant::now();
    let mut times: Vec<Duration> = std::thread::scope(|scope| {
        let playing: Vec<_> = games.into_iter().map(|games| scope.spawn(|| play(games))).collect();
        playing.into_iter().flat_map(|one| one.join().expect("no panic")).collect()
    });
    let (all, orders) = (began.elapsed(), times.len());
    times.sort_unstable();
    let at = |share: usize| times[(orders - 1) * share / 100].as_secs_f64() * 1000.0;
    println!(
        "{words:<8} {battles:>3} battles  {orders:>4} orders  p50 {:>7.2} ms  p99 {:>7.2} ms  {:>7.2} ms of time an order",
        at(50),
        at(99),
        all.as_secs_f64() * 1000.0 / orders as f64
    );
    drop((anna, bob));
    club.close();
    let counted: usize = rooms.iter().map(|room| orders_in(&folder.join(format!("records/{}.jsonl", room.0)))).sum();
    assert_eq!(counted, orders, "every acknowledged order is in its record");
    assert!(club.notes().is_empty(), "nothing went wrong");
}

/// Orders in a record that verifies.
fn orders_in(path: &PathBuf) -> usize {
    assert!(table::verify(&DrillLibrary, path).expect("a record").agrees(), "{}", path.display());
    let text = std::fs::read_to_string(path).expect("a record");
    text.lines().filter(|line| line.starts_with(r#"{"order""#)).count()
}

fn main() {
    assert!(!DrillLibrary.battles().is_empty(), "there is something to play");
    let place = std::env::args().nth(1).map_or_else(std::env::temp_dir, PathBuf::from);
    for battles in [1, MANY] {
        for (words, sync) in [("each", SyncWhen::Each), ("second", SyncWhen::Second), ("never", SyncWhen::Never)] {
            let folder = tempfile::tempdir_in(&place).expect("a folder");
            measure(folder.path(), words, sync, battles);
        }
    }
}
