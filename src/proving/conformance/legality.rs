//! Properties of what is legal: listed is what check accepts, refused is what changes nothing, reaches are sound.

use std::collections::BTreeSet;

use battle::{Order, Reach, Recorder};

use super::game::{look_at_each, same};
use super::universe::{sample, spread};
use super::{Failure, Make, SAMPLES};

/// The orders of the sample that are not legal are refused with a sentence, by check and by resolve, and nothing
/// changes and nothing is told.
///
/// # Errors
/// The first order that is not refused so.
pub fn illegal_orders_change_nothing(make: Make<'_>) -> Result<(), Failure> {
    look_at_each(make, "illegal_orders_change_nothing", |battle, number| {
        let legal = battle.all_orders();
        let listed: BTreeSet<Order> = legal.iter().copied().collect();
        let before = battle.state();
        let mut copy = battle.copy();
        for order in sample(battle, &legal, number).difference(&listed) {
            let text = battle.order_text().write(order);
            let mut heard = Recorder::default();
            match copy.resolve(order, &mut heard) {
                Ok(()) => return Err(format!("resolve carries out `{text}`, which is not listed")),
                Err(refusal) if refusal.text.trim().is_empty() => {
                    return Err(format!("`{text}` is refused without a reason"));
                }
                Err(_) => {}
            }
            if let Some(event) = heard.events.first() {
                return Err(format!("the refused `{text}` tells {event:?}"));
            }
            same(&format!("the refused `{text}` changes the battle"), &before, &copy.state())?;
        }
        Ok(())
    })
}

/// Orders and stems are listed in ascending order. Check accepts every listed order, and of a sample of all verbs with all kinds of actors, targets, poses and numbers
/// exactly those listed.
///
/// # Errors
/// The first order on which list and check disagree.
pub fn legal_is_what_check_accepts(make: Make<'_>) -> Result<(), Failure> {
    look_at_each(make, "legal_is_what_check_accepts", |battle, number| {
        let legal = battle.all_orders();
        let listed: BTreeSet<Order> = legal.iter().copied().collect();
        if battle.outcome().is_none() && battle.orders().is_empty() && battle.stems().is_empty() {
            return Err(String::from("a decision is pending, but neither orders nor stems are listed"));
        }
        if !battle.orders().is_sorted() || !battle.stems().is_sorted() {
            return Err(String::from("orders or stems are not in ascending order"));
        }
        for order in spread(&legal, SAMPLES) {
            let text = battle.order_text().write(order);
            battle.check(order).map_err(|refusal| format!("check refuses the listed `{text}`: {refusal}"))?;
        }
        for order in sample(battle, &legal, number) {
            let text = battle.order_text().write(&order);
            match (battle.check(&order), listed.contains(&order)) {
                (Ok(()), false) => return Err(format!("check accepts `{text}`, which is not listed")),
                (Err(refusal), true) => return Err(format!("check refuses the listed `{text}`: {refusal}")),
                _ => {}
            }
        }
        Ok(())
    })
}

/// Reaches name each pose once, lead to each place over places before it at no greater cost, and are empty for what is
/// neither a stem nor a prospect.
///
/// # Errors
/// The first reach that is not sound.
pub fn reaches_are_sound(make: Make<'_>) -> Result<(), Failure> {
    look_at_each(make, "reaches_are_sound", |battle, number| {
        let stems = battle.stems();
        let prospects: Vec<Order> = battle.field().ids().flat_map(|unit| battle.estimates().prospects(unit)).collect();
        let posed = |order: &&Order| battle.verb(order).is_some_and(battle::VerbInfo::posed) && order.pose.is_none();
        for stem in stems.iter().chain(prospects.iter().filter(posed)) {
            let text = battle.order_text().write(stem);
            sound(&battle.reach(stem)).map_err(|fault| format!("the reach of `{text}` {fault}"))?;
        }
        for order in sample(battle, &stems, number) {
            let stem = order.without_pose();
            if !stems.contains(&stem) && !prospects.contains(&stem) && battle.reach(&stem).legal().next().is_some() {
                let text = battle.order_text().write(&stem);
                return Err(format!("`{text}` is no stem and no prospect, but has a reach"));
            }
        }
        Ok(())
    })
}

fn sound(reach: &Reach) -> Result<(), String> {
    let mut poses = BTreeSet::new();
    for (number, place) in reach.places.iter().enumerate() {
        if place.legal && !poses.insert(place.pose) {
            return Err(format!("names {} twice", place.pose));
        }
        let before = place.previous.map(|before| (usize::from(before), reach.places.get(usize::from(before))));
        match before {
            Some((at, _)) if at == number => return Err(format!("comes to {} by itself", place.pose)),
            Some((_, None)) => return Err(format!("comes to {} by a place that is not there", place.pose)),
            Some((_, Some(before))) if before.cost > place.cost => {
                return Err(format!("grows cheaper on the way to {}", place.pose));
            }
            _ => {}
        }
        if place.legal && reach.way(&place.pose).last() != Some(&place.pose) {
            return Err(format!("has no way to {}", place.pose));
        }
    }
    Ok(())
}
