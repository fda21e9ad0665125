//! A computer seat's thinking, to be done on any thread.

use std::sync::atomic::AtomicBool;

use battle::{Order, Side, System};
use serde_json::Value;

use crate::seat::{Answer, Mind};

/// A decision on its way to an answer: the mind and what its side may see, both taken out of the game.
///
/// Give the [`Thought`] back with [`Game::finish_thinking`](crate::Game::finish_thinking), or the seat stays empty.
pub struct Thinking {
    pub(crate) side: Side,
    pub(crate) changes: u32,
    pub(crate) mind: Mind,
    pub(crate) view: Box<dyn System>,
    /// What has happened since a player from outside last decided.
    pub(crate) events: Vec<Value>,
}

impl Thinking {
    /// Whose decision it is.
    #[must_use]
    pub fn side(&self) -> Side {
        self.side
    }

    /// Who thinks.
    #[must_use]
    pub fn name(&self) -> &str {
        self.mind.name()
    }

    /// Thinks. `stop` asks for the best answer known at once; an external program, which cannot be asked that, is left
    /// to finish and asked for its answer when the game comes back to the decision.
    #[must_use]
    pub fn run(mut self, stop: &AtomicBool) -> Thought {
        let answer = self.mind.decide(self.view.as_ref(), &self.events, stop);
        Thought { side: self.side, changes: self.changes, mind: self.mind, answer }
    }
}

/// A finished thinking.
pub struct Thought {
    pub(crate) side: Side,
    pub(crate) changes: u32,
    pub(crate) mind: Mind,
    pub(crate) answer: Answer,
}

impl Thought {
    /// The order that was chosen; nothing of a player that was interrupted or cannot go on.
    #[must_use]
    pub fn order(&self) -> Option<&Order> {
        match &self.answer {
            Answer::Chosen(choice) => Some(&choice.order),
            Answer::Interrupted | Answer::Failed(_) => None,
        }
    }
}
