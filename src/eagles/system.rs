//! The door to everybody else: `battle::System` for this system, delegating to the rooms that do the work.

use battle::{
    Battlefield, Card, Decision, Dice, Event, FireArc, Forecast, HouseRules, Listener, Object, Order, Pending, Perch,
    Pose, Reach, Refusal, Sheet, Side, System, SystemInfo, Threat, UnitId, ascending,
};
use hexes::{Direction, Hex};

use crate::assault::Reply;
use crate::eagles::Eagles;
use crate::fire::Shot;
use crate::info::{self, *};
use crate::legal::{Means, shot_of};
use crate::movement::Gait;
use crate::state::{Flags, Stage, Wait};
use crate::{Placement, tables};

impl Eagles {
    /// The side whose decision is pending.
    pub(crate) fn deciding(&self) -> Side {
        match self.state.wait {
            Wait::React { target, .. } => self.field.side(target),
            Wait::Settle { unit } => self.field.side(unit),
            Wait::Reaction => self.active().other(),
            Wait::Return(leader) => self.setting.generals[usize::from(leader)].side,
            _ => self.active(),
        }
    }

    /// What is asked now.
    pub(crate) fn asked(&self) -> &'static battle::Ask {
        match (self.state.wait, self.state.stage) {
            (Wait::Nothing, Stage::Deploy) => &info::ASK_DEPLOY,
            (Wait::Nothing, Stage::Arrivals) => &info::ASK_ARRIVE,
            (Wait::Nothing, Stage::Orders) => &info::ASK_COMMAND,
            (Wait::Nothing, Stage::Actions) => &info::ASK_ACT,
            (Wait::Nothing, _) => &info::ASK_FIRE,
            (Wait::Halt { .. } | Wait::Short { .. }, _) => &info::ASK_HALT,
            (Wait::React { .. }, _) => &info::ASK_REACT,
            (Wait::Pursue { .. }, _) => &info::ASK_PURSUE,
            (Wait::Unlimber { .. }, _) => &info::ASK_UNLIMBER,
            (Wait::Reaction, _) => &info::ASK_REACTION,
            (Wait::Settle { .. }, _) => &info::ASK_SETTLE,
            (Wait::Return(_), _) => &info::ASK_RETURN,
        }
    }

    fn decision(&self) -> Decision {
        let (unit, target) = match self.state.wait {
            Wait::Halt { unit, .. } | Wait::Pursue { unit } | Wait::Unlimber { unit } | Wait::Settle { unit } => {
                (Some(unit), None)
            }
            Wait::Short { attacker, target, .. } => (Some(attacker), Some(target)),
            Wait::React { attacker, target, .. } => (Some(target), Some(attacker)),
            Wait::Nothing | Wait::Reaction | Wait::Return(_) => (None, None),
        };
        Decision { side: self.deciding(), ask: self.asked(), unit, target }
    }

    /// Carries out an order that has been checked.
    pub(crate) fn carry_out(&mut self, listener: &mut dyn Listener, order: &Order) {
        match order.actor {
            Some(Object::Unit(unit)) => self.unit_order(listener, unit, order),
            Some(Object::Leader(leader)) => self.leader_order(listener, leader, order),
            _ => self.done(listener),
        }
    }

    fn leader_order(&mut self, listener: &mut dyn Listener, leader: battle::LeaderId, order: &Order) {
        let number = order.number.unwrap_or(0);
        match (order.verb, order.target) {
            (ATTACH, Some(Object::Unit(unit))) if matches!(self.state.wait, Wait::Return(_)) => {
                self.return_general(listener, leader, unit);
            }
            (ATTACH, Some(Object::Unit(unit))) => self.lead(listener, leader, Perch::With(unit), "EA-GEN-1"),
            (RIDE, Some(Object::Hex(hex))) => self.lead(listener, leader, Perch::At(hex), "EA-GEN-1"),
            (GRANT, target) => self.grant(listener, leader, target.and_then(Object::leader)),
            (PIP, _) => self.grant(listener, leader, None),
            (BANK, _) => self.bank(listener, leader, number),
            _ => {}
        }
    }

    fn unit_order(&mut self, listener: &mut dyn Listener, unit: UnitId, order: &Order) {
        self.state.acted |= self.state.stage == Stage::Actions && self.state.wait == Wait::Nothing;
        match (order.pose, order.target_unit()) {
            (Some(pose), _) => self.posed_order(listener, unit, order, pose),
            (None, Some(target)) => self.aimed_order(listener, unit, order, target),
            (None, None) => self.plain_order(listener, unit, order),
        }
    }

    fn posed_order(&mut self, listener: &mut dyn Listener, unit: UnitId, order: &Order, pose: Pose) {
        match order.verb {
            PLACE => {
                self.flag(unit, Flags::PLACED, true);
                self.emit(listener, Event::Placed { unit, pose });
            }
            MOVE => self.set_off(listener, unit, pose, Gait::Move),
            MARCH => self.set_off(listener, unit, pose, Gait::March),
            MANEUVER => self.maneuver(listener, unit, pose),
            HALT => self.halt(listener, pose),
            PURSUE => self.pursue(listener, pose),
            SETTLE => self.settle(listener, pose),
            _ => {}
        }
    }

    fn aimed_order(&mut self, listener: &mut dyn Listener, unit: UnitId, order: &Order, target: UnitId) {
        let way = usize::try_from(order.number.unwrap_or(0)).unwrap_or(0);
        match (order.verb, shot_of(order.verb)) {
            (ASSAULT, _) => self.assault(listener, unit, target, way),
            (FIRE, _) if matches!(self.state.wait, Wait::React { .. }) => self.reply(listener, Reply::Fire),
            (FIRE, _) if self.state.wait == Wait::Reaction => {
                self.flag(unit, Flags::REACTED, true);
                self.fire(listener, unit, target, Shot::Paid);
            }
            (BOMBARD | BARRAGE, Some(shot)) => self.bombard(listener, unit, target, shot),
            (_, Some(shot)) => self.fire(listener, unit, target, shot),
            _ => {}
        }
    }

    fn plain_order(&mut self, listener: &mut dyn Listener, unit: UnitId, order: &Order) {
        match (order.verb, self.state.wait) {
            (ORDER, _) => self.give_order(listener, unit),
            (RALLY, _) => self.rally(listener, unit),
            (RESUPPLY, _) => self.resupply(listener, unit),
            (LAY, _) => self.lay(listener, unit),
            (STAND, _) => self.reply(listener, Reply::Stand),
            (KEEP, Wait::React { .. }) => self.reply(listener, Reply::Keep),
            (KEEP, _) => self.answered(),
            _ => {}
        }
    }

    /// Whether the order is to be kept from the other side until both have placed theirs (EA-RES-4).
    fn secret(&self) -> bool {
        self.state.stage == Stage::Orders && self.rules().placement == Placement::Secret
    }

    /// Takes out what a side may not know: Orders the other has placed in secret, and what it has paid for them, saved,
    /// handed on or kept.
    fn forget(&mut self, side: Side) {
        if !self.secret() {
            return;
        }
        let pools = self.state.pools.iter_mut().zip(self.rolled.iter()).zip(&self.setting.pools);
        for ((pool, rolled), _) in pools.filter(|(_, info)| info.side != side) {
            *pool = *rolled;
        }
        self.state.pips[side.other().index()] = 0;
        self.state.ordering &= self.active() == side;
        for unit in self.field.ids().filter(|unit| self.field.side(*unit) != side).collect::<Vec<_>>() {
            let state = &mut self.state.units[unit.index()];
            state.orders = [None; 2];
            state.flags.remove(Flags::WAS_ORDERED);
        }
    }
}

impl System for Eagles {
    fn info(&self) -> &'static SystemInfo {
        &INFO
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
        self.ended().map_or_else(|| Pending::Decide(self.decision()), Pending::Over)
    }

    fn orders(&self) -> Vec<Order> {
        ascending(self.listed_orders())
    }

    fn stems(&self) -> Vec<Order> {
        ascending(self.listed_stems())
    }

    fn reach(&self, stem: &Order) -> Reach {
        self.stem_reach(stem)
    }

    fn check(&self, order: &Order) -> Result<(), Refusal> {
        self.verdict(order)
    }

    fn resolve(&mut self, order: &Order, listener: &mut dyn Listener) -> Result<(), Refusal> {
        self.verdict(order)?;
        let side = self.deciding();
        self.emit(listener, Event::Ordered { side, order: *order });
        self.carry_out(listener, order);
        listener.carried_out(self);
        self.run(listener);
        Ok(())
    }

    fn forecast(&self, order: &Order) -> Forecast {
        self.foresee(order)
    }

    fn prospects(&self, unit: UnitId) -> Vec<Order> {
        let mut orders = self.actions_of(unit, Means::Supposed);
        orders.extend(self.moves_of(unit, Means::Supposed));
        orders
    }

    fn threat(&self, by: UnitId, from: &Pose, on: UnitId, at: &Pose) -> Threat {
        self.menace(by, from, on, at)
    }

    fn step_cost(&self, unit: UnitId, from: Hex, step: Direction) -> Option<u16> {
        self.scene().pivot_step_cost(unit, from, step)
    }

    fn pace(&self, unit: UnitId) -> u16 {
        let mean = self.distance_pool(unit, Gait::Move).mean();
        (mean * 100.0) as u16
    }

    fn fire_range(&self, unit: UnitId) -> u8 {
        let reach = self.fire_reach(unit).max(self.skirmish_reach(unit));
        self.scene().hexes(reach).clamp(0, i32::from(u8::MAX)) as u8
    }

    fn cover(&self, _unit: UnitId, pose: &Pose) -> f64 {
        if self.scene().rally_cover(pose).is_some() { 1.0 } else { 0.0 }
    }

    fn worth(&self, unit: UnitId) -> f64 {
        tables::WORTH[self.class(unit) as usize]
    }

    fn holds_ground(&self, unit: UnitId) -> bool {
        self.holds(unit)
    }

    fn sees(&self, from: Hex, to: Hex) -> bool {
        self.scene().sees_hex(from, to)
    }

    fn fire_arc(&self, unit: UnitId, pose: &Pose) -> FireArc {
        self.arc(unit, pose)
    }

    fn card(&self, unit: UnitId) -> Card {
        self.unit_card(unit)
    }

    fn reference(&self) -> Vec<Sheet> {
        crate::reference::sheets(self.rules())
    }

    fn state(&self) -> Vec<u8> {
        postcard::to_stdvec(&(&self.field, &self.state, self.dice.counts())).expect("flat state always encodes")
    }

    fn audit(&self) -> Result<(), String> {
        self.field.audit()?;
        self.audit_orders()
    }

    fn view(&self, side: Side, seed: u64) -> Box<dyn System> {
        let mut view = self.clone();
        view.dice = Dice::new(seed);
        view.forget(side);
        Box::new(view)
    }

    fn copy(&self) -> Box<dyn System> {
        Box::new(self.clone())
    }

    fn resign(&mut self, side: Side, listener: &mut dyn Listener) {
        if self.state.stage != Stage::Over {
            let points = self.count_up().points;
            let reason = battle::Reason::Resigned;
            self.end(listener, battle::Outcome { winner: Some(side.other()), reason, points });
        }
    }
}
