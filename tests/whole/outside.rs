//! Players from outside, under the published systems: every message is as the schema says, none tells a secret, and nothing that a
//! player says harms the game.

mod curious;
mod garbled;
mod program;
mod secrets;

use std::collections::VecDeque;
use std::io::{self, BufReader, Read, Write};
use std::sync::{Arc, Mutex};

use battle::{HouseRules, Library};
use serde_json::Value;
use systems::Shelf;
use table::{Game, Outside, Pipe, SeatSpec, Setup};

/// The keys of the systems.
const SYSTEMS: [&str; 5] = ["eagles", "on_war", "snappy", "over_the_hills", "mcnally"];

/// What a player says to a line that it hears.
type Says = Box<dyn FnMut(&Value) -> Option<String> + Send>;

/// A player in this process, who has the game's own input and output.
#[derive(Clone)]
pub(crate) struct Player(Arc<Mutex<Inner>>);

struct Inner {
    line: Vec<u8>,
    waiting: VecDeque<u8>,
    heard: Vec<String>,
    says: Says,
}

impl Player {
    fn new(says: impl FnMut(&Value) -> Option<String> + Send + 'static) -> Player {
        let says: Says = Box::new(says);
        Player(Arc::new(Mutex::new(Inner { line: Vec::new(), waiting: VecDeque::new(), heard: Vec::new(), says })))
    }

    fn outside(&self) -> Outside {
        Outside { pipe: Some(Pipe::new(BufReader::new(self.clone()), self.clone())), ..Outside::default() }
    }

    /// What it has heard since the last call.
    fn heard(&self) -> Vec<String> {
        std::mem::take(&mut self.0.lock().expect("whole").heard)
    }
}

impl Write for Player {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut inner = self.0.lock().expect("whole");
        for byte in bytes {
            if *byte != b'\n' {
                inner.line.push(*byte);
                continue;
            }
            let line = String::from_utf8(std::mem::take(&mut inner.line)).expect("text");
            let message: Value = serde_json::from_str(&line).expect("JSON");
            if let Some(answer) = (inner.says)(&message) {
                inner.waiting.extend(answer.as_bytes());
                inner.waiting.push_back(b'\n');
            }
            inner.heard.push(line);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Read for Player {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        self.0.lock().expect("whole").waiting.read(room)
    }
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
fn begin(player: &Player, battle: (&str, &str), seats: [SeatSpec; 2], seed: u64) -> Game {
    Game::start_outside(&Shelf::new(), &set_up(battle, seats, seed), None, &player.outside()).expect("it begins")
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
