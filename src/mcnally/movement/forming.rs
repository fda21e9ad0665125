//! Changes of formation in place, limbering, into skirmish order, on and off horses (MC-FORM, MC-MOVE-17).

use battle::{Event, Manner, Order, Pose, Reach, Role, UnitId, rule};
use hexes::{Facing, Hex};
use rulebook::no;

use super::sheet;
use crate::formations::shapes;
use crate::info::FORM;
use crate::losses::{self, command_stand};
use crate::morale::away::is_beside_enemy;
use crate::space::{Shape, body, formation, is_mounted, seat, shape, shape_of, spreads};
use crate::{May, Umpire, VerbRow, War, cards, forecasts, marks};

pub(crate) const FORM_ROW: VerbRow = VerbRow {
    candidates: |war, out| rulebook::each(FORM, war.field().present_of(war.state.player), out),
    may: may_form,
    foresee: forecasts::ends_there,
    ..VerbRow::new("form", "Form", Role::Form, "MC-FORM-1", "Change formation in place, limber or unlimber.", form)
        .to(reach)
};

/// Whether a change costs nothing (MC-FORM-3, 4).
fn is_free_change(war: &War, unit: UnitId, to: Shape) -> bool {
    let (from, horse) = (shape(war, unit), is_mounted(war, unit));
    match (from, to) {
        (Shape::Line | Shape::Open, Shape::Skirmish) => rule!("MC-FORM-4"),
        (Shape::Column, Shape::Skirmish) => horse,
        (Shape::Line, Shape::Column) | (Shape::Column, Shape::Line) if horse => {
            !war.options().cavalry_column_costs && rule!("MC-FORM-3")
        }
        _ => !rule!("MC-FORM-2"),
    }
}

/// Whether a unit may use its movement in its own step 4 at all (MC-FORM-8, MC-SEQ-14).
pub(crate) fn may_act(war: &War, unit: UnitId) -> May {
    may_begin(war, unit)?;
    if war.own(unit).thrown {
        return no("MC-MOVE-1", |war, order| format!("{} has used its movement", war.actor_of(order)));
    }
    Ok(())
}

/// Whether a unit is in a state to move or form, be its movement used or not.
fn may_begin(war: &War, unit: UnitId) -> May {
    let idle = marks::HELD | marks::SPENT | marks::REFORMING | marks::ROUTING | marks::FALLING_BACK | marks::CONTACT;
    if !cards::is_active(war, unit) {
        return no("MC-SEQ-7", |war, order| format!("{} is not under the card in play", war.actor_of(order)));
    }
    if war.marked(unit, idle) && rule!("MC-FORM-8") {
        return no("MC-FORM-8", |war, order| {
            format!("{} is held, spent, reforming, routing, falling back or in contact", war.actor_of(order))
        });
    }
    if war.own(unit).engaged || war.own(unit).fired != 0 {
        return no("MC-MOVE-1", |war, order| format!("{} has charged, been charged or fired", war.actor_of(order)));
    }
    Ok(())
}

/// Whether a unit could change to a shape after its move: what costs nothing, once an activation (MC-FORM-3, 4).
fn is_late(war: &War, unit: UnitId, to: Shape) -> bool {
    to != shape(war, unit) && !war.own(unit).changed && is_free_change(war, unit, to)
}

fn may_form(war: &War, order: &Order) -> May {
    let Some(unit) = order.unit() else { return no("MC-FORM-1", |_, _| String::from("a unit forms")) };
    may_begin(war, unit)?;
    if war.own(unit).thrown && !shapes(war, unit).into_iter().any(|to| is_late(war, unit, to)) {
        return no("MC-FORM-1", |war, order| format!("{} has used its movement", war.actor_of(order)));
    }
    Ok(())
}

fn reach(war: &War, stem: &Order) -> Reach {
    let Some(unit) = stem.unit() else { return Reach::default() };
    let (pose, stands, now) = (war.pose(unit), war.stands(unit), shape(war, unit));
    let command = command_stand(war, unit);
    let seat = seat(war, unit);
    let first = |to: &Shape| *to != now && !(war.own(unit).changed && is_free_change(war, unit, *to));
    let open = |to: &Shape| if war.own(unit).thrown { is_late(war, unit, *to) } else { first(to) };
    let shapes = shapes(war, unit).into_iter().filter(open);
    let poses = shapes.flat_map(|to| {
        let turned: &[Facing] = if to == Shape::Battery { &Facing::ALL } else { &[] };
        let facings = if turned.is_empty() { vec![pose.facing] } else { turned.to_vec() };
        let known = if to == Shape::Skirmish { spreads(stands) } else { vec![formation(stands, to, seat)] };
        facings.into_iter().flat_map(move |facing| known.clone().into_iter().map(move |one| (facing, one)))
    });
    let poses = poses.map(|(facing, one)| Pose::new(command, facing, one));
    rulebook::spots(poses.filter(|to| losses::fits(war, unit, to) && keeps_off(war, unit, to)))
}

/// Whether a unit that changes in place to a pose comes next to no enemy, and is next to none (MC-MOVE-14).
pub(crate) fn keeps_off(war: &War, unit: UnitId, to: &Pose) -> bool {
    let (here, watched) = (body(war, unit), sheet::watched(war, unit, &[]));
    let off = |hex: &Hex| here.contains(*hex) || !watched.contains(*hex);
    to.stands(war.stands(unit)).hexes().iter().all(off) && !is_beside_enemy(war, unit)
}

fn form(umpire: &mut Umpire<'_>, order: &Order) {
    let (Some(unit), Some(to)) = (order.unit(), order.pose) else { return };
    let free = is_free_change(umpire, unit, shape_of(&to));
    umpire.emit(Event::Moved { unit, to, path: Vec::new(), manner: Manner::Formed, clause: "MC-FORM-1" });
    let own = umpire.own_mut(unit);
    own.changed = true;
    own.owes_forming = false;
    own.thrown |= !free && rule!("MC-FORM-1");
    umpire.mark(unit, marks::MOVED, true);
}
