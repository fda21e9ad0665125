//! What units lost strength to, and how many leaders left the field.

use std::collections::BTreeMap;

use battle::{Departure, Event, Object, Perch, Presence, Roll, System, UnitId};

/// What is neither fire nor fight: mishaps, marches, want of supply.
const OTHERWISE: &str = "otherwise";

/// Counts by name, most first when told.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts(BTreeMap<String, u32>);

impl Counts {
    fn add(&mut self, name: &str, more: u32) {
        *self.0.entry(String::from(name)).or_default() += more;
    }

    /// As one field of a row: `fire 12; melee 7`.
    pub(crate) fn text(&self) -> String {
        self.0.iter().map(|(name, count)| format!("{name} {count}")).collect::<Vec<_>>().join("; ")
    }

    /// Reads such a field; what is no name and number is left out.
    pub(crate) fn read(text: &str) -> impl Iterator<Item = (&str, f64)> {
        text.split(';').filter_map(|part| {
            let (name, count) = part.trim().rsplit_once(' ')?;
            Some((name, count.parse().ok()?))
        })
    }
}

/// Counts as events pass by.
#[derive(Default)]
pub(crate) struct Causes {
    /// The last roll of one unit against another.
    last: Option<(&'static str, [UnitId; 2])>,
    /// Strength lost, by the roll that brought it.
    pub(crate) lost: Counts,
    /// Times that a leader left the field.
    pub(crate) leaders: u32,
}

impl Causes {
    /// Hears an event.
    pub(crate) fn hear(&mut self, event: &Event) {
        match event {
            Event::Rolled(roll) => self.rolled(roll),
            Event::Strength { unit, from, to, .. } if to < from => {
                let cause = self.last.filter(|(_, units)| units.contains(unit)).map_or(OTHERWISE, |(label, _)| label);
                self.lost.add(cause, u32::from(from.abs_diff(*to)));
            }
            Event::LeaderMoved { to: Perch::Away, .. } => self.leaders += 1,
            _ => {}
        }
    }

    fn rolled(&mut self, roll: &Roll) {
        let unit = |object: Option<Object>| object.and_then(Object::unit);
        if let (Some(who), Some(against)) = (unit(roll.who), unit(roll.against)) {
            self.last = Some((roll.label, [who, against]));
        }
    }
}

/// Units lost by what their cards call them, up to a colon or comma.
pub(crate) fn units_lost(system: &dyn System) -> Counts {
    let field = system.field();
    let mut counts = Counts::default();
    for id in field.ids() {
        if matches!(field.unit(id).presence, Presence::Gone(Departure::Destroyed | Departure::Routed)) {
            let subtitle = system.card(id).subtitle;
            counts.add(subtitle.split([':', ',']).next().unwrap_or_default().trim(), 1);
        }
    }
    counts
}
