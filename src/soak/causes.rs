//! What units lost strength to and when, and which units were lost.

use std::collections::BTreeMap;

use battle::{Battlefield, Departure, Event, Presence, Side, System};

/// Counts by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Counts(BTreeMap<String, u32>);

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
}

/// Counts as events pass by.
#[derive(Default)]
pub(crate) struct Causes {
    /// Strength that each side lost by turn, by what the log says that it was lost to.
    turns: BTreeMap<(Side, u16), Counts>,
}

impl Causes {
    /// Hears an event.
    pub(crate) fn hear(&mut self, field: &Battlefield, event: &Event) {
        if let Event::Strength { unit, from, to, cause, .. } = event
            && to < from
        {
            self.note(field.side(*unit), field.turn(), cause, u32::from(from.abs_diff(*to)));
        }
    }

    /// Notes strength lost.
    pub(crate) fn note(&mut self, side: Side, turn: u16, cause: &str, lost: u32) {
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

/// Units of a side that were lost, by what their cards call them, up to a colon or comma.
pub(crate) fn units_lost(system: &dyn System, side: Side) -> BTreeMap<String, u32> {
    let field = system.field();
    let mut counts = Counts::default();
    for id in field.ids().filter(|id| field.side(*id) == side) {
        if matches!(field.unit(id).presence, Presence::Gone(Departure::Destroyed | Departure::Routed)) {
            let subtitle = system.card(id).subtitle;
            counts.add(subtitle.split([':', ',']).next().unwrap_or_default().trim(), 1);
        }
    }
    counts.0
}
