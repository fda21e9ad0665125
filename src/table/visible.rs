//! Who may know of an event: everything a side's own troops do, and what the enemy does unhidden.

use battle::{Battlefield, Event, LeaderId, Marks, Object, Perch, Presence, Side, UnitId};

use crate::log::{Seen, TO_ALL};

/// What is remembered of the field as it was before an event, to judge who saw it.
#[derive(Clone, Copy, Default)]
pub(crate) struct Before {
    /// Whether the unit concerned was hidden.
    hidden: bool,
}

impl Before {
    pub(crate) fn of(field: &Battlefield, event: &Event) -> Before {
        Before { hidden: subject(event).is_some_and(|unit| hidden(field, unit)) }
    }
}

/// Whom the event is shown to. A unit that was hidden and still is shows itself to its own side only; a roll or an
/// order by or at a hidden unit likewise.
pub(crate) fn seen(field: &Battlefield, event: &Event, before: Before) -> Seen {
    match event {
        Event::Ordered { order, .. } => both(object(field, order.actor), object(field, order.target)),
        Event::Rolled(roll) => both(object(field, roll.who), object(field, roll.against)),
        Event::Told(told) => both(object(field, told.actor), object(field, told.target)),
        Event::LeaderMoved { leader, .. } => of_leader(field, *leader),
        _ => subject(event).map_or(TO_ALL, |unit| of_unit(field, unit, before.hidden)),
    }
}

fn both(one: Seen, other: Seen) -> Seen {
    [one[0] && other[0], one[1] && other[1]]
}

fn object(field: &Battlefield, object: Option<Object>) -> Seen {
    match object {
        Some(Object::Unit(unit)) => of_unit(field, unit, true),
        Some(Object::Leader(leader)) => of_leader(field, leader),
        Some(Object::Hex(_) | Object::Part(_)) | None => TO_ALL,
    }
}

fn of_leader(field: &Battlefield, leader: LeaderId) -> Seen {
    match field.leader(leader) {
        Perch::With(unit) => of_unit(field, unit, true),
        Perch::At(_) | Perch::Away => TO_ALL,
    }
}

/// To both, unless the unit was hidden and is.
fn of_unit(field: &Battlefield, unit: UnitId, was_hidden: bool) -> Seen {
    let secret = was_hidden && hidden(field, unit);
    let mut seen = TO_ALL;
    seen[field.side(unit).other().index()] = !secret;
    seen
}

fn hidden(field: &Battlefield, unit: UnitId) -> bool {
    field.unit(unit).marks.contains(Marks::HIDDEN)
}

/// The one unit an event happens to.
pub(crate) fn subject(event: &Event) -> Option<UnitId> {
    match event {
        Event::Placed { unit, .. }
        | Event::Moved { unit, .. }
        | Event::Reshaped { unit, .. }
        | Event::Strength { unit, .. }
        | Event::Marked { unit, .. }
        | Event::Left { unit, .. } => Some(*unit),
        Event::Ordered { order, .. } => order.unit(),
        Event::Rolled(roll) => roll.who.and_then(Object::unit),
        Event::Told(told) => told.actor.and_then(Object::unit),
        Event::LeaderMoved { to: Perch::With(unit), .. } => Some(*unit),
        _ => None,
    }
}

/// Whether what a unit did is kept from the side that the view is made for: the view does not have the unit where it
/// is, or, for an order, does not have its conditions.
pub(crate) fn secret(truth: &Battlefield, view: &Battlefield, side: Side, unit: UnitId, order: bool) -> bool {
    let (is, shown) = (truth.unit(unit), view.unit(unit));
    truth.side(unit) != side && (is.presence != shown.presence || (order && is.marks != shown.marks))
}

/// The enemy units that a field shows to a side.
pub(crate) fn enemies_known(view: &Battlefield, side: Side) -> Vec<UnitId> {
    let on_map = |unit: &UnitId| view.unit(*unit).presence == Presence::OnMap;
    let of_enemy = |unit: &UnitId| view.side(*unit) != side;
    view.ids().filter(on_map).filter(of_enemy).collect()
}
