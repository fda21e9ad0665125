//! Shooting: who may fire when, and what a shot does: Hits, a Withdraw, what it uses up (EA-FIRE-1, 10 to 16, EA-SKIRM-2, 4).

use battle::{UnitId, rule};

use super::bombardment::{guns_unmoved, may_bombard, resupply_after};
use super::dice::Shot;
use super::targets::{shot_at, targets};
use crate::command::{Means, may_act, spend_order, uses};
use crate::marks;
use crate::state::{Flags, flag, flagged, held, spent};
use crate::system::Why;
use crate::{Class, May, Umpire, War, class, losses, retreat, tables};

/// Whether a Unit may still Fire in this Fire phase, targets apart (EA-FIRE-1, EA-FIRE-13 to 16).
pub(crate) fn may_fire(war: &War, unit: UnitId) -> bool {
    rule!("EA-FIRE-1");
    rule!("EA-FIRE-11");
    if !war.present(unit) || war.marked(unit, marks::MARCHED) || flagged(war, unit, Flags::SHOT) {
        rule!("EA-FIRE-15");
        return false;
    }
    if war.options().one_fire_per_turn && flagged(war, unit, Flags::PAID_FIRE) {
        rule!("EA-RES-32");
        return false;
    }
    let free = war.options().skirmish_extra || !flagged(war, unit, Flags::SKIRMISHED);
    free && match class(war, unit) {
        Class::Infantry | Class::Lights => {
            rule!("EA-FIRE-13");
            true
        }
        Class::Cavalry => {
            rule!("EA-FIRE-14");
            false
        }
        Class::Guns => flagged(war, unit, Flags::LAID) && !war.marked(unit, marks::BOMBARDED),
    }
}

/// Whether a Unit may still Skirmish in this Fire phase, targets apart (EA-SKIRM-2, EA-SKIRM-4).
pub(crate) fn may_skirmish(war: &War, unit: UnitId) -> bool {
    rule!("EA-SKIRM-2");
    rule!("EA-FIRE-16");
    let marched = war.marked(unit, marks::MARCHED);
    let used = flagged(war, unit, Flags::SKIRMISHED);
    war.present(unit) && !marched && !used && (either_or(war) || !flagged(war, unit, Flags::SHOT))
}

/// Whether a Unit may make both Fire and Skirmish Fire in one phase (EA-SKIRM-4, EA-RES-8).
fn either_or(war: &War) -> bool {
    rule!("EA-SKIRM-4");
    rule!("EA-RES-8");
    war.options().skirmish_extra
}

/// Whether a Unit has anything left to shoot at in this Fire phase.
pub(crate) fn has_shot(war: &War, unit: UnitId) -> bool {
    let aimed = |shot| !targets(war, unit, shot).is_empty();
    (may_fire(war, unit) && aimed(Shot::Fire)) || (may_skirmish(war, unit) && aimed(Shot::Skirmish))
}

/// Whether a Unit may fire by an Order in the enemy's Actions phase (EA-OPT-2).
pub(crate) fn may_react(war: &War, unit: UnitId) -> May {
    rule!("EA-OPT-2");
    rule!("EA-SEQ-7");
    may_act(war, unit, Means::Held)?;
    let ready = !war.marked(unit, marks::MARCHED)
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
    if uses(war, unit) == 0 && !laid && !(guns && war.options().resupply_guns) {
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
    rule!("EA-SEQ-10");
    let Some(pool) = shot_at(umpire, shooter, target, shot) else { return 0 };
    let why = if shot == Shot::Skirmish { Why::Skirmish } else { Why::Fire };
    let hits = umpire.throw(&pool, umpire.by_unit(shooter, Some(target), why));
    let cause = if shot == Shot::Skirmish { "skirmish fire" } else { "fire" };
    losses::hurt(umpire, target, hits, cause, pool.clause);
    hits
}

/// Hits of this shot that make the target Withdraw; none for a shot that never does (EA-FIRE-10, EA-RES-41).
pub(crate) fn hits_to_withdraw(war: &War, target: UnitId, shot: Shot) -> Option<i16> {
    if !war.options().withdraw_sum {
        return (shot != Shot::Skirmish).then_some(tables::WITHDRAW_HITS);
    }
    rule!("EA-RES-41");
    let before = i16::from(held(war, target).hits);
    Some((tables::WITHDRAW_HITS - before).max(1))
}

/// Whether Hits just taken from one Fire make the target fall back (EA-FIRE-10, EA-RES-41).
pub(crate) fn makes_withdraw(war: &War, target: UnitId, hits: i16, shot: Shot) -> bool {
    hits_to_withdraw(war, target, shot).is_some_and(|need| hits >= need)
}

/// Adds Hits up for a later Withdraw; those that make one are used up (EA-RES-41).
pub(crate) fn count_hits(umpire: &mut Umpire<'_>, target: UnitId, hits: i16) {
    if umpire.options().withdraw_sum {
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
            rule!("EA-FIRE-12");
            spend_order(umpire, shooter);
            flag(umpire, shooter, Flags::PAID_FIRE, true);
        }
        Shot::Bombard | Shot::Barrage => {}
    }
    if shot != Shot::Skirmish {
        umpire.mark(shooter, if guns { marks::BOMBARDED | marks::FIRED } else { marks::FIRED }, true);
    }
}
