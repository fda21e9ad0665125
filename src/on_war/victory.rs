//! Who has won: broken brigades, objectives, the turn limit (OW-WIN).

use battle::{Departure, Event, Listener, Marks, Outcome, Reason, Side, UnitId, rule};

use crate::state::{Ending, Stage, Wait};
use crate::war::OnWar;

/// Reasons by their number in [`Ending`].
pub(crate) const REASONS: [Reason; 5] =
    [Reason::Objectives, Reason::Losses, Reason::Destruction, Reason::Broken, Reason::Resigned];

impl OnWar {
    /// Whether a unit counts as holding ground: on the map and in hand. Hidden units neither hold nor dispute it, or
    /// the other side could read them from the score.
    pub(crate) fn holds(&self, unit: UnitId) -> bool {
        self.present(unit) && !self.marked(unit, Marks::ROUTING | Marks::HIDDEN)
    }

    /// The field as both sides know it, for the score.
    fn open_field(&self) -> battle::Battlefield {
        let hidden: Vec<UnitId> = self.field.present().filter(|unit| self.marked(*unit, Marks::HIDDEN)).collect();
        self.field.without(&hidden)
    }

    /// The result as it stands.
    pub(crate) fn count_up(&self) -> Outcome {
        let holds = |unit| self.holds(unit);
        let at_limit = self.open_field().count_up(self.setting.victory, &holds);
        let points = if self.field.roster().objectives.is_empty() {
            [self.field.losses(Side::Red), self.field.losses(Side::Blue)]
        } else {
            at_limit.points
        };
        Outcome { points, ..at_limit }
    }

    /// At a turn's end: who has each objective now.
    pub(crate) fn take_objectives(&mut self, listener: &mut dyn Listener) {
        for event in self.open_field().objectives_taken(&|unit| self.holds(unit)) {
            self.emit(listener, event);
        }
    }

    /// An army with no units left has lost (OW-WIN-2).
    pub(crate) fn look_for_end(&mut self, listener: &mut dyn Listener) {
        if self.state.stage == Stage::Over {
            return;
        }
        if let Some(outcome) = self.field.last_one_standing(self.setting.victory, &|unit| self.holds(unit)) {
            self.end(listener, outcome);
        }
    }

    /// A brigade quits: its units leave, and the battle may be lost by it (OW-WIN-2).
    pub(crate) fn brigade_quits(&mut self, listener: &mut dyn Listener, brigade: u8) {
        rule!("OW-WIN-2");
        let Some(first) = self.of_brigade(brigade).next() else { return };
        let side = self.field.side(first);
        self.state.quit[usize::from(brigade)] = true;
        self.emit(listener, Event::BrigadeBroke { brigade, clause: "OW-WIN-1" });
        let leaving: Vec<UnitId> = self.of_brigade(brigade).filter(|unit| self.present(*unit)).collect();
        for unit in leaving {
            self.destroy(listener, unit, Departure::Routed, "OW-WIN-1");
        }
        if self.army_is_broken(side) && self.state.stage != Stage::Over {
            let points = self.count_up().points;
            self.end(listener, Outcome { winner: Some(side.other()), reason: Reason::Broken, points });
        }
    }

    /// The units of a brigade, on the map or not.
    pub(crate) fn of_brigade(&self, brigade: u8) -> impl Iterator<Item = UnitId> + '_ {
        self.field.ids().filter(move |unit| self.field.roster().unit(*unit).brigade == brigade)
    }

    /// The brigades of a side that count, by their place in the roster.
    pub(crate) fn brigades_of(&self, side: Side) -> impl Iterator<Item = u8> + '_ {
        let brigades = self.field.roster().brigades.iter().zip(&self.setting.counts).enumerate();
        brigades.filter(move |(_, (brigade, counts))| brigade.side == side && **counts).map(|(place, _)| place as u8)
    }

    fn army_is_broken(&self, side: Side) -> bool {
        let all = self.brigades_of(side).count();
        let gone = self.brigades_of(side).filter(|brigade| self.state.quit[usize::from(*brigade)]).count();
        if self.rules().half_of_brigades { gone >= all.div_ceil(2) } else { gone > 0 }
    }

    /// Ends the battle; what was still to be decided is dropped.
    pub(crate) fn end(&mut self, listener: &mut dyn Listener, outcome: Outcome) {
        if self.state.stage == Stage::Over {
            return;
        }
        let reason = REASONS.iter().position(|reason| *reason == outcome.reason).unwrap_or(0) as u8;
        self.state.stage = Stage::Over;
        self.state.wait = Wait::Nothing;
        self.state.charges.clear();
        self.state.fight = None;
        self.state.ending = Some(Ending { winner: outcome.winner, reason, points: outcome.points });
        self.emit(listener, Event::Ended(outcome));
    }

    /// How it ended, if it has.
    pub(crate) fn ended(&self) -> Option<Outcome> {
        let Ending { winner, reason, points } = self.state.ending?;
        Some(Outcome { winner, reason: REASONS[usize::from(reason) % REASONS.len()], points })
    }
}
