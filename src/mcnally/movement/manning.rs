//! Crews go back to the guns that they have left (MC-ART-6).

use battle::{Effect, Forecast, Manner, Order, Pose, Reach, Role, UnitId, rule};
use rulebook::no;

use super::dice::{pace, throw_of};
use super::forming::may_act;
use super::path::go;
use super::reach::reach_with;
use crate::forecasts::{full, tame};
use crate::info::MAN;
use crate::space::{Shape, shape_of};
use crate::state::Going;
use crate::why::Why;
use crate::{Umpire, VerbRow, War};

pub(crate) const MAN_ROW: VerbRow = VerbRow {
    candidates: |war, out| {
        let crews = war.field().present_of(war.state.player).filter(|unit| !war.own(*unit).guns_left.is_empty());
        rulebook::each(MAN, crews, out);
    },
    may: |war, order| {
        let Some(unit) = order.unit().filter(|unit| !war.own(*unit).guns_left.is_empty() && rule!("MC-ART-6c")) else {
            return no("MC-ART-6", |war, order| {
                format!("{} has left no guns that it could serve", war.actor_of(order))
            });
        };
        may_act(war, unit)?;
        if war.own(unit).owes_forming {
            return no("MC-MOVE-30", |war, order| format!("{} has to form first", war.actor_of(order)));
        }
        Ok(())
    },
    foresee,
    ..VerbRow::new(
        "man",
        "Back to the guns",
        Role::Rally,
        "MC-ART-6",
        "Throw for the move of crews toward the guns they have left, and serve them if it comes so far.",
        |umpire, order| {
            if let Some(unit) = order.unit() {
                goes_back(umpire, unit);
            }
        },
    )
};

/// Where crews come with so many inches of a reach: to their guns, else as near to them as they can.
fn end(war: &War, unit: UnitId, reach: &Reach, inches: i32) -> Option<Pose> {
    let guns = &war.own(unit).guns_left;
    let far = |pose: &Pose| {
        let print = pose.stands(war.stands(unit));
        guns.iter().map(|gun| print.distance_to(*gun)).sum::<i32>()
    };
    let near = reach.legal().filter(|place| i32::from(place.cost / 100) <= inches);
    let best = near.map(|place| (far(&place.pose), place.cost, place.pose)).min();
    best.map(|(.., pose)| pose).filter(|pose| far(pose) < far(&war.pose(unit)))
}

/// What crews throw for may bring: guns that are served again, or the way to them.
fn foresee(war: &War, order: &Order) -> Forecast {
    let Some(unit) = order.unit() else { return Forecast::default() };
    let pool = throw_of(pace(war, unit));
    let outcome = pool.outcome();
    let most = outcome.highest().max(0);
    let reach = reach_with(war, unit, most as u16, Going::Plain);
    let (mut ends, mut served): (Vec<(Pose, f64)>, f64) = (Vec::new(), 0.0);
    for (inches, chance) in outcome.outcomes() {
        let to = end(war, unit, &reach, inches).unwrap_or_else(|| war.pose(unit));
        served += if shape_of(&to) == Shape::Battery { chance } else { 0.0 };
        match ends.iter_mut().find(|(pose, _)| *pose == to) {
            Some((_, all)) => *all += chance,
            None => ends.push((to, chance)),
        }
    }
    let share = f64::from(war.strength(unit)) / full(war, unit);
    // Who has only come nearer has part of the way behind it.
    let recovers = share * (served + (1.0 - served) * NEARER);
    let effect = Effect { succeeds: tame(served), recovers: tame(recovers), ..Effect::default() };
    Forecast { rolls: vec![pool.shown(Some(unit.into()))], ends, effect, ..Forecast::default() }
}

/// What a move toward the guns is worth of what serving them is.
const NEARER: f64 = 0.3;

fn goes_back(umpire: &mut Umpire<'_>, unit: UnitId) {
    let throw = umpire.by_unit(unit, None, Why::Move);
    let inches = umpire.throw(&throw_of(pace(umpire, unit)), throw).max(0);
    umpire.own_mut(unit).thrown = true;
    let reach = reach_with(umpire, unit, inches as u16, Going::Plain);
    if let Some(to) = end(umpire, unit, &reach, i32::from(inches)) {
        let way = reach.way(&to);
        go(umpire, unit, &way, Manner::Moved, "MC-ART-6");
    }
}
