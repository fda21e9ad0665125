//! Orders of brigades: what they forbid, how they change (OTH-ORD).

use battle::{Die, Effect, Event, Forecast, Order, Pool, Pose, Reading, Role, UnitId, rule};
use rulebook::no;

use super::{answers, control, superiors};
use crate::fatigue;
use crate::info::ORDER;
use crate::space::{self, Aspect, body, body_at, inches, is_within};
use crate::state::{Mandate, Once};
use crate::why::Why;
use crate::{May, Umpire, VerbRow, War, ending, forecasts, tables};

/// OTH-ORD-1a.
pub(crate) const ATTACK: u8 = 1;
/// OTH-ORD-1b.
pub(crate) const ADVANCE: u8 = 2;
/// OTH-ORD-1c.
pub(crate) const HOLD: u8 = 3;
/// OTH-ORD-1d.
pub(crate) const WITHDRAW: u8 = 4;

pub(crate) const ORDER_ROW: VerbRow = VerbRow {
    candidates: |war, out| {
        for (_, unit) in heads(war) {
            out.extend((ATTACK..=WITHDRAW).map(|order| Order::new(ORDER).by(unit).with(i16::from(order))));
        }
    },
    may: may_order,
    foresee: |war, order| foresee(war, order),
    ..VerbRow::new("order", "Order", Role::Command, "OTH-ORD-2", "Give the brigade of a unit another order.", give)
        .numbered(tables::ORDERS)
};

/// The brigades of the player, each with its first unit on the map.
fn heads(war: &War) -> Vec<(u8, UnitId)> {
    let mut heads: Vec<(u8, UnitId)> = Vec::new();
    for unit in war.units_of(war.state.player) {
        let brigade = brigade(war, unit);
        if !heads.iter().any(|(known, _)| *known == brigade) {
            heads.push((brigade, unit));
        }
    }
    heads
}

/// The brigade of a unit.
pub(crate) fn brigade(war: &War, unit: UnitId) -> u8 {
    war.field().roster().unit(unit).brigade
}

/// The order of a unit's brigade; attack, which forbids nothing, where there are none.
pub(crate) fn of(war: &War, unit: UnitId) -> u8 {
    let mandate = war.state.own.mandates.get(usize::from(brigade(war, unit)));
    let order = mandate.map_or(ATTACK, |mandate| mandate.order);
    if war.options().brigade_orders && rule!("OTH-ORD-1") { order } else { ATTACK }
}

/// The orders that the losses of a brigade leave it (OTH-ORD-3).
fn may_have(war: &War, brigade: u8, order: u8) -> bool {
    match ending::state_of(war, brigade) {
        ending::Body::Whole => true,
        ending::Body::Wavering => order >= HOLD || !rule!("OTH-ORD-3"),
        ending::Body::Broken => order == WITHDRAW,
    }
}

fn may_order(war: &War, order: &Order) -> May {
    let (Some(unit), Some(number)) = (order.unit(), order.number) else {
        return no("OTH-ORD-2", |_, _| String::from("name a unit of the brigade and an order from 1 to 4"));
    };
    let brigade = brigade(war, unit);
    let mandate = war.state.own.mandates.get(usize::from(brigade)).copied().unwrap_or_default();
    let known = (i16::from(ATTACK)..=i16::from(WITHDRAW)).contains(&number);
    let head = heads(war).contains(&(brigade, unit));
    if !known || !head || mandate.changed == Once::Done || i16::from(mandate.order) == number {
        return no("OTH-ORD-2", |war, order| {
            format!("{} gets another order by its first unit, once a turn", war.actor_of(order))
        });
    }
    if !war.options().brigade_orders || !may_have(war, brigade, number as u8) {
        return no("OTH-ORD-3", |_, _| String::from("the losses of the brigade leave it to hold or withdraw"));
    }
    Ok(())
}

/// The roll of a brigade out of command; none where its order is changed without one (OTH-ORD-2).
pub(crate) fn roll(war: &War, unit: UnitId) -> Option<Pool> {
    let [division, brigade, _] = answers(war, unit);
    let leader = superiors(war, unit).into_iter().flatten().next()?;
    if (division && brigade) || !rule!("OTH-ORD-2") {
        return None;
    }
    let need = war.options().order_roll * control(war, leader);
    Some(Pool::new(Why::Order.label(), "OTH-ORD-2", 1, Reading::Under(need)).of(Die::D10))
}

fn give(umpire: &mut Umpire<'_>, order: &Order) {
    let (Some(unit), Some(number)) = (order.unit(), order.number) else { return };
    let place = usize::from(brigade(umpire, unit));
    umpire.state.own.mandates[place].changed = Once::Done;
    let heard = match roll(umpire, unit) {
        Some(pool) => umpire.throw(&pool, umpire.by_unit(unit, None, Why::Order)) >= 0,
        None => true,
    };
    if heard {
        umpire.state.own.mandates[place].order = number as u8;
        umpire.say("the brigade of {a} has another order", "OTH-ORD-2", unit, None);
    }
}

/// How free an order leaves its units to go, in turns of their pace.
fn freedom(order: i16) -> f64 {
    match order {
        1 => 0.2,
        2 => 0.0,
        _ => -1.0,
    }
}

/// Whether the brigade hears of it, and what its units gain in freedom.
fn foresee(war: &War, order: &Order) -> Forecast {
    let (Some(unit), Some(number)) = (order.unit(), order.number) else { return Forecast::default() };
    let pool = roll(war, unit);
    let heard = pool.as_ref().map_or(1.0, |pool| forecasts::tame(pool.terms().passes()));
    let mobility = heard * (freedom(number) - freedom(i16::from(of(war, unit))));
    let effect = Effect { succeeds: heard, mobility, ..Effect::default() };
    let rolls = pool.iter().map(|pool| pool.shown(order.actor)).collect();
    Forecast { rolls, effect, ..Forecast::default() }
}

/// T2 begins: brigades that have lost too much hold or withdraw (OTH-ORD-3).
pub(crate) fn begin(umpire: &mut Umpire<'_>) {
    for (brigade, _) in heads(umpire) {
        let mandate = umpire.state.own.mandates[usize::from(brigade)];
        let body = ending::state_of(umpire, brigade);
        if body == ending::Body::Broken && mandate.order != WITHDRAW {
            umpire.emit(Event::BrigadeBroke { brigade, says: "has lost too much and withdraws", clause: "OTH-ORD-3" });
        }
        let forced = match body {
            ending::Body::Whole => mandate.order,
            ending::Body::Wavering => mandate.order.max(HOLD),
            ending::Body::Broken => WITHDRAW,
        };
        umpire.state.own.mandates[usize::from(brigade)] = Mandate { order: forced, changed: Once::Open };
    }
}

/// T4b begins: how near everybody is to the enemy.
pub(crate) fn measure(umpire: &mut Umpire<'_>) {
    for unit in umpire.units_of(umpire.state.player) {
        let print = body(umpire, unit);
        let apart = space::to_enemy(umpire, unit, &print);
        let close = |enemy: &UnitId| is_within(inches(umpire, body(umpire, *enemy).distance(&print)), tables::NEAR);
        let near = umpire.enemies(unit).filter(close).collect();
        let own = umpire.own_mut(unit);
        (own.apart, own.near) = (apart, near);
    }
}

/// T4b ends: an attack that comes no nearer falls to advance (OTH-ORD-1a).
pub(crate) fn close(umpire: &mut Umpire<'_>) {
    for (brigade, _) in heads(umpire) {
        let presses = |unit: &UnitId| {
            let now = space::to_enemy(umpire, *unit, &body(umpire, *unit));
            self::brigade(umpire, *unit) == brigade && (now < umpire.own(*unit).apart || is_within(now, tables::NEAR))
        };
        let pressing = umpire.field().present_of(umpire.state.player).any(|unit| presses(&unit));
        let mandate = &mut umpire.state.own.mandates[usize::from(brigade)];
        if mandate.order == ATTACK && !pressing {
            mandate.order = ADVANCE;
        }
    }
}

/// Whether the order of its brigade lets a unit meet that enemy on any side.
pub(crate) fn may_let_meet(war: &War, unit: UnitId, enemy: UnitId) -> bool {
    [Aspect::Front, Aspect::Rear].into_iter().any(|aspect| lets_meet(war, unit, enemy, aspect))
}

/// Whether its order lets a unit move to contact with an enemy on that side of it.
pub(crate) fn lets_meet(war: &War, unit: UnitId, enemy: UnitId, aspect: Aspect) -> bool {
    match of(war, unit) {
        ADVANCE => !fatigue::is_steady(war, enemy) || aspect != Aspect::Front,
        HOLD => war.own(unit).near.contains(&enemy),
        WITHDRAW => false,
        _ => true,
    }
}

/// Segments that its order lets a unit open.
pub(crate) fn segments(war: &War, unit: UnitId) -> u8 {
    if of(war, unit) == HOLD { 1 } else { u8::MAX }
}

/// Whether its order lets a unit end there: withdrawing ones no nearer to an enemy within 12 inches.
pub(crate) fn lets_end(war: &War, unit: UnitId, pose: &Pose) -> bool {
    if of(war, unit) != WITHDRAW {
        return true;
    }
    let (here, there) = (body(war, unit), body_at(war, unit, pose));
    let kept = |enemy: UnitId| {
        let print = body(war, enemy);
        let before = print.distance(&here);
        !is_within(inches(war, before), tables::WATCHED) || print.distance(&there) >= before
    };
    war.enemies(unit).all(kept)
}
