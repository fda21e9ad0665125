//! The end of a turn in a few keys: through all steps in which nothing is left to decide, with one question where somebody
//! could still act and one where orders have to be given.

use std::collections::VecDeque;

use battle::{AskRole, Object, Order, Side};

use super::Battle;
use super::keys::Action;
use crate::layer::{Desk, Flow, Standing};
use crate::panels::words;
use crate::screens::list::List;
use crate::screens::proposal::{Besides, Proposal};
use crate::settings::Habit;
use crate::theme::Ink;
use crate::worth;

/// Tag of the question how the turn is to end.
pub const ENDING: &str = "ending";

/// How far a turn is to end by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Until {
    /// As far as nobody has a blow with a chance.
    Chance,
    /// To its end.
    End,
}

/// A turn that is being ended, and orders that were agreed to.
#[derive(Default)]
pub struct Ending {
    /// Whose turn is being ended, which, and how far.
    turn: Option<(Side, u16, Until)>,
    /// The turn in which the person said that he knows of those who could act.
    agreed: Option<(Side, u16)>,
    /// The step in which the person said so.
    here: Option<(u16, u8)>,
    /// Orders that were agreed to and are still to be given, and how many orders there were when the next is due.
    orders: VecDeque<Order>,
    due: u32,
    /// What was proposed last: the staff's orders, and those by which everybody stays.
    proposed: [Vec<Order>; 2],
}

impl Battle {
    /// Ends the turn of the person, as far as he agrees.
    pub(super) fn end_turn(&mut self) {
        let Some(side) = self.person() else { return };
        let turn = self.system().field().turn();
        self.ending.turn = Some((side, turn, Until::Chance));
        if self.ending.agreed == Some((side, turn)) {
            self.ending.here = Some(self.step_now());
        }
    }

    /// Drops what was to happen by itself; whether there was something.
    pub(super) fn stop_ending(&mut self) -> bool {
        let was = self.ending.turn.take().is_some();
        let orders = !std::mem::take(&mut self.ending.orders).is_empty();
        was || orders
    }

    /// Whether something is to happen by itself now.
    pub(super) fn is_ending(&self, standing: Standing) -> bool {
        let now = self.person().zip(Some(self.system().field().turn()));
        let turn = self.ending.turn.is_some_and(|(side, turn, _)| now == Some((side, turn)));
        standing == Standing::Top
            && self.at_hand()
            && !self.waits_for_disk()
            && (turn || !self.ending.orders.is_empty())
    }

    /// One order further towards the end of the turn, or a question; nothing where nothing is to happen by itself.
    pub(super) fn go_on_ending(&mut self, standing: Standing, desk: &mut Desk) -> Option<Flow> {
        if !self.is_ending(standing) {
            return None;
        }
        if !self.ending.orders.is_empty() {
            self.give_agreed(desk);
            return Some(Flow::Stay);
        }
        let decision = self.game.pending().decision()?;
        if decision.unit.is_some() || matches!(decision.ask.role, AskRole::React | AskRole::Pursue | AskRole::Place) {
            self.stop_ending();
            return Some(Flow::Stay);
        }
        let Some(done) = self.choices.done(self.system()) else { return Some(self.settle_or_propose(desk)) };
        Some(match self.doubts_about_ending(desk) {
            Some(flow) => flow,
            None => {
                self.give(&done, desk);
                Flow::Stay
            }
        })
    }

    /// Gives the next order that was agreed to; where the battle has taken another course, the rest is dropped.
    fn give_agreed(&mut self, desk: &Desk) {
        let Some(order) = self.ending.orders.pop_front() else { return };
        let known = self.game.orders_given() == self.ending.due && self.system().check(&order).is_ok();
        if known {
            self.give(&order, desk);
            if self.game.orders_given() == self.ending.due {
                self.stop_ending();
            }
            self.ending.due = self.game.orders_given();
        } else {
            self.stop_ending();
            let text = format!("{} can no longer be ordered; the rest is yours.", words::order(self.system(), &order));
            self.say(Ink::Notice, text);
        }
    }

    /// A question, or a halt, where somebody could still act.
    fn doubts_about_ending(&mut self, desk: &Desk) -> Option<Flow> {
        let (side, turn, until) = self.ending.turn?;
        if self.sense.waiting.is_empty() || !desk.settings.has(Habit::Warning) {
            return None;
        }
        if self.ending.agreed != Some((side, turn)) {
            let question = self.ask_to_end();
            self.stop_ending();
            return Some(Flow::Push(Box::new(question)));
        }
        if until == Until::End || self.ending.here == Some(self.step_now()) || !self.has_blow() {
            return None;
        }
        self.stop_ending();
        let text = format!(
            "{} could still act in {}; {} goes on.",
            self.waiting().join(", "),
            self.step_title(),
            self.key_of(Action::EndTurn)
        );
        self.say(Ink::Notice, text);
        Some(Flow::Stay)
    }

    /// Whether somebody who has done nothing could strike with a chance.
    fn has_blow(&self) -> bool {
        let system = self.system();
        let strikes = |order: &Order| {
            system.verb(order).is_some_and(|verb| worth::strikes(verb.role)) && !worth::is_vain(system, order)
        };
        self.sense.waiting.iter().any(|actor: &Object| self.choices.of(*actor).any(strikes))
    }

    pub(super) fn step_title(&self) -> &'static str {
        let system = self.system();
        system.info().steps.get(usize::from(system.field().step())).map_or("this step", |step| step.title)
    }

    fn ask_to_end(&self) -> List {
        let waiting = self.waiting();
        let text = format!("{} could still act in {}: {}.", waiting.len(), self.step_title(), waiting.join(", "));
        let turn = self.system().field().turn();
        List::new(ENDING, format!("End turn {turn}?"), text)
            .row(Some('e'), "End it, but stop where somebody could shoot or charge with a chance")
            .row(Some('n'), "Nobody does anything more this turn")
    }

    /// How the turn is to end was answered.
    pub(super) fn end_as_picked(&mut self, place: usize) {
        let Some(side) = self.person() else { return };
        let turn = self.system().field().turn();
        self.ending.turn = Some((side, turn, if place == 0 { Until::Chance } else { Until::End }));
        self.ending.agreed = Some((side, turn));
        self.ending.here = Some(self.step_now());
    }

    /// Gives the only order that there is, where steps may pass by themselves; else offers what has to be given.
    fn settle_or_propose(&mut self, desk: &mut Desk) -> Flow {
        let only = self.only_order().filter(|_| desk.settings.has(Habit::Passing));
        match only {
            Some(only) => {
                self.give(&only, desk);
                Flow::Stay
            }
            None => self.propose(desk),
        }
    }

    /// The order that has to be given where there is no other.
    fn only_order(&self) -> Option<Order> {
        let mut all = self.choices.all();
        let first = all.next().copied();
        first.filter(|order| all.next().is_none() && !self.lacks_pose(order))
    }

    fn lacks_pose(&self, order: &Order) -> bool {
        order.pose.is_none() && self.system().verb(order).is_some_and(battle::VerbInfo::posed)
    }

    /// Offers the orders that have to be given before the step can be ended.
    pub(super) fn propose(&mut self, desk: &mut Desk) -> Flow {
        let joined = self.game.is_joined();
        let staff = if joined { Vec::new() } else { self.game.staff_orders(desk.library.as_ref()) };
        let stay = self.game.orders_to_stay();
        let (listed, besides) = match (staff.is_empty(), stay.is_empty()) {
            (true, _) => (stay.clone(), Besides::Nothing),
            (false, true) => (staff, Besides::Nothing),
            (false, false) => (staff, Besides::Staying),
        };
        if listed.is_empty() {
            self.stop_ending();
            self.say(Ink::Text, "This has to be answered first; Enter shows the choices.");
            return Flow::Stay;
        }
        let orders = listed.iter().map(|order| words::order(self.system(), order)).collect();
        let text = match (listed == stay, besides) {
            (true, _) => "This step ends when these have their orders. They would all stay where they are:",
            (_, Besides::Nothing) => "This step ends when these have their orders. The staff would give:",
            (_, Besides::Staying) => {
                "This step ends when these have their orders. The staff would give the following; n lets them all stay:"
            }
        };
        let title = format!("{}: orders that have to be given", self.step_title());
        self.ending.proposed = [listed, stay];
        Flow::Push(Box::new(Proposal::new(title, text, orders, besides)))
    }

    /// Shows orders in words before they are given together.
    pub(super) fn show_before(&mut self, title: &str, text: &str, orders: Vec<Order>) -> Flow {
        let words = orders.iter().map(|order| words::order(self.system(), order)).collect();
        self.ending.proposed = [orders, Vec::new()];
        Flow::Push(Box::new(Proposal::new(title, text, words, Besides::Nothing)))
    }

    /// A proposal was taken.
    pub(super) fn take_proposal(&mut self, place: usize) {
        self.ending.orders = self.ending.proposed.get(place).cloned().unwrap_or_default().into();
        self.ending.due = self.game.orders_given();
    }
}
