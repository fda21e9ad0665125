//! What players from outside are told without being asked: the battle before it begins, what has happened, the end.

use battle::Side;
use serde_json::Value;

use super::Game;
use crate::log::Eye;
use crate::outside::{Dealings, Ending, Teller};
use crate::seat::{Mind, Seat};

impl Game {
    /// How a player from outside has behaved so far; nothing of others, and of one that is away thinking.
    #[must_use]
    pub fn dealings(&self, side: Side) -> Option<&Dealings> {
        match &self.seats.taken[side.index()] {
            Seat::Computer(Some(Mind::External(external))) => Some(external.dealings()),
            _ => None,
        }
    }

    /// Why a side gave up, where it said so.
    pub(crate) fn surrender(&self) -> Option<&str> {
        self.surrender.as_deref()
    }

    /// Tells the player of a side, if it is one from outside, what battle it is in.
    pub(super) fn greet(&mut self, side: Side) {
        if let Some(external) = self.seats.taken[side.index()].external() {
            external.greet(side, self.stage.sight(Eye::Of(side)), &self.setup);
        }
    }

    /// What has happened since a side last decided from outside, as far as it may know.
    pub(super) fn events_for(&self, side: Side) -> Vec<Value> {
        let (battle, events) = (self.stage.system.as_ref(), self.stage.events_since(0));
        let teller = Teller { info: battle.info(), field: battle.field() };
        teller.tell(events, self.seats.told[side.index()], |place| self.stage.event_seen_by(place, side))
    }

    /// Has players from outside told of the end when they are let go; while the battle goes on, and when the end was taken
    /// back, of none.
    pub(super) fn tell_end(&mut self) {
        self.seats.told = self.seats.told.map(|told| told.min(self.stage.event_count()));
        let outcome = self.stage.outcome();
        for side in Side::ALL {
            if self.seats.taken[side.index()].external().is_none() {
                continue;
            }
            let events = if outcome.is_some() { self.events_for(side) } else { Vec::new() };
            let Some(external) = self.seats.taken[side.index()].external() else { continue };
            match outcome {
                None => external.stay(),
                Some(outcome) => {
                    let ending = Ending { outcome, why: self.surrender.as_deref(), events };
                    external.take_leave(self.stage.sight(Eye::Of(side)), &ending);
                }
            }
        }
    }
}
