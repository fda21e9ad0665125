//! Carrying out orders, and going on from decision to decision through the turn.

use battle::{
    Arm, Arrival, Departure, Event, Goal, Listener, Manner, Marks, Object, Order, Perch, Pose, Presence, Roll, RollKey,
    Side, Told, UnitId, Victory, emit,
};

use super::Drill;
use super::info::*;
use super::state::{Ending, Scene, Stage};

/// What a roll is for and whose it is.
struct Throw {
    who: Option<UnitId>,
    side: Side,
    against: Option<UnitId>,
    why: Why,
    label: &'static str,
    clause: &'static str,
}

impl Drill {
    pub(super) fn carry_out(&mut self, order: &Order, listener: &mut dyn Listener) {
        let side = self.decision().map_or(Side::Blue, |decision| decision.side);
        self.emit(listener, Event::Ordered { side, order: *order });
        match (order.verb, order.unit(), order.pose) {
            (DEPLOY, Some(unit), Some(pose)) => {
                self.scene.tried |= 1 << unit.0;
                self.emit(listener, Event::Placed { unit, pose });
            }
            (ORDER, Some(unit), _) => self.give_order(side, unit, listener),
            (ATTACH, _, _) => self.attach(order, listener),
            (BANK, _, _) => self.bank(side, order.number.unwrap_or(0), listener),
            (MOVE, Some(unit), Some(pose)) => self.march(order, unit, pose, Manner::Moved, listener),
            (FORM, Some(unit), Some(pose)) => self.march(order, unit, pose, Manner::Maneuvered, listener),
            (CHARGE, Some(unit), Some(pose)) => self.charge(unit, order.target_unit(), pose, listener),
            (VOLLEY | STAND, Some(unit), _) => self.react(unit, order.verb == VOLLEY, listener),
            (FOLLOW, Some(unit), Some(pose)) => self.follow(order, unit, pose, listener),
            (HALT, Some(unit), _) => self.scene.stage = Stage::Act(self.field.side(unit)),
            (FIRE, Some(unit), _) => self.fire(unit, order.target_unit(), listener),
            (RALLY, Some(unit), _) => self.rally(unit, listener),
            _ => self.next_stage(listener),
        }
        listener.carried_out(self);
        self.find_hidden(listener);
        self.settle(listener);
    }

    fn emit(&mut self, listener: &mut dyn Listener, event: Event) {
        emit(&mut self.field, listener, event);
    }

    fn mark(&mut self, unit: UnitId, marks: Marks, on: bool, listener: &mut dyn Listener) {
        if on != self.field.unit(unit).marks.contains(marks) || (!on && self.field.unit(unit).marks.intersects(marks)) {
            self.emit(listener, Event::Marked { unit, marks, on });
        }
    }

    fn give_order(&mut self, side: Side, unit: UnitId, listener: &mut dyn Listener) {
        self.scene.pool[side.index()] -= 1;
        self.mark(unit, Marks::ORDERED, true, listener);
    }

    fn attach(&mut self, order: &Order, listener: &mut dyn Listener) {
        let (leader, unit) = (order.actor.and_then(Object::leader), order.target_unit());
        if let (Some(leader), Some(unit)) = (leader, unit) {
            self.scene.led |= 1 << leader.0;
            self.emit(listener, Event::LeaderMoved { leader, to: Perch::With(unit), clause: "DR-LEADER" });
        }
    }

    fn bank(&mut self, side: Side, kept: i16, listener: &mut dyn Listener) {
        self.scene.bank[side.index()] = kept.clamp(0, BANK_LIMIT) as u8;
        self.scene.pool[side.index()] = 0;
        let told = Told { number: kept, side: Some(side), ..Told::new("{s} keeps {n} orders", "DR-BANK") };
        self.emit(listener, Event::Told(told));
        self.next_stage(listener);
    }

    fn march(&mut self, order: &Order, unit: UnitId, to: Pose, manner: Manner, listener: &mut dyn Listener) {
        let path = between(self.stem_reach(&Order { pose: None, ..*order }).way(&to));
        self.emit(listener, Event::Moved { unit, to, path, manner, clause: "DR-MOVE" });
        self.spend(unit, Marks::MOVED, listener);
    }

    fn spend(&mut self, unit: UnitId, marks: Marks, listener: &mut dyn Listener) {
        self.mark(unit, Marks::ORDERED, false, listener);
        self.mark(unit, Marks::HIDDEN, false, listener);
        self.mark(unit, marks, true, listener);
    }

    fn charge(&mut self, charger: UnitId, target: Option<UnitId>, to: Pose, listener: &mut dyn Listener) {
        let Some(target) = target else { return };
        self.spend(charger, Marks::MOVED | Marks::CHARGED, listener);
        if self.can_volley(target, charger) {
            self.scene.stage = Stage::React { charger, target, to };
        } else {
            self.come_home(charger, target, to, listener);
        }
    }

    fn react(&mut self, target: UnitId, fires: bool, listener: &mut dyn Listener) {
        let Stage::React { charger, to, .. } = self.scene.stage else { return };
        self.scene.stage = Stage::Act(self.field.side(charger));
        if fires {
            let hits = self.shoot(target, charger, Why::Volley, listener);
            if self.field.unit(charger).presence != Presence::OnMap {
                return;
            }
            if hits >= STOPPING_HITS {
                let told = Told { actor: Some(charger.into()), ..Told::new("{a} is stopped by fire", "DR-REACT") };
                self.emit(listener, Event::Told(told));
                return self.mark(charger, Marks::DISORDERED, true, listener);
            }
        }
        self.come_home(charger, target, to, listener);
    }

    /// The charger reaches its target and they fight.
    fn come_home(&mut self, charger: UnitId, target: UnitId, to: Pose, listener: &mut dyn Listener) {
        self.scene.stage = Stage::Act(self.field.side(charger));
        self.emit(
            listener,
            Event::Moved { unit: charger, to, path: Vec::new(), manner: Manner::Charged, clause: "DR-CHARGE" },
        );
        let at = self.field.unit(target).pose;
        let attack = self.fight_odds(charger, &to, target, &at, true);
        let defence = self.fight_odds(target, &at, charger, &to, false);
        let given = self.throw(&fight(charger, target, self.field.side(charger)), &attack, listener);
        let taken = self.throw(&fight(target, charger, self.field.side(target)), &defence, listener);
        self.hurt(target, given, "fight", listener);
        self.hurt(charger, taken, "fight", listener);
        let loser = if given > taken { target } else { charger };
        self.retreat(loser, listener);
        let there = |unit: UnitId| self.field.unit(unit).presence == Presence::OnMap;
        if loser == target && there(charger) && self.stem_reach_of_follow(charger) {
            self.scene.stage = Stage::Follow(charger);
        }
    }

    fn stem_reach_of_follow(&mut self, unit: UnitId) -> bool {
        let stage = std::mem::replace(&mut self.scene.stage, Stage::Follow(unit));
        let any = self.stem_reach(&Order::new(FOLLOW).by(unit)).legal().next().is_some();
        self.scene.stage = stage;
        any
    }

    fn follow(&mut self, order: &Order, unit: UnitId, to: Pose, listener: &mut dyn Listener) {
        let path = between(self.stem_reach(&Order { pose: None, ..*order }).way(&to));
        self.emit(listener, Event::Moved { unit, to, path, manner: Manner::Pursued, clause: "DR-FOLLOW" });
        self.scene.stage = Stage::Act(self.field.side(unit));
    }

    fn fire(&mut self, unit: UnitId, target: Option<UnitId>, listener: &mut dyn Listener) {
        if let Some(target) = target {
            self.spend(unit, Marks::FIRED, listener);
            self.shoot(unit, target, Why::Fire, listener);
        }
    }

    fn shoot(&mut self, by: UnitId, on: UnitId, why: Why, listener: &mut dyn Listener) -> u8 {
        let odds = self.fire_odds(by, &self.field.unit(by).pose, on, &self.field.unit(on).pose);
        let side = self.field.side(by);
        let throw = Throw { who: Some(by), side, against: Some(on), why, label: "fire", clause: "DR-FIRE" };
        let hits = self.throw(&throw, &odds, listener);
        self.hurt(on, hits, "fire", listener);
        hits
    }

    fn rally(&mut self, unit: UnitId, listener: &mut dyn Listener) {
        self.scene.tried |= 1 << unit.0;
        let (odds, side) = (self.rally_odds(unit), self.field.side(unit));
        let throw = Throw { who: Some(unit), side, against: None, why: Why::Rally, label: "rally", clause: "DR-RALLY" };
        if self.throw(&throw, &odds, listener) == 0 {
            return;
        }
        let state = *self.field.unit(unit);
        if state.marks.contains(Marks::DISORDERED) {
            self.mark(unit, Marks::DISORDERED, false, listener);
        } else {
            let to = (state.strength + 1).min(i16::from(state.stands) * POINTS);
            self.emit(listener, Event::Strength { unit, from: state.strength, to, cause: "rally", clause: "DR-RALLY" });
        }
    }

    /// Rolls and tells; the answer is the number of successes.
    fn throw(&mut self, throw: &Throw, odds: &super::odds::Odds, listener: &mut dyn Listener) -> u8 {
        let who = throw.who.map_or(0xff00 + throw.side.index() as u16, |unit| u16::from(unit.0));
        let key = RollKey { turn: self.field.turn(), step: self.field.step(), who, why: throw.why as u8 };
        let faces = self.dice.roll(key, odds.dice);
        let hits = faces.at_least(odds.need);
        let roll = Roll {
            who: throw.who.map(Object::Unit),
            side: throw.side,
            against: throw.against.map(Object::Unit),
            label: throw.label,
            clause: throw.clause,
            faces,
            need: Some(odds.need),
            modifiers: odds.modifiers.clone(),
            result: i16::from(hits),
        };
        self.emit(listener, Event::Rolled(Box::new(roll)));
        hits
    }

    /// One d6 whose face counts.
    fn throw_face(
        &mut self,
        side: Side,
        why: Why,
        label: &'static str,
        clause: &'static str,
        listener: &mut dyn Listener,
    ) -> u8 {
        let who = 0xff00 + side.index() as u16;
        let key = RollKey { turn: self.field.turn(), step: self.field.step(), who, why: why as u8 };
        let faces = self.dice.roll(key, 1);
        let result = faces.total();
        let roll =
            Roll { who: None, side, against: None, label, clause, faces, need: None, modifiers: Vec::new(), result };
        self.emit(listener, Event::Rolled(Box::new(roll)));
        result as u8
    }

    fn hurt(&mut self, unit: UnitId, hits: u8, cause: &'static str, listener: &mut dyn Listener) {
        let state = *self.field.unit(unit);
        if hits == 0 || state.presence != Presence::OnMap {
            return;
        }
        let to = (state.strength - i16::from(hits)).max(0);
        self.emit(listener, Event::Strength { unit, from: state.strength, to, cause, clause: "DR-HITS" });
        self.mark(unit, Marks::BLOODED, true, listener);
        self.mark(unit, Marks::WEAK, to * 2 <= state.full, listener);
        let stands = (to + 1) / POINTS;
        if to == 0 {
            self.leave(unit, Departure::Destroyed, listener);
        } else if stands < i16::from(state.stands) {
            let fell = self.field.footprint(unit).hexes()[stands as usize..].to_vec();
            self.emit(listener, Event::Reshaped { unit, stands: stands as u8, pose: state.pose, fell });
        }
    }

    fn leave(&mut self, unit: UnitId, why: Departure, listener: &mut dyn Listener) {
        let hex = self.field.unit(unit).pose.anchor;
        for leader in self.field.leaders_with(unit).collect::<Vec<_>>() {
            self.emit(listener, Event::LeaderMoved { leader, to: Perch::At(hex), clause: "DR-LEADER" });
        }
        self.emit(listener, Event::Left { unit, why, clause: "DR-HITS" });
    }

    /// Back up to [`RETREAT`] hexes; a unit that cannot go back at all, or with guns, is lost.
    fn retreat(&mut self, unit: UnitId, listener: &mut dyn Listener) {
        if self.field.unit(unit).presence != Presence::OnMap {
            return;
        }
        let from = self.field.unit(unit).pose;
        let mut way = vec![from];
        for step in 0..RETREAT {
            let Some(next) = self.step_back(unit, way[way.len() - 1], step) else { break };
            way.push(next);
        }
        if way.len() == 1 || self.arm(unit) == Arm::Artillery {
            return self.leave(unit, Departure::Routed, listener);
        }
        let to = way[way.len() - 1];
        self.emit(
            listener,
            Event::Moved { unit, to, path: between(way), manner: Manner::Retreated, clause: "DR-RETREAT" },
        );
        self.spend(unit, Marks::DISORDERED, listener);
    }

    fn step_back(&self, unit: UnitId, at: Pose, step: u8) -> Option<Pose> {
        let (right, left) = (at.facing.rear_right(), at.facing.rear_left());
        let order = if step.is_multiple_of(2) { [right, left] } else { [left, right] };
        order.into_iter().map(|direction| at.at(at.anchor + direction)).find(|to| self.fits(unit, to))
    }

    /// Hidden units that an enemy has come near to are hidden no more.
    fn find_hidden(&mut self, listener: &mut dyn Listener) {
        let hidden = |unit: &UnitId| self.field.unit(*unit).marks.contains(Marks::HIDDEN);
        let found = |unit: &UnitId| {
            let enemies = self.field.present_of(self.field.side(*unit).other());
            let near = |enemy: UnitId| self.field.distance(*unit, enemy) <= self.setup.finding;
            enemies.into_iter().any(near)
        };
        for unit in self.field.present().filter(hidden).filter(found).collect::<Vec<_>>() {
            self.mark(unit, Marks::HIDDEN, false, listener);
        }
    }

    /// Goes on while the stage has nothing to decide, at most once round the turn.
    fn settle(&mut self, listener: &mut dyn Listener) {
        for _ in 0..MAX_SETTLING {
            if self.destroyed(listener) || !self.idle() {
                return;
            }
            self.next_stage(listener);
        }
    }

    fn idle(&self) -> bool {
        match self.scene.stage {
            Stage::Command(_) | Stage::Fire(_) | Stage::Rally(_) => self.plain_orders().len() == 1,
            Stage::Act(_) => self.pose_stems().is_empty(),
            _ => false,
        }
    }

    pub(super) fn next_stage(&mut self, listener: &mut dyn Listener) {
        let first = self.setup.first;
        match self.scene.stage {
            Stage::Deploy(side) if side == first => self.scene.stage = Stage::Deploy(side.other()),
            Stage::Deploy(_) => self.begin_turn(listener),
            Stage::Command(side) => self.enter(Stage::Act(side), MOVEMENT, side, listener),
            Stage::Act(side) => self.enter(Stage::Fire(side), FIRING, side, listener),
            Stage::Fire(side) => self.enter(Stage::Rally(side), RALLYING, side, listener),
            Stage::Rally(side) if side == first => self.command(side.other(), listener),
            Stage::Rally(_) => self.end_turn(listener),
            Stage::React { .. } | Stage::Follow(_) | Stage::Over(_) => {}
        }
    }

    fn enter(&mut self, stage: Stage, step: u8, side: Side, listener: &mut dyn Listener) {
        self.scene.stage = stage;
        self.emit(listener, Event::StepBegan { step, side: Some(side) });
    }

    fn command(&mut self, side: Side, listener: &mut dyn Listener) {
        self.enter(Stage::Command(side), COMMAND, side, listener);
        let face = self.throw_face(side, Why::Orders, "orders", "DR-ORDER", listener);
        let kept = std::mem::take(&mut self.scene.bank[side.index()]);
        self.scene.pool[side.index()] = face + kept + self.setup.extra_orders;
    }

    pub(super) fn begin_turn(&mut self, listener: &mut dyn Listener) {
        let turn = self.field.turn() + 1;
        self.dice.new_turn();
        self.scene = Scene { led: 0, tried: 0, ..self.scene.clone() };
        self.emit(listener, Event::TurnBegan { turn });
        let fleeting = Marks::MOVED | Marks::FIRED | Marks::CHARGED | Marks::ORDERED;
        for unit in self.field.present().collect::<Vec<_>>() {
            self.mark(unit, fleeting, false, listener);
        }
        self.emit(listener, Event::StepBegan { step: TURN_END, side: None });
        self.arrivals(turn, listener);
        self.command(self.setup.first, listener);
    }

    fn arrivals(&mut self, turn: u16, listener: &mut dyn Listener) {
        let setup = std::sync::Arc::clone(&self.setup);
        for (number, group) in setup.groups.iter().enumerate() {
            let due = |unit: &UnitId| {
                self.facts(*unit).arrives == Some(number) && self.field.unit(*unit).presence == Presence::Due
            };
            let units: Vec<UnitId> = self.field.ids().filter(due).collect();
            let come = !units.is_empty()
                && match group.arrival {
                    Arrival::Turn(when) => turn >= when,
                    Arrival::Roll { from, need } => {
                        turn >= from
                            && self.throw_face(group.side, Why::Arrival, "arrival", "DR-ARRIVE", listener) >= need
                    }
                };
            for unit in units.into_iter().filter(|_| come) {
                self.arrive(unit, group, listener);
            }
        }
    }

    /// Comes on at the first entry hex with room for it, and waits when there is none.
    fn arrive(&mut self, unit: UnitId, group: &battle::Reinforcement, listener: &mut dyn Listener) {
        let pose = self.field.unit(unit).pose.facing(group.facing);
        let room = group.entry.iter().map(|hex| pose.at(*hex)).find(|pose| self.fits(unit, pose));
        if let Some(pose) = room {
            self.emit(listener, Event::Placed { unit, pose });
        }
    }

    fn end_turn(&mut self, listener: &mut dyn Listener) {
        self.hold_ground(listener);
        if self.field.turn() < self.field.turn_limit() {
            return self.begin_turn(listener);
        }
        let points = self.points();
        let winner = match (points[0].cmp(&points[1]), self.setup.victory) {
            (std::cmp::Ordering::Greater, _) => Some(Side::Blue),
            (std::cmp::Ordering::Less, _) => Some(Side::Red),
            (std::cmp::Ordering::Equal, Victory::Points | Victory::All) => None,
        };
        self.end(Ending { winner, reason: 0, points }, listener);
    }

    /// Objectives fall to the side that alone stands on them.
    fn hold_ground(&mut self, listener: &mut dyn Listener) {
        for objective in 0..self.field.roster().objectives.len() {
            let hexes = self.field.roster().objectives[objective].hexes.clone();
            let on = |side: Side| {
                hexes.iter().any(|hex| self.field.unit_at(*hex).is_some_and(|u| self.field.side(u) == side))
            };
            let holder = match (on(Side::Blue), on(Side::Red)) {
                (true, false) => Some(Side::Blue),
                (false, true) => Some(Side::Red),
                _ => continue,
            };
            if self.field.holders()[objective] != holder {
                self.emit(listener, Event::ObjectiveTaken { objective: objective as u8, holder });
            }
        }
    }

    pub(super) fn points(&self) -> [i16; 2] {
        let mut points = [0; 2];
        for (objective, holder) in self.field.roster().objectives.iter().zip(self.field.holders()) {
            if let (Some(side), Goal::Hold | Goal::Occupy) = (holder, objective.goal) {
                points[side.index()] += objective.value;
            }
        }
        points
    }

    fn destroyed(&mut self, listener: &mut dyn Listener) -> bool {
        let alive = |side: Side| {
            self.field.ids().any(|unit| {
                self.field.side(unit) == side && !matches!(self.field.unit(unit).presence, Presence::Gone(_))
            })
        };
        let winner = match (alive(Side::Blue), alive(Side::Red)) {
            (true, true) => return matches!(self.scene.stage, Stage::Over(_)),
            (true, false) => Some(Side::Blue),
            (false, true) => Some(Side::Red),
            (false, false) => None,
        };
        let points = self.points();
        self.end(Ending { winner, reason: 2, points }, listener);
        true
    }

    pub(super) fn end(&mut self, ending: Ending, listener: &mut dyn Listener) {
        if !matches!(self.scene.stage, Stage::Over(_)) {
            self.scene.stage = Stage::Over(ending);
            self.emit(listener, Event::Ended(ending.outcome()));
        }
    }
}

/// The most stages passed over before a decision or the end.
const MAX_SETTLING: usize = 4096;

fn fight(who: UnitId, against: UnitId, side: Side) -> Throw {
    Throw { who: Some(who), side, against: Some(against), why: Why::Fight, label: "fight", clause: "DR-FIGHT" }
}

/// A way without its ends.
fn between(way: Vec<Pose>) -> Vec<Pose> {
    let inner = way.len().saturating_sub(2);
    way.into_iter().skip(1).take(inner).collect()
}
