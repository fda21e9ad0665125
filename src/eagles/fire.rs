//! Fire, Bombardment and Skirmish Fire: who may shoot at whom, with what, and what comes of it (EA-FIRE, EA-SKIRM).

mod arc;
mod bombardment;
mod dice;
mod shooting;
mod targets;

use battle::{Effect, Forecast, Object, Order, Pool, Role, UnitId, Verb, rule};
use rulebook::{Listing, Target, VerbRow, no};

use crate::command::{Means, may_act, share_of_orders, uses};
use crate::forecasts::{chance, full, possible, spends_one};
use crate::info::{BARRAGE, BOMBARD, LAY, RESUPPLY, SKIRMISH, VOLLEY};
use crate::retreat::{RetreatCost, withdraw_cost};
use crate::state::Frame;
use crate::{Eagles, May, War};

pub(crate) use arc::arc;
#[cfg(test)]
pub(crate) use bombardment::resupply_roll;
pub(crate) use bombardment::{guns_move_or_fire, is_horse_battery, resupplied};
use bombardment::{may_bombard, may_resupply, waits_for_fire_phase};
pub(crate) use dice::{
    Shot, fire_dice, fire_pool, fire_reach, fire_traits, is_rolled, skirmish_pool, skirmish_reach, whose_number,
};
pub(crate) use shooting::{
    count_hits, fire, forget_hits, has_shot, hits_to_withdraw, makes_withdraw, may_defend, may_fire, may_react, shoot,
};
pub(crate) use targets::{aim_aside, may_target, shoots_aside, shot_at, targets};

pub(crate) const BOMBARD_ROW: VerbRow<Eagles> = VerbRow {
    target: Target::Unit,
    listing: Listing::Found,
    candidates: |war, out| bombardments(war, BOMBARD, Shot::Bombard, out),
    may: |war, order| may_bombard_so(war, order, Shot::Bombard),
    foresee: |war, order| foresee(war, order, Shot::Bombard),
    ..VerbRow::new(
        "bombard",
        "Bombard",
        Role::Fire,
        "EA-FIRE-2",
        "Shoot at once with Guns that have not moved.",
        |umpire, order| bombardment::bombard(umpire, order, Shot::Bombard),
    )
};

pub(crate) const BARRAGE_ROW: VerbRow<Eagles> = VerbRow {
    target: Target::Unit,
    listing: Listing::Found,
    candidates: |war, out| bombardments(war, BARRAGE, Shot::Barrage, out),
    may: |war, order| may_bombard_so(war, order, Shot::Barrage),
    foresee: |war, order| foresee(war, order, Shot::Barrage),
    ..VerbRow::new(
        "barrage",
        "Barrage",
        Role::Fire,
        "EA-FIRE-9",
        "Bombard with one die more by spending one more Order.",
        |umpire, order| bombardment::bombard(umpire, order, Shot::Barrage),
    )
};

pub(crate) const LAY_ROW: VerbRow<Eagles> = VerbRow {
    candidates: |war, out| rulebook::each(LAY, war.field().present_of(war.state.player), out),
    may: may_lay,
    foresee: spends_one,
    ..VerbRow::new(
        "lay",
        "Lay guns",
        Role::Fire,
        "EA-RES-7",
        "Ready Guns now to bombard in the Fire phase.",
        bombardment::lay,
    )
};

pub(crate) const RESUPPLY_ROW: VerbRow<Eagles> = VerbRow {
    candidates: |war, out| rulebook::each(RESUPPLY, war.field().present_of(war.state.player), out),
    may: |war, order| {
        let Some(unit) = order.unit() else { return Err(barred!("EA-OPT-1", "needs no ammunition")) };
        may_act(war, unit, Means::Held)?;
        may_resupply(war, unit)
    },
    foresee: spends_one,
    ..VerbRow::new(
        "resupply",
        "Resupply",
        Role::Resupply,
        "EA-OPT-1",
        "Bring ammunition to Guns that have run out; they fire again from the next turn.",
        bombardment::resupply,
    )
};

pub(crate) const VOLLEY_ROW: VerbRow<Eagles> = VerbRow {
    target: Target::Unit,
    listing: Listing::Found,
    candidates: |war, out| shots(war, VOLLEY, Shot::Volley, out),
    may: |war, order| may_shoot(war, order, Shot::Volley),
    foresee: |war, order| foresee(war, order, Shot::Volley),
    ..VerbRow::new(
        "volley",
        "Volley",
        Role::Fire,
        "EA-FIRE-9",
        "Fire with one die more by spending an unused Order.",
        |umpire, order| carry_out(umpire, order, Shot::Volley),
    )
};

pub(crate) const SKIRMISH_ROW: VerbRow<Eagles> = VerbRow {
    target: Target::Unit,
    listing: Listing::Found,
    candidates: |war, out| shots(war, SKIRMISH, Shot::Skirmish, out),
    may: |war, order| may_shoot(war, order, Shot::Skirmish),
    foresee: |war, order| foresee(war, order, Shot::Skirmish),
    ..VerbRow::new(
        "skirmish",
        "Skirmish",
        Role::Fire,
        "EA-SKIRM-1",
        "One die at an enemy on any side within two base widths, in place of Fire.",
        |umpire, order| carry_out(umpire, order, Shot::Skirmish),
    )
};

/// A shot as an order names it.
pub(crate) fn carry_out(umpire: &mut crate::Umpire<'_>, order: &Order, shot: Shot) {
    if let (Some(unit), Some(target)) = (order.unit(), order.target_unit()) {
        fire(umpire, unit, target, shot);
    }
}

/// A shot of that kind at everybody whom the Unit may choose.
fn aimed(war: &War, unit: UnitId, verb: Verb, shot: Shot, out: &mut Vec<Order>) {
    out.extend(targets(war, unit, shot).into_iter().map(|on| Order::new(verb).by(unit).on(on)));
}

/// Every shot of that kind of the side in its Fire phase.
pub(crate) fn shots(war: &War, verb: Verb, shot: Shot, out: &mut Vec<Order>) {
    for unit in war.field().present_of(war.state.player).filter(|unit| has_shot_left(war, *unit, shot).is_ok()) {
        aimed(war, unit, verb, shot, out);
    }
}

/// Every shot by Orders in the enemy's Actions phase (EA-OPT-2).
pub(crate) fn reactions(war: &War, verb: Verb, out: &mut Vec<Order>) {
    for unit in war.field().present_of(war.state.player.other()).filter(|unit| may_react(war, *unit).is_ok()) {
        aimed(war, unit, verb, Shot::Opposing, out);
    }
}

fn bombardments(war: &War, verb: Verb, shot: Shot, out: &mut Vec<Order>) {
    for unit in war.field().present_of(war.state.player).filter(|unit| has_bombardment(war, *unit, shot).is_ok()) {
        aimed(war, unit, verb, shot, out);
    }
}

/// Whether Guns may shoot so now, targets apart.
fn has_bombardment(war: &War, unit: UnitId, shot: Shot) -> May {
    if matches!(war.frame(), Some(Frame::Unlimber(other)) if *other != unit) {
        return Err(barred!("EA-OPT-5", "is not the battery that has maneuvered"));
    }
    if waits_for_fire_phase(war) {
        return Err(barred!("EA-RES-7", "bombards in the Fire phase; lay its guns now"));
    }
    if shot == Shot::Barrage && !bombardment::has_order_to_spare(war, unit) {
        return Err(barred!("EA-FIRE-9", "has no Order to spare for a die"));
    }
    may_bombard(war, unit)
}

fn may_bombard_so(war: &War, order: &Order, shot: Shot) -> May {
    let (unit, target) = at_enemy(war, order)?;
    has_bombardment(war, unit, shot)?;
    may_target(war, unit, target, shot)
}

fn may_lay(war: &War, order: &Order) -> May {
    let Some(unit) = order.unit() else { return Err(barred!("EA-RES-7", "has no guns")) };
    if matches!(war.frame(), Some(Frame::Unlimber(other)) if *other != unit) {
        return Err(barred!("EA-OPT-5", "is not the battery that has maneuvered"));
    }
    if !waits_for_fire_phase(war) {
        return Err(barred!("EA-RES-7", "bombards at once; name a target"));
    }
    may_bombard(war, unit)
}

/// The shooter and an enemy on the map.
pub(crate) fn at_enemy(war: &War, order: &Order) -> Result<(UnitId, UnitId), crate::Bar> {
    match (order.unit(), order.target_unit()) {
        (Some(unit), Some(target)) if war.side(unit) != war.side(target) && war.present(target) => Ok((unit, target)),
        _ => no("", |war, order| format!("{} is no enemy on the map", war.target_of(order))),
    }
}

/// Whether a Unit has that shot left in its Fire phase, targets apart.
fn has_shot_left(war: &War, unit: UnitId, shot: Shot) -> May {
    if shot == Shot::Skirmish {
        let left = shooting::may_skirmish(war, unit);
        return if left { Ok(()) } else { Err(barred!("EA-SKIRM-4", "has no Skirmish Fire left in this phase")) };
    }
    if shot == Shot::Volley && uses(war, unit) == 0 {
        return Err(barred!("EA-FIRE-9", "has no unused Order for a die"));
    }
    if may_fire(war, unit) { Ok(()) } else { Err(barred!("EA-FIRE-1", "has no Fire left in this phase")) }
}

/// Whether a Unit may shoot so at the order's target in its Fire phase.
pub(crate) fn may_shoot(war: &War, order: &Order, shot: Shot) -> May {
    let (unit, target) = at_enemy(war, order)?;
    has_shot_left(war, unit, shot)?;
    may_target(war, unit, target, shot)
}

/// Fire of any kind but in an Assault (EA-AI-8).
pub(crate) fn foresee(war: &War, order: &Order, shot: Shot) -> Forecast {
    let aimed = order.unit().zip(order.target_unit()).filter(|_| rule!("EA-AI-8"));
    let Some((unit, target)) = aimed else { return Forecast::default() };
    let Some(pool) = shot_at(war, unit, target, shot) else { return Forecast::default() };
    let mut forecast = foresee_shot(war, &pool, unit, target, shot);
    let paid = if resupplied(war) || is_unlimbering_now(war) { 0 } else { 1 };
    let orders = match shot {
        Shot::Fire | Shot::Skirmish => 0,
        Shot::Volley | Shot::Defensive | Shot::Opposing => 1,
        Shot::Bombard => paid,
        Shot::Barrage => paid + 1,
    };
    forecast.effect.spends = share_of_orders(war, unit, orders);
    forecast
}

fn is_unlimbering_now(war: &War) -> bool {
    matches!(war.frame(), Some(Frame::Unlimber(_)))
}

/// The share of its target that the best shot of a Unit in a Fire phase, or its Bombardment, would cost as both stand,
/// whatever it has done this turn: what [`foresee`] says of that shot, the way back being free (EA-AI-10). Skirmishers so
/// near are taken to see.
pub(crate) fn shot_worth(war: &War, unit: UnitId, target: UnitId, gap: i32) -> f64 {
    let worth = |pool: &Pool, shot: Shot| shot_effect(war, pool, target, shot, || RetreatCost::Hits(0)).inflicted;
    let skirmishes = gap <= skirmish_reach(war, unit);
    let skirmish = if skirmishes { worth(&skirmish_pool(war, unit), Shot::Skirmish) } else { 0.0 };
    let aimed = if gap <= fire_reach(war, unit) { shot_at(war, unit, target, Shot::Fire) } else { None };
    aimed.map_or(0.0, |pool| worth(&pool, Shot::Fire)).max(skirmish)
}

/// What a shot brings, the Hits of a Withdraw included.
fn foresee_shot(war: &War, pool: &Pool, unit: UnitId, target: UnitId, shot: Shot) -> Forecast {
    let effect = shot_effect(war, pool, target, shot, || withdraw_cost(war, unit, target));
    let need = hits_to_withdraw(war, target, shot).and_then(|need| usize::try_from(need).ok());
    let withdraws = need.map_or(0.0, |need| pool.chances().iter().skip(need).sum());
    let results = possible(vec![
        chance("at least one Hit", effect.succeeds),
        chance("target falls back its width", withdraws),
        chance("target spent or removed", effect.destroys),
    ]);
    Forecast { rolls: vec![pool.shown(Some(Object::Unit(unit)))], results, effect, ..Forecast::default() }
}

/// What a shot comes to; `withdraws` is asked what a Withdraw costs, where one is possible.
fn shot_effect(war: &War, pool: &Pool, target: UnitId, shot: Shot, withdraws: impl FnOnce() -> RetreatCost) -> Effect {
    let strength = war.strength(target);
    let need = hits_to_withdraw(war, target, shot).unwrap_or(i16::MAX);
    let likely = need <= i16::from(pool.count());
    let withdrawal = if likely { withdraws() } else { RetreatCost::Hits(0) };
    let mut effect = Effect::default();
    for (hits, chance) in pool.chances().iter().enumerate().skip(1) {
        let hits = hits as i16;
        let cost = if hits >= need { withdrawal } else { RetreatCost::Hits(0) };
        // Who is spent already can only be removed.
        let destroys = cost.destroys(strength, hits) && (strength > 0 || cost == RetreatCost::Lost);
        effect.inflicted += chance * f64::from(cost.loss(strength, hits)) / full(war, target);
        effect.destroys += if destroys { *chance } else { 0.0 };
        effect.repels += if hits >= need && !destroys { *chance } else { 0.0 };
        effect.succeeds += chance;
    }
    effect
}
