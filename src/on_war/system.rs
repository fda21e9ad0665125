//! The door to everybody else: `battle::System` for this system, delegating to the rooms that do the work.

use battle::{
    Battlefield, Card, Decision, Dice, Event, FireArc, Forecast, HouseRules, Listener, Order, Pending, Pose, Presence,
    Reach, Refusal, Sheet, Side, System, SystemInfo, Threat, UnitId, ascending, rule,
};
use hexes::{Direction, Hex};

use crate::info::{DONE, INFO, PLACE};
use crate::state::{Stage, Wait};
use crate::tables;
use crate::terrain::{self, Going};
use crate::war::OnWar;

impl OnWar {
    fn decision(&self) -> Decision {
        let charge = |place: u8| self.state.charges.get(usize::from(place)).copied();
        let (unit, target) = match &self.state.wait {
            Wait::Respond(place) => (charge(*place).map(|one| one.target), charge(*place).map(|one| one.unit)),
            Wait::Reply { unit } => {
                let first = self.state.charges.iter().find(|charge| charge.target == *unit && !charge.answered);
                (Some(*unit), first.map(|charge| charge.unit))
            }
            Wait::PileIn { unit, enemy } => (Some(*unit), Some(*enemy)),
            Wait::Triumph { unit, .. } | Wait::Aim { unit, .. } => (Some(*unit), None),
            Wait::Nothing => (None, None),
        };
        Decision { side: self.deciding(), ask: self.asked(), unit, target }
    }

    /// Carries out an order that has been checked.
    fn carry_out(&mut self, listener: &mut dyn Listener, order: &Order) {
        if order.verb == DONE {
            return self.done(listener);
        }
        match self.state.stage {
            Stage::Deploy => self.place_by_hand(listener, order),
            Stage::Rout => self.rout_carry_out(listener, order),
            Stage::Openers => self.openers_carry_out(listener, order),
            Stage::Charges => self.charges_carry_out(listener, order),
            Stage::Moves => self.moves_carry_out(listener, order),
            Stage::Fire => self.fire_carry_out(listener, order),
            Stage::Reply => self.reply_carry_out(listener, order),
            Stage::Melee => self.melee_carry_out(listener, order),
            Stage::Morale | Stage::RoutMoves | Stage::End | Stage::Over => {}
        }
    }

    fn place_by_hand(&mut self, listener: &mut dyn Listener, order: &Order) {
        if let (PLACE, Some(unit), Some(pose)) = (order.verb, order.unit(), order.pose) {
            self.own_mut(unit).moved = true;
            self.emit(listener, Event::Placed { unit, pose });
        }
    }

    /// What must hold beyond the field's own: strength is stands, waits name who is there.
    fn audit_own(&self) -> Result<(), String> {
        for unit in self.field.present() {
            let state = self.field.unit(unit);
            if i16::from(state.stands) != state.strength || state.stands == 0 {
                return Err(format!("{} has {} stands and strength {}", self.name(unit), state.stands, state.strength));
            }
        }
        let waits_for = match &self.state.wait {
            Wait::Reply { unit } | Wait::PileIn { unit, .. } | Wait::Triumph { unit, .. } | Wait::Aim { unit, .. } => {
                Some(*unit)
            }
            Wait::Respond(_) | Wait::Nothing => None,
        };
        match waits_for.filter(|unit| !self.present(*unit)) {
            Some(unit) => Err(format!("the battle waits for {}, which is not on the map", self.name(unit))),
            None => Ok(()),
        }
    }
}

impl System for OnWar {
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
        ascending(self.seen_by(self.deciding()).listed_orders())
    }

    fn stems(&self) -> Vec<Order> {
        ascending(self.seen_by(self.deciding()).stage_stems())
    }

    fn reach(&self, stem: &Order) -> Reach {
        let seen = self.seen_by(self.deciding());
        let known = stem.actor.into_iter().chain(stem.target).all(|object| seen.knows(object));
        if known { seen.stem_reach(stem) } else { Reach::default() }
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
        self.seen_by(self.deciding()).prospects_of(unit)
    }

    fn threat(&self, by: UnitId, from: &Pose, on: UnitId, at: &Pose) -> Threat {
        self.menace(by, from, on, at)
    }

    fn step_cost(&self, unit: UnitId, from: Hex, step: Direction) -> Option<u16> {
        let ground = self.field.ground();
        let worst = terrain::going(ground, from + step).max(terrain::going_over(ground.edge(from, step)));
        let barred = if self.kind(unit).is_guns() { Going::VeryDifficult } else { Going::Impassable };
        let walled = terrain::is_outer_wall(ground, from, step) || ground.terrain(from + step).is_building();
        if worst >= barred || walled {
            return None;
        }
        let bogs = self.kind(unit).is_guns() && worst == Going::Difficult;
        Some(if bogs { self.scene().step() * 2 } else { self.scene().step() })
    }

    fn pace(&self, unit: UnitId) -> u16 {
        let inches = self.scene().allowance(unit, &self.pose(unit)).max(self.usual_pace(unit));
        (inches * 100) as u16
    }

    fn fire_range(&self, unit: UnitId) -> u8 {
        self.scene().hexes(self.useful_range(unit)).clamp(0, i32::from(u8::MAX)) as u8
    }

    fn fire_to_come(&self, unit: UnitId, pose: &Pose) -> f64 {
        self.volley_to_come(unit, pose)
    }

    fn cover(&self, _unit: UnitId, pose: &Pose) -> f64 {
        let terrain = self.field.ground().terrain(pose.anchor);
        match terrain::cover_of(terrain) {
            Some(terrain::Cover::Hard) => 1.0,
            Some(terrain::Cover::Soft) => 0.5,
            None => 0.0,
        }
    }

    fn worth(&self, unit: UnitId) -> f64 {
        tables::row(self.kind(unit)).worth
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
        if self.field.unit(unit).presence == Presence::Unknown { Card::default() } else { self.unit_card(unit) }
    }

    fn reference(&self) -> Vec<Sheet> {
        crate::reference::sheets(self.rules())
    }

    fn state(&self) -> Vec<u8> {
        rule!("OW-UNIT-12");
        postcard::to_stdvec(&(&self.field, &self.state, self.dice.counts())).expect("flat state always encodes")
    }

    fn audit(&self) -> Result<(), String> {
        self.field.audit()?;
        self.audit_own()
    }

    fn view(&self, side: Side, seed: u64) -> Box<dyn System> {
        let mut view = self.seen_by(side).into_owned();
        view.dice = Dice::new(seed);
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
