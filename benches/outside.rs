//! A copy of a battle played to the turn's end: inside, and by a request of a player from outside, from the same positions and with
//! the same dice.

use std::io::BufReader;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use battle::{HouseRules, Library};
use commander::{Commander, PlayingOn};
use proving::Correspondent;
use serde_json::{Value, json};
use systems::Shelf;
use table::{Game, Outside, Pipe, SeatSpec, Setup};

use crate::measure::{quantile, shown};

/// Of 12 and 31 units.
const BATTLES: [&str; 2] = ["crossroads", "quatre-bras"];
/// The last turn that is played.
const TURNS: u16 = 8;
/// Orders after which a turn that has no end would be given up.
const MOST: u32 = 20_000;

/// What a turn took and how many orders it had.
type Turn = (Duration, u32);

/// A player who has a copy played on at the first decision of each turn, and gives the orders of a commander.
#[derive(Default)]
struct Player {
    turn: Option<u64>,
    copying: Duration,
    asked: Option<Instant>,
    found: Vec<Turn>,
}

impl Player {
    fn answers(&mut self, message: &Value) -> Option<String> {
        let waited = self.asked.take().map(|asked| asked.elapsed()).unwrap_or_default();
        let answer = match (message["type"].as_str(), message["ask"].as_str()) {
            (Some("decide"), _) if self.turn != message["turn"].as_u64() => {
                self.turn = message["turn"].as_u64();
                json!({ "ask": "copy" })
            }
            (_, Some("copy")) => {
                self.copying = waited;
                json!({ "ask": "play_on", "copy": message["copy"], "until": "turn", "by": "steady" })
            }
            (_, Some("choice")) => json!({ "order": message["order"] }),
            (Some("decide" | "reply"), ask) => {
                if ask == Some("play_on") {
                    self.found.push((waited + self.copying, message["played"].as_u64().expect("a number") as u32));
                }
                json!({ "ask": "choice", "by": "steady" })
            }
            _ => return None,
        };
        let answer = answer.to_string();
        self.asked = Some(Instant::now());
        Some(answer)
    }
}

/// Prints the figures of every system.
pub fn run() {
    println!("\nA copy played to the turn's end, medians: inside, and by a request from outside with the copying");
    println!("  {:<16} {:<14} {:>8} {:>12} {:>12} {:>8}", "rules", "battle", "orders", "inside", "outside", "ratio");
    let shelf = Shelf::new();
    for system in shelf.systems() {
        for battle in BATTLES {
            let (inside, outside) = played(&shelf, system.key, battle);
            let orders = |turns: &[Turn]| turns.iter().map(|turn| turn.1).collect::<Vec<_>>();
            assert_eq!(orders(&inside), orders(&outside), "the same copies are played on alike");
            let mut counts = orders(&inside);
            counts.sort_unstable();
            let count = counts[counts.len() / 2];
            let [within, without] = [&inside, &outside].map(|turns| median(turns));
            let ratio = without.as_secs_f64() / within.as_secs_f64();
            let (within, without) = (shown(within), shown(without));
            println!("  {:<16} {battle:<14} {count:>8} {within:>12} {without:>12} {ratio:>8.2}", system.key);
        }
    }
}

fn median(turns: &[Turn]) -> Duration {
    let mut times: Vec<Duration> = turns.iter().map(|turn| turn.0).collect();
    times.sort();
    quantile(&times, 0.5)
}

/// The turns of a battle, played on inside and from outside.
fn played(shelf: &Shelf, system: &str, battle: &str) -> (Vec<Turn>, Vec<Turn>) {
    let player = Arc::new(Mutex::new(Player::default()));
    let answering = Arc::clone(&player);
    let line = Correspondent::new(move |line| {
        let message = serde_json::from_str(line).expect("JSON");
        answering.lock().expect("whole").answers(&message)
    });
    let setup = Setup {
        battle: shelf.battle(battle).expect("a battle that ships"),
        system: shelf.system(system).expect("a system"),
        house: HouseRules::default(),
        seats: [SeatSpec::Pipe, SeatSpec::Pipe],
        seed: 7,
    };
    let pipe = Pipe::new(BufReader::new(line.clone()), line);
    let outside = Outside { pipe: Some(pipe), ..Outside::default() };
    let mut game = Game::start_outside(shelf, &setup, None, &outside).expect("it begins");
    let (mut inside, mut turn) = (Vec::new(), None);
    while let Some(side) = game.system().to_decide().filter(|_| game.system().field().turn() <= TURNS) {
        let now = game.system().field().turn();
        if turn.replace(now) != Some(now) {
            let begun = Instant::now();
            let mut copy = game.view(side).copy();
            let given = PlayingOn::new([steady(), steady()]).through_the_turn(&mut *copy, MOST).expect("legal orders");
            inside.push((begun.elapsed(), given));
        }
        game.think(&AtomicBool::new(false)).expect("a legal order");
    }
    let outside = std::mem::take(&mut player.lock().expect("whole").found);
    (inside, outside)
}

fn steady() -> Commander {
    Commander::new(commander::load("steady").expect("the default commander"), 1)
}
