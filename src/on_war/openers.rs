//! V1: squares are formed and left, bogged guns freed, guns sheltered by squares (OW-SQUARE-1, OW-TERRAIN-9, OW-MOVE-4).

use battle::{
    Chance, Effect, Event, Forecast, Listener, Manner, Marks, Order, Pose, Reach, Refusal, UnitId, Verb, rule,
};

use crate::forming::{CHANGES, named};
use crate::info::{FREE, SHELTER, SQUARE};
use crate::scene::shape_of;
use crate::sequence::Progress;
use crate::tables::Shape;
use crate::war::OnWar;
use crate::ways::Press;

const FREEING: &str = "freeing the guns";
const WITHOUT_OFFICER: &str = "re-forming without an officer";

/// What leaving a square counts for in a turn's movement: the next turns are the unit's own again.
const FREED: f64 = 0.5;

impl OnWar {
    /// The Movement phase of a side begins: its units have moved nothing yet.
    pub(crate) fn openers_enter(&mut self, listener: &mut dyn Listener) {
        let player = self.state.player;
        for unit in self.units_of(player) {
            self.mark(listener, unit, Marks::MOVED, false);
            self.mark(listener, unit, Marks::MARCHED, false);
            let own = self.own_mut(unit);
            (own.spent, own.moved, own.formed, own.squared) = (0, false, false, false);
            (own.loud, own.searched, own.dressed, own.shelter) = (false, false, false, None);
        }
        let setting = std::sync::Arc::clone(&self.setting);
        let his = |(place, _): &(usize, &mut bool)| setting.leaders[*place].side == player;
        self.state.ridden.iter_mut().enumerate().filter(his).for_each(|(_, ridden)| *ridden = false);
    }

    /// Asks as long as there is anything to do.
    pub(crate) fn openers_proceed(&mut self, _listener: &mut dyn Listener) -> Progress {
        let seen = self.seen_by(self.state.player);
        let mut orders = Vec::new();
        seen.openers_orders(&mut orders);
        seen.openers_stems(&mut orders);
        if orders.is_empty() { Progress::Finished } else { Progress::Ask }
    }

    /// Guns to free and guns to shelter.
    pub(crate) fn openers_orders(&self, out: &mut Vec<Order>) {
        for unit in self.units_of(self.state.player).into_iter().filter(|unit| self.kind(*unit).is_guns()) {
            if self.may_be_freed(unit) {
                out.push(Order::new(FREE).by(unit));
            }
            out.extend(self.shelters(unit).map(|square| Order::new(SHELTER).by(unit).on(square)));
        }
    }

    fn may_be_freed(&self, unit: UnitId) -> bool {
        self.marked(unit, Marks::BOGGED) && !self.marked(unit, Marks::ROUTING) && !self.own(unit).formed
    }

    /// Squares a battery may shelter with: every gun inside or beside it (OW-MOVE-4).
    fn shelters(&self, unit: UnitId) -> impl Iterator<Item = UnitId> + '_ {
        rule!("OW-MOVE-4");
        let scene = self.scene();
        let guns = scene.held(unit);
        let free = self.own(unit).shelter.is_none() && !self.own(unit).moved && !self.marked(unit, Marks::ROUTING);
        let squares = self.field.present_of(self.field.side(unit)).filter(move |_| free);
        squares.filter(move |square| {
            let pose = scene.pose(*square);
            shape_of(&pose) == Shape::Square && {
                let (ring, core) = (scene.held(*square), scene.core(&pose, scene.field.unit(*square).stands));
                guns.hexes().iter().all(|gun| ring.distance_to(*gun) <= 1 || core.contains(gun))
            }
        })
    }

    /// Squares to form and to leave.
    pub(crate) fn openers_stems(&self, out: &mut Vec<Order>) {
        let scene = self.scene();
        let press = Press::of(&scene, self.field.present_of(self.state.player.other()));
        for unit in self.units_of(self.state.player).into_iter().filter(|unit| self.may_open(*unit)) {
            for (verb, number) in self.openings(unit) {
                if scene.can_change(unit, *verb, *number, &press) {
                    out.push(Order { number: *number, ..Order::new(*verb).by(unit) });
                }
            }
        }
    }

    /// Whether a unit may form or leave a square now.
    fn may_open(&self, unit: UnitId) -> bool {
        let own = self.own(unit);
        self.kind(unit).is_foot()
            && self.scene().is_steady(unit)
            && !own.formed
            && own.pursues.is_none()
            && !self.scene().is_pinned(unit)
    }

    /// What a unit may form in V1: a square, or out of one whatever else it knows.
    fn openings(&self, unit: UnitId) -> &'static [(Verb, Option<i16>)] {
        match self.scene().shape(unit) {
            Shape::Square => &CHANGES,
            Shape::Garrison => &[],
            _ => &[(SQUARE, None)],
        }
    }

    /// The poses of a square, or of the formation that leaves it.
    pub(crate) fn openers_reach(&self, stem: &Order) -> Reach {
        let Some(unit) = stem.unit().filter(|unit| self.is_mine(*unit) && self.may_open(*unit)) else {
            return Reach::default();
        };
        let known = self.openings(unit).contains(&(stem.verb, stem.number)) && stem.target.is_none();
        let scene = self.scene();
        if known { scene.change_reach(unit, stem, &Press::on(&scene, unit)) } else { Reach::default() }
    }

    /// Whether the unit is on the map and of the side whose stage it is.
    pub(crate) fn is_mine(&self, unit: UnitId) -> bool {
        self.present(unit) && self.field.side(unit) == self.state.player
    }

    /// Why an order of this step is not legal.
    pub(crate) fn openers_refusal(&self, order: &Order) -> Refusal {
        let Some(unit) = order.unit() else { return Refusal::new("", "name a unit for this order") };
        let name = self.name(unit);
        match order.verb {
            FREE if !self.marked(unit, Marks::BOGGED) => Refusal::new("OW-TERRAIN-9", format!("{name} is not bogged")),
            FREE => Refusal::new("OW-TERRAIN-9", format!("{name} has tried to get free this turn")),
            SHELTER => Refusal::new("OW-MOVE-4", format!("{name} has guns that are not inside or beside that square")),
            verb => self.opening_refusal(unit, verb, order.number),
        }
    }

    fn opening_refusal(&self, unit: UnitId, verb: Verb, number: Option<i16>) -> Refusal {
        let name = self.name(unit);
        if named(verb, number).is_none() {
            return Refusal::new("OW-SEQ-2", format!("{name} can only form or leave a square in this step"));
        }
        if !self.kind(unit).is_foot() {
            return Refusal::new("OW-SQUARE-1", format!("{name} is not infantry: it forms no square"));
        }
        if let Some(refusal) = self.unsteady(unit) {
            return refusal;
        }
        if self.scene().is_pinned(unit) {
            let text = format!("{name} cannot leave its square: enemy horse stands within 2 inches");
            return Refusal::new("OW-SQUARE-7", text);
        }
        if self.own(unit).formed {
            return Refusal::new("OW-MOVE-9", format!("{name} has changed formation once this turn"));
        }
        if verb != SQUARE && self.scene().shape(unit) != Shape::Square {
            let text = format!("{name} is in no square; other changes of formation come with the moves");
            return Refusal::new("OW-SQUARE-1", text);
        }
        let text = format!("{name} ({} stands) has no room to form so there", self.stands(unit));
        Refusal::new("OW-SQUARE-9", text)
    }

    /// Why a unit in its condition neither moves nor forms, if so.
    pub(crate) fn unsteady(&self, unit: UnitId) -> Option<Refusal> {
        let name = self.name(unit);
        let marks = [
            (Marks::ROUTING, "OW-MORALE-3", "is routing"),
            (Marks::DISORIENTED, "OW-HOWITZER-6", "is disoriented"),
            (Marks::BOGGED, "OW-TERRAIN-9", "is bogged"),
        ];
        let found = marks.into_iter().find(|(mark, ..)| self.marked(unit, *mark));
        found.map(|(_, clause, why)| Refusal::new(clause, format!("{name} {why}: it neither moves nor forms")))
    }

    /// Forms or leaves a square, frees or shelters guns.
    pub(crate) fn openers_carry_out(&mut self, listener: &mut dyn Listener, order: &Order) {
        let Some(unit) = order.unit() else { return };
        match (order.verb, order.pose, order.target_unit()) {
            (FREE, ..) => self.free(listener, unit),
            (SHELTER, _, Some(square)) => {
                let own = self.own_mut(unit);
                (own.shelter, own.moved) = (Some(square), true);
                self.say(listener, "{a} shelters with {t}", "OW-MOVE-4", unit, Some(square));
            }
            (_, Some(pose), _) => {
                rule!("OW-SQUARE-1");
                if self.form(listener, unit, &pose, "OW-SQUARE-1") {
                    let own = self.own_mut(unit);
                    (own.moved, own.squared) = (true, true);
                }
            }
            _ => {}
        }
    }

    /// A bogged battery tries to get out.
    fn free(&mut self, listener: &mut dyn Listener, unit: UnitId) {
        let freed = self.check_skill(listener, unit, None, FREEING, "OW-TERRAIN-9");
        let own = self.own_mut(unit);
        (own.formed, own.moved) = (true, true);
        if freed {
            self.mark(listener, unit, Marks::BOGGED, false);
            self.mark(listener, unit, Marks::MOVED, true);
        }
    }

    /// Changes formation; without an officer only after a skill check, and the change is spent either way
    /// (OW-CMD-6). Says whether it did.
    pub(crate) fn form(
        &mut self,
        listener: &mut dyn Listener,
        unit: UnitId,
        pose: &Pose,
        clause: &'static str,
    ) -> bool {
        let inches = self.scene().change_cost(unit, shape_of(pose));
        let own = self.own_mut(unit);
        own.formed = true;
        own.spent = own.spent.saturating_add(u16::try_from(inches).unwrap_or(0).saturating_mul(100));
        if !self.is_led(unit) && !self.check_skill(listener, unit, None, WITHOUT_OFFICER, "OW-CMD-6") {
            return false;
        }
        self.reform_as(listener, unit, pose, clause);
        true
    }

    /// Stands in another formation or facing from now on; stumbling upon somebody who hides there, it stays as it was.
    pub(crate) fn reform_as(&mut self, listener: &mut dyn Listener, unit: UnitId, pose: &Pose, clause: &'static str) {
        let print = self.scene().footprint(unit, pose);
        if let Some(hidden) = print.hexes().iter().find_map(|hex| self.scene().other_at(unit, *hex)) {
            self.reveal(listener, hidden, false);
            return self.surprise(listener, unit, hidden);
        }
        let event = Event::Moved { unit, to: *pose, path: Vec::new(), manner: Manner::Formed, clause };
        self.emit(listener, event);
        self.mark(listener, unit, Marks::MOVED, true);
        self.mark(listener, unit, Marks::RAGGED, false);
        self.arrived(listener, unit);
    }

    /// Chances of freeing guns, and of re-forming without an officer.
    pub(crate) fn openers_forecast(&self, order: &Order) -> Forecast {
        let Some(unit) = order.unit() else { return Forecast::default() };
        match order.verb {
            FREE => self.skill_forecast(unit, FREEING, "OW-TERRAIN-9", "freed"),
            SHELTER => Forecast::default(),
            verb => {
                let mut forecast = self.forming_forecast(unit, order.pose);
                forecast.effect.forgoes = if verb == SQUARE { 1.0 } else { -FREED };
                forecast
            }
        }
    }

    /// Forming: certain, or by a skill check without an officer.
    pub(crate) fn forming_forecast(&self, unit: UnitId, pose: Option<Pose>) -> Forecast {
        let mut forecast = match self.is_led(unit) {
            true => Forecast { effect: Effect { succeeds: 1.0, ..Effect::default() }, ..Forecast::default() },
            false => self.skill_forecast(unit, WITHOUT_OFFICER, "OW-CMD-6", "re-formed"),
        };
        let chance = forecast.effect.succeeds;
        forecast.ends.extend(pose.map(|pose| (pose, chance)));
        if chance < 1.0 && pose.is_some() {
            forecast.ends.push((self.pose(unit), 1.0 - chance));
        }
        forecast
    }

    fn skill_forecast(&self, unit: UnitId, label: &'static str, clause: &'static str, done: &'static str) -> Forecast {
        let pool = self.skill_pool(unit, label, clause);
        let shown = pool.shown(Some(unit.into()));
        let chance = shown.outcome.at_least(1);
        Forecast {
            results: vec![Chance { label: done, chance }],
            effect: Effect { succeeds: chance, ..Effect::default() },
            rolls: vec![shown],
            ..Forecast::default()
        }
    }
}
