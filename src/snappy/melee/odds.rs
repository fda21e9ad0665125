//! The exact odds of a whole melee: up to three rounds, each with the morale of whoever loses it.

use battle::{Chain, Event, Perch, UnitId};

use super::score::round;
use crate::contact::is_engaged;
use crate::morale::{self, Fate};
use crate::state::Charge;
use crate::{Umpire, War, tables};

/// What a melee comes to for both.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Odds {
    /// For the charger.
    pub(crate) charger: Fate,
    /// For the charged.
    pub(crate) target: Fate,
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

/// A round that is still to be fought.
struct Bout {
    war: War,
    chance: f64,
}

/// How closely the ground behind is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Care {
    /// Every retreat is foreseen.
    Exact,
    /// None is.
    Rough,
}

/// The odds of a melee between two units as they stand.
pub(crate) fn of(war: &War, charge: &Charge, care: Care) -> Odds {
    let mut first = war.clone();
    first.state.stack.clear();
    if !first.state.own.charges.contains(charge) {
        first.state.own.charges.retain(|one| (one.charger, one.target) != (charge.charger, charge.target));
        first.state.own.charges.push(*charge);
    }
    let start = [charge.charger, charge.target].map(|unit| war.strength(unit));
    let mut odds = Odds::default();
    let mut bouts = vec![Bout { war: first, chance: 1.0 }];
    for number in 1..=tables::ROUNDS {
        let mut next: Vec<Bout> = Vec::new();
        for bout in bouts {
            for ([charger, target], chance) in round_ends(&bout.war, charge, care) {
                let chance = chance * bout.chance;
                if charger.holds && target.holds && number < tables::ROUNDS {
                    go_on(&bout.war, charge, [charger, target], chance, &mut next);
                } else {
                    book(&mut odds.charger, start[0], charger.status, chance);
                    book(&mut odds.target, start[1], target.status, chance);
                }
            }
        }
        bouts = next;
    }
    odds
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
fn round_ends(war: &War, charge: &Charge, care: Care) -> Vec<([After; 2], f64)> {
    let margins = round(war, charge).outcome();
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
        return after_chain(&morale::rough_chain(war, unit, owed, from), from, stayed, led);
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
    after_chain(&chain, then.strength(unit), is_engaged(&then, charge), led)
}

/// How a unit is after a chain of checks that it begins at a status.
fn after_chain(chain: &Chain, from: i16, stayed: bool, led: bool) -> Vec<After> {
    let after = |end: battle::End| {
        let gone = chain.name(end.run.lost) == tables::LADDER[0];
        let status = if gone { tables::ROUTED } else { from - i16::from(end.run.lost) };
        let holds = stayed && (end.run.lost == 0 || status >= tables::FIRM);
        After { status, holds, led: led && end.run.mishap == 0, chance: end.chance }
    };
    morale::last_ends(chain).into_iter().map(after).collect()
}

/// Another round, with both as they are now; bouts that are alike are one.
fn go_on(war: &War, charge: &Charge, after: [After; 2], chance: f64, next: &mut Vec<Bout>) {
    let units = [charge.charger, charge.target];
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
