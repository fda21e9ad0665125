//! Who has still to act, steps in which there is nothing sensible to decide, and questions before something is thrown away.

use battle::{Arm, Object, Order, PoseOf, Role, UnitId};

use super::Battle;
use super::hand::Hand;
use super::seen::Seen;
use crate::idle::{self, Idle, StepNow};
use crate::layer::{Desk, Flow, Standing};
use crate::panels::words;
use crate::screens::list::Question;
use crate::settings::Habit;
use crate::text::{line, wrapped};
use crate::theme::Ink;
use crate::worth;

/// Tag of the question whether to give an order that throws something away.
pub const WASTE: &str = "waste";
/// Tag of the question whether to resign.
pub const RESIGN: &str = "resign";

/// Hexes beyond a turn's ride within which horse counts as near.
const NEAR: i32 = 2;

/// What has been done in the step that goes on, and what may be done in it without asking.
#[derive(Default)]
pub struct Sense {
    /// Who has done nothing yet.
    pub idle: Idle,
    /// Who can be ordered nothing that could come to anything.
    pub hopeless: Vec<Object>,
    /// Whether all there is to order are charges of which little can be hoped.
    pub poor: bool,
    /// The order that is given by itself: that ends a step in which there is nothing sensible to decide, or that is the only
    /// one there is.
    passing: Option<Order>,
    /// The step that was taken back to, which is not passed again.
    kept: Option<StepNow>,
    /// The order that is asked about.
    doubted: Option<Order>,
}

impl Seen {
    /// The turn and the step.
    pub(super) fn step_now(&self) -> StepNow {
        idle::step_now(self.system())
    }

    /// What the step is called.
    pub(super) fn step_title(&self) -> &'static str {
        idle::step_title(self.system())
    }

    /// Whether a unit in a step that is for forming alone may want to: it stands in a square, or the enemy's horse is near.
    fn may_want_to_form(&self, unit: UnitId) -> bool {
        let (system, field) = (self.system(), self.system().field());
        let square = field.unit(unit).pose.formation.arrangement == battle::Arrangement::Square;
        let near = |enemy: UnitId| {
            let horse = field.roster().unit(enemy).arm == Arm::Cavalry;
            horse && field.distance(unit, enemy) <= NEAR + system.estimates().pace(enemy).hexes(field.inches_per_hex())
        };
        square || field.present_of(field.side(unit).other()).any(near)
    }

    /// What an order throws away, if it does.
    fn wasted(&self, order: &Order) -> Option<String> {
        let (system, field) = (self.system(), self.system().field());
        let verb = system.verb(order)?;
        let unit = order.unit()?;
        let label = field.label(unit.into());
        let ends = verb.pose != PoseOf::Start;
        if ends
            && matches!(verb.role, Role::Place | Role::Move | Role::March)
            && order.pose == Some(field.unit(unit).pose)
        {
            return Some(format!("{label} would stay where it is, and its move would be spent."));
        }
        (worth::strikes(verb.role) && order.target.is_some() && worth::is_vain(system, order))
            .then(|| format!("It can do no good: {label} has no chance with it."))
    }
}

impl Hand {
    /// Looks again who has still to act; called after every change.
    pub(super) fn weigh(&mut self, seen: &Seen) {
        let mut idle = std::mem::take(&mut self.sense.idle);
        idle.weigh(seen.system(), seen.game.orders_given(), &self.choices);
        self.sense.idle = idle;
        self.sense.poor = self.only_poor_charges(seen);
        self.sense.hopeless = self.actors.iter().copied().filter(|actor| self.is_hopeless(seen, *actor)).collect();
        let kept = self.sense.kept == Some(seen.step_now());
        let passing = self.nothing_sensible(seen).or_else(|| self.no_choice(seen));
        self.sense.passing = passing.filter(|_| !kept && !seen.game.is_joined());
    }

    /// Notes who was given an order.
    pub(super) fn note_acted(&mut self, seen: &Seen, order: &Order) {
        let mut idle = std::mem::take(&mut self.sense.idle);
        idle.note(seen.system(), order, seen.game.orders_given());
        self.sense.idle = idle;
    }

    /// The step that is being taken back to is not passed by itself.
    pub(super) fn keep_step(&mut self, seen: &Seen) {
        self.sense.kept = Some(seen.step_now());
    }

    /// The order that ends the step, where nothing else in it is sensible.
    fn nothing_sensible(&self, seen: &Seen) -> Option<Order> {
        let system = seen.system();
        let asked = seen.game.pending().decision().filter(|_| seen.person().is_some())?;
        let done = self.choices.done(system)?;
        let ends = system.verb(&done).is_some_and(|verb| verb.role == Role::Done) && asked.unit.is_none();
        let vain = |order: &Order| match system.verb(order).map(|verb| verb.role) {
            Some(Role::Done) => true,
            Some(Role::Fire | Role::Assault) => worth::is_vain(system, order),
            Some(Role::Form) => order.unit().is_some_and(|unit| !seen.may_want_to_form(unit)),
            _ => false,
        };
        (ends && self.choices.all().all(vain)).then_some(done)
    }

    /// The only answer that there is to what is asked.
    fn no_choice(&self, seen: &Seen) -> Option<Order> {
        seen.person()?;
        self.choices.only(seen.system())
    }

    /// Whether somebody can be ordered nothing but blows without a chance and changes for which there is no room.
    fn is_hopeless(&self, seen: &Seen, actor: Object) -> bool {
        let system = seen.system();
        let vain = |order: &Order| match system.verb(order) {
            Some(verb) if worth::strikes(verb.role) => worth::is_vain(system, order),
            Some(verb) if verb.role == Role::Form && verb.posed() => !worth::has_room(system, &[*order]),
            _ => false,
        };
        !self.sense.idle.waiting.contains(&actor) && self.choices.of(actor).all(vain)
    }

    /// Whether all there is to order in a step that can be ended are charges of which little can be hoped.
    fn only_poor_charges(&self, seen: &Seen) -> bool {
        let system = seen.system();
        let mut charges = 0;
        let poor = |order: &Order| match system.verb(order).map(|verb| verb.role) {
            Some(Role::Done) => true,
            Some(Role::Assault) => {
                charges += 1;
                worth::hope(system, order) != worth::Hope::Enough
            }
            _ => false,
        };
        seen.person().is_some() && self.choices.done(system).is_some() && self.choices.all().all(poor) && charges > 0
    }
}

impl Battle {
    /// Whether a step is about to be passed.
    pub(super) fn is_passing(&self, standing: Standing) -> bool {
        standing == Standing::Top
            && self.milestones.briefed
            && self.show.at_hand(&self.seen)
            && self.hand.sense.passing.is_some()
    }

    /// Passes a step in which there is nothing sensible to decide; whether it did.
    pub(super) fn pass_step(&mut self, standing: Standing, desk: &Desk) -> bool {
        if !self.is_passing(standing) || self.is_asked_to_order() {
            return false;
        }
        let Some(order) = self.hand.sense.passing.take().filter(|_| desk.settings.has(Habit::Passing)) else {
            return false;
        };
        let (title, system) = (self.seen.step_title(), self.seen.system());
        let ends = system.verb(&order).is_none_or(|verb| verb.role == Role::Done);
        let said = match ends {
            true => format!("{title}: nothing to decide there, so it passed by itself."),
            false => format!("{}: there was no other choice.", words::order(system, &order)),
        };
        self.give(&order, desk);
        if self.message.1.is_empty() {
            self.say(Ink::Faint, said);
        }
        true
    }

    /// Gives the order, or asks first where it throws something away.
    pub(super) fn offer(&mut self, order: &Order, desk: &Desk) -> Flow {
        match self.seen.wasted(order).filter(|_| desk.settings.has(Habit::Warning)) {
            Some(text) => {
                self.hand.sense.doubted = Some(*order);
                let title = format!("{}. Really?", words::order(self.seen.system(), order));
                Flow::Push(Box::new(question(WASTE, &title, &text, desk)))
            }
            None => {
                self.give(order, desk);
                Flow::Stay
            }
        }
    }

    /// Gives the order that was asked about.
    pub(super) fn give_doubted(&mut self, desk: &Desk) {
        if let Some(order) = self.hand.sense.doubted.take() {
            self.give(&order, desk);
        }
    }

    /// Asks before the battle is given up.
    pub(super) fn ask_to_resign(&mut self, desk: &Desk) -> Flow {
        let watches = self.seen.game.is_joined() && self.seen.own_side().is_none();
        if watches || !desk.settings.has(Habit::Warning) {
            self.resign();
            return Flow::Stay;
        }
        Flow::Push(Box::new(question(RESIGN, "Resign?", "The battle is lost at once, whatever the points say.", desk)))
    }
}

fn question(tag: &'static str, title: &str, text: &str, desk: &Desk) -> Question {
    let rows = wrapped(text, 70).into_iter().map(|row| line(row, desk.theme.ink(Ink::Text)));
    Question::new(tag, title, rows.collect())
}
