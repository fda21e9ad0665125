//! Moves: points, steps, changes of formation and facing, what is done in place, the out-of-command check (SN-MOVE,
//! SN-ORD-9).

pub(crate) mod forced;
pub(crate) mod leaving;
mod road;
mod steps;

use battle::{Event, Manner, Order, Pose, Reach, Role, UnitId, rule};
use rulebook::no;

pub(crate) use steps::{Allowed, routes, swings_free};

use crate::info::{CHECK, DEPLOY, FORM, MOVE, STAY};
use crate::orders::{conformity, in_command};
use crate::room::{Fit, fits};
use crate::space::{self, shape_of};
use crate::state::{Open, Test};
use crate::why::Why;
use crate::{May, Umpire, VerbRow, War, forecasts, leaders, marks, morale, tables};

pub(crate) const DEPLOY_ROW: VerbRow = VerbRow {
    candidates: |war, out| rulebook::each(DEPLOY, war.field().present_of(war.state.player), out),
    may: |war, order| match order.unit() {
        Some(unit) if war.marked(unit, marks::MOVED) => no("SN-SEQ-2", |_, _| String::from("it has been placed")),
        _ => Ok(()),
    },
    foresee: forecasts::ends_there,
    ..VerbRow::new("deploy", "Deploy", Role::Deploy, "SN-SEQ-2", "Put a unit somewhere else in its zone.", deploy)
        .to(zone)
};

pub(crate) const MOVE_ROW: VerbRow = VerbRow {
    candidates: |war, out| rulebook::each(MOVE, war.field().present_of(war.state.player), out),
    may: may_move,
    foresee: forecasts::ends_there,
    ..VerbRow::new("move", "Move", Role::Move, "SN-MOVE-2", "Move a unit as its order allows.", |umpire, order| {
        go(umpire, order, Manner::Moved);
    })
    .to(move_reach)
};

pub(crate) const FORM_ROW: VerbRow = VerbRow {
    candidates: |war, out| rulebook::each(FORM, war.field().present_of(war.state.player), out),
    may: may_form,
    foresee: forecasts::ends_there,
    ..VerbRow::new(
        "form",
        "Form",
        Role::Form,
        "SN-ORD-9",
        "Change formation, or turn once in place, with a unit out of command.",
        |umpire, order| go(umpire, order, Manner::Formed),
    )
    .to(form_reach)
};

pub(crate) const CHECK_ROW: VerbRow = VerbRow {
    candidates: |war, out| rulebook::each(CHECK, war.field().present_of(war.state.player), out),
    may: may_check,
    foresee: |war, order| order.unit().map_or_else(Default::default, |unit| morale::foresee_single(war, unit)),
    ..VerbRow::new("check", "Check", Role::Command, "SN-ORD-9", "Take the check of a unit out of command.", check)
};

pub(crate) const STAY_ROW: VerbRow = VerbRow {
    candidates: |war, out| out.extend(tested(war).map(|unit| Order::new(STAY).by(unit))),
    may: conformity::may_stay,
    foresee: |_, _| forecasts::certain(),
    ..VerbRow::new(
        "stay",
        "Stay",
        Role::Keep,
        "SN-ORD-9",
        "Leave a unit that was tested where it is.",
        |umpire, order| {
            let Some(unit) = order.unit() else { return };
            umpire.answered();
            rest(umpire, unit);
        },
    )
};

/// The unit that has just taken the out-of-command check.
fn tested(war: &War) -> Option<UnitId> {
    match war.frame() {
        Some(Open::Tested(unit)) => Some(*unit),
        _ => None,
    }
}

/// Units out of command check before they move (SN-ORD-9).
fn is_checked() -> bool {
    rule!("SN-ORD-9")
}

/// Whether a unit may act in this step of moving at all: once a turn, and nobody while another that was tested is given
/// its move (SN-ORD-9).
pub(crate) fn may_act(war: &War, unit: UnitId) -> May {
    if tested(war).is_some_and(|tested| tested != unit) && is_checked() {
        return no("SN-ORD-9", |war, _| {
            format!("{} was tested and has its move first", tested(war).map_or("a unit", |tested| war.name(tested)))
        });
    }
    if war.marked(unit, marks::MOVED) || !war.is_players(unit) {
        return no("SN-SEQ-4", |war, order| format!("{} has had its move this turn", war.actor_of(order)));
    }
    Ok(())
}

/// Whether a unit may go where it likes: in command, or its check passed (SN-ORD-9).
pub(crate) fn may_go(war: &War, unit: UnitId) -> May {
    may_act(war, unit)?;
    match war.own(unit).test {
        Test::Failed => no("SN-ORD-9", |war, order| format!("{} has failed its check", war.actor_of(order))),
        Test::None if !in_command(war, unit) && is_checked() => {
            no("SN-ORD-9", |war, order| format!("{} is out of command and must check first", war.actor_of(order)))
        }
        _ => Ok(()),
    }
}

fn may_move(war: &War, order: &Order) -> May {
    let Some(unit) = order.unit() else { return no("SN-MOVE-2", |_, _| String::from("a unit moves")) };
    may_go(war, unit)
}

/// Move points of a unit in its own move: half after an out-of-command check.
pub(crate) fn points(war: &War, unit: UnitId) -> u16 {
    let tested = war.own(unit).test != Test::None || !in_command(war, unit);
    if tested { tables::HALF } else { tables::FULL }
}

fn may_check(war: &War, order: &Order) -> May {
    let Some(unit) = order.unit() else { return no("SN-ORD-9", |_, _| String::from("a unit checks")) };
    may_act(war, unit)?;
    if war.own(unit).test != Test::None || in_command(war, unit) {
        return no("SN-ORD-9", |war, order| format!("{} is in command, or has checked", war.actor_of(order)));
    }
    Ok(())
}

fn check(umpire: &mut Umpire<'_>, order: &Order) {
    let Some(unit) = order.unit() else { return };
    let single = morale::single(umpire, unit, Why::Command, None);
    umpire.own_mut(unit).test = if single.passed { Test::Passed } else { Test::Failed };
    umpire.interrupt(Open::Tested(unit));
    morale::owe(umpire, &single.shaken);
}

fn may_form(war: &War, order: &Order) -> May {
    let Some(unit) = order.unit() else { return no("SN-ORD-9", |_, _| String::from("a unit forms")) };
    may_act(war, unit)?;
    let free = match war.own(unit).test {
        Test::None => !in_command(war, unit) && !conformity::must_move(war, unit),
        Test::Failed => true,
        Test::Passed => false,
    };
    if free && form_reach(war, order).legal().next().is_some() {
        return Ok(());
    }
    no("SN-ORD-9", |war, order| {
        format!("{} does not form in place: it moves, or its order obliges it", war.actor_of(order))
    })
}

/// What a unit may end in without having moved: one other formation, or one turn or wheel (SN-ORD-9), as its order lets it.
fn form_reach(war: &War, stem: &Order) -> Reach {
    let Some(unit) = stem.unit() else { return Reach::default() };
    let mut reach = Reach { places: steps::in_place(war, unit) };
    leave_open(war, unit, &mut reach);
    conformity::bind(war, unit, &mut reach);
    reach
}

/// Where a unit can go, ends that its order forbids left out.
pub(crate) fn move_reach(war: &War, stem: &Order) -> Reach {
    let Some(unit) = stem.unit() else { return Reach::default() };
    let mut reach = Reach { places: routes(war, unit, points(war, unit), &Allowed::moving(war)) };
    leave_open(war, unit, &mut reach);
    conformity::bind(war, unit, &mut reach);
    reach
}

/// Leaves only ends elsewhere, and for a unit in a panic none nearer to the enemy (SN-MOVE-13).
fn leave_open(war: &War, unit: UnitId, reach: &mut Reach) {
    let (here, stay_off) = (war.pose(unit), is_kept_off(war, unit));
    let far = |pose: &Pose| space::steps_to_nearest(war, &war.field().footprint_at(unit, pose), war.side(unit).other());
    let least = far(&here);
    for place in reach.places.iter_mut().filter(|place| place.legal) {
        place.legal = place.pose != here && (!stay_off || far(&place.pose) >= least);
    }
}

/// Whether a unit may not end nearer to the enemy: in a panic (SN-MOVE-13).
fn is_kept_off(war: &War, unit: UnitId) -> bool {
    war.strength(unit) == tables::PANIC && !war.options().bound_panic && rule!("SN-MOVE-13")
}

fn go(umpire: &mut Umpire<'_>, order: &Order, manner: Manner) {
    let (Some(unit), Some(to)) = (order.unit(), order.pose) else { return };
    let way = umpire.reach_of(order).way(&to);
    if tested(umpire) == Some(unit) {
        umpire.answered();
    }
    carry(umpire, unit, way, to, manner);
    mark_moved(umpire, unit);
}

/// Takes a unit along a way to its end, and enemy leaders off it (SN-LEADER-5).
pub(crate) fn carry(umpire: &mut Umpire<'_>, unit: UnitId, way: Vec<Pose>, to: Pose, manner: Manner) {
    let from = umpire.pose(unit);
    let inner = way.len().saturating_sub(2);
    let path: Vec<Pose> = way.into_iter().skip(1).take(inner).collect();
    let held = |pose: &Pose| umpire.field().footprint_at(unit, pose).hexes().to_vec();
    let swept: Vec<hexes::Hex> = path.iter().chain([&to]).flat_map(held).collect();
    let in_place = from.anchor == to.anchor && shape_of(&from) != shape_of(&to);
    let manner = if in_place && manner == Manner::Moved { Manner::Formed } else { manner };
    umpire.emit(Event::Moved { unit, to, path, manner, clause: "SN-MOVE-2" });
    if shape_of(&to) != space::Shape::Square {
        umpire.mark(unit, marks::HASTY, false);
    }
    leaders::drive_off(umpire, unit, &swept);
    if from.anchor != to.anchor {
        leaders::go_along(umpire, unit);
    }
    let near = conformity::is_near(umpire, unit, &from);
    umpire.own_mut(unit).near = near;
}

/// A unit has had its move.
pub(crate) fn mark_moved(umpire: &mut Umpire<'_>, unit: UnitId) {
    umpire.mark(unit, marks::MOVED, true);
}

/// A unit has spent its move where it stands: near there it is near as a probe counts it.
pub(crate) fn rest(umpire: &mut Umpire<'_>, unit: UnitId) {
    let near = umpire.present(unit) && conformity::is_near(umpire, unit, &umpire.pose(unit));
    umpire.own_mut(unit).near = near;
    mark_moved(umpire, unit);
}

fn deploy(umpire: &mut Umpire<'_>, order: &Order) {
    if let (Some(unit), Some(pose)) = (order.unit(), order.pose) {
        umpire.emit(Event::Placed { unit, pose });
        mark_moved(umpire, unit);
    }
}

fn zone(war: &War, stem: &Order) -> Reach {
    let Some(unit) = stem.unit() else { return Reach::default() };
    let pose = war.pose(unit);
    let zone = &war.setting().zones[war.side(unit).index()];
    let inside = |to: &Pose| war.field().footprint_at(unit, to).hexes().iter().all(|hex| zone.contains(hex));
    let free = |to: &Pose| *to != pose && inside(to) && fits(war, unit, to) == Fit::Free;
    rulebook::spots(zone.iter().map(|hex| pose.at(*hex)).filter(free))
}
