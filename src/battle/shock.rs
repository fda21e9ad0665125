//! Charges and combats as a system's events tell them: declared, come to blows, won; who beat whom.

use crate::{
    Battlefield, Departure, Event, Lasts, Manner, Object, Order, RollKind, Sense, ShockInfo, Side, Strikes, UnitId,
};

/// What an event makes of charges and combats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Deed {
    /// A charge is declared.
    Declared(Side),
    /// A charge has come to blows.
    Blows(Side),
    /// A charge that came to blows has thrown its enemy back.
    Won(Side),
    /// Whom a charge went at has gone before it came to blows.
    GaveWay(Side, Going),
    /// Whom a charge went at had gone so, and was caught: it has come to blows after all.
    Caught(Side, Going),
    /// A unit has beaten another in a combat.
    Beat(UnitId),
}

/// Why whom a charge went at has gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Going {
    /// It was ordered to, and nothing had pressed it since.
    Freely,
    /// It was thrown back, broken, or failed a test.
    Pressed,
}

/// A charge that is not decided.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Charge {
    side: Side,
    unit: UnitId,
    targets: Vec<UnitId>,
    /// With whom it has come to blows.
    fought: Vec<UnitId>,
    /// Its target has gone, and why.
    chased: Option<Going>,
}

/// Charges and combats under way.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Shock {
    charges: Vec<Charge>,
    /// Who has struck whom, the first against the second.
    fights: Vec<[UnitId; 2]>,
    /// Who was ordered something last, as long as no roll at it and no nerve that failed has pressed it.
    free: Option<UnitId>,
}

/// Whether an event makes a unit give way, and which.
fn gives_way(field: &Battlefield, event: &Event) -> Option<UnitId> {
    match event {
        Event::Moved {
            unit, manner: Manner::Retreated | Manner::Withdrew | Manner::Fled | Manner::Displaced, ..
        }
        | Event::Left { unit, why: Departure::Destroyed | Departure::Routed, .. }
        | Event::Strength { unit, to: 0, .. } => Some(*unit),
        Event::Marked { unit, on: true, .. } if field.shows(*unit, Sense::Routing) => Some(*unit),
        _ => None,
    }
}

fn is_at_it(field: &Battlefield, unit: UnitId) -> bool {
    field.shows(unit, Sense::Charging) || field.shows(unit, Sense::Engaged)
}

/// The pairs of enemies in contact that hang together with a unit: both show it and stand next to each other.
fn melee(field: &Battlefield, first: UnitId) -> Vec<[UnitId; 2]> {
    let engaged: Vec<UnitId> = field.present().filter(|unit| field.shows(*unit, Sense::Engaged)).collect();
    let meet = |one: UnitId, other: UnitId| field.side(one) != field.side(other) && field.distance(one, other) <= 1;
    let (mut units, mut next, mut pairs) = (vec![first], 0, Vec::new());
    while let Some(one) = units.get(next).copied() {
        for other in engaged.iter().copied().filter(|other| meet(one, *other)) {
            if !units.contains(&other) {
                units.push(other);
            }
            pairs.push([one, other]);
        }
        next += 1;
    }
    pairs.retain(|[one, other]| one < other);
    pairs
}

impl Shock {
    /// Hears an event and says what it makes of charges and combats.
    pub(crate) fn hear(&mut self, info: &ShockInfo, field: &Battlefield, event: &Event) -> Vec<Deed> {
        let mut deeds = Vec::new();
        match event {
            Event::Ordered { side, order } => {
                self.free = order.unit();
                self.ordered(info, field, *side, order, &mut deeds);
            }
            Event::Rolled(roll) => {
                let units = [roll.who, roll.against].map(|object| object.and_then(Object::unit));
                let fails = roll.kind == RollKind::Test && !roll.passed();
                let pressed = [units[0].filter(|_| fails), units[1]];
                self.free = self.free.filter(|unit| !pressed.contains(&Some(*unit)));
                if info.blows.contains(&roll.label) {
                    self.struck(info, field, units, &mut deeds);
                }
                if info.tests.contains(&roll.label) && !roll.passed() {
                    self.charges.retain(|charge| Some(charge.unit) != units[0]);
                }
            }
            Event::Told(told) => {
                let units = [told.actor, told.target].map(|object| object.and_then(Object::unit));
                if info.blows.contains(&told.text) {
                    self.struck(info, field, units, &mut deeds);
                }
                if info.ends.contains(&told.text) {
                    self.charges.retain(|charge| Some(charge.unit) != units[0]);
                }
            }
            Event::StepBegan { .. } => {
                self.charges.retain(|charge| info.lasts == Lasts::Shown && is_at_it(field, charge.unit));
                self.end_fights(field);
            }
            Event::TurnBegan { .. } => {
                self.charges.retain(|charge| field.shows(charge.unit, Sense::Engaged));
                self.end_fights(field);
            }
            _ => {}
        }
        if let Some(unit) = gives_way(field, event) {
            let withdrew = matches!(event, Event::Moved { manner: Manner::Withdrew, .. });
            let freely = withdrew && self.free == Some(unit);
            self.gave_way(unit, if freely { Going::Freely } else { Going::Pressed }, &mut deeds);
        }
        deeds
    }

    fn ordered(&mut self, info: &ShockInfo, field: &Battlefield, side: Side, order: &Order, deeds: &mut Vec<Deed>) {
        let goes_on = |unit: UnitId| info.lasts == Lasts::Shown && is_at_it(field, unit);
        self.charges.retain(|charge| charge.side != side || goes_on(charge.unit));
        if info.lasts == Lasts::OneOrder && self.charges.is_empty() {
            self.fights.clear();
        }
        let Some(unit) = order.unit().filter(|_| info.declares.contains(&order.verb)) else { return };
        let targets = order.target_unit().into_iter().collect();
        match self.charges.iter_mut().find(|charge| charge.unit == unit && charge.fought.is_empty()) {
            Some(charge) => charge.targets.extend::<Vec<_>>(targets),
            None => {
                self.charges.retain(|charge| charge.unit != unit);
                self.charges.push(Charge { side, unit, targets, fought: Vec::new(), chased: None });
                deeds.push(Deed::Declared(side));
            }
        }
    }

    fn struck(&mut self, info: &ShockInfo, field: &Battlefield, units: [Option<UnitId>; 2], deeds: &mut Vec<Deed>) {
        let [Some(one), Some(other)] = units else { return };
        match info.strikes {
            Strikes::Named => self.blows(one, other, deeds),
            Strikes::Together => {
                melee(field, one).into_iter().for_each(|[one, other]| self.blows(one, other, deeds));
            }
        }
    }

    fn blows(&mut self, one: UnitId, other: UnitId, deeds: &mut Vec<Deed>) {
        if !self.fights.contains(&[one, other]) && !self.fights.contains(&[other, one]) {
            self.fights.push([one, other]);
        }
        for charge in &mut self.charges {
            let enemy = match charge.unit {
                unit if unit == one => other,
                unit if unit == other => one,
                _ => continue,
            };
            match (charge.fought.is_empty(), charge.chased) {
                (true, None) => deeds.push(Deed::Blows(charge.side)),
                (true, Some(going)) => deeds.push(Deed::Caught(charge.side, going)),
                _ => {}
            }
            charge.fought.push(enemy);
        }
    }

    fn gave_way(&mut self, unit: UnitId, going: Going, deeds: &mut Vec<Deed>) {
        let beaten = self.fights.iter().filter(|fight| fight.contains(&unit));
        deeds.extend(beaten.map(|[one, other]| Deed::Beat(if *one == unit { *other } else { *one })));
        self.fights.retain(|fight| !fight.contains(&unit));
        let won = |charge: &Charge| charge.fought.contains(&unit);
        deeds.extend(self.charges.iter().filter(|charge| won(charge)).map(|charge| Deed::Won(charge.side)));
        self.charges.retain(|charge| !won(charge) && charge.unit != unit);
        let chased = |charge: &&mut Charge| {
            charge.fought.is_empty() && charge.chased.is_none() && charge.targets.contains(&unit)
        };
        for charge in self.charges.iter_mut().filter(chased) {
            charge.chased = Some(going);
            deeds.push(Deed::GaveWay(charge.side, going));
        }
    }

    /// Combats of units that are no longer in contact are over.
    fn end_fights(&mut self, field: &Battlefield) {
        self.fights.retain(|fight| fight.iter().all(|unit| field.shows(*unit, Sense::Engaged)));
    }
}
