//! Deployment, moves and changes of formation: what fits where, and how far a unit goes.

use battle::{Arrangement, Destination, Event, Manner, Marks, Mover, Order, Pose, Reach, Role, Stride, UnitId};
use rulebook::{May, Umpire, VerbRow, no};

use super::info::{DEPLOY, FORM, MOVE};
use super::marks;
use super::{Drill, War, arm, estimates, tables};

pub(super) const DEPLOY_ROW: VerbRow<Drill> = VerbRow {
    candidates: |war, out| rulebook::each(DEPLOY, war.field().present_of(war.state.player), out),
    may: |war, order| match order.unit() {
        Some(unit) if war.own(unit).tried => no("DR-DEPLOY", |_, _| String::from("it has been placed")),
        _ => Ok(()),
    },
    foresee: estimates::ends_there,
    ..VerbRow::new(
        "deploy",
        "Deploy",
        Role::Deploy,
        "DR-DEPLOY",
        "Put a unit elsewhere in its zone, each once.",
        deploy,
    )
    .to(zone_reach)
};

pub(super) const MOVE_ROW: VerbRow<Drill> = VerbRow {
    candidates: |war, out| rulebook::each(MOVE, war.field().present_of(war.state.player), out),
    may: is_ordered,
    foresee: estimates::ends_there,
    ..VerbRow::new("move", "Move", Role::Move, "DR-MOVE", "Move an ordered unit.", |umpire, order| {
        go(umpire, order, Manner::Moved);
    })
    .to(move_reach)
};

pub(super) const FORM_ROW: VerbRow<Drill> = VerbRow {
    candidates: |war, out| rulebook::each(FORM, war.field().present_of(war.state.player), out),
    may: is_ordered,
    foresee: estimates::ends_there,
    ..VerbRow::new("form", "Form", Role::Maneuver, "DR-FORM", "Change an ordered unit's formation.", |umpire, order| {
        go(umpire, order, Manner::Maneuvered);
    })
    .to(form_reach)
};

/// Whether the order's unit holds an order.
pub(super) fn is_ordered(war: &War, order: &Order) -> May<Drill> {
    match order.unit() {
        Some(unit) if war.marked(unit, marks::ORDERED) => Ok(()),
        _ => no("DR-ORDER", |war, order| {
            format!("{} has no order", order.unit().map_or("the unit", |unit| war.name(unit)))
        }),
    }
}

fn deploy(umpire: &mut Umpire<'_, Drill>, order: &Order) {
    if let (Some(unit), Some(pose)) = (order.unit(), order.pose) {
        umpire.own_mut(unit).tried = true;
        umpire.emit(Event::Placed { unit, pose });
    }
}

fn go(umpire: &mut Umpire<'_, Drill>, order: &Order, manner: Manner) {
    let (Some(unit), Some(to)) = (order.unit(), order.pose) else { return };
    let path = way_between(umpire, order, &to);
    umpire.emit(Event::Moved { unit, to, path, manner, clause: "DR-MOVE" });
    spend(umpire, unit, marks::MOVED);
}

/// The way of a posed order without its ends.
pub(super) fn way_between(war: &War, order: &Order, to: &Pose) -> Vec<Pose> {
    between(war.reach_of(order).way(to))
}

/// A way without its ends.
pub(super) fn between(way: Vec<Pose>) -> Vec<Pose> {
    let inner = way.len().saturating_sub(2);
    way.into_iter().skip(1).take(inner).collect()
}

/// A unit has used its order and shows itself.
pub(super) fn spend(umpire: &mut Umpire<'_, Drill>, unit: UnitId, marks: Marks) {
    umpire.mark(unit, marks::ORDERED, false);
    umpire.mark(unit, marks::HIDDEN, false);
    umpire.mark(unit, marks, true);
}

/// How far a unit goes in that pose, in hundredths of an inch.
pub(super) fn allowance(war: &War, unit: UnitId, pose: &Pose) -> u16 {
    tables::allowance(arm(war, unit), pose.formation)
}

/// Whether the unit could stand so: on the map, on open ground and on nobody else.
pub(super) fn fits(war: &War, unit: UnitId, pose: &Pose) -> bool {
    let free = |hex: &hexes::Hex| {
        war.field().ground().grid().contains(*hex)
            && war.field().unit_at(*hex).is_none_or(|there| there == unit)
            && tables::entry_cost(arm(war, unit), war.field().ground().terrain(*hex)).is_some()
    };
    war.field().footprint_at(unit, pose).hexes().iter().all(free)
}

fn spots(poses: impl Iterator<Item = Pose>) -> Reach {
    Reach { places: poses.map(|pose| Destination { pose, cost: 0, previous: None, legal: true }).collect() }
}

fn zone_reach(war: &War, stem: &Order) -> Reach {
    let Some(unit) = stem.unit() else { return Reach::default() };
    let pose = war.pose(unit);
    let zone = &war.setting().zones[war.side(unit).index()];
    let inside = |to: &Pose| war.field().footprint_at(unit, to).hexes().iter().all(|hex| zone.contains(hex));
    spots(zone.iter().map(|hex| pose.at(*hex)).filter(|to| *to != pose && fits(war, unit, to) && inside(to)))
}

fn form_reach(war: &War, stem: &Order) -> Reach {
    let Some(unit) = stem.unit() else { return Reach::default() };
    let state = war.field().unit(unit);
    let change = |formation| Pose::new(state.pose.anchor, state.pose.facing, formation);
    let others = tables::formations(arm(war, unit), state.stands).into_iter();
    spots(others.filter(|one| *one != state.pose.formation).map(change).filter(|to| fits(war, unit, to)))
}

fn move_reach(war: &War, stem: &Order) -> Reach {
    let Some(unit) = stem.unit() else { return Reach::default() };
    let from = war.pose(unit);
    let marching = from.formation.arrangement == Arrangement::MarchColumn;
    let steps = if marching { tables::MARCH_STRIDES } else { tables::STRIDES };
    let other = |to: &Pose| (to.anchor, to.facing) != (from.anchor, from.facing);
    search(war, unit, steps, allowance(war, unit, &from), other)
}

/// The poses a unit comes to by those steps, at no greater cost; the move may end where `ends` says.
pub(super) fn search(
    war: &War,
    unit: UnitId,
    steps: &[battle::PoseStep],
    limit: u16,
    ends: impl Fn(&Pose) -> bool,
) -> Reach {
    let (arm, ground) = (arm(war, unit), war.field().ground());
    let mover = Mover::new(war.field(), unit, steps, limit);
    let files = u16::from(mover.from.formation.files.max(2)) - 1;
    let cost = |stride: &Stride| {
        if stride.step.is_wheel() {
            return Some(stride.worst * files);
        }
        let Some(direction) = stride.step.shift(stride.from.facing) else { return Some(tables::HEX) };
        let climbs = ground.elevation(stride.to.anchor) > ground.elevation(stride.from.anchor);
        let wet = ground.edge(stride.from.anchor, direction).obstacle != battle::Obstacle::None;
        Some(stride.worst + if climbs { tables::CLIMB } else { 0 } + if wet { tables::CLIMB } else { 0 })
    };
    war.searching(|search| {
        search.run(&mover, &(|hex| tables::entry_cost(arm, ground.terrain(hex)), cost));
        search.reach(|place| ends(&place.pose))
    })
}
