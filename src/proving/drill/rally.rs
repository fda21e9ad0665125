//! Rallying: order restored, or a point of strength.

use battle::{Chance, Effect, Event, Forecast, Order, Pool, Quality, Reading, Role, RollKind, UnitId};
use rulebook::{May, Umpire, VerbRow, no};

use super::estimates::tame;
use super::info::RALLY;
use super::marks;
use super::{Drill, War, Why, tables};

pub(super) const RALLY_ROW: VerbRow<Drill> = VerbRow {
    candidates: |war, out| rulebook::each(RALLY, war.field().present_of(war.state.player), out),
    may: may_rally,
    foresee,
    ..VerbRow::new("rally", "Rally", Role::Rally, "DR-RALLY", "Try to restore a unit.", rally)
};

fn most(war: &War, unit: UnitId) -> i16 {
    i16::from(war.stands(unit)) * tables::POINTS
}

fn may_rally(war: &War, order: &Order) -> May<Drill> {
    let Some(unit) = order.unit() else { return no("DR-RALLY", |_, _| String::from("a unit rallies")) };
    if war.own(unit).tried {
        return no("DR-RALLY", |war, order| {
            format!("{} has tried this turn", order.unit().map_or("it", |unit| war.name(unit)))
        });
    }
    if war.marked(unit, marks::DISORDERED) || war.strength(unit) < most(war, unit) {
        return Ok(());
    }
    no("DR-RALLY", |war, order| {
        format!("{} has nothing to restore", order.unit().map_or("the unit", |unit| war.name(unit)))
    })
}

fn rally_pool(war: &War, unit: UnitId) -> Pool {
    let mut pool =
        Pool::new("rally", "DR-RALLY", 1, Reading::Successes(tables::RALLY_NEED)).bounded(2, 6).as_kind(RollKind::Test);
    if war.has_leader(unit) {
        pool.need("led", -1, "DR-RALLY-1");
        if war.options().whole {
            pool = pool.reading_as(Reading::SuccessOrAgain(tables::RALLY_NEED));
        }
    }
    if war.profile(unit).quality >= Quality::Veteran {
        pool.need("veterans", -1, "DR-RALLY-2");
    }
    pool
}

fn rally(umpire: &mut Umpire<'_, Drill>, order: &Order) {
    let Some(unit) = order.unit() else { return };
    umpire.own_mut(unit).tried = true;
    let pool = rally_pool(umpire, unit);
    if umpire.throw(&pool, umpire.by_unit(unit, None, Why::Rally)) == 0 {
        return;
    }
    if umpire.marked(unit, marks::DISORDERED) {
        umpire.mark(unit, marks::DISORDERED, false);
    } else {
        let from = umpire.strength(unit);
        let to = (from + 1).min(most(umpire, unit));
        umpire.emit(Event::Strength { unit, from, to, cause: "rally", clause: "DR-RALLY" });
    }
}

fn foresee(war: &War, order: &Order) -> Forecast {
    let Some(unit) = order.unit() else { return Forecast::default() };
    let pool = rally_pool(war, unit);
    let works = tame(pool.outcome().at_least(1));
    let full = f64::from(war.field().unit(unit).full.max(1));
    let results =
        vec![Chance { label: "rallied", chance: works }, Chance { label: "no effect", chance: tame(1.0 - works) }];
    let effect = Effect { recovers: works / full, succeeds: works, ..Effect::default() };
    Forecast { rolls: vec![pool.shown(Some(unit.into()))], results, effect, ..Forecast::default() }
}
