//! The odds of a whole combat of two units: up to three rounds, each with the test of whoever draws or loses by 1.
//!
//! Exact for two units alone whose commanders live; further units are counted as they stand, not fought.

use std::collections::BTreeMap;
use std::rc::Rc;

use battle::{Chance, Distribution, Effect, Event, Forecast, Manner, Pose, UnitId};

use super::picks::fighter;
use super::results::{Ridden, Verdict, row, verdict};
use super::score::{self, Bare, Fighter, bare};
use crate::fatigue::{self, Status};
use crate::fire::aim::{self, Aim, Shot};
use crate::fire::score::{self as fire_score, Manner as Volley};
use crate::fire::{rights, shoot};
use crate::forecasts::{full, tame};
use crate::info::DEFENCE;
use crate::space::{Aspect, Shape, shape};
use crate::state::{Contact, Impetus, Once};
use crate::why::Why;
use crate::{War, contacts, marks, morale};

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

/// Hits on two units before they fight, ours first, each pair with its chance.
pub(crate) type Losses = Vec<([i16; 2], f64)>;

/// Nothing happens before they fight.
pub(crate) fn unhurt() -> Losses {
    vec![([0, 0], 1.0)]
}

/// What defensive fire does to two who have met, the charger first: the volley of the unit met, standing or not, its
/// hits and what a miss costs it, and those of all its friends who may fire at the charger (OTH-FIRE-6, OTH-MORALE-6, 7).
/// A ten rolled is left out.
pub(crate) fn defence(met: &War, by: UnitId, on: UnitId) -> Losses {
    let side = Some(met.side(by));
    let mut there = met.supposing(&Event::StepBegan { step: DEFENCE.0, side });
    there.state.player = met.side(by);
    let shot = |unit: UnitId| {
        let able = rights::may_fire_at_all(&there, unit) && rights::is_target(&there, unit, by);
        able.then(|| shoot::plain(&there, unit, by)).flatten()
    };
    let own = shot(on).map_or_else(unhurt, |shot| losses_by(&there, &shot));
    let friends = there.field().present_of(met.side(on)).filter(|unit| *unit != on);
    let volleys = friends.filter_map(|unit| Some(hits_by(&there, &shot(unit)?)));
    volleys.fold(own, |losses, volley| together(&losses, &volley))
}

/// Those losses and the hits of another volley on the charger.
fn together(losses: &Losses, volley: &Distribution) -> Losses {
    let mut sum: BTreeMap<[i16; 2], f64> = BTreeMap::new();
    for ([ours, theirs], chance) in losses {
        for (hits, share) in volley.outcomes().filter(|(_, share)| *share > 0.0) {
            *sum.entry([ours + hits as i16, *theirs]).or_default() += chance * share;
        }
    }
    sum.into_iter().collect()
}

/// The same of a charge to come, whose end is not known: the unit fires at an inch if it is met in its front.
pub(crate) fn defence_to_come(met: &War, by: UnitId, on: UnitId, aspect: Aspect) -> Losses {
    let spent = met.marked(on, marks::DOWN | marks::NO_FIRE | marks::EMPTY) || contacts::opponents(met, on).len() > 1;
    let weapon = aim::weapon(met, on, Aim::Plain).filter(|_| aspect == Aspect::Front && !spent);
    let Some(weapon) = weapon.filter(|_| morale::is_tested(met, on)) else { return unhurt() };
    let (pose, face) = (met.pose(on), shape(met, on).has_faces().then_some(0));
    let (from, to) = (pose.anchor, met.pose(by).anchor);
    let shot =
        Shot { by: on, on: by, weapon, pose, aim: Aim::Plain, from, to, inches: 1, aspect, face, over: Vec::new() };
    losses_by(met, &shot)
}

/// Hits of a shot of defensive fire, steady or ragged (OTH-MORALE-6).
fn hits_by(war: &War, shot: &Shot) -> Distribution {
    let stands = tame(morale::test(war, shot.by, Why::Defence, "OTH-MORALE-6").terms().passes());
    let hits = |manner| fire_score::pool(war, shot, manner).outcome();
    Distribution::mixture(&[(stands, hits(Volley::Plain)), (1.0 - stands, hits(Volley::Ragged))])
}

/// What a shot of defensive fire does to both, its target first.
fn losses_by(war: &War, shot: &Shot) -> Losses {
    let missed = morale::test(war, shot.by, Why::NoHits, "OTH-MORALE-7").outcome();
    let costs = [missed.at_least(0), missed.chance(-1), missed.at_most(-2)];
    let mut losses = Losses::new();
    for (caused, chance) in hits_by(war, shot).outcomes().filter(|(_, chance)| *chance > 0.0) {
        match caused {
            0 => losses.extend((0..).zip(costs).map(|(cost, share)| ([0, cost], chance * share))),
            _ => losses.push(([caused as i16, 0], chance)),
        }
    }
    losses
}

/// The fates of two units in contact after those losses, ours first.
pub(crate) fn of(war: &War, us: UnitId, them: UnitId, losses: &Losses) -> [Fate; 2] {
    let mut duel = Duel::new(war, [us, them]);
    let mut fates = [Fate::default(); 2];
    let mut stands = Stands::new(duel.scores);
    let last = war.options().combat_rounds;
    for (hits, chance) in losses {
        let ends = [0, 1].map(|place| hurt(war, duel.units[place], duel.scores[place] - hits[place]));
        if ends.iter().all(|end| end.kind == Kind::Stays) {
            stands.gather(Stand { scores: ends.map(|end| end.score), ..duel.start() }, *chance);
        } else {
            note(&mut fates, &ends, duel.scores, *chance);
        }
    }
    for round in 1..=last {
        let mut next = Stands::new(duel.scores);
        for (stand, chance) in stands.list {
            for (ends, odds) in duel.round_of(&stand, round) {
                let chance = chance * odds;
                if round < last && ends.iter().all(|end| end.kind == Kind::Stays) {
                    let [ours, theirs] = [ends[0], ends[1]];
                    let stand = Stand { scores: [ours.score, theirs.score], won: ours.won, bare: ours.bare };
                    next.gather(stand, chance);
                } else {
                    note(&mut fates, &ends, duel.scores, chance);
                }
            }
        }
        stands = next;
    }
    fates
}

/// How two units may stand before a round, each way with its chance.
struct Stands {
    /// In the order in which they were found.
    list: Vec<(Stand, f64)>,
    /// Their places in the list, by scores, winner and bareness; `NOWHERE` of those not found.
    places: Vec<u16>,
    /// The most that each of them scores.
    most: [i16; 2],
}

impl Stands {
    const NOWHERE: u16 = u16::MAX;

    fn new(most: [i16; 2]) -> Stands {
        let kinds = most.iter().map(|most| usize::from(most.unsigned_abs()) + 1).product::<usize>() * 6;
        Stands { list: Vec::new(), places: vec![Stands::NOWHERE; kinds], most }
    }

    fn index(&self, stand: &Stand) -> usize {
        let [ours, theirs] = stand.scores.map(|score| usize::from(score.unsigned_abs()));
        let won = stand.won.map_or(0, |won| won + 1);
        let scores = ours * (usize::from(self.most[1].unsigned_abs()) + 1) + theirs;
        (scores * 3 + won) * 2 + usize::from(stand.bare)
    }

    fn gather(&mut self, stand: Stand, chance: f64) {
        let index = self.index(&stand);
        match self.places[index] {
            Stands::NOWHERE => {
                self.places[index] = self.list.len() as u16;
                self.list.push((stand, chance));
            }
            place => self.list[usize::from(place)].1 += chance,
        }
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

fn note(fates: &mut [Fate; 2], ends: &[End; 2], start: [i16; 2], chance: f64) {
    for place in 0..2 {
        let (fate, end) = (&mut fates[place], ends[place]);
        fate.lost += chance * f64::from(if end.kind == Kind::Broken { start[place] } else { start[place] - end.score });
        fate.broken += if end.kind == Kind::Broken { chance } else { 0.0 };
        fate.back += if end.kind == Kind::Back { chance } else { 0.0 };
    }
}

/// What may fall, each with its chance.
type Falls = Rc<[(i16, f64)]>;

/// Two units in contact, and what has been worked out of their dice: modifiers change with who has won and the round alone,
/// hits with the score alone.
struct Duel<'a> {
    war: &'a War,
    units: [UnitId; 2],
    /// Their scores when it begins.
    scores: [i16; 2],
    /// What their tests to stay add to their scores.
    steadied: [i16; 2],
    /// By unit, whether it has won the last round, whether it is the first round: the sum of all modifiers. All rounds after
    /// the first are alike.
    modifiers: Vec<((usize, bool, bool), i16)>,
    /// By score: hits with their chances.
    hits: Vec<(i16, Falls)>,
}

impl Duel<'_> {
    fn new(war: &War, units: [UnitId; 2]) -> Duel<'_> {
        let added =
            |unit| morale::test(war, unit, Why::Round, "OTH-MORALE-8").modifiers().iter().map(|one| one.value).sum();
        let (scores, steadied) = (units.map(|unit| war.strength(unit)), units.map(added));
        Duel { war, units, scores, steadied, modifiers: Vec::new(), hits: Vec::new() }
    }

    /// How they are now.
    fn start(&self) -> Stand {
        let won = self.units.iter().position(|unit| self.war.marked(*unit, marks::WON));
        Stand { scores: self.scores, won, bare: bare(self.war, &self.units) == Bare::Yes }
    }

    /// Every end of a round with its chance.
    fn round_of(&mut self, stand: &Stand, round: u8) -> Vec<([End; 2], f64)> {
        let [given, taken] = [0, 1].map(|place| self.hits_of_round(place, stand, round));
        let mut ends = Vec::new();
        for (caused, one) in given.iter() {
            for (suffered, other) in taken.iter() {
                self.after(stand, [*caused, *suffered], one * other, &mut ends);
            }
        }
        ends
    }

    /// The hits that one of them causes in a round.
    fn hits_of_round(&mut self, place: usize, stand: &Stand, round: u8) -> Rc<[(i16, f64)]> {
        let fighter = fighter(self.war, self.units[place], self.units[1 - place], round);
        let more = if stand.bare { 0 } else { self.modifiers(place, stand.won == Some(place), &fighter) };
        let score = score::base(self.war, &fighter, stand.scores[place]) + more;
        if let Some((_, known)) = self.hits.iter().find(|(known, _)| *known == score) {
            return Rc::clone(known);
        }
        let outcome = score::dice(self.war, score).outcome();
        let likely = outcome.outcomes().filter(|(_, chance)| *chance > 0.0);
        let hits: Rc<[(i16, f64)]> = likely.map(|(hits, chance)| (hits as i16, chance)).collect();
        self.hits.push((score, Rc::clone(&hits)));
        hits
    }

    fn modifiers(&mut self, place: usize, won: bool, fighter: &Fighter) -> i16 {
        let key = (place, won, fighter.round == 1);
        if let Some((_, known)) = self.modifiers.iter().find(|(known, _)| *known == key) {
            return *known;
        }
        let sum = |war: &War| score::pool(war, fighter, Bare::No).modifiers().iter().map(|one| one.value).sum();
        let unit = fighter.unit;
        let more = if self.war.marked(unit, marks::WON) == won {
            sum(self.war)
        } else {
            sum(&self.war.supposing(&Event::Marked { unit, marks: marks::WON, on: won, cause: "" }))
        };
        self.modifiers.push((key, more));
        more
    }

    /// What hits on both come to.
    fn after(&self, stand: &Stand, caused: [i16; 2], chance: f64, ends: &mut Vec<([End; 2], f64)>) {
        let margin = caused[0] - caused[1];
        let won = match margin.signum() {
            1 => Some(0),
            -1 => Some(1),
            _ => None,
        };
        let walled = won.is_some_and(|won| shape(self.war, self.units[1 - won]) == Shape::Garrison);
        let bare = margin.abs() == 1 && walled && !stand.bare;
        let both = [0, 1].map(|place| {
            let lost_by = if place == 0 { -margin } else { margin };
            let score = stand.scores[place] - caused[1 - place] - i16::from(caused == [0, 0]);
            End { kind: self.kind(place, score, lost_by), score: score.max(0), won, bare }
        });
        let tested = |place: usize| {
            let owes = margin == 0 || (margin.abs() == 1 && won != Some(place));
            both[place].kind == Kind::Stays && owes
        };
        let stays = [0, 1].map(|place| {
            let target = both[place].score + self.steadied[place];
            if tested(place) { tame(f64::from(target) / 10.0) } else { 1.0 }
        });
        for (ours, one) in [(both[0], stays[0]), (failed(self.war, self.units[0], both[0]), 1.0 - stays[0])] {
            for (theirs, other) in [(both[1], stays[1]), (failed(self.war, self.units[1], both[1]), 1.0 - stays[1])] {
                let odds = chance * one * other;
                if odds > 0.0 {
                    ends.push(([ours, theirs], odds));
                }
            }
        }
    }

    /// What a round that one of them lost by so much makes of it.
    fn kind(&self, place: usize, score: i16, lost_by: i16) -> Kind {
        let (unit, enemy) = (self.units[place], self.units[1 - place]);
        let full = self.war.field().unit(unit).full;
        if score <= 0 || fatigue::status_at(self.war, full, full - score) == Status::Routing {
            return Kind::Broken;
        }
        let row = row(self.war, unit, enemy, Ridden::Not);
        match verdict(self.war, unit, row, lost_by) {
            Verdict::Destroyed => Kind::Broken,
            Verdict::Retreats => Kind::Back,
            Verdict::Stays => Kind::Stays,
        }
    }
}

/// One at a score before any round: broken where it routs or is no more.
fn hurt(war: &War, unit: UnitId, score: i16) -> End {
    let full = war.field().unit(unit).full;
    let gone = score <= 0 || fatigue::status_at(war, full, full - score) == Status::Routing;
    End { kind: if gone { Kind::Broken } else { Kind::Stays }, score: score.max(0), won: None, bare: false }
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
