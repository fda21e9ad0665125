//! The exact odds of a whole charge: fire of both, then up to three rounds, each with the morale of whoever loses it.

use battle::{Chain, Distribution, Event, Perch, UnitId};

use super::score::round;
use crate::contact::is_engaged;
use crate::morale::{self, Fate};
use crate::state::Charge;
use crate::{Umpire, War, fire, tables};

/// What a melee comes to for both.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Odds {
    /// For the charger.
    pub(crate) charger: Fate,
    /// For the charged.
    pub(crate) target: Fate,
    /// The margins of the first round on every way to come to it, with the chance of each; not told where only estimated.
    pub(crate) blows: Vec<(f64, Distribution)>,
}

impl Odds {
    /// These odds, and others that come true with that chance instead.
    pub(crate) fn mixed(&self, other: &Odds, chance: f64) -> Odds {
        let mut odds = Odds::default();
        for (part, share) in [(self, 1.0 - chance), (other, chance)] {
            odds.add(part, share);
        }
        odds
    }

    /// Adds others that come true with a chance.
    pub(crate) fn add(&mut self, other: &Odds, chance: f64) {
        self.charger.mix(&other.charger, chance);
        self.target.mix(&other.target, chance);
        self.blows.extend(other.blows.iter().map(|(share, margins)| (share * chance, margins.clone())));
    }

    /// The margin of the first round that is fought, if one may be.
    pub(crate) fn margin(&self) -> Option<Distribution> {
        let all: f64 = self.blows.iter().map(|(chance, _)| chance).sum();
        let parts: Vec<_> = self.blows.iter().map(|(chance, margins)| (chance / all, margins.clone())).collect();
        (all > 0.0).then(|| Distribution::mixture(&parts))
    }

    /// Both having come from one status to another without blows.
    pub(crate) fn ended(from: [i16; 2], to: [i16; 2]) -> Odds {
        let mut odds = Odds::default();
        odds.book(from, to, 1.0);
        odds
    }

    fn book(&mut self, from: [i16; 2], to: [i16; 2], chance: f64) {
        book(&mut self.charger, from[0], to[0], chance);
        book(&mut self.target, from[1], to[1], chance);
    }
}

/// How a unit is after its checks of a round.
#[derive(Clone, Copy, Debug, PartialEq)]
struct After {
    status: i16,
    /// It has not moved.
    holds: bool,
    /// Its leader is with it still.
    led: bool,
    chance: f64,
}

/// A position in which a round is still to be fought.
struct Bout {
    war: War,
    chance: f64,
}

/// From when on the odds are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Since {
    /// The charger comes into contact: the charged fire at it, and others who may; then it fires at them (SN-FIRE-4), and then
    /// they fight.
    Contact,
    /// Both have fired or cannot.
    Blows,
}

/// How closely the ground behind is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Care {
    /// Every retreat is foreseen.
    Exact,
    /// None is.
    Rough,
}

/// The odds of a charge in contact, between two units as they stand. Of the others only those take part who fire in defence
/// where the charger is.
pub(crate) fn of(war: &War, charge: &Charge, since: Since, care: Care) -> Odds {
    from(war, charge, units(charge).map(|unit| war.strength(unit)), since, care)
}

/// The same where the two were so when what is foreseen began.
pub(crate) fn from(war: &War, charge: &Charge, start: [i16; 2], since: Since, care: Care) -> Odds {
    let mut first = war.clone();
    first.state.stack.clear();
    if !first.state.own.charges.contains(charge) {
        first.state.own.charges.retain(|one| (one.charger, one.target) != (charge.charger, charge.target));
        first.state.own.charges.push(*charge);
    }
    let mut tally = Tally { charge, care, start, odds: Odds::default() };
    let mut bouts = vec![Bout { war: first, chance: 1.0 }];
    if since == Since::Contact {
        for by in defenders(&bouts[0].war, charge, care) {
            bouts = tally.fire(bouts, by, charge.charger);
        }
        bouts = tally.fire(bouts, charge.charger, charge.target);
    }
    for number in 1..=tables::ROUNDS {
        bouts = tally.fight(bouts, number);
    }
    tally.odds
}

/// Who fires in defence at a charger in contact: the charged first, then whoever else bears on him and may.
fn defenders(war: &War, charge: &Charge, care: Care) -> Vec<UnitId> {
    let Charge { charger, target, .. } = *charge;
    let may =
        |unit: &UnitId| fire::may_defend(war, *unit, charger) && fire::dice::attack(war, *unit, charger).is_some();
    let others = others_near(war, charge).into_iter().filter(|_| care == Care::Exact);
    std::iter::once(target).chain(others).filter(may).collect()
}

/// Enemies of a charger beside the charged that are near enough to reach whoever is in contact with them.
pub(crate) fn others_near(war: &War, charge: &Charge) -> Vec<UnitId> {
    let Charge { charger, target, .. } = *charge;
    let beside = i32::from(war.stands(charger)) + 1;
    let near = |unit: &UnitId| war.field().distance(*unit, target) <= fire::range(war, *unit) + beside;
    war.enemies(charger).filter(|unit| *unit != target).filter(near).collect()
}

/// How many hits a charger in contact has to expect of the charged and of those others, and how many it can hope for.
pub(crate) fn hits(war: &War, charge: &Charge, others: &[UnitId]) -> [f64; 2] {
    let Charge { charger, target, .. } = *charge;
    let hits = |by: UnitId, on: UnitId| fire::dice::pool(war, by, on).map_or(0.0, |pool| pool.outcome().mean());
    let fires = |unit: &UnitId| fire::may_defend(war, *unit, charger);
    let borne =
        std::iter::once(target).chain(others.iter().copied()).filter(fires).map(|unit| hits(unit, charger)).sum();
    [borne, hits(charger, target)]
}

/// The charger and the charged.
fn units(charge: &Charge) -> [UnitId; 2] {
    [charge.charger, charge.target]
}

/// What has become of both so far.
struct Tally<'a> {
    charge: &'a Charge,
    care: Care,
    /// The status of both at the start.
    start: [i16; 2],
    odds: Odds,
}

impl Tally<'_> {
    /// It is over, both being so.
    fn book(&mut self, ends: [i16; 2], chance: f64) {
        self.odds.book(self.start, ends, chance);
    }

    /// One round; gives those that go into another.
    fn fight(&mut self, bouts: Vec<Bout>, number: u8) -> Vec<Bout> {
        let mut next = Vec::new();
        for bout in bouts {
            let margins = round(&bout.war, self.charge).outcome();
            for ([charger, target], chance) in round_ends(&bout.war, self.charge, &margins, self.care) {
                let chance = chance * bout.chance;
                if charger.holds && target.holds && number < tables::ROUNDS {
                    go_on(&bout.war, self.charge, [charger, target], chance, &mut next);
                } else {
                    self.book([charger.status, target.status], chance);
                }
            }
            if number == 1 && self.care == Care::Exact {
                self.odds.blows.push((bout.chance, margins));
            }
        }
        next
    }

    /// One unit fires at the other, if it can; gives those that are still in contact.
    fn fire(&mut self, bouts: Vec<Bout>, by: UnitId, on: UnitId) -> Vec<Bout> {
        let mut next = Vec::new();
        for bout in bouts {
            let pool = fire::dice::pool(&bout.war, by, on).filter(|_| fire::is_in_action(&bout.war, by));
            let Some(pool) = pool else {
                next.push(bout);
                continue;
            };
            for (hits, chance) in pool.outcome().outcomes().filter(|(_, chance)| *chance > 0.0) {
                for hit in shot(&bout.war, by, on, hits as u8, self.care) {
                    let after =
                        units(self.charge).map(|unit| if unit == on { hit } else { untouched(&bout.war, unit) });
                    let chance = bout.chance * chance * hit.chance;
                    match hit.holds {
                        true => go_on(&bout.war, self.charge, after, chance, &mut next),
                        false => self.book(after.map(|after| after.status), chance),
                    }
                }
            }
        }
        next
    }
}

/// How a unit in contact is after so many hits.
fn shot(war: &War, by: UnitId, on: UnitId, hits: u8, care: Care) -> Vec<After> {
    if hits == 0 {
        return vec![untouched(war, on)];
    }
    let (from, led) = (war.strength(on), war.has_leader(on));
    let chain = match care {
        Care::Exact => morale::checks(war, on, hits, Some(by)),
        Care::Rough => morale::rough_chain(war, on, hits, from),
    };
    after_chain(war, &chain, from, true, led)
}

fn book(fate: &mut Fate, from: i16, to: i16, chance: f64) {
    let routs = f64::from(u8::from(to == tables::ROUTED));
    let back = f64::from(u8::from(to < from && (tables::PANIC..=tables::NERVOUS).contains(&to)));
    fate.mix(&Fate { lost: f64::from(from - to), routs, falls_back: back }, chance);
}

/// How a unit is that is not touched by a round.
fn untouched(war: &War, unit: UnitId) -> After {
    After { status: war.strength(unit), holds: true, led: war.has_leader(unit), chance: 1.0 }
}

/// Every end of one round, both units with the chance of both.
fn round_ends(war: &War, charge: &Charge, margins: &Distribution, care: Care) -> Vec<([After; 2], f64)> {
    let mut ends = Vec::new();
    for row in tables::MARGINS.rows() {
        let here = margins.outcomes().filter(|(margin, _)| tables::MARGINS.row(*margin as i16) == row);
        let chance: f64 = here.map(|(_, chance)| chance).sum();
        if chance <= 0.0 {
            continue;
        }
        let place = row.value;
        let chargers = if place <= 0 {
            beaten(war, charge, charge.charger, place, care)
        } else {
            vec![untouched(war, charge.charger)]
        };
        let targets = if place >= 0 {
            beaten(war, charge, charge.target, place, care)
        } else {
            vec![untouched(war, charge.target)]
        };
        for charger in &chargers {
            for target in &targets {
                ends.push(([*charger, *target], chance * charger.chance * target.chance));
            }
        }
    }
    ends
}

/// How a unit is after a row of the results.
fn beaten(war: &War, charge: &Charge, unit: UnitId, row: i16, care: Care) -> Vec<After> {
    let (drops, owed) = tables::SCORES[usize::from(row.unsigned_abs())];
    let cause = if unit == charge.charger { charge.target } else { charge.charger };
    if care == Care::Rough {
        let from = war.strength(unit) - drops;
        let led = war.has_leader(unit);
        if from <= tables::ROUTED {
            return vec![After { status: tables::ROUTED, holds: false, led, chance: 1.0 }];
        }
        let stayed = drops == 0 || from >= tables::FIRM;
        return after_chain(war, &morale::rough_chain(war, unit, owed, from), from, stayed, led);
    }
    let mut then = war.clone();
    if drops > 0 {
        morale::drop_status(&mut Umpire::new(&mut then, &mut battle::Deaf), unit, Some(cause), "melee");
    }
    let led = then.has_leader(unit);
    if !then.present(unit) {
        return vec![After { status: tables::ROUTED, holds: false, led, chance: 1.0 }];
    }
    let chain = morale::checks(&then, unit, owed, Some(cause));
    after_chain(&then, &chain, then.strength(unit), is_engaged(&then, charge), led)
}

/// How a unit is after a chain of checks that it begins at a status.
fn after_chain(war: &War, chain: &Chain, from: i16, stayed: bool, led: bool) -> Vec<After> {
    let after = |end: &battle::End| {
        let gone = chain.name(end.run.lost) == tables::LADDER[0];
        let status = if gone { tables::ROUTED } else { from - i16::from(end.run.lost) };
        let holds = stayed && (end.run.lost == 0 || status >= tables::FIRM);
        After { status, holds, led: led && end.run.mishap == 0, chance: end.chance }
    };
    morale::last_ends(war, chain).iter().map(after).collect()
}

/// On to the next, with both as they are now; bouts that are alike are one.
fn go_on(war: &War, charge: &Charge, after: [After; 2], chance: f64, next: &mut Vec<Bout>) {
    let units = units(charge);
    let alike = |bout: &&mut Bout| {
        units
            .iter()
            .zip(&after)
            .all(|(unit, after)| (bout.war.strength(*unit), bout.war.has_leader(*unit)) == (after.status, after.led))
    };
    if let Some(known) = next.iter_mut().find(alike) {
        known.chance += chance;
        return;
    }
    let mut then = war.clone();
    let mut deaf = battle::Deaf;
    let mut umpire = Umpire::new(&mut then, &mut deaf);
    for (unit, after) in units.into_iter().zip(after) {
        let (from, to) = (umpire.strength(unit), after.status);
        umpire.emit(Event::Strength { unit, from, to, cause: "melee", clause: "" });
        let with: Vec<_> = umpire.field().leaders_with(unit).filter(|_| !after.led).collect();
        with.into_iter().for_each(|leader| umpire.lead(leader, Perch::Away, ""));
    }
    next.push(Bout { war: then, chance });
}
