//! Holding fire: formed foot has to be held back from a target (OTH-FIRE-8, OTH-MORALE-10).

use battle::{Effect, Forecast, Role, UnitId, rule};
use rulebook::no;

use super::aim::{Aim, Shot};
use super::rights::{firers, is_formed_foot, is_target, may_fire_at_all};
use super::score::Manner;
use super::volley::Volley;
use super::{aim, shoot};
use crate::fatigue::{self, Status};
use crate::forecasts::{self, full, tame};
use crate::info::HOLD;
use crate::movement::forming;
use crate::space::{Shape, shape};
use crate::state::Once;
use crate::why::Why;
use crate::{Umpire, VerbRow, War, morale};

pub(crate) const HOLD_ROW: VerbRow = VerbRow {
    candidates: |war, out| rulebook::each(HOLD, war.field().present_of(firers(war)), out),
    may: |war, order| match order.unit() {
        Some(unit) if viable(war, unit).is_some() => Ok(()),
        _ => no("OTH-FIRE-8", |war, order| format!("{} needs no test to hold its fire", war.actor_of(order))),
    },
    foresee: |war, order| {
        let Some(unit) = order.unit() else { return Forecast::default() };
        let pool = morale::test(war, unit, Why::Hold, "OTH-MORALE-10");
        let passes = tame(pool.terms().passes());
        let fails = Effect::default().mixed(&given_away(war, unit), 1.0 - passes);
        let effect = Effect { succeeds: passes, ..fails };
        Forecast { rolls: vec![pool.shown(Some(unit.into()))], effect, ..Forecast::default() }
    },
    ..VerbRow::new(
        "hold",
        "Hold fire",
        Role::Keep,
        "OTH-FIRE-8",
        "Try to hold the fire of formed foot.",
        |umpire, order| {
            if let Some(unit) = order.unit() {
                hold(umpire, unit);
            }
        },
    )
};

/// The nearest target that formed foot could fire at, and has not fired at; none where none is viable.
fn viable(war: &War, unit: UnitId) -> Option<Shot> {
    let own = war.own(unit);
    let owed = is_formed_foot(war, unit) && own.faces == 0 && own.held == Once::Open && may_fire_at_all(war, unit);
    if !owed || war.side(unit) != firers(war) || !rule!("OTH-FIRE-8a") {
        return None;
    }
    let near = |shot: &Shot| !war.options().viable_short || shot.inches <= shot.weapon.ranges()[0];
    let targets = war.enemies(unit).filter(|enemy| is_target(war, unit, *enemy));
    let shots = targets.filter_map(|enemy| aim::shot(war, unit, enemy, Aim::Plain)).filter(near);
    shots.min_by_key(|shot| (if rule!("OTH-FIRE-8b") { shot.inches } else { 0 }, shot.on))
}

/// Tries to hold the fire of a unit: who fails forms line, is tired and fires all the same.
fn hold(umpire: &mut Umpire<'_>, unit: UnitId) {
    umpire.own_mut(unit).held = Once::Done;
    if morale::passes(umpire, unit, Why::Hold, "OTH-MORALE-10") || !rule!("OTH-MORALE-10") {
        return;
    }
    give_way(umpire, unit);
    umpire.own_mut(unit).held = Once::Open;
    let shot = if umpire.present(unit) { viable(umpire, unit) } else { None };
    if let Some(shot) = shot {
        shoot::shoot(umpire, &shot, &[]);
    }
    umpire.own_mut(unit).held = Once::Done;
}

/// A unit that could not be held forms line and is tired.
fn give_way(umpire: &mut Umpire<'_>, unit: UnitId) {
    let faced = matches!(shape(umpire, unit), Shape::Square | Shape::Garrison | Shape::Line);
    if let Some(to) = forming::room_for(umpire, unit, Shape::Line).filter(|_| !faced) {
        forming::change(umpire, unit, to, "OTH-MORALE-10");
    }
    fatigue::hit(umpire, unit, 1, "fire not held", "OTH-MORALE-10");
}

/// What comes of a unit that could not be held: the hit, and its fire all the same.
fn given_away(war: &War, unit: UnitId) -> Effect {
    let (all, had) = (full(war, unit), fatigue::status(war, unit));
    let then = forecasts::supposed(war, |umpire| give_way(umpire, unit));
    let routs = !then.present(unit) || (fatigue::is_routing(&then, unit) && had != Status::Routing);
    let tired = Effect { taken: 1.0 / all, destroyed: f64::from(u8::from(routs)), ..Effect::default() };
    let Some(shot) = viable(&then, unit).filter(|_| !routs) else { return tired };
    let volley = Volley::of(&then, &shot, Manner::Plain);
    let own = super::fate(&then, unit, &volley.costs());
    Effect { taken: (1.0 + own.lost) / all, destroyed: tame(own.routs), ..Effect::default() }
}

/// T9 ends: whoever has not fired holds, in the order of the roster.
pub(crate) fn hold_all(umpire: &mut Umpire<'_>) {
    for unit in umpire.units_of(firers(umpire)) {
        if umpire.present(unit) && viable(umpire, unit).is_some() {
            hold(umpire, unit);
        }
    }
}
