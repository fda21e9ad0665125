//! Force marches: two dice of inches more by road, and a check (SN-MOVE-9).

use battle::{Die, Effect, Forecast, Manner, Order, Pool, Reach, Reading, Role, UnitId, rule};
use rulebook::no;

use super::{Allowed, carry, leave_open, mark_moved, may_go, points, rest, road, routes};
use crate::info::{FORCE, HALT, MARCH};
use crate::orders::conformity;
use crate::state::{Open, Test};
use crate::why::Why;
use crate::{May, Umpire, VerbRow, War, forecasts, morale, tables};

pub(crate) const FORCE_ROW: VerbRow = VerbRow {
    candidates: |war, out| rulebook::each(FORCE, war.field().present_of(war.state.player), out),
    may: may_force,
    foresee: |war, order| order.unit().map_or_else(Forecast::default, |unit| foresee_force(war, unit)),
    ..VerbRow::new(
        "force",
        "Force march",
        Role::March,
        "SN-MOVE-9",
        "March on by road, two dice of inches more.",
        force,
    )
};

pub(crate) const MARCH_ROW: VerbRow = VerbRow {
    candidates: |war, out| out.extend(forced(war).map(|(unit, _)| Order::new(MARCH).by(unit))),
    may: is_forced,
    foresee: foresee_march,
    ..VerbRow::new("march", "March", Role::Place, "SN-MOVE-9", "Name where the force march ends.", march).to(reach)
};

pub(crate) const HALT_ROW: VerbRow = VerbRow {
    candidates: |war, out| out.extend(forced(war).map(|(unit, _)| Order::new(HALT).by(unit))),
    may: may_halt,
    foresee: |war, order| order.unit().map_or_else(Default::default, |unit| morale::foresee_checks(war, unit, 1, None)),
    ..VerbRow::new("halt", "Halt", Role::Keep, "SN-MOVE-9", "End the force march where it began.", |umpire, _| {
        if let Some((unit, _)) = forced(umpire) {
            umpire.answered();
            rest(umpire, unit);
            tire(umpire, unit);
        }
    })
};

fn forced(war: &War) -> Option<(UnitId, u16)> {
    match war.frame() {
        Some(Open::Forced(unit, points)) => Some((*unit, *points)),
        _ => None,
    }
}

fn is_forced(war: &War, order: &Order) -> May {
    if order.unit().is_some() && order.unit() == forced(war).map(|(unit, _)| unit) {
        return Ok(());
    }
    no("SN-MOVE-9", |_, _| String::from("only the unit on its force march goes on"))
}

/// Whether it may end where it began: not when its order obliges it to go on and it can.
fn may_halt(war: &War, order: &Order) -> May {
    is_forced(war, order)?;
    let reach = war.reach_of(&Order { verb: MARCH, ..*order });
    if order.unit().is_some_and(|unit| conformity::must_follow(war, unit, &reach)) {
        return no("SN-ORD-8", |war, order| format!("{} must follow its order", war.actor_of(order)));
    }
    Ok(())
}

/// The dice of a force march.
pub(crate) fn dice() -> Pool {
    Pool::new("force march", "SN-MOVE-9", tables::FORCED, Reading::Total).of(battle::Die::D10)
}

fn may_force(war: &War, order: &Order) -> May {
    let Some(unit) = order.unit() else { return no("SN-MOVE-9", |_, _| String::from("a unit marches")) };
    may_go(war, unit)?;
    let whole = war.own(unit).test == Test::None && road::is_marching(war, unit) && rule!("SN-MOVE-9a");
    if !whole {
        return no("SN-MOVE-9", |war, order| {
            format!("{} must be in march column on a road, in command, its whole move before it", war.actor_of(order))
        });
    }
    if places(war, unit, points(war, unit)).legal().next().is_none() {
        return no("SN-MOVE-9", |war, order| format!("{} has no way by road before it", war.actor_of(order)));
    }
    Ok(())
}

/// What a force march brings: the dice, and the check after it, which it takes wherever it ends. The way is that of an
/// average throw as far as the road goes on.
fn foresee_force(war: &War, unit: UnitId) -> Forecast {
    let checked = morale::foresee_checks(war, unit, 1, None);
    let mean = tables::FORCED * i16::from(Die::D10.faces() + 1) / 2;
    let ahead = places(war, unit, points(war, unit) + road::road_points(war, unit, mean));
    let farthest = ahead.legal().map(|place| place.cost).max().unwrap_or(0);
    let effect = Effect { mobility: f64::from(farthest) / f64::from(tables::FULL), ..checked.effect };
    let rolls = [dice().shown(Some(unit.into()))].into_iter().chain(checked.rolls).collect();
    Forecast { rolls, effect, ..Forecast::default() }
}

fn force(umpire: &mut Umpire<'_>, order: &Order) {
    let Some(unit) = order.unit() else { return };
    let inches = umpire.throw(&dice(), umpire.by_unit(unit, None, Why::Forced));
    let more = if rule!("SN-MOVE-9b") { road::road_points(umpire, unit, inches) } else { 0 };
    let points = points(umpire, unit) + more;
    umpire.interrupt(Open::Forced(unit, points));
}

fn reach(war: &War, stem: &Order) -> Reach {
    let Some((unit, points)) = forced(war).filter(|(unit, _)| stem.unit() == Some(*unit)) else {
        return Reach::default();
    };
    places(war, unit, points)
}

/// Where a force march of so many points may end.
fn places(war: &War, unit: UnitId, points: u16) -> Reach {
    let mut reach = Reach { places: routes(war, unit, points, &Allowed::marching(war)) };
    leave_open(war, unit, &mut reach);
    conformity::bind(war, unit, &mut reach);
    reach
}

fn march(umpire: &mut Umpire<'_>, order: &Order) {
    let (Some(unit), Some(to)) = (order.unit(), order.pose) else { return };
    let way = umpire.reach_of(order).way(&to);
    umpire.answered();
    carry(umpire, unit, way, to, Manner::Marched);
    tire(umpire, unit);
}

/// However far it went, it checks.
fn tire(umpire: &mut Umpire<'_>, unit: UnitId) {
    mark_moved(umpire, unit);
    umpire.interrupt(Open::Checks(unit, u8::from(rule!("SN-MOVE-9c")), None));
}

fn foresee_march(war: &War, order: &Order) -> Forecast {
    let Some(unit) = order.unit() else { return Forecast::default() };
    Forecast { ends: forecasts::ends_there(war, order).ends, ..morale::foresee_checks(war, unit, 1, None) }
}
