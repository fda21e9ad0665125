//! Moves, Marches and Maneuvers: who may go, how far, and where it ends (EA-MOVE, EA-MAN); deployment (EA-SEQ-1).

mod advance;
mod maneuver;
mod reach_map;
mod rolled;
pub(crate) mod room;
pub(crate) mod step;
mod straight;
mod turns;

use battle::{Destination, Event, Forecast, Order, Pose, Reach, Role, UnitId, rule};
use hexes::Facing;
use rulebook::VerbRow;
use serde::Serialize;

use crate::command::{self, Means, may_act};
use crate::info::{ARRIVALS, MANEUVER, MARCH, MOVE, PLACE};
use crate::marks;
use crate::space::measure;
use crate::state::{Flags, flag, flagged};
use crate::{Bar, Class, Eagles, May, Umpire, War, class, fire, forecasts};

pub(crate) use advance::reach as advance_reach;
#[cfg(test)]
pub(crate) use maneuver::reach as maneuver_reach;
pub(crate) use reach_map::ReachMap;
pub(crate) use rolled::{distance_roll, foresee_distance, go, leave_by_exit, objectives_count, turn_to};
pub(crate) use room::{NearEnemies, nearest_fit, nearest_fit_where};
pub(crate) use step::{Footing, Waypoint};
pub(crate) use straight::{rows, straight_lines};
pub(crate) use turns::{free_turns, is_militia, moves_or_turns, turns_at_start, turns_to};

/// How a Unit advances.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Gait {
    /// A Move.
    Move,
    /// A March: never within BW of an enemy (EA-MOVE-7).
    March,
}

pub(crate) const PLACE_ROW: VerbRow<Eagles> = VerbRow {
    candidates: |war, out| {
        if !war.setting().zones[war.state.player.index()].is_empty() {
            rulebook::each(PLACE, war.field().present_of(war.state.player), out);
        }
    },
    may: |war, order| match order.unit() {
        Some(unit) if !flagged(war, unit, Flags::PLACED) && rule!("EA-SEQ-1") => Ok(()),
        _ => Err(barred!("EA-SEQ-1", "has been placed")),
    },
    beyond: |_, _| {
        Bar::new("EA-SEQ-1", |war, order| {
            let (name, pose) = (war.actor_of(order), order.pose.map_or_else(String::new, |pose| pose.to_string()));
            format!("{name} cannot be placed at {pose}: not all of it lies free in its deployment zone")
        })
    },
    foresee: forecasts::ends_there,
    ..VerbRow::new(
        "place",
        "Place",
        Role::Deploy,
        "EA-SEQ-1",
        "Put a Unit where it starts; once for each Unit.",
        |umpire, order| {
            let (Some(unit), Some(pose)) = (order.unit(), order.pose) else { return };
            flag(umpire, unit, Flags::PLACED, true);
            umpire.emit(Event::Placed { unit, pose });
        },
    )
    .to(deployments)
};

pub(crate) const MOVE_ROW: VerbRow<Eagles> = VerbRow {
    candidates: |war, out| {
        let fresh = |unit: &UnitId| war.phase() != ARRIVALS || flagged(war, *unit, Flags::FREE_MOVE);
        rulebook::each(MOVE, war.field().present_of(war.state.player).filter(fresh), out);
    },
    may: |war, order| acts(war, order, |unit| may_advance(war, unit, Gait::Move)),
    beyond: |_, _| no_start("EA-MOVE-1"),
    foresee: |war, order| foresee_advance(war, order, Gait::Move),
    ..VerbRow::new(
        "move",
        "Move",
        Role::Move,
        "EA-MOVE-1",
        "Turn if you like, then roll how far the Unit goes straight ahead.",
        |umpire, order| advance(umpire, order, Gait::Move),
    )
    .to(|war, stem| stem.unit().map_or_else(Reach::default, |unit| starts(war, unit, Gait::Move)))
    .setting_out()
};

pub(crate) const MARCH_ROW: VerbRow<Eagles> = VerbRow {
    candidates: |war, out| rulebook::each(MARCH, war.field().present_of(war.state.player), out),
    may: |war, order| acts(war, order, |unit| may_advance(war, unit, Gait::March)),
    beyond: |_, _| no_start("EA-MOVE-7"),
    foresee: |war, order| foresee_advance(war, order, Gait::March),
    ..VerbRow::new(
        "march",
        "March",
        Role::March,
        "EA-MOVE-7",
        "A Move with one die more, kept a base width off every enemy, without any fire this turn.",
        |umpire, order| advance(umpire, order, Gait::March),
    )
    .to(|war, stem| stem.unit().map_or_else(Reach::default, |unit| starts(war, unit, Gait::March)))
    .setting_out()
};

pub(crate) const MANEUVER_ROW: VerbRow<Eagles> = VerbRow {
    candidates: |war, out| rulebook::each(MANEUVER, war.field().present_of(war.state.player), out),
    may: |war, order| acts(war, order, |unit| may_leave(war, unit)),
    beyond: no_way_there,
    foresee: forecasts::spends_one,
    ..VerbRow::new(
        "maneuver",
        "Maneuver",
        Role::Maneuver,
        "EA-MAN-1",
        "Shift up to a base width any way, then face any way, without dice.",
        |umpire, order| {
            let (Some(unit), Some(to)) = (order.unit(), order.pose) else { return };
            command::begin_action(umpire);
            rolled::maneuver(umpire, unit, to);
        },
    )
    .to(|war, stem| stem.unit().map_or_else(Reach::default, |unit| maneuver::reach(war, unit)))
};

/// An Action of a Unit that holds an Order and is able to.
fn acts(war: &War, order: &Order, able: impl Fn(UnitId) -> May) -> May {
    let Some(unit) = order.unit() else { return Err(barred!("EA-ORD-5", "takes no Action")) };
    may_act(war, unit, Means::Held)?;
    able(unit)
}

/// Whether a Unit may Move or March, its Order apart (EA-MOVE-7, EA-MOVE-8).
fn may_advance(war: &War, unit: UnitId, gait: Gait) -> May {
    may_leave(war, unit)?;
    if gait == Gait::Move {
        return Ok(());
    }
    if war.marked(unit, marks::FIRED | marks::SKIRMISHED) && room::binds_marches() {
        return Err(barred!("EA-MOVE-7", "has fired this turn and cannot March"));
    }
    may_march_from(war, unit, &war.pose(unit))
}

/// Whether a Unit may begin a March in that pose (EA-MOVE-7): no enemy within BW, unless `march_leave`.
pub(crate) fn may_march_from(war: &War, unit: UnitId, pose: &Pose) -> May {
    room::marches_clear(war, pose, pose, &room::near_enemies(war, unit, pose, 0))
}

/// Whether Guns have not fired, so that they may go anywhere at all (EA-MOVE-8).
fn may_leave(war: &War, unit: UnitId) -> May {
    let busy = war.marked(unit, marks::BOMBARDED) || flagged(war, unit, Flags::LAID);
    if class(war, unit) == Class::Guns && busy && fire::guns_move_or_fire() {
        return Err(barred!("EA-MOVE-8", "has fired this turn and stays where it is"));
    }
    Ok(())
}

/// Why a pose is not one to begin a Move or March in.
fn no_start(clause: &'static str) -> Bar {
    Bar::new(clause, |war, order| {
        let (name, pose) = (war.actor_of(order), order.pose.map_or_else(String::new, |pose| pose.to_string()));
        let word = if order.verb == MARCH { "march" } else { "move" };
        format!("{name} cannot begin a {word} as {pose}: name where it stands, turned as it may turn")
    })
}

/// Why a pose is not among those a Unit may go to: no room, or no way.
pub(crate) fn no_way_there(war: &War, order: &Order) -> Bar {
    let (Some(unit), Some(pose)) = (order.unit(), order.pose) else { return step::OCCUPIED };
    room::has_room(war, unit, &pose).err().unwrap_or(Bar::new("EA-SPACE-11", |war, order| {
        let (name, pose) = (war.actor_of(order), order.pose.map_or_else(String::new, |pose| pose.to_string()));
        format!("{name} cannot go to {pose}: too far, or no legal way there")
    }))
}

/// The poses from which a Unit may set off; a March not from one within a base width of an enemy (EA-MOVE-7).
fn starts(war: &War, unit: UnitId, gait: Gait) -> Reach {
    let starts = free_turns(war, unit, &war.pose(unit)).into_iter();
    spots(starts.filter(|start| gait == Gait::Move || may_march_from(war, unit, start).is_ok()))
}

/// Where a Unit may be deployed: anywhere in its side's zone.
fn deployments(war: &War, stem: &Order) -> Reach {
    let Some(unit) = stem.unit() else { return Reach::default() };
    let (zone, formation) = (&war.setting().zones[war.side(unit).index()], measure::formation(war));
    let inside = |pose: &Pose| measure::footprint(war, pose).hexes().iter().all(|hex| zone.contains(hex));
    let poses = zone.iter().flat_map(|hex| Facing::ALL.map(|facing| Pose::new(*hex, facing, formation)));
    spots(poses.filter(|pose| inside(pose) && room::has_room(war, unit, pose).is_ok()))
}

/// A reach of those places and nothing between.
pub(crate) fn spots(poses: impl Iterator<Item = Pose>) -> Reach {
    Reach { places: poses.map(|pose| Destination { pose, cost: 0, previous: None, legal: true }).collect() }
}

fn advance(umpire: &mut Umpire<'_>, order: &Order, gait: Gait) {
    let (Some(unit), Some(start)) = (order.unit(), order.pose) else { return };
    command::begin_action(umpire);
    rolled::set_off(umpire, unit, start, gait);
}

fn foresee_advance(war: &War, order: &Order, gait: Gait) -> Forecast {
    order.unit().map_or_else(Forecast::default, |unit| foresee_distance(war, unit, order.pose, gait))
}
