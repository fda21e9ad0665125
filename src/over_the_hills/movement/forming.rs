//! Changes of formation, limbering, who has the right to which (OTH-FORM).

use battle::{Chance, Effect, Event, Forecast, Manner, Order, Pool, Pose, Reach, Role, Trail, UnitId, rule};
use hexes::Hex;
use rulebook::no;

use super::may_act;
use super::purse::Gauge;
use super::room::{may_end, watched};
use super::walking::{after_fire, may_still_go};
use crate::info::FORM;
use crate::options::Skirmishers;
use crate::profile::{Class, Kind, Traits};
use crate::space::{self, Shape, body, formation, is_within, shape, shape_of, shapes};
use crate::state::Purse;
use crate::tables;
use crate::why::Why;
use crate::{May, Umpire, VerbRow, War, fatigue, forecasts, marks, morale};

pub(crate) const FORM_ROW: VerbRow = VerbRow {
    candidates: |war, out| rulebook::each(FORM, war.field().present_of(war.state.player), out),
    may: may_form,
    foresee,
    ..VerbRow::new("form", "Form", Role::Form, "OTH-FORM-1", "Change formation, limber or unlimber.", form)
        .to(form_reach)
};

/// Whether a unit has the right to a shape (OTH-FORM-6).
pub(crate) fn has_right(war: &War, unit: UnitId, wanted: Shape) -> bool {
    let (profile, options) = (war.profile(unit), war.options());
    let foot = profile.kind == Kind::Infantry;
    let class = match options.skirmishers {
        Skirmishers::AB => Class::B,
        Skirmishers::AC => Class::C,
        Skirmishers::All => Class::D,
    };
    match wanted {
        _ if !shapes(profile.kind).contains(&wanted) => false,
        Shape::Skirmish if rule!("OTH-FORM-6") => {
            let light = foot && (profile.class <= class || profile.has(Traits::RIFLES));
            light || (!foot && profile.has(Traits::IRREGULAR))
        }
        Shape::Open => {
            !options.few_open || (foot && profile.class <= Class::C) || (!foot && profile.has(Traits::IRREGULAR))
        }
        _ => true,
    }
}

/// What a change costs a unit: what its segments leave then.
fn pay(war: &War, unit: UnitId, to: Shape) -> Option<Purse> {
    let from = shape(war, unit);
    let kind = war.profile(unit).kind;
    let guns = kind.is_guns();
    let change = tables::change(from, to).filter(|_| is_known(kind))?;
    // Guns are limbered at the limbered rate, whatever they could do by hand (OTH-FORM-3).
    let usual = if guns { Shape::Limbered } else { from };
    let counts = [usual, if guns { Shape::Limbered } else { to }].map(|shape| Gauge::whole(war, unit, shape));
    let gauge = counts[0]?;
    let count = counts.into_iter().flatten().map(|gauge| gauge.count).max().unwrap_or(0);
    Gauge { count, ..gauge }.pay_change(war.own(unit).purse, change)
}

/// Whether the table of changes speaks of an arm.
fn is_known(kind: Kind) -> bool {
    match kind {
        Kind::Infantry => rule!("OTH-FORM-1"),
        Kind::Cavalry => rule!("OTH-FORM-2"),
        Kind::FootArtillery | Kind::HorseArtillery => rule!("OTH-FORM-3"),
    }
}

/// The hex that a change of formation keeps: the middle of the front rank (OTH-FORM-5).
fn kept(pose: &Pose) -> Hex {
    let ring = pose.formation.arrangement == battle::Arrangement::Square;
    if ring { pose.anchor + pose.facing.front_left() } else { pose.anchor }
}

/// The pose in another shape with its front on a hex.
fn posed(pose: &Pose, stands: u8, wanted: Shape, front: Hex) -> Pose {
    let formation = formation(stands, wanted);
    let ring = formation.arrangement == battle::Arrangement::Square;
    let anchor = if ring { front + pose.facing.rear_right() } else { front };
    Pose { anchor, formation, trail: Trail::default(), ..*pose }
}

/// Where a unit stands that takes another shape: on its front, or shifted by a hex sideways or back; none without room.
pub(crate) fn room_for(war: &War, unit: UnitId, wanted: Shape) -> Option<Pose> {
    let pose = war.pose(unit);
    let front = kept(&pose);
    let shifts =
        [pose.facing.left_flank(), pose.facing.right_flank(), pose.facing.rear_left(), pose.facing.rear_right()];
    let shifts: &[_] = if rule!("OTH-FORM-5") { &shifts } else { &[] };
    let near = watched(war, unit, None);
    let fits = |pose: &Pose| {
        let print = war.field().footprint_at(unit, pose);
        may_end(war, unit, pose) && !print.hexes().iter().any(|hex| near.contains(*hex))
    };
    let spots = std::iter::once(front).chain(shifts.iter().map(|way| front + *way));
    spots.map(|hex| posed(&pose, war.stands(unit), wanted, hex)).find(fits)
}

fn may_form(war: &War, order: &Order) -> May {
    let Some(unit) = order.unit() else { return no("OTH-FORM-1", |_, _| String::from("a unit forms")) };
    may_act(war, unit)?;
    if war.marked(unit, marks::DOWN) {
        return no("OTH-MOVE-11", |war, order| format!("{} has gone to ground", war.actor_of(order)));
    }
    if war.own(unit).purse.opened > 0 && !rule!("OTH-FORM-7") {
        return no("OTH-FORM-7", |war, order| format!("{} has moved", war.actor_of(order)));
    }
    Ok(())
}

fn form_reach(war: &War, stem: &Order) -> Reach {
    let Some(unit) = stem.unit() else { return Reach::default() };
    let now = shape(war, unit);
    let kind = war.profile(unit).kind;
    let able = shapes(kind).iter().filter(|wanted| **wanted != now && has_right(war, unit, **wanted));
    let paid = able.filter(|wanted| pay(war, unit, **wanted).is_some());
    rulebook::spots(paid.filter_map(|wanted| room_for(war, unit, *wanted)))
}

/// The test of a unit that forms near the enemy (OTH-MORALE-2).
pub(crate) fn near_enemy(war: &War, unit: UnitId) -> Option<Pool> {
    let near = is_within(space::to_enemy(war, unit, &body(war, unit)), tables::NEAR);
    (near && morale::is_tested(war, unit) && rule!("OTH-MORALE-2"))
        .then(|| morale::test(war, unit, Why::Forming, "OTH-MORALE-2"))
}

fn form(umpire: &mut Umpire<'_>, order: &Order) {
    let (Some(unit), Some(to)) = (order.unit(), order.pose) else { return };
    let Some(purse) = pay(umpire, unit, shape_of(&to)) else { return };
    if !may_still_go(umpire, unit) {
        return;
    }
    umpire.own_mut(unit).purse = purse;
    umpire.mark(unit, marks::MOVED, true);
    if let Some(pool) = near_enemy(umpire, unit)
        && morale::throw(umpire, unit, &pool, Why::Forming) < 0
    {
        fatigue::hit(umpire, unit, 1, "forming near the enemy", "OTH-MORALE-2");
        if !umpire.present(unit) || fatigue::is_routing(umpire, unit) {
            return;
        }
    }
    change(umpire, unit, to, "OTH-FORM-5");
}

/// A unit takes another shape.
pub(crate) fn change(umpire: &mut Umpire<'_>, unit: UnitId, to: Pose, clause: &'static str) {
    umpire.emit(Event::Moved { unit, to, path: Vec::new(), manner: Manner::Formed, clause });
    if rule!("OTH-ART-6b") {
        umpire.own_mut(unit).aim = None;
    }
    umpire.mark(unit, marks::EMERGENCY | marks::DOWN, false);
    let held = umpire.field().footprint(unit).hexes().to_vec();
    crate::command::leaders::ride_down(umpire, unit, &held);
}

/// What a unit gains in free way by another shape, in turns of the usual pace of its arm: inches that do not tire it.
fn freedom(war: &War, unit: UnitId, wanted: Shape) -> f64 {
    let kind = war.profile(unit).kind;
    let usual = match kind {
        Kind::Infantry => Shape::Attack,
        Kind::Cavalry => Shape::Squadrons,
        Kind::FootArtillery | Kind::HorseArtillery => Shape::Limbered,
    };
    let free = |shape: Shape| tables::segments(kind, shape).map_or(0.0, |pace| f64::from(pace.free()));
    ((free(wanted) - free(shape(war, unit))) / free(usual).max(1.0)).clamp(-1.0, 1.0)
}

fn foresee(war: &War, order: &Order) -> Forecast {
    let Some(unit) = order.unit() else { return Forecast::default() };
    let (fired, near) = (after_fire(war, unit), near_enemy(war, unit));
    let passes = |pool: &Pool| pool.terms().passes();
    let goes = forecasts::tame(fired.as_ref().map_or(1.0, passes));
    let hit = near.as_ref().map_or(0.0, |pool| 1.0 - passes(pool)) * goes;
    let rolls = fired.iter().chain(&near).map(|pool| pool.shown(Some(unit.into()))).collect();
    let mobility = order.pose.map_or(0.0, |to| goes * freedom(war, unit, shape_of(&to)));
    let destroyed = if fatigue::would_break(war, unit, 1) { forecasts::tame(hit) } else { 0.0 };
    let taken = hit / forecasts::full(war, unit);
    let effect = Effect { succeeds: goes, taken, destroyed, mobility, ..Effect::default() };
    let ends = order.pose.map(|to| vec![(to, goes), (war.pose(unit), 1.0 - goes)]).unwrap_or_default();
    let results = vec![Chance { label: "tired by forming", chance: forecasts::tame(hit) }];
    Forecast { rolls, results, effect, ends, differs: order.pose.is_none(), ..Forecast::default() }
}
