//! Declared charges: who may charge whom, the answer of the charged, the nerve it takes (OW-ASSAULT-1 to 4, OW-SQUARE-2 to 5).

use battle::{Chance, Event, Forecast, Listener, Manner, Marks, Object, Order, Pose, Refusal, UnitId, rule};

use crate::Traits;
use crate::info::{CHARGE, HASTY, STAND};
use crate::scene::shape_of;
use crate::sequence::Progress;
use crate::state::{Charge, Course, Response, Stage, Wait};
use crate::tables::{self, Shape};
use crate::war::OnWar;

/// A refusal by a clause.
fn no(clause: &'static str, text: String) -> Result<(), Refusal> {
    Err(Refusal::new(clause, text))
}

impl OnWar {
    /// The charge a unit has declared this turn, if any.
    pub(crate) fn charge_of(&self, unit: UnitId) -> Option<&Charge> {
        self.state.charges.iter().find(|charge| charge.unit == unit)
    }

    /// Whether a unit may declare a charge at all (OW-ASSAULT-2).
    ///
    /// # Errors
    /// The reason.
    pub(crate) fn may_charge(&self, unit: UnitId) -> Result<(), Refusal> {
        rule!("OW-ASSAULT-2");
        let (name, kind, own) = (self.name(unit), self.kind(unit), self.own(unit));
        let drilled = match shape_of(&self.pose(unit)) {
            Shape::Line => true,
            Shape::Column => kind.is_foot() && self.has(unit, Traits::COLUMN_ASSAULT),
            Shape::Wedge => kind.is_horse(),
            Shape::Loose | Shape::Square | Shape::Garrison => false,
        };
        if kind.is_guns() {
            return no("OW-ASSAULT-2", format!("{name} is artillery and never charges"));
        }
        if !drilled {
            return no("OW-ASSAULT-2", format!("{name} cannot charge in {}", self.pose(unit).formation));
        }
        if self.marked(unit, Marks::ROUTING | Marks::DISORIENTED | Marks::BOGGED | Marks::MARCHED) {
            return no("OW-ASSAULT-2", format!("{name} is routing, disoriented or has doubled, and cannot charge"));
        }
        if self.marked(unit, Marks::RAGGED) {
            return no("OW-ASSAULT-17", format!("{name} is out of formation and must reform before it charges"));
        }
        if own.rallied || own.pursues.is_some() {
            return no("OW-MORALE-11", format!("{name} has rallied or pursues this turn and cannot charge"));
        }
        if own.squared || own.moved {
            return no("OW-MOVE-9", format!("{name} has used its movement of this turn"));
        }
        if self.charge_of(unit).is_some() {
            return no("OW-ASSAULT-1", format!("{name} has declared a charge this turn"));
        }
        Ok(())
    }

    /// Whether a unit that may charge may declare it on that enemy.
    ///
    /// # Errors
    /// The reason.
    pub(crate) fn may_charge_at(&self, unit: UnitId, target: UnitId) -> Result<(), Refusal> {
        let (name, other) = (self.name(unit), self.name(target));
        if self.field.side(target) == self.field.side(unit) || !self.present(target) {
            return no("OW-ASSAULT-1", format!("{other} is no enemy on the map"));
        }
        if !self.scene().sees_unit(unit, target) {
            return no("OW-ASSAULT-1", format!("no stand of {name} sees a stand of {other} before its front"));
        }
        if shape_of(&self.pose(target)) == Shape::Garrison && !self.is_open_to_assault(target) {
            return no("OW-BUILD-3", format!("{other} holds a building that is not breached"));
        }
        let (gap, reach) = (self.scene().gap(unit, target), self.charge_inches(unit));
        if self.rules().premeasure && gap > reach {
            return no("OW-SCALE-2", format!("{other} is {gap} inches away, {name} charges at most {reach}"));
        }
        Ok(())
    }

    /// Whether a wall of the building a unit holds is broken anywhere.
    fn is_open_to_assault(&self, unit: UnitId) -> bool {
        let breached = |hex: &hexes::Hex| hexes::Direction::ALL.iter().any(|side| self.field.is_breached(*hex, *side));
        self.field.footprint(unit).hexes().iter().any(breached)
    }

    /// Inches of the charge leg (OW-ASSAULT-4).
    pub(crate) fn assault_inches(&self, unit: UnitId) -> i32 {
        rule!("OW-ASSAULT-4");
        tables::row(self.kind(unit)).assault
    }

    /// Inches a charge can come altogether, the normal move before it included.
    pub(crate) fn charge_inches(&self, unit: UnitId) -> i32 {
        let before = if self.rules().charge_instead { 0 } else { self.scene().allowance(unit, &self.pose(unit)) };
        before + self.assault_inches(unit)
    }

    /// V2 begins: earlier charges of the player are no more.
    pub(crate) fn charges_enter(&mut self, _listener: &mut dyn Listener) {
        let player = self.state.player;
        let field = &self.field;
        self.state.charges.retain(|charge| field.side(charge.unit) != player);
    }

    /// Waits for declarations and answers.
    pub(crate) fn charges_proceed(&mut self, listener: &mut dyn Listener) -> Progress {
        if let Wait::Respond(place) = self.state.wait {
            let charge = self.state.charges.get(usize::from(place)).copied();
            if charge.is_some_and(|charge| self.present(charge.unit) && self.present(charge.target)) {
                return Progress::Ask;
            }
            self.answered();
            self.find_nerve(listener, usize::from(place));
        }
        let mut orders = Vec::new();
        self.seen_by(self.state.player).charges_orders(&mut orders);
        if orders.is_empty() { Progress::Finished } else { Progress::Ask }
    }

    /// Every charge that may be declared, or the answers to one.
    pub(crate) fn charges_orders(&self, out: &mut Vec<Order>) {
        if let Wait::Respond(place) = self.state.wait {
            if let Some(charge) = self.state.charges.get(usize::from(place)) {
                out.extend([STAND, HASTY].map(|verb| Order::new(verb).by(charge.target).on(charge.unit)));
            }
            return;
        }
        for unit in self.units_of(self.state.player) {
            if self.may_charge(unit).is_ok() {
                let enemies = self.field.present_of(self.state.player.other());
                let open = enemies.filter(|target| self.may_charge_at(unit, *target).is_ok());
                out.extend(open.map(|target| Order::new(CHARGE).by(unit).on(target)));
            }
        }
    }

    /// Why an order of V2 is not legal.
    pub(crate) fn charges_refusal(&self, order: &Order) -> Refusal {
        let (Some(unit), Some(target)) = (order.unit(), order.target_unit()) else {
            return Refusal::new("OW-ASSAULT-1", "a charge needs a unit and its target");
        };
        if order.verb != CHARGE {
            let text = format!("{} does not answer a charge of {}", self.name(unit), self.name(target));
            return Refusal::new("OW-ASSAULT-3", text);
        }
        let verdict = self.may_charge(unit).and_then(|()| self.may_charge_at(unit, target));
        let otherwise = || Refusal::new("OW-ASSAULT-1", format!("{} cannot charge now", self.name(unit)));
        verdict.err().unwrap_or_else(otherwise)
    }

    /// Carries out a checked order of V2.
    pub(crate) fn charges_carry_out(&mut self, listener: &mut dyn Listener, order: &Order) {
        let (Some(unit), Some(target)) = (order.unit(), order.target_unit()) else { return };
        match (order.verb, &self.state.wait) {
            (CHARGE, _) => self.declare(listener, unit, target),
            (verb, Wait::Respond(place)) => {
                let place = usize::from(*place);
                self.answered();
                if verb == HASTY {
                    self.form_in_haste(listener, place);
                }
                self.find_nerve(listener, place);
            }
            _ => {}
        }
    }

    /// A charge is declared; foot that can form square is asked what it does (OW-ASSAULT-1, 3).
    fn declare(&mut self, listener: &mut dyn Listener, unit: UnitId, target: UnitId) {
        rule!("OW-ASSAULT-1");
        rule!("OW-ASSAULT-3");
        self.say(listener, "{a} charges {t}", "OW-ASSAULT-1", unit, Some(target));
        let gap = self.scene().gap(unit, target).clamp(0, i32::from(i16::MAX)) as i16;
        let (before, response, course) = (self.pose(unit), Response::Stand, Course::Declared);
        let place = self.state.charges.len();
        self.state.charges.push(Charge { unit, target, gap, response, before, course, answered: false });
        self.own_mut(unit).loud = true;
        if self.marked(unit, Marks::HIDDEN) {
            self.reveal(listener, unit, false);
            self.surprise(listener, target, unit);
        }
        if self.state.stage != Stage::Charges {
            return;
        }
        if self.present(target) && self.may_form_in_haste(target, unit) {
            self.state.wait = Wait::Respond(place as u8);
        } else {
            self.find_nerve(listener, place);
        }
    }

    /// Whether a charged unit may try to form square: foot against horse, in hand, with room (OW-SQUARE-2).
    pub(crate) fn may_form_in_haste(&self, unit: UnitId, charger: UnitId) -> bool {
        rule!("OW-SQUARE-2");
        let shaken = Marks::DISORIENTED | Marks::ROUTING;
        self.kind(unit).is_foot()
            && self.kind(charger).is_horse()
            && !self.marked(unit, shaken)
            && !matches!(shape_of(&self.pose(unit)), Shape::Square | Shape::Garrison)
            && !self.scene().squares(unit).is_empty()
    }

    /// The charged unit tests skill to form square (OW-SQUARE-3, 4); either way its fire is lost.
    fn form_in_haste(&mut self, listener: &mut dyn Listener, place: usize) {
        let Charge { unit, target, .. } = self.state.charges[place];
        let formed = self.check_skill(listener, target, Some(unit), "form square", "OW-SQUARE-2");
        let square = self.scene().squares(target).first().copied().filter(|_| formed);
        let Some(to) = square else {
            rule!("OW-SQUARE-4");
            self.state.charges[place].response = Response::FailedSquare;
            return;
        };
        rule!("OW-SQUARE-3");
        self.state.charges[place].response = Response::Square;
        self.emit(
            listener,
            Event::Moved { unit: target, to, path: Vec::new(), manner: Manner::Formed, clause: "OW-SQUARE-2" },
        );
    }

    /// Whether a charge of one on the other, standing in that pose, takes a motivation check, and by which clause.
    pub(crate) fn nerve_clause(&self, unit: UnitId, target: UnitId, at: &Pose) -> Option<&'static str> {
        let (kind, against) = (self.kind(unit), self.kind(target));
        if kind.is_foot() && !against.is_foot() {
            rule!("OW-MORALE-5");
            return Some("OW-MORALE-5");
        }
        if kind.is_horse() && (against.is_guns() || (against.is_foot() && shape_of(at) == Shape::Square)) {
            rule!("OW-MORALE-6");
            return Some("OW-MORALE-6");
        }
        if !self.is_led(unit) {
            rule!("OW-MORALE-7");
            rule!("OW-CMD-6");
            return Some("OW-MORALE-7");
        }
        None
    }

    /// The charger's check, where one is needed; failed, there is no charge (OW-MORALE-5 to 7).
    fn find_nerve(&mut self, listener: &mut dyn Listener, place: usize) {
        let Some(Charge { unit, target, course, .. }) = self.state.charges.get(place).copied() else { return };
        if course != Course::Declared || !self.present(unit) || !self.present(target) {
            if let Some(charge) = self.state.charges.get_mut(place) {
                charge.course = Course::Done;
            }
            return;
        }
        let at = self.pose(target);
        let clause = self.nerve_clause(unit, target, &at);
        let ready = clause.is_none_or(|clause| self.check_motivation(listener, unit, Some(target), "charge", clause));
        if ready {
            self.mark(listener, unit, Marks::CHARGED, true);
            return;
        }
        self.state.charges[place].course = Course::Done;
        self.say(listener, "{a} will not charge {t}", "OW-ASSAULT-1", unit, Some(target));
        if self.kind(unit).is_horse() && shape_of(&at) == Shape::Square {
            self.shy_from_square(listener, unit, target);
        }
    }

    /// Horse that shrinks from a square halts 2 inches before it; that is its move (OW-SQUARE-5).
    fn shy_from_square(&mut self, listener: &mut dyn Listener, unit: UnitId, target: UnitId) {
        rule!("OW-SQUARE-5");
        let stop = self.scene().hexes(tables::PINNED).max(2);
        self.own_mut(unit).moved = true;
        let way = self.seen_by(self.field.side(unit)).nearing(unit, target, self.charge_inches(unit), stop);
        if let Some(way) = way {
            self.walk(listener, unit, &way, Manner::Moved, "OW-SQUARE-5");
        }
    }

    /// What a charge may bring, or an answer to one, as far as it can be worked out.
    pub(crate) fn charges_forecast(&self, order: &Order) -> Forecast {
        let (Some(unit), Some(target)) = (order.unit(), order.target_unit()) else { return Forecast::default() };
        match order.verb {
            CHARGE => self.foresee_charge(unit, target),
            STAND => self.foresee_answer(target, unit, Response::Stand),
            HASTY => self.foresee_haste(target, unit),
            _ => Forecast::default(),
        }
    }

    fn foresee_haste(&self, charger: UnitId, unit: UnitId) -> Forecast {
        let pool = self.skill_pool(unit, "form square", "OW-SQUARE-2");
        let formed = pool.outcome().at_least(1);
        let mut forecast = self.foresee_answer(charger, unit, Response::FailedSquare);
        let square = self.foresee_answer(charger, unit, Response::Square);
        crate::onset::mix(&mut forecast, &square, formed);
        forecast.rolls.insert(0, pool.shown(Some(Object::Unit(unit))));
        forecast.results.insert(0, Chance { label: "forms square", chance: formed });
        forecast
    }
}
