//! What is counted of one battle as it goes on: contact, idleness, think time.

use std::collections::BTreeMap;
use std::time::Duration;

use battle::{Battlefield, Effect, Event, Listener, Object, Order, Roll, Side, SystemInfo, UnitId};

use crate::activity::Activity;
use crate::causes::Causes;

/// Counts as events pass by.
pub(crate) struct Watch {
    info: &'static SystemInfo,
    activity: Activity,
    unit_turns: u32,
    idle_turns: u32,
    pub(crate) contact_turn: Option<u16>,
    thinking: BTreeMap<(u16, Side), Duration>,
    pub(crate) causes: Causes,
    foreseen: [f64; 2],
    /// What is foreseen of the charges declared this turn, by who charges.
    declared: BTreeMap<UnitId, f64>,
}

impl Watch {
    pub(crate) fn new(info: &'static SystemInfo) -> Watch {
        Watch {
            info,
            activity: Activity::new(info),
            unit_turns: 0,
            idle_turns: 0,
            contact_turn: None,
            thinking: BTreeMap::new(),
            causes: Causes::default(),
            foreseen: [0.0; 2],
            declared: BTreeMap::new(),
        }
    }

    /// Adds a decision's think time.
    pub(crate) fn thought(&mut self, turn: u16, side: Side, time: Duration) {
        *self.thinking.entry((turn, side)).or_default() += time;
    }

    /// How long each side thought in each of its turns, in microseconds.
    pub(crate) fn thought_for(&self) -> impl Iterator<Item = (Side, u64)> {
        let microseconds = |time: &Duration| u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        self.thinking.iter().map(move |((_, side), time)| (*side, microseconds(time)))
    }

    /// The share of turns that units on the map spent without moving, rolling or an order; to four figures.
    pub(crate) fn idle_share(&self) -> f64 {
        let share = f64::from(self.idle_turns) / f64::from(self.unit_turns.max(1));
        (share * 10_000.0).round() / 10_000.0
    }

    /// Whether what is foreseen of an order is noted: of those that declare a charge.
    pub(crate) fn heeds(&self, order: &Order) -> bool {
        self.info.shock.declares.contains(&order.verb)
    }

    /// Notes what is foreseen of a charge as it is declared. A charge at several enemies is one charge, and the best of its
    /// chances is its chance.
    pub(crate) fn foreseen(&mut self, side: Side, by: UnitId, effect: &Effect) {
        let chance = (effect.destroys + effect.repels).min(1.0);
        let known = self.declared.entry(by).or_default();
        self.foreseen[side.index()] += (chance - *known).max(0.0);
        *known = known.max(chance);
    }

    /// How many of each side's charges were to break or throw back an enemy, by the odds as they were declared; to four
    /// figures.
    pub(crate) fn charges_foreseen(&self) -> [f64; 2] {
        self.foreseen.map(|sum| (sum * 10_000.0).round() / 10_000.0)
    }

    /// Counts the turn that ends; call once more when the battle is over.
    pub(crate) fn end_turn(&mut self, field: &Battlefield) {
        self.declared.clear();
        if field.turn() > 0 {
            for unit in field.present() {
                self.unit_turns += 1;
                self.idle_turns += u32::from(!self.activity.has(field.side(unit), unit));
            }
        }
        self.activity.take();
    }

    fn rolled(&mut self, field: &Battlefield, roll: &Roll) {
        let unit = |object: Option<Object>| object.and_then(Object::unit);
        if let (Some(who), Some(target)) = (unit(roll.who), unit(roll.against))
            && field.side(target) != field.side(who)
        {
            self.contact(field.turn());
        }
    }

    fn contact(&mut self, turn: u16) {
        self.contact_turn.get_or_insert(turn);
    }
}

impl Listener for Watch {
    fn before(&mut self, field: &Battlefield, event: &Event) {
        if matches!(event, Event::TurnBegan { .. }) {
            self.end_turn(field);
        }
    }

    fn after(&mut self, field: &Battlefield, event: &Event) {
        self.causes.hear(field, event);
        self.activity.hear(field, event);
        match event {
            Event::Rolled(roll) => self.rolled(field, roll),
            Event::Strength { from, to, .. } if to < from => self.contact(field.turn()),
            _ => {}
        }
    }
}
