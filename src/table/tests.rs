//! Tests of the table, on the drill system.

mod aftermath;
mod aims;
mod fair;
mod following;
mod game;
mod glance;
mod luck;
mod narration;
mod outside;
mod records;
mod replay;
mod trial;
mod undo;
mod writing;

use std::sync::atomic::AtomicBool;

use battle::{Library, Order, Side, UnitId};
use proving::DrillLibrary;

use crate::{Game, SeatSpec, Setup};

/// A battle between two seats, written as on the command line.
fn setup(battle: &str, seats: [&str; 2], seed: u64) -> Setup {
    Setup {
        battle: DrillLibrary.battle(battle).expect("a battle"),
        system: DrillLibrary.system("drill").expect("a system"),
        house: battle::HouseRules::default(),
        seats: seats.map(|seat| seat.parse::<SeatSpec>().expect("a seat")),
        seed,
    }
}

/// The tiny battle between two random players.
fn outpost(seed: u64) -> Setup {
    setup("outpost", ["random", "random"], seed)
}

fn start(setup: &Setup) -> Game {
    Game::start(&DrillLibrary, setup, None).expect("a game")
}

/// Lets computer seats play to the end.
fn play_out(game: &mut Game) {
    for _ in 0..5000 {
        if game.outcome().is_some() {
            return;
        }
        game.think(&AtomicBool::new(false)).expect("a legal order");
    }
    panic!("no end");
}

/// Gives an order written as text.
fn order(game: &mut Game, text: &str) {
    let order = read(game, text);
    game.give(&order).unwrap_or_else(|refusal| panic!("`{text}` refused: {refusal}"));
}

fn read(game: &Game, text: &str) -> Order {
    game.system().order_text().read(text).expect("an order")
}

/// The first legal order that begins with a word, its first pose included.
fn first(game: &Game, verb: &str) -> Option<String> {
    let text = game.system().order_text();
    let begins = |order: &Order| text.write(order).split(' ').next() == Some(verb);
    let plain = game.system().orders().into_iter().find(begins);
    let posed = game.system().stems().into_iter().filter(begins).find_map(|stem| {
        let reach = game.system().reach(&stem);
        reach.legal().next().map(|place| stem.to(place.pose))
    });
    plain.or(posed).map(|order| text.write(&order))
}

fn unit(game: &Game, label: &str) -> UnitId {
    let found = game.system().field().roster().units().find(|(_, info)| info.label == label);
    found.expect("a unit").0
}

fn log_of(game: &Game, side: Side) -> String {
    game.stage().dispatches_for(side).map(|dispatch| dispatch.transcript() + "\n").collect()
}

/// Every legal order that can be given now.
fn game_orders(game: &Game) -> Vec<Order> {
    game.system().all_orders()
}

/// What Blue does to get at a place: an order for each unit, moves that go nearer, and otherwise on with it; Red only
/// goes on.
fn toward(game: &Game, place: &battle::Footprint) -> Order {
    let (system, side) = (game.system(), game.system().to_decide());
    let verb = |order: &Order| system.verb(order).map(|verb| verb.word);
    let nearer = |order: &Order| {
        let (unit, to) = (order.unit().expect("a unit"), order.pose.expect("a pose"));
        system.field().footprint_at(unit, &to).distance(place)
    };
    let orders = game_orders(game);
    let spend = orders.iter().find(|order| verb(order) == Some("order"));
    let moves = orders.iter().filter(|order| verb(order) == Some("move")).min_by_key(|order| nearer(order));
    let goes_on = orders.iter().find(|order| matches!(verb(order), Some("done" | "halt" | "stand")));
    let chosen = if side == Some(Side::Blue) { spend.or(moves).or(goes_on) } else { goes_on };
    *chosen.expect("something to do")
}
