//! T5: commanders rally units, empty batteries are supplied (OTH-RALLY, OTH-ART-8).

use battle::{Die, Effect, Forecast, LeaderId, Object, Order, Pool, Reading, Role, UnitId, rule};
use rulebook::{Actor, Target, no};

use super::{commands, inspiration, reaches};
use crate::info::RALLY;
use crate::state::Once;
use crate::why::Why;
use crate::{May, Umpire, VerbRow, War, contacts, fatigue, forecasts, marks, morale, space, tables};

pub(crate) const RALLY_ROW: VerbRow = VerbRow {
    actor: Actor::Leader,
    target: Target::Unit,
    candidates: |war, out| {
        for leader in war.setting().leaders_of(war.state.player) {
            out.extend(war.field().present_of(war.state.player).map(|unit| Order::new(RALLY).by(leader).on(unit)));
        }
    },
    may: may_rally,
    foresee,
    ..VerbRow::new("rally", "Rally", Role::Rally, "OTH-RALLY-1", "Try to take a hit off a unit.", rally)
};

fn may_rally(war: &War, order: &Order) -> May {
    let (Some(leader), Some(unit)) = (order.actor.and_then(Object::leader), order.target_unit()) else {
        return no("OTH-RALLY-1", |_, _| String::from("a commander rallies a unit"));
    };
    let state = war.state.leaders[leader.index()];
    if state.ridden >= 2 && rule!("OTH-MOVE-2") {
        return no("OTH-MOVE-2", |war, order| format!("{} has ridden two segments", war.actor_of(order)));
    }
    let free = state.rallied == Once::Open && war.own(unit).rallied == Once::Open;
    let tired = fatigue::hits_of(war, unit) > 0 && !contacts::is_engaged(war, unit) && war.present(unit);
    let able = commands(war, leader, unit) && reaches(war, leader, unit) && rule!("OTH-RALLY-1");
    if free && tired && able && war.is_players(unit) {
        return Ok(());
    }
    no("OTH-RALLY-1", |war, order| {
        format!("{} rallies one tired unit of his within his range, out of contact", war.actor_of(order))
    })
}

/// The roll to rally a unit.
pub(crate) fn pool(war: &War, leader: LeaderId, unit: UnitId) -> Pool {
    let mut pool = morale::test(war, unit, Why::Rally, "OTH-RALLY-1");
    let inspired = inspiration(war, leader);
    if inspired != 0 {
        pool.need("inspiration", inspired, "OTH-RALLY-1");
    }
    pool
}

fn rally(umpire: &mut Umpire<'_>, order: &Order) {
    let (Some(leader), Some(unit)) = (order.actor.and_then(Object::leader), order.target_unit()) else { return };
    umpire.state.leaders[leader.index()].rallied = Once::Done;
    umpire.own_mut(unit).rallied = Once::Done;
    let pool = pool(umpire, leader, unit);
    if morale::throw(umpire, unit, &pool, Why::Rally) >= 0 && rule!("OTH-RALLY-2") {
        fatigue::relieve(umpire, unit, "rally", "OTH-RALLY-2");
    }
}

fn foresee(war: &War, order: &Order) -> Forecast {
    let (Some(leader), Some(unit)) = (order.actor.and_then(Object::leader), order.target_unit()) else {
        return Forecast::default();
    };
    let pool = pool(war, leader, unit);
    let passes = forecasts::tame(pool.terms().passes());
    let effect = Effect { succeeds: passes, recovers: passes / forecasts::full(war, unit), ..Effect::default() };
    Forecast { rolls: vec![pool.shown(Some(unit.into()))], effect, ..Forecast::default() }
}

/// Empty batteries that did not move and have no enemy near may be supplied (OTH-ART-8).
pub(crate) fn resupply(umpire: &mut Umpire<'_>) {
    let empty = |unit: &UnitId| {
        let still = umpire.own(*unit).inches == 0;
        let print = space::body(umpire, *unit);
        umpire.marked(*unit, marks::EMPTY) && still && space::to_enemy(umpire, *unit, &print) > tables::NEAR
    };
    for unit in umpire.units_of(umpire.state.player).into_iter().filter(empty).collect::<Vec<_>>() {
        let pool = ammunition(umpire);
        if umpire.throw(&pool, umpire.by_unit(unit, None, Why::Resupply)) >= 0 {
            umpire.mark(unit, marks::EMPTY, false);
        }
    }
}

/// The roll for ammunition.
pub(crate) fn ammunition(war: &War) -> Pool {
    Pool::new(Why::Resupply.label(), "OTH-ART-8", 1, Reading::Under(war.options().resupply_on)).of(Die::D10)
}
