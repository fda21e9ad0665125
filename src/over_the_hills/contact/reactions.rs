//! Reactions to a charge: evade, counter-charge, emergency square, stand (OTH-CONTACT-3 to 6).

use battle::{Arrangement, Chance, Effect, Forecast, Manner, Order, Pool, Pose, Role, UnitId, Verb, rule};
use rulebook::no;

use super::complete;
use super::prospects::{aspect, awaiting, clash, evading, marched, reached};
use crate::combat::odds;
use crate::fatigue;
use crate::forecasts::{full, supposed, tame};
use crate::info::{EVADE, MEET, SQUARE, STAND};
use crate::morale::closing;
use crate::movement::forming;
use crate::movement::purse::Gauge;
use crate::movement::walking::{self, Tests};
use crate::profile::{Kind, Traits, Weight};
use crate::space::away::{self, Flight, From, Style};
use crate::space::{Aspect, Shape, between, shape};
use crate::state::{Charge, Impetus, Once, Open, Purse};
use crate::tables::{self, Change};
use crate::why::Why;
use crate::{May, Umpire, VerbRow, War, contacts, marks, morale};

pub(crate) const EVADE_ROW: VerbRow = VerbRow {
    candidates: |war, out| candidates(war, EVADE, out),
    may: |war, order| judged(war, order, |war, charge| evasion(war, charge).is_some(), "OTH-CONTACT-4"),
    foresee: |war, _| {
        let way = charged(war).and_then(|charge| Some((charge, evasion(war, charge)?)));
        way.map_or_else(Forecast::default, |(charge, way)| evading(war, charge, &way))
    },
    ..VerbRow::new("evade", "Evade", Role::Defend, "OTH-CONTACT-4", "Go a segment directly away.", evade)
};

pub(crate) const MEET_ROW: VerbRow = VerbRow {
    candidates: |war, out| candidates(war, MEET, out),
    may: |war, order| judged(war, order, may_counter, "OTH-CONTACT-5"),
    foresee: foresee_meeting,
    ..VerbRow::new("meet", "Counter-charge", Role::Defend, "OTH-CONTACT-5", "Go to meet the charge.", counter)
};

pub(crate) const SQUARE_ROW: VerbRow = VerbRow {
    candidates: |war, out| candidates(war, SQUARE, out),
    may: |war, order| judged(war, order, |war, charge| squared(war, charge).is_some(), "OTH-CONTACT-6"),
    foresee: foresee_square,
    ..VerbRow::new("square", "Emergency square", Role::Defend, "OTH-CONTACT-6", "Try to form square.", square)
        .forming(Arrangement::Square)
};

pub(crate) const STAND_ROW: VerbRow = VerbRow {
    candidates: |war, out| candidates(war, STAND, out),
    may: |war, order| judged(war, order, |_, _| true, "OTH-CONTACT-3"),
    foresee: |war, _| charged(war).map_or_else(Forecast::default, |charge| awaiting(war, charge)),
    ..VerbRow::new("stand", "Stand", Role::Keep, "OTH-CONTACT-3", "Await the charge as formed.", |umpire, _| {
        if let Some(Open::React(charge)) = umpire.answered() {
            complete(umpire, charge);
        }
    })
};

fn charged(war: &War) -> Option<&Charge> {
    match war.frame() {
        Some(Open::React(charge)) => Some(charge),
        _ => None,
    }
}

fn candidates(war: &War, verb: battle::Verb, out: &mut Vec<Order>) {
    out.extend(charged(war).map(|charge| Order::new(verb).by(charge.on)));
}

fn judged(war: &War, order: &Order, able: fn(&War, &Charge) -> bool, clause: &'static str) -> May {
    match charged(war) {
        Some(charge) if order.unit() == Some(charge.on) && able(war, charge) => Ok(()),
        _ => no(clause, |war, order| format!("{} cannot react so to this charge", war.actor_of(order))),
    }
}

/// Whether a unit may evade who comes at it, if there is a way.
pub(crate) fn may_evade(war: &War, by: UnitId, on: UnitId) -> bool {
    let (profile, chargers) = (war.profile(on), war.profile(by));
    let heavier = chargers.kind.is_foot() || chargers.weight > Weight::Light;
    let light = profile.kind.is_cavalry() && profile.weight == Weight::Light && heavier;
    let able = match shape(war, on) {
        Shape::Skirmish | Shape::Open => true,
        Shape::Limbered => profile.kind == Kind::HorseArtillery,
        _ => light || (profile.kind.is_cavalry() && profile.has(Traits::IRREGULAR)),
    };
    able && !war.marked(on, marks::EVADED) && rule!("OTH-CONTACT-4")
}

/// The way of an evasion; none for who may not evade or would not get away (OTH-CONTACT-4).
fn evasion(war: &War, charge: &Charge) -> Option<Vec<Pose>> {
    let Charge { by, on, .. } = *charge;
    if !may_evade(war, by, on) {
        return None;
    }
    match away::flight_from(war, on, Style::Retreat, away::segment(war, on), From::Unit(by)) {
        Flight::To(way) if way.len() > 1 => Some(way),
        _ => None,
    }
}

fn evade(umpire: &mut Umpire<'_>, _order: &Order) {
    let Some(Open::React(charge)) = umpire.answered() else { return };
    if let Some(way) = evasion(umpire, &charge) {
        away::carry_out(umpire, charge.on, &way, Manner::Withdrew, "OTH-CONTACT-4");
        umpire.mark(charge.on, marks::EVADED, true);
    }
    complete(umpire, charge);
}

/// Steady cavalry that is met in front goes to meet it (OTH-CONTACT-5).
fn may_counter(war: &War, charge: &Charge) -> bool {
    let on = charge.on;
    let able = war.profile(on).kind.is_cavalry() && shape(war, on) != Shape::March && fatigue::is_fit(war, on);
    able && aspect(war, charge) == Aspect::Front && rule!("OTH-CONTACT-5")
}

/// Straight ahead by half the gap, less where the way is closed.
fn advance(war: &War, charge: &Charge) -> Vec<Pose> {
    let scale = i32::from(war.field().inches_per_hex());
    let gap = (between(war, charge.by, charge.on) - scale) / 2 / scale;
    let mut way = vec![war.pose(charge.on)];
    for step in 0..gap {
        let at = way[way.len() - 1];
        let first = if step % 2 == 0 { at.facing.front_right() } else { at.facing.front_left() };
        let to = at.at(at.anchor + first);
        let print = war.field().footprint_at(charge.on, &to);
        let met = war.enemies(charge.on).any(|enemy| crate::space::body(war, enemy).distance(&print) <= 1);
        if met || !crate::movement::room::may_end(war, charge.on, &to) && !is_open(war, charge.on, &to) {
            break;
        }
        way.push(to);
    }
    way
}

fn is_open(war: &War, unit: UnitId, pose: &Pose) -> bool {
    let print = war.field().footprint_at(unit, pose);
    crate::ground::going::is_free_for(war, unit, crate::space::shape_of(pose), &print)
}

fn counter(umpire: &mut Umpire<'_>, _order: &Order) {
    let Some(Open::React(charge)) = umpire.answered() else { return };
    let on = charge.on;
    let pool = closing(umpire, on, charge.by, Aspect::Front, Why::Counter);
    if umpire.throw(&pool, umpire.by_unit(on, Some(charge.by), Why::Counter)) >= 0 {
        go_to_meet(umpire, &charge);
    }
    complete(umpire, charge);
}

/// Who has come to counter goes to meet the charge.
fn go_to_meet(umpire: &mut Umpire<'_>, charge: &Charge) {
    let on = charge.on;
    let way = advance(umpire, charge);
    ride_out(umpire, on, &way);
    if umpire.present(on) && !fatigue::is_routing(umpire, on) {
        umpire.own_mut(on).impetus = Impetus::Countered;
    }
}

/// A move out of turn: it pays terrain and crossings, and touches nothing of its segments (OTH-GEO-16).
pub(crate) fn ride_out(umpire: &mut Umpire<'_>, unit: UnitId, way: &[Pose]) {
    let own = umpire.own(unit).clone();
    umpire.own_mut(unit).purse = Purse::default();
    let paid = rule!("OTH-GEO-16");
    if !paid {
        umpire.own_mut(unit).rough = Once::Done;
    }
    walking::carry(umpire, unit, Gauge::OUT_OF_TURN, way, (Manner::Charged, Tests::Taken));
    let moved = umpire.own_mut(unit);
    (moved.purse, moved.tired, moved.turned, moved.inches) = (own.purse, own.tired, own.turned, own.inches);
}

/// The square that charged foot could form: a formation with a printed cost, and room (OTH-CONTACT-6).
fn squared(war: &War, charge: &Charge) -> Option<Pose> {
    let foot = war.profile(charge.on).kind.is_foot() && war.profile(charge.by).kind.is_cavalry();
    let change = tables::change(shape(war, charge.on), Shape::Square);
    if !foot || change.is_none() || !rule!("OTH-CONTACT-6") {
        return None;
    }
    forming::room_for(war, charge.on, Shape::Square)
}

/// The test for an emergency square.
fn square_test(war: &War, unit: UnitId) -> Pool {
    let mut pool = morale::test(war, unit, Why::Square, "OTH-MORALE-2");
    let dear = tables::change(shape(war, unit), Shape::Square) == Some(Change::Whole(2));
    let more = war.options().square_mod;
    if dear && more != 0 {
        pool.need("two segments from square", more, "OTH-CONTACT-6");
    }
    pool
}

fn square(umpire: &mut Umpire<'_>, _order: &Order) {
    let Some(Open::React(charge)) = umpire.answered() else { return };
    let on = charge.on;
    let (pool, to) = (square_test(umpire, on), squared(umpire, &charge));
    let passed = morale::throw(umpire, on, &pool, Why::Square) >= 0;
    if !passed {
        fatigue::hit(umpire, on, 1, "a square too late", "OTH-CONTACT-6");
    }
    let ready = umpire.present(on) && !fatigue::is_routing(umpire, on);
    if let Some(to) = to.filter(|_| ready && (passed || umpire.options().square_formed)) {
        forming::change(umpire, on, to, "OTH-CONTACT-6");
        umpire.mark(on, marks::EMERGENCY, true);
    }
    complete(umpire, charge);
}

fn foresee_meeting(war: &War, _order: &Order) -> Forecast {
    charged(war).map_or_else(Forecast::default, |charge| meeting(war, charge))
}

/// What cavalry may expect that goes to meet a charge.
fn meeting(war: &War, charge: &Charge) -> Forecast {
    let pool = closing(war, charge.on, charge.by, Aspect::Front, Why::Counter);
    let passes = tame(pool.terms().passes());
    let stands = awaiting(war, charge);
    let there = supposed(war, |umpire| go_to_meet(umpire, charge));
    let meets = reached(&there, charge);
    let tired = passes * f64::from(war.strength(charge.on) - there.strength(charge.on)) / full(war, charge.on);
    let mixed = stands.effect.mixed(&meets.effect, passes);
    let effect = Effect { succeeds: passes, taken: mixed.taken + tired, ..mixed };
    Forecast { rolls: vec![pool.shown(Some(charge.on.into()))], results: meets.results, effect, ..Forecast::default() }
}

fn foresee_square(war: &War, _order: &Order) -> Forecast {
    let charge = charged(war).and_then(|charge| Some((charge, squared(war, charge)?)));
    charge.map_or_else(Forecast::default, |(charge, to)| squaring(war, charge, to))
}

/// What foot may expect that tries to form square before a charge: in that pose, or caught with a hit.
fn squaring(war: &War, charge: &Charge, to: Pose) -> Forecast {
    let on = charge.on;
    let pool = square_test(war, on);
    let passes = tame(pool.terms().passes());
    let caught = morale::with_score(war, on, (war.strength(on) - 1).max(0));
    let (path, manner) = (Vec::new(), Manner::Formed);
    let moved = war.supposing(&battle::Event::Moved { unit: on, to, path, manner, clause: "" });
    let there = moved.supposing(&battle::Event::Marked { unit: on, marks: marks::EMERGENCY, on: true, cause: "" });
    let fails = if war.options().square_formed {
        reached(&morale::with_score(&there, on, (war.strength(on) - 1).max(0)), charge).effect
    } else {
        awaiting(&caught, charge).effect
    };
    let mixed = fails.mixed(&reached(&there, charge).effect, passes);
    let effect = Effect { succeeds: passes, taken: mixed.taken + (1.0 - passes) / full(war, on), ..mixed };
    Forecast { rolls: vec![pool.shown(Some(on.into()))], effect, ..Forecast::default() }
}

/// How an evasion is weighed: to give ground is what it is for.
pub(crate) fn weighed(war: &War, order: &Order) -> Option<Effect> {
    let effect = (EVADE_ROW.foresee)(war, order).effect;
    Some(Effect { repelled: 0.0, ..effect })
}

/// What each reaction but standing would bring the target of a charge, with what it is worth to it.
fn others(war: &War, charge: &Charge) -> Vec<(f64, Effect, Verb)> {
    let evades = evasion(war, charge).map(|way| evading(war, charge, &way).effect);
    let evades = evades.map(|effect| (Effect { repelled: 0.0, ..effect }.balance(), effect, EVADE));
    let meets = may_counter(war, charge).then(|| (meeting(war, charge).effect, MEET));
    let squares = squared(war, charge).map(|to| (squaring(war, charge, to).effect, SQUARE));
    let others = [meets, squares].map(|other| other.map(|(effect, verb)| (effect.balance(), effect, verb)));
    evades.into_iter().chain(others.into_iter().flatten()).collect()
}

/// What a charge brings that comes upon a unit which routs: its end, without a blow (OTH-STATUS-2).
fn ridden_down(war: &War, charge: &Charge) -> Forecast {
    let on = charge.on;
    let (inflicted, taken) = (f64::from(war.strength(on)) / full(war, on), marched(war, charge, &charge.way));
    let effect = Effect { inflicted, taken, destroys: 1.0, succeeds: 1.0, ..Effect::default() };
    Forecast { results: odds::results(&effect), effect, ..Forecast::default() }
}

/// What a charge that has passed its tests may bring, with the reaction that suits its target best.
pub(crate) fn forecast(war: &War, charge: &Charge) -> Forecast {
    let on = charge.on;
    if fatigue::is_routing(war, on) {
        return ridden_down(war, charge);
    }
    let Some(fought) = clash(war, charge).map(|clash| clash.to_charger(charge)) else { return Forecast::default() };
    let bound = contacts::is_engaged(war, on) || war.marked(on, marks::DOWN);
    let others = if bound { Vec::new() } else { others(war, charge) };
    let stands = if others.is_empty() { Vec::new() } else { vec![STAND] };
    let best = others.into_iter().max_by(|(one, ..), (other, ..)| one.total_cmp(other));
    match best.filter(|(worth, ..)| *worth > fought.effect.turned().balance()) {
        Some((_, best, verb)) => {
            let effect = best.turned();
            let evades = (verb == EVADE).then_some(Chance { label: EVADES, chance: 1.0 });
            let results = evades.into_iter().chain(odds::results(&effect)).collect();
            Forecast { effect, results, reply: vec![verb], ..Forecast::default() }
        }
        None => Forecast { reply: stands, ..fought },
    }
}

/// What the odds of a charge call it when its target would rather evade.
const EVADES: &str = "target evades";

/// How a charge is weighed at whom it makes evade: to drive an enemy off is worth something, though it goes of its own will.
pub(crate) fn driving(forecast: &Forecast) -> Option<Effect> {
    let Effect { succeeds, destroys, .. } = forecast.effect;
    let evades = forecast.results.iter().any(|result| result.label == EVADES);
    evades.then(|| Effect { repels: tame(succeeds - destroys), ..forecast.effect })
}
