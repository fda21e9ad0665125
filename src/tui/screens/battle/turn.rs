//! The end of a turn in a few keys, on the battle screen.

use battle::{Order, Side};

use super::Battle;
use super::keys::Action;
use crate::ending::{Besides, Moment, Onward, Proposed, ProposedOrder, WAYS};
use crate::layer::{Desk, Flow, Standing};
use crate::panels::words;
use crate::screens::list::List;
use crate::screens::proposal::Proposal;
use crate::theme::Ink;

/// Tag of the question how the turn is to end.
pub const ENDING: &str = "ending";

/// The key by which everybody stays, in a proposal.
const STAYS: &str = "n";

impl Battle {
    /// Ends the turn of the person, as far as he agrees.
    pub(super) fn end_turn(&mut self) {
        let now = self.seen.step_now();
        if let Some(side) = self.seen.person() {
            self.ending.begin(side, now);
        }
    }

    /// Drops what was to happen by itself; whether there was something.
    pub(super) fn stop_ending(&mut self) -> bool {
        self.ending.stop()
    }

    /// Whether something is to happen by itself now.
    pub(super) fn is_ending(&self, standing: Standing) -> bool {
        let turn = self.seen.system().field().turn();
        let on = self.seen.person().is_some_and(|side| self.ending.is_on(side, turn));
        standing == Standing::Top && self.show.at_hand(&self.seen) && !self.saving.waits_for_disk() && on
    }

    /// One order further towards the end of the turn, or a question; nothing where nothing is to happen by itself.
    pub(super) fn go_on_ending(&mut self, standing: Standing, desk: &mut Desk) -> Option<Flow> {
        if !self.is_ending(standing) {
            return None;
        }
        Some(match self.next_of_ending(desk)? {
            Onward::Give(order) => {
                let before = self.seen.game.orders_given();
                self.give(&order, desk);
                self.ending.gave(before, self.seen.game.orders_given());
                Flow::Stay
            }
            Onward::Halt(why) => {
                why.into_iter().for_each(|why| self.say(Ink::Notice, why));
                Flow::Stay
            }
            Onward::Ask(title, text) => {
                let [chance, end] = WAYS;
                Flow::Push(Box::new(List::new(ENDING, title, text).row(Some('e'), chance).row(Some('n'), end)))
            }
            Onward::Propose => self.propose(desk),
        })
    }

    fn next_of_ending(&mut self, desk: &Desk) -> Option<Onward> {
        let mut ending = std::mem::take(&mut self.ending);
        let decision = self.seen.game.pending().decision();
        let goes_on = self.key_of(Action::EndTurn);
        let next = decision.map(|decision| {
            ending.next(&Moment {
                system: self.seen.system(),
                decision,
                given: self.seen.game.orders_given(),
                choices: &self.hand.choices,
                idle: &self.hand.sense.idle,
                settings: &desk.settings,
                goes_on: &goes_on,
            })
        });
        self.ending = ending;
        next
    }

    /// How the turn is to end was answered.
    pub(super) fn end_as_picked(&mut self, place: usize) {
        let now = self.seen.step_now();
        if let Some(side) = self.seen.person() {
            self.ending.answer(place, side, now);
        }
    }

    /// Offers the orders that have to be given before the step can be ended.
    pub(super) fn propose(&mut self, desk: &mut Desk) -> Flow {
        let side = self.seen.person().unwrap_or(Side::Blue);
        let Some(proposed) = self.ending.propose((&mut self.seen.game, side), desk.library.as_ref(), STAYS) else {
            self.say(Ink::Text, "This has to be answered first; Enter shows the choices.");
            return Flow::Stay;
        };
        Flow::Push(Box::new(Proposal::new(proposed)))
    }

    /// Shows orders in words before they are given together.
    pub(super) fn show_before(&mut self, title: &str, text: &str, orders: Vec<Order>) -> Flow {
        let told = |order: &Order| ProposedOrder { words: words::order(self.seen.system(), order), why: None };
        let told = orders.iter().map(told).collect();
        self.ending.show(orders);
        let (title, text) = (title.to_owned(), text.to_owned());
        Flow::Push(Box::new(Proposal::new(Proposed { title, text, orders: told, besides: Besides::Nothing })))
    }

    /// A proposal was taken.
    pub(super) fn take_proposal(&mut self, place: usize) {
        self.ending.take(place, self.seen.game.orders_given());
    }
}
