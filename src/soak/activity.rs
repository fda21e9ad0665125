//! What of a side's command is used in a turn: orders given, and units that do something.

use std::collections::BTreeSet;

use battle::{Battlefield, Event, Object, Order, Role, Side, SystemInfo, UnitId};

/// Orders given and units that did something, by side.
pub(crate) struct Activity {
    info: &'static SystemInfo,
    orders: [u32; 2],
    active: [BTreeSet<UnitId>; 2],
}

impl Activity {
    /// None yet.
    pub(crate) fn new(info: &'static SystemInfo) -> Activity {
        Activity { info, orders: [0; 2], active: Default::default() }
    }

    /// Counts what has happened.
    pub(crate) fn hear(&mut self, field: &Battlefield, event: &Event) {
        match event {
            Event::Ordered { side, order } if self.commands(order) => {
                self.orders[side.index()] += 1;
                order.unit().into_iter().for_each(|unit| self.acts(field, unit));
            }
            Event::Moved { unit, .. } => self.acts(field, *unit),
            Event::Rolled(roll) => {
                roll.who.and_then(Object::unit).into_iter().for_each(|unit| self.acts(field, unit));
            }
            _ => {}
        }
    }

    /// Whether an order has something done, and is none to do nothing more or to keep what could be spent.
    fn commands(&self, order: &Order) -> bool {
        let role = self.info.verbs.get(usize::from(order.verb.0)).map(|verb| verb.role);
        !matches!(role, Some(Role::Done | Role::Keep))
    }

    fn acts(&mut self, field: &Battlefield, unit: UnitId) {
        self.active[field.side(unit).index()].insert(unit);
    }

    /// Whether a unit moved, rolled or had an order.
    pub(crate) fn has(&self, side: Side, unit: UnitId) -> bool {
        self.active[side.index()].contains(&unit)
    }

    /// Orders and units of Blue and Red, which are forgotten with that.
    pub(crate) fn take(&mut self) -> ([u32; 2], [u32; 2]) {
        let active = std::mem::take(&mut self.active).map(|units| units.len() as u32);
        (std::mem::take(&mut self.orders), active)
    }
}
