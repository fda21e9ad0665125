//! Into and out of built-up areas (OTH-BUA-1, OTH-TERRAIN-1k).

use battle::{Effect, Event, Forecast, Manner, Order, Pose, Reach, Role, UnitId, rule};
use rulebook::no;

use super::forming::has_right;
use super::purse::{Gauge, Under};
use super::room::watched;
use super::walking::{self, after_fire, leaving, may_still_go};
use super::{halt, has_segment, may_act, spend_segment};
use crate::command::leaders;
use crate::ground::towns;
use crate::info::{ENTER, LEAVE};
use crate::space::{Shape, shape, shape_of, shapes};
use crate::why::Why;
use crate::{May, Umpire, VerbRow, War, fatigue, forecasts, marks};

pub(crate) const ENTER_ROW: VerbRow = VerbRow {
    candidates: |war, out| rulebook::each(ENTER, war.field().present_of(war.state.player), out),
    may: may_enter,
    foresee: foresee_entering,
    ..VerbRow::new("enter", "Enter", Role::Form, "OTH-BUA-1", "Garrison the built-up area ahead.", enter).to(entries)
};

pub(crate) const LEAVE_ROW: VerbRow = VerbRow {
    candidates: |war, out| rulebook::each(LEAVE, war.field().present_of(war.state.player), out),
    may: may_leave,
    foresee: foresee_leaving,
    ..VerbRow::new("leave", "Leave", Role::Move, "OTH-BUA-1", "Leave a built-up area, formed as you like.", leave)
        .to(exits)
};

fn may_enter(war: &War, order: &Order) -> May {
    let Some(unit) = order.unit() else { return no("OTH-BUA-1", |_, _| String::from("foot enters")) };
    may_act(war, unit)?;
    if !war.marked(unit, marks::DOWN) && !garrisons(war, unit).is_empty() && paid(war, unit).is_some() {
        return Ok(());
    }
    no("OTH-BUA-1", |war, order| {
        format!("{} enters, as foot and with an inch left, houses ahead of it that have room", war.actor_of(order))
    })
}

/// The garrisons a unit of foot could form in houses ahead of its front rank.
fn garrisons(war: &War, unit: UnitId) -> Vec<Pose> {
    let (pose, print) = (war.pose(unit), war.field().footprint(unit));
    let barred = match shape_of(&pose) {
        Shape::Garrison => true,
        Shape::Square => towns::are_houses(),
        _ => !war.profile(unit).kind.is_foot(),
    };
    let ahead = |stand: &hexes::Hex| [*stand + pose.facing.front_left(), *stand + pose.facing.front_right()];
    let mut poses: Vec<Pose> = Vec::new();
    for hex in print.front().iter().filter(|_| !barred).flat_map(ahead) {
        let known = |patch| poses.iter().any(|pose: &Pose| towns::patch(war, pose.anchor) == patch);
        if known(towns::patch(war, hex)) {
            continue;
        }
        poses.extend(towns::garrison_at(war, unit, hex));
    }
    poses
}

fn paid(war: &War, unit: UnitId) -> Option<crate::state::Purse> {
    let gauge = Gauge::of(war, unit, shape(war, unit))?;
    gauge.pay(war.own(unit).purse, war.field().inches_per_hex(), Under::Other)
}

fn entries(war: &War, stem: &Order) -> Reach {
    let Some(unit) = stem.unit() else { return Reach::default() };
    rulebook::spots(garrisons(war, unit).into_iter())
}

fn enter(umpire: &mut Umpire<'_>, order: &Order) {
    let (Some(unit), Some(to)) = (order.unit(), order.pose) else { return };
    let Some(purse) = paid(umpire, unit) else { return };
    if !may_still_go(umpire, unit) {
        return;
    }
    let hits = price(umpire, unit, purse);
    umpire.own_mut(unit).purse = purse;
    umpire.own_mut(unit).inches += u16::from(umpire.field().inches_per_hex());
    go_in(umpire, unit, to);
    fatigue::hit(umpire, unit, hits, "entering the houses", "OTH-BUA-1");
    halt(umpire, unit);
}

/// Hits that entering costs, the segment that tires with it.
fn price(war: &War, unit: UnitId, purse: crate::state::Purse) -> i16 {
    let tiring = Gauge::of(war, unit, shape(war, unit)).map_or(0, |gauge| gauge.tiring);
    1 + i16::from(purse.opened == tiring && war.own(unit).tired == crate::state::Once::Open)
}

fn foresee_entering(war: &War, order: &Order) -> Forecast {
    let Some((unit, purse)) = order.unit().and_then(|unit| Some((unit, paid(war, unit)?))) else {
        return Forecast::default();
    };
    let (pool, hits) = (after_fire(war, unit), price(war, unit, purse));
    let goes = forecasts::tame(pool.as_ref().map_or(1.0, |pool| pool.terms().passes()));
    let rolls = pool.iter().map(|pool| pool.shown(Some(unit.into()))).collect();
    let destroyed = if fatigue::would_break(war, unit, hits) { goes } else { 0.0 };
    let taken = goes * f64::from(hits) / forecasts::full(war, unit);
    let ends = order.pose.map(|to| vec![(to, goes), (war.pose(unit), 1.0 - goes)]).unwrap_or_default();
    Forecast {
        rolls,
        effect: Effect { succeeds: goes, taken, destroyed, ..Effect::default() },
        ends,
        ..Forecast::default()
    }
}

/// A unit takes its place in houses.
pub(crate) fn go_in(umpire: &mut Umpire<'_>, unit: UnitId, to: Pose) {
    umpire.emit(Event::Moved { unit, to, path: Vec::new(), manner: Manner::Moved, clause: "OTH-BUA-1" });
    umpire.mark(unit, marks::MOVED, true);
    let held = umpire.field().footprint(unit).hexes().to_vec();
    leaders::ride_down(umpire, unit, &held);
}

/// Whether its houses burn: then it leaves without test and order (OTH-BUA-9).
fn is_driven_out(war: &War, unit: UnitId) -> bool {
    towns::held(war, unit).is_some_and(|patch| towns::burns(war, patch))
}

fn may_leave(war: &War, order: &Order) -> May {
    let Some(unit) = order.unit() else { return no("OTH-BUA-1", |_, _| String::from("a garrison leaves")) };
    let fire = is_driven_out(war, unit) && war.is_players(unit) && !war.marked(unit, marks::HALTED);
    if !fire {
        may_act(war, unit)?;
    }
    if shape(war, unit) == Shape::Garrison && (fire || has_segment(war, unit)) {
        return Ok(());
    }
    no("OTH-BUA-1", |war, order| format!("{} is in no houses, or has no segment left", war.actor_of(order)))
}

fn exits(war: &War, stem: &Order) -> Reach {
    let Some(unit) = stem.unit() else { return Reach::default() };
    let near = watched(war, unit, None);
    let clear = |pose: &Pose| {
        let print = war.field().footprint_at(unit, pose);
        !print.hexes().iter().any(|hex| near.contains(*hex)) && super::room::may_end(war, unit, pose)
    };
    let rights = shapes(war.profile(unit).kind).iter().filter(|wanted| has_right(war, unit, **wanted));
    let poses: Vec<Pose> = rights.flat_map(|wanted| towns::outside(war, unit, *wanted)).filter(clear).collect();
    rulebook::spots(poses.into_iter())
}

fn leave(umpire: &mut Umpire<'_>, order: &Order) {
    let (Some(unit), Some(to)) = (order.unit(), order.pose) else { return };
    let here = umpire.pose(unit);
    if !is_driven_out(umpire, unit) || !rule!("OTH-BUA-9a") {
        if !may_still_go(umpire, unit) {
            return;
        }
        if let Some(pool) = leaving(umpire, unit, &here, &to)
            && !walking::takes(umpire, unit, &pool, Why::Leaving)
        {
            return;
        }
    }
    umpire.emit(Event::Moved { unit, to, path: Vec::new(), manner: Manner::Moved, clause: "OTH-BUA-1" });
    if towns::are_houses() {
        spend_segment(umpire, unit);
    }
    let held = umpire.field().footprint(unit).hexes().to_vec();
    leaders::ride_down(umpire, unit, &held);
}

fn foresee_leaving(war: &War, order: &Order) -> Forecast {
    let (Some(unit), Some(to)) = (order.unit(), order.pose) else { return Forecast::default() };
    if is_driven_out(war, unit) {
        return forecasts::ends_there(war, order);
    }
    let here = war.pose(unit);
    let pools: Vec<_> = after_fire(war, unit).into_iter().chain(leaving(war, unit, &here, &to)).collect();
    let goes = forecasts::tame(pools.iter().map(|pool| pool.terms().passes()).product());
    let rolls = pools.iter().map(|pool| pool.shown(Some(unit.into()))).collect();
    let effect = Effect { succeeds: goes, ..Effect::default() };
    Forecast { rolls, effect, ends: vec![(to, goes), (here, 1.0 - goes)], ..Forecast::default() }
}

/// T0: every unit of the player in burning houses is tired (OTH-BUA-9).
pub(crate) fn burn(umpire: &mut Umpire<'_>) {
    let inside = |unit: &UnitId| is_driven_out(umpire, *unit);
    for unit in umpire.units_of(umpire.state.player).into_iter().filter(inside).collect::<Vec<_>>() {
        fatigue::hit(umpire, unit, 1, "the burning houses", "OTH-BUA-9");
    }
}
