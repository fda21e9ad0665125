//! Crews that have left their guns go back and serve them again (MC-ART-6).

use battle::{Destination, Effect, Forecast, Manner, Order, Pose, Reach, Role, UnitId, rule};
use hexes::{Direction, Facing, Hex, HexMap};
use rulebook::no;

use super::forming::may_act;
use super::{go, loose, pace, sheet, throw_of};
use crate::forecasts::{full, tame};
use crate::info::MAN;
use crate::space::{Seat, Shape, body, formation, pitch};
use crate::why::Why;
use crate::{Umpire, VerbRow, War, ground, losses};

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

/// Whether a battery is without its guns.
pub(crate) fn is_without_guns(war: &War, unit: UnitId) -> bool {
    let own = war.own(unit);
    war.profile(unit).is_guns() && (own.guns_taken || !own.guns_left.is_empty())
}

/// The poses in which crews serve the guns that they have left, where these stand in their row.
fn served(war: &War, unit: UnitId) -> impl Iterator<Item = Pose> + '_ {
    let mut guns = war.own(unit).guns_left.clone();
    guns.sort_unstable();
    let battery = formation(war.stands(unit), Shape::Battery, Seat::Afoot);
    let poses: Vec<Pose> = guns
        .iter()
        .flat_map(|hex| Facing::ALL.map(|facing| Pose::new(*hex, facing, battery)))
        .filter(|pose| losses::fits(war, unit, pose))
        .collect();
    poses.into_iter().filter(move |pose| {
        let mut hexes = pose.stands(war.stands(unit)).hexes().to_vec();
        hexes.sort_unstable();
        hexes == guns
    })
}

/// Adds to where crews without their guns come with so many inches the guns, and takes off where they would stand among
/// them without serving them.
pub(super) fn ways_to_guns(war: &War, unit: UnitId, inches: u16, reach: &mut Reach) {
    let (guns, stands) = (war.own(unit).guns_left.clone(), war.stands(unit));
    if guns.is_empty() {
        return;
    }
    let among = |pose: &Pose| pose.stands(stands).hexes().iter().any(|hex| guns.contains(hex));
    reach.places.iter_mut().filter(|place| among(&place.pose)).for_each(|place| place.legal = false);
    let watched = sheet::watched(war, unit, &[]);
    let enters = |from: Hex, way: Direction| {
        let to = from + way;
        !watched.contains(to) && ground::may_enter(war, unit, Shape::Skirmish, to)
    };
    let limit = inches / pitch(war);
    let print = body(war, unit);
    let floods: Vec<HexMap<u16>> =
        print.hexes().iter().map(|hex| loose::flood(war, unit, *hex, limit, &enters)).collect();
    for pose in served(war, unit) {
        if let Some(gone) = loose::farthest(&floods, &pose.stands(stands)) {
            let cost = (gone * pitch(war)).saturating_mul(100);
            reach.places.push(Destination { pose, cost, previous: None, legal: true });
        }
    }
}

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
    let reach = super::reach_with(war, unit, most as u16, crate::state::Going::Plain);
    let (mut ends, mut served): (Vec<(Pose, f64)>, f64) = (Vec::new(), 0.0);
    for (inches, chance) in outcome.outcomes() {
        let to = end(war, unit, &reach, inches).unwrap_or_else(|| war.pose(unit));
        served += if crate::space::shape_of(&to) == Shape::Battery { chance } else { 0.0 };
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
    let reach = super::reach_with(umpire, unit, inches as u16, crate::state::Going::Plain);
    if let Some(to) = end(umpire, unit, &reach, i32::from(inches)) {
        let way = reach.way(&to);
        go(umpire, unit, &way, Manner::Moved, "MC-ART-6");
    }
}

/// Crews that end a move at their guns serve them again.
pub(super) fn man(umpire: &mut Umpire<'_>, unit: UnitId) {
    let print = body(umpire, unit);
    let there = umpire.own(unit).guns_left.iter().any(|hex| print.contains(*hex));
    if there && crate::space::shape(umpire, unit) == Shape::Battery {
        umpire.own_mut(unit).guns_left.clear();
        umpire.say("{a} serves its guns again", "MC-ART-6", unit, None);
    }
}
