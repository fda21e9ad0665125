//! The turn as a state machine: which sub-step comes next, and what happens between decisions (OW-SEQ).

use battle::{Event, Listener, Marks, Order, Side, rule};

use crate::info;
use crate::state::{Stage, Wait};
use crate::war::OnWar;

/// Where a stage stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Progress {
    /// It waits for a decision.
    Ask,
    /// It is over.
    Finished,
}

/// The sub-steps of a player's turn in order (OW-SEQ-2).
const ORDER: [Stage; 10] = [
    Stage::Morale,
    Stage::Rout,
    Stage::Openers,
    Stage::Charges,
    Stage::Moves,
    Stage::RoutMoves,
    Stage::Fire,
    Stage::Reply,
    Stage::Melee,
    Stage::End,
];

/// The most steps that pass by themselves between two decisions; more would be a fault of ours.
const MOST_STEPS: usize = 10_000;

impl OnWar {
    /// Begins the battle: deployment, or turn 1.
    pub(crate) fn begin(&mut self, listener: &mut dyn Listener) {
        rule!("OW-SEQ-4");
        self.state.first = self.setting.first_side;
        self.state.player = self.state.first;
        if self.setting.free_deployment {
            self.enter(listener, Stage::Deploy, self.state.first);
        } else {
            self.begin_turn(listener);
        }
        self.run(listener);
    }

    /// Goes on until a decision is pending or the battle is over.
    pub(crate) fn run(&mut self, listener: &mut dyn Listener) {
        for _ in 0..MOST_STEPS {
            self.look_for_end(listener);
            if self.state.stage == Stage::Over {
                return;
            }
            let progress = self.proceed(listener);
            if self.state.stage == Stage::Over || (progress == Progress::Ask && !self.is_idle()) {
                return;
            }
            if self.state.wait == Wait::Nothing {
                self.finish(listener);
            }
        }
        panic!("the turn goes round in circles in {:?}", self.state.stage);
    }

    /// Whether the stage could only be passed: nothing is pending and nobody can do anything.
    fn is_idle(&self) -> bool {
        let seen = self.seen_by(self.deciding());
        self.state.wait == Wait::Nothing && seen.stage_orders().is_empty() && seen.stage_stems().is_empty()
    }

    /// The order that ends a step.
    pub(crate) fn done_order() -> Order {
        Order::new(info::DONE)
    }

    /// The side's word that the stage is done.
    pub(crate) fn done(&mut self, listener: &mut dyn Listener) {
        match self.state.stage {
            Stage::Moves => self.moves_end(listener),
            Stage::Rout => self.rout_end(listener),
            _ => {}
        }
        if self.state.stage != Stage::Over {
            self.finish(listener);
        }
    }

    /// The stage is over: what comes next.
    fn finish(&mut self, listener: &mut dyn Listener) {
        rule!("OW-SEQ-2");
        rule!("OW-SEQ-3");
        let (stage, player) = (self.state.stage, self.state.player);
        if stage == Stage::Deploy {
            if player == self.state.first {
                self.enter(listener, Stage::Deploy, player.other());
            } else {
                self.begin_turn(listener);
            }
            return;
        }
        let place = ORDER.iter().position(|one| *one == stage).unwrap_or(0);
        match self.next_of(place, player) {
            Some((place, player)) => self.enter(listener, ORDER[place], player),
            None => self.close_turn(listener),
        }
    }

    /// The sub-step after that one: whole player turns one after the other, or every sub-step for both (OW-SEQ-1).
    fn next_of(&self, place: usize, player: Side) -> Option<(usize, Side)> {
        rule!("OW-SEQ-1");
        let first = self.state.first;
        let last = place + 1 == ORDER.len();
        match (self.rules().shared_phases, player == first) {
            (true, true) => Some((place, first.other())),
            (true, false) => (!last).then_some((place + 1, first)),
            (false, true) if last => Some((0, first.other())),
            (false, false) if last => None,
            (false, _) => Some((place + 1, player)),
        }
    }

    fn begin_turn(&mut self, listener: &mut dyn Listener) {
        let turn = self.field.turn() + 1;
        self.dice.new_turn();
        self.emit(listener, Event::TurnBegan { turn });
        self.arrive(listener);
        self.enter(listener, Stage::Morale, self.state.first);
    }

    /// Begins a sub-step.
    pub(crate) fn enter(&mut self, listener: &mut dyn Listener, stage: Stage, player: Side) {
        self.state.stage = stage;
        self.state.player = player;
        let step = stage as u8;
        self.emit(listener, Event::StepBegan { step, side: Some(player) });
        match stage {
            Stage::Morale => {
                self.note_stands(player);
                self.morale_enter(listener);
            }
            Stage::Rout => self.rout_enter(listener),
            Stage::Openers => self.openers_enter(listener),
            Stage::Charges => self.charges_enter(listener),
            Stage::Moves => self.moves_enter(listener),
            Stage::RoutMoves => self.rout_moves_enter(listener),
            Stage::Fire => self.fire_enter(listener),
            Stage::Reply => self.reply_enter(listener),
            Stage::Melee => self.melee_enter(listener),
            Stage::End => self.end_player_turn(listener),
            Stage::Deploy | Stage::Over => {}
        }
    }

    /// What units have when a player turn begins.
    fn note_stands(&mut self, player: Side) {
        for unit in self.field.present().collect::<Vec<_>>() {
            let stands = self.stands(unit);
            self.own_mut(unit).stands_then = stands;
        }
        for unit in self.units_of(player) {
            let own = self.own_mut(unit);
            (own.broke_now, own.rallied, own.tested, own.pursues) = (false, false, false, None);
        }
    }

    fn proceed(&mut self, listener: &mut dyn Listener) -> Progress {
        match self.state.stage {
            Stage::Deploy => Progress::Ask,
            Stage::Morale => self.morale_proceed(listener),
            Stage::Rout => self.rout_proceed(listener),
            Stage::Openers => self.openers_proceed(listener),
            Stage::Charges => self.charges_proceed(listener),
            Stage::Moves => self.moves_proceed(listener),
            Stage::RoutMoves => self.rout_moves_proceed(listener),
            Stage::Fire => self.fire_proceed(listener),
            Stage::Reply => self.reply_proceed(listener),
            Stage::Melee => self.melee_proceed(listener),
            Stage::End | Stage::Over => Progress::Finished,
        }
    }

    /// Sub-step E: flags that last no longer (OW-SEQ-5).
    fn end_player_turn(&mut self, listener: &mut dyn Listener) {
        rule!("OW-SEQ-5");
        self.state.charges.clear();
        self.state.fight = None;
        for unit in self.field.present().collect::<Vec<_>>() {
            self.mark(listener, unit, Marks::CHARGED, false);
            self.mark(listener, unit, Marks::FELL_BACK, false);
            let own = self.own_mut(unit);
            (own.replied, own.shot) = (false, false);
        }
        for unit in self.units_of(self.state.player) {
            self.mark(listener, unit, Marks::FIRED, false);
        }
        self.hide_again(listener);
    }

    /// The end of the turn: objectives and the turn limit are looked at.
    fn close_turn(&mut self, listener: &mut dyn Listener) {
        self.take_objectives(listener);
        if self.field.turn() >= self.field.turn_limit() {
            let outcome = self.count_up();
            self.end(listener, outcome);
        } else {
            self.begin_turn(listener);
        }
    }
}
