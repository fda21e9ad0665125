//! The door to everybody else: `battle::System` and `battle::Estimates` for every battle under a rule system, once.

use battle::{
    Battlefield, Binding, Card, Command, Decision, Dice, Effect, Event, FireArc, Forecast, Fork, HouseRules,
    Hundredths, LeaderFate, LeaderId, Listener, Order, Outcome, Pending, Pose, Presence, Reach, Reason, Refusal,
    Secrecy, Sheet, Side, System, SystemInfo, Threat, UnitId,
};
use hexes::{Direction, Hex};

use crate::turn::{carry_out, deciding};
use crate::{Frame, Rules, Umpire, War, ending, legal};

impl<R: Rules> War<R> {
    fn decision(&self) -> Option<Decision> {
        let ask = legal::asked(self)?;
        let (unit, target) = self.waits().map_or((None, None), |wait| (wait.unit, wait.target));
        Some(Decision { side: deciding(self), ask, unit, target })
    }
}

impl<R: Rules> System for War<R> {
    fn info(&self) -> &'static SystemInfo {
        R::INFO
    }

    fn house(&self) -> &HouseRules {
        &self.setting.house
    }

    fn field(&self) -> &Battlefield {
        &self.field
    }

    fn opening(&self) -> &[Event] {
        &self.opening
    }

    fn pending(&self) -> Pending {
        match (self.ended(), self.decision()) {
            (Some(outcome), _) => Pending::Over(outcome),
            (None, Some(decision)) => Pending::Decide(decision),
            (None, None) => Pending::Over(R::count_up(self)),
        }
    }

    fn orders(&self) -> Vec<Order> {
        legal::orders(&self.seen_by(deciding(self)))
    }

    fn stems(&self) -> Vec<Order> {
        legal::stems(&self.seen_by(deciding(self)))
    }

    fn options(&self, wanted: &dyn Fn(&Order) -> bool) -> Vec<Order> {
        legal::options(&self.seen_by(deciding(self)), wanted)
    }

    fn reach(&self, stem: &Order) -> Reach {
        legal::reach(&self.seen_by(deciding(self)), stem)
    }

    fn check(&self, order: &Order) -> Result<(), Refusal> {
        legal::check(&self.seen_by(deciding(self)), order)
    }

    fn resolve(&mut self, order: &Order, listener: &mut dyn Listener) -> Result<(), Refusal> {
        self.check(order)?;
        carry_out(&mut Umpire::new(self, listener), order);
        Ok(())
    }

    fn forecast(&self, order: &Order) -> Forecast {
        let seen = self.seen_by(deciding(self));
        let known = order.actor.into_iter().chain(order.target).all(|object| seen.knows(object));
        match R::VERBS.get(usize::from(order.verb.0)) {
            Some(row) if known => (row.foresee)(&seen, order),
            _ => Forecast::default(),
        }
    }

    fn tells_distances(&self) -> bool {
        R::tells_distances(self)
    }

    fn estimates(&self) -> &dyn battle::Estimates {
        self
    }

    fn score(&self) -> Outcome {
        self.ended().unwrap_or_else(|| R::count_up(self))
    }

    fn breaks(&self) -> &'static str {
        R::breaks(self)
    }

    fn holders(&self) -> Vec<Option<Side>> {
        let mut holders = self.field().holders().to_vec();
        for event in ending::open_field(self).objectives_taken(&|unit, area| R::grip(self, unit, area)) {
            if let Event::ObjectiveTaken { objective, holder } = event
                && let Some(known) = holders.get_mut(usize::from(objective))
            {
                *known = holder;
            }
        }
        holders
    }

    fn holds_ground(&self, unit: UnitId) -> bool {
        R::holds_ground(self, unit)
    }

    fn sees(&self, from: Hex, to: Hex) -> bool {
        R::sees(self, from, to)
    }

    fn fire_arc(&self, unit: UnitId, pose: &Pose) -> FireArc {
        R::fire_arc(self, unit, pose)
    }

    fn card(&self, unit: UnitId) -> Card {
        if self.field.unit(unit).presence == Presence::Unknown { Card::default() } else { R::card(self, unit) }
    }

    fn commands(&self, side: Side) -> Vec<Command> {
        R::commands(self, side)
    }

    fn leader_fate(&self, leader: LeaderId) -> LeaderFate {
        R::leader_fate(self, leader)
    }

    fn reference(&self) -> Vec<Sheet> {
        R::reference(&self.setting.options)
    }

    fn state(&self) -> Vec<u8> {
        R::account(self)
    }

    fn audit(&self) -> Result<(), String> {
        let passing: Vec<UnitId> = self.state.stack.iter().filter_map(Frame::passing).collect();
        self.field.audit_but(&passing)?;
        let waits_for = self.waits().and_then(|wait| wait.unit).filter(|unit| !self.present(*unit));
        if let Some(unit) = waits_for {
            return Err(format!("the battle waits for {}, which is not on the map", self.name(unit)));
        }
        R::audit(self)
    }

    fn view(&self, side: Side, seed: u64) -> Box<dyn System> {
        Box::new(self.view_of(side, seed))
    }

    fn secrecy(&self) -> Secrecy {
        R::secrecy(self)
    }

    fn copy(&self) -> Box<dyn System> {
        Box::new(self.clone())
    }

    fn forgetful(&self) -> Box<dyn System> {
        Box::new(War::forgetful(self))
    }

    fn forked(&self, fork: Fork) -> Box<dyn System> {
        let mut copy = self.clone();
        copy.set_dice(Dice::forked(fork));
        Box::new(copy)
    }

    fn fork(&self) -> Option<&Fork> {
        self.dice().fork()
    }

    fn resign(&mut self, side: Side, listener: &mut dyn Listener) {
        if !self.is_over() {
            let outcome = Outcome { winner: Some(side.other()), reason: Reason::Resigned, ..R::count_up(self) };
            Umpire::new(self, listener).end(outcome);
        }
    }
}

impl<R: Rules> battle::Estimates for War<R> {
    fn prospects(&self, unit: UnitId) -> Vec<Order> {
        legal::prospects(&self.seen_by(deciding(self)), unit)
    }

    fn judged(&self, order: &Order, forecast: &Forecast) -> Effect {
        let seen = self.seen_by(deciding(self));
        let known = order.actor.into_iter().chain(order.target).all(|object| seen.knows(object));
        let guess = if known { R::guess(&seen, order, forecast) } else { None };
        guess.unwrap_or(forecast.effect)
    }

    fn threat(&self, by: UnitId, from: &Pose, on: UnitId, at: &Pose) -> Threat {
        R::threat(self, by, from, on, at)
    }

    fn step_cost(&self, unit: UnitId, from: Hex, step: Direction) -> Option<Hundredths> {
        R::step_cost(self, unit, from, step)
    }

    fn pace(&self, unit: UnitId) -> Hundredths {
        R::pace(self, unit)
    }

    fn fire_range(&self, unit: UnitId) -> Hundredths {
        R::fire_range(self, unit)
    }

    fn fire_to_come(&self, unit: UnitId, pose: &Pose, enemy: UnitId) -> f64 {
        R::fire_to_come(self, unit, pose, enemy)
    }

    fn toll(&self, unit: UnitId, place: &battle::Destination) -> f64 {
        R::toll(self, unit, place)
    }

    fn called_for(&self, stem: &Order) -> Option<Pose> {
        R::called_for(self, stem)
    }

    fn cover(&self, unit: UnitId, pose: &Pose) -> f64 {
        R::cover(self, unit, pose)
    }

    fn binding(&self, leader: LeaderId) -> Option<Binding> {
        R::binding(self, leader)
    }

    fn worth(&self, unit: UnitId) -> f64 {
        R::worth(self, unit)
    }
}
