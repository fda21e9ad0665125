//! Assaults: who may charge whom, the fight, and the follow-up (EA-ASSAULT).

mod approach;
mod dice;
mod fight;
mod follow_up;
mod forecast;
mod odds;
mod retreat_costs;

use battle::{Order, Reach, Role, UnitId};
use rulebook::{Listing, Number, Target, VerbRow, no};

use crate::command::{Means, may_act};
use crate::fire::at_enemy;
use crate::forecasts::place_chosen;
use crate::info::{ASSAULT, PURSUE, STAND};
use crate::space::measure;
use crate::space::zones::Zone;
use crate::state::Frame;
use crate::{Bar, Eagles, May, War, class, tables};

use approach::{declared, ways};

pub(crate) use approach::assaults;

pub(crate) use dice::{Fight, Reply};
#[cfg(test)]
pub(crate) use dice::{assault_pool, charge_roll, defence_pool, meeting};
pub(crate) use fight::{may_reply, reply};
pub(crate) use follow_up::{may_stay, winner};
pub(crate) use forecast::{arrival, clash_worth, foresee_reply};
#[cfg(test)]
pub(crate) use odds::{best_reply, free_odds};
#[cfg(test)]
pub(crate) use {
    approach::{Approach, declared as approach_to, ways as ways_of},
    follow_up::places as follow_up_places,
    odds::FightOdds,
};

pub(crate) const ASSAULT_ROW: VerbRow<Eagles> = VerbRow {
    target: Target::Unit,
    number: Number::Judged,
    listing: Listing::Found,
    candidates: |war, out| {
        for unit in war.field().present_of(war.state.player).filter(|unit| may_act(war, *unit, Means::Held).is_ok()) {
            charges(war, unit, out);
        }
    },
    may: may_charge,
    foresee: forecast::foresee,
    ..VerbRow::new(
        "assault",
        "Assault",
        Role::Assault,
        "EA-ASSAULT-1",
        "Charge an enemy Unit: roll how far, and fight if that is far enough.",
        fight::assault,
    )
};

pub(crate) const STAND_ROW: VerbRow<Eagles> = VerbRow {
    candidates: |war, out| out.extend(charged(war).map(|(_, defender)| Order::new(STAND).by(defender))),
    may: |war, order| may_answer(war, order, Reply::Stand),
    foresee: |war, _| foresee_reply(war, Reply::Stand),
    ..VerbRow::new(
        "stand",
        "Stand firm",
        Role::Defend,
        "EA-ASSAULT-9",
        "Spend an unused Order on one die more in the Assault.",
        |umpire, _| reply(umpire, Reply::Stand),
    )
};

pub(crate) const FOLLOW_UP_ROW: VerbRow<Eagles> = VerbRow {
    candidates: |war, out| out.extend(winner(war).map(|unit| Order::new(PURSUE).by(unit))),
    may: |war, order| match winner(war) {
        Some(unit) if order.unit() != Some(unit) => Err(barred!("EA-ASSAULT-23", "has not won the Assault")),
        Some(unit) if follow_up::reach(war, unit).legal().next().is_some() => Ok(()),
        _ => Err(barred!("EA-ASSAULT-23", "has nowhere to go")),
    },
    foresee: place_chosen,
    beyond: crate::movement::no_way_there,
    ..VerbRow::new(
        "pursue",
        "Follow up",
        Role::Pursue,
        "EA-ASSAULT-23",
        "Advance a base width or turn after a won Assault.",
        follow_up::follow_up,
    )
    .to(|war, stem| stem.unit().map_or_else(Reach::default, |unit| follow_up::reach(war, unit)))
};

/// Who charges and who is charged, while the latter answers.
pub(crate) fn charged(war: &War) -> Option<(UnitId, UnitId)> {
    match war.frame() {
        Some(Frame::React { attacker, target, .. }) => Some((*attacker, *target)),
        _ => None,
    }
}

/// Whether the order's Unit may answer a charge so (EA-ASSAULT-9). Guns are never asked (EA-ASSAULT-13).
pub(crate) fn may_answer(war: &War, order: &Order, reply: Reply) -> May {
    match charged(war) {
        Some((_, defender)) if order.unit() != Some(defender) => {
            Err(barred!("EA-ASSAULT-9", "is not the Unit that is charged"))
        }
        Some((attacker, defender)) if may_reply(war, attacker, defender, reply) => Ok(()),
        _ => Err(barred!("EA-ASSAULT-9", "has no unused Order to stand firm with")),
    }
}

/// Where an Assault that fell short may end.
pub(crate) fn short_of(war: &War, attacker: UnitId, target: UnitId, side: Zone, inches: i32) -> Reach {
    approach::charge_from(war, attacker, &war.pose(attacker), target, side).short(war, inches)
}

/// The longest charge roll of a Unit in inches.
pub(crate) fn longest_charge(war: &War, unit: UnitId) -> i32 {
    war.options().base_inches + tables::DIE * i32::from(tables::row(class(war, unit)).move_dice)
}

/// Inches that a charge needs at the least, as far as is known before every way is looked at.
fn inches_needed(war: &War, unit: UnitId, target: UnitId) -> i32 {
    let gap = measure::inches(war, war.field().distance(unit, target));
    if gap > longest_charge(war, unit) + measure::base_width(war) + 1 {
        return gap;
    }
    declared(war, unit, target).map_or(gap, |approach| approach.needed())
}

const TOO_FAR: Bar = Bar::new("EA-ASSAULT-6", |war, order| {
    let (Some(unit), Some(target)) = (order.unit(), order.target_unit()) else { return String::from("too far") };
    let (most, needed) = (longest_charge(war, unit), inches_needed(war, unit, target));
    format!("{} rolls at most {most} inches; {} needs {needed}", war.name(unit), war.name(target))
});

/// How a Unit may Assault a target that its roll can reach, its Order apart.
///
/// # Errors
/// Why it may not.
fn may_assault(war: &War, unit: UnitId, target: UnitId) -> Result<approach::Approach, Bar> {
    let most = longest_charge(war, unit);
    let gap = measure::inches(war, war.field().distance(unit, target));
    if assaults(war, unit) && gap > most + measure::base_width(war) + 1 {
        return Err(TOO_FAR);
    }
    let approach = declared(war, unit, target)?;
    if approach.needed() <= most { Ok(approach) } else { Err(TOO_FAR) }
}

/// The numbers of the ways that the roll can reach.
fn open_ways(war: &War, unit: UnitId, approach: &approach::Approach) -> Vec<i16> {
    let most = longest_charge(war, unit);
    let near = ways(approach).enumerate().filter(|(_, (_, way))| way.needed <= most);
    near.map(|(number, _)| number as i16).collect()
}

/// The ways of a Unit to Assault anybody, one order each; the only way to somebody needs no number.
pub(crate) fn charges(war: &War, unit: UnitId, out: &mut Vec<Order>) {
    if !assaults(war, unit) {
        return;
    }
    for target in war.field().present_of(war.side(unit).other()) {
        let Ok(approach) = may_assault(war, unit, target) else { continue };
        let order = Order::new(ASSAULT).by(unit).on(target);
        match open_ways(war, unit, &approach).as_slice() {
            [0] => out.push(order),
            ways => out.extend(ways.iter().map(|number| order.with(*number))),
        }
    }
}

/// Whether a Unit may charge so.
fn may_charge(war: &War, order: &Order) -> May {
    let Some(unit) = order.unit() else { return Err(barred!("EA-ASSAULT-1", "charges nobody")) };
    may_act(war, unit, Means::Held)?;
    let (unit, target) = at_enemy(war, order)?;
    let ways = open_ways(war, unit, &may_assault(war, unit, target)?);
    match (ways.as_slice(), order.number) {
        ([0], None) => Ok(()),
        ([0], Some(_)) => Err(barred!("EA-ASSAULT-5", "has only one way to contact, which needs no number")),
        (_, Some(number)) if ways.contains(&number) => Ok(()),
        _ => no("EA-ASSAULT-5", |war, order| {
            let ways = order
                .unit()
                .zip(order.target_unit())
                .and_then(|(unit, target)| Some(open_ways(war, unit, &may_assault(war, unit, target).ok()?)));
            let list: Vec<String> = ways.unwrap_or_default().iter().map(|way| format!("#{way}")).collect();
            format!("{} has several ways to contact; name {}", war.actor_of(order), list.join(" or "))
        }),
    }
}
