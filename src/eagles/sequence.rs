//! The turn as a state machine: which step comes next, and what happens between decisions (EA-SEQ).

use battle::{Departure, Event, LeaderId, Listener, Marks, Order, Side, rule};

use crate::eagles::Eagles;
use crate::info::step;
use crate::state::{Flags, Stage, Wait};
use crate::{Placement, info};

/// The most steps that pass by themselves between two decisions; more would be a fault of ours.
const MOST_STEPS: usize = 10_000;

/// Marks that last one turn.
const TURN_MARKS: Marks = Marks::MOVED
    .union(Marks::MARCHED)
    .union(Marks::MANEUVERED)
    .union(Marks::FIRED)
    .union(Marks::BOMBARDED)
    .union(Marks::SKIRMISHED)
    .union(Marks::ORDERED)
    .union(Marks::WAS_ORDERED)
    .union(Marks::CHARGED)
    .union(Marks::LIMBERED);

/// Flags that outlast a turn.
const LASTING: Flags = Flags::OUT.union(Flags::PLACED);

impl Eagles {
    /// The side whose half of the step it is.
    pub(crate) fn side_of(&self, stage: Stage, half: u8) -> Side {
        let first = match stage {
            Stage::Deploy | Stage::Arrivals => self.setting.first_side,
            Stage::Orders => return self.placing_side(half),
            Stage::Actions | Stage::Fire | Stage::End | Stage::Over => self.state.holder,
        };
        if half == 0 { first } else { first.other() }
    }

    /// The side whose half of the step it is now.
    pub(crate) fn active(&self) -> Side {
        self.side_of(self.state.stage, self.state.half)
    }

    /// Runs the battle on until somebody has something to decide, or it is over.
    pub(crate) fn run(&mut self, listener: &mut dyn Listener) {
        for _ in 0..MOST_STEPS {
            self.look_for_end(listener);
            if self.state.stage == Stage::Over {
                return;
            }
            if self.state.wait != Wait::Nothing {
                match self.only_answer() {
                    Answer::Open => return,
                    Answer::Only(order) => self.carry_out(listener, &order),
                    Answer::None => self.answered(),
                }
            } else if self.reaction_due() {
                self.interrupt(Wait::Reaction);
            } else if self.state.stage == Stage::End {
                self.close_turn(listener);
            } else {
                match self.only_answer() {
                    Answer::None => self.finish_half(listener),
                    Answer::Only(order) if order.verb == info::DONE => self.finish_half(listener),
                    _ => return,
                }
            }
        }
        unreachable!("the turn sequence went on for {MOST_STEPS} steps without a decision")
    }

    /// Whether there is a real choice now.
    fn only_answer(&self) -> Answer {
        if self.plainly_open() {
            return Answer::Open;
        }
        let orders = self.listed_orders();
        let stems = self.listed_stems();
        match (orders.as_slice(), stems.as_slice()) {
            ([], []) => Answer::None,
            ([only], []) => Answer::Only(*only),
            ([], [stem]) => {
                let reach = self.stem_reach(stem);
                let mut places = reach.legal();
                match (places.next(), places.next()) {
                    (Some(place), None) => Answer::Only(stem.to(place.pose)),
                    (None, _) => Answer::None,
                    _ => Answer::Open,
                }
            }
            _ => Answer::Open,
        }
    }

    /// Quick test for a real choice in the steps that are asked most; no says nothing.
    fn plainly_open(&self) -> bool {
        if self.state.wait != Wait::Nothing {
            return false;
        }
        let mut units = self.field.present_of(self.active());
        match self.state.stage {
            Stage::Orders => units.any(|unit| self.may_order(unit).is_ok()),
            Stage::Actions => {
                units.any(|unit| self.may_maneuver(unit).is_ok() && self.uses(unit) > 0 && !self.spent(unit))
            }
            Stage::Fire => units.any(|unit| !self.shots_of(unit).is_empty()),
            Stage::Deploy | Stage::Arrivals | Stage::End | Stage::Over => false,
        }
    }

    /// EA-SEQ-7: after an Action the other side may fire by its Orders, with the option on (EA-OPT-2).
    fn reaction_due(&mut self) -> bool {
        let due = self.state.acted && self.rules().defend && self.state.stage == Stage::Actions;
        self.state.acted = false;
        due
    }

    /// Begins a half of a step.
    fn enter(&mut self, listener: &mut dyn Listener, stage: Stage, half: u8) {
        (self.state.stage, self.state.half) = (stage, half);
        let step = match stage {
            Stage::Deploy => step::DEPLOY,
            Stage::Arrivals => step::ARRIVALS,
            Stage::Orders => step::ORDERS,
            Stage::Actions => step::ACTIONS,
            Stage::Fire => step::FIRE,
            Stage::End | Stage::Over => step::END,
        };
        let side = (stage != Stage::End).then(|| self.active());
        self.state.units.iter_mut().for_each(|unit| unit.hits = 0);
        self.emit(listener, Event::StepBegan { step, side });
    }

    /// The half of the step is done.
    pub(crate) fn finish_half(&mut self, listener: &mut dyn Listener) {
        if self.state.stage == Stage::Orders {
            let side = self.active();
            self.settle_generals(listener, side);
            self.close_pools(side);
        }
        if self.state.half == 0 {
            return self.enter(listener, self.state.stage, 1);
        }
        match self.state.stage {
            Stage::Deploy => self.begin_turn(listener),
            Stage::Arrivals => self.begin_orders(listener),
            Stage::Orders => self.begin_fighting(listener),
            Stage::Actions => self.after_actions(listener),
            Stage::Fire => self.after_fire(listener),
            Stage::End | Stage::Over => {}
        }
    }

    /// EA-SEQ-5, or the Fire phase first (EA-RES-45).
    fn begin_fighting(&mut self, listener: &mut dyn Listener) {
        if self.rules().placement == Placement::Secret {
            self.reveal_orders(listener);
        }
        self.emit(listener, Event::StepBegan { step: step::INITIATIVE, side: None });
        self.roll_initiative(listener);
        rule!("EA-SEQ-5");
        rule!("EA-RES-45");
        let first = if self.rules().fire_first { Stage::Fire } else { Stage::Actions };
        self.enter(listener, first, 0);
    }

    fn after_actions(&mut self, listener: &mut dyn Listener) {
        rule!("EA-SEQ-13");
        if self.rules().fire_first { self.begin_end(listener) } else { self.enter(listener, Stage::Fire, 0) }
    }

    fn after_fire(&mut self, listener: &mut dyn Listener) {
        rule!("EA-SEQ-8");
        if self.rules().fire_first { self.enter(listener, Stage::Actions, 0) } else { self.begin_end(listener) }
    }

    /// Begins the battle: deployment, or turn 1 (EA-SEQ-1).
    pub(crate) fn begin(&mut self, listener: &mut dyn Listener) {
        rule!("EA-SEQ-1");
        if self.setting.free_deployment {
            self.enter(listener, Stage::Deploy, 0);
        } else {
            self.begin_turn(listener);
        }
        self.run(listener);
    }

    fn begin_turn(&mut self, listener: &mut dyn Listener) {
        let turn = self.field.turn() + 1;
        self.dice.new_turn();
        self.emit(listener, Event::TurnBegan { turn });
        for unit in self.field.present().collect::<Vec<_>>() {
            let marks = self.field.unit(unit).marks & TURN_MARKS;
            self.mark(listener, unit, marks, false);
        }
        for unit in &mut self.state.units {
            unit.flags &= LASTING;
            unit.orders = [None; 2];
        }
        self.state.generals.iter_mut().for_each(|general| general.moved = false);
        self.state.pips = [0; 2];
        self.arrive(listener);
        if self.rules().reinforce_move && self.state.units.iter().any(|unit| unit.flags.contains(Flags::FREE_MOVE)) {
            self.enter(listener, Stage::Arrivals, 0);
        } else {
            self.begin_orders(listener);
        }
    }

    fn begin_orders(&mut self, listener: &mut dyn Listener) {
        self.state.ordering = false;
        self.enter(listener, Stage::Orders, 0);
        self.roll_orders(listener);
    }

    /// Step 5, the clean-up: spent Units go, Generals come back (EA-SEQ-9, EA-SEQ-11).
    fn begin_end(&mut self, listener: &mut dyn Listener) {
        rule!("EA-SEQ-9");
        rule!("EA-SEQ-11");
        rule!("EA-RES-6");
        self.enter(listener, Stage::End, 0);
        for unit in self.field.present().collect::<Vec<_>>() {
            if self.spent(unit) {
                self.remove(listener, unit, Departure::Routed, "EA-SEQ-9");
            }
        }
        let turn = self.field.turn();
        let back = |place: &usize| self.state.generals[*place].lost.is_some_and(|lost| lost < turn);
        let returning: Vec<usize> = (0..self.state.generals.len()).filter(back).collect();
        for place in returning.into_iter().rev() {
            self.interrupt(Wait::Return(place as u8));
        }
    }

    /// A General is back with a Unit (EA-GEN-5).
    pub(crate) fn return_general(&mut self, listener: &mut dyn Listener, leader: LeaderId, unit: battle::UnitId) {
        self.answered();
        self.state.generals[leader.index()].lost = None;
        self.lead(listener, leader, battle::Perch::With(unit), "EA-GEN-5");
    }

    /// The end of step 5: unused Orders go, objectives and the turn limit are looked at.
    fn close_turn(&mut self, listener: &mut dyn Listener) {
        for unit in self.field.present().collect::<Vec<_>>() {
            self.mark(listener, unit, Marks::ORDERED, false);
        }
        self.state.units.iter_mut().for_each(|unit| unit.orders = [None; 2]);
        self.take_objectives(listener);
        if self.field.turn() >= self.field.turn_limit() {
            let outcome = self.count_up();
            self.end(listener, outcome);
        } else {
            self.begin_turn(listener);
        }
    }

    /// The step is done by the side's word; with compulsory fire only when nobody has a target (EA-RES-40).
    pub(crate) fn done(&mut self, listener: &mut dyn Listener) {
        if self.state.wait == Wait::Nothing {
            self.finish_half(listener);
        } else {
            self.answered();
        }
    }

    /// The order that ends a step.
    pub(crate) fn done_order() -> Order {
        Order::new(info::DONE)
    }
}

/// What can be answered now.
enum Answer {
    /// Nothing at all.
    None,
    /// One thing, without meaning.
    Only(Order),
    /// Several things.
    Open,
}
