//! The drill library with commanders that do what commanders should not.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use battle::{Choice, CommanderEntry, Library, Order, Player, System, UnitId, Unusable, Verb};
use proving::{DrillLibrary, Otherwise, RandomPlayer, With};

/// How many of the commander `counted` think at this moment, and the most there were. One test alone may seat it: the
/// others run at the same time.
pub(crate) static THINKING: [AtomicUsize; 2] = [AtomicUsize::new(0), AtomicUsize::new(0)];

/// The drill library, and the commanders `slow`, `counted`, `deaf`, `panics` and `wrong`.
pub(crate) struct Oddities;

/// It as a library.
pub(crate) const ODD_LIBRARY: With<Oddities> = With(Oddities);

/// What is odd about a commander.
#[derive(Clone, Copy)]
enum Oddity {
    /// Thinks until it is asked to stop.
    Slow,
    /// The same, and is counted.
    Counted,
    /// Thinks ten seconds whatever it is asked.
    Deaf,
    /// Breaks down.
    Panics,
    /// Gives an order that is none.
    Wrong,
}

struct Odd(Oddity, RandomPlayer);

impl Odd {
    fn think_until(&mut self, view: &dyn System, stop: &AtomicBool) -> Choice {
        while !stop.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(1));
        }
        self.1.decide(view, stop)
    }
}

impl Player for Odd {
    fn name(&self) -> &str {
        "odd"
    }

    fn decide(&mut self, view: &dyn System, stop: &AtomicBool) -> Choice {
        match self.0 {
            Oddity::Slow => self.think_until(view, stop),
            Oddity::Counted => {
                let now = THINKING[0].fetch_add(1, Ordering::SeqCst) + 1;
                THINKING[1].fetch_max(now, Ordering::SeqCst);
                let choice = self.think_until(view, stop);
                THINKING[0].fetch_sub(1, Ordering::SeqCst);
                choice
            }
            Oddity::Deaf => {
                std::thread::sleep(Duration::from_secs(10));
                self.1.decide(view, stop)
            }
            Oddity::Panics => panic!("the commander falls off its horse"),
            Oddity::Wrong => Choice { order: Order::new(Verb(200)), why: None },
        }
    }

    fn advise(&mut self, view: &dyn System, unit: Option<UnitId>) -> Option<Choice> {
        self.1.advise(view, unit)
    }
}

impl Otherwise for Oddities {
    fn commanders(&self) -> Vec<CommanderEntry> {
        let mut entries = DrillLibrary.commanders();
        let odd = ["slow", "counted", "deaf", "panics", "wrong"];
        entries.extend(odd.map(|key| CommanderEntry { key: String::from(key), temper: String::from("odd") }));
        entries
    }

    fn commander(&self, name: &str, seed: u64) -> Result<Box<dyn Player>, Unusable> {
        let oddity = match name {
            "slow" => Oddity::Slow,
            "counted" => Oddity::Counted,
            "deaf" => Oddity::Deaf,
            "panics" => Oddity::Panics,
            "wrong" => Oddity::Wrong,
            _ => return DrillLibrary.commander(name, seed),
        };
        Ok(Box::new(Odd(oddity, RandomPlayer::new(seed))))
    }
}
