//! What a combat comes to: of two units exactly, of more by fighting it many times (OTH-COMBAT, OTH-RESULT).
//!
//! Commanders live in it, and who goes back is not followed. Who is locked fights on in the turns to come.

use battle::{Chance, Distribution, Effect, Event, Forecast, Manner, Pose, RollForecast, UnitId};

pub(crate) use super::case::Rounds;
use super::case::{self, Beaten, Body};
use super::duel::Duel;
use super::melee;
use super::opening::{Opening, Openings};
use super::picks::fighter;
use super::results::{Ridden, Verdict, row, verdict};
use super::round;
use super::score::{self, Bare, Standing, Sums, bare, basis};
use crate::fatigue::{self, Status};
use crate::fire::score::is_strict;
use crate::forecasts::{full, supposed, tame};
use crate::space::away::{self, Flight, Style};
use crate::space::{self, Aspect, Shape, shape};
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

impl Fate {
    /// Adds an end of a unit that began with so much.
    #[inline]
    pub(crate) fn note(&mut self, end: End, start: i16, chance: f64) {
        self.lost += chance * f64::from(start - end.score);
        self.broken += if matches!(end.kind, Kind::Routs | Kind::Destroyed) { chance } else { 0.0 };
        self.back += if end.kind == Kind::Back { chance } else { 0.0 };
    }

    /// Adds another by its share.
    #[inline]
    pub(crate) fn add(&mut self, other: &Fate, share: f64) {
        self.lost += other.lost * share;
        self.broken += other.broken * share;
        self.back += other.back * share;
    }
}

/// What has become of one after a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    Stays,
    Back,
    Routs,
    Destroyed,
}

impl Kind {
    pub(crate) const ALL: [Kind; 4] = [Kind::Stays, Kind::Back, Kind::Routs, Kind::Destroyed];
}

/// How one is after a round: with what score; of who is destroyed nothing is left.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct End {
    pub(crate) kind: Kind,
    pub(crate) score: i16,
}

impl End {
    #[inline]
    pub(crate) fn of(kind: Kind, score: i16) -> End {
        End { kind, score: if kind == Kind::Destroyed { 0 } else { score.max(0) } }
    }
}

/// Whether it is looked for where a unit goes that has to go back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Retreats {
    /// Who finds no way is destroyed (OTH-GEO-14).
    Sought,
    /// There is one, as a threat supposes.
    Open,
}

/// What going back so far from an enemy makes of a unit; unlimbered guns cannot (OTH-STATUS-3).
fn going_back(war: &War, unit: UnitId, enemy: UnitId, far: i32, retreats: Retreats) -> Kind {
    let fixed = war.profile(unit).kind.is_guns() && shape(war, unit) == Shape::Battery;
    let from = fatigue::gone_from(war, unit, enemy);
    let flight = || away::flight_from(war, unit, Style::Retreat, far, from);
    let lost = fixed || (retreats == Retreats::Sought && !matches!(flight(), Flight::To(_)));
    if lost { Kind::Destroyed } else { Kind::Back }
}

/// Whether no other enemy is next to a unit. Who then has a way back from the one finds it from wherever that one has gone,
/// and routs by it too: what other ways they are is not looked for.
fn is_alone_with(war: &War, unit: UnitId, enemy: UnitId) -> bool {
    let own = space::body(war, unit);
    war.enemies(unit).all(|other| other == enemy || space::body(war, other).distance(&own) > 1)
}

/// The battle as it is for a unit when something has become of the enemy that it has fought.
fn without(war: &War, [unit, enemy]: [UnitId; 2], gone: Kind) -> War {
    supposed(war, |umpire| match gone {
        Kind::Stays => {}
        Kind::Back => {
            let far = round::sent_back(umpire, enemy);
            fatigue::retreat(umpire, enemy, unit, far, "OTH-MORALE-8");
        }
        Kind::Routs => fatigue::rout(umpire, enemy),
        Kind::Destroyed => fatigue::destroy(umpire, enemy, "OTH-STATUS-1"),
    })
}

/// What having to go back so far, and a rout, make of a unit when something has become of the enemy that it has fought. Who
/// finds no way is destroyed (OTH-STATUS-2, OTH-GEO-14).
fn leaving(war: &War, [unit, enemy]: [UnitId; 2], gone: Kind, far: i32) -> [Kind; 2] {
    let there = without(war, [unit, enemy], gone);
    let lost = fatigue::routing_way(&there, unit) == Flight::Lost;
    [going_back(&there, unit, enemy, far, Retreats::Sought), if lost { Kind::Destroyed } else { Kind::Routs }]
}

/// What a unit that fights another is to hits and tests. It is tested after that one, or the hits of the round have made that
/// one run before it is, so that it goes from where the other then is (OTH-RESULT-0, OTH-SEQ-5).
pub(crate) fn body(war: &War, unit: UnitId, enemy: UnitId, retreats: Retreats) -> Body {
    let full = war.field().unit(unit).full;
    let routs = |score: &i16| *score <= 0 || fatigue::status_at(war, full, full - score) == Status::Routing;
    let added = morale::test(war, unit, Why::Round, "OTH-MORALE-8").modifiers();
    let far = round::sent_back(war, unit);
    let goes = going_back(war, unit, enemy, far, retreats);
    let guns = war.profile(unit).kind.is_guns();
    let leaving = if guns || retreats == Retreats::Open || (goes == Kind::Back && is_alone_with(war, unit, enemy)) {
        [[goes, if guns { Kind::Destroyed } else { Kind::Routs }]; Kind::ALL.len()]
    } else {
        Kind::ALL.map(|gone| leaving(war, [unit, enemy], gone, far))
    };
    Body {
        full,
        broken: (0..=full).rev().find(routs).unwrap_or(0),
        running: leaving.map(|[_, running]| running),
        failing: leaving.map(|[failing, _]| failing),
        steadied: added.iter().map(|one| one.value).sum(),
    }
}

/// What a round that its side lost by 1, and by more, makes of a unit that has fought another; with horse as its opponent or
/// not.
pub(crate) fn beaten(war: &War, fought: [UnitId; 2], ridden: Ridden, body: &Body, retreats: Retreats) -> Beaten {
    let [unit, enemy] = fought;
    let far = away::segment(war, unit);
    let back = || {
        if far == round::sent_back(war, unit) { body.failing[0] } else { going_back(war, unit, enemy, far, retreats) }
    };
    let verdicts = [1, 2].map(|lost_by| verdict(war, unit, row(war, unit, enemy, ridden), lost_by));
    let kinds = verdicts.map(|verdict| match verdict {
        Verdict::Destroyed => Kind::Destroyed,
        Verdict::Retreats => back(),
        Verdict::Stays => Kind::Stays,
    });
    Beaten { kinds, crushed: verdicts[1] == Verdict::Destroyed }
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
    met.state.own.contacts.iter_mut().for_each(|one| one.fought = Once::Open);
    met
}

/// The fates of two units in contact after those openings, ours first.
pub(crate) fn of(war: &War, us: UnitId, them: UnitId, openings: &Openings) -> [Fate; 2] {
    within(war, us, them, openings, (Rounds::ALL, Retreats::Sought))
}

/// The same in those rounds.
pub(crate) fn within(
    war: &War,
    us: UnitId,
    them: UnitId,
    openings: &Openings,
    (rounds, retreats): (Rounds, Retreats),
) -> [Fate; 2] {
    let (met, by) = if openings.by == us { (them, us) } else { (us, them) };
    let turned = |opening: &Opening| {
        let [charger, met] = opening.hits;
        Opening { hits: if by == us { [charger, met] } else { [met, charger] }, ..*opening }
    };
    let alone = contacts::group(war, us).len() <= 2;
    let duel = alone.then(|| Duel::new(war, [us, them], retreats));
    let mut fates = [Fate::default(); 2];
    for countered in [false, true] {
        let ways: Vec<Opening> = openings.ways.iter().filter(|way| way.countered == countered).map(turned).collect();
        let who = countered.then_some(met);
        let found = match &duel {
            _ if ways.is_empty() => continue,
            Some(duel) => duel.fates(&ways, who.map(|who| usize::from(who == them)), rounds),
            None => melee::fates(war, [us, them], &ways, who, (rounds, retreats)),
        };
        case::add(&mut fates, &found, 1.0);
    }
    fates
}

/// What a combat may bring, as one of two in it sees it.
pub(crate) fn forecast(war: &War, us: UnitId, them: UnitId) -> Forecast {
    forecast_after(war, us, them, &Openings::none(us))
}

/// The same after what comes before it.
pub(crate) fn forecast_after(war: &War, us: UnitId, them: UnitId, openings: &Openings) -> Forecast {
    if contacts::between(war, us, them).is_none() {
        return Forecast::default();
    }
    let fates = of(war, us, them, openings);
    let rolls = vec![first_roll(war, us, them, openings), first_roll(war, them, us, openings)];
    Forecast { rolls, ..told(war, [us, them], fates) }
}

/// What those fates of two units are to the first of them.
pub(crate) fn told(war: &War, [us, them]: [UnitId; 2], [ours, theirs]: [Fate; 2]) -> Forecast {
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
    Forecast { results: results(&effect), effect, ..Forecast::default() }
}

/// An effect in words.
pub(crate) fn results(effect: &Effect) -> Vec<Chance> {
    let told = [
        ("enemy broken", effect.destroys),
        ("enemy thrown back", effect.repels),
        ("broken", effect.destroyed),
        ("thrown back", effect.repelled),
    ];
    told.into_iter().map(|(label, chance)| Chance { label, chance: tame(chance) }).collect()
}

/// What is left of a combat that goes on is to a unit in it: from its round on.
pub(crate) fn rest(war: &War, us: UnitId, them: UnitId) -> Forecast {
    let round = round::going_on(war).map_or(1, |bout| bout.round);
    told(war, [us, them], within(war, us, them, &Openings::none(us), (Rounds::from(round), Retreats::Sought)))
}

/// The roll of the first round, as it stands, and what it comes to with the hits and the counter that may come before.
fn first_roll(war: &War, unit: UnitId, enemy: UnitId, openings: &Openings) -> RollForecast {
    let fighter = fighter(war, unit, enemy, 1);
    let inside = bare(war, &[unit, enemy]);
    let place = usize::from(unit != openings.by);
    let units = if place == 0 { [unit, enemy] } else { [enemy, unit] };
    let bodies = [0, 1].map(|place| body(war, units[place], units[1 - place], Retreats::Open));
    let standing = Standing::of(war, &fighter);
    let plus = [false, true].map(|countered| Sums::of(war, &fighter, &standing, countered && place == 1));
    let won = war.marked(unit, marks::WON);
    let (basis, strict) = (basis(war, &fighter), is_strict(war));
    let mut parts: Vec<(f64, Distribution)> = Vec::new();
    for opening in &openings.ways {
        let scores = [0, 1].map(|place| war.strength(units[place]) - opening.hits[place]);
        if (0..2).any(|place| bodies[place].kind(scores[place]) != Kind::Stays) {
            continue;
        }
        let plus = plus[usize::from(opening.countered)].at(false, won, true, [false; 2]);
        let score = basis.of(scores[place]) + if inside == Bare::No { plus } else { 0 };
        parts.push((opening.chance, score::dice(strict, score).outcome()));
    }
    let mut shown = score::pool(war, &fighter, inside).shown(Some(unit.into()));
    let all: f64 = parts.iter().map(|(chance, _)| chance).sum();
    if all > 0.0 {
        parts.iter_mut().for_each(|(chance, _)| *chance /= all);
        shown.outcome = Distribution::mixture(&parts);
    }
    shown
}
