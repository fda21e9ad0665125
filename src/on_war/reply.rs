//! Defensive fire at charges, and what becomes of the chargers (OW-ASSAULT-8 to 11).

use battle::{Effect, Forecast, Listener, Marks, Order, Refusal, UnitId, rule};

use crate::fire::{Load, Shot};
use crate::info::{FIRE, GRAPE, HOLD};
use crate::scene::shape_of;
use crate::sequence::Progress;
use crate::state::{Charge, Course, Response, Stage, Wait};
use crate::tables::Shape;
use crate::war::OnWar;

/// The two kinds of defensive fire with their verbs (OW-ASSAULT-9).
const SHOTS: [(battle::Verb, Shot); 2] = [(FIRE, Shot::Defensive(Load::Ball)), (GRAPE, Shot::Defensive(Load::Grape))];

impl OnWar {
    /// Whether the charged unit may fire at that charge at all, whatever it sees (OW-ASSAULT-8, OW-SQUARE-3, 4).
    ///
    /// # Errors
    /// The reason.
    pub(crate) fn may_reply(&self, charge: &Charge) -> Result<(), Refusal> {
        let no = |clause, text: String| Err(Refusal::new(clause, text));
        let (unit, name) = (charge.target, self.name(charge.target));
        let half = self.assault_inches(charge.unit);
        rule!("OW-ASSAULT-8");
        if i32::from(charge.gap) * 2 <= half {
            let text = format!("the charge came from {} inches, more than half of {half} is needed", charge.gap);
            return no("OW-ASSAULT-8", text);
        }
        let hasty = match charge.response {
            Response::Stand => false,
            Response::Square => true,
            Response::FailedSquare => !self.rules().failed_square_fires,
        };
        if hasty {
            return no("OW-SQUARE-3", format!("{name} tried to form square and does not fire"));
        }
        if self.marked(unit, Marks::ROUTING | Marks::CHARGED) {
            return no("OW-SHOOT-3", format!("{name} routs or charges, and does not shoot"));
        }
        if shape_of(&self.pose(unit)) == Shape::Square {
            rule!("OW-SQUARE-6");
        }
        if self.own(unit).replied {
            return no("OW-SHOOT-1", format!("{name} has fired at a charge"));
        }
        Ok(())
    }

    /// The charges at which a unit may still fire, by their place.
    fn charges_at(&self, unit: UnitId) -> Vec<usize> {
        let open = |place: &usize| {
            let charge = &self.state.charges[*place];
            charge.target == unit && self.is_under_way(charge) && !charge.answered && self.may_reply(charge).is_ok()
        };
        (0..self.state.charges.len()).filter(open).collect()
    }

    /// Whether a charge of the player has been ridden or run, and both are there.
    fn is_under_way(&self, charge: &Charge) -> bool {
        matches!(charge.course, Course::Contact | Course::Short)
            && self.field.side(charge.unit) == self.state.player
            && self.present(charge.unit)
            && self.present(charge.target)
    }

    /// The ways in which a unit can fire at a charger now.
    pub(crate) fn replies_to(&self, unit: UnitId, charger: UnitId) -> Vec<(battle::Verb, Shot)> {
        let able = |(_, shot): &(battle::Verb, Shot)| self.volley(unit, charger, *shot).is_some();
        SHOTS.into_iter().filter(able).collect()
    }

    /// S2 begins: a charge without its leg goes no further.
    pub(crate) fn reply_enter(&mut self, _listener: &mut dyn Listener) {
        let player = self.state.player;
        let field = &self.field;
        let own = self.state.charges.iter_mut().filter(|charge| field.side(charge.unit) == player);
        own.filter(|charge| charge.course == Course::Declared).for_each(|charge| charge.course = Course::Short);
    }

    /// Asks every charged unit that can fire; then chargers without contact go back (OW-ASSAULT-8, 11).
    pub(crate) fn reply_proceed(&mut self, listener: &mut dyn Listener) -> Progress {
        while self.state.stage == Stage::Reply {
            if let Wait::Reply { unit } = self.state.wait {
                if self.present(unit) && self.has_reply(unit) {
                    return Progress::Ask;
                }
                self.answered();
            }
            let charged: Vec<UnitId> = self.state.charges.iter().map(|charge| charge.target).collect();
            let next = charged.into_iter().find(|unit| self.present(*unit) && self.has_reply(*unit));
            let Some(unit) = next else {
                self.send_back(listener);
                return Progress::Finished;
            };
            self.state.wait = Wait::Reply { unit };
        }
        Progress::Finished
    }

    fn has_reply(&self, unit: UnitId) -> bool {
        let seen = self.seen_by(self.field.side(unit));
        let charger = |place: usize| seen.state.charges[place].unit;
        seen.charges_at(unit).into_iter().any(|place| !seen.replies_to(unit, charger(place)).is_empty())
    }

    /// Chargers that touch nobody return to where the charge leg began (OW-ASSAULT-7 names it; they have been fired at).
    fn send_back(&mut self, listener: &mut dyn Listener) {
        for place in 0..self.state.charges.len() {
            let Some(charge) = self.state.charges.get(place).copied() else { return };
            if charge.course == Course::Short && self.field.side(charge.unit) == self.state.player {
                self.state.charges[place].course = Course::Done;
                self.go_home(listener, &charge);
            }
        }
    }

    fn go_home(&mut self, listener: &mut dyn Listener, charge: &Charge) {
        if self.present(charge.unit) {
            self.return_to(listener, charge.unit, &charge.before);
        }
    }

    /// The shots a charged unit may fire, and to hold.
    pub(crate) fn reply_orders(&self, out: &mut Vec<Order>) {
        let Wait::Reply { unit } = self.state.wait else { return };
        for place in self.charges_at(unit) {
            let charger = self.state.charges[place].unit;
            let shots = self.replies_to(unit, charger).into_iter();
            out.extend(shots.map(|(verb, _)| Order::new(verb).by(unit).on(charger)));
        }
        out.push(Order::new(HOLD).by(unit));
    }

    /// Why an order of S2 is not legal.
    pub(crate) fn reply_refusal(&self, order: &Order) -> Refusal {
        let Wait::Reply { unit } = self.state.wait else {
            return Refusal::new("OW-ASSAULT-8", "nobody is charged who could fire");
        };
        let name = self.name(unit);
        if order.unit() != Some(unit) {
            return Refusal::new("OW-ASSAULT-8", format!("{name} is the charged unit that is asked"));
        }
        let charge = self.state.charges.iter().find(|one| one.target == unit && Some(one.unit) == order.target_unit());
        let Some(charge) = charge else {
            return Refusal::new("OW-ASSAULT-8", format!("{name} may fire only at a unit that charges it"));
        };
        if let Some((_, shot)) = SHOTS.into_iter().find(|(verb, _)| *verb == order.verb)
            && let Err(refusal) = self.may_shoot(unit, shot)
        {
            return refusal;
        }
        let unseen = format!("{name} has nobody of {} in sight, arc and range", self.name(charge.unit));
        self.may_reply(charge).err().unwrap_or_else(|| Refusal::new("OW-ASSAULT-8", unseen))
    }

    /// A charged unit fires or holds its fire.
    pub(crate) fn reply_carry_out(&mut self, listener: &mut dyn Listener, order: &Order) {
        let Some(unit) = order.unit() else { return };
        self.answered();
        let shot = SHOTS.into_iter().find(|(verb, _)| *verb == order.verb).map(|(_, shot)| shot);
        let (Some(shot), Some(charger)) = (shot, order.target_unit()) else {
            for charge in self.state.charges.iter_mut().filter(|charge| charge.target == unit) {
                charge.answered = true;
            }
            return;
        };
        let place = self.state.charges.iter().position(|charge| charge.unit == charger && charge.target == unit);
        let toll = self.shoot(listener, unit, charger, shot);
        self.own_mut(unit).replied = true;
        if let Some(place) = place.filter(|place| *place < self.state.charges.len()) {
            self.state.charges[place].answered = true;
            if toll.unsaved > 0 {
                self.stagger(listener, place);
            }
        }
    }

    /// A charger that was hit checks motivation or goes back (OW-ASSAULT-11, OW-MORALE-8).
    fn stagger(&mut self, listener: &mut dyn Listener, place: usize) {
        rule!("OW-ASSAULT-11");
        let charge = self.state.charges[place];
        if !self.present(charge.unit) || !self.is_under_way(&charge) {
            return;
        }
        rule!("OW-MORALE-8");
        let (unit, target) = (charge.unit, charge.target);
        // A sudden loss may have broken it already (OW-MORALE-2); then there is nothing left to check.
        let held = !self.marked(unit, Marks::ROUTING)
            && self.check_motivation(listener, unit, Some(target), "charge under fire", "OW-MORALE-8");
        if !held {
            self.say(listener, "{a} is thrown back by the fire of {t}", "OW-ASSAULT-11", unit, Some(target));
            self.state.charges[place].course = Course::Done;
            self.go_home(listener, &charge);
        }
    }

    /// What firing or holding brings, seen from the charged unit: the volley, and the fight after it.
    pub(crate) fn reply_forecast(&self, order: &Order) -> Forecast {
        let Some(unit) = order.unit() else { return Forecast::default() };
        let verb = order.verb;
        let charger = order.target_unit().or_else(|| {
            let open = self.charges_at(unit);
            open.first().map(|place| self.state.charges[*place].unit)
        });
        let Some(charger) = charger else { return Forecast::default() };
        let shot = SHOTS.into_iter().find(|(one, _)| *one == verb).map(|(_, shot)| shot);
        let forecast = self.foresee_reply(charger, unit, shot);
        Forecast { effect: Effect { spends: 0.0, ..forecast.effect }, ..forecast }
    }
}
