//! Command: Generals ride, pools are rolled, Units are given Orders, the Initiative is thrown for (EA-ORD, EA-GEN, EA-INIT).

mod generals;
mod initiative;
mod orders;
mod pools;

use battle::{Chance, Effect, Forecast, LeaderId, Object, Order, Perch, Role, rule};
use rulebook::{Actor, Listing, Number, Target, VerbRow, no};

use crate::info::{BANK, GRANT, ORDER, PIP};
use crate::state::Frame;
use crate::{Eagles, May, War, forecasts, tables};

pub(crate) use initiative::roll_initiative;
pub(crate) use orders::{
    Means, audit, begin_action, first_to_place, may_act, order_cost, order_led_units, orders_left, placement,
    reveal_orders, spend_order, supplied, uses,
};
pub(crate) use pools::{close_pools, conceal_pools, roll_orders, share_of_orders};
#[cfg(test)]
pub(crate) use {
    initiative::initiative_roll,
    orders::{Price, price},
    pools::orders_roll,
};

pub(crate) const ATTACH_ROW: VerbRow<Eagles> = VerbRow {
    actor: Actor::Leader,
    target: Target::Unit,
    listing: Listing::Found,
    candidates: |war, out| match war.frame() {
        Some(Frame::Return(leader)) => generals::returns(war, *leader, out),
        _ => generals::attachments(war, out),
    },
    may: generals::may_attach,
    foresee: foresee_leading,
    ..VerbRow::new(
        "attach",
        "Attach",
        Role::Lead,
        "EA-GEN-1",
        "Send a General to a Unit within 12 inches: it has a free Order this turn.",
        generals::attach,
    )
};

pub(crate) const RIDE_ROW: VerbRow<Eagles> = VerbRow {
    actor: Actor::Leader,
    target: Target::Hex,
    listing: Listing::Found,
    candidates: generals::rides,
    may: generals::may_ride,
    ..VerbRow::new(
        "ride",
        "Ride",
        Role::Lead,
        "EA-GEN-1",
        "Send a General up to 12 inches to a hex, with no Unit.",
        |umpire, order| {
            if let (Some(leader), Some(Object::Hex(hex))) = (general_of(order), order.target) {
                generals::send(umpire, leader, Perch::At(hex), "EA-GEN-1");
            }
        },
    )
};

pub(crate) const GRANT_ROW: VerbRow<Eagles> = VerbRow {
    actor: Actor::Leader,
    target: Target::Leader,
    candidates: |war, out| {
        for one in war.setting().leaders_of(war.state.player) {
            let others = war.setting().leaders_of(war.state.player);
            out.extend(others.map(|other| Order::new(GRANT).by(one).on(other)));
        }
    },
    may: may_grant,
    ..VerbRow::new(
        "grant",
        "Hand on Order",
        Role::Command,
        "EA-OPT-23",
        "The army commander gives one Order of his roll to another General.",
        |umpire, order| {
            if let Some(leader) = general_of(order) {
                pools::hand_on(umpire, leader, order.target.and_then(Object::leader));
            }
        },
    )
};

pub(crate) const PIP_ROW: VerbRow<Eagles> = VerbRow {
    actor: Actor::Leader,
    candidates: |war, out| rulebook::each_leader(PIP, war, out),
    may: |war, order| match general_of(order) {
        Some(leader) if pools::may_keep_pip(war, leader) => Ok(()),
        _ => Err(barred!("EA-OPT-23", "has no Order left to keep for the Initiative, or has kept one")),
    },
    ..VerbRow::new(
        "pip",
        "Initiative +1",
        Role::Command,
        "EA-OPT-23",
        "The army commander keeps one Order of his roll as +1 on this turn's Initiative die.",
        |umpire, order| {
            if let Some(leader) = general_of(order) {
                pools::hand_on(umpire, leader, None);
            }
        },
    )
};

pub(crate) const BANK_ROW: VerbRow<Eagles> = VerbRow {
    actor: Actor::Leader,
    number: Number::Judged,
    candidates: |war, out| {
        for leader in war.setting().leaders_of(war.state.player) {
            out.extend((1..=pools::most_to_save(war, leader)).map(|number| Order::new(BANK).by(leader).with(number)));
        }
    },
    may: may_save,
    ..VerbRow::new(
        "bank",
        "Save Orders",
        Role::Command,
        "EA-OPT-17",
        "Excellent Staff saves so many Orders of this roll for a later turn.",
        |umpire, order| {
            if let (Some(leader), Some(number)) = (general_of(order), order.number) {
                pools::save(umpire, leader, number);
            }
        },
    )
};

pub(crate) const ORDER_ROW: VerbRow<Eagles> = VerbRow {
    candidates: |war, out| rulebook::each(ORDER, war.field().present_of(war.state.player), out),
    may: orders::may_order,
    foresee: foresee_order,
    ..VerbRow::new(
        "order",
        "Order",
        Role::Activate,
        "EA-ORD-2",
        "Give a Unit an Order: one Action, one shot or one defence. It takes 1 of the Orders rolled, 2 within a base width of an enemy.",
        |umpire, order| {
            if let Some(unit) = order.unit() {
                orders::give_order(umpire, unit);
            }
        },
    )
};

fn general_of(order: &Order) -> Option<LeaderId> {
    order.actor.and_then(Object::leader)
}

fn may_grant(war: &War, order: &Order) -> May {
    match (general_of(order), order.target.and_then(Object::leader)) {
        (Some(leader), Some(other)) if pools::may_hand_on(war, leader, other) => Ok(()),
        _ => no("EA-OPT-23", |war, order| {
            format!("{} has no Order to hand on to {}", war.actor_of(order), war.target_of(order))
        }),
    }
}

fn may_save(war: &War, order: &Order) -> May {
    let most = |war: &War, order: &Order| general_of(order).map_or(0, |leader| pools::most_to_save(war, leader));
    match order.number {
        Some(number) if (1..=most(war, order)).contains(&number) => Ok(()),
        _ => no("EA-OPT-17", |war, order| {
            let most = general_of(order).map_or(0, |leader| pools::most_to_save(war, leader));
            format!("{} can save 0 to {most} Orders of this roll", war.actor_of(order))
        }),
    }
}

/// What an Order costs, and while that is open the chance that its side acts first this turn (EA-AI-2, EA-AI-3).
fn foresee_order(war: &War, order: &Order) -> Forecast {
    let Some(unit) = order.unit() else { return Forecast::default() };
    let cost = orders::price(war, unit).map_or(order_cost(war, unit), |price| price.cost);
    let spends = if rule!("EA-AI-2") { share_of_orders(war, unit, cost) } else { 0.0 };
    let mut forecast = forecasts::spending(None, spends);
    let first = initiative::acts_first(war, war.side(unit));
    if first > 0.0 && first < 1.0 && rule!("EA-AI-3") {
        forecast.results.push(Chance { label: "acts first", chance: first });
    }
    forecast
}

/// Where a General goes: what his free Order saves there (EA-AI-1).
fn foresee_leading(war: &War, order: &Order) -> Forecast {
    let Some(unit) = order.target_unit().filter(|_| rule!("EA-AI-1")) else { return Forecast::default() };
    let saved = f64::from(order_cost(war, unit)) / f64::from(tables::ORDER_COST[1]);
    Forecast { effect: Effect { succeeds: saved, ..Effect::default() }, ..Forecast::default() }
}
