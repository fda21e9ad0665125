//! Shooting at units: in the own turn, and at chargers (OW-SHOOT, OW-ASSAULT-8).

use battle::{Forecast, Order, Role, UnitId, Verb, rule};
use rulebook::{Target, no};

use crate::assault::defensive_fire;
use crate::fire::gunnery::{Load, Shot};
use crate::fire::{forecasts, volleys};
use crate::frames::Frame;
use crate::info::{FIRE, GRAPE};
use crate::measures::{self, actor, kind, target};
use crate::profile::Kind;
use crate::{May, Umpire, VerbRow, War};

pub(crate) const FIRE_ROW: VerbRow = row(
    |war, out| shots(war, FIRE, out),
    ("fire", "Fire", "OW-SHOOT-1", "Shoot with the whole unit at one enemy unit: muskets or ball."),
);

pub(crate) const GRAPE_ROW: VerbRow = row(
    |war, out| shots(war, GRAPE, out),
    ("grape", "Grape", "OW-UNIT-8", "Shoot grape at an enemy within 12 inches."),
);

const fn row(
    candidates: fn(&War, &mut Vec<Order>),
    (word, title, clause, help): (&'static str, &'static str, &'static str, &'static str),
) -> VerbRow {
    let row = VerbRow::new(word, title, Role::Fire, clause, help, fire);
    VerbRow { target: Target::Unit, candidates, may: may_fire, foresee, ..row }
}

/// The shot an order means, in the own turn or at a charger.
fn shot_of(war: &War, order: &Order) -> Shot {
    let load = if order.verb == GRAPE { Load::Grape } else { Load::Ball };
    match (war.frame(), load) {
        (Some(Frame::DefensiveFire(_)), load) => Shot::Defensive(load),
        (_, Load::Ball) => Shot::Ball,
        (_, Load::Grape) => Shot::Grape,
    }
}

fn shots(war: &War, verb: Verb, out: &mut Vec<Order>) {
    if let Some(Frame::DefensiveFire(unit)) = war.frame() {
        out.extend(war.enemies(*unit).map(|charger| Order::new(verb).by(*unit).on(charger)));
        return;
    }
    let shot = shot_of(war, &Order::new(verb));
    for unit in war.field().present_of(war.state.player) {
        if kind(war, unit) != Kind::Howitzers && volleys::may_shoot(war, unit, shot).is_ok() {
            out.extend(war.enemies(unit).map(|enemy| Order::new(verb).by(unit).on(enemy)));
        }
    }
}

fn may_fire(war: &War, order: &Order) -> May {
    let shot = shot_of(war, order);
    if shot.is_defensive() {
        defensive_fire::may_fire(war, order, shot)
    } else {
        may_fire_in_own_turn(war, order, shot)
    }
}

/// Whether a unit may be ordered to shoot at that enemy: in sight and arc; whatever the range, unless ranges may be
/// measured (OW-SCALE-2).
fn may_fire_in_own_turn(war: &War, order: &Order, shot: Shot) -> May {
    let (unit, enemy) = (actor(order)?, target(order)?);
    volleys::may_shoot(war, unit, shot)?;
    if war.side(enemy) == war.side(unit) || !war.present(enemy) {
        return no("OW-SHOOT-1", |war, order| format!("{} shoots at enemies on the map only", war.actor_of(order)));
    }
    if kind(war, unit) == Kind::Howitzers {
        return no("OW-HOWITZER-3", |war, order| {
            format!("{} drops shells: name the hex of a stand (shell)", war.actor_of(order))
        });
    }
    if volleys::is_shielded(war, enemy, shot) {
        return no("OW-SHOOT-3", |war, order| format!("{} is in contact and cannot be shot at", war.target_of(order)));
    }
    let gunnery = volleys::gunnery(war, unit, shot);
    let out_of_sight = !gunnery.may_aim(enemy) && rule!("OW-SHOOT-2");
    if !out_of_sight {
        return Ok(());
    }
    if measures::may_measure(war) && inches_to(war, unit, enemy) > gunnery.range() {
        return no("OW-SCALE-2", |war, order| {
            let (Some(unit), Some(enemy)) = (order.unit(), order.target_unit()) else { return String::new() };
            let (away, range) = (inches_to(war, unit, enemy), volleys::gunnery(war, unit, shot_of(war, order)).range());
            format!("{} is {away} inches from {}; the range is {range}", war.name(enemy), war.name(unit))
        });
    }
    no("OW-LOS-6", |war, order| {
        let (name, target) = (war.actor_of(order), war.target_of(order));
        format!("no stand of {name} has {target} in sight and in its field of fire")
    })
}

fn inches_to(war: &War, unit: UnitId, enemy: UnitId) -> i32 {
    measures::inches(war, war.field().distance(unit, enemy))
}

fn fire(umpire: &mut Umpire<'_>, order: &Order) {
    let (Some(unit), Some(enemy)) = (order.unit(), order.target_unit()) else { return };
    let shot = shot_of(umpire, order);
    if shot.is_defensive() {
        defensive_fire::fire(umpire, unit, enemy, shot);
    } else {
        volleys::shoot(umpire, unit, enemy, shot);
    }
}

fn foresee(war: &War, order: &Order) -> Forecast {
    let (Some(unit), Some(enemy)) = (order.unit(), order.target_unit()) else { return Forecast::default() };
    let shot = shot_of(war, order);
    if shot.is_defensive() {
        defensive_fire::foresee(war, unit, Some(enemy), Some(shot))
    } else if measures::may_measure(war) {
        forecasts::foresee_volley(war, unit, enemy, shot)
    } else {
        Forecast::default()
    }
}
