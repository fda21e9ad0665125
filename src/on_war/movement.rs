//! V3: normal and double moves, changes of formation, charges ridden home, and what else goes with moving (OW-MOVE).

use battle::{
    Chance, Destination, Effect, Forecast, Listener, Manner, Marks, Order, Pose, PoseStep, Reach, Refusal, UnitId,
    Verb, rule,
};

use crate::forming::{CHANGES, named};
use crate::info::{ATTACH, DOUBLE, DRESS, ENTER, HOME, MOVE, RIDE, SEARCH};
use crate::sequence::Progress;
use crate::space::is_single_rank;
use crate::state::Course as Stretch;
use crate::tables::{self, Shape};
use crate::terrain::going;
use crate::war::OnWar;
use crate::ways::{Course, Press, barred_from};

/// Hexes that a battery's stands lie from its anchor, at most.
const FRONTAGE: i32 = 6;

impl OnWar {
    /// V3 begins.
    pub(crate) fn moves_enter(&mut self, _listener: &mut dyn Listener) {}

    /// Asks until the side is done; charges that can do nothing any more end then too.
    pub(crate) fn moves_proceed(&mut self, listener: &mut dyn Listener) -> Progress {
        let waits = self.state.charges.iter().any(|charge| charge.course == Stretch::Declared);
        if waits && !self.can_do_anything() {
            self.moves_end(listener);
            return Progress::Finished;
        }
        Progress::Ask
    }

    fn can_do_anything(&self) -> bool {
        let seen = self.seen_by(self.state.player);
        let mut orders = Vec::new();
        seen.moves_stems(&mut orders);
        seen.moves_orders(&mut orders);
        !orders.is_empty()
    }

    /// The side is done: charges without a charge leg have not come home.
    pub(crate) fn moves_end(&mut self, _listener: &mut dyn Listener) {
        for charge in self.state.charges.iter_mut().filter(|charge| charge.course == Stretch::Declared) {
            charge.course = Stretch::Short;
        }
    }

    /// Searches, ends to shrink at, leaders on their way.
    pub(crate) fn moves_orders(&self, out: &mut Vec<Order>) {
        for unit in self.units_of(self.state.player) {
            if self.may_search(unit) {
                out.push(Order::new(SEARCH).by(unit));
            }
            out.extend(self.dressings(unit).map(|end| Order::new(DRESS).by(unit).with(end)));
        }
        self.leaders_orders(out);
    }

    /// The ends a single rank may be told to shrink at, once a turn.
    fn dressings(&self, unit: UnitId) -> impl Iterator<Item = i16> + use<> {
        let own = self.own(unit);
        let stands = self.stands(unit);
        let may = stands > 1 && is_single_rank(&self.pose(unit), stands) && !own.dressed;
        let now = i16::from(own.dress);
        (0..3).filter(move |end| may && *end != now)
    }

    /// Moves, changes of formation and charges that lead anywhere.
    pub(crate) fn moves_stems(&self, out: &mut Vec<Order>) {
        let scene = self.scene();
        let press = Press::of(&scene, self.field.present_of(self.state.player.other()));
        for unit in self.units_of(self.state.player) {
            for verb in [MOVE, DOUBLE] {
                if self.can_go(unit, verb, &press) {
                    out.push(Order::new(verb).by(unit));
                }
            }
            for (verb, number) in CHANGES.into_iter().chain([(ENTER, None)]) {
                if self.may_change(unit, verb, number) && scene.can_change(unit, verb, number, &press) {
                    out.push(Order { number, ..Order::new(verb).by(unit) });
                }
            }
            if self.declared(unit).is_some() && scene.leg_reach(unit).legal().next().is_some() {
                out.push(Order::new(HOME).by(unit));
            }
        }
    }

    /// Whether a unit has a charge in hand this turn, wherever it has got to.
    pub(crate) fn charges_now(&self, unit: UnitId) -> bool {
        self.state.charges.iter().any(|charge| charge.unit == unit)
    }

    /// Whether a unit may still make its move, normal or at the double.
    ///
    /// # Errors
    /// Why not.
    pub(crate) fn may_go(&self, unit: UnitId, verb: Verb) -> Result<(), Refusal> {
        let (own, name) = (self.own(unit), self.name(unit));
        let refuse = |clause, text: String| Err(Refusal::new(clause, text));
        if let Some(refusal) = self.unsteady(unit) {
            return Err(refusal);
        }
        if own.shelter.is_some() {
            return refuse("OW-MOVE-4", format!("{name} shelters with a square and stays"));
        }
        if own.pursues.is_some() {
            return refuse("OW-MORALE-13", format!("{name} pursues and makes no other move"));
        }
        if own.moved {
            return refuse("OW-MOVE-1", format!("{name} has made its move of this turn"));
        }
        rule!("OW-ASSAULT-5");
        let charge = self.declared(unit).is_some();
        if self.charges_now(unit) && (!charge || verb == DOUBLE || self.rules().charge_instead) {
            return refuse(
                "OW-ASSAULT-5",
                format!("{name} charges: {}", if charge { "no such move" } else { "it is over" }),
            );
        }
        if self.is_stuck(unit) {
            return refuse("OW-TERRAIN-10", format!("{name} was set up in going that guns cannot move in"));
        }
        Ok(())
    }

    /// Whether guns stand where they could never have driven.
    fn is_stuck(&self, unit: UnitId) -> bool {
        let ground = self.field.ground();
        let held = self.field.footprint(unit);
        self.kind(unit).is_guns() && held.hexes().iter().any(|hex| going(ground, *hex) >= barred_from(self.kind(unit)))
    }

    /// Hexes a unit has left to go, normally or at the double.
    fn steps_left(&self, unit: UnitId, verb: Verb) -> u16 {
        rule!("OW-MOVE-1");
        rule!("OW-MOVE-3");
        let scene = self.scene();
        let inches = 100 * scene.allowance(unit, &self.pose(unit));
        let limit = if verb == DOUBLE {
            rule!("OW-MOVE-2");
            rule!("OW-MOVE-5");
            2 * inches
        } else {
            inches
        };
        let left = (limit - i32::from(self.own(unit).spent)).max(0) / i32::from(scene.step());
        left as u16
    }

    /// Whether any move of that kind leads anywhere.
    fn can_go(&self, unit: UnitId, verb: Verb, press: &Press) -> bool {
        if self.may_go(unit, verb).is_err() {
            return false;
        }
        let course = Course::new(self.scene(), unit, self.pose(unit), press);
        let steps = self.steps_left(unit, verb);
        (steps > 0 && course.can_step(steps)) || (verb == MOVE && !self.free_turns(unit, &course).is_empty())
    }

    /// The turns on the spot that a battery makes for nothing (OW-MOVE-10).
    fn free_turns(&self, unit: UnitId, course: &Course<'_>) -> Vec<Pose> {
        let (from, stands) = (course.start(), self.stands(unit));
        let free = self.kind(unit).is_guns() && !self.own(unit).formed;
        let turns = [PoseStep::TurnLeft, PoseStep::TurnRight].into_iter().filter(|_| free);
        let poses = turns.map(|turn| turn.apply(&from, stands));
        poses.filter(|to| course.is_passable(&from, to) && course.may_stop(to)).collect()
    }

    /// Whether a unit may make that change of formation in V3, room apart.
    fn may_change(&self, unit: UnitId, verb: Verb, number: Option<i16>) -> bool {
        let own = self.own(unit);
        let barred = own.formed || own.shelter.is_some() || own.pursues.is_some() || self.charges_now(unit);
        let from = self.scene().shape(unit);
        if barred || from == Shape::Square || !self.scene().is_steady(unit) {
            return false;
        }
        let to = named(verb, number).map_or(Shape::Garrison, |(shape, _)| shape);
        self.change_left(unit, to) >= 0
    }

    /// Inches left over after that change.
    fn change_left(&self, unit: UnitId, to: Shape) -> i32 {
        let (scene, from) = (self.scene(), self.scene().shape(unit));
        let paid = if from == Shape::Garrison { to } else { from };
        let allowance = tables::allowance(self.kind(unit), paid).unwrap_or(0);
        let times = if self.marked(unit, Marks::MARCHED) { 2 } else { 1 };
        times * allowance - i32::from(self.own(unit).spent.div_ceil(100)) - scene.change_cost(unit, to)
    }

    /// The poses that complete a stem of this step.
    pub(crate) fn moves_reach(&self, stem: &Order) -> Reach {
        let bare = stem.target.is_none() && stem.pose.is_none();
        let Some(unit) = stem.unit().filter(|unit| bare && self.is_mine(*unit)) else { return Reach::default() };
        let scene = self.scene();
        let press = Press::on(&scene, unit);
        match (stem.verb, stem.number) {
            (MOVE | DOUBLE, None) if self.can_go(unit, stem.verb, &press) => self.go_reach(unit, stem.verb, &press),
            (HOME, None) if self.declared(unit).is_some() => scene.leg_reach(unit),
            (ENTER, None) if self.may_change(unit, ENTER, None) => scene.change_reach(unit, stem, &press),
            (verb, number) if CHANGES.contains(&(verb, number)) && self.may_change(unit, verb, number) => {
                scene.change_reach(unit, stem, &press)
            }
            _ => Reach::default(),
        }
    }

    /// Everywhere a move may end; a battery's free turns cost nothing.
    fn go_reach(&self, unit: UnitId, verb: Verb, press: &Press) -> Reach {
        rule!("OW-MOVE-7");
        let course = Course::new(self.scene(), unit, self.pose(unit), press);
        let mut reach = course.search(self.steps_left(unit, verb));
        if verb == MOVE {
            for pose in self.free_turns(unit, &course) {
                let free = Destination { pose, cost: 0, previous: Some(0), legal: true };
                match reach.places.iter_mut().find(|place| place.pose == pose) {
                    Some(place) => *place = free,
                    None => reach.places.push(free),
                }
            }
        }
        reach
    }

    /// Why an order of this step is not legal.
    pub(crate) fn moves_refusal(&self, order: &Order) -> Refusal {
        if matches!(order.verb, ATTACH | RIDE) {
            return self.leader_refusal(order);
        }
        let Some(unit) = order.unit() else { return Refusal::new("", "name a unit for this order") };
        let name = self.name(unit);
        match order.verb {
            MOVE | DOUBLE => match self.may_go(unit, order.verb) {
                Err(refusal) => refusal,
                Ok(()) => self.too_far(unit, order),
            },
            HOME if self.declared(unit).is_none() => {
                Refusal::new("OW-ASSAULT-6", format!("{name} has no charge declared that is still to be ridden"))
            }
            HOME => {
                let inches = tables::row(self.kind(unit)).assault;
                let text = format!("{name} charges {inches} inches: one wheel at the start, then straight ahead");
                Refusal::new("OW-ASSAULT-6", text)
            }
            SEARCH => {
                let inches = tables::search_range(self.profile(unit).skill);
                let text = format!(
                    "{name} searches once a turn, after moving, where somebody could hide within {inches} inches"
                );
                Refusal::new("OW-HIDDEN-5", text)
            }
            DRESS => Refusal::new("OW-HIT-6", format!("{name} is no single rank, or has been told this turn")),
            verb => self.change_refusal(unit, verb, order.number, order.pose),
        }
    }

    fn too_far(&self, unit: UnitId, order: &Order) -> Refusal {
        let (name, inches) = (self.name(unit), self.scene().inches(self.steps_left(unit, order.verb).into()));
        let Some(pose) = order.pose else { return Refusal::new("OW-MOVE-1", format!("{name} cannot move at all")) };
        if pose == self.pose(unit) {
            return Refusal::new("OW-MOVE-1", format!("{name} stands so already"));
        }
        if let Err(refusal) = self.scene().fits(unit, &pose) {
            return refusal;
        }
        let near = |enemy: &UnitId| self.scene().apart(unit, &pose, *enemy) <= 1;
        if let Some(enemy) = self.scene().enemies(unit).find(near) {
            let text = format!("{name} would come next to {}: only a charge does", self.name(enemy));
            return Refusal::new("OW-MOVE-11", text);
        }
        Refusal::new("OW-MOVE-8", format!("{name} does not get there with the {inches} inches it has left"))
    }

    fn change_refusal(&self, unit: UnitId, verb: Verb, number: Option<i16>, pose: Option<Pose>) -> Refusal {
        let name = self.name(unit);
        let known = CHANGES.contains(&(verb, number)) || (verb, number) == (ENTER, None);
        if !known {
            return Refusal::new("OW-SEQ-2", format!("{name} cannot do that while units move"));
        }
        if let Some(refusal) = self.unsteady(unit) {
            return refusal;
        }
        if self.scene().shape(unit) == Shape::Square {
            return Refusal::new("OW-SQUARE-1", format!("{name} leaves its square only before units move"));
        }
        if self.own(unit).formed {
            return Refusal::new("OW-MOVE-9", format!("{name} has changed formation once this turn"));
        }
        if self.charges_now(unit) {
            return Refusal::new("OW-MOVE-9", format!("{name} charges in the formation it has"));
        }
        let to = named(verb, number).map_or(Shape::Garrison, |(shape, _)| shape);
        if tables::allowance(self.kind(unit), to).is_none() {
            return Refusal::new("OW-MOVE-1", format!("{name} does not use that formation"));
        }
        if self.change_left(unit, to) < 0 {
            let cost = self.scene().change_cost(unit, to);
            return Refusal::new("OW-MOVE-9", format!("{name} has not the {cost} inches left that this change costs"));
        }
        let why = pose.and_then(|pose| self.scene().fits(unit, &pose).err());
        why.unwrap_or_else(|| Refusal::new("OW-MOVE-9", format!("{name} has no room to form so within a hex")))
    }

    /// Carries out a checked order of this step.
    pub(crate) fn moves_carry_out(&mut self, listener: &mut dyn Listener, order: &Order) {
        if matches!(order.verb, ATTACH | RIDE) {
            return self.lead(listener, order);
        }
        let Some(unit) = order.unit() else { return };
        match (order.verb, order.pose, order.number) {
            (SEARCH, ..) => self.search(listener, unit),
            (DRESS, _, Some(end)) => {
                let own = self.own_mut(unit);
                (own.dress, own.dressed) = (end.clamp(0, 2) as u8, true);
            }
            (MOVE | DOUBLE, Some(pose), _) => self.go(listener, unit, order.verb, &pose),
            (HOME, Some(pose), _) => self.ride_home(listener, unit, &pose),
            (_, Some(pose), _) => {
                self.form(listener, unit, &pose, "OW-MOVE-9");
            }
            _ => {}
        }
    }

    /// Makes a normal or double move.
    fn go(&mut self, listener: &mut dyn Listener, unit: UnitId, verb: Verb, pose: &Pose) {
        let reach = self.seen_by(self.field.side(unit)).moves_reach(&Order::new(verb).by(unit));
        let way = reach.way(pose);
        let cost = reach.legal().find(|place| place.pose == *pose).map_or(0, |place| place.cost);
        let own = self.own_mut(unit);
        own.moved = true;
        own.spent = own.spent.saturating_add(cost);
        let (manner, clause) = if verb == DOUBLE {
            rule!("OW-MOVE-6");
            self.mark(listener, unit, Marks::MARCHED, true);
            (Manner::Marched, "OW-MOVE-5")
        } else {
            (Manner::Moved, "OW-MOVE-1")
        };
        self.walk(listener, unit, &way, manner, clause);
    }

    /// What an order of this step may bring.
    pub(crate) fn moves_forecast(&self, order: &Order) -> Forecast {
        let Some(unit) = order.unit() else { return Forecast::default() };
        match (order.verb, order.pose) {
            (MOVE | DOUBLE, Some(pose)) => self.go_forecast(unit, order, &pose),
            (HOME, Some(pose)) => {
                Forecast { effect: self.charge_effect(unit, &pose), ends: vec![(pose, 1.0)], ..Forecast::default() }
            }
            (SEARCH, _) => {
                let shown = self.search_pool(unit).shown(Some(unit.into()));
                let chance = shown.outcome.at_least(1);
                Forecast {
                    results: vec![Chance { label: "finds what hides near", chance }],
                    effect: Effect { succeeds: chance, ..Effect::default() },
                    rolls: vec![shown],
                    ..Forecast::default()
                }
            }
            (verb, pose) if named(verb, order.number).is_some() || verb == ENTER => self.forming_forecast(unit, pose),
            _ => Forecast::default(),
        }
    }

    /// A move: certain, but for guns that may bog down on the way.
    fn go_forecast(&self, unit: UnitId, order: &Order, pose: &Pose) -> Forecast {
        let mut forecast = Forecast { ends: vec![(*pose, 1.0)], ..Forecast::default() };
        forecast.effect.succeeds = 1.0;
        if order.verb == DOUBLE {
            forecast.effect.taken = self.doubled_harm(unit, pose);
        }
        let about = i32::from(self.steps_left(unit, order.verb)) + FRONTAGE;
        if !self.kind(unit).is_guns() || !self.scene().is_soft_near(unit, about) {
            return forecast;
        }
        let way = self.moves_reach(&Order { pose: None, ..*order }).way(pose);
        let mut going = 1.0;
        forecast.ends.clear();
        for place in self.scene().bogs(unit, &way) {
            let shown = self.bogging_pool().shown(Some(unit.into()));
            let stays = shown.outcome.chance(0);
            forecast.ends.push((way[place], going * stays));
            going *= 1.0 - stays;
            forecast.rolls.push(shown);
        }
        if going < 1.0 {
            forecast.results.push(Chance { label: "guns bog down", chance: 1.0 - going });
        }
        forecast.ends.push((*pose, going));
        forecast.effect.succeeds = going;
        forecast
    }
}
