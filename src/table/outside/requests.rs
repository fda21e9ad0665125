//! What players from outside say: orders, and requests with their answers.

use std::sync::atomic::AtomicBool;

use battle::{Commanders, System};
use serde::Deserialize;
use serde_json::{Map, Value};

use super::messages;
use super::state::Outlook;

/// A line that somebody has said.
#[derive(Debug)]
pub(super) enum Said {
    /// An order, and what is said of it.
    Order(String, Option<String>),
    /// It gives up, and why.
    Resign(String),
    /// The stem of an old program's question.
    Stem(String),
    /// A request.
    Request(Map<String, Value>),
    /// Nothing of these: what was expected, and the line where it can be shown.
    Unclear(String, Option<String>),
}

/// An order as an object.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Ordered {
    order: String,
    say: Option<String>,
}

/// A resignation.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Resigned {
    resign: String,
}

impl Said {
    /// Reads a line.
    pub(super) fn read(line: &str) -> Said {
        if let Some(stem) = line.strip_prefix('?') {
            return Said::Stem(String::from(stem));
        }
        if !line.starts_with('{') {
            return Said::Order(String::from(line), None);
        }
        let unclear = |why: String| Said::Unclear(why, Some(String::from(line)));
        let object: Map<String, Value> = match serde_json::from_str(line) {
            Ok(object) => object,
            Err(error) => return unclear(format!("no JSON: {error}; expected an order, a request or {{\"resign\":\"why\"}}")),
        };
        if object.contains_key("ask") {
            return Said::Request(object);
        }
        let read = if object.contains_key("resign") {
            Resigned::deserialize(Value::Object(object)).map(|read| Said::Resign(read.resign))
        } else {
            Ordered::deserialize(Value::Object(object)).map(|read| Said::Order(read.order, read.say))
        };
        read.unwrap_or_else(|error| {
            unclear(format!("{error}; expected an object with `order` and perhaps `say`, with `ask`, or with `resign`"))
        })
    }

    /// Whether a line answers a question, in whatever way, and is none itself.
    pub(super) fn answers(line: &str) -> bool {
        !matches!(Said::read(line), Said::Stem(_) | Said::Request(_))
    }
}

/// Where requests are answered: commanders to ask, and copies of the battle.
pub(super) struct Desk {
    commanders: Commanders,
}

impl Desk {
    pub(super) fn new(commanders: Commanders, _copies: usize) -> Desk {
        Desk { commanders }
    }

    /// Forgets what was for one decision.
    pub(super) fn clear(&mut self) {}

    /// Answers a request by a message.
    pub(super) fn answer(
        &mut self,
        _outlook: &Outlook,
        _view: &dyn System,
        request: Map<String, Value>,
        _stop: &AtomicBool,
    ) -> String {
        let _ = &self.commanders;
        messages::refused("no requests yet", request.get("id"))
    }
}
