//! The ledger: what a system's tallies have counted in a battle so far, charges and combats with them.

use std::collections::{BTreeMap, BTreeSet};

use crate::shock::{Deed, Going, Shock};
use crate::{Arm, Arrangement, Battlefield, CHARGES, COMBATS_WON, Event, Side, Sums, SystemInfo, UnitId};

/// The charges of a side: each that is declared comes to blows, or its enemy gives way before, or nothing comes of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Charges {
    /// Declared.
    pub declared: u32,
    /// Of these, come to blows.
    pub blows: u32,
    /// Of these, after which an enemy that was fought went back, left or had nothing left before the charger did.
    pub won: u32,
    /// Of those declared, whose enemy went back or left before they came to blows.
    pub gave_way: u32,
    /// Of these, whose enemy went of his own will: he was ordered to, and nothing had pressed him.
    pub evaded: u32,
}

impl Charges {
    /// By the names of [`CHARGES`].
    fn by_name(&self) -> BTreeMap<String, u32> {
        let nothing = self.declared.saturating_sub(self.blows + self.gave_way);
        let counts = [self.declared, self.blows, self.won, self.gave_way, nothing];
        CHARGES.counts.iter().map(|info| String::from(info.name)).zip(counts).collect()
    }
}

/// The sums of both sides, and what has been noted of units.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ledger {
    sums: [Sums; 2],
    notes: BTreeSet<(UnitId, &'static str)>,
    shock: Shock,
    charges: [Charges; 2],
}

impl Ledger {
    /// What was counted of a side, its charges with it.
    #[must_use]
    pub fn sums(&self, side: Side) -> Sums {
        let mut sums = self.sums[side.index()].clone();
        sums.insert(String::from(CHARGES.key), self.charges(side).by_name());
        sums
    }

    /// The charges of a side.
    #[must_use]
    pub fn charges(&self, side: Side) -> Charges {
        self.charges[side.index()]
    }

    /// Hears an event of a battle of that system, when the field has changed.
    pub fn hear(&mut self, info: &SystemInfo, field: &Battlefield, event: &Event) {
        for deed in self.shock.hear(&info.shock, field, event) {
            self.note_deed(field, deed);
        }
        for tally in info.tallies {
            (tally.count)(&mut Page { ledger: self, key: tally.heading.key }, field, event);
        }
    }

    fn note_deed(&mut self, field: &Battlefield, deed: Deed) {
        let charges = &mut self.charges;
        match deed {
            Deed::Declared(side) => charges[side.index()].declared += 1,
            Deed::Blows(side) => charges[side.index()].blows += 1,
            Deed::Won(side) => charges[side.index()].won += 1,
            Deed::GaveWay(side, going) => {
                charges[side.index()].gave_way += 1;
                charges[side.index()].evaded += u32::from(going == Going::Freely);
            }
            Deed::Caught(side, going) => {
                charges[side.index()].gave_way -= 1;
                charges[side.index()].evaded -= u32::from(going == Going::Freely);
                charges[side.index()].blows += 1;
            }
            Deed::Beat(unit) => {
                Page { ledger: self, key: COMBATS_WON.key }.add(field.side(unit), kind_of(field, unit), 1);
            }
        }
    }
}

/// What wins a combat, as [`COMBATS_WON`] names it.
fn kind_of(field: &Battlefield, unit: UnitId) -> &'static str {
    let place = match field.roster().unit(unit).arm {
        _ if field.unit(unit).pose.formation.arrangement == Arrangement::Garrison => 3,
        Arm::Infantry => 0,
        Arm::Cavalry => 1,
        Arm::Artillery => 2,
    };
    COMBATS_WON.counts[place].name
}

/// The page of a ledger on which one tally counts.
pub struct Page<'a> {
    ledger: &'a mut Ledger,
    key: &'static str,
}

impl Page<'_> {
    /// Adds to a count of a side.
    pub fn add(&mut self, side: Side, name: &str, more: u32) {
        let counts = self.ledger.sums[side.index()].entry(String::from(self.key)).or_default();
        *counts.entry(String::from(name)).or_default() += more;
    }

    /// Notes something of a unit, for all tallies; whether it was not noted yet.
    pub fn note(&mut self, unit: UnitId, what: &'static str) -> bool {
        self.ledger.notes.insert((unit, what))
    }

    /// Takes a note back; whether there was one.
    pub fn strike(&mut self, unit: UnitId, what: &'static str) -> bool {
        self.ledger.notes.remove(&(unit, what))
    }

    /// Whether something is noted of a unit.
    #[must_use]
    pub fn is_noted(&self, unit: UnitId, what: &'static str) -> bool {
        self.ledger.notes.contains(&(unit, what))
    }
}
