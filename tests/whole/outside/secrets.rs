//! No byte to a player from outside depends on what is hidden from him: battles that differ in a secret alone are told alike, and
//! what he asks of them is answered alike.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

use battle::{HouseRules, Library, Order, Sense, Side, System, UnitId};
use proving::Correspondent;
use serde_json::{Value, json};
use systems::Shelf;
use table::{Game, SeatSpec, Setup};

use crate::knowledge::{Chance, ambushes, text};

/// A battle between a player from outside and a person with a secret.
struct World {
    game: Game,
    player: Correspondent,
    /// The order that the player gives next.
    order: Arc<Mutex<String>>,
    chance: Chance,
}

impl World {
    fn new((system, house): (&str, &str), text: &str, (outside, seed): (Side, u64), number: u64) -> World {
        let shelf = Shelf::new();
        let house = match house {
            "" => HouseRules::default(),
            text => shelf.house_rules(system, "house.toml", text).expect("house rules"),
        };
        let mut seats = [SeatSpec::Human, SeatSpec::Human];
        seats[outside.index()] = SeatSpec::Pipe;
        let setup = Setup {
            battle: shelf.battle_from_text("test.toml", text).expect("a battle"),
            system: shelf.system(system).expect("a system"),
            house,
            seats,
            seed,
        };
        let order = Arc::new(Mutex::new(String::new()));
        let next = Arc::clone(&order);
        let mut asked = 0;
        let player = super::player(move |message| {
            match message["type"].as_str() {
                Some("decide") => asked = 0,
                Some("reply" | "refused") => asked += 1,
                _ => return None,
            }
            let order = next.lock().expect("whole").clone();
            Some(request(asked, &order).map_or(order, |request| request.to_string()))
        });
        let game = Game::start_outside(&shelf, &setup, None, &super::outside(&player)).expect("it begins");
        World { game, player, order, chance: Chance(seed * 31 + number) }
    }

    fn system(&self) -> &dyn System {
        self.game.system()
    }

    fn reads(&self, text: &str) -> Option<Order> {
        self.system().order_text().read(text).ok().filter(|order| self.system().check(order).is_ok())
    }

    fn unit(&self, label: &str) -> Option<UnitId> {
        self.system().field().roster().units().find(|(_, info)| info.label == label).map(|(unit, _)| unit)
    }

    fn is_hidden(&self, label: &str) -> bool {
        self.unit(label).is_none_or(|unit| self.system().field().shows(unit, Sense::Hidden))
    }

    /// Legal orders, one pose by chance for each stem.
    fn orders(&self, chance: &mut Chance, wanted: impl Fn(&Order) -> bool) -> Vec<String> {
        let (system, mut orders) = (self.system(), self.system().orders());
        for stem in system.stems().iter().filter(|stem| wanted(stem)) {
            let reach = system.reach(stem);
            let poses: Vec<_> = reach.legal().map(|place| place.pose).collect();
            orders.extend((!poses.is_empty()).then(|| stem.to(poses[chance.below(poses.len())])));
        }
        orders.iter().filter(|order| wanted(order)).map(|order| system.order_text().write(order)).collect()
    }

    fn give(&mut self, text: &str) {
        if self.game.is_human(self.system().to_decide().expect("it goes on")) {
            let order = self.reads(text).expect("legal");
            self.game.give(&order).expect("legal");
        } else {
            text.clone_into(&mut self.order.lock().expect("whole"));
            self.game.think(&AtomicBool::new(false)).expect("legal");
        }
    }

    /// Orders to a unit of the person's that stay a secret, as many as chance has it.
    fn secret_orders(&mut self, label: &str) -> usize {
        let Some(unit) = self.unit(label) else { return 0 };
        let mut given = 0;
        for _ in 0..self.chance.below(3) {
            let mut chance = Chance(self.chance.below(1 << 30) as u64);
            let orders = self.orders(&mut chance, |order| order.unit() == Some(unit));
            if orders.is_empty() {
                break;
            }
            let text = orders[chance.below(orders.len())].clone();
            let mut copy = self.system().copy();
            copy.resolve(&self.reads(&text).expect("legal"), &mut battle::Deaf).expect("legal");
            let known = self.system().view(Side::Blue, 1).state() == copy.view(Side::Blue, 1).state();
            if known && copy.field().shows(unit, Sense::Hidden) {
                self.give(&text);
                given += 1;
            }
        }
        given
    }
}

/// What the player asks before it gives that order.
fn request(asked: usize, order: &str) -> Option<Value> {
    let requests = [
        json!({ "ask": "forecast", "order": order }),
        json!({ "ask": "copy", "seed": 3 }),
        json!({ "ask": "play", "copy": 1, "orders": [order], "events": true }),
        json!({ "ask": "play_on", "copy": 1, "until": "turn", "by": "hold", "events": true }),
        json!({ "ask": "state", "copy": 1 }),
        json!({ "ask": "threat", "by": "A4", "on": "B1" }),
        json!({ "ask": "reach", "stem": "move >" }),
    ];
    requests.get(asked).cloned()
}

/// What all of them heard since the last call, which must be the same; how many lines.
#[track_caller]
fn compare(worlds: &[World], what: &str) -> usize {
    let heard: Vec<Vec<String>> = worlds.iter().map(|world| world.player.heard()).collect();
    for (number, other) in heard.iter().enumerate().skip(1) {
        for (one, other) in heard[0].iter().zip(other) {
            assert_eq!(one, other, "{what}: a line of {number}");
        }
        assert_eq!(heard[0].len(), other.len(), "{what}: lines of {number}");
    }
    heard[0].len()
}

/// An order that is legal in all of them and is not of that unit.
fn common(worlds: &[World], chance: &mut Chance, but: &str) -> Option<String> {
    let first = &worlds[0];
    let mut orders = first.orders(chance, |order| order.unit().is_none() || order.unit() != first.unit(but));
    orders.retain(|text| worlds.iter().all(|world| world.reads(text).is_some()));
    let busy: Vec<String> = orders.iter().filter(|order| *order != "done").cloned().collect();
    let orders = if !busy.is_empty() && chance.below(4) > 0 { busy } else { orders };
    (!orders.is_empty()).then(|| orders[chance.below(orders.len())].clone())
}

/// Ends the person's steps in which, as far as both sides know, he can only go on.
fn pass_idle_steps(world: &mut World) {
    for _ in 0..50 {
        let open = world.game.stage().open_view();
        let idle = open.outcome().is_none() && open.stems().is_empty() && open.orders().len() <= 1;
        let person = world.system().to_decide().is_some_and(|side| world.game.is_human(side));
        if !idle || !person || world.reads("done").is_none() {
            return;
        }
        world.give("done");
    }
}

#[test]
fn no_byte_to_a_player_depends_on_a_hidden_unit() {
    let (mut lines, mut secret) = (0, 0);
    for seed in 0..4 {
        let new = |(number, text): (u64, String)| World::new(("on_war", ""), &text, (Side::Blue, seed), number);
        let mut worlds: Vec<World> = (0..).zip(ambushes()).map(new).collect();
        let mut chance = Chance(seed);
        for step in 0..90 {
            secret += worlds.iter_mut().map(|world| world.secret_orders("A4")).sum::<usize>();
            worlds.iter_mut().for_each(pass_idle_steps);
            let over = worlds.iter().any(|world| world.game.outcome().is_some());
            if over || !worlds.iter().all(|world| world.is_hidden("A4")) {
                break;
            }
            lines += compare(&worlds, &format!("seed {seed}, step {step}"));
            let Some(order) = common(&worlds, &mut chance, "A4") else { break };
            worlds.iter_mut().for_each(|world| world.give(&order));
        }
    }
    assert!(lines > 150 && secret > 20, "{lines} lines, {secret} secret orders");
}

#[test]
fn no_byte_to_a_player_depends_on_orders_that_are_placed_in_secret() {
    let (mut lines, mut secret, mut compared) = (0, 0, 0);
    for seed in 0..24 {
        let house = ("eagles", "[eagles]\norders_placement = \"secret\"\n");
        let new = |number| World::new(house, &text("crossroads"), (Side::Blue, seed), number);
        let mut worlds: Vec<World> = (0..3).map(new).collect();
        let mut chance = Chance(seed + 50);
        let turn = 1 + seed as u16 % 3;
        while worlds[0].system().field().turn() < turn && worlds[0].game.outcome().is_none() {
            let Some(order) = common(&worlds, &mut chance, "") else { break };
            worlds.iter_mut().for_each(|world| world.give(&order));
        }
        lines += compare(&worlds, &format!("seed {seed}: before"));
        let step = worlds[0].system().field().step();
        if worlds[0].system().to_decide() != Some(Side::Red) {
            continue;
        }
        secret += worlds.iter_mut().map(|world| place(world, step)).sum::<usize>();
        assert!(worlds.iter().all(|world| world.system().to_decide() == Some(Side::Blue)), "seed {seed}");
        let order = common(&worlds, &mut chance, "").expect("an order");
        worlds.iter_mut().for_each(|world| world.give(&order));
        lines += compare(&worlds, &format!("seed {seed}: Red has placed"));
        compared += 1;
    }
    assert!(lines > 60 && secret > 12 && compared > 3, "{lines} lines, {secret} secret orders, {compared} times");
}

/// Red's orders by chance until its half of the step is over; how many.
fn place(world: &mut World, step: u8) -> usize {
    let mine = |world: &World| world.system().to_decide() == Some(Side::Red) && world.system().field().step() == step;
    let mut given = 0;
    for _ in 0..world.chance.below(5) {
        let mut chance = Chance(world.chance.below(1 << 30) as u64);
        let orders = world.orders(&mut chance, |order| order.unit().is_some());
        if !mine(world) || orders.is_empty() {
            break;
        }
        let order = orders[chance.below(orders.len())].clone();
        world.give(&order);
        given += 1;
    }
    if mine(world) {
        world.give("done");
    }
    given
}
