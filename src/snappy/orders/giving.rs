//! S1a: the C-in-C sends orders, commands shade them (SN-ORD-4 to 6).

use battle::{Chance, Forecast, LeaderId, Object, Order, Pose, Reach, Role, rule};
use hexes::{Facing, Hex};
use rulebook::{Actor, no, spots};

use super::{Mandate, Sent, binding, radius};
use crate::info::{AIM, ORDER, SHADE};
use crate::profile::Nation;
use crate::space::inches;
use crate::{May, Umpire, VerbRow, War, forecasts, tables};

pub(crate) const ORDER_ROW: VerbRow = VerbRow {
    actor: Actor::Leader,
    candidates: |war, out| candidates(war, ORDER, out),
    may: |war, order| may_send(war, order, |mandate| !mandate.needs_objective()),
    foresee: told,
    ..VerbRow::new("order", "Order", Role::Command, "SN-ORD-5", "Send a command one of the seven orders.", send)
        .numbered(&tables::ORDERS)
};

pub(crate) const AIM_ROW: VerbRow = VerbRow {
    actor: Actor::Leader,
    candidates: |war, out| candidates(war, AIM, out),
    may: |war, order| may_send(war, order, Mandate::takes_objective),
    foresee: told,
    ..VerbRow::new(
        "aim",
        "Order to a place",
        Role::Command,
        "SN-ORD-6",
        "Send a command an order with an objective: #3 defend, #5 screen, #6 probe, #7 attack.",
        send,
    )
    .numbered(&tables::ORDERS)
    .to(objectives)
};

pub(crate) const SHADE_ROW: VerbRow = VerbRow {
    actor: Actor::Leader,
    candidates: |war, out| candidates(war, SHADE, out),
    may: may_shade,
    foresee: told,
    ..VerbRow::new(
        "shade",
        "Shade",
        Role::Command,
        "SN-ORD-4",
        "Let a command read its order as its nation does, a rung lower or higher: #1 rally to #7 attack.",
        shade,
    )
    .numbered(&tables::ORDERS)
};

/// What an order by number says, and what it asks of the command once it is there; with a place yet to be named, what it
/// asks without one.
fn told(war: &War, order: &Order) -> Forecast {
    let Some((leader, mandate)) = named(order) else { return forecasts::certain() };
    let shaded = order.verb == SHADE;
    let command = war.state.own.command(leader);
    let place = if mandate.needs_objective() { war.field().leader_hex(leader) } else { None };
    let objective = if shaded { command.objective.or(place) } else { order.pose.map(|pose| pose.anchor) };
    let delay = u16::from(!shaded && !arrives_now(war, leader));
    Forecast {
        results: vec![Chance { label: mandate.name(), chance: 1.0 }],
        binding: Some(binding::of(war, leader, &Sent { mandate, objective }, delay)),
        ..forecasts::certain()
    }
}

fn candidates(war: &War, verb: battle::Verb, out: &mut Vec<Order>) {
    for leader in war.setting().leaders_of(war.state.player) {
        out.extend(Mandate::ALL.map(|mandate| Order::new(verb).by(leader).with(mandate.number())));
    }
}

fn named(order: &Order) -> Option<(LeaderId, Mandate)> {
    Some((order.actor.and_then(Object::leader)?, Mandate::numbered(order.number?)?))
}

fn has_command(war: &War, leader: LeaderId) -> bool {
    war.fixed().command.contains(&leader)
}

fn may_send(war: &War, order: &Order, takes: fn(Mandate) -> bool) -> May {
    let Some((leader, mandate)) = named(order).filter(|(leader, _)| has_command(war, *leader)) else {
        return no("SN-ORD-1", |_, _| String::from("name the leader of a command and an order from #1 to #7"));
    };
    if war.field().leader_hex(war.fixed().chief(war.state.player)).is_none() && rule!("SN-ORD-5a") {
        return no("SN-ORD-5", |_, _| String::from("there is no C-in-C on the map to send orders"));
    }
    if war.state.own.command(leader).given {
        return no("SN-ORD-5", |war, order| format!("{} has been sent an order this turn", war.actor_of(order)));
    }
    if !takes(mandate) {
        return no("SN-ORD-6", |_, order| {
            let name = named(order).map_or("it", |(_, mandate)| mandate.name());
            format!("{name}: defend needs an objective; attack, probe and screen may have one, no other has")
        });
    }
    Ok(())
}

/// Every hex of the map, as a place to aim at.
fn objectives(war: &War, _stem: &Order) -> Reach {
    let formation = battle::Formation::line(1);
    spots(war.field().ground().grid().iter().map(|hex| Pose::new(hex, Facing::North, formation)))
}

/// Whether an order to a command arrives at once: it is the C-in-C's own, or its leader is within his radius.
fn arrives_now(war: &War, leader: LeaderId) -> bool {
    let chief = war.fixed().chief(war.state.player);
    let hexes = [chief, leader].map(|one| war.field().leader_hex(one));
    let near = |[from, to]: [Hex; 2]| inches(war, from.distance(to)) <= radius(war, chief);
    let heard = matches!(hexes, [Some(from), Some(to)] if near([from, to]) && rule!("SN-ORD-5b"));
    leader == chief || heard || war.options().no_delay || !rule!("SN-ORD-5c")
}

fn send(umpire: &mut Umpire<'_>, order: &Order) {
    let Some((leader, mandate)) = named(order) else { return };
    let sent = Sent { mandate, objective: order.pose.map(|pose| pose.anchor) };
    let now = arrives_now(umpire, leader);
    let command = &mut umpire.state.own.commands[leader.index()];
    command.given = true;
    match now {
        true => command.receive(sent),
        false => command.pending = Some(sent),
    }
}

/// Rungs that a leader's nation may read into an order: downward and upward (SN-ORD-4).
fn freedom(war: &War, leader: LeaderId) -> [i16; 2] {
    match war.post(leader).nation {
        _ if !rule!("SN-ORD-4") => [0, 0],
        Nation::French | Nation::British => [-1, 1],
        Nation::FrenchAlly if war.options().free_allies => [-1, 1],
        Nation::Turkish => [0, 1],
        _ => [-1, 0],
    }
}

fn may_shade(war: &War, order: &Order) -> May {
    let Some((leader, mandate)) = named(order).filter(|(leader, _)| has_command(war, *leader)) else {
        return no("SN-ORD-4", |_, _| String::from("name the leader of a command and an order from #1 to #7"));
    };
    let command = war.state.own.command(leader);
    if war.field().leader_hex(leader).is_none() {
        return no("SN-ORD-14", |war, order| {
            format!("{} is not on the map: his command goes on as it was", war.actor_of(order))
        });
    }
    if command.shaded {
        return no("SN-ORD-4", |war, order| format!("{} has chosen this turn", war.actor_of(order)));
    }
    let [down, up] = freedom(war, leader);
    let step = mandate.number() - command.ordered.number();
    if (down..=up).contains(&step) && mandate != command.chosen {
        return Ok(());
    }
    no("SN-ORD-4", |war, order| {
        let range = named(order).map_or([0, 0], |(leader, _)| freedom(war, leader));
        let ordered = named(order).map_or("", |(leader, _)| war.state.own.command(leader).ordered.name());
        format!("{} may choose from {} to +{} of {ordered}", war.actor_of(order), range[0], range[1])
    })
}

fn shade(umpire: &mut Umpire<'_>, order: &Order) {
    let Some((leader, mandate)) = named(order) else { return };
    let place = umpire.field().leader_hex(leader);
    let command = &mut umpire.state.own.commands[leader.index()];
    if command.chosen == Mandate::Defend && !command.ordered.takes_objective() {
        // What it came to defend by itself goes with that.
        command.objective = None;
    }
    (command.chosen, command.shaded) = (mandate, true);
    if mandate.needs_objective() {
        command.objective = command.objective.or(place);
    }
}
