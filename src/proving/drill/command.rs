//! Orders: how many a side has, who gets one, what is kept; leaders sent to units.

use battle::{Die, Effect, Forecast, LeaderId, Object, Order, Perch, Pool, Reading, Role, Told};
use rulebook::{Actor, May, Number, Target, Throw, Umpire, VerbRow, no};

use super::info::{ATTACH, BANK, DONE, ORDER};
use super::marks;
use super::{Drill, War, Why, estimates, tables};

pub(super) const ORDER_ROW: VerbRow<Drill> = VerbRow {
    candidates: |war, out| rulebook::each(ORDER, war.field().present_of(war.state.player), out),
    may: may_order,
    foresee: |_, _| Forecast { effect: Effect { spends: 1.0, ..estimates::CERTAIN }, ..Forecast::default() },
    ..VerbRow::new(
        "order",
        "Order",
        Role::Activate,
        "DR-ORDER",
        "Spend one order on a unit, which may then move or charge.",
        give_order,
    )
};

pub(super) const ATTACH_ROW: VerbRow<Drill> = VerbRow {
    actor: Actor::Leader,
    target: Target::Unit,
    candidates: attachments,
    may: may_attach,
    foresee: |_, _| estimates::certain(),
    ..VerbRow::new("attach", "Attach", Role::Lead, "DR-LEADER", "Send the leader to a unit.", attach)
};

pub(super) const BANK_ROW: VerbRow<Drill> = VerbRow {
    actor: Actor::Nobody,
    number: Number::Judged,
    candidates: |_, out| out.extend((1..=tables::BANK_LIMIT).map(|number| Order::new(BANK).with(number))),
    may: may_bank,
    foresee: |_, _| estimates::certain(),
    ..VerbRow::new(
        "bank",
        "Bank",
        Role::Bank,
        "DR-BANK",
        "Keep some orders for the next turn and give no more now.",
        bank,
    )
};

pub(super) const DONE_ROW: VerbRow<Drill> = VerbRow {
    actor: Actor::Nobody,
    candidates: |_, out| out.push(Order::new(DONE)),
    foresee: |_, _| estimates::certain(),
    ..VerbRow::new("done", "Done", Role::Done, "DR-TURN", "Nothing more in this step.", |_, _| {})
};

fn left(war: &War) -> i16 {
    war.state.own.pool[war.state.player.index()]
}

/// A d6; by the whole book two d3.
fn orders_roll(war: &War) -> Pool {
    match war.options().whole {
        true => Pool::new("orders", "DR-ORDER", 2, Reading::Total).of(Die::D3),
        false => Pool::new("orders", "DR-ORDER", 1, Reading::Total),
    }
}

/// The die for orders, with what was kept and what house rules add.
pub(super) fn roll_orders(umpire: &mut Umpire<'_, Drill>) {
    let side = umpire.state.player;
    let face = umpire.throw(&orders_roll(umpire), Throw::by_side(side, Why::Orders));
    let extra = umpire.options().extra_orders;
    let own = &mut umpire.state.own;
    own.pool[side.index()] = face + std::mem::take(&mut own.bank[side.index()]) + extra;
}

fn may_order(war: &War, order: &Order) -> May<Drill> {
    if left(war) <= 0 {
        return no("DR-ORDER", |_, _| String::from("no orders are left to give"));
    }
    match order.unit() {
        Some(unit) if war.marked(unit, marks::ORDERED) => {
            no("DR-ORDER", |war, order| format!("{} has an order", order.unit().map_or("it", |unit| war.name(unit))))
        }
        _ => Ok(()),
    }
}

fn give_order(umpire: &mut Umpire<'_, Drill>, order: &Order) {
    let side = umpire.state.player;
    umpire.state.own.pool[side.index()] -= 1;
    if let Some(unit) = order.unit() {
        umpire.mark(unit, marks::ORDERED, true);
    }
}

fn attachments(war: &War, out: &mut Vec<Order>) {
    for leader in war.setting().leaders_of(war.state.player) {
        out.extend(war.field().present_of(war.state.player).map(|unit| Order::new(ATTACH).by(leader).on(unit)));
    }
}

fn named(war: &War, order: &Order) -> (Option<LeaderId>, String) {
    let leader = order.actor.and_then(Object::leader);
    (leader, leader.map_or_else(String::new, |leader| war.field().label(leader.into())))
}

fn may_attach(war: &War, order: &Order) -> May<Drill> {
    let (Some(leader), Some(unit)) = (order.actor.and_then(Object::leader), order.target_unit()) else {
        return no("DR-LEADER", |_, _| String::from("a leader goes to a unit"));
    };
    if war.state.leaders[leader.index()].sent {
        return no("DR-LEADER", |war, order| format!("{} was sent this turn", named(war, order).1));
    }
    if !war.present(unit) || war.side(unit) != war.state.player {
        return no("DR-LEADER", |war, order| format!("{} goes to units of his own side", named(war, order).1));
    }
    if war.field().leader(leader) == Perch::With(unit) {
        return no("DR-LEADER", |war, order| format!("{} is there already", named(war, order).1));
    }
    Ok(())
}

fn attach(umpire: &mut Umpire<'_, Drill>, order: &Order) {
    if let (Some(leader), Some(unit)) = (order.actor.and_then(Object::leader), order.target_unit()) {
        umpire.state.leaders[leader.index()].sent = true;
        umpire.lead(leader, Perch::With(unit), "DR-LEADER");
    }
}

fn may_bank(war: &War, order: &Order) -> May<Drill> {
    match order.number {
        Some(number) if (1..=left(war).min(tables::BANK_LIMIT)).contains(&number) => Ok(()),
        _ => no("DR-BANK", |war, _| {
            let most = left(war).min(tables::BANK_LIMIT);
            format!("1 to {most} of the orders left can be kept, such as #1")
        }),
    }
}

fn bank(umpire: &mut Umpire<'_, Drill>, order: &Order) {
    let (side, kept) = (umpire.state.player, order.number.unwrap_or(0));
    umpire.state.own.bank[side.index()] = kept;
    umpire.state.own.pool[side.index()] = 0;
    umpire.tell(Told { number: kept, side: Some(side), ..Told::new("{s} keeps {n} orders", "DR-BANK") });
}
