//! Everybody who hears the events of an order: the tallies, the narrator, the witness, a guest.

use battle::{Battlefield, Event, Listener, System, SystemInfo};

use crate::log::Log;
use crate::narrator::Narrator;
use crate::tally::{Counter, Counts};
use crate::witness::{Sight, Witness};

/// Whoever tells what happens, and to whom.
pub(crate) struct Tellers<'a> {
    narrator: Narrator<'a>,
    witness: Witness,
    /// What onlookers could count.
    open: &'a mut Counts,
    /// The same as it was at the last look of the witness.
    known: Counts,
}

impl<'a> Tellers<'a> {
    pub(crate) fn new(battle: &dyn System, log: &'a mut Log, witness: Witness, open: &'a mut Counts) -> Tellers<'a> {
        let known = open.clone();
        Tellers { narrator: Narrator::new(battle, log), witness, open, known }
    }

    /// Lets the witness judge what was told since its last look; what onlookers did not learn, they do not count.
    pub(crate) fn look(&mut self, battle: &dyn System) {
        if self.witness.look(battle, self.narrator.log()) {
            self.known = self.open.clone();
        } else {
            *self.open = self.known.clone();
        }
    }

    /// The last look: what everybody sees now.
    pub(crate) fn finish(mut self, battle: &dyn System) -> Sight {
        self.look(battle);
        self.witness.into_sight()
    }
}

/// Passes each event on, and notes whether dice fell.
pub(crate) struct Audience<'a> {
    pub(crate) info: &'static SystemInfo,
    pub(crate) dice: bool,
    pub(crate) tellers: Option<Tellers<'a>>,
    pub(crate) counter: Counter<'a>,
    pub(crate) guest: &'a mut dyn Listener,
}

impl Listener for Audience<'_> {
    fn before(&mut self, field: &Battlefield, event: &Event) {
        if let Some(tellers) = &mut self.tellers {
            tellers.narrator.before(field, event);
        }
        self.guest.before(field, event);
    }

    fn after(&mut self, field: &Battlefield, event: &Event) {
        self.dice |= matches!(event, Event::Rolled(_));
        self.counter.after(field, event);
        if let Some(tellers) = &mut self.tellers {
            tellers.narrator.after(field, event);
            if tellers.narrator.was_open() {
                tellers.open.listener(self.info).after(field, event);
            }
        }
        self.guest.after(field, event);
    }

    fn carried_out(&mut self, battle: &dyn System) {
        if let Some(tellers) = &mut self.tellers {
            tellers.look(battle);
        }
        self.guest.carried_out(battle);
    }
}
