//! Movement: segments, steps, formations, built-up areas (OTH-MOVE, OTH-FORM, OTH-BUA-1).

pub(crate) mod exits;
pub(crate) mod forming;
pub(crate) mod purse;
pub(crate) mod room;
pub(crate) mod steps;
pub(crate) mod towns;
pub(crate) mod walking;

use battle::{Effect, Forecast, Order, Pose, Reach, Role, UnitId, rule};
use rulebook::no;

use crate::info::{DEPLOY, LIE, MOVE, RISE};
use crate::space::{self, Shape, body, shape};
use crate::state::Once;
use crate::{May, Umpire, VerbRow, War, contacts, fatigue, forecasts, marks, tables};
use purse::Gauge;
use room::may_end;

pub(crate) const DEPLOY_ROW: VerbRow = VerbRow {
    candidates: |war, out| rulebook::each(DEPLOY, war.field().present_of(war.state.player), out),
    may: |war, order| match order.unit() {
        Some(unit) if war.marked(unit, marks::MOVED) => no("OTH-SEQ-7", |_, _| String::from("it has been placed")),
        _ => Ok(()),
    },
    foresee: forecasts::ends_there,
    ..VerbRow::new("deploy", "Deploy", Role::Deploy, "OTH-SEQ-7", "Put a unit somewhere else in its zone.", deploy)
        .to(zone)
};

pub(crate) const MOVE_ROW: VerbRow = VerbRow {
    candidates: |war, out| rulebook::each(MOVE, war.field().present_of(war.state.player), out),
    may: |war, order| may_move(war, order),
    foresee: walking::foresee,
    ..VerbRow::new(
        "move",
        "Move",
        Role::Move,
        "OTH-MOVE-4",
        "Move a unit as it is formed; it may go on later with what its segments leave.",
        walking::go,
    )
    .to(steps::reach)
};

pub(crate) const LIE_ROW: VerbRow = VerbRow {
    candidates: |war, out| rulebook::each(LIE, war.field().present_of(war.state.player), out),
    may: may_lie,
    foresee: |war, order| down(war, order, -1.0),
    ..VerbRow::new("lie", "Go to ground", Role::Defend, "OTH-MOVE-11", "Lie down for a segment, safer from fire.", lie)
};

pub(crate) const RISE_ROW: VerbRow = VerbRow {
    candidates: |war, out| rulebook::each(RISE, war.field().present_of(war.state.player), out),
    may: |war, order| match order.unit() {
        Some(unit) if war.marked(unit, marks::DOWN) && has_segment(war, unit) => may_act(war, unit),
        _ => no("OTH-MOVE-11", |war, order| format!("{} is not on the ground", war.actor_of(order))),
    },
    foresee: |war, order| down(war, order, 1.0),
    ..VerbRow::new("rise", "Rise", Role::Form, "OTH-MOVE-11", "Rise with the first segment.", |umpire, order| {
        let Some(unit) = order.unit() else { return };
        umpire.mark(unit, marks::DOWN, false);
        spend_segment(umpire, unit);
    })
};

/// Lying down or rising: where it is, and its freedom to go.
fn down(war: &War, order: &Order, mobility: f64) -> Forecast {
    let ends = order.unit().map(|unit| (war.pose(unit), 1.0)).into_iter().collect();
    let effect = Effect { succeeds: 1.0, mobility, ..Effect::default() };
    Forecast { effect, ends, ..Forecast::default() }
}

/// Whether a unit may spend segments at all (OTH-CMD-3, OTH-CONTACT-9, OTH-MOVE-12).
pub(crate) fn may_act(war: &War, unit: UnitId) -> May {
    if !war.is_players(unit) || war.marked(unit, marks::HALTED) {
        return no("OTH-MOVE-12", |war, order| format!("{} moves no more this turn", war.actor_of(order)));
    }
    if contacts::is_engaged(war, unit) {
        return no("OTH-CONTACT-9", |war, order| format!("{} is in contact", war.actor_of(order)));
    }
    if fatigue::is_routing(war, unit) {
        return no("OTH-STATUS-2", |war, order| format!("{} routs", war.actor_of(order)));
    }
    Ok(())
}

/// The same for a unit that stands up and is not in houses.
fn may_move(war: &War, order: &Order) -> May {
    let Some(unit) = order.unit() else { return no("OTH-MOVE-4", |_, _| String::from("a unit moves")) };
    may_act(war, unit)?;
    if war.marked(unit, marks::DOWN) {
        return no("OTH-MOVE-11", |war, order| format!("{} has gone to ground", war.actor_of(order)));
    }
    let faces = war.own(unit).turned == Once::Open && steps::faces_freely(war, unit);
    match Gauge::of(war, unit, shape(war, unit)) {
        _ if faces => Ok(()),
        Some(gauge) if gauge.inches_left(war.own(unit).purse) > 0 => Ok(()),
        Some(gauge) if gauge.count == 0 => {
            no("OTH-CMD-3", |war, order| format!("{} is out of command and does not move", war.actor_of(order)))
        }
        _ => no("OTH-MOVE-4", |war, order| format!("{} has no inches left", war.actor_of(order))),
    }
}

/// The next segment is opened and spent.
pub(crate) fn spend_segment(umpire: &mut Umpire<'_>, unit: UnitId) {
    let purse = &mut umpire.own_mut(unit).purse;
    (purse.opened, purse.left, purse.paved) = (purse.opened + 1, 0, false);
    umpire.mark(unit, marks::MOVED, true);
}

/// Whether a unit has a segment that it has not opened.
pub(crate) fn has_segment(war: &War, unit: UnitId) -> bool {
    let shape = match shape(war, unit) {
        Shape::Garrison => Shape::Attack,
        shape => shape,
    };
    Gauge::of(war, unit, shape).is_some_and(|gauge| war.own(unit).purse.opened < gauge.count)
}

fn may_lie(war: &War, order: &Order) -> May {
    let Some(unit) = order.unit() else { return no("OTH-MOVE-11", |_, _| String::from("a unit lies down")) };
    may_act(war, unit)?;
    let formed = matches!(shape(war, unit), Shape::Line | Shape::Open | Shape::Skirmish);
    let far = space::to_enemy(war, unit, &body(war, unit)) > tables::GROUND;
    let able = war.profile(unit).kind.is_foot() && formed && far && !war.marked(unit, marks::DOWN);
    if able && has_segment(war, unit) && rule!("OTH-MOVE-11") {
        return Ok(());
    }
    no("OTH-MOVE-11", |war, order| {
        format!(
            "{} goes to ground only as foot in line, open or skirmish order, over 3 inches off",
            war.actor_of(order)
        )
    })
}

fn lie(umpire: &mut Umpire<'_>, order: &Order) {
    let Some(unit) = order.unit() else { return };
    if walking::may_still_go(umpire, unit) {
        spend_segment(umpire, unit);
        umpire.mark(unit, marks::DOWN, true);
    }
}

/// A unit's movement is over for the turn.
pub(crate) fn halt(umpire: &mut Umpire<'_>, unit: UnitId) {
    if umpire.present(unit) {
        umpire.mark(unit, marks::HALTED, true);
    }
}

fn deploy(umpire: &mut Umpire<'_>, order: &Order) {
    if let (Some(unit), Some(pose)) = (order.unit(), order.pose) {
        umpire.emit(battle::Event::Placed { unit, pose });
        umpire.mark(unit, marks::MOVED, true);
    }
}

fn zone(war: &War, stem: &Order) -> Reach {
    let Some(unit) = stem.unit() else { return Reach::default() };
    let pose = war.pose(unit);
    let zone = &war.setting().zones[war.side(unit).index()];
    let inside = |to: &Pose| war.field().footprint_at(unit, to).hexes().iter().all(|hex| zone.contains(hex));
    let free = |to: &Pose| *to != pose && inside(to) && may_end(war, unit, to);
    rulebook::spots(zone.iter().map(|hex| pose.at(*hex)).filter(free))
}
