//! Properties of views: a side sees what it may know, no dice, and can act on what it sees.

use std::collections::BTreeSet;

use battle::{Battlefield, Event, Listener, Order, Presence, Sense, Side, System, UnitId};

use super::game::{Game, look_at_each, same};
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

/// What both sides know is one thing, whichever side's view is looked at for the other: it has no unit that one of them
/// does not see, a view of it is the same again, and it depends on no seed.
///
/// # Errors
/// The first open view that is another.
pub fn open_views_are_common(make: Make<'_>) -> Result<(), Failure> {
    look_at_each(make, "open_views_are_common", |battle, number| {
        let open = battle.open_view(number);
        same("it depends on the seed given to it", &open.state(), &battle.open_view(number + 1000).state())?;
        same("an open view of it is another", &open.state(), &open.open_view(number).state())?;
        for side in Side::ALL {
            let view = battle.view(side, number);
            let what = format!("{side}'s view as {} may know it is another", side.other());
            same(&what, &open.state(), &view.view(side.other(), 7).state())?;
            same(&format!("{side}'s view of it is another"), &open.state(), &open.view(side, 7).state())?;
            if let Some(unit) = unseen(&*open, &*view).first() {
                return Err(format!("{side} does not see {}", battle.field().label((*unit).into())));
            }
        }
        ask_everything(&*open)?;
        open.audit()
    })
}

/// Hears whether an order is said to be carried out when it should be.
#[derive(Default)]
struct Course {
    ordered: u32,
    carried_out: u32,
    fault: Option<&'static str>,
}

impl Listener for Course {
    fn after(&mut self, _field: &Battlefield, event: &Event) {
        self.ordered += u32::from(matches!(event, Event::Ordered { .. }));
    }

    fn carried_out(&mut self, battle: &dyn System) {
        self.carried_out += 1;
        if self.ordered == 0 {
            self.fault = Some("an order is said to be carried out before it is told");
        }
        if battle.audit().is_err() {
            self.fault = Some("an order is said to be carried out while the battle is not sound");
        }
    }
}

/// Each order is said to be carried out, once, after it was told: the moment at which views are compared to find out who
/// may know of it.
///
/// # Errors
/// The first order of which it is not said.
pub fn orders_are_carried_out_once(make: Make<'_>) -> Result<(), Failure> {
    (0..super::SEEDS).try_for_each(|seed| {
        let mut game = Game::new(make, "orders_are_carried_out_once", seed);
        while let Some(order) = game.choose()? {
            let mut course = Course::default();
            game.give(&order, &mut course)?;
            match (course.fault, course.carried_out) {
                (Some(fault), _) => return game.fail(fault),
                (None, 1) => {}
                (None, times) => return game.fail(format!("the order is said to be carried out {times} times")),
            }
        }
        Ok(())
    })
}

/// Units that the side cannot see: on the map in truth and not in the view.
fn unseen(battle: &dyn System, view: &dyn System) -> Vec<UnitId> {
    let there = |system: &dyn System, unit: UnitId| system.field().unit(unit).presence == Presence::OnMap;
    battle.field().ids().filter(|unit| there(battle, *unit) && !there(view, *unit)).collect()
}

fn audit(battle: &dyn System, view: &dyn System, side: Side) -> Result<(), String> {
    view.audit()?;
    let label = |unit: &UnitId| battle.field().label((*unit).into());
    let unmarked = |unit: &&UnitId| !battle.field().shows(**unit, Sense::Hidden);
    let unseen = unseen(battle, view);
    let known = |unit: &&UnitId| view.field().unit(**unit).presence != Presence::Unknown;
    if let Some(unit) = unseen.iter().find(known) {
        return Err(format!("{} is not on the map in it, but is not unknown either", label(unit)));
    }
    if let Some(unit) = unseen.iter().find(|unit| battle.field().side(**unit) == side) {
        return Err(format!("its own {} is not in it", label(unit)));
    }
    match unseen.iter().find(unmarked) {
        Some(unit) => Err(format!("{} is not in it, but is not marked as hidden", label(unit))),
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
