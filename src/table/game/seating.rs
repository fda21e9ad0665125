//! Computer seats: taken out to think, put back with an answer, given to somebody else.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use battle::{Choice, Deaf, Library, Listener, Order, Player, Refusal, Side, UnitId, Unusable, Why};

use super::Game;
use crate::log::{Eye, Seen};
use crate::outside::Outside;
use crate::seat::{Answer, Mind, Seat};
use crate::setup::{SeatSpec, derived};
use crate::thinking::{Thinking, Thought};
use crate::witness;

/// Who sits where, and why the computers among them gave their orders.
pub struct Seats {
    pub(super) taken: [Seat; 2],
    pub(super) reasons: BTreeMap<Option<UnitId>, Reason>,
    pub(super) advisor: Option<Box<dyn Player>>,
    /// How many events each side had been told of, or could have been, when it last decided from outside.
    pub(super) told: [usize; 2],
}

impl Seats {
    pub(super) fn new(taken: [Seat; 2]) -> Seats {
        Seats { taken, reasons: BTreeMap::new(), advisor: None, told: [0; 2] }
    }

    /// Whether a person gives that side's orders.
    #[must_use]
    pub fn is_human(&self, side: Side) -> bool {
        self.taken[side.index()].is_human()
    }

    /// Why a computer seat gave its last order that concerned the unit, if that side (`None`: everybody) knows of it.
    #[must_use]
    pub fn why(&self, unit: UnitId, eyes: Option<Side>) -> Option<&Why> {
        self.reasons.get(&Some(unit)).filter(|reason| reason.is_known_to(eyes)).map(|reason| &reason.why)
    }

    /// The last order of a computer seat that gave its reasons and that the side knows of.
    #[must_use]
    pub fn last_why(&self, eyes: Option<Side>) -> Option<(&Order, &Why)> {
        let known = self.reasons.values().filter(|reason| reason.is_known_to(eyes));
        known.max_by_key(|reason| reason.given).map(|reason| (&reason.order, &reason.why))
    }

    /// The first commander of the library, to be put back when it has been asked.
    pub(super) fn take_advisor(&mut self, library: &dyn Library) -> Option<Box<dyn Player>> {
        if self.advisor.is_none() {
            let first = library.commanders().into_iter().next()?;
            self.advisor = library.commander(&first.key, derived(0, "advisor")).ok();
        }
        self.advisor.take()
    }
}

/// Why a computer seat gave an order.
pub(super) struct Reason {
    pub(super) order: Order,
    pub(super) why: Why,
    /// The number of the order.
    pub(super) given: u32,
    /// Who learned of the order.
    seen: Seen,
}

impl Reason {
    /// Whether that side learned of the order; everybody who has no side at a battle of one's own did.
    pub(super) fn is_known_to(&self, eyes: Option<Side>) -> bool {
        eyes.is_none_or(|side| self.seen[side.index()])
    }
}

impl Game {
    /// Takes the pending decision's computer seat out, with what its side may see, to think on any thread; `None` when
    /// a person is to decide, the battle is over or the seat is thinking already.
    pub fn begin_thinking(&mut self) -> Option<Thinking> {
        let side = self.stage.pending().decision()?.side;
        let Seat::Computer(mind) = &mut self.seats.taken[side.index()] else { return None };
        let mind = mind.take()?;
        let events = if matches!(mind, Mind::External(_)) { self.events_for(side) } else { Vec::new() };
        let eye = Eye::Of(side);
        let view =
            self.stage.views[eye.index()].take().unwrap_or_else(|| witness::view(self.stage.system.as_ref(), eye));
        Some(Thinking { side, changes: self.past.changes, mind, view, events })
    }

    /// Puts the player back into its seat, gives its order and keeps its reasons. A thought about a decision that is no
    /// longer pending is dropped; a player that cannot go on resigns.
    ///
    /// # Errors
    /// The order is refused: a fault of the player. Nothing has changed then.
    pub fn finish_thinking(&mut self, thought: Thought) -> Result<(), Refusal> {
        self.finish_heard(thought, &mut Deaf)
    }

    /// The same, with a listener to what the order brings.
    ///
    /// # Errors
    /// The order is refused: a fault of the player. Nothing has changed then.
    pub fn finish_heard(&mut self, thought: Thought, guest: &mut dyn Listener) -> Result<(), Refusal> {
        let Thought { side, changes, mind, answer } = thought;
        if let Seat::Computer(seat @ None) = &mut self.seats.taken[side.index()] {
            *seat = Some(mind);
        }
        self.tell_end();
        if changes != self.past.changes || self.stage.system.to_decide() != Some(side) {
            return Ok(());
        }
        match answer {
            Answer::Interrupted => Ok(()),
            Answer::Failed(why) => {
                self.resign_because(side, &why);
                Ok(())
            }
            Answer::Chosen(choice) => self.obey(choice, guest),
        }
    }

    fn obey(&mut self, choice: Choice, guest: &mut dyn Listener) -> Result<(), Refusal> {
        let about = self.stage.pending().decision().and_then(|decision| decision.unit);
        let mark = self.stage.log.events.len();
        if let Some(decision) = self.stage.pending().decision() {
            self.seats.told[decision.side.index()] = mark;
        }
        self.carry_out(&choice.order, guest)?;
        if let Some(why) = choice.why {
            let seen = Eye::ALL.map(|eye| self.stage.log.event_seen_by(mark, eye));
            let reason = Reason { order: choice.order, why, given: self.past.given, seen };
            self.seats.reasons.insert(reason.order.unit().or(about), reason);
        }
        Ok(())
    }

    /// Lets the computer seat think and gives its order, at once.
    ///
    /// # Errors
    /// The order is refused, or no computer seat is to decide.
    pub fn think(&mut self, stop: &AtomicBool) -> Result<(), Refusal> {
        let thinking = self.begin_thinking().ok_or_else(|| Refusal::new("", "no computer seat is to decide"))?;
        let thought = thinking.run(stop);
        self.finish_thinking(thought)
    }

    /// Puts somebody else into a seat; a thought that is still away for it is dropped when it comes back. Also the way on
    /// when a player's thread was lost. The record's header keeps the seats the battle began with.
    ///
    /// # Errors
    /// When the commander cannot be had or the program cannot be started; the seat is unchanged then.
    pub fn reseat(&mut self, library: &dyn Library, side: Side, spec: SeatSpec) -> Result<(), Unusable> {
        self.seats.taken[side.index()] = Seat::of(library, &spec, side, self.setup.seed, &Outside::default())?;
        self.setup.seats[side.index()] = spec;
        self.seats.told[side.index()] = self.stage.event_count();
        self.greet(side);
        self.changed();
        Ok(())
    }
}
