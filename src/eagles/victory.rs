//! Objectives, the turn limit, and who has won (EA-SCEN-4).

use battle::{Departure, Event, Goal, Listener, Objective, Outcome, Presence, Reason, Side, UnitId, Victory, rule};

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

    /// The side that has an area to itself: unspent Units of its own in it and no enemy ones.
    fn alone_in(&self, objective: &Objective) -> Option<Side> {
        let inside = |unit: &UnitId| {
            let print = self.field.footprint(*unit);
            objective.hexes.iter().any(|hex| print.contains(*hex))
        };
        let there = Side::ALL.map(|side| self.field.present_of(side).filter(inside).collect::<Vec<_>>());
        let holding = there.each_ref().map(|units| units.iter().any(|unit| self.holds(*unit)));
        match (holding, there[0].is_empty(), there[1].is_empty()) {
            ([true, _], _, true) => Some(Side::Blue),
            ([_, true], true, _) => Some(Side::Red),
            _ => None,
        }
    }

    /// At a turn's end: who has each objective now.
    pub(crate) fn take_objectives(&mut self, listener: &mut dyn Listener) {
        rule!("EA-SCEN-2");
        let objectives = self.field.roster().objectives.clone();
        for (place, objective) in objectives.iter().enumerate() {
            let was = self.field.holders()[place];
            let now = match objective.goal {
                Goal::Hold => self.alone_in(objective).or(was),
                Goal::Occupy => self.alone_in(objective),
                Goal::Exit | Goal::Destroy => was,
            };
            if now != was {
                let event = Event::ObjectiveTaken { objective: place as u8, holder: now };
                self.emit(listener, event);
            }
        }
    }

    /// Units of a side that left the map through an objective.
    fn exited(&self, side: Side, objective: &Objective) -> usize {
        let through = |unit: &UnitId| {
            let state = self.field.unit(*unit);
            let print = self.field.footprint_at(*unit, &state.pose);
            state.presence == Presence::Gone(Departure::Exited)
                && objective.hexes.iter().any(|hex| print.contains(*hex))
        };
        self.field.ids().filter(|unit| self.field.side(*unit) == side).filter(through).count()
    }

    /// Units of a side that were destroyed.
    fn destroyed(&self, side: Side) -> usize {
        let lost = |unit: &UnitId| {
            let presence = self.field.unit(*unit).presence;
            self.field.side(*unit) == side
                && matches!(presence, Presence::Gone(Departure::Destroyed | Departure::Routed))
        };
        self.field.ids().filter(lost).count()
    }

    /// Whether a side has an objective that is open to it.
    fn achieved(&self, side: Side, place: usize, objective: &Objective) -> bool {
        match objective.goal {
            Goal::Hold => self.field.holders()[place] == Some(side),
            Goal::Occupy => self.alone_in(objective) == Some(side),
            Goal::Exit => self.exited(side, objective) >= usize::from(objective.count.max(1)),
            Goal::Destroy => self.destroyed(side.other()) >= usize::from(objective.count.max(1)),
        }
    }

    /// The objectives open to a side, each with whether it has it and its value.
    fn standing(&self, side: Side) -> Vec<(bool, i16)> {
        let objectives = self.field.roster().objectives.iter().enumerate();
        let open = objectives.filter(|(_, objective)| objective.side.is_none_or(|own| own == side));
        open.map(|(place, objective)| (self.achieved(side, place, objective), objective.value)).collect()
    }

    /// Strength Points a side has lost.
    fn losses(&self, side: Side) -> i16 {
        let lost = |unit: UnitId| {
            let state = self.field.unit(unit);
            match state.presence {
                Presence::Gone(Departure::Destroyed | Departure::Routed) => state.full,
                Presence::Gone(Departure::Exited) | Presence::Due | Presence::OnMap => state.full - state.strength,
            }
        };
        self.field.ids().filter(|unit| self.field.side(*unit) == side).map(lost).sum()
    }

    /// The result by objectives; by losses for a map without them (EA-SCEN-4).
    pub(crate) fn count_up(&self) -> Outcome {
        rule!("EA-SCEN-4");
        if self.field.roster().objectives.is_empty() {
            let points = [self.losses(Side::Red), self.losses(Side::Blue)];
            return Outcome { winner: leader_of(points), reason: Reason::Losses, points };
        }
        let standing = Side::ALL.map(|side| self.standing(side));
        let points = standing.each_ref().map(|all| all.iter().filter(|(has, _)| *has).map(|(_, value)| value).sum());
        let winner = match self.setting.victory {
            Victory::Points => leader_of(points),
            Victory::All => {
                let all = standing.each_ref().map(|all| i16::from(!all.is_empty() && all.iter().all(|(has, _)| *has)));
                leader_of(all)
            }
        };
        Outcome { winner, reason: Reason::Objectives, points }
    }

    /// A side with no Units on the map or due has lost at once, unless it has left by its exits (EA-SCEN-4).
    pub(crate) fn look_for_end(&mut self, listener: &mut dyn Listener) {
        if self.state.stage == Stage::Over {
            return;
        }
        let alive = Side::ALL.map(|side| self.alive(side));
        if alive == [true, true] {
            return;
        }
        let left = |side: Side| self.field.ids().any(|unit| self.left_by_exit(unit, side));
        let counted = self.count_up();
        let outcome = match alive {
            [false, false] => Outcome { winner: None, reason: Reason::Destruction, ..counted },
            [true, false] if !left(Side::Red) => {
                Outcome { winner: Some(Side::Blue), reason: Reason::Destruction, ..counted }
            }
            [false, true] if !left(Side::Blue) => {
                Outcome { winner: Some(Side::Red), reason: Reason::Destruction, ..counted }
            }
            _ => counted,
        };
        self.end(listener, outcome);
    }

    fn alive(&self, side: Side) -> bool {
        let there = |unit: UnitId| matches!(self.field.unit(unit).presence, Presence::Due | Presence::OnMap);
        self.field.ids().any(|unit| self.field.side(unit) == side && there(unit))
    }

    fn left_by_exit(&self, unit: UnitId, side: Side) -> bool {
        self.field.side(unit) == side && self.field.unit(unit).presence == Presence::Gone(Departure::Exited)
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

/// The side with more of something.
fn leader_of(points: [i16; 2]) -> Option<Side> {
    match points[0].cmp(&points[1]) {
        std::cmp::Ordering::Greater => Some(Side::Blue),
        std::cmp::Ordering::Less => Some(Side::Red),
        std::cmp::Ordering::Equal => None,
    }
}
