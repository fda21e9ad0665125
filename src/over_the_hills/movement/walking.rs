//! Moves carried out: segment by segment, with the tests before each and what tires on the way (OTH-MOVE-3, 10, 12).

use battle::{Chance, Effect, Event, Forecast, Manner, Order, Pool, Pose, Stride, UnitId, rule};
use hexes::Hex;

use super::halt;
use super::purse::Gauge;
use super::steps::{Toll, Walk, step_between};
use crate::command::leaders;
use crate::ground::cover;
use crate::space::{self, body_at, shape};
use crate::state::{Once, Purse};
use crate::why::Why;
use crate::{Umpire, War, fatigue, forecasts, ground::runs, marks, morale};

/// What a move does within one segment.
#[derive(Clone, Debug)]
pub(crate) struct Leg {
    /// Where it begins.
    pub(crate) from: Pose,
    /// The poses after it, in order.
    pub(crate) way: Vec<Pose>,
    /// What is left then.
    purse: Purse,
    /// What tires on the way.
    pub(crate) toll: Toll,
    /// Inches moved.
    inches: u16,
    rough: bool,
    tired: bool,
}

/// A way cut into its segments.
pub(crate) fn legs(war: &War, unit: UnitId, gauge: Gauge, way: &[Pose]) -> Vec<Leg> {
    let walk = Walk::of(war, unit, gauge, None);
    let stands = war.stands(unit);
    let mut met = walk.met();
    let mut legs: Vec<Leg> = Vec::new();
    for pair in way.windows(2) {
        let [from, to] = [pair[0], pair[1]];
        let stride = |step| Stride { from, step, to, price: 0, worst: 1, label: 0 };
        let stepped = step_between(&from, &to, stands).and_then(|step| walk.after(met, &stride(step)));
        let (next, toll, inches) = stepped.unwrap_or((met, Toll::default(), 0));
        let fresh = legs.is_empty() || next.purse.opened != met.purse.opened;
        if fresh {
            let (purse, rough, tired) = (next.purse, next.rough, false);
            legs.push(Leg { from, way: Vec::new(), purse, toll: Toll::default(), inches: 0, rough, tired });
        }
        if let Some(leg) = legs.last_mut() {
            leg.way.push(to);
            (leg.purse, leg.rough) = (next.purse, next.rough);
            leg.toll.add(toll);
            leg.inches += u16::from(inches);
            leg.tired = next.purse.opened == gauge.tiring;
        }
        met = next;
    }
    legs
}

/// Inches that are moved on a way, as fire at who has moved counts them.
pub(crate) fn inches(legs: &[Leg]) -> u16 {
    legs.iter().map(counted).sum()
}

/// Inches of a leg, of which fire at who has moved takes account (OTH-MOVE-10).
fn counted(leg: &Leg) -> u16 {
    if rule!("OTH-MOVE-10a") { leg.inches } else { 0 }
}

/// The test before the first segment of a unit that fired in the enemy's turn (OTH-MORALE-4).
pub(crate) fn after_fire(war: &War, unit: UnitId) -> Option<Pool> {
    let own = war.own(unit);
    let owed = own.fired_last == Once::Done && own.asked == Once::Open && morale::is_tested(war, unit);
    (owed && rule!("OTH-MORALE-4")).then(|| morale::test(war, unit, Why::Moving, "OTH-MORALE-4"))
}

/// The test before a segment that leads out of cover (OTH-MORALE-3, 19).
pub(crate) fn leaving(war: &War, unit: UnitId, from: &Pose, to: &Pose) -> Option<Pool> {
    let hexes = |pose: &Pose| war.field().footprint_at(unit, pose).hexes().to_vec();
    let near = || space::to_enemy(war, unit, &body_at(war, unit, from));
    let pressed = war.options().cover_radius.is_none_or(|radius| near() <= radius);
    let leaves = cover::shelters(war, &hexes(from)) && !cover::shelters(war, &hexes(to)) && pressed;
    (leaves && morale::is_tested(war, unit) && rule!("OTH-MORALE-3"))
        .then(|| morale::test(war, unit, Why::Leaving, "OTH-MORALE-3"))
}

/// Takes the test to move after fire, once a turn; who fails it moves no more (OTH-MOVE-12).
pub(crate) fn may_still_go(umpire: &mut Umpire<'_>, unit: UnitId) -> bool {
    let pool = after_fire(umpire, unit);
    umpire.own_mut(unit).asked = Once::Done;
    pool.is_none_or(|pool| takes(umpire, unit, &pool, Why::Moving))
}

/// Takes a test to move; who fails it moves no more.
pub(crate) fn takes(umpire: &mut Umpire<'_>, unit: UnitId, pool: &Pool, why: Why) -> bool {
    let passed = morale::throw(umpire, unit, pool, why) >= 0;
    if !passed && rule!("OTH-MOVE-12") {
        halt(umpire, unit);
    }
    passed
}

/// Whether tests are taken on the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tests {
    /// They are.
    Owed,
    /// They have been taken, or none is owed.
    Taken,
}

/// Takes a unit along a way, segment by segment; whether it came to its end.
pub(crate) fn carry(
    umpire: &mut Umpire<'_>,
    unit: UnitId,
    gauge: Gauge,
    way: &[Pose],
    (manner, tests): (Manner, Tests),
) -> bool {
    let legs = legs(umpire, unit, gauge, way);
    let end = way.last().copied();
    if tests == Tests::Owed && !legs.is_empty() && !may_still_go(umpire, unit) {
        return false;
    }
    let (stays, mut gone) = (stays(umpire, unit, way), 0);
    for leg in &legs {
        let to = leg.way.last().copied().unwrap_or(leg.from);
        if tests == Tests::Owed
            && let Some(pool) = leaving(umpire, unit, &leg.from, &to)
            && !takes(umpire, unit, &pool, Why::Leaving)
        {
            make_room(umpire, unit, stays.get(gone));
            return false;
        }
        walk(umpire, unit, leg, manner);
        gone += leg.way.len();
        if !umpire.present(unit) {
            return false;
        }
        if fatigue::is_routing(umpire, unit) {
            make_room(umpire, unit, stays.get(gone));
            return false;
        }
    }
    end.is_some_and(|end| umpire.pose(unit) == end)
}

/// For every place of a way the last one up to it on which nobody else stands: where who is stopped there stays (OTH-MOVE-9,
/// 12). Asked before the way is walked.
fn stays(war: &War, unit: UnitId, way: &[Pose]) -> Vec<Pose> {
    let alone = |hex: &Hex| war.other_at(unit, *hex).is_none();
    let is_free = |pose: &Pose| war.field().footprint_at(unit, pose).hexes().iter().all(alone);
    let mut last = war.pose(unit);
    let stay = |pose: &Pose| {
        last = if is_free(pose) { *pose } else { last };
        last
    };
    way.iter().map(stay).collect()
}

/// A unit that was stopped among friends whom it passes goes back the way it came until it stands alone.
fn make_room(umpire: &mut Umpire<'_>, unit: UnitId, stay: Option<&Pose>) {
    if let Some(to) = stay.copied().filter(|to| *to != umpire.pose(unit)) {
        umpire.emit(Event::Moved { unit, to, path: Vec::new(), manner: Manner::Moved, clause: "OTH-MOVE-9" });
    }
}

fn walk(umpire: &mut Umpire<'_>, unit: UnitId, leg: &Leg, manner: Manner) {
    let Some(to) = leg.way.last().copied() else { return };
    let stands = umpire.stands(unit);
    let mut crossed: Vec<u16> = Vec::new();
    let mut before = leg.from;
    for pose in &leg.way {
        let (old, new) = runs::paired(&before, pose, stands);
        crossed.extend(runs::crossed(umpire, &old, &new));
        before = *pose;
    }
    let path = leg.way[..leg.way.len() - 1].to_vec();
    let swept: Vec<Hex> = leg.way.iter().flat_map(|pose| pose.stands(stands).hexes().to_vec()).collect();
    umpire.emit(Event::Moved { unit, to, path, manner, clause: "OTH-MOVE-5" });
    let own = umpire.own_mut(unit);
    own.purse = leg.purse;
    own.inches += counted(leg);
    own.rough = if leg.rough { Once::Done } else { own.rough };
    own.tired = if leg.tired { Once::Done } else { own.tired };
    own.crossed.extend(crossed);
    own.aim = None;
    if leg.inches == 0 {
        own.turned = Once::Done;
    }
    umpire.mark(unit, marks::MOVED, true);
    umpire.mark(unit, marks::EMERGENCY, false);
    leaders::ride_down(umpire, unit, &swept);
    let Toll { pace, going, crossings } = leg.toll;
    fatigue::tire(umpire, unit, i16::from(pace), "a forced march", "OTH-MOVE-3");
    fatigue::tire(umpire, unit, i16::from(going), "bad going", "OTH-TERRAIN-1");
    fatigue::hit(umpire, unit, i16::from(crossings), "obstacles crossed", "OTH-TERRAIN-1");
}

/// Carries a move out.
pub(crate) fn go(umpire: &mut Umpire<'_>, order: &Order) {
    let (Some(unit), Some(to)) = (order.unit(), order.pose) else { return };
    let way = umpire.reach_of(order).way(&to);
    if let Some(gauge) = Gauge::of(umpire, unit, shape(umpire, unit)) {
        let turned = way.len() >= 2 && way[way.len() - 2].anchor == to.anchor;
        let (body, face) =
            if turned && needs_facing(umpire, unit) { way.split_at(way.len() - 1) } else { (&way[..], &[][..]) };
        let came = body.len() < 2 || carry(umpire, unit, gauge, body, (Manner::Moved, Tests::Owed));
        if came && !face.is_empty() && umpire.present(unit) {
            umpire.emit(Event::Moved { unit, to, path: Vec::new(), manner: Manner::Turned, clause: "OTH-MOVE-5" });
            if body.len() < 2 {
                umpire.own_mut(unit).turned = Once::Done;
            }
        }
    }
}

/// Whether the last pose of a way may be a free facing.
fn needs_facing(war: &War, unit: UnitId) -> bool {
    war.stands(unit) == 1 || shape(war, unit) == space::Shape::Skirmish
}

/// What a move may bring: the tests on its way, where it ends, what it costs.
pub(crate) fn foresee(war: &War, order: &Order) -> Forecast {
    let (Some(unit), Some(to)) = (order.unit(), order.pose) else {
        let first = order.unit().and_then(|unit| Some((unit, after_fire(war, unit)?)));
        let rolls = first.iter().map(|(unit, pool)| pool.shown(Some((*unit).into()))).collect();
        return Forecast { rolls, differs: true, ..Forecast::default() };
    };
    let way = war.reach_of(order).way(&to);
    let Some(gauge) = Gauge::of(war, unit, shape(war, unit)) else { return Forecast::default() };
    let (mut rolls, mut chance, mut taken, mut tired, mut broken) = (Vec::new(), 1.0, 0.0, 0, 0.0);
    let mut ends: Vec<(Pose, f64)> = Vec::new();
    let mut stops = |pose: Pose, chance: f64| match ends.iter_mut().find(|(known, _)| *known == pose) {
        Some((_, known)) => *known += chance,
        None if chance > 0.0 => ends.push((pose, chance)),
        None => {}
    };
    let legs = legs(war, unit, gauge, &way);
    let (stays, mut gone) = (stays(war, unit, &way), 0);
    for (place, leg) in legs.iter().enumerate() {
        let stay = stays.get(gone).copied().unwrap_or(leg.from);
        gone += leg.way.len();
        let first = if place == 0 { after_fire(war, unit) } else { None };
        let end = leg.way.last().copied().unwrap_or(leg.from);
        // As it will be then: where the segment before has led, and tired by it.
        let there = morale::with_score(&war.standing(&[(unit, leg.from)]), unit, war.strength(unit) - tired);
        tired += i16::from(leg.toll.hits());
        for pool in first.into_iter().chain(leaving(&there, unit, &leg.from, &end)) {
            let passes = pool.terms().passes();
            stops(stay, chance * (1.0 - passes));
            chance *= passes;
            rolls.push(pool.shown(Some(unit.into())));
        }
        taken += chance * f64::from(leg.toll.hits()) / forecasts::full(war, unit);
        if fatigue::would_break(war, unit, tired) {
            (broken, chance) = (chance, 0.0);
            stops(end, broken);
            break;
        }
    }
    stops(to, chance);
    let results = vec![Chance { label: "goes all the way", chance: forecasts::tame(chance) }];
    let destroyed = forecasts::tame(broken);
    let effect = Effect { succeeds: forecasts::tame(chance), taken, destroyed, ..Effect::default() };
    Forecast { rolls, results, effect, ends, ..Forecast::default() }
}
