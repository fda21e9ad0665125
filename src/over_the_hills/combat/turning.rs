//! Winners of a round turn to face the enemy (OTH-RESULT-7).

use battle::{Effect, Event, Forecast, Manner, Pose, Role, UnitId, rule};
use rulebook::no;

use super::odds;
use super::score::met_on;
use crate::info::{KEEP, TURN};
use crate::space::facing::{Look, toward};
use crate::space::{Aspect, Shape, shape, shape_of};
use crate::state::{Contact, Open};
use crate::{May, Umpire, VerbRow, War, forecasts, ground::going};

pub(crate) const TURN_ROW: VerbRow = VerbRow {
    candidates: |war, out| out.extend(turning(war).map(|unit| battle::Order::new(TURN).by(unit))),
    may: may_turn,
    foresee: |war, _| {
        turning(war).map_or_else(Forecast::default, |unit| {
            fights_on(&forecasts::supposed(war, |umpire| face(umpire, unit)), unit)
        })
    },
    ..VerbRow::new("turn", "Turn to face", Role::Defend, "OTH-RESULT-7", "Turn to the enemy in flank or rear.", turn)
};

pub(crate) const KEEP_ROW: VerbRow = VerbRow {
    candidates: |war, out| out.extend(turning(war).map(|unit| battle::Order::new(KEEP).by(unit))),
    may: may_turn,
    foresee: |war, _| turning(war).map_or_else(Forecast::default, |unit| fights_on(war, unit)),
    ..VerbRow::new("keep", "Stay as it is", Role::Keep, "OTH-RESULT-7", "Fight on as the unit stands.", |umpire, _| {
        umpire.answered();
    })
};

fn turning(war: &War) -> Option<UnitId> {
    match war.frame() {
        Some(Open::Turn(unit)) => Some(*unit),
        _ => None,
    }
}

fn may_turn(war: &War, order: &battle::Order) -> May {
    if turning(war).is_some() && order.unit() == turning(war) {
        return Ok(());
    }
    no("OTH-RESULT-7", |_, _| String::from("only foot or horse that has won a round turns"))
}

/// Whether a unit would turn that has won a round: foot or horse met in flank or rear.
pub(crate) fn turns(war: &War, unit: UnitId) -> bool {
    let guns = war.profile(unit).kind.is_guns() || shape(war, unit) == Shape::Garrison;
    !guns && met_on(war, unit) != Aspect::Front && rule!("OTH-RESULT-7")
}

/// Winners that are met in flank or rear may turn.
pub(crate) fn offer(umpire: &mut Umpire<'_>, winners: Vec<UnitId>) {
    let turns = |unit: &UnitId| turns(umpire, *unit);
    let units: Vec<UnitId> = winners.into_iter().filter(turns).collect();
    units.into_iter().rev().for_each(|unit| umpire.interrupt(Open::Turn(unit)));
}

fn turn(umpire: &mut Umpire<'_>, order: &battle::Order) {
    let Some(unit) = order.unit() else { return };
    umpire.answered();
    face(umpire, unit);
}

/// Who meets a unit in its flank or rear.
fn worst(war: &War, unit: UnitId) -> Option<Contact> {
    war.state.own.contacts.iter().filter(|one| one.on == unit).max_by_key(|one| one.aspect).copied()
}

/// What is left of the combat for a unit that fights on as it stands.
fn fights_on(war: &War, unit: UnitId) -> Forecast {
    let Some(worst) = worst(war, unit) else { return forecasts::certain() };
    let fought = odds::rest(war, unit, worst.by);
    Forecast { effect: Effect { succeeds: 1.0, ..fought.effect }, ..fought }
}

/// What turning is better than standing as one is: to be weighed beside doing nothing.
pub(crate) fn gain(war: &War, unit: UnitId) -> Effect {
    let turned = forecasts::supposed(war, |umpire| face(umpire, unit));
    forecasts::better(&fights_on(war, unit).effect, &fights_on(&turned, unit).effect)
}

/// The unit faces who met it; without room it is met in front all the same.
fn face(umpire: &mut Umpire<'_>, unit: UnitId) {
    let Some(worst) = worst(umpire, unit) else { return };
    if let Some(to) = faced(umpire, unit, worst.by) {
        umpire.emit(Event::Moved { unit, to, path: Vec::new(), manner: Manner::Turned, clause: "OTH-RESULT-7" });
    }
    for one in umpire.state.own.contacts.iter_mut().filter(|one| one.on == unit) {
        one.aspect = Aspect::Front;
    }
}

/// The pose that faces an enemy, where there is room for it.
fn faced(war: &War, unit: UnitId, enemy: UnitId) -> Option<Pose> {
    let pose = war.pose(unit);
    let to = pose.facing(toward(&pose, war.pose(enemy).anchor, Look::At));
    let print = war.field().footprint_at(unit, &to);
    (to != pose && going::is_free_for(war, unit, shape_of(&pose), &print)).then_some(to)
}
