//! Everybody who hears the events of an order: the tally, the narrator, a guest.

use battle::{Battlefield, Event, Listener};

use crate::narrator::Narrator;
use crate::tally::Counter;

/// Passes each event on, and notes whether dice fell.
pub(crate) struct Ears<'a> {
    pub(crate) dice: bool,
    pub(crate) narrator: Option<Narrator<'a>>,
    pub(crate) counter: Counter<'a>,
    pub(crate) guest: &'a mut dyn Listener,
}

impl Listener for Ears<'_> {
    fn before(&mut self, field: &Battlefield, event: &Event) {
        if let Some(narrator) = &mut self.narrator {
            narrator.before(field, event);
        }
        self.guest.before(field, event);
    }

    fn after(&mut self, field: &Battlefield, event: &Event) {
        self.dice |= matches!(event, Event::Rolled(_));
        self.counter.after(field, event);
        if let Some(narrator) = &mut self.narrator {
            narrator.after(field, event);
        }
        self.guest.after(field, event);
    }
}
