//! The tally: what each side lost, did and had for luck.

use battle::{
    Arrangement, Battlefield, Charges, Conditions, Departure, Event, Ledger, Listener, Manner, Order, Presence, Roll,
    Sense, Side, Sums, System, SystemInfo, UnitId,
};

use crate::luck::Luck;
use crate::narrator::is_shot;

/// What one side lost, did and had for luck.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SideTally {
    /// Units destroyed or run from the field.
    pub units_lost: u32,
    /// Strength lost, recovered strength taken off, in the system's terms.
    pub strength_lost: i32,
    /// The worth of the units on the map or still to come, as a share of all at the start.
    pub value_left: f64,
    /// Charges, and what came of them.
    pub charges: Charges,
    /// Units that shot by order.
    pub shots: u32,
    /// Times that a unit fell back or ran.
    pub retreats: u32,
    /// Squares formed.
    pub squares: u32,
    /// Units that broke and ran, whether or not they came back.
    pub routs: u32,
    /// Brigades that quit.
    pub brigades_broken: u32,
    /// Hidden units that showed themselves or were found.
    pub sprung: u32,
    /// Hits against expected hits.
    pub luck: Luck,
    /// What the system counts, with charges and combats won.
    pub sums: Sums,
}

/// Both sides' tallies.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tally {
    /// Blue's and Red's.
    pub sides: [SideTally; 2],
}

impl Tally {
    /// A side's.
    #[must_use]
    pub fn of(&self, side: Side) -> &SideTally {
        &self.sides[side.index()]
    }

    /// Both sides' luck in a sentence each.
    #[must_use]
    pub fn luck(&self) -> [String; 2] {
        Side::ALL.map(|side| format!("{side}: {}", self.of(side).luck.sentence()))
    }
}

/// Counts as events pass by.
#[derive(Clone, Default)]
pub(crate) struct Counts {
    tally: Tally,
    ledger: Ledger,
}

impl Counts {
    /// The tally as it stands in that battle, or in a view of it.
    pub(crate) fn tally(&self, system: &dyn System) -> Tally {
        let mut tally = self.tally.clone();
        for side in Side::ALL {
            let one = &mut tally.sides[side.index()];
            one.value_left = value_left(system, side);
            (one.charges, one.sums) = (self.ledger.charges(side), self.ledger.sums(side));
        }
        tally
    }

    /// A listener for the next events.
    pub(crate) fn listener<'a>(&'a mut self, info: &'static SystemInfo) -> Counter<'a> {
        Counter { info, counts: self }
    }

    fn side(&mut self, side: Side) -> &mut SideTally {
        &mut self.tally.sides[side.index()]
    }

    fn ordered(&mut self, info: &SystemInfo, side: Side, order: &Order) {
        let Some(verb) = info.verbs.get(usize::from(order.verb.0)) else { return };
        if is_shot(verb.role) {
            self.side(side).shots += 1;
        }
    }

    fn rolled(&mut self, roll: &Roll) {
        if let Some((result, odds)) = roll.luck() {
            self.side(roll.side).luck.count(roll.kind, result, &odds);
        }
        if let Some((side, result, odds)) = roll.luck_of_opposed() {
            self.side(side).luck.count(roll.kind, result, &odds);
        }
    }

    fn marked(&mut self, side: Side, marks: Conditions, on: bool) {
        self.side(side).routs += u32::from(on && marks.mean(Sense::Routing));
        self.side(side).sprung += u32::from(!on && marks.mean(Sense::Hidden));
    }

    fn hear(&mut self, info: &SystemInfo, field: &Battlefield, event: &Event) {
        self.ledger.hear(info, field, event);
        match event {
            Event::Ordered { side, order } => self.ordered(info, *side, order),
            Event::Rolled(roll) => self.rolled(roll),
            Event::Strength { unit, from, to, .. } => {
                self.side(field.side(*unit)).strength_lost += i32::from(*from) - i32::from(*to);
            }
            Event::Moved { unit, manner: Manner::Retreated | Manner::Withdrew, .. } => {
                self.side(field.side(*unit)).retreats += 1;
            }
            Event::Left { unit, why: Departure::Destroyed | Departure::Routed, .. } => {
                self.side(field.side(*unit)).units_lost += 1;
            }
            Event::Moved { unit, to, manner: Manner::Formed, .. } => {
                let square = matches!(to.formation.arrangement, Arrangement::Square | Arrangement::Block);
                self.side(field.side(*unit)).squares += u32::from(square);
            }
            Event::Marked { unit, marks, on, .. } => {
                self.marked(field.side(*unit), Conditions::of(*marks, field.roster().marks), *on);
            }
            Event::BrigadeBroke { brigade, .. } => {
                let side = field.roster().brigades.get(usize::from(*brigade)).map(|brigade| brigade.side);
                side.into_iter().for_each(|side| self.side(side).brigades_broken += 1);
            }
            _ => {}
        }
    }
}

/// The listener that counts.
pub(crate) struct Counter<'a> {
    info: &'static SystemInfo,
    counts: &'a mut Counts,
}

impl Listener for Counter<'_> {
    fn after(&mut self, field: &Battlefield, event: &Event) {
        self.counts.hear(self.info, field, event);
    }
}

/// What a side's units on the map and still to come are worth, as a share of all of which is known.
fn value_left(system: &dyn System, side: Side) -> f64 {
    let field = system.field();
    let presence = |unit: &UnitId| field.unit(*unit).presence;
    let known = || field.ids().filter(|unit| field.side(*unit) == side && presence(unit) != Presence::Unknown);
    let worth = |units: &mut dyn Iterator<Item = UnitId>| units.map(|unit| system.estimates().worth(unit)).sum::<f64>();
    let all = worth(&mut known());
    let left = worth(&mut known().filter(|unit| !matches!(presence(unit), Presence::Gone(_))));
    if all > 0.0 { left / all } else { 0.0 }
}
