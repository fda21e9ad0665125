//! The seats: who answers a side's decisions.

use std::sync::atomic::AtomicBool;

use battle::{Choice, Library, Player, Side, System, Unusable};
use serde_json::Value;

use crate::outside::{External, Outside};
use crate::setup::{SeatSpec, derived};

/// Who thinks for a computer seat.
pub(crate) enum Mind {
    /// A commander.
    Commander(Box<dyn Player>),
    /// A player from outside.
    External(Box<External>),
}

/// What came of thinking.
pub(crate) enum Answer {
    /// An order.
    Chosen(Choice),
    /// Thinking was broken off; the decision is still to be made.
    Interrupted,
    /// The player cannot go on, and why.
    Failed(String),
}

impl Mind {
    pub(crate) fn name(&self) -> &str {
        match self {
            Mind::Commander(player) => player.name(),
            Mind::External(external) => external.name(),
        }
    }

    /// Decides; `events` is what has happened since a player from outside last did.
    pub(crate) fn decide(&mut self, view: &dyn System, events: &[Value], stop: &AtomicBool) -> Answer {
        match self {
            Mind::Commander(player) => Answer::Chosen(player.decide(view, stop)),
            Mind::External(external) => external.decide(view, events, stop),
        }
    }
}

/// One side's seat.
pub(crate) enum Seat {
    /// A person's: orders come from outside.
    Human,
    /// A computer's; empty while its mind is away thinking.
    Computer(Option<Mind>),
    /// A record's: orders come from a file, nobody may undo them.
    Record,
    /// One in a battle that is kept elsewhere: whether its orders are given at this end, and whether a person sits there.
    Elsewhere {
        /// Its orders are given at this end.
        own: bool,
        /// A person's.
        person: bool,
    },
}

impl Seat {
    /// Fills a seat.
    ///
    /// # Errors
    /// When the commander cannot be had or the program cannot be started.
    pub(crate) fn of(
        library: &dyn Library,
        spec: &SeatSpec,
        side: Side,
        seed: u64,
        outside: &Outside,
    ) -> Result<Seat, Unusable> {
        let mind = match spec {
            SeatSpec::Human => return Ok(Seat::Human),
            SeatSpec::Commander(name) => {
                Mind::Commander(library.commander(name, derived(seed, &format!("commander of {side}")))?)
            }
            SeatSpec::Exec(command) => {
                Mind::External(Box::new(External::start(command, outside, library.commander_maker())?))
            }
            SeatSpec::Pipe => Mind::External(Box::new(External::piped(side, outside, library.commander_maker())?)),
        };
        Ok(Seat::Computer(Some(mind)))
    }

    /// The player from outside who sits there and is not away thinking.
    pub(crate) fn external(&mut self) -> Option<&mut External> {
        match self {
            Seat::Computer(Some(Mind::External(external))) => Some(external),
            _ => None,
        }
    }

    pub(crate) const fn is_human(&self) -> bool {
        matches!(self, Seat::Human | Seat::Elsewhere { own: true, .. })
    }

    /// Whether orders of this seat can be taken back.
    pub(crate) const fn takes_back(&self) -> bool {
        matches!(self, Seat::Human | Seat::Elsewhere { person: true, .. })
    }
}
