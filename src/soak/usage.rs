//! How often each clause of the rules is used in a battle.

use std::collections::BTreeMap;

use battle::{Battlefield, Event, Listener, SystemInfo};

/// Counts the clauses that orders, dice with their modifiers, and everything that happens name.
pub(crate) struct Usage {
    info: &'static SystemInfo,
    clauses: BTreeMap<&'static str, u32>,
}

impl Usage {
    pub(crate) fn new(info: &'static SystemInfo) -> Usage {
        Usage { info, clauses: BTreeMap::new() }
    }

    pub(crate) fn counts(&self) -> BTreeMap<String, u32> {
        self.clauses.iter().map(|(clause, uses)| (String::from(*clause), *uses)).collect()
    }
}

impl Listener for Usage {
    fn after(&mut self, _field: &Battlefield, event: &Event) {
        let verb = match event {
            Event::Ordered { order, .. } => self.info.verbs.get(usize::from(order.verb.0)).map(|verb| verb.clause),
            _ => None,
        };
        for clause in event.clauses().into_iter().chain(verb).filter(|clause| !clause.is_empty()) {
            *self.clauses.entry(clause).or_default() += 1;
        }
    }
}
