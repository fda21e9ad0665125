//! Moves to contact, and what the enemy does about them (OTH-CONTACT).

pub(crate) mod prospects;
pub(crate) mod reactions;
pub(crate) mod touch;

use battle::{Destination, Effect, Forecast, Hundredths, Manner, Order, Pool, Pose, Reach, Role, UnitId, rule};
use rulebook::{Target, no};

use crate::command::orders;
use crate::fatigue;
use crate::forecasts::tame;
use crate::info::{CHARGE, HALT};
use crate::movement::purse::Gauge;
use crate::movement::steps::Walk;
use crate::movement::walking::{self, Tests};
use crate::movement::{self, may_act};
use crate::space::{self, Aspect, Shape, shape};
use crate::state::{Charge, Contact, Impetus, Once, Open, Origin};
use crate::why::Why;
use crate::{May, Umpire, VerbRow, War, contacts, forecasts, ground::going, marks, morale, tables};

pub(crate) const CHARGE_ROW: VerbRow = VerbRow {
    target: Target::Unit,
    candidates: |war, out| {
        for unit in war.field().present_of(war.state.player).filter(|unit| is_able(war, *unit).is_ok()) {
            for enemy in war.enemies(unit) {
                let near = declarable(war, unit).filter(|number| is_near(war, unit, enemy, *number));
                out.extend(near.map(|number| Order::new(CHARGE).by(unit).on(enemy).with(i16::from(number))));
            }
        }
    },
    may: may_charge,
    foresee,
    ..VerbRow::new(
        "charge",
        "Move to contact",
        Role::Assault,
        "OTH-CONTACT-1",
        "Move to contact with an enemy, using so many segments at most.",
        charge,
    )
    .to(charge_reach)
    .numbered(tables::SEGMENTS)
};

pub(crate) const HALT_ROW: VerbRow = VerbRow {
    candidates: |war, out| out.extend(halting(war).map(|charge| Order::new(HALT).by(charge.by))),
    may: |war, order| match halting(war) {
        Some(charge) if order.unit() == Some(charge.by) => Ok(()),
        _ => no("OTH-CONTACT-4", |_, _| String::from("only a charger whose target is out of reach halts")),
    },
    foresee: forecasts::ends_there,
    ..VerbRow::new("halt", "Halt", Role::Place, "OTH-CONTACT-4", "Stop where you like on the way.", halt).to(halts)
};

/// The number of segments up to which a unit may declare.
fn declarable(war: &War, unit: UnitId) -> std::ops::RangeInclusive<u8> {
    let count = Gauge::of(war, unit, shape(war, unit)).map_or(0, |gauge| gauge.count);
    war.own(unit).purse.opened.max(1)..=count
}

/// Whether a unit could come to an enemy with so many segments, as the crow flies.
fn is_near(war: &War, unit: UnitId, enemy: UnitId, segments: u8) -> bool {
    let reach = gauge(war, unit, segments).map_or(0, |gauge| i32::from(gauge.inches_left(war.own(unit).purse)));
    let swing = space::inches(war, i32::from(war.stands(unit)));
    space::between(war, unit, enemy) <= reach + swing
}

/// Whether a unit may move to contact at all (OTH-CONTACT-1).
fn is_able(war: &War, unit: UnitId) -> May {
    may_act(war, unit)?;
    let barred = matches!(shape(war, unit), Shape::Square | Shape::March | Shape::Garrison);
    let guns = war.profile(unit).kind.is_guns();
    let fit = !barred && !guns && fatigue::is_fit(war, unit) && !war.marked(unit, marks::DOWN);
    if fit && rule!("OTH-CONTACT-1") {
        return Ok(());
    }
    no("OTH-CONTACT-1", |war, order| {
        format!("{} moves to contact only as steady foot or horse, not in square or march column", war.actor_of(order))
    })
}

/// Whether a unit may meet that enemy: cavalry no garrison.
fn may_meet(war: &War, unit: UnitId, enemy: UnitId) -> bool {
    let walled = shape(war, enemy) == Shape::Garrison && war.profile(unit).kind.is_cavalry();
    war.present(enemy) && war.side(enemy) != war.side(unit) && !walled
}

fn may_charge(war: &War, order: &Order) -> May {
    let (Some(unit), Some(enemy), Some(number)) = (order.unit(), order.target_unit(), order.number) else {
        return no("OTH-CONTACT-1", |_, _| String::from("name a unit, an enemy and a number of segments"));
    };
    is_able(war, unit)?;
    let number = u8::try_from(number).unwrap_or(0);
    let declared = declarable(war, unit).contains(&number);
    let open = declared
        && may_meet(war, unit, enemy)
        && orders::may_let_meet(war, unit, enemy)
        && is_near(war, unit, enemy, number)
        && could_touch(war, unit, enemy);
    let stem = order.without_pose();
    if open && war.reach_of(&stem).legal().next().is_some() {
        return Ok(());
    }
    no("OTH-CONTACT-1", |war, order| {
        format!("{} reaches no contact with {} that its order allows", war.actor_of(order), war.target_of(order))
    })
}

/// The segments of a unit up to a number.
fn gauge(war: &War, unit: UnitId, segments: u8) -> Option<Gauge> {
    Gauge::of(war, unit, shape(war, unit)).map(|gauge| gauge.capped(segments))
}

/// Where a charge on an enemy may end.
fn ways(war: &War, unit: UnitId, enemy: UnitId, gauge: Gauge) -> Reach {
    let walk = Walk::of(war, unit, gauge, Some(enemy));
    walk.run(|pose, _| walk.touches(pose) && movement_is_free(war, unit, pose))
}

/// Whether some way of a unit could bring it into contact with an enemy if nobody watched it: found at once for all
/// enemies, most of whom nobody can come to though they are near.
fn could_touch(war: &War, unit: UnitId, enemy: UnitId) -> bool {
    let prey = space::body(war, enemy);
    let anywhere = war.reach_of(&Order::new(CHARGE).by(unit));
    anywhere.places.iter().any(|place| space::touch::touches_body(war, unit, &place.pose, &prey))
}

/// Where a charge may end: without a number whatever its segments, else within so many of them. Without an enemy where
/// it could lead at all.
fn charge_reach(war: &War, stem: &Order) -> Reach {
    let Some(unit) = stem.unit() else { return Reach::default() };
    let Some(gauge) = gauge(war, unit, u8::MAX) else { return Reach::default() };
    let Some(enemy) = stem.target_unit() else { return Walk::heedless(war, unit, gauge).run(|_, _| false) };
    let Some(number) = stem.number else { return every_charge(war, unit, enemy, gauge) };
    let mut reach = Reach::clone(&war.reach_of(&Order { number: None, ..*stem }));
    let purse = war.own(unit).purse;
    let segments = u16::try_from(number).unwrap_or(0).saturating_sub(u16::from(purse.opened));
    let most = (u16::from(purse.left) + segments * u16::from(gauge.inches)).saturating_mul(Hundredths::INCH);
    reach.places.iter_mut().for_each(|place| place.legal &= place.cost <= most);
    reach
}

/// Where a charge may end that uses all segments, as the order of its brigade lets it.
fn every_charge(war: &War, unit: UnitId, enemy: UnitId, gauge: Gauge) -> Reach {
    let mut reach = ways(war, unit, enemy, gauge);
    let ends: Vec<Pose> = reach.legal().map(|place| place.pose).collect();
    let lets = |pose: &Pose| {
        let aspect = touch::aspect_of(war, unit, gauge, &reach.way(pose), enemy);
        orders::lets_meet(war, unit, enemy, aspect)
    };
    let kept: Vec<Pose> = ends.into_iter().filter(lets).collect();
    reach.places.iter_mut().for_each(|place: &mut Destination| place.legal &= kept.contains(&place.pose));
    reach
}

/// The tests before a charge, in order (OTH-CONTACT-2).
fn tests(war: &War, unit: UnitId, enemy: UnitId, gauge: Gauge, way: &[Pose]) -> Vec<(Pool, Why)> {
    let mut tests = Vec::new();
    if let (Some(from), Some(to)) = (way.first(), way.last())
        && let Some(pool) = walking::leaving(war, unit, from, to)
    {
        tests.push((pool, Why::Leaving));
    }
    tests.extend(walking::after_fire(war, unit).map(|pool| (pool, Why::Moving)));
    let aspect = touch::aspect_of(war, unit, gauge, way, enemy);
    if rule!("OTH-MORALE-5") {
        tests.push((morale::closing(war, unit, enemy, aspect, Why::Closing), Why::Closing));
    }
    if !rule!("OTH-CONTACT-2") {
        tests.reverse();
    }
    tests
}

fn charge(umpire: &mut Umpire<'_>, order: &Order) {
    let (Some(by), Some(on), Some(to), Some(number)) = (order.unit(), order.target_unit(), order.pose, order.number)
    else {
        return;
    };
    let segments = u8::try_from(number).unwrap_or(0);
    let way = umpire.reach_of(order).way(&to);
    let Some(gauge) = gauge(umpire, by, segments) else { return };
    let tests = tests(umpire, by, on, gauge, &way);
    umpire.own_mut(by).asked = Once::Done;
    for (pool, why) in tests {
        if !walking::takes(umpire, by, &pool, why) {
            return movement::halt(umpire, by);
        }
    }
    umpire.mark(by, marks::CHARGING, true);
    declare(umpire, Charge { by, on, way, segments, from: Origin::Move });
}

/// A charge is on its way: its target reacts, unless it cannot (OTH-CONTACT-3).
pub(crate) fn declare(umpire: &mut Umpire<'_>, charge: Charge) {
    let on = charge.on;
    let bound = contacts::is_engaged(umpire, on) || umpire.marked(on, marks::DOWN) || fatigue::is_routing(umpire, on);
    if bound || !rule!("OTH-CONTACT-3") {
        complete(umpire, charge);
    } else {
        umpire.interrupt(Open::React(charge));
    }
}

/// The charge goes home: by the way declared, or where its target moved by the shortest way there is (T4d).
pub(crate) fn complete(umpire: &mut Umpire<'_>, charge: Charge) {
    let Charge { by, on, segments, .. } = charge;
    if !umpire.present(by) {
        return;
    }
    let Some(gauge) = gauge(umpire, by, segments) else { return end(umpire, by) };
    let Some(way) = homing(umpire, &charge) else { return out_of_reach(umpire, charge) };
    let aspect =
        if umpire.marked(on, marks::EVADED) { Aspect::Front } else { touch::aspect_of(umpire, by, gauge, &way, on) };
    let before = touch::before_contact(umpire, by, gauge, &way);
    let came = walking::carry(umpire, by, gauge, &way, (Manner::Charged, Tests::Taken)) || way.len() < 2;
    if !came || !umpire.present(by) || fatigue::is_routing(umpire, by) {
        return end(umpire, by);
    }
    meet(umpire, &charge, &before, aspect);
}

/// The way by which a charge comes home as its target stands now: as declared where that still touches it, else the
/// shortest; none where it is out of reach (OTH-CONTACT-1).
fn homing(war: &War, charge: &Charge) -> Option<Vec<Pose>> {
    let Charge { by, on, .. } = *charge;
    let meets =
        |pose: &&Pose| war.present(on) && space::touch::touches(war, by, pose, on) && movement_is_free(war, by, pose);
    match charge.way.last().filter(meets) {
        Some(_) => Some(charge.way.clone()),
        None => shortest(war, by, on, gauge(war, by, charge.segments)?),
    }
}

fn movement_is_free(war: &War, unit: UnitId, pose: &Pose) -> bool {
    going::is_free_for(war, unit, space::shape_of(pose), &war.field().footprint_at(unit, pose))
}

/// The shortest way to contact; of equally short ones the first found.
fn shortest(war: &War, by: UnitId, on: UnitId, gauge: Gauge) -> Option<Vec<Pose>> {
    if !war.present(on) || !may_meet(war, by, on) {
        return None;
    }
    let here = war.pose(by);
    if space::touch::touches(war, by, &here, on) {
        return Some(vec![here]);
    }
    let reach = ways(war, by, on, gauge);
    let first = reach.legal().min_by_key(|place| place.cost).map(|place| place.pose)?;
    Some(reach.way(&first))
}

/// Both come to blows; a routing enemy is ridden down at once (OTH-STATUS-2). The last segment began in a pose.
fn meet(umpire: &mut Umpire<'_>, charge: &Charge, before: &Pose, aspect: Aspect) {
    let Charge { by, on, from, .. } = *charge;
    if fatigue::is_routing(umpire, on) {
        fatigue::destroy(umpire, on, "OTH-STATUS-2");
        umpire.own_mut(by).overran = Once::Done;
        return end(umpire, by);
    }
    let fresh = from == Origin::Move;
    touched(umpire, by, on, aspect, fresh);
    let pose = umpire.pose(by);
    for (enemy, aspect) in beside(umpire, by, [before, &pose], on) {
        touched(umpire, by, enemy, aspect, fresh);
    }
    umpire.own_mut(by).impetus = Impetus::Initiated;
    end(umpire, by);
}

/// The other enemies whom a charger touches at its end, and on which side of them, by where its last segment began too
/// (OTH-GEO-11).
fn beside(war: &War, by: UnitId, [before, pose]: [&Pose; 2], on: UnitId) -> Vec<(UnitId, Aspect)> {
    let met = |enemy: &UnitId| {
        let meets = *enemy != on && may_meet(war, by, *enemy) && !fatigue::is_routing(war, *enemy);
        meets && space::touch::touches(war, by, pose, *enemy)
    };
    war.enemies(by).filter(met).map(|enemy| (enemy, touch::aspect_at(war, by, before, pose, enemy))).collect()
}

fn touched(umpire: &mut Umpire<'_>, by: UnitId, on: UnitId, aspect: Aspect, fresh: bool) {
    if umpire.marked(on, marks::DOWN) {
        umpire.mark(on, marks::DOWN, false);
        umpire.own_mut(on).startled = Once::Done;
    }
    contacts::make(umpire, Contact { by, on, aspect, fought: Once::Open, fresh, inside: false });
}

/// A target out of reach: the charger halts where it likes on its way.
fn out_of_reach(umpire: &mut Umpire<'_>, charge: Charge) {
    if charge.way.len() < 2 || halting_places(umpire, &charge).len() < 2 {
        return end(umpire, charge.by);
    }
    umpire.interrupt(Open::Halt(charge));
}

fn halting(war: &War) -> Option<&Charge> {
    match war.frame() {
        Some(Open::Halt(charge)) => Some(charge),
        _ => None,
    }
}

/// Poses of the declared way on which the charger may halt, its start among them.
fn halting_places(war: &War, charge: &Charge) -> Vec<Pose> {
    let near = movement::room::watched(war, charge.by, None);
    let clear = |pose: &&Pose| {
        let print = war.field().footprint_at(charge.by, pose);
        !print.hexes().iter().any(|hex| near.contains(*hex)) && movement_is_free(war, charge.by, pose)
    };
    charge.way.iter().filter(clear).copied().collect()
}

fn halts(war: &War, stem: &Order) -> Reach {
    let charge = halting(war).filter(|charge| stem.unit() == Some(charge.by));
    rulebook::spots(charge.map(|charge| halting_places(war, charge)).unwrap_or_default().into_iter())
}

fn halt(umpire: &mut Umpire<'_>, order: &Order) {
    let Some(to) = order.pose else { return };
    let Some(Open::Halt(charge)) = umpire.answered() else { return };
    let place = charge.way.iter().position(|pose| *pose == to).unwrap_or(0);
    if let Some(gauge) = gauge(umpire, charge.by, charge.segments).filter(|_| place > 0) {
        walking::carry(umpire, charge.by, gauge, &charge.way[..=place], (Manner::Charged, Tests::Taken));
    }
    end(umpire, charge.by);
}

/// A charge is over, whatever came of it; who has met somebody shows it until the combats are fought.
pub(crate) fn end(umpire: &mut Umpire<'_>, by: UnitId) {
    if umpire.present(by) {
        let met = contacts::is_engaged(umpire, by);
        umpire.mark(by, marks::CHARGING, met);
        movement::halt(umpire, by);
    }
}

/// What a charge brings that sets out with a chance and breaks by so many hits of its way.
fn broken_on_the_way(war: &War, by: UnitId, chance: f64, hits: i16) -> Forecast {
    let lost = f64::from(hits.min(war.strength(by))) / forecasts::full(war, by);
    let effect = Effect { taken: chance * lost, destroyed: tame(chance), ..Effect::default() };
    Forecast { results: crate::combat::odds::results(&effect), effect, ..Forecast::default() }
}

/// What a charge may bring: its tests, what its target does about it, defensive fire, and the combat after it.
fn foresee(war: &War, order: &Order) -> Forecast {
    let (Some(by), Some(on), Some(number)) = (order.unit(), order.target_unit(), order.number) else {
        return Forecast::default();
    };
    let segments = u8::try_from(number).unwrap_or(0);
    let Some(gauge) = gauge(war, by, segments) else { return Forecast::default() };
    let reach = war.reach_of(order);
    let to = order.pose.or_else(|| reach.legal().next().map(|place| place.pose));
    let Some(to) = to else { return Forecast::default() };
    let way = reach.way(&to);
    let tests = tests(war, by, on, gauge, &way);
    let comes = tame(tests.iter().map(|(pool, _)| pool.terms().passes()).product());
    let mut rolls: Vec<_> = tests.iter().map(|(pool, _)| pool.shown(Some(by.into()))).collect();
    let charge = Charge { by, on, way, segments, from: Origin::Move };
    if let Some(hits) = prospects::breaks(war, &charge) {
        return Forecast { rolls, ..broken_on_the_way(war, by, comes, hits) };
    }
    let home = reactions::forecast(war, &charge);
    rolls.extend(home.rolls);
    let effect = Effect { succeeds: comes, ..Effect::default().mixed(&home.effect, comes) };
    let ends = order.pose.map(|pose| vec![(pose, comes), (war.pose(by), 1.0 - comes)]).unwrap_or_default();
    Forecast { rolls, results: home.results, effect, ends, reply: home.reply, ..Forecast::default() }
}
