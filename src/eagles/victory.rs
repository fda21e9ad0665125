//! Objectives, the turn limit, and who has won (EA-SCEN-4).

use battle::{Event, Listener, Outcome, Reason, UnitId, rule};

use crate::eagles::Eagles;
use crate::state::{Ending, Stage, Wait};

/// Reasons by their number in [`Ending`].
pub(crate) const REASONS: [Reason; 5] =
    [Reason::Objectives, Reason::Losses, Reason::Destruction, Reason::Broken, Reason::Resigned];

impl Eagles {
    /// Whether a Unit counts as holding ground: on the map and not spent (EA-SCEN-4).
    pub(crate) fn holds(&self, unit: UnitId) -> bool {
        rule!("EA-AI-15");
        self.present(unit) && !self.spent(unit)
    }

    /// At a turn's end: who has each objective now.
    pub(crate) fn take_objectives(&mut self, listener: &mut dyn Listener) {
        rule!("EA-SCEN-2");
        for event in self.field.objectives_taken(&|unit| self.holds(unit)) {
            self.emit(listener, event);
        }
    }

    /// The result by objectives; by losses for a map without them (EA-SCEN-4).
    pub(crate) fn count_up(&self) -> Outcome {
        rule!("EA-SCEN-4");
        self.field.count_up(self.setting.victory, &|unit| self.holds(unit))
    }

    /// A side with no Units on the map or due has lost at once, unless it has left by its exits (EA-SCEN-4).
    pub(crate) fn look_for_end(&mut self, listener: &mut dyn Listener) {
        if self.state.stage == Stage::Over {
            return;
        }
        if let Some(outcome) = self.field.last_one_standing(self.setting.victory, &|unit| self.holds(unit)) {
            self.end(listener, outcome);
        }
    }

    /// Ends the battle; what was still to be decided is dropped.
    pub(crate) fn end(&mut self, listener: &mut dyn Listener, outcome: Outcome) {
        let reason = REASONS.iter().position(|reason| *reason == outcome.reason).unwrap_or(0) as u8;
        self.state.stage = Stage::Over;
        self.state.wait = Wait::Nothing;
        self.state.later.clear();
        self.state.room.clear();
        self.state.ending = Some(Ending { winner: outcome.winner, reason, points: outcome.points });
        self.emit(listener, Event::Ended(outcome));
    }

    /// How it ended, if it has.
    pub(crate) fn ended(&self) -> Option<Outcome> {
        let Ending { winner, reason, points } = self.state.ending?;
        Some(Outcome { winner, reason: REASONS[usize::from(reason) % REASONS.len()], points })
    }
}
