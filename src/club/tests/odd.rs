//! The drill library with commanders that do what commanders should not.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use battle::{
    BattleFile, Choice, CommanderEntry, HouseRules, Library, Order, Player, Scenario, Sheet, System, SystemInfo,
    UnitId, Unusable, Verb,
};
use proving::{DrillLibrary, RandomPlayer};

/// How many of the commander `counted` think at this moment, and the most there were. One test alone may seat it: the
/// others run at the same time.
pub(crate) static THINKING: [AtomicUsize; 2] = [AtomicUsize::new(0), AtomicUsize::new(0)];

/// The drill library, and the commanders `slow`, `counted`, `deaf`, `panics` and `wrong`.
pub(crate) struct OddLibrary;

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

impl Library for OddLibrary {
    fn battles(&self) -> Vec<BattleFile> {
        DrillLibrary.battles()
    }

    fn systems(&self) -> Vec<&'static SystemInfo> {
        DrillLibrary.systems()
    }

    fn commanders(&self) -> Vec<CommanderEntry> {
        let mut entries = DrillLibrary.commanders();
        let odd = ["slow", "counted", "deaf", "panics", "wrong"];
        entries.extend(odd.map(|key| CommanderEntry { key: String::from(key), temper: String::from("odd") }));
        entries
    }

    fn battle(&self, name: &str) -> Result<BattleFile, Unusable> {
        DrillLibrary.battle(name)
    }

    fn drawn(&self, name: &str, seed: u64) -> Option<Result<BattleFile, Unusable>> {
        DrillLibrary.drawn(name, seed)
    }

    fn battle_from_text(&self, file: &str, text: &str) -> Result<BattleFile, Unusable> {
        DrillLibrary.battle_from_text(file, text)
    }

    fn system(&self, key: &str) -> Result<&'static SystemInfo, Unusable> {
        DrillLibrary.system(key)
    }

    fn house_rules(&self, system: &str, file: &str, text: &str) -> Result<HouseRules, Unusable> {
        DrillLibrary.house_rules(system, file, text)
    }

    fn deploy(
        &self,
        system: &str,
        scenario: &Scenario,
        house: &HouseRules,
        seed: u64,
    ) -> Result<Box<dyn System>, Unusable> {
        DrillLibrary.deploy(system, scenario, house, seed)
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

    fn reference(&self, system: &str, house: &HouseRules) -> Result<Vec<Sheet>, Unusable> {
        DrillLibrary.reference(system, house)
    }
}
