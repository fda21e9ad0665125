//! Pursuit of routing units, and the moves of both (OW-MORALE-12, OW-MORALE-13).

use battle::{Chance, Departure, Effect, Forecast, Manner, Object, Order, Role, UnitId, rule};
use rulebook::{Target, no};

use crate::formations::shapes;
use crate::info::PURSUE;
use crate::marks;
use crate::measures::{self, actor, kind, target};
use crate::morale::{falling_back, triggers};
use crate::movement::{approach, walking};
use crate::tables::{self, Shape};
use crate::{May, Umpire, VerbRow, War, consequences};

pub(crate) const PURSUE_ROW: VerbRow = VerbRow {
    target: Target::Unit,
    candidates: |war, out| {
        let routs = |unit: &UnitId| war.marked(*unit, marks::ROUTING);
        for router in war.field().present_of(war.state.player.other()).filter(routs) {
            out.extend(war.field().present_of(war.state.player).map(|unit| Order::new(PURSUE).by(unit).on(router)));
        }
    },
    may: may_pursue,
    foresee,
    ..VerbRow::new(
        "pursue",
        "Pursue",
        Role::Pursue,
        "OW-MORALE-13",
        "Test motivation to go after a routing enemy instead of any other move.",
        try_to_pursue,
    )
};

/// Whether a unit may test to pursue that routing enemy.
pub(crate) fn may_pursue(war: &War, order: &Order) -> May {
    let (unit, router) = (actor(order)?, target(order)?);
    let on = war.options().pursuit && rule!("OW-MORALE-13");
    if !on {
        return no("OW-MORALE-13", |_, _| String::from("the option pursuit is off"));
    }
    if !war.present(router) || war.side(router) == war.side(unit) || !war.marked(router, marks::ROUTING) {
        return no("OW-MORALE-13", |war, order| format!("{} is no routing enemy", war.target_of(order)));
    }
    if inches_to(war, unit, router) > pursuit_inches(war, unit) {
        return no("OW-MORALE-13", |war, order| {
            let (Some(unit), Some(router)) = (order.unit(), order.target_unit()) else { return String::new() };
            let limit = pursuit_inches(war, unit);
            format!("{} is farther from {} than the {limit} inches that count", war.name(unit), war.name(router))
        });
    }
    if war.own(unit).tested {
        return no("OW-MORALE-13", |war, order| format!("{} has tested this turn to pursue", war.actor_of(order)));
    }
    if kind(war, unit).is_guns() || shapes::shape(war, unit) == Shape::Square {
        return no("OW-MORALE-13", |war, order| {
            format!("{} cannot advance: guns and squares do not pursue", war.actor_of(order))
        });
    }
    if war.marked(unit, marks::ROUTING | marks::DISORIENTED | marks::BOGGED) {
        return no("OW-MORALE-13", |war, order| format!("{} is routing, disoriented or bogged", war.actor_of(order)));
    }
    Ok(())
}

fn inches_to(war: &War, unit: UnitId, router: UnitId) -> i32 {
    measures::inches(war, war.field().distance(unit, router))
}

fn try_to_pursue(umpire: &mut Umpire<'_>, order: &Order) {
    let (Some(unit), Some(router)) = (order.unit(), order.target_unit()) else { return };
    umpire.own_mut(unit).tested = true;
    if triggers::PURSUIT.passes(umpire, unit, Some(router)) {
        umpire.own_mut(unit).pursues = Some(router);
    }
}

/// Inches of a pursuit: 4, horse 8 (OW-MORALE-13).
fn pursuit_inches(war: &War, unit: UnitId) -> i32 {
    if kind(war, unit).is_horse() { tables::CONSOLIDATION } else { tables::BREAKTHROUGH }
}

/// A pursuit's test, and whether the router is within reach of the move.
fn foresee(war: &War, order: &Order) -> Forecast {
    let (Some(unit), Some(router)) = (order.unit(), order.target_unit()) else { return Forecast::default() };
    let pool = triggers::PURSUIT.pool(war, unit);
    let passes = pool.outcome().at_least(1);
    let near = approach::way_toward(war, unit, router, pursuit_inches(war, unit), 1);
    let end = near.as_ref().map_or(war.pose(unit), |way| way[way.len() - 1]);
    let caught = if measures::apart(war, unit, &end, router) <= 1 { passes } else { 0.0 };
    let results = vec![Chance { label: "pursues", chance: passes }, Chance { label: "rides it down", chance: caught }];
    let effect = Effect {
        inflicted: caught * war.field().unit(router).share(),
        destroys: caught,
        succeeds: passes,
        ..Effect::default()
    };
    let ends = vec![(end, passes), (war.pose(unit), 1.0 - passes)];
    let rolls = vec![pool.shown(Some(Object::Unit(unit)))];
    Forecast { rolls, results, effect, ends, ..Forecast::default() }
}

/// Routing units run, then pursuers follow (OW-MORALE-12, 13).
pub(crate) fn run_and_pursue(umpire: &mut Umpire<'_>) {
    for unit in umpire.units_of(umpire.state.player) {
        if umpire.present(unit) && umpire.marked(unit, marks::ROUTING) && rule!("OW-MORALE-12") {
            falling_back::rout_move(umpire, unit);
        }
    }
    for unit in umpire.units_of(umpire.state.player) {
        if let Some(router) = umpire.own(unit).pursues.filter(|_| umpire.present(unit)) {
            pursue(umpire, unit, router);
        }
    }
}

fn pursue(umpire: &mut Umpire<'_>, unit: UnitId, router: UnitId) {
    umpire.own_mut(unit).moved = true;
    if !umpire.present(router) || !umpire.marked(router, marks::ROUTING) {
        return;
    }
    let inches = pursuit_inches(umpire, unit);
    let way = approach::way_toward(&umpire.seen_by(umpire.side(unit)), unit, router, inches, 1);
    let Some(way) = way else { return };
    walking::go_along(umpire, unit, &way, Manner::Pursued, "OW-MORALE-13");
    if umpire.present(unit) && umpire.field().distance(unit, router) <= 1 {
        umpire.say("{a} rides down {t}", "OW-MORALE-13", unit, Some(router));
        consequences::destroy(umpire, router, Departure::Destroyed, "OW-MORALE-13");
    }
}
