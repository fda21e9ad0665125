//! The seats: who answers a side's decisions.

use std::sync::atomic::AtomicBool;

use battle::{Choice, Library, Player, Side, System, Unusable};

use crate::external::External;
use crate::setup::{SeatSpec, derived};

/// Who thinks for a computer seat.
pub(crate) enum Mind {
    /// A commander.
    Commander(Box<dyn Player>),
    /// An external program.
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

    pub(crate) fn decide(&mut self, view: &dyn System, stop: &AtomicBool) -> Answer {
        match self {
            Mind::Commander(player) => Answer::Chosen(player.decide(view, stop)),
            Mind::External(external) => external.decide(view, stop),
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
    pub(crate) fn of(library: &dyn Library, spec: &SeatSpec, side: Side, seed: u64) -> Result<Seat, Unusable> {
        let mind = match spec {
            SeatSpec::Human => return Ok(Seat::Human),
            SeatSpec::Commander(name) => {
                Mind::Commander(library.commander(name, derived(seed, &format!("commander of {side}")))?)
            }
            SeatSpec::Exec(command) => Mind::External(Box::new(External::start(command)?)),
        };
        Ok(Seat::Computer(Some(mind)))
    }

    pub(crate) const fn is_human(&self) -> bool {
        matches!(self, Seat::Human | Seat::Elsewhere { own: true, .. })
    }

    /// Whether orders of this seat can be taken back.
    pub(crate) const fn takes_back(&self) -> bool {
        matches!(self, Seat::Human | Seat::Elsewhere { person: true, .. })
    }
}
