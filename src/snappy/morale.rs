//! Morale checks: rolled until passed, each failure a place lower and carried out at once (SN-MC).

pub(crate) mod retreat;

use std::collections::BTreeMap;
use std::sync::Arc;

use battle::{
    Chain, Chance, Departure, Die, Distribution, Effect, End, Event, Forecast, Mishap, Perch, Pool, Reading,
    RollForecast, RollKind, Run, Rung, UnitId, rule,
};
use rulebook::Carried;

use crate::forecasts::{full, tame};
use crate::leaders;
use crate::modifiers::check as row;
use crate::state::Open;
use crate::why::Why;
use crate::{Umpire, War, contact, marks, tables, terrain};

/// Whether the leader of a unit counts in a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Led {
    Yes,
    No,
}

/// One check of a unit as it is (SN-MC-1 to 3): a natural 1 always fails.
fn check(war: &War, unit: UnitId, led: Led) -> Pool {
    let profile = war.profile(unit);
    let need = if rule!("SN-MC-2") { tables::TO_PASS[profile.quality as usize] } else { tables::TO_PASS[0] };
    let lowest = if rule!("SN-MC-5a") { 2 } else { 1 };
    let mut pool = Pool::new("morale", "SN-MC-1", 1, Reading::Successes(need))
        .of(Die::D10)
        .as_kind(RollKind::Test)
        .bounded(lowest, if rule!("SN-MC-5b") { 11 } else { 10 });
    let panic = war.strength(unit) == tables::PANIC && rule!("SN-MC-3c");
    let reasons = [terrain::garrison_bonus(war, &war.pose(unit)), panic.then_some(&row::PANIC)];
    reasons.into_iter().flatten().for_each(|row| row.on_each(&mut pool));
    if let Some(rating) = leaders::rating(war, unit).filter(|rating| led == Led::Yes && *rating != 0) {
        pool.each("leader", rating, "SN-LEADER-4");
    }
    pool
}

/// The roll that a natural 1 brings upon a leader (SN-LEADER-6).
fn mishap() -> Mishap {
    let roll = Pool::new("leader loss", "SN-LEADER-6", 1, Reading::Row(&tables::LEADER_LOSS)).of(Die::D10);
    Mishap { face: 1, roll }
}

/// So many checks of a unit because of somebody, every rung as the unit will be on it: its retreats are foreseen, for
/// they take it out of its walls, or out of the battle.
pub(crate) fn checks(war: &War, unit: UnitId, owed: u8, cause: Option<UnitId>) -> Chain {
    let mut rungs = Vec::new();
    let mut then = war.clone();
    while then.present(unit) && then.strength(unit) > tables::ROUTED && (rungs.is_empty() || rule!("SN-MC-1")) {
        let name = tables::LADDER[then.strength(unit) as usize];
        rungs.push(Rung { name, check: check(&then, unit, Led::Yes), after: check(&then, unit, Led::No) });
        sink(&mut then, unit, cause);
    }
    with_mishap(war, unit, Chain::new("morale", "SN-MC-1", owed, rungs, tables::LADDER[0]))
}

/// Whether a natural 1 of a unit asks for its leader (SN-LEADER-6).
fn risks_leader(war: &War, unit: UnitId) -> bool {
    leaders::rating(war, unit).is_some() && rule!("SN-LEADER-6")
}

/// The rows of the leader loss table by which a single check of a unit takes its leader from it, each with the chance of a
/// natural 1 and that row; those that take him off the field for more or fewer turns as one.
pub(crate) fn leader_losses(war: &War, unit: UnitId) -> Vec<(i16, f64)> {
    if !risks_leader(war, unit) {
        return Vec::new();
    }
    let rows = mishap().roll.outcome();
    let one = f64::from(Die::D10.faces());
    let chance = |[from, to]: [i16; 2]| (from, (rows.at_least(from) - rows.at_least(to + 1)) / one);
    let alike = [[1, 1], [2, 2], [3, tables::DECAPITATED - 1], [tables::DECAPITATED; 2]];
    alike.into_iter().map(chance).collect()
}

/// The battle after so many checks of a unit, on every way with its chance.
pub(crate) fn after_checks(war: &War, unit: UnitId, owed: u8, cause: Option<UnitId>) -> Vec<(War, f64)> {
    let mut lost: BTreeMap<u8, f64> = BTreeMap::new();
    for end in last_ends(war, &checks(war, unit, owed, cause)).iter() {
        *lost.entry(end.run.lost).or_default() += end.chance;
    }
    let sunk = |(times, chance): (u8, f64)| {
        let mut then = war.clone();
        (0..times).for_each(|_| sink(&mut then, unit, cause));
        (then, chance)
    };
    lost.into_iter().map(sunk).collect()
}

fn with_mishap(war: &War, unit: UnitId, chain: Chain) -> Chain {
    let led = risks_leader(war, unit);
    if led { chain.with_mishap(mishap()) } else { chain }
}

/// The same from a status on without a look at the ground: every rung as the unit stands. For what is only estimated.
pub(crate) fn rough_chain(war: &War, unit: UnitId, owed: u8, top: i16) -> Chain {
    let panicked = war.strength(unit) == tables::PANIC;
    let rung = |status: i16| {
        let [before, after] = [Led::Yes, Led::No].map(|led| {
            let mut pool = check(war, unit, led);
            if (status == tables::PANIC) != panicked {
                let value = row::PANIC.value();
                pool.each(row::PANIC.name, if panicked { -value } else { value }, row::PANIC.clause);
            }
            pool
        });
        Rung { name: tables::LADDER[status as usize], check: before, after }
    };
    let chain = Chain::new("morale", "SN-MC-1", owed, (1..=top).rev().map(rung).collect(), tables::LADDER[0]);
    with_mishap(war, unit, chain)
}

/// A place lower in what may be: status and retreat, without leaders and without anybody hearing of it.
fn sink(war: &mut War, unit: UnitId, cause: Option<UnitId>) {
    let mut deaf = battle::Deaf;
    drop_status(&mut Umpire::new(war, &mut deaf), unit, cause, "morale");
}

/// A place lower, its effect carried out (SN-MC-1, 4, 11).
pub(crate) fn drop_status(umpire: &mut Umpire<'_>, unit: UnitId, cause: Option<UnitId>, why: &'static str) {
    let from = umpire.strength(unit);
    let to = (from - 1).max(tables::ROUTED);
    umpire.emit(Event::Strength { unit, from, to, cause: why, clause: "SN-MC-4" });
    show_status(umpire, unit);
    let told = to == tables::ROUTED || rule!("SN-MC-4");
    let way = if told { retreat::of(umpire, unit, to, cause) } else { retreat::Retreat::None };
    match way {
        retreat::Retreat::None => {}
        retreat::Retreat::To(path) => retreat::carry_out(umpire, unit, path),
        retreat::Retreat::Lost => rout(umpire, unit),
    }
}

/// Marks that show a status.
pub(crate) fn show_status(umpire: &mut Umpire<'_>, unit: UnitId) {
    let status = umpire.strength(unit);
    for (mark, place) in marks::LADDER {
        umpire.mark(unit, mark, status == place);
    }
}

/// Takes the status of enemy units out of a view: they look as they began (SN-UNIT-6).
pub(crate) fn veil(war: &mut War, from: battle::Side) {
    let mut deaf = battle::Deaf;
    let mut umpire = Umpire::new(war, &mut deaf);
    let theirs = umpire.field().ids().filter(|unit| umpire.side(*unit) != from);
    for unit in theirs.filter(|unit| umpire.strength(*unit) > tables::ROUTED).collect::<Vec<_>>() {
        let (from, to) = (umpire.strength(unit), tables::FIRM);
        umpire.emit(Event::Strength { unit, from, to, cause: "hearsay", clause: "SN-UNIT-6" });
        show_status(&mut umpire, unit);
    }
}

/// A unit disperses.
fn rout(umpire: &mut Umpire<'_>, unit: UnitId) {
    if rule!("SN-SEQ-7") {
        contact::disengage(umpire, unit);
    }
    let from = umpire.strength(unit);
    if from > tables::ROUTED {
        let (to, cause, clause) = (tables::ROUTED, "having nowhere to go", "SN-MC-10");
        umpire.emit(Event::Strength { unit, from, to, cause, clause });
    }
    let hex = umpire.pose(unit).anchor;
    let with: Vec<_> = umpire.field().leaders_with(unit).collect();
    for leader in &with {
        umpire.lead(*leader, battle::Perch::At(hex), "SN-LEADER-5");
    }
    show_status(umpire, unit);
    umpire.emit(Event::Left { unit, why: Departure::Routed, clause: "SN-MC-4" });
    with.into_iter().for_each(|leader| leaders::displace(umpire, leader));
}

/// Checks that a unit owes, each rolled until it is passed, whatever they bring carried out at once.
pub(crate) fn take_checks(umpire: &mut Umpire<'_>, unit: UnitId, owed: u8, cause: Option<UnitId>) {
    if !umpire.present(unit) || owed == 0 {
        return;
    }
    let chain = checks(umpire, unit, owed, cause);
    let throws = [Why::Morale, Why::LeaderLoss].map(|why| umpire.by_unit(unit, None, why));
    let mut shaken = Vec::new();
    umpire.chain_carried(&chain, throws, |umpire, carried| match carried {
        Carried::Mishap(row) => shaken.extend(leaders::lose(umpire, unit, row, cause)),
        Carried::Lost(_) => drop_status(umpire, unit, cause, "morale"),
    });
    owe(umpire, &shaken);
}

/// Units that owe a check because their leader fell: after the running chain, the first of them first (SN-SEQ-6).
pub(crate) fn owe(umpire: &mut Umpire<'_>, shaken: &[UnitId]) {
    let first_last = |units: &[UnitId]| units.iter().rev().copied().collect::<Vec<_>>();
    let order = if rule!("SN-SEQ-6a") { first_last(shaken) } else { shaken.to_vec() };
    for unit in order {
        umpire.interrupt(Open::Checks(unit, 1, None));
    }
}

/// What a single check came to.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Single {
    /// It was passed.
    pub(crate) passed: bool,
    /// Who owes a check because a leader fell at it; the caller lets them, with [`owe`].
    pub(crate) shaken: Vec<UnitId>,
}

/// A single check: one roll, nothing lost (SN-MC-6).
pub(crate) fn single(umpire: &mut Umpire<'_>, unit: UnitId, why: Why, cause: Option<UnitId>) -> Single {
    let pool = single_roll(umpire, unit, why);
    let throw = umpire.by_unit(unit, None, why);
    let (faces, passed) = umpire.throw_faces(&pool, throw);
    let mut single = Single { passed: passed > 0, shaken: Vec::new() };
    if faces.as_slice() == [1] && risks_leader(umpire, unit) {
        let throw = umpire.by_unit(unit, None, Why::LeaderLoss);
        let row = umpire.throw(&mishap().roll, throw);
        single.shaken = leaders::lose(umpire, unit, row, cause);
    }
    if !single.passed && !rule!("SN-MC-6") {
        drop_status(umpire, unit, cause, "morale");
    }
    single
}

/// The roll of a single check.
pub(crate) fn single_roll(war: &War, unit: UnitId, why: Why) -> Pool {
    let mut pool = check(war, unit, Led::Yes);
    pool.label = why.label();
    pool
}

/// What a single out-of-command check may bring; to a unit whose leader is decapitated in it also the check that it then owes
/// (SN-LEADER-6, 7).
pub(crate) fn foresee_single(war: &War, unit: UnitId) -> Forecast {
    let pool = single_roll(war, unit, Why::Command);
    let passes = tame(pool.terms().passes());
    let results =
        vec![Chance { label: "passed", chance: passes }, Chance { label: "failed", chance: tame(1.0 - passes) }];
    let falls = leader_losses(war, unit).last().map_or(0.0, |(_, chance)| *chance);
    let leader = war.field().leaders_with(unit).next().filter(|_| falls > 0.0);
    let owed = leader.map(|leader| {
        let alone = war.supposing(&Event::LeaderMoved { leader, to: Perch::Away, clause: "" });
        Fate::of(&alone, unit, &checks(&alone, unit, 1, None))
    });
    let owed = owed.unwrap_or_default();
    let effect = Effect {
        taken: falls * owed.lost / full(war, unit),
        destroyed: falls * owed.routs,
        repelled: falls * owed.falls_back,
        succeeds: passes,
        // Half a move where there was none.
        mobility: passes / 2.0,
        ..Effect::default()
    };
    Forecast { rolls: vec![pool.shown(Some(unit.into()))], results, effect, ..Forecast::default() }
}

/// What checks of the acting unit may bring upon it.
pub(crate) fn foresee_checks(war: &War, unit: UnitId, owed: u8, cause: Option<UnitId>) -> Forecast {
    let chain = checks(war, unit, owed, cause);
    let fate = Fate::of(war, unit, &chain);
    let effect = Effect {
        taken: fate.lost / full(war, unit),
        destroyed: fate.routs,
        repelled: fate.falls_back,
        succeeds: 1.0,
        ..Effect::default()
    };
    Forecast { rolls: vec![chain.shown(Some(unit.into()))], effect, ..Forecast::default() }
}

/// The whole roll as a forecast shows it of a unit that will owe one of those chains, the longest last, each with its chance;
/// nothing where there are none.
pub(crate) fn shown(unit: UnitId, owed: &[(f64, Chain)]) -> Option<RollForecast> {
    let (_, longest) = owed.last()?;
    let shown = longest.shown(Some(unit.into()));
    let all: f64 = owed.iter().map(|(chance, _)| chance).sum();
    let parts: Vec<_> = owed.iter().map(|(chance, chain)| (chance / all, chain.outcome())).collect();
    let outcome = Distribution::mixture(&parts);
    let lost = shown.outcome.outcomes().filter(|(_, chance)| *chance > 0.0);
    let row = |(row, (lost, _)): (&Chance, (i32, f64))| Chance { chance: outcome.chance(lost), ..*row };
    let rows = shown.rows.iter().zip(lost).map(row).collect();
    Some(RollForecast { outcome, rows, ..shown })
}

/// Every end of a chain with the check that a unit owes whose leader was decapitated in it (SN-LEADER-7): worked out once
/// for all chains of the same stakes.
pub(crate) fn last_ends(war: &War, chain: &Chain) -> Arc<[End]> {
    war.kept(chain.stakes(), |_| run_out(chain).into())
}

fn run_out(chain: &Chain) -> Vec<End> {
    let mut ends = Vec::new();
    for end in chain.ends() {
        if end.run.mishap != tables::DECAPITATED {
            ends.push(end);
            continue;
        }
        let (mut run, mut left) = (Run { passed: 0, ..end.run }, end.chance);
        while let Some(check) = chain.check(run) {
            let passes = check.terms().passes();
            ends.push(End { run, chance: left * passes });
            (run.lost, left) = (run.lost + 1, left * (1.0 - passes));
        }
        ends.push(End { run, chance: left });
    }
    ends
}

/// What checks come to: places of the ladder lost on average, and chances.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Fate {
    /// Places lost; all that were left when it disperses.
    pub(crate) lost: f64,
    /// The chance to disperse.
    pub(crate) routs: f64,
    /// The chance to go back and stay.
    pub(crate) falls_back: f64,
}

impl Fate {
    /// What a chain of a unit comes to.
    pub(crate) fn of(war: &War, unit: UnitId, chain: &Chain) -> Fate {
        let from = war.strength(unit);
        let mut fate = Fate::default();
        for end in last_ends(war, chain).iter() {
            let status = if chain.name(end.run.lost) == tables::LADDER[0] { 0 } else { from - i16::from(end.run.lost) };
            fate.lost += end.chance * f64::from(from - status);
            match status {
                tables::ROUTED => fate.routs += end.chance,
                status if status < from && status <= tables::NERVOUS => fate.falls_back += end.chance,
                _ => {}
            }
        }
        Fate { lost: fate.lost, routs: tame(fate.routs), falls_back: tame(fate.falls_back) }
    }

    /// Mixed in with a chance.
    pub(crate) fn mix(&mut self, other: &Fate, chance: f64) {
        self.lost += other.lost * chance;
        self.routs += other.routs * chance;
        self.falls_back += other.falls_back * chance;
    }
}
