//! Tests of the soak, on the drill system.

mod calibration;
mod columns;
mod comparisons;
mod faults;
mod page;
mod parquet;
mod plans;
mod points;
mod reading;
mod reports;
mod runs;
mod sequential;
mod statistics;
mod sums;
mod swarm;
mod times;
mod tuning;
mod turns;
mod untrue;

use std::sync::atomic::{AtomicBool, Ordering};

use battle::{Choice, HouseRules, Library, Order, Player, Scenario, System, UnitId, Unusable, Verb};
use proving::{DrillLibrary, Otherwise, With};
use table::SeatSpec;

use crate::{Format, Options, Report, run};

/// Random players on the tiny battle.
fn options(games: u32) -> Options {
    let seat = |name: &str| name.parse::<SeatSpec>().expect("a seat");
    Options { battles: vec![String::from("outpost")], games, ..Options::new(seat("random"), seat("random")) }
}

fn seats(blue: &str, red: &str) -> [SeatSpec; 2] {
    [blue, red].map(|name| name.parse().expect("a seat"))
}

fn soak(options: &Options) -> Report {
    run(&RIGGED, options, |_| {}).expect("a run")
}

fn json(report: &Report) -> String {
    let mut out = Vec::new();
    report.write(&mut out, Format::JsonLines).expect("written");
    String::from_utf8(out).expect("text")
}

/// The drill with players that make mistakes: `bomb` panics in some games, `liar` gives an order that does not exist.
struct Rigging;

/// It as a library.
const RIGGED: With<Rigging> = With(Rigging);

impl Otherwise for Rigging {
    fn deploy(&self, scenario: &Scenario, house: &HouseRules, seed: u64) -> Result<Box<dyn System>, Unusable> {
        if scenario.key == "great-plain" {
            return Err(Unusable(String::from("the plain is too great")));
        }
        DrillLibrary.deploy("drill", scenario, house, seed)
    }

    fn commander(&self, name: &str, seed: u64) -> Result<Box<dyn Player>, Unusable> {
        let inner = DrillLibrary.commander("random", seed)?;
        match name {
            "bomb" => Ok(Box::new(Bomb { inner, fuse: if seed.is_multiple_of(2) { 3 } else { u64::MAX } })),
            "liar" => Ok(Box::new(Liar)),
            _ => DrillLibrary.commander(name, seed),
        }
    }
}

/// Plays at random and panics at its third decision, if its seed is even.
struct Bomb {
    inner: Box<dyn Player>,
    fuse: u64,
}

impl Player for Bomb {
    fn name(&self) -> &str {
        "bomb"
    }

    fn decide(&mut self, view: &dyn System, stop: &AtomicBool) -> Choice {
        assert!(!stop.load(Ordering::Relaxed), "a player is never hurried");
        self.fuse -= 1;
        assert!(self.fuse > 0, "the fuse has burnt down");
        self.inner.decide(view, stop)
    }

    fn advise(&mut self, _view: &dyn System, _unit: Option<UnitId>) -> Option<Choice> {
        None
    }
}

/// Gives an order that no system has.
struct Liar;

impl Player for Liar {
    fn name(&self) -> &str {
        "liar"
    }

    fn decide(&mut self, _view: &dyn System, _stop: &AtomicBool) -> Choice {
        Choice { order: Order::new(Verb(250)), why: None }
    }

    fn advise(&mut self, _view: &dyn System, _unit: Option<UnitId>) -> Option<Choice> {
        None
    }
}
