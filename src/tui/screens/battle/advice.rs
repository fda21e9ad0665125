//! What a commander would do, and why a computer did what it did.

use std::sync::Arc;

use battle::{Object, Order, UnitId};

use super::Battle;
use super::minds::Wish;
use crate::layer::{Desk, Flow};
use crate::panels::words;
use crate::screens::list::Question;
use crate::screens::pager::Pager;
use crate::screens::why::{self, NO_ADVICE};
use crate::text::{line, sentence};
use crate::theme::{Ink, Theme};

/// Tag of the question whether to take advice.
pub const ADVICE: &str = "advice";

/// What is said of advice that is not what a lesson teaches.
const BESIDE: &str = "The lesson asks for something else, to teach it; this is what a commander would do.";

impl Battle {
    /// What a commander would do with that unit, or at all: what is offered first. Where he would do nothing, nothing; nor
    /// against a person elsewhere, where nobody advises. He is asked once about a unit as things stand, however often its
    /// orders are opened, and is shown what its side knows.
    pub(super) fn wish(&mut self, unit: Option<UnitId>) -> Option<Order> {
        if self.seen.meets_a_person() {
            return None;
        }
        let version = self.looks.version;
        self.minds.wishes.retain(|wish| wish.version == version);
        if let Some(wish) = self.minds.wishes.iter().find(|wish| wish.unit == unit) {
            return wish.order;
        }
        let library = Arc::clone(&self.minds.library);
        let order = self.seen.game.advice(library.as_ref(), unit).map(|choice| choice.order);
        self.minds.wishes.push(Wish { version, unit, order });
        order
    }

    pub(super) fn advice(&mut self, desk: &Desk) -> Flow {
        if self.seen.game.is_joined() {
            self.say(Ink::Text, NO_ADVICE);
            return Flow::Stay;
        }
        let asked = self.seen.game.pending().decision().and_then(|decision| decision.unit);
        let here = self.seen.unit_here();
        let mine = asked.or(here.filter(|unit| self.hand.actors.contains(&Object::Unit(*unit))));
        let library = desk.library.as_ref();
        let choice = self.seen.game.advice(library, mine).or_else(|| self.seen.game.advice(library, None));
        let Some(choice) = choice else {
            self.say(Ink::Text, "A commander has no advice here.");
            return Flow::Stay;
        };
        self.hand.advised = Some(choice.order);
        self.seen.cursor = choice.order.actor.and_then(|actor| self.seen.hex_of(actor)).unwrap_or(self.seen.cursor);
        let system = self.seen.system();
        let order = words::order(system, &choice.order);
        let mut lines = vec![line(order, desk.theme.ink(Ink::Notice))];
        if self.is_beside_the_lesson(&choice.order) {
            lines.push(line(BESIDE, desk.theme.ink(Ink::Faint)));
        }
        if let Some(why) = &choice.why {
            lines.extend(why::summary(why, system, &desk.theme));
        }
        Flow::Push(Box::new(Question::new(ADVICE, "Advice — take it?", lines).docked(self.dock())))
    }

    /// What a commander would have the whole side do that is to decide.
    pub(super) fn plan(&mut self, desk: &Desk) -> Flow {
        if self.seen.game.is_joined() {
            self.say(Ink::Text, NO_ADVICE);
            return Flow::Stay;
        }
        let plan = self.seen.game.advised_plan(desk.library.as_ref());
        if plan.is_empty() {
            self.say(Ink::Text, "A commander has no plan here.");
            return Flow::Stay;
        }
        let lines = plan.iter().map(|part| line(sentence(part), desk.theme.ink(Ink::Text))).collect();
        Flow::Push(Box::new(Pager::text("What a commander would have your army do", lines)))
    }

    pub(super) fn reasons(&mut self, theme: &Theme) -> Flow {
        let unit = self.seen.unit_here();
        let eyes = self.seen.eyes.filter(|_| self.seen.game.outcome().is_none());
        let known = unit.and_then(|unit| self.seen.game.seats().why(unit, eyes)).map(|reasons| (None, reasons));
        let Some((order, reasons)) =
            known.or_else(|| self.seen.game.seats().last_why(eyes).map(|(order, why)| (Some(order), why)))
        else {
            self.say(Ink::Text, "No computer has given reasons yet.");
            return Flow::Stay;
        };
        let lines = why::lines(reasons, order, self.seen.system(), theme);
        // Who stands under the cursor has been given no reasons: these are of somebody else.
        let title = match unit.filter(|_| order.is_none()) {
            Some(unit) => format!("Why {}", self.seen.system().field().label(unit.into())),
            None => String::from("Why: the computer's last order"),
        };
        Flow::Push(Box::new(Pager::text(title, lines)))
    }
}
