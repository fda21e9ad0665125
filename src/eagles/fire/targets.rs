//! Targets: whom a Unit sees within reach, and which it must take first (EA-FIRE-3, EA-FIRE-6, EA-SKIRM-3).

use battle::{Order, Pool, UnitId, rule};

use super::dice::{Shot, band, fire_pool, fire_reach, is_rolled, skirmish_pool, skirmish_reach};
use crate::sight::{self, Aim, SkirmishAim};
use crate::space::measure;
use crate::space::zones::Zone;
use crate::state::spent;
use crate::{Bar, May, War};

/// A target with what it takes to rank it (EA-FIRE-6).
#[derive(Clone, Copy, Debug)]
struct Ranked {
    /// Who.
    unit: UnitId,
    /// Nearness: lower goes first.
    rank: i32,
    /// Whether it is in the Front zone.
    front: bool,
}

/// What the roll at a target is, if the shooter can see it so and any die is left.
pub(crate) fn shot_at(war: &War, shooter: UnitId, target: UnitId, shot: Shot) -> Option<Pool> {
    let (from, at) = (war.pose(shooter), war.pose(target));
    if shot == Shot::Skirmish {
        return skirmish_sight(war, shooter, target).map(|_| skirmish_pool(war, shooter));
    }
    let aim = aim_of(war, shooter, target, shot)?;
    Some(fire_pool(war, shooter, &from, target, &at, &aim, shot)).filter(is_rolled)
}

fn skirmish_sight(war: &War, shooter: UnitId, target: UnitId) -> Option<SkirmishAim> {
    let reach = skirmish_reach(war, shooter);
    if !close(war, shooter, target, reach) {
        return None;
    }
    let aim = sight::skirmish_aim(war, shooter, &war.pose(shooter), target, &war.pose(target))?;
    Some(aim).filter(|aim| aim.distance <= reach)
}

/// How a shooter sees a target within its reach.
fn aim_of(war: &War, shooter: UnitId, target: UnitId, shot: Shot) -> Option<Aim> {
    let reach = fire_reach(war, shooter);
    if reach == 0 || !close(war, shooter, target, reach) {
        return None;
    }
    let (from, at) = (war.pose(shooter), war.pose(target));
    let aim = sight::aim(war, shooter, &from, target, &at).filter(|aim| aim.distance <= reach);
    aim.or_else(|| shoots_aside(war, shot).then(|| aim_aside(war)))
}

/// Whether a shot needs no aim through the Front zone (EA-FIRE-3): Defend by Fire under the house rule (EA-RES-47).
pub(crate) fn shoots_aside(war: &War, shot: Shot) -> bool {
    let any_side = shot == Shot::Defensive && war.options().defend_fire_any_side && rule!("EA-RES-47");
    any_side || !rule!("EA-FIRE-3")
}

/// How a Unit aims at somebody close by outside its Front zone.
pub(crate) fn aim_aside(war: &War) -> Aim {
    let distance = i32::from(war.field().inches_per_hex());
    Aim { side: Zone::Front, flank_bonus: false, distance }
}

/// Whether a shooter sees a target within reach, whatever dice are left.
pub(crate) fn in_sight(war: &War, shooter: UnitId, target: UnitId, shot: Shot) -> bool {
    match shot {
        Shot::Skirmish => skirmish_sight(war, shooter, target).is_some(),
        _ => aim_of(war, shooter, target, shot).is_some(),
    }
}

/// Quick test that a target may be within so many inches.
fn close(war: &War, shooter: UnitId, target: UnitId, inches: i32) -> bool {
    let hexes = measure::hexes(war, inches);
    measure::near(war, &war.pose(shooter), &war.pose(target), hexes) && war.field().distance(shooter, target) <= hexes
        || war.options().range_los_line
}

/// The targets a Unit may choose for that shot, in the order of the roster: none goes before others that is spent
/// (EA-FIRE-6, EA-UNIT-10).
pub(crate) fn targets(war: &War, shooter: UnitId, shot: Shot) -> Vec<UnitId> {
    let seen = war.field().present_of(war.field().side(shooter).other());
    let all: Vec<Ranked> = seen.filter_map(|unit| ranked(war, shooter, unit, shot)).collect();
    let due = all.iter().filter(|target| target.front && !(spent(war, target.unit) && rule!("EA-UNIT-10c")));
    let best = due.map(|target| target.rank).min();
    let first = |target: &&Ranked| best.is_none_or(|best| target.front && target.rank <= best);
    all.iter().filter(|target| first(target) || !rule!("EA-FIRE-6")).map(|target| target.unit).collect()
}

/// A target and its rank; none when it cannot be shot at.
fn ranked(war: &War, shooter: UnitId, unit: UnitId, shot: Shot) -> Option<Ranked> {
    let (distance, front) = if shot == Shot::Skirmish {
        let aim = skirmish_sight(war, shooter, unit)?;
        (aim.distance, aim.in_front && rule!("EA-SKIRM-3"))
    } else {
        let aim = aim_of(war, shooter, unit, shot)?;
        let (from, at) = (war.pose(shooter), war.pose(unit));
        let pool = fire_pool(war, shooter, &from, unit, &at, &aim, shot);
        Some(pool).filter(is_rolled)?;
        (aim.distance, true)
    };
    let nearest = war.options().priority_nearest && rule!("EA-RES-11");
    let rank = if nearest { distance } else { band(war, distance)? as i32 };
    Some(Ranked { unit, rank, front })
}

/// Whether a target may be chosen for that shot, and if not, why.
pub(crate) fn may_target(war: &War, shooter: UnitId, target: UnitId, shot: Shot) -> May {
    if targets(war, shooter, shot).contains(&target) { Ok(()) } else { Err(why_not(war, shooter, target, shot)) }
}

/// Why a target cannot be chosen.
fn why_not(war: &War, shooter: UnitId, target: UnitId, shot: Shot) -> Bar {
    let skirmish = shot == Shot::Skirmish;
    let reach = if skirmish { skirmish_reach(war, shooter) } else { fire_reach(war, shooter) };
    if reach == 0 {
        return barred!("EA-FIRE-4", "has no Fire, only Skirmish Fire");
    }
    if apart(war, shooter, target) > reach && skirmish {
        return Bar::new("EA-SKIRM-1", |war, order| out_of_reach(war, order, skirmish_reach));
    }
    if apart(war, shooter, target) > reach {
        return Bar::new("EA-FIRE-4", |war, order| out_of_reach(war, order, fire_reach));
    }
    if shot_at(war, shooter, target, shot).is_some() && skirmish {
        return Bar::new("EA-FIRE-6", |war, order| others_first(war, order, Shot::Skirmish));
    }
    if shot_at(war, shooter, target, shot).is_some() {
        return Bar::new("EA-FIRE-6", |war, order| others_first(war, order, Shot::Fire));
    }
    if in_sight(war, shooter, target, shot) {
        return Bar::new("EA-FIRE-7", |war, order| {
            let (name, other) = (war.actor_of(order), war.target_of(order));
            format!("{other} is in cover and so far away that {name} has no die left")
        });
    }
    Bar::new("EA-FIRE-3", |war, order| {
        format!("{} does not see enough of {} from here", war.actor_of(order), war.target_of(order))
    })
}

fn apart(war: &War, shooter: UnitId, target: UnitId) -> i32 {
    measure::inches(war, war.field().distance(shooter, target))
}

fn out_of_reach(war: &War, order: &Order, reach: fn(&War, UnitId) -> i32) -> String {
    let (Some(shooter), Some(target)) = (order.unit(), order.target_unit()) else {
        return String::from("out of reach");
    };
    let (name, other) = (war.name(shooter), war.name(target));
    format!("{other} is {} inches away; {name} reaches {}", apart(war, shooter, target), reach(war, shooter))
}

fn others_first(war: &War, order: &Order, shot: Shot) -> String {
    let nearer = order.unit().map_or_else(Vec::new, |unit| targets(war, unit, shot));
    let names: Vec<&str> = nearer.into_iter().map(|unit| war.name(unit)).collect();
    format!("{} must take a Priority Target first: {}", war.actor_of(order), names.join(" or "))
}
