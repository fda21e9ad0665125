//! Computer seats: taken out to think, put back with an answer, given to somebody else.

use std::sync::atomic::AtomicBool;

use battle::{Choice, Deaf, Library, Listener, Order, Refusal, Side, Unusable, Why};

use super::Game;
use crate::log::{Eye, Seen};
use crate::seat::{Answer, Seat};
use crate::setup::SeatSpec;
use crate::thinking::{Thinking, Thought};
use crate::witness;

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
        let side = self.pending().decision()?.side;
        let Seat::Computer(mind) = &mut self.seats[side.index()] else { return None };
        let mind = mind.take()?;
        let eye = Eye::Of(side);
        let view = self.views[eye.index()].take().unwrap_or_else(|| witness::view(self.system.as_ref(), eye));
        Some(Thinking { side, changes: self.changes, mind, view })
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
        if let Seat::Computer(seat @ None) = &mut self.seats[side.index()] {
            *seat = Some(mind);
        }
        if changes != self.changes || self.system.to_decide() != Some(side) {
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
        let about = self.pending().decision().and_then(|decision| decision.unit);
        let mark = self.log.events.len();
        self.carry_out(&choice.order, guest)?;
        if let Some(why) = choice.why {
            let seen = Eye::ALL.map(|eye| self.log.event_seen_by(mark, eye));
            let reason = Reason { order: choice.order, why, given: self.given, seen };
            self.reasons.insert(reason.order.unit().or(about), reason);
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
        self.seats[side.index()] = Seat::of(library, &spec, side, self.setup.seed)?;
        self.setup.seats[side.index()] = spec;
        self.changed();
        Ok(())
    }
}
