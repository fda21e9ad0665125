//! Rounds of a combat, one after another (OTH-COMBAT-2 to 4, OTH-RESULT-0, OTH-BUA-6, 8, 10).

use battle::{Event, Patch, Pool, Side, UnitId, rule};

use super::options;
use super::results::{Row, Verdict, guns_stand_apart, row, verdict};
use super::round::{fire_risk, foe_of, is_first, ridden, sent_back};
use super::score::{self, Bare, Fighter, bare};
use super::{picks, turning};
use crate::command::leaders;
use crate::fatigue;
use crate::fire::shoot::victim;
use crate::ground::towns;
use crate::space::{Shape, away, shape};
use crate::state::{Bout, Impetus, Once, Open};
use crate::why::Why;
use crate::{Umpire, War, contacts, marks, morale};
use rulebook::Throw;

/// Goes on with a combat: options of who has won, picks, the next round, or its end.
pub(crate) fn go_on(umpire: &mut Umpire<'_>, mut bout: Bout) {
    if !bout.winners.is_empty() {
        return options::next(umpire, bout);
    }
    gather(umpire, &mut bout);
    let fighting: Vec<UnitId> = bout.units.iter().copied().filter(|unit| is_fighting(umpire, *unit)).collect();
    if fighting.is_empty() || bout.round > umpire.options().combat_rounds || !rule!("OTH-COMBAT-4") {
        return finish(umpire, &bout);
    }
    if let Some(unit) = undecided(umpire, &fighting) {
        umpire.interrupt(Open::Bout(bout));
        return umpire.interrupt(Open::Pick(unit));
    }
    fight(umpire, bout);
}

/// Whether a unit has a contact that is still to be fought.
fn is_fighting(war: &War, unit: UnitId) -> bool {
    !contacts::foes(war, unit).is_empty()
}

/// Who is in a combat now: those left of it, and whoever hangs together with them by new contacts.
fn gather(war: &War, bout: &mut Bout) {
    bout.units.retain(|unit| war.present(*unit) && !fatigue::is_routing(war, *unit));
    let more: Vec<UnitId> = bout.units.iter().flat_map(|unit| contacts::group(war, *unit)).collect();
    bout.units.extend(more);
    bout.units.sort_unstable();
    bout.units.dedup();
}

/// The next unit that has to pick an enemy, the player's first (OTH-SEQ-5).
fn undecided(war: &War, fighting: &[UnitId]) -> Option<UnitId> {
    let second = |unit: &UnitId| rule!("OTH-SEQ-5") && !is_first(war, *unit);
    let picks = |unit: &UnitId| !picks::choices(war, *unit).is_empty();
    fighting.iter().copied().filter(picks).min_by_key(|unit| (second(unit), *unit))
}

/// One round with all its results.
fn fight(umpire: &mut Umpire<'_>, mut bout: Bout) {
    let fighters = picks::fighters(umpire, &bout.units, bout.round);
    let bare = bare(umpire, &bout.units);
    let pools: Vec<Pool> = fighters.iter().map(|one| score::pool(umpire, one, bare)).collect();
    let assaulted: Vec<Patch> = fighters.iter().filter_map(|one| towns::held(umpire, one.unit)).collect();
    let mut caused = [0_i16; 2];
    let mut taken: Vec<(UnitId, i16)> = Vec::new();
    for (one, pool) in fighters.iter().zip(&pools) {
        let hits = umpire.throw(pool, umpire.by_unit(one.unit, Some(one.enemy), Why::Combat));
        caused[umpire.side(one.unit).index()] += hits;
        let target = victim(umpire, one.enemy);
        match taken.iter_mut().find(|(unit, _)| *unit == target) {
            Some((_, sum)) => *sum += hits,
            None => taken.push((target, hits)),
        }
    }
    for (unit, hits) in &taken {
        let with = leaders::beside(umpire, *unit);
        if rule!("OTH-COMBAT-8") {
            fatigue::tire(umpire, *unit, *hits, "combat", "OTH-COMBAT-8");
        }
        leaders::risk(umpire, &with, *hits);
    }
    umpire.state.own.contacts.iter_mut().filter(|one| bout.units.contains(&one.by)).for_each(|one| one.inside = false);
    decide(umpire, &mut bout, &fighters, caused, bare);
    burn(umpire, assaulted);
    for unit in &bout.units {
        umpire.own_mut(*unit).picked.clear();
    }
    bout.round += 1;
    part(umpire, bout, caused);
}

/// The results of a round in their order (OTH-RESULT-0).
fn decide(umpire: &mut Umpire<'_>, bout: &mut Bout, fighters: &[Fighter], caused: [i16; 2], bare: Bare) {
    let margin = if rule!("OTH-COMBAT-3") { caused[0] - caused[1] } else { 0 };
    let loser = match margin.signum() {
        1 => Some(Side::Red),
        -1 => Some(Side::Blue),
        _ => None,
    };
    for unit in bout.units.clone() {
        if umpire.strength(unit) <= 0 {
            fatigue::settle(umpire, unit);
        }
        let won = loser.is_some_and(|loser| umpire.side(unit) != loser);
        let guns = umpire.profile(unit).kind.is_guns() && margin.abs() == 1 && guns_stand_apart();
        umpire.mark(unit, marks::WON, won && !guns && rule!("OTH-RESULT-0a"));
    }
    let rows = rows(umpire, bout, fighters);
    if caused == [0, 0] {
        for (unit, _, row) in &rows {
            fatigue::tire(umpire, *unit, 1, "a round without hits", row.clause());
        }
    }
    let beaten = |(unit, ..): &(UnitId, UnitId, Row)| loser == Some(umpire.side(*unit)) && is_fighting(umpire, *unit);
    for (unit, enemy, row) in rows.into_iter().filter(beaten).collect::<Vec<_>>() {
        match verdict(umpire, unit, row, margin.abs()) {
            Verdict::Destroyed => fatigue::destroy(umpire, unit, row.clause()),
            Verdict::Retreats if !fatigue::is_routing(umpire, unit) => {
                fatigue::retreat(umpire, unit, enemy, away::segment(umpire, unit), row.clause());
                bout.left.push(unit);
            }
            Verdict::Retreats | Verdict::Stays => {}
        }
    }
    for unit in bout.units.clone() {
        fatigue::settle(umpire, unit);
    }
    bout.units.retain(|unit| umpire.present(*unit) && !fatigue::is_routing(umpire, *unit) && !bout.left.contains(unit));
    if margin.abs() <= 1 {
        tests(umpire, bout, fighters, loser);
    }
    if let Some(loser) = loser.filter(|_| margin.abs() == 1 && bare == Bare::No) {
        fought_in(umpire, loser);
    }
}

/// Everybody who was in the round and is still there, with the enemy and the row that decide about it.
fn rows(war: &War, bout: &Bout, fighters: &[Fighter]) -> Vec<(UnitId, UnitId, Row)> {
    let there = bout.units.iter().copied().filter(|unit| war.present(*unit) && has_fought(war, fighters, *unit));
    let told = there.filter_map(|unit| {
        let inside = towns::held(war, unit);
        let own =
            fighters.iter().find(|one| one.unit == unit || (inside.is_some() && towns::held(war, one.unit) == inside));
        let enemy = own.map(|one| one.enemy).or(contacts::foes(war, unit).first().copied())?;
        Some((unit, enemy, row(war, unit, enemy, ridden(war, fighters, unit))))
    });
    told.collect()
}

/// Whether a unit was in the round: who is without contact waits (OTH-RESULT-0).
fn has_fought(war: &War, fighters: &[Fighter], unit: UnitId) -> bool {
    let town = towns::held(war, unit);
    let beside = |other: UnitId| other == unit || (town.is_some() && towns::held(war, other) == town);
    fighters.iter().any(|one| beside(one.unit) || beside(one.enemy))
}

/// Tests after a round drawn or lost by 1: who fails goes back a whole move (OTH-MORALE-8, 19).
fn tests(umpire: &mut Umpire<'_>, bout: &mut Bout, fighters: &[Fighter], loser: Option<Side>) {
    let mut units: Vec<UnitId> = bout.units.clone();
    units.retain(|unit| loser.is_none_or(|loser| umpire.side(*unit) == loser) && rule!("OTH-MORALE-8"));
    units.sort_by_key(|unit| (!is_first(umpire, *unit), *unit));
    // Who was in the round has an enemy in it, wherever others of its houses have gone since.
    let fought = units.into_iter().filter_map(|unit| Some((unit, foe_of(umpire, fighters, unit)?)));
    for (unit, enemy) in fought.collect::<Vec<_>>() {
        if !umpire.present(unit) || morale::passes(umpire, unit, Why::Round, "OTH-MORALE-8") {
            continue;
        }
        goes_back(umpire, unit, enemy);
        bout.left.push(unit);
        bout.units.retain(|one| *one != unit);
    }
}

/// A unit that did not stand: a hit, a move to the rear, and no fire in its next step.
fn goes_back(umpire: &mut Umpire<'_>, unit: UnitId, enemy: UnitId) {
    fatigue::tire(umpire, unit, 1, "standing after the round", "OTH-MORALE-8");
    if umpire.strength(unit) <= 0 {
        return fatigue::settle(umpire, unit);
    }
    umpire.mark(unit, marks::NO_FIRE, true);
    let far = sent_back(umpire, unit);
    if !fatigue::is_routing(umpire, unit) {
        fatigue::retreat(umpire, unit, enemy, far, "OTH-MORALE-8");
    }
    fatigue::settle(umpire, unit);
}

/// Attackers that beat a garrison by 1 have fought their way in.
fn fought_in(umpire: &mut Umpire<'_>, loser: Side) {
    for place in 0..umpire.state.own.contacts.len() {
        let one = umpire.state.own.contacts[place];
        let inside = umpire.side(one.on) == loser && shape(umpire, one.on) == Shape::Garrison;
        umpire.state.own.contacts[place].inside = inside && one.fought == Once::Open;
    }
}

/// Assaulted houses may take fire, once a step, after the first round (OTH-BUA-8).
fn burn(umpire: &mut Umpire<'_>, assaulted: Vec<Patch>) {
    for patch in assaulted {
        if umpire.state.own.risked.contains(&patch) || !rule!("OTH-BUA-8") {
            continue;
        }
        let Some(town) = umpire.fixed().towns.get(&patch) else { continue };
        let pool = fire_risk(town.walls);
        umpire.state.own.risked.push(patch);
        let side = umpire.state.player;
        if umpire.throw(&pool, Throw::by_side(side, Why::Burning)) >= 0 && !towns::burns(umpire, patch) {
            umpire.emit(Event::Ignited { patch, clause: "OTH-BUA-8" });
        }
    }
}

/// After a round: the side that is left alone has won; else the next round, winners turning first (OTH-RESULT-7).
fn part(umpire: &mut Umpire<'_>, mut bout: Bout, caused: [i16; 2]) {
    let sides = Side::ALL.map(|side| bout.units.iter().any(|unit| umpire.side(*unit) == side));
    if sides == [true, true] {
        let more = bout.round <= umpire.options().combat_rounds;
        let units = bout.units.clone();
        umpire.interrupt(Open::Bout(bout));
        if more && caused[0] != caused[1] {
            let winner = if caused[0] > caused[1] { Side::Blue } else { Side::Red };
            turning::offer(umpire, units.into_iter().filter(|unit| umpire.side(*unit) == winner).collect());
        }
        return;
    }
    for unit in bout.units.clone() {
        umpire.mark(unit, marks::WON, umpire.marked(unit, marks::WON) || rule!("OTH-RESULT-0b"));
    }
    bout.winners = bout.units.clone();
    options::next(umpire, bout);
}

/// A combat is over for this step: who is in contact still is locked.
fn finish(umpire: &mut Umpire<'_>, bout: &Bout) {
    for place in 0..umpire.state.own.contacts.len() {
        let one = umpire.state.own.contacts[place];
        if bout.units.contains(&one.by) || bout.units.contains(&one.on) {
            let contact = &mut umpire.state.own.contacts[place];
            (contact.fought, contact.fresh) = (Once::Done, false);
        }
    }
    for unit in bout.units.iter().chain(&bout.left) {
        let engaged = contacts::is_engaged(umpire, *unit);
        let own = umpire.own_mut(*unit);
        own.picked.clear();
        own.impetus = Impetus::None;
        if !engaged && umpire.present(*unit) {
            umpire.mark(*unit, marks::WON, false);
        }
    }
}
