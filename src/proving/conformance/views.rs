//! Properties of views: a side sees what it may know, no dice, and can act on what it sees.

use std::collections::BTreeSet;

use battle::{Order, Presence, Side, System, UnitId};

use super::game::{look_at_each, same};
use super::play::ask_everything;
use super::universe::spread;
use super::{Failure, Make, SAMPLES};

/// The view of each side answers every question; it does not depend on the battle's seed, nor its state on its own; a
/// view of a view is the view.
///
/// The view of the side to decide has the same decision pending, and what it lists is legal in truth. An order may be
/// refused in truth only while enemy units are hidden; where none is, view and truth list the same.
///
/// # Errors
/// The first view that is not fair.
pub fn views_are_fair(make: Make<'_>) -> Result<(), Failure> {
    look_at_each(make, "views_are_fair", |battle, number| {
        Side::ALL
            .iter()
            .try_for_each(|side| fair(battle, *side, number).map_err(|what| format!("{side}'s view: {what}")))
    })
}

fn fair(battle: &dyn System, side: Side, number: u64) -> Result<(), String> {
    let view = battle.view(side, number);
    let other = battle.view(side, number + 1000);
    same("it depends on the seed given to it", &view.state(), &other.state())?;
    // The two views are battles of different seeds in equal states.
    same("it depends on the battle's seed", &view.view(side, 3).state(), &other.view(side, 3).state())?;
    same("a view of the view is another", &view.state(), &view.view(side, number).state())?;
    ask_everything(&*view)?;
    audit(battle, &*view, side)?;
    if battle.to_decide() == Some(side) { same_choice(battle, &*view, side) } else { Ok(()) }
}

/// Units that the side cannot see: on the map in truth and not in the view.
fn unseen(battle: &dyn System, view: &dyn System) -> Vec<UnitId> {
    let there = |system: &dyn System, unit: UnitId| system.field().unit(unit).presence == Presence::OnMap;
    battle.field().ids().filter(|unit| there(battle, *unit) && !there(view, *unit)).collect()
}

fn audit(battle: &dyn System, view: &dyn System, side: Side) -> Result<(), String> {
    view.audit()?;
    view.field().audit()?;
    match unseen(battle, view).iter().find(|unit| battle.field().side(**unit) == side) {
        Some(unit) => Err(format!("its own {} is not in it", battle.field().label((*unit).into()))),
        None => Ok(()),
    }
}

fn same_choice(battle: &dyn System, view: &dyn System, side: Side) -> Result<(), String> {
    let (truth, seen) = (battle.pending().decision(), view.pending().decision());
    let key = |decision: battle::Decision| (decision.side, decision.ask.key, decision.unit, decision.target);
    if truth.map(key) != seen.map(key) {
        return Err(format!("{seen:?} is pending in it, {truth:?} in truth"));
    }
    let hidden = unseen(battle, view).iter().any(|unit| battle.field().side(*unit) != side);
    let listed = view.all_orders();
    if !hidden {
        let (truth, seen): (BTreeSet<Order>, BTreeSet<Order>) =
            (battle.all_orders().into_iter().collect(), listed.iter().copied().collect());
        if let Some(order) = truth.symmetric_difference(&seen).next() {
            return Err(format!("nothing is hidden, but `{}` is not in both", battle.order_text().write(order)));
        }
        return Ok(());
    }
    let refused = |order: &&Order| battle.check(order).is_err();
    let count = spread(&listed, SAMPLES).filter(refused).count();
    let tried = spread(&listed, SAMPLES).count();
    if tried > 3 && count == tried { Err(format!("all of {tried} orders tried are refused in truth")) } else { Ok(()) }
}
