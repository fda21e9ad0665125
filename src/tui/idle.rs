//! Who has still to act in a step.

use battle::{Object, Order, System};

use crate::prepare::Choices;
use crate::worth;

/// Turn and step.
pub type StepNow = (u16, u8);

/// The turn and the step that goes on.
#[must_use]
pub fn step_now(system: &dyn System) -> StepNow {
    let field = system.field();
    (field.turn(), field.step())
}

/// What the step that goes on is called.
#[must_use]
pub fn step_title(system: &dyn System) -> &'static str {
    system.info().steps.get(usize::from(system.field().step())).map_or("this step", |step| step.title)
}

/// Who has done nothing yet.
#[derive(Default)]
pub struct Idle {
    /// Who was given an order in this step, with the count of orders after it.
    acted: Vec<(u32, Object)>,
    step: StepNow,
    /// Who has done nothing in this step and could do something that matters.
    pub waiting: Vec<Object>,
}

impl Idle {
    /// Looks again at a battle after so many orders; called after every change.
    pub fn weigh(&mut self, system: &dyn System, given: u32, choices: &Choices) {
        let step = step_now(system);
        if self.step != step {
            self.acted.clear();
        }
        self.step = step;
        self.acted.retain(|(count, _)| *count <= given);
        let idle = |actor: &Object| self.acted.iter().all(|(_, acted)| acted != actor);
        let matters = |actor: &Object| choices.of(*actor).any(|order| worth::matters(system, order));
        self.waiting = choices.actors().into_iter().filter(idle).filter(matters).collect();
    }

    /// Notes who was given an order, the last of so many.
    pub fn note(&mut self, order: &Order, given: u32) {
        self.acted.extend(order.actor.map(|actor| (given, actor)));
    }

    /// Who has done nothing in this step and could, by label.
    #[must_use]
    pub fn waiting_words(&self, system: &dyn System) -> Vec<String> {
        self.waiting.iter().map(|actor| system.field().label(*actor)).collect()
    }
}
