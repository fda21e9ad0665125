//! Players from outside, under the published systems: every message is as the schema says, none tells a secret, and nothing that a
//! player says harms the game.

mod curious;
mod garbled;
mod program;
mod secrets;

use std::io::BufReader;

use battle::{HouseRules, Library};
use proving::Correspondent;
use serde_json::Value;
use systems::Shelf;
use table::{Game, Outside, Pipe, SeatSpec, Setup};

/// The keys of the systems.
const SYSTEMS: [&str; 5] = ["eagles", "on_war", "snappy", "over_the_hills", "mcnally"];

/// A player who answers messages so.
fn player(mut says: impl FnMut(&Value) -> Option<String> + Send + 'static) -> Correspondent {
    Correspondent::new(move |line| says(&serde_json::from_str(line).expect("JSON")))
}

/// What the game is told of a player in this process, who has its own input and output.
fn outside(player: &Correspondent) -> Outside {
    Outside { pipe: Some(Pipe::new(BufReader::new(player.clone()), player.clone())), ..Outside::default() }
}

/// What a battle that ships begins with.
fn set_up((system, battle): (&str, &str), seats: [SeatSpec; 2], seed: u64) -> Setup {
    let shelf = Shelf::new();
    Setup {
        battle: shelf.battle(battle).expect("a battle that ships"),
        system: shelf.system(system).expect("a system"),
        house: HouseRules::default(),
        seats,
        seed,
    }
}

/// A battle between those seats, of which some are the player's.
fn begin(player: &Correspondent, battle: (&str, &str), seats: [SeatSpec; 2], seed: u64) -> Game {
    Game::start_outside(&Shelf::new(), &set_up(battle, seats, seed), None, &outside(player)).expect("it begins")
}

/// Plays to the end; how it ended.
fn play_out(mut game: Game) -> battle::Outcome {
    let stop = std::sync::atomic::AtomicBool::new(false);
    loop {
        if let Some(outcome) = game.outcome() {
            return outcome;
        }
        game.think(&stop).expect("a legal order");
    }
}
