//! The odds of a whole combat of two units: up to three rounds, each with the test of whoever draws or loses by 1.
//!
//! Exact for two units alone whose commanders live; further units are counted as they stand, not fought.

use battle::{Chance, Distribution, Effect, Event, Forecast, Manner, Pose, UnitId};

use super::results::{Ridden, Verdict, verdict};
use super::score::{self, Bare, Fighter, bare};
use crate::fatigue::{self, Status};
use crate::fire::score::{self as fire_score, Manner as Volley};
use crate::fire::{self, shoot};
use crate::forecasts::{full, tame};
use crate::info::DEFENCE;
use crate::space::{Aspect, Shape, body, face_toward, shape};
use crate::state::{Contact, Impetus, Once};
use crate::system::Why;
use crate::{Umpire, War, contacts, marks, morale};

/// What a combat comes to for one of two.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Fate {
    /// Expected hits.
    pub(crate) lost: f64,
    /// Chance that it is destroyed or routs.
    pub(crate) broken: f64,
    /// Chance that it goes back.
    pub(crate) back: f64,
}

/// How two units are before a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Stand {
    scores: [i16; 2],
    /// Which of them has won the last round.
    won: Option<usize>,
    bare: bool,
}

/// The battle as it would be in contact: one has come there, and the other awaits it as it stands.
pub(crate) fn met(war: &War, by: UnitId, to: &Pose, on: UnitId, aspect: Aspect, impetus: Impetus) -> War {
    let (path, manner) = (Vec::new(), Manner::Charged);
    let mut met = war.supposing(&Event::Moved { unit: by, to: *to, path, manner, clause: "" });
    met.state.stack.clear();
    met.own_mut(by).impetus = impetus;
    let contact = Contact { by, on, aspect, fought: Once::Open, fresh: true, inside: false };
    met.state.own.contacts.retain(|one| [one.by, one.on] != [by, on]);
    met.state.own.contacts.push(contact);
    met
}

/// The dice of one for a round.
fn fighter(war: &War, unit: UnitId, enemy: UnitId, round: u8) -> Fighter {
    let walled = shape(war, unit) == Shape::Garrison;
    let face = walled.then(|| face_toward(&body(war, unit), hexes::Facing::North, war.pose(enemy).anchor));
    Fighter { unit, enemy, face, round, acted: 0 }
}

/// Hits on two units before they fight, ours first, each pair with its chance.
pub(crate) type Losses = Vec<([i16; 2], f64)>;

/// Nothing happens before they fight.
pub(crate) fn unhurt() -> Losses {
    vec![([0, 0], 1.0)]
}

/// What the defensive fire of a unit at the one that has met it does to both, the charger first: standing or not, its hits,
/// and what a miss costs the firer (OTH-FIRE-6, OTH-MORALE-6, 7). Others may fire as well; a ten rolled is left out.
pub(crate) fn defence(met: &War, by: UnitId, on: UnitId) -> Losses {
    let side = Some(met.side(by));
    let mut there = met.supposing(&Event::StepBegan { step: DEFENCE.0, side });
    there.state.player = met.side(by);
    let able = fire::may_fire_at_all(&there, on) && fire::is_target(&there, on, by);
    let Some(shot) = shoot::plain(&there, on, by).filter(|_| able) else { return unhurt() };
    let stands = tame(morale::test(&there, on, Why::Defence, "OTH-MORALE-6").terms().passes());
    let hits = |manner| fire_score::pool(&there, &shot, manner).outcome();
    let parts = [(stands, hits(Volley::Plain)), (1.0 - stands, hits(Volley::Ragged))];
    let missed = morale::test(&there, on, Why::NoHits, "OTH-MORALE-7").outcome();
    let costs = [missed.at_least(0), missed.chance(-1), missed.at_most(-2)];
    let mut losses = Losses::new();
    for (caused, chance) in Distribution::mixture(&parts).outcomes().filter(|(_, chance)| *chance > 0.0) {
        match caused {
            0 => losses.extend((0..).zip(costs).map(|(cost, share)| ([0, cost], chance * share))),
            _ => losses.push(([caused as i16, 0], chance)),
        }
    }
    losses
}

/// The fates of two units in contact after those losses, ours first.
pub(crate) fn of(war: &War, us: UnitId, them: UnitId, losses: &Losses) -> [Fate; 2] {
    let units = [us, them];
    let start = units.map(|unit| war.strength(unit));
    let won = units.iter().position(|unit| war.marked(*unit, marks::WON));
    let inside = bare(war, &units) == Bare::Yes;
    let mut fates = [Fate::default(); 2];
    let mut stands: Vec<(Stand, f64)> = Vec::new();
    for (hits, chance) in losses {
        let ends = [0, 1].map(|place| hurt(war, units[place], start[place] - hits[place]));
        match ends.iter().all(|end| end.kind == Kind::Stays) {
            true => add(&mut stands, Stand { scores: ends.map(|end| end.score), won, bare: inside }, *chance),
            false => tell(&mut fates, &ends, start, *chance),
        }
    }
    for round in 1..=war.options().combat_rounds {
        let mut next: Vec<(Stand, f64)> = Vec::new();
        for (stand, chance) in stands {
            let then = standing(war, units, &stand);
            for (ends, odds) in round_of(&then, units, &stand, round) {
                let chance = chance * odds;
                let go_on = ends.iter().all(|end| end.kind == Kind::Stays) && round < war.options().combat_rounds;
                if go_on {
                    let [ours, theirs] = [ends[0], ends[1]];
                    let stand = Stand { scores: [ours.score, theirs.score], won: ours.won, bare: ours.bare };
                    add(&mut next, stand, chance);
                } else {
                    tell(&mut fates, &ends, start, chance);
                }
            }
        }
        stands = next;
    }
    fates
}

fn add(list: &mut Vec<(Stand, f64)>, stand: Stand, chance: f64) {
    match list.iter_mut().find(|(known, _)| *known == stand) {
        Some((_, sum)) => *sum += chance,
        None => list.push((stand, chance)),
    }
}

/// What has become of one after a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Stays,
    Back,
    Broken,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct End {
    kind: Kind,
    score: i16,
    won: Option<usize>,
    bare: bool,
}

fn tell(fates: &mut [Fate; 2], ends: &[End; 2], start: [i16; 2], chance: f64) {
    for place in 0..2 {
        let (fate, end) = (&mut fates[place], ends[place]);
        fate.lost += chance * f64::from(if end.kind == Kind::Broken { start[place] } else { start[place] - end.score });
        fate.broken += if end.kind == Kind::Broken { chance } else { 0.0 };
        fate.back += if end.kind == Kind::Back { chance } else { 0.0 };
    }
}

/// The battle with both as they are before a round.
fn standing(war: &War, units: [UnitId; 2], stand: &Stand) -> War {
    let (mut then, mut deaf) = (war.clone(), battle::Deaf);
    let mut umpire = Umpire::new(&mut then, &mut deaf);
    for (place, unit) in units.into_iter().enumerate() {
        let (from, to) = (umpire.strength(unit), stand.scores[place]);
        umpire.emit(Event::Strength { unit, from, to, cause: "", clause: "" });
        umpire.mark(unit, marks::WON, stand.won == Some(place));
    }
    then
}

/// Every end of a round with its chance.
fn round_of(war: &War, units: [UnitId; 2], stand: &Stand, round: u8) -> Vec<([End; 2], f64)> {
    let [us, them] = units;
    let bare = if stand.bare { Bare::Yes } else { Bare::No };
    let hits = |unit, enemy| score::pool(war, &fighter(war, unit, enemy, round), bare).outcome();
    let (given, taken) = (hits(us, them), hits(them, us));
    let mut ends = Vec::new();
    for (caused, one) in given.outcomes().filter(|(_, chance)| *chance > 0.0) {
        for (suffered, other) in taken.outcomes().filter(|(_, chance)| *chance > 0.0) {
            after(war, units, stand, [caused as i16, suffered as i16], one * other, &mut ends);
        }
    }
    ends
}

/// What hits on both come to.
fn after(war: &War, units: [UnitId; 2], stand: &Stand, caused: [i16; 2], chance: f64, ends: &mut Vec<([End; 2], f64)>) {
    let margin = caused[0] - caused[1];
    let extra = i16::from(caused == [0, 0]);
    let won = match margin.signum() {
        1 => Some(0),
        -1 => Some(1),
        _ => None,
    };
    let walled = won.is_some_and(|won| shape(war, units[1 - won]) == Shape::Garrison);
    let bare = margin.abs() == 1 && walled && !stand.bare;
    let end = |place: usize| {
        let score = stand.scores[place] - caused[1 - place] - extra;
        let full = war.field().unit(units[place]).full;
        let lost_by = if place == 0 { -margin } else { margin };
        let verdict = verdict(war, units[place], units[1 - place], lost_by, Ridden::Not);
        let gone = score <= 0 || fatigue::status_at(war, full, full - score) == Status::Routing;
        let kind = match verdict {
            _ if gone => Kind::Broken,
            Verdict::Destroyed => Kind::Broken,
            Verdict::Retreats => Kind::Back,
            Verdict::Stays => Kind::Stays,
        };
        End { kind, score: score.max(0), won, bare }
    };
    let both = [end(0), end(1)];
    let tested = |place: usize| {
        let owes = margin == 0 || (margin.abs() == 1 && won != Some(place));
        both[place].kind == Kind::Stays && owes
    };
    let chances = [0, 1].map(|place| if tested(place) { passes(war, units[place], both[place].score) } else { 1.0 });
    for (first, stays) in [(true, chances[0]), (false, 1.0 - chances[0])] {
        for (second, holds) in [(true, chances[1]), (false, 1.0 - chances[1])] {
            let odds = chance * stays * holds;
            if odds > 0.0 {
                let ours = if first { both[0] } else { failed(war, units[0], both[0]) };
                let theirs = if second { both[1] } else { failed(war, units[1], both[1]) };
                ends.push(([ours, theirs], odds));
            }
        }
    }
}

/// One at a score before any round: broken where it routs or is no more.
fn hurt(war: &War, unit: UnitId, score: i16) -> End {
    let full = war.field().unit(unit).full;
    let gone = score <= 0 || fatigue::status_at(war, full, full - score) == Status::Routing;
    End { kind: if gone { Kind::Broken } else { Kind::Stays }, score: score.max(0), won: None, bare: false }
}

/// The chance that a unit stands after a round at a score.
fn passes(war: &War, unit: UnitId, score: i16) -> f64 {
    let pool = morale::test(war, unit, Why::Round, "OTH-MORALE-8");
    let more: i16 = pool.modifiers().iter().map(|modifier| modifier.value).sum();
    tame(f64::from(score + more) / 10.0)
}

/// One who did not stand: a hit more, and back.
fn failed(war: &War, unit: UnitId, end: End) -> End {
    let score = (end.score - 1).max(0);
    let full = war.field().unit(unit).full;
    let gone = score <= 0 || fatigue::status_at(war, full, full - score) == Status::Routing;
    let guns = war.profile(unit).kind.is_guns();
    End { kind: if gone || guns { Kind::Broken } else { Kind::Back }, score, ..end }
}

/// What a combat may bring, as one of two in it sees it.
pub(crate) fn forecast(war: &War, us: UnitId, them: UnitId) -> Forecast {
    forecast_after(war, us, them, &unhurt())
}

/// The same after losses of both.
pub(crate) fn forecast_after(war: &War, us: UnitId, them: UnitId, losses: &Losses) -> Forecast {
    if contacts::between(war, us, them).is_none() {
        return Forecast::default();
    }
    let [ours, theirs] = of(war, us, them, losses);
    let inside = bare(war, &[us, them]);
    let shown = |unit: UnitId, enemy| score::pool(war, &fighter(war, unit, enemy, 1), inside).shown(Some(unit.into()));
    let effect = Effect {
        inflicted: theirs.lost / full(war, them),
        taken: ours.lost / full(war, us),
        destroys: tame(theirs.broken),
        destroyed: tame(ours.broken),
        repels: tame(theirs.back),
        repelled: tame(ours.back),
        succeeds: tame(theirs.broken + theirs.back),
        ..Effect::default()
    };
    let results = vec![
        Chance { label: "enemy broken", chance: tame(theirs.broken) },
        Chance { label: "enemy thrown back", chance: tame(theirs.back) },
        Chance { label: "broken", chance: tame(ours.broken) },
        Chance { label: "thrown back", chance: tame(ours.back) },
    ];
    Forecast { rolls: vec![shown(us, them), shown(them, us)], results, effect, ..Forecast::default() }
}
