//! The fallback of American militia (MC-MOVE-18 to 20).

use battle::{Effect, Forecast, Manner, Order, Pool, Pose, Reach, Role, UnitId, rule};
use rulebook::no;

use super::{forming, go, pace, throw_of};
use crate::info::{FALLBACK, HALT, RUN, STOP};
use crate::morale::{self, Cause, away, rout};
use crate::profile::{Nation, Troops};
use crate::space::{self, Seat, Shape, shape};
use crate::state::Open;
use crate::why::Why;
use crate::{May, Umpire, VerbRow, War, cards, forecasts, ground, marks, tables};

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
        Some((unit, way)) => rulebook::spots(away::stops(war, unit, way).filter(|to| Some(to) != way.last())),
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
    if rout::is_rout(margin) && umpire.options().is("fallback_stop_fail", "normal") {
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
    let loyal = profile.nation == Nation::Loyalist && war.options().is("loyalist_militia", "as_american");
    if militia && (profile.nation == Nation::American || loyal) && rule!("MC-SPECIAL-3") {
        return forming::may_act(war, unit);
    }
    no("MC-MOVE-18", |war, order| format!("{} is no American militia", war.actor_of(order)))
}

fn pool(war: &War, unit: UnitId) -> Pool {
    morale::test(war, unit, Cause::Stop, &[], Why::Stop)
}

/// How far along a way so many inches take a unit that pays for woods and obstacles.
fn paid(war: &War, unit: UnitId, way: &[Pose], inches: i32) -> usize {
    let (stands, mut left, mut crossed) = (war.stands(unit), inches, Vec::new());
    let free = shape(war, unit) == Shape::Skirmish || war.options().is("fallback_costs", "none");
    for (place, pair) in way.windows(2).enumerate() {
        let slow = pair[1].stands(stands).hexes().iter().any(|hex| ground::slows(war, space::shape_of(&pair[1]), *hex));
        let mut cost = i32::from(space::pitch(war)) * if slow && !free { 2 } else { 1 };
        let step = pair[0].anchor.direction_to(pair[1].anchor);
        for hex in pair[0].stands(stands).front().iter().filter(|_| !free) {
            let run = step.and_then(|step| ground::run_of(war, *hex, step));
            if let Some(run) = run.filter(|run| !crossed.contains(run)) {
                crossed.push(run);
                cost += 2;
            }
        }
        if cost > left {
            return place + 1;
        }
        left -= cost;
    }
    way.len()
}

/// The throw of a fallback (MC-MOVE-18).
fn throw(war: &War, unit: UnitId) -> Pool {
    let mut pool = throw_of(pace(war, unit));
    pool.result("fallback", tables::bonus(Seat::Afoot), "MC-MOVE-18");
    pool
}

/// The way of a unit that throws so many inches to fall back, by which it turns about if it has not.
fn way_back(war: &War, unit: UnitId, thrown: i32) -> Vec<Pose> {
    let free = shape(war, unit) == Shape::Skirmish || war.options().is("fallback_costs", "none");
    let inches = if free { thrown } else { thrown - 2 };
    let enemy: Vec<UnitId> = morale::nearest_enemy(war, unit).into_iter().collect();
    let mut way = away::in_order(war, unit, &enemy, inches / i32::from(space::pitch(war)));
    way.truncate(paid(war, unit, &way, inches));
    away::end_free(war, unit, &mut way);
    if !free && !war.marked(unit, marks::FALLING_BACK) {
        turn_about(war, unit, &mut way);
    }
    way
}

/// What a fallback may bring: where it ends.
fn foresee(war: &War, order: &Order) -> Forecast {
    let Some(unit) = order.unit() else { return Forecast::default() };
    let pool = throw(war, unit);
    let end = |inches: i32| way_back(war, unit, inches).last().copied().unwrap_or(war.pose(unit));
    let ends = pool.outcome().outcomes().map(|(inches, chance)| (end(inches), chance)).collect();
    Forecast { rolls: vec![pool.shown(Some(unit.into()))], ends, ..forecasts::certain() }
}

/// A unit falls back its whole move.
pub(crate) fn fall_back(umpire: &mut Umpire<'_>, unit: UnitId) {
    let key = umpire.by_unit(unit, None, Why::Move);
    let thrown = i32::from(umpire.throw(&throw(umpire, unit), key));
    let way = way_back(umpire, unit, thrown);
    umpire.own_mut(unit).thrown = true;
    umpire.mark(unit, marks::STATES, false);
    umpire.mark(unit, marks::FALLING_BACK, rule!("MC-MOVE-18"));
    let stops = away::stops(umpire, unit, &way).any(|to| Some(&to) != way.last());
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
    } else if rout::is_rout(margin) && umpire.options().is("fallback_stop_fail", "normal") {
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
