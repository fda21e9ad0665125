//! What units lost strength to and when, and how many leaders left the field.

use std::collections::BTreeMap;

use battle::{Battlefield, Departure, Event, Perch, Presence, Side, System};

/// Counts by name, most first when told.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts(BTreeMap<String, u32>);

impl Counts {
    fn add(&mut self, name: &str, more: u32) {
        *self.0.entry(String::from(name)).or_default() += more;
    }

    fn total(&self) -> u32 {
        self.0.values().sum()
    }

    /// The greatest, the first by name of equals.
    fn most(&self) -> Option<&str> {
        let most = self.0.values().max()?;
        self.0.iter().find(|(_, count)| *count == most).map(|(name, _)| name.as_str())
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
    /// Strength lost, by what the log says that it was lost to.
    pub(crate) lost: Counts,
    /// Times that a leader left the field.
    pub(crate) leaders: u32,
    /// The same losses of each side by turn.
    turns: BTreeMap<(Side, u16), Counts>,
}

impl Causes {
    /// Hears an event.
    pub(crate) fn hear(&mut self, field: &Battlefield, event: &Event) {
        match event {
            Event::Strength { unit, from, to, cause, .. } if to < from => {
                self.note(field.side(*unit), field.turn(), cause, u32::from(from.abs_diff(*to)));
            }
            Event::LeaderMoved { to: Perch::Away, .. } => self.leaders += 1,
            _ => {}
        }
    }

    /// Notes strength lost.
    pub(crate) fn note(&mut self, side: Side, turn: u16, cause: &str, lost: u32) {
        self.lost.add(cause, lost);
        self.turns.entry((side, turn)).or_default().add(cause, lost);
    }

    /// The turn in which a side lost most strength, the first of equals, and what it lost most to in it.
    pub(crate) fn worst_turn(&self, side: Side) -> Option<(u16, &str)> {
        let of_side = || self.turns.iter().filter(|((whose, _), _)| *whose == side);
        let most = of_side().map(|(_, counts)| counts.total()).max()?;
        let ((_, turn), counts) = of_side().find(|(_, counts)| counts.total() == most)?;
        Some((*turn, counts.most()?))
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
