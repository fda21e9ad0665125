//! Fire: alone, together, gun by gun (MC-FIRE, MC-ART).

pub(crate) mod aim;

use battle::{Chance, Die, Distribution, Effect, Forecast, Order, Pool, Pose, Reading, Role, RollKind, UnitId, rule};
use rulebook::{Target, no};

use crate::forecasts::{full, lost, tame};
use crate::info::{FIRE, JOIN, LOOSE, MASS, MOVEMENT};
use crate::modifiers::Given;
use crate::modifiers::fire::COVERS;
use crate::morale::{self, panic};
use crate::movement;
use crate::space::{self, Shape, shape};
use crate::state::Open;
use crate::why::Why;
use crate::{May, Umpire, VerbRow, War, cards, forecasts, losses, marks, tables};
use aim::{Manner, Shot, shot};

pub(crate) const FIRE_ROW: VerbRow = VerbRow {
    target: Target::Unit,
    candidates: |war, out| pairs(war, FIRE, out),
    may: may_fire,
    foresee: |war, order| match (order.unit(), order.target_unit()) {
        (Some(by), Some(on)) => foresee(war, &shot(war, by, on, Manner::Own).into_iter().collect::<Vec<_>>(), on),
        _ => Forecast::default(),
    },
    ..VerbRow::new("fire", "Fire", Role::Fire, "MC-FIRE-1", "Fire at an enemy.", |umpire, order| {
        if let (Some(by), Some(on)) = (order.unit(), order.target_unit()) {
            let shot = shot(umpire, by, on, Manner::Own);
            shoot(umpire, &shot.into_iter().collect::<Vec<_>>(), on);
        }
    })
};

pub(crate) const JOIN_ROW: VerbRow = VerbRow {
    target: Target::Unit,
    candidates: |war, out| pairs(war, JOIN, out),
    may: |war, order| {
        may_fire(war, order)?;
        let (Some(by), Some(on)) = (order.unit(), order.target_unit()) else {
            return no("MC-FIRE-8", |_, _| String::from("units join a volley"));
        };
        let open = match war.frame() {
            Some(Open::Volley(target, units)) => *target == on && !units.contains(&by),
            _ => others(war, by, on),
        };
        if open && bears(war, by, on) {
            return Ok(());
        }
        no("MC-FIRE-8", |war, order| format!("{} has nobody to fire together with", war.actor_of(order)))
    },
    foresee: together,
    ..VerbRow::new("join", "Join a volley", Role::Fire, "MC-FIRE-8", "Fire with other units in one total.", |u, o| {
        let (Some(by), Some(on)) = (o.unit(), o.target_unit()) else { return };
        let mut units = gathered(u);
        if !units.is_empty() {
            u.answered();
        }
        units.push(by);
        u.interrupt(Open::Volley(on, units));
    })
};

pub(crate) const MASS_ROW: VerbRow = VerbRow {
    target: Target::Unit,
    candidates: |war, out| pairs(war, MASS, out),
    may: |war, order| {
        may_fire(war, order)?;
        let massed = order.unit().zip(order.target_unit()).map_or(0, |(by, on)| bearing(war, by, on).len());
        if massed > 1 {
            return Ok(());
        }
        no("MC-FIRE-8", |war, order| format!("{} has nobody to fire together with", war.actor_of(order)))
    },
    foresee: together,
    ..VerbRow::new(
        "mass",
        "Fire all together",
        Role::Command,
        "MC-FIRE-8",
        "All units that bear on the target fire in one total.",
        |umpire, order| {
            if let (Some(by), Some(on)) = (order.unit(), order.target_unit()) {
                let shots = shots(umpire, &bearing(umpire, by, on), on);
                shoot(umpire, &shots, on);
            }
        },
    )
};

pub(crate) const LOOSE_ROW: VerbRow = VerbRow {
    candidates: |war, out| out.extend(gathered(war).first().map(|first| Order::new(LOOSE).by(*first))),
    may: |war, order| match gathered(war).first() {
        Some(first) if order.unit() == Some(*first) => Ok(()),
        _ => no("MC-FIRE-8", |_, _| String::from("no volley is gathered")),
    },
    foresee: |war, _| match war.frame() {
        Some(Open::Volley(on, units)) => foresee(war, &shots(war, units, *on), *on),
        _ => Forecast::default(),
    },
    ..VerbRow::new("loose", "Let fly", Role::Fire, "MC-FIRE-8", "Fire the volley that is gathered.", |umpire, _| {
        if let Some(Open::Volley(on, units)) = umpire.answered() {
            let shots = shots(umpire, &units, on);
            shoot(umpire, &shots, on);
        }
    })
};

/// Units that have joined a volley.
fn gathered(war: &War) -> Vec<UnitId> {
    match war.frame() {
        Some(Open::Volley(_, units)) => units.clone(),
        _ => Vec::new(),
    }
}

fn shots(war: &War, units: &[UnitId], on: UnitId) -> Vec<Shot> {
    units.iter().filter_map(|by| shot(war, *by, on, Manner::Own)).collect()
}

/// The shots of fire together at the target that an order names.
fn joint(war: &War, order: &Order) -> Option<(Vec<Shot>, UnitId)> {
    let (by, on) = order.unit().zip(order.target_unit())?;
    let units = match order.verb {
        MASS => bearing(war, by, on),
        JOIN => gathered(war).into_iter().chain([by]).collect(),
        _ => return None,
    };
    Some((shots(war, &units, on), on))
}

/// What fire together may bring.
pub(crate) fn together(war: &War, order: &Order) -> Forecast {
    joint(war, order).map_or_else(Forecast::default, |(shots, on)| foresee(war, &shots, on))
}

/// The share of the figures of fire together that are those of the unit ordered.
pub(crate) fn share_of(war: &War, order: &Order) -> Option<f64> {
    let (shots, _) = joint(war, order)?;
    let all: i16 = shots.iter().map(|shot| shot.figures).sum();
    let own: i16 = shots.iter().filter(|shot| Some(shot.by) == order.unit()).map(|shot| shot.figures).sum();
    Some(f64::from(own) / f64::from(all.max(1)))
}

/// Whether a unit fires together with others: guns do not.
fn may_join(war: &War, unit: UnitId) -> bool {
    !war.profile(unit).is_guns() || !rule!("MC-ART-3")
}

/// Whether a unit could fire at an enemy together with others (MC-FIRE-8).
fn bears(war: &War, by: UnitId, on: UnitId) -> bool {
    let able = is_able(war, by) && may_join(war, by) && rule!("MC-FIRE-8");
    able && shot(war, by, on, Manner::Own).is_some()
}

/// Whether another unit could fire at the same enemy.
fn others(war: &War, by: UnitId, on: UnitId) -> bool {
    war.field().present_of(war.side(by)).any(|other| other != by && bears(war, other, on))
}

/// The unit and all others that could fire at an enemy together with it.
fn bearing(war: &War, by: UnitId, on: UnitId) -> Vec<UnitId> {
    let rest = war.field().present_of(war.side(by)).filter(|other| *other != by);
    std::iter::once(by).chain(rest).filter(|unit| bears(war, *unit, on)).collect()
}

fn pairs(war: &War, verb: battle::Verb, out: &mut Vec<Order>) {
    for by in war.field().present_of(war.state.player).filter(|unit| is_able(war, *unit)) {
        out.extend(war.enemies(by).map(|on| Order::new(verb).by(by).on(on)));
    }
}

/// Whether a unit is in a state to fire in step 5 (MC-FIRE-13, MC-MOVE-20, 22, MC-CHARGE-19).
pub(crate) fn is_able(war: &War, unit: UnitId) -> bool {
    let barred = marks::SPENT | marks::ROUTING | marks::FALLING_BACK | marks::MASKED | marks::CONTACT;
    let all = war.options().all_move_and_fire || !rule!("MC-MOVE-22");
    let moved = war.marked(unit, marks::MOVED) && !war.own(unit).light_move && !all;
    let ready = !war.marked(unit, barred) || !rule!("MC-FIRE-13");
    cards::is_active(war, unit) && ready && !moved && !(war.own(unit).engaged && rule!("MC-CHARGE-19"))
}

fn may_fire(war: &War, order: &Order) -> May {
    let (Some(by), Some(on)) = (order.unit(), order.target_unit()) else {
        return no("MC-FIRE-1", |_, _| String::from("a unit fires at a unit"));
    };
    if !is_able(war, by) {
        return no("MC-FIRE-13", |war, order| {
            format!("{} has moved, or is spent, routing, masked, engaged or not under this card", war.actor_of(order))
        });
    }
    let open = war.present(on) && war.side(on) != war.side(by) && !war.marked(on, marks::CONTACT);
    if open && shot(war, by, on, Manner::Own).is_some() && rule!("MC-FIRE-1") {
        return Ok(());
    }
    no("MC-FIRE-5", |war, order| {
        format!("{} has {} not in arc, range and sight, or has fired", war.actor_of(order), war.target_of(order))
    })
}

/// The column of the combat table for so many figures (MC-FIRE-3).
fn column(figures: i16) -> &'static battle::Chart {
    tables::column(if rule!("MC-FIRE-3") { figures } else { tables::FIGURES })
}

/// The rolls of so many figures: one for each thirty and one for the rest (MC-FIRE-2).
pub(crate) fn pools(figures: i16, mods: &[Given], why: Why, clause: &'static str) -> Vec<Pool> {
    let mut left = figures;
    let mut pools = Vec::new();
    while left > 0 {
        let now = if rule!("MC-FIRE-2") { left.min(tables::FIGURES) } else { left };
        let mut pool =
            Pool::new(why.label(), clause, 1, Reading::Row(column(now))).of(Die::D10).as_kind(RollKind::Hits);
        for (row, value) in mods.iter().filter(|_| why != Why::Fire || rule!("MC-FIRE-10")) {
            pool.each(row.name, *value, row.clause);
        }
        pools.push(pool);
        left -= now;
    }
    pools
}

/// The rolls of shots together: one total, each modifier of any of them once (MC-FIRE-8), of covers the best (MC-FIRE-11).
pub(crate) fn pools_of(shots: &[Shot]) -> Vec<Pool> {
    let mut mods: Vec<Given> = Vec::new();
    for one in shots.iter().flat_map(|shot| &shot.mods) {
        if !mods.contains(one) {
            mods.push(*one);
        }
    }
    let is_cover = |(row, _): &Given| COVERS.contains(row);
    let best = mods.iter().copied().filter(is_cover).map(|(_, value)| value).min();
    mods.retain(|one| !is_cover(one) || Some(one.1) == best);
    pools(shots.iter().map(|shot| shot.figures).sum(), &mods, Why::Fire, "MC-FIRE-3")
}

/// Units fire at one enemy; says how many figures he lost.
pub(crate) fn shoot(umpire: &mut Umpire<'_>, shots: &[Shot], on: UnitId) -> i16 {
    let Some(first) = shots.first() else { return 0 };
    name_others(umpire, first.by, shots, on);
    let (by, figures) = (first.by, shots.iter().map(|shot| shot.figures).sum());
    let mut hits = 0;
    for pool in pools_of(shots) {
        let throw = umpire.by_unit(by, Some(on), Why::Fire);
        hits += umpire.throw(&pool, throw);
    }
    for shot in shots {
        umpire.own_mut(shot.by).fired |= shot.bits;
        umpire.mark(shot.by, marks::FIRED, true);
    }
    let lost = losses::lose_to(umpire, on, Some(by), hits, "fire", "MC-FIRE-1");
    panic::under_fire(umpire, on, figures, lost);
    counter(umpire, by, on, lost);
    lost
}

/// Tells who fires together with the first: the dice are thrown in his name (MC-FIRE-8).
fn name_others(umpire: &mut Umpire<'_>, first: UnitId, shots: &[Shot], on: UnitId) {
    for shot in shots.iter().filter(|shot| shot.by != first) {
        umpire.say("{a} joins the volley at {t}", "MC-FIRE-8", shot.by, Some(on));
    }
}

/// A gun that hits guns may destroy one (MC-ART-4).
fn counter(umpire: &mut Umpire<'_>, by: UnitId, on: UnitId, lost: i16) {
    if lost > 0 && counters(umpire, by, on) {
        let throw = umpire.by_unit(by, Some(on), Why::Counter);
        if umpire.throw(&counter_pool(), throw) > 0 {
            losses::destroy_gun(umpire, on, by);
        }
    }
}

fn counter_pool() -> Pool {
    Pool::new(Why::Counter.label(), "MC-ART-4", 1, Reading::Successes(tables::DESTROYS)).of(Die::D10)
}

/// Whether a gun that hits throws to destroy one (MC-ART-4).
fn counters(war: &War, by: UnitId, on: UnitId) -> bool {
    let target = war.present(on) && shape(war, on) != Shape::Crowd && war.profile(on).is_guns();
    target && war.profile(by).is_guns() && rule!("MC-ART-4")
}

/// Figures that shots cost a target, the crew of a gun destroyed among them.
fn losses_by(war: &War, shots: &[Shot], on: UnitId) -> Distribution {
    let there = i32::from(war.strength(on));
    let fire = lost(&pools_of(shots), war.strength(on));
    let Some(by) = shots.first().map(|shot| shot.by).filter(|by| counters(war, *by, on)) else { return fire };
    let destroys = counter_pool().outcome().at_least(1);
    fire.mix(|hit| {
        if hit == 0 || hit >= there {
            return Distribution::certain(hit);
        }
        let left = i32::from(losses::left_without_gun(war, on, by, hit as i16));
        let gone = Distribution::certain(there - left);
        Distribution::mixture(&[(1.0 - destroys, Distribution::certain(hit)), (destroys, gone)])
    })
}

/// What fire makes of a target: the share it loses, and the chance that it is left with cause for a marker (MC-PANIC-4, 8).
pub(crate) fn worth(war: &War, shots: &[Shot], on: UnitId) -> (f64, f64) {
    let outcome = losses_by(war, shots, on);
    let figures: i16 = shots.iter().map(|shot| shot.figures).sum();
    let (profile, own) = (war.profile(on), war.own(on));
    let green = profile.class >= 4 && own.fired_at + figures >= tables::SHAKES && !own.shaken;
    let gone = outcome.at_least(war.strength(on));
    let shaken = if green { 1.0 } else { outcome.at_least(1) };
    (outcome.mean() / full(war, on), tame(shaken - gone))
}

/// The chance that a target which fire leaves a marker routs by it in its next step 1, for whoever commands.
pub(crate) fn shakes(war: &War, order: &Order) -> f64 {
    let alone = || {
        let (by, on) = order.unit().zip(order.target_unit())?;
        Some((shots(war, &[by], on), on))
    };
    let gathered = || match war.frame() {
        Some(Open::Volley(on, units)) => Some((shots(war, units, *on), *on)),
        _ => None,
    };
    let found = match order.verb {
        FIRE => alone(),
        LOOSE => gathered(),
        _ => joint(war, order),
    };
    let Some((shots, on)) = found.filter(|(_, on)| !war.marked(*on, marks::PANIC | marks::ROUTING)) else { return 0.0 };
    let [_, fails] = morale::unnerved(war, on);
    worth(war, &shots, on).1 * fails
}

/// What shots may bring.
fn foresee(war: &War, shots: &[Shot], on: UnitId) -> Forecast {
    let mut rolls: Vec<_> =
        pools_of(shots).iter().map(|pool| pool.shown(shots.first().map(|shot| shot.by.into()))).collect();
    let (share, shaken) = worth(war, shots, on);
    let outcome = losses_by(war, shots, on);
    let marked = if war.marked(on, marks::PANIC | marks::ROUTING) { 0.0 } else { shaken };
    if shots.first().is_some_and(|shot| counters(war, shot.by, on)) {
        rolls.push(counter_pool().shown(None));
    }
    let gone = outcome.at_least(war.strength(on));
    let results = vec![
        Chance { label: "target loses figures", chance: tame(outcome.at_least(1)) },
        Chance { label: "target gets a panic marker", chance: tame(marked) },
    ];
    let effect = Effect { inflicted: share, destroys: tame(gone), succeeds: tame(shaken + gone), ..Effect::default() };
    Forecast { rolls, results, effect, ..forecasts::certain() }
}

/// What a unit that ends step 4 in a pose may still fire at an enemy in step 5, as a share of him: whole fire where it has
/// not moved, half of it where lights move half (MC-MOVE-21, 22).
pub(crate) fn to_come(war: &War, by: UnitId, pose: &Pose, on: UnitId) -> f64 {
    let stays = war.pose(by) == *pose;
    if war.phase() != MOVEMENT || !is_able(war, by) || !(stays || movement::leaves_fire(war, by, pose)) {
        return 0.0;
    }
    let mut there = war.standing(&[(by, *pose)]);
    if !stays && movement::is_light(&there, by) {
        there.to_mut().own_mut(by).light_move = true;
    }
    shot(&there, by, on, Manner::Own).map_or(0.0, |shot| worth(&there, &[shot], on).0)
}

/// Inches that a unit fires as it is.
pub(crate) fn range(war: &War, unit: UnitId) -> i32 {
    let guns = war.profile(unit).is_guns() && !space::is_without_guns(war, unit);
    let usual = if guns { 24 } else { tables::range(aim::arms(war, unit)) };
    usual.max(space::inches(war, 0))
}
