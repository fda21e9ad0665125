//! The end of a turn in a few answers, in sentences.

use std::io;

use battle::Decision;

use super::slate::Slate;
use super::talk::Talk;
use crate::ending::{Besides, Moment, Onward, Proposed, ProposedOrder, WAYS};
use crate::idle::step_now;

/// What is typed to go on ending a turn.
const GOES_ON: &str = "turn";
/// What is typed to let everybody stay.
const STAYS: &str = "2";

/// A question about the end of a turn that the next line may answer.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Posed {
    /// How far the turn is to end by itself.
    Ending,
    /// Whether orders are to be given that were proposed.
    Proposal(Besides),
}

impl Posed {
    /// The place of the answer that a line gives, if it gives one.
    fn place(self, line: &str) -> Option<usize> {
        let answers = if self == Posed::Proposal(Besides::Nothing) { 1 } else { 2 };
        let place = line.parse::<usize>().ok()?.checked_sub(1)?;
        Some(place).filter(|place| *place < answers)
    }
}

impl Talk<'_> {
    /// Begins to end the turn.
    pub(super) fn end_turn(&mut self) {
        let now = step_now(self.system());
        if let Some(decision) = self.game.pending().decision() {
            self.ending.begin(decision.side, now);
        }
    }

    /// Takes a line as the answer to a question about the end of the turn; whether it was one. Any other line leaves the
    /// rest of the turn to the person.
    pub(super) fn answers_ending(&mut self, line: &str) -> bool {
        let Some(posed) = self.posed.take() else { return false };
        let (place, decision) = (posed.place(line), self.game.pending().decision());
        let (Some(place), Some(decision)) = (place, decision) else {
            self.ending.stop();
            return false;
        };
        match posed {
            Posed::Ending => self.ending.answer(place, decision.side, step_now(self.system())),
            Posed::Proposal(_) => self.ending.take(place, self.game.orders_given()),
        }
        true
    }

    /// One order further towards the end of the turn, or a question; whether the next line is to be waited for.
    pub(super) fn go_on_ending(&mut self, decision: &Decision, slate: &mut dyn Slate) -> io::Result<Waits> {
        if !self.ending.is_on(decision.side, self.system().field().turn()) {
            return Ok(Waits::ForOrders);
        }
        self.gather(decision);
        match self.next_of_ending(decision) {
            Onward::Give(order) => {
                let before = self.game.orders_given();
                self.give(&order, slate)?;
                self.ending.gave(before, self.game.orders_given());
                return Ok(Waits::No);
            }
            Onward::Halt(why) => {
                why.iter().try_for_each(|why| slate.say(why))?;
                return Ok(Waits::ForOrders);
            }
            Onward::Ask(title, text) => self.pose_ending(&title, &text, slate)?,
            Onward::Propose => {
                let library = self.library;
                match self.ending.propose((&mut self.game, decision.side), library, STAYS) {
                    Some(proposed) => self.pose_proposal(&proposed, slate)?,
                    None => {
                        slate.say("This has to be answered first; orders lists the choices.")?;
                        return Ok(Waits::ForOrders);
                    }
                }
            }
        }
        Ok(Waits::ForAnswer)
    }

    fn next_of_ending(&mut self, decision: &Decision) -> Onward {
        let mut ending = std::mem::take(&mut self.ending);
        let next = ending.next(&Moment {
            system: self.system(),
            decision: *decision,
            given: self.game.orders_given(),
            choices: &self.choices,
            idle: &self.idle,
            settings: &self.settings,
            goes_on: GOES_ON,
        });
        self.ending = ending;
        next
    }

    fn pose_ending(&mut self, title: &str, text: &str, slate: &mut dyn Slate) -> io::Result<()> {
        self.posed = Some(Posed::Ending);
        slate.say(&format!("{title} {text}"))?;
        for (place, way) in WAYS.iter().enumerate() {
            slate.say(&format!("{}. {way}.", place + 1))?;
        }
        slate.say("Type 1 or 2; anything else leaves the turn to you.")
    }

    fn pose_proposal(&mut self, proposed: &Proposed, slate: &mut dyn Slate) -> io::Result<()> {
        self.posed = Some(Posed::Proposal(proposed.besides));
        slate.say(&format!("{}. {}", proposed.title, proposed.text))?;
        for ProposedOrder { words, why } in &proposed.orders {
            let why = why.as_ref().map_or_else(String::new, |why| format!(": {why}"));
            slate.say(&format!("{words}{why}"))?;
        }
        slate.say(match proposed.besides {
            Besides::Nothing => "Type 1 to give these orders; anything else leaves them to you.",
            Besides::Staying => {
                "Type 1 to give these orders, 2 to let everybody stay; anything else leaves them to you."
            }
        })
    }
}

/// What a conversation waits for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Waits {
    /// Nothing: the battle goes on.
    No,
    /// The answer to a question that was just asked.
    ForAnswer,
    /// An order.
    ForOrders,
}
