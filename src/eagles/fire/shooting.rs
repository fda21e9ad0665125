//! Shooting: who may fire when, and what a shot does: Hits, a Withdraw, what it uses up (EA-FIRE-1, 10 to 16, EA-SKIRM-2, 4).

use battle::{UnitId, rule};

use super::bombardment::{guns_unmoved, may_bombard, resupplied, resupply_after, resupply_before};
use super::dice::Shot;
use super::targets::{shot_at, targets};
use crate::command::{Means, may_act, spend_order, uses};
use crate::marks;
use crate::state::{Flags, flag, flagged, held, spent};
use crate::system::Why;
use crate::{Class, May, Umpire, War, class, losses, retreat, tables};

/// What the chart of phase 4 leaves a class that did not March: Fire, and Skirmish Fire (EA-FIRE-13, 14, 16).
fn left_by_class(class: Class) -> [bool; 2] {
    match class {
        Class::Infantry | Class::Lights => [rule!("EA-FIRE-13"); 2],
        Class::Cavalry => [false, rule!("EA-FIRE-14")],
        Class::Guns => [false, rule!("EA-FIRE-16")],
    }
}

/// Whether a Unit may still Fire in this Fire phase, targets apart (EA-FIRE-1, EA-FIRE-13 to 16).
pub(crate) fn may_fire(war: &War, unit: UnitId) -> bool {
    let marched = war.marked(unit, marks::MARCHED) && rule!("EA-FIRE-15");
    let paid = flagged(war, unit, Flags::PAID_FIRE) && !paid_comes_on_top(war);
    let used = flagged(war, unit, Flags::SHOT) || (flagged(war, unit, Flags::SKIRMISHED) && !both(war));
    if !war.present(unit) || marched || paid || used {
        return false;
    }
    let fit = !spent(war, unit) || rule!("EA-FIRE-11");
    let [by_class, _] = left_by_class(class(war, unit));
    let laid = flagged(war, unit, Flags::LAID) && !war.marked(unit, marks::BOMBARDED);
    fit && (laid || (by_class && (uses(war, unit) > 0 || rule!("EA-FIRE-1"))))
}

/// Whether fire paid by an Order leaves the free Fire of the Fire phase (EA-FIRE-12), which a house rule takes (EA-RES-32).
fn paid_comes_on_top(war: &War) -> bool {
    let once = war.options().one_fire_per_turn && rule!("EA-RES-32");
    !once && rule!("EA-FIRE-12")
}

/// Whether a Unit may still Skirmish in this Fire phase, targets apart (EA-SKIRM-2, EA-SKIRM-4).
pub(crate) fn may_skirmish(war: &War, unit: UnitId) -> bool {
    let marched = war.marked(unit, marks::MARCHED) && rule!("EA-SKIRM-2");
    let used = flagged(war, unit, Flags::SKIRMISHED) || (flagged(war, unit, Flags::SHOT) && !both(war));
    let [_, by_class] = left_by_class(class(war, unit));
    let fit = !spent(war, unit) || rule!("EA-UNIT-10b");
    war.present(unit) && !marched && !used && by_class && fit
}

/// Whether a Unit may make both Fire and Skirmish Fire in one phase (EA-SKIRM-4, EA-RES-8).
fn both(war: &War) -> bool {
    let extra = war.options().skirmish_extra && rule!("EA-RES-8");
    extra || !rule!("EA-SKIRM-4")
}

/// Whether a Unit has anything left to shoot at in this Fire phase.
pub(crate) fn has_shot(war: &War, unit: UnitId) -> bool {
    let aimed = |shot| !targets(war, unit, shot).is_empty();
    (may_fire(war, unit) && aimed(Shot::Fire)) || (may_skirmish(war, unit) && aimed(Shot::Skirmish))
}

/// Whether a Unit may fire by an Order in the enemy's Actions phase (EA-OPT-2).
pub(crate) fn may_react(war: &War, unit: UnitId) -> May {
    may_act(war, unit, if rule!("EA-SEQ-7") { Means::Held } else { Means::NotAsked })?;
    let ready = rule!("EA-OPT-2")
        && !war.marked(unit, marks::MARCHED)
        && match class(war, unit) {
            Class::Cavalry => false,
            Class::Infantry | Class::Lights => true,
            Class::Guns => may_bombard(war, unit).is_ok() && !war.marked(unit, marks::BOMBARDED),
        };
    match class(war, unit) {
        _ if ready => Ok(()),
        Class::Guns => Err(barred!("EA-OPT-2", "has moved or fired and cannot fire again")),
        Class::Infantry | Class::Lights | Class::Cavalry => Err(barred!("EA-OPT-2", "cannot fire this turn")),
    }
}

/// Whether a Unit could Fire at an Assaulter that it can aim at, its means included (EA-ASSAULT-9a, 13).
pub(crate) fn may_defend(war: &War, unit: UnitId) -> May {
    let guns = class(war, unit) == Class::Guns;
    if class(war, unit) == Class::Cavalry {
        return Err(barred!("EA-ASSAULT-9", "is Cavalry and has no Fire"));
    }
    let laid = flagged(war, unit, Flags::LAID);
    if uses(war, unit) == 0 && !laid && !(guns && resupplied(war)) {
        return Err(barred!("EA-ASSAULT-9", "has no unused Order to fire with"));
    }
    if war.marked(unit, marks::MARCHED) || spent(war, unit) {
        return Err(barred!("EA-MOVE-7", "has marched this turn or is spent and cannot fire"));
    }
    if !guns {
        return Ok(());
    }
    if !guns_unmoved(war, unit) {
        return Err(barred!("EA-MOVE-8", "has moved this turn and cannot fire"));
    }
    if flagged(war, unit, Flags::OUT | Flags::RESUPPLIED) {
        return Err(barred!("EA-OPT-1", "has no ammunition this turn"));
    }
    Ok(())
}

/// Carries out a shot: the roll, the Hits, the Withdraw.
pub(crate) fn shoot(umpire: &mut Umpire<'_>, shooter: UnitId, target: UnitId, shot: Shot) -> i16 {
    let Some(pool) = shot_at(umpire, shooter, target, shot) else { return Default::default() };
    let why = if shot == Shot::Skirmish { Why::Skirmish } else { Why::Fire };
    let thrown = umpire.throw(&pool, umpire.by_unit(shooter, Some(target), why));
    let hits = if shot == Shot::Skirmish || rule!("EA-FIRE-5") { thrown } else { 0 };
    let cause = if shot == Shot::Skirmish { "skirmish fire" } else { "fire" };
    if rule!("EA-SEQ-10") {
        losses::hurt(umpire, target, hits, cause, pool.clause);
    }
    hits
}

/// Hits of this shot that make the target Withdraw; none for a shot that never does (EA-FIRE-10, EA-RES-41).
pub(crate) fn hits_to_withdraw(war: &War, target: UnitId, shot: Shot) -> Option<i16> {
    let before = if adds_up(war) { i16::from(held(war, target).hits) } else { 0 };
    let counts = (shot != Shot::Skirmish || adds_up(war)) && rule!("EA-FIRE-10");
    counts.then_some(tables::WITHDRAW_HITS - before)
}

/// Whether Hits of a phase add up for a Withdraw (EA-RES-41).
fn adds_up(war: &War) -> bool {
    war.options().withdraw_sum && rule!("EA-RES-41")
}

/// Whether Hits just taken from one Fire make the target fall back (EA-FIRE-10, EA-RES-41).
pub(crate) fn makes_withdraw(war: &War, target: UnitId, hits: i16, shot: Shot) -> bool {
    hits_to_withdraw(war, target, shot).is_some_and(|need| hits >= need)
}

/// Adds Hits up for a later Withdraw; those that make one are used up (EA-RES-41).
pub(crate) fn count_hits(umpire: &mut Umpire<'_>, target: UnitId, hits: i16) {
    if adds_up(umpire) {
        let sum = i16::from(held(umpire, target).hits) + hits.max(0);
        umpire.own_mut(target).hits = if sum >= tables::WITHDRAW_HITS { 0 } else { sum as u8 };
    }
}

/// A phase begins: Hits of the last one no longer add up (EA-RES-41).
pub(crate) fn forget_hits(umpire: &mut Umpire<'_>) {
    umpire.state.units.iter_mut().for_each(|unit| unit.hits = 0);
}

/// A shot with all its consequences but those of an Assault.
pub(crate) fn fire(umpire: &mut Umpire<'_>, shooter: UnitId, target: UnitId, shot: Shot) {
    if resupply_before(umpire, shooter, shot) {
        return;
    }
    mark_shot(umpire, shooter, shot);
    let hits = shoot(umpire, shooter, target, shot);
    let withdraws = makes_withdraw(umpire, target, hits, shot);
    count_hits(umpire, target, hits);
    if withdraws && umpire.present(target) {
        retreat::withdraw(umpire, shooter, target);
    }
    resupply_after(umpire, shooter, shot);
}

/// Marks what a shot uses up.
fn mark_shot(umpire: &mut Umpire<'_>, shooter: UnitId, shot: Shot) {
    let guns = class(umpire, shooter) == Class::Guns;
    if shot.spends_for_die() {
        spend_order(umpire, shooter);
    }
    match shot {
        Shot::Skirmish => {
            flag(umpire, shooter, Flags::SKIRMISHED, true);
            umpire.mark(shooter, marks::SKIRMISHED, true);
        }
        Shot::Fire | Shot::Volley => flag(umpire, shooter, Flags::SHOT, true),
        Shot::Defensive | Shot::Opposing => {
            spend_order(umpire, shooter);
            flag(umpire, shooter, Flags::PAID_FIRE, true);
        }
        Shot::Bombard | Shot::Barrage => {}
    }
    if shot != Shot::Skirmish {
        umpire.mark(shooter, if guns { marks::BOMBARDED | marks::FIRED } else { marks::FIRED }, true);
    }
}
