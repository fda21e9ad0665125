//! Grand Batteries: batteries side by side that fire as one (OTH-ART-11).

use battle::{Effect, Forecast, Order, Role, UnitId, rule};
use rulebook::{Target, no};

use super::aim::Aim;
use super::rights::{firers, is_target, may_fire_at_all};
use super::volley::Volley;
use super::{aim, score, shoot};
use crate::forecasts::{full, tame};
use crate::info::GRAND;
use crate::space::{Shape, between, is_within, shape};
use crate::{Umpire, VerbRow, War, fatigue, tables};

pub(crate) const GRAND_ROW: VerbRow = VerbRow {
    target: Target::Unit,
    candidates: |war, out| {
        for unit in war.field().present_of(firers(war)).filter(|unit| is_ready(war, *unit)) {
            out.extend(war.enemies(unit).map(|enemy| Order::new(GRAND).by(unit).on(enemy)));
        }
    },
    may: |war, order| match (order.unit(), order.target_unit()) {
        (Some(unit), Some(enemy)) if group(war, unit, enemy).is_some() => Ok(()),
        _ => no("OTH-ART-11", |war, order| {
            let least = war.options().grand_min;
            format!("{} is the first of no {least} batteries side by side that bear on it", war.actor_of(order))
        }),
    },
    foresee,
    ..VerbRow::new("grand", "Grand Battery", Role::Fire, "OTH-ART-11", "Fire with batteries side by side.", fire)
};

/// Whether a battery can be part of one.
fn is_ready(war: &War, unit: UnitId) -> bool {
    shape(war, unit) == Shape::Battery && fatigue::is_steady(war, unit) && may_fire_at_all(war, unit)
}

/// The batteries that fire with the first of them at an enemy: enough, linked by short distances.
fn group(war: &War, first: UnitId, enemy: UnitId) -> Option<Vec<UnitId>> {
    let bears = |unit: &UnitId| {
        is_ready(war, *unit) && is_target(war, *unit, enemy) && aim::shot(war, *unit, enemy, Aim::Plain).is_some()
    };
    let able: Vec<UnitId> = war.field().present_of(firers(war)).filter(bears).collect();
    let mut units = vec![first];
    let mut next = 0;
    while next < units.len() {
        let at = units[next];
        let linked = |unit: &UnitId| is_within(between(war, at, *unit), tables::LINKED) && !units.contains(unit);
        let found: Vec<UnitId> = able.iter().copied().filter(linked).collect();
        units.extend(found);
        next += 1;
    }
    units.sort_unstable();
    let enough = units.len() >= usize::from(war.options().grand_min);
    (able.contains(&first) && units.first() == Some(&first) && enough && rule!("OTH-ART-11")).then_some(units)
}

fn fire(umpire: &mut Umpire<'_>, order: &Order) {
    let (Some(first), Some(enemy)) = (order.unit(), order.target_unit()) else { return };
    let units = group(umpire, first, enemy).unwrap_or_default();
    for unit in units.iter().copied() {
        let there = umpire.present(enemy) && umpire.present(unit) && is_target(umpire, unit, enemy);
        let shot = if there { aim::shot(umpire, unit, enemy, Aim::Plain) } else { None };
        if let Some(shot) = shot {
            shoot::shoot(umpire, &shot, &units);
        }
    }
}

fn foresee(war: &War, order: &Order) -> Forecast {
    let (Some(first), Some(enemy)) = (order.unit(), order.target_unit()) else { return Forecast::default() };
    let (mut rolls, mut hits) = (Vec::new(), battle::Distribution::certain(0));
    let mut own = super::Fate::default();
    for unit in group(war, first, enemy).unwrap_or_default() {
        let Some(shot) = aim::shot(war, unit, enemy, Aim::Plain) else { continue };
        let volley = Volley::of(war, &shot, score::Manner::Massed);
        hits = hits.plus(&volley.hits());
        rolls.push(volley.steady.shown(Some(unit.into())));
        if unit == first {
            own = super::fate(war, unit, &volley.costs());
        }
    }
    let fate = super::fate(war, enemy, &hits);
    let effect = Effect {
        inflicted: fate.lost / full(war, enemy),
        destroys: tame(fate.routs),
        taken: own.lost / full(war, first),
        destroyed: tame(own.routs),
        succeeds: tame(hits.at_least(1)),
        ..Effect::default()
    };
    Forecast { rolls, effect, ..Forecast::default() }
}
