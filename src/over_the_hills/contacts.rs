//! Who is in contact with whom (OTH-COMBAT-1, OTH-CONTACT-9).

use battle::UnitId;

use crate::state::{Contact, Once};
use crate::{Umpire, War, marks};

/// Whether a unit is in contact.
pub(crate) fn is_engaged(war: &War, unit: UnitId) -> bool {
    war.state.own.contacts.iter().any(|one| one.by == unit || one.on == unit)
}

/// The enemies a unit is in contact with, ascending.
pub(crate) fn opponents(war: &War, unit: UnitId) -> Vec<UnitId> {
    let other = |one: &Contact| match (one.by == unit, one.on == unit) {
        (true, _) => Some(one.on),
        (_, true) => Some(one.by),
        _ => None,
    };
    let mut units: Vec<UnitId> = war.state.own.contacts.iter().filter_map(other).collect();
    units.sort_unstable();
    units.dedup();
    units
}

/// The contact between two units.
pub(crate) fn between(war: &War, one: UnitId, other: UnitId) -> Option<&Contact> {
    let is = |contact: &&Contact| [contact.by, contact.on] == [one, other] || [contact.on, contact.by] == [one, other];
    war.state.own.contacts.iter().find(is)
}

/// Two units come into contact.
pub(crate) fn make(umpire: &mut Umpire<'_>, contact: Contact) {
    umpire.state.own.contacts.retain(|one| [one.by, one.on] != [contact.by, contact.on]);
    umpire.state.own.contacts.push(contact);
    umpire.mark(contact.by, marks::ENGAGED, true);
    umpire.mark(contact.on, marks::ENGAGED, true);
}

/// A unit leaves all contact.
pub(crate) fn drop(umpire: &mut Umpire<'_>, unit: UnitId) {
    let left = opponents(umpire, unit);
    umpire.state.own.contacts.retain(|one| one.by != unit && one.on != unit);
    for unit in left.into_iter().chain([unit]) {
        if !is_engaged(umpire, unit) {
            umpire.mark(unit, marks::ENGAGED, false);
        }
    }
}

/// Units that hang together by contacts that are still to be fought, ascending.
pub(crate) fn group(war: &War, unit: UnitId) -> Vec<UnitId> {
    let mut units = vec![unit];
    let mut next = 0;
    while next < units.len() {
        let at = units[next];
        for one in war.state.own.contacts.iter().filter(|one| one.fought == Once::Open) {
            let other = match (one.by == at, one.on == at) {
                (true, _) => one.on,
                (_, true) => one.by,
                _ => continue,
            };
            if !units.contains(&other) {
                units.push(other);
            }
        }
        next += 1;
    }
    units.sort_unstable();
    units
}
