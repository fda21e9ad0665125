//! What befalls Units: Hits, retreats, removal; and Generals who go with them.

use battle::{Departure, Event, Listener, Manner, Marks, Object, Perch, Pose, Told, UnitId, rule};

use crate::eagles::Eagles;
use crate::retreat::{FlightEnd, Heading};
use crate::state::Wait;
use crate::tables;

impl Eagles {
    /// Takes Strength Points off a Unit, one a Hit, never below 0 (EA-BASE-5).
    pub(crate) fn hurt(
        &mut self,
        listener: &mut dyn Listener,
        unit: UnitId,
        hits: i16,
        cause: &'static str,
        clause: &'static str,
    ) {
        rule!("EA-BASE-5");
        let from = self.strength(unit);
        let to = (from - hits).max(0);
        if to == from {
            return;
        }
        self.emit(listener, Event::Strength { unit, from, to, cause, clause });
        self.mark(listener, unit, Marks::BLOODED, true);
        self.mark_strength(listener, unit);
        if to == 0 && self.rules().remove_immediate {
            rule!("EA-RES-22");
            self.remove(listener, unit, Departure::Routed, "EA-RES-22");
        }
    }

    /// Shows whether a Unit is weak or spent.
    pub(crate) fn mark_strength(&mut self, listener: &mut dyn Listener, unit: UnitId) {
        let state = self.field.unit(unit);
        let (part, whole) = tables::WEAK;
        let (spent, weak) = (state.strength == 0, state.strength * whole <= state.full * part);
        self.mark(listener, unit, Marks::WEAK, weak && !spent);
        self.mark(listener, unit, Marks::SPENT, spent);
    }

    /// Takes a Unit off the map, its Generals with it (EA-GEN-5).
    pub(crate) fn remove(&mut self, listener: &mut dyn Listener, unit: UnitId, why: Departure, clause: &'static str) {
        if !self.present(unit) {
            return;
        }
        let turn = self.field.turn();
        for leader in self.field.leaders_with(unit).collect::<Vec<_>>() {
            rule!("EA-GEN-5");
            self.emit(listener, Event::LeaderMoved { leader, to: Perch::Away, clause: "EA-GEN-5" });
            self.state.generals[leader.index()].lost = Some(turn);
        }
        self.state.units[unit.index()] = Default::default();
        self.mark(listener, unit, Marks::ORDERED, false);
        self.emit(listener, Event::Left { unit, why, clause });
    }

    /// Makes a Unit fall back by that many base widths: Hits for what it crosses, room where it ends.
    pub(crate) fn flee(
        &mut self,
        listener: &mut dyn Listener,
        unit: UnitId,
        heading: Heading,
        widths: i32,
        manner: Manner,
    ) {
        let flight = self.scene().retreat(unit, heading, widths);
        let clause = if manner == Manner::Withdrew { "EA-FIRE-10" } else { "EA-ASSAULT-17" };
        if let FlightEnd::Eliminated(why) = flight.end {
            return self.remove(listener, unit, Departure::Destroyed, why);
        }
        let crossed = flight.crossed.len() as i16;
        let places = match flight.end {
            FlightEnd::Fits(pose) => vec![pose],
            FlightEnd::Displaced(places) => places,
            FlightEnd::Eliminated(_) => Vec::new(),
        };
        self.fall_back(listener, unit, &flight.way, places, manner, clause);
        if crossed > 0 && self.present(unit) {
            let actor = Some(Object::Unit(unit));
            let text = "{a} crosses {n} units or obstacles on its way back";
            self.tell(listener, Told { actor, number: crossed, ..Told::new(text, "EA-ASSAULT-20") });
            self.hurt(listener, unit, crossed, "crossing", "EA-ASSAULT-20");
        }
    }

    /// Moves a retreating Unit to the one place it has, or asks its owner for one of several.
    fn fall_back(
        &mut self,
        listener: &mut dyn Listener,
        unit: UnitId,
        way: &[Pose],
        places: Vec<Pose>,
        manner: Manner,
        clause: &'static str,
    ) {
        match places.as_slice() {
            [] => self.remove(listener, unit, Departure::Destroyed, "EA-ASSAULT-22"),
            [to] => {
                let path = way.get(1..way.len().saturating_sub(1)).unwrap_or_default().to_vec();
                self.emit(listener, Event::Moved { unit, to: *to, path, manner, clause });
            }
            _ => {
                self.state.room = places;
                self.interrupt(Wait::Settle { unit });
            }
        }
    }

    /// Asks something before whatever is asked now.
    pub(crate) fn interrupt(&mut self, wait: Wait) {
        let now = std::mem::replace(&mut self.state.wait, wait);
        if now != Wait::Nothing {
            self.state.later.push(now);
        }
    }

    /// The question has been answered: the one before it comes back.
    pub(crate) fn answered(&mut self) {
        self.state.wait = self.state.later.pop().unwrap_or(Wait::Nothing);
    }
}
