//! The fallback of American militia (MC-MOVE-18 to 20).

use battle::{Effect, Forecast, Manner, Order, Pool, Pose, Reach, Role, UnitId, rule};
use rulebook::no;

use super::dice::{pace, throw_of};
use super::path::go;
use super::{back, forming};
use crate::info::{FALLBACK, HALT, RUN, STOP};
use crate::morale::ways::{Fan, Toll, stops};
use crate::morale::{self, Cause, away, rout};
use crate::profile::{Nation, Troops};
use crate::space::{Seat, Shape, shape};
use crate::state::{Backward, Open};
use crate::why::Why;
use crate::{May, Umpire, VerbRow, War, cards, forecasts, marks, tables};

pub(crate) const FALLBACK_ROW: VerbRow = VerbRow {
    candidates: |war, out| rulebook::each(FALLBACK, war.field().present_of(war.state.player), out),
    may: may_fall_back,
    foresee,
    ..VerbRow::new("fallback", "Fall back", Role::March, "MC-MOVE-18", "Militia falls back.", |umpire, order| {
        if let Some(unit) = order.unit() {
            fall_back(umpire, unit);
        }
    })
};

pub(crate) const STOP_ROW: VerbRow = VerbRow {
    candidates: |war, out| rulebook::each(STOP, war.field().present_of(war.state.player), out),
    may: |war, order| match order.unit() {
        Some(unit) if owes(war, unit) && may_try(war, unit) => Ok(()),
        _ => no("MC-MOVE-19", |war, order| format!("{} does not fall back, or has tried", war.actor_of(order))),
    },
    foresee: |war, order| match order.unit() {
        Some(unit) => frees(forecasts::tested(&pool(war, unit), unit)),
        None => forecasts::certain(),
    },
    ..VerbRow::new("stop", "Stop", Role::Rally, "MC-MOVE-19", "Test to stop falling back, and reform.", stop)
};

pub(crate) const HALT_ROW: VerbRow = VerbRow {
    candidates: |war, out| out.extend(falling(war).map(|(unit, _)| Order::new(HALT).by(unit))),
    may: |war, order| match falling(war) {
        Some((unit, _)) if order.unit() == Some(unit) => Ok(()),
        _ => no("MC-MOVE-19", |_, _| String::from("only militia that falls back stops")),
    },
    foresee: |war, order| {
        let (Some((unit, way)), Some(to)) = (falling(war), order.pose) else { return Forecast::default() };
        let forecast = forecasts::tested(&pool(war, unit), unit);
        let (stops, end) = (forecast.effect.succeeds, way.last().copied().unwrap_or(to));
        Forecast { ends: vec![(to, stops), (end, 1.0 - stops)], ..forecast }
    },
    ..VerbRow::new(
        "halt",
        "Stop there",
        Role::Place,
        "MC-MOVE-19",
        "Test to stop falling back at a place on the way.",
        halt,
    )
    .to(|war, stem| match falling(war).filter(|(unit, _)| stem.unit() == Some(*unit)) {
        Some((unit, way)) => rulebook::spots(stops(war, unit, way).filter(|to| Some(to) != way.last())),
        None => Reach::default(),
    })
};

pub(crate) const RUN_ROW: VerbRow = VerbRow {
    candidates: |war, out| out.extend(falling(war).map(|(unit, _)| Order::new(RUN).by(unit))),
    may: |war, order| match falling(war) {
        Some((unit, _)) if order.unit() == Some(unit) => Ok(()),
        _ => no("MC-MOVE-19", |_, _| String::from("only militia that falls back runs on")),
    },
    foresee: |war, _| {
        let end = falling(war).and_then(|(_, way)| way.last().copied());
        Forecast { ends: end.map(|end| (end, 1.0)).into_iter().collect(), ..forecasts::certain() }
    },
    ..VerbRow::new("run", "Run on", Role::Keep, "MC-MOVE-19", "Fall back the whole move.", |umpire, _| {
        if let Some(Open::Falling(unit, way)) = umpire.answered() {
            go(umpire, unit, &way, Manner::Withdrew, "MC-MOVE-18");
        }
    })
};

/// The same of a test by which a unit is free to go again after the turn in which it reforms.
fn frees(forecast: Forecast) -> Forecast {
    let effect = Effect { mobility: forecast.effect.succeeds, ..forecast.effect };
    Forecast { effect, ..forecast }
}

/// The militia that falls back now, and its way.
fn falling(war: &War) -> Option<(UnitId, &Vec<Pose>)> {
    match war.frame() {
        Some(Open::Falling(unit, way)) => Some((*unit, way)),
        _ => None,
    }
}

/// A test to stop in the middle of a fallback: passed, the unit stays there and reforms in its next activation.
fn halt(umpire: &mut Umpire<'_>, order: &Order) {
    let (Some(to), Some(Open::Falling(unit, mut way))) = (order.pose, umpire.answered()) else { return };
    umpire.own_mut(unit).tried = true;
    let pool = pool(umpire, unit);
    let margin = morale::throw(umpire, unit, &pool, None, Why::Stop);
    if margin >= 0 {
        let place = way.iter().position(|pose| *pose == to).unwrap_or(0);
        way.truncate(place + 1);
        umpire.mark(unit, marks::FALLING_BACK, false);
        umpire.own_mut(unit).stopped = rule!("MC-MOVE-20");
    }
    go(umpire, unit, &way, Manner::Withdrew, "MC-MOVE-18");
    if rout::is_rout(margin) && umpire.options().fallback_routs {
        rout::breaks(umpire, unit, rout::When::Now);
    }
}

/// Whether an active unit falls back and has not moved for it.
pub(crate) fn owes(war: &War, unit: UnitId) -> bool {
    cards::is_active(war, unit) && war.marked(unit, marks::FALLING_BACK) && !war.own(unit).thrown
}

/// Whether a unit may try to stop: once an activation.
fn may_try(war: &War, unit: UnitId) -> bool {
    !war.own(unit).tried && rule!("MC-MOVE-19")
}

fn may_fall_back(war: &War, order: &Order) -> May {
    let Some(unit) = order.unit() else { return no("MC-MOVE-18", |_, _| String::from("militia falls back")) };
    if owes(war, unit) {
        return Ok(());
    }
    let profile = war.profile(unit);
    let militia = matches!(profile.troops, Troops::Militia | Troops::Riflemen);
    let loyal = profile.nation == Nation::Loyalist && war.options().loyalists_as_american;
    if militia && (profile.nation == Nation::American || loyal) && rule!("MC-SPECIAL-3") {
        return forming::may_act(war, unit);
    }
    no("MC-MOVE-18", |war, order| format!("{} is no American militia", war.actor_of(order)))
}

fn pool(war: &War, unit: UnitId) -> Pool {
    morale::test(war, unit, Cause::Stop, &[], Why::Stop)
}

/// The throw of a fallback (MC-MOVE-18).
fn throw(war: &War, unit: UnitId) -> Pool {
    let mut pool = throw_of(pace(war, unit));
    pool.result("fallback", tables::bonus(Seat::Afoot), "MC-MOVE-18");
    pool
}

/// The inches of a unit that throws so many to fall back, and whether it pays for the ground: who does turns about first.
fn inches_of(war: &War, unit: UnitId, thrown: i32) -> (i32, Toll) {
    let free = shape(war, unit) == Shape::Skirmish || war.options().fallback_free;
    if free { (thrown, Toll::Free) } else { (thrown - 2, Toll::Paid) }
}

/// All ways of a unit that throws at most so many inches to fall back.
fn fan(war: &War, unit: UnitId, most: i32) -> Fan {
    let (inches, toll) = inches_of(war, unit, most);
    let enemy: Vec<UnitId> = morale::nearest_enemy(war, unit).into_iter().collect();
    Fan::new(war, unit, &enemy, inches, toll)
}

/// The ways of a unit that throws so many inches to fall back, by which it turns about if it has not.
fn ways_back(war: &War, unit: UnitId, fan: &Fan, thrown: i32) -> Vec<Vec<Pose>> {
    let (inches, toll) = inches_of(war, unit, thrown);
    let mut ways = fan.ways(inches);
    if toll == Toll::Paid && !war.marked(unit, marks::FALLING_BACK) {
        ways.iter_mut().for_each(|way| turn_about(war, unit, way));
    }
    ways
}

/// What a fallback may bring: where it ends, by the first of equal ways.
fn foresee(war: &War, order: &Order) -> Forecast {
    let Some(unit) = order.unit() else { return Forecast::default() };
    let pool = throw(war, unit);
    let thrown = pool.outcome();
    let fan = fan(war, unit, thrown.outcomes().map(|(inches, _)| inches).max().unwrap_or(0));
    let end = |inches: i32| ways_back(war, unit, &fan, inches)[0].last().copied().unwrap_or(war.pose(unit));
    let ends = thrown.outcomes().map(|(inches, chance)| (end(inches), chance)).collect();
    Forecast { rolls: vec![pool.shown(Some(unit.into()))], ends, ..forecasts::certain() }
}

/// A unit falls back its whole move.
pub(crate) fn fall_back(umpire: &mut Umpire<'_>, unit: UnitId) {
    let key = umpire.by_unit(unit, None, Why::Move);
    let thrown = i32::from(umpire.throw(&throw(umpire, unit), key));
    let ways = ways_back(umpire, unit, &fan(umpire, unit, thrown), thrown);
    umpire.own_mut(unit).thrown = true;
    umpire.mark(unit, marks::STATES, false);
    umpire.mark(unit, marks::FALLING_BACK, rule!("MC-MOVE-18"));
    if let Some(way) = back::sets_out(umpire, unit, ways, Backward::FallingBack) {
        falls(umpire, unit, way);
    }
}

/// A unit falls back along a way, on which it may test to stop.
pub(crate) fn falls(umpire: &mut Umpire<'_>, unit: UnitId, way: Vec<Pose>) {
    let stops = stops(umpire, unit, &way).any(|to| Some(&to) != way.last());
    if stops && may_try(umpire, unit) {
        return umpire.interrupt(Open::Falling(unit, way));
    }
    go(umpire, unit, &way, Manner::Withdrew, "MC-MOVE-18");
}

/// A unit turns about where it stands and goes the same way, if it finds room at its end so.
fn turn_about(war: &War, unit: UnitId, way: &mut Vec<Pose>) {
    let stands = war.stands(unit);
    let turned: Vec<Pose> = way.iter().map(|pose| away::about(pose, stands)).collect();
    if turned.last().is_some_and(|end| crate::losses::fits(war, unit, end)) {
        let start = way.first().copied();
        *way = start.into_iter().chain(turned).collect();
    }
}

fn stop(umpire: &mut Umpire<'_>, order: &Order) {
    let Some(unit) = order.unit() else { return };
    umpire.own_mut(unit).tried = true;
    let margin = morale::throw(umpire, unit, &pool(umpire, unit), None, Why::Stop);
    if margin >= 0 {
        umpire.mark(unit, marks::FALLING_BACK, false);
        umpire.own_mut(unit).thrown = true;
        umpire.mark(unit, marks::REFORMING | marks::MOVED, true);
    } else if rout::is_rout(margin) && umpire.options().fallback_routs {
        rout::breaks(umpire, unit, rout::When::Now);
    }
}

/// Who still falls back at the end of step 4 moves for it.
pub(crate) fn all(umpire: &mut Umpire<'_>) {
    for unit in umpire.units_of(umpire.state.player) {
        if owes(umpire, unit) {
            umpire.after(Open::FallsBack(unit));
        }
    }
}
