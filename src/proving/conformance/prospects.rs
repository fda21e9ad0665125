//! Properties of prospects: all that is legal, and what giving the means makes legal; nothing else.

use std::collections::BTreeSet;

use battle::{AskRole, Battlefield, Deaf, Order, Presence, Role, System, Unit, UnitId};

use super::game::look_at_each;
use super::{Failure, Make};

/// The most decisions passed by on the way to the moment for which means are given.
const PASSED: usize = 40;
/// Units of a side that are given means at each look.
const TRIED: usize = 3;

/// The prospects of every unit are in ascending order and its own, and hold all that it may be ordered now but what only
/// gives it means. Once it has been given means, nobody has acted and its side is asked to act, it may be ordered
/// exactly those of them that were not legal before, and such as it could be ordered without them.
///
/// # Errors
/// The first unit of which it is not so.
pub fn prospects_are_what_means_allow(make: Make<'_>) -> Result<(), Failure> {
    look_at_each(make, "prospects_are_what_means_allow", |battle, look| {
        let Some(side) = battle.to_decide() else { return Ok(()) };
        let legal = legal(battle);
        let units: Vec<UnitId> = battle.field().present_of(side).collect();
        units.iter().try_for_each(|unit| holds_the_legal(battle, &legal, *unit))?;
        let turned = units.iter().cycle().skip(look as usize % units.len().max(1)).take(units.len());
        let grants = turned.filter_map(|unit| Some((*unit, grant(battle, &legal, *unit)?)));
        grants.take(TRIED).try_for_each(|(unit, grant)| comes_true(battle, unit, &grant))
    })
}

fn legal(battle: &dyn System) -> BTreeSet<Order> {
    battle.orders().into_iter().chain(battle.stems()).collect()
}

fn role(battle: &dyn System, order: &Order) -> Role {
    battle.verb(order).map_or(Role::Done, |verb| verb.role)
}

/// What a unit may be ordered, but what only gives it means.
fn own(battle: &dyn System, orders: &BTreeSet<Order>, unit: UnitId) -> BTreeSet<Order> {
    let owned = |order: &&Order| order.unit() == Some(unit) && role(battle, order) != Role::Activate;
    orders.iter().filter(owned).copied().collect()
}

/// What gives a unit means now.
fn grant(battle: &dyn System, legal: &BTreeSet<Order>, unit: UnitId) -> Option<Order> {
    let to = |order: &&Order| order.target_unit().or(order.unit()) == Some(unit);
    legal.iter().filter(|order| role(battle, order) == Role::Activate).find(to).copied()
}

fn holds_the_legal(battle: &dyn System, legal: &BTreeSet<Order>, unit: UnitId) -> Result<(), String> {
    let (label, text) = (battle.field().label(unit.into()), battle.order_text());
    let prospects = battle.estimates().prospects(unit);
    if !prospects.is_sorted_by(|one, next| one < next) {
        return Err(format!("the prospects of {label} are not in ascending order, each once"));
    }
    let strange = |order: &&Order| order.unit() != Some(unit) || role(battle, order) == Role::Activate;
    if let Some(order) = prospects.iter().find(strange) {
        return Err(format!("`{}` is no prospect of {label}", text.write(order)));
    }
    let prospects: BTreeSet<Order> = prospects.into_iter().collect();
    match own(battle, legal, unit).difference(&prospects).next() {
        Some(order) => Err(format!("`{}` is legal, but no prospect of {label}", text.write(order))),
        None => Ok(()),
    }
}

/// Gives a unit means and goes on to the moment it may use them.
fn comes_true(battle: &dyn System, unit: UnitId, grant: &Order) -> Result<(), String> {
    let (mut later, text) = (battle.copy(), battle.order_text());
    let promised: BTreeSet<Order> = battle.estimates().prospects(unit).into_iter().collect();
    let now = own(battle, &legal(battle), unit);
    later.resolve(grant, &mut Deaf).map_err(|no| format!("`{}` is refused: {no}", text.write(grant)))?;
    if !passed_to_the_moment(battle, later.as_mut()) {
        return Ok(());
    }
    let then = own(later.as_ref(), &legal(later.as_ref()), unit);
    let label = battle.field().label(unit.into());
    if let Some(order) = promised.difference(&now).find(|order| !then.contains(order)) {
        return Err(format!("`{}` is a prospect of {label}, but not legal with the means", text.write(order)));
    }
    match then.difference(&promised).next() {
        Some(order) => Err(format!("`{}` is legal with the means, but was no prospect of {label}", text.write(order))),
        None => Ok(()),
    }
}

/// Passes until the side that decided before is asked to act; whether it came to that with nothing else changed.
fn passed_to_the_moment(before: &dyn System, later: &mut dyn System) -> bool {
    let side = before.to_decide();
    for _ in 0..PASSED {
        let Some(decision) = later.pending().decision() else { return false };
        if Some(decision.side) == side && decision.ask.role == AskRole::Act {
            return same_stand(before.field(), later.field());
        }
        let pass = later.orders().into_iter().find(|order| role(later, order) == Role::Done);
        let Some(pass) = pass else { return false };
        if later.resolve(&pass, &mut Deaf).is_err() {
            return false;
        }
    }
    false
}

/// Whether everybody stands as before, as strong, in the same turn.
fn same_stand(before: &Battlefield, later: &Battlefield) -> bool {
    let stand = |unit: &Unit| (unit.presence, unit.strength, (unit.presence == Presence::OnMap).then_some(unit.pose));
    before.turn() == later.turn() && before.ids().all(|unit| stand(before.unit(unit)) == stand(later.unit(unit)))
}
