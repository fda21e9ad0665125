//! Who may know of an event as it happens: everybody of what is done unhidden, a side of what its own troops do.

use battle::{
    Battlefield, Conditions, Event, LeaderId, MarkInfo, Object, Perch, Presence, Roll, Secrecy, Sense, Side, UnitId,
};

use crate::log::{EYES, Eye, Seen, TO_ALL};

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

/// Whom the event is shown to, as far as the field tells. A unit that was hidden and still is shows itself to its own
/// side only; a roll or an order by or at a hidden unit likewise. What the views show decides in the end.
pub(crate) fn seen(field: &Battlefield, event: &Event, before: Before) -> Seen {
    match event {
        Event::Ordered { side, order } => match (order.actor, order.target) {
            (None, None) => own(*side),
            (actor, target) => all([object(field, actor), object(field, target)]),
        },
        Event::Rolled(roll) => all([object(field, roll.who), object(field, roll.against)]),
        Event::Told(told) => all([object(field, told.actor), object(field, told.target)]),
        Event::LeaderMoved { leader, .. } => of_leader(field, *leader),
        _ => subject(event).map_or(TO_ALL, |unit| of_unit(field, unit, before.hidden)),
    }
}

/// Whom an event may be shown to at all where something of units is kept: their strength, what marks it, and rolls that
/// tell it; a contest tells that of both, and is shown to neither.
pub(crate) fn kept(field: &Battlefield, event: &Event, secrecy: Secrecy, marks: &'static [MarkInfo]) -> Seen {
    match event {
        _ if secrecy == Secrecy::Nothing => TO_ALL,
        Event::Strength { unit, .. } => own(field.side(*unit)),
        Event::Marked { unit, marks: set, .. } => {
            let mut infos = Conditions::of(*set, marks).infos();
            if infos.all(|info| info.sense == Some(Sense::Ladder)) { own(field.side(*unit)) } else { TO_ALL }
        }
        Event::Rolled(roll) => of_roll(field, roll),
        _ => TO_ALL,
    }
}

fn of_roll(field: &Battlefield, roll: &Roll) -> Seen {
    match (roll.who.and_then(Object::unit), &roll.opposed) {
        (Some(_), Some(_)) => [false; EYES],
        (Some(unit), None) => own(field.side(unit)),
        (None, _) => TO_ALL,
    }
}

/// To that side alone. An order that names nobody, such as the word that a step is done, is its side's own affair: what
/// comes of it is told as it happens, and whether a step was ended by a word or by itself can depend on secrets.
const fn own(side: Side) -> Seen {
    let mut seen = [false; EYES];
    seen[side.index()] = true;
    seen
}

/// To whoever both are shown to.
pub(crate) fn all([one, other]: [Seen; 2]) -> Seen {
    std::array::from_fn(|place| one[place] && other[place])
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

/// To all, unless the unit was hidden and is.
fn of_unit(field: &Battlefield, unit: UnitId, was_hidden: bool) -> Seen {
    let secret = was_hidden && hidden(field, unit);
    Eye::ALL.map(|eye| !(secret && eye.is_kept_from(field.side(unit))))
}

fn hidden(field: &Battlefield, unit: UnitId) -> bool {
    field.shows(unit, Sense::Hidden)
}

/// The one unit an event happens to.
pub(crate) fn subject(event: &Event) -> Option<UnitId> {
    match event {
        Event::Placed { unit, .. }
        | Event::Moved { unit, .. }
        | Event::Reshaped { unit, .. }
        | Event::Strength { unit, .. }
        | Event::Marked { unit, .. }
        | Event::Rated { unit, .. }
        | Event::Merged { unit, .. }
        | Event::Left { unit, .. } => Some(*unit),
        Event::Ordered { order, .. } => order.unit(),
        Event::Rolled(roll) => roll.who.and_then(Object::unit),
        Event::Told(told) => told.actor.and_then(Object::unit),
        Event::LeaderMoved { to: Perch::With(unit), .. } => Some(*unit),
        _ => None,
    }
}

/// Every unit that an event names.
pub(crate) fn units(event: &Event) -> [Option<UnitId>; 2] {
    let target = match event {
        Event::Ordered { order, .. } => order.target_unit(),
        Event::Rolled(roll) => roll.against.and_then(Object::unit),
        Event::Told(told) => told.target.and_then(Object::unit),
        _ => None,
    };
    [subject(event), target]
}

/// Whether an eye knows nothing of a unit: neither of these views of its own has it.
pub(crate) fn unknown(views: [&Battlefield; 2], unit: UnitId) -> bool {
    views.into_iter().all(|view| view.unit(unit).presence == Presence::Unknown)
}

/// The enemy units that a field shows to a side.
pub(crate) fn enemies_known(view: &Battlefield, side: Side) -> Vec<UnitId> {
    let on_map = |unit: &UnitId| view.unit(*unit).presence == Presence::OnMap;
    let of_enemy = |unit: &UnitId| view.side(*unit) != side;
    view.ids().filter(on_map).filter(of_enemy).collect()
}
