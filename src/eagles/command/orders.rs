//! Orders: what one costs, who may be given one, what it is spent on, and who may act at all (EA-ORD).

use battle::{Event, LeaderId, Object, Order, Side, Told, UnitId, rule};
use rulebook::no;

use super::pools::pools_for;
use crate::info::{ACTIONS, ARRIVALS};
use crate::marks;
use crate::space::measure;
use crate::state::{Flags, Frame, Held, flagged, held, idle, spent};
use crate::{May, Placement, Traits, Umpire, War, has, tables};

/// Which pip an Order takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Price {
    /// Pips, as marked on the Unit (EA-ORD-3).
    pub cost: i16,
    /// The pool of free Orders it comes from, if one.
    pub free: Option<usize>,
}

/// Whether an Action takes an Order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Means {
    /// It holds an unused Order.
    Held,
    /// What it does takes no Order.
    NotAsked,
}

/// The side that places its Orders first (EA-SEQ-3, EA-RES-4).
pub(crate) fn first_to_place(war: &War) -> Side {
    match placement(war) {
        Placement::OtherFirst => war.state.first.other(),
        Placement::HolderFirst | Placement::Secret => war.state.first,
    }
}

/// How Orders are placed: by the holder first, unless the house says otherwise (EA-RES-4).
pub(crate) fn placement(war: &War) -> Placement {
    if rule!("EA-RES-4") { war.options().placement } else { Placement::HolderFirst }
}

/// Pips of an Order to a Unit now: double within a base width of an enemy (EA-ORD-2).
pub(crate) fn order_cost(war: &War, unit: UnitId) -> i16 {
    let near = measure::enemy_within(war, unit, &war.pose(unit), measure::base_width(war)) && rule!("EA-ORD-2");
    tables::ORDER_COST[usize::from(near)]
}

/// Orders that the pools of a Unit still pay.
pub(crate) fn orders_left(war: &War, unit: UnitId) -> i16 {
    let pools = &war.state.own.pools;
    pools_for(war, unit).into_iter().map(|place| pools[place].points + pools[place].saved).sum()
}

/// What an Order to the Unit takes; none when nothing is left to pay it.
pub(crate) fn price(war: &War, unit: UnitId) -> Option<Price> {
    let free = war.setting().fixed.pools.iter().enumerate().find(|(place, pool)| {
        let commands = |leader: &LeaderId| war.post(*leader).command.contains(&unit);
        pool.free && war.state.own.pools[*place].points > 0 && pool.leaders.iter().any(commands)
    });
    if let Some((place, _)) = free {
        return Some(Price { cost: 0, free: Some(place) });
    }
    let cost = order_cost(war, unit);
    (orders_left(war, unit) >= cost).then_some(Price { cost, free: None })
}

/// Orders a Unit may hold in a turn: one, Veterans two (EA-ORD-3, EA-OPT-19).
pub(crate) fn order_limit(war: &War, unit: UnitId) -> usize {
    let twice = has(war, unit, Traits::VETERANS) && rule!("EA-OPT-19");
    tables::ORDERS_HELD[usize::from(twice)]
}

/// Orders a Unit has been given this turn, the one of its General included (EA-GEN-2).
fn orders_given(war: &War, unit: UnitId) -> usize {
    let coming = !war.state.own.ordering && is_led(war, unit);
    held(war, unit).given() + usize::from(coming)
}

/// Whether a Unit has a General, who brings it an Order at no cost (EA-GEN-2).
fn is_led(war: &War, unit: UnitId) -> bool {
    war.has_leader(unit) && rule!("EA-GEN-2")
}

/// Uses of Orders a Unit has left.
pub(crate) fn uses(war: &War, unit: UnitId) -> u8 {
    held(war, unit).uses()
}

/// Whether a Unit can be given an Order now (EA-ORD-2, EA-ORD-3).
pub(crate) fn may_order(war: &War, order: &Order) -> May {
    let Some(unit) = order.unit() else { return Err(barred!("EA-ORD-2", "takes no Order")) };
    if idle(war, unit) {
        return Err(barred!("EA-UNIT-10", "is spent and takes no Orders"));
    }
    if orders_given(war, unit) >= order_limit(war, unit) && rule!("EA-ORD-3") {
        return if war.has_leader(unit) {
            Err(barred!("EA-ORD-3", "has the Order its General brings"))
        } else {
            Err(barred!("EA-ORD-3", "holds an Order already"))
        };
    }
    if price(war, unit).is_some() {
        return Ok(());
    }
    no("EA-ORD-2", |war, order| {
        let (cost, left) = order.unit().map(|unit| (order_cost(war, unit), orders_left(war, unit))).unwrap_or_default();
        format!("an Order to {} costs {cost}; its command has {left} left", war.actor_of(order))
    })
}

/// Gives a Unit an Order and pays for it.
pub(crate) fn give_order(umpire: &mut Umpire<'_>, unit: UnitId) {
    let side = umpire.side(unit);
    order_led_units(umpire, side);
    let Some(price) = price(umpire, unit) else { return };
    match price.free {
        Some(place) => umpire.state.own.pools[place].points -= 1,
        None => pay(umpire, unit, price.cost),
    }
    place_order(umpire, unit, price.cost as u8);
}

/// Takes pips from the Unit's pools: rolled ones before saved ones, its own command's first.
fn pay(umpire: &mut Umpire<'_>, unit: UnitId, cost: i16) {
    let mut left = cost;
    for place in pools_for(umpire, unit) {
        let pool = &mut umpire.state.own.pools[place];
        for part in [&mut pool.points, &mut pool.saved] {
            let taken = left.min(*part);
            *part -= taken;
            left -= taken;
        }
    }
}

fn place_order(umpire: &mut Umpire<'_>, unit: UnitId, cost: u8) {
    let held = held_for(umpire, cost);
    umpire.own_mut(unit).give(held);
    if placement(umpire) != Placement::Secret {
        umpire.mark(unit, marks::ORDERED | marks::WAS_ORDERED, true);
    }
}

/// An Order as it is when it has just been given for so many pips.
fn held_for(war: &War, cost: u8) -> Held {
    let twice = war.options().order2_uses && rule!("EA-RES-3");
    Held { cost, uses: if twice && i16::from(cost) == tables::ORDER_COST[1] { 2 } else { 1 } }
}

/// The battle in the Actions phase of a Unit's side if that Unit had just been given an Order, or the one that its General
/// brings, and no other of its side held any; none when it is spent, or acts now.
pub(crate) fn supplied(war: &War, unit: UnitId) -> Option<War> {
    let acts = war.is_plainly(ACTIONS) && war.is_players(unit) && uses(war, unit) > 0;
    if acts || war.is_over() || !war.present(unit) || spent(war, unit) {
        return None;
    }
    let side = war.side(unit);
    let cost = if is_led(war, unit) { 0 } else { order_cost(war, unit) as u8 };
    let order = held_for(war, cost);
    let mut supplied = war.supposing(&Event::StepBegan { step: ACTIONS.0, side: Some(side) });
    supplied.state.stack.clear();
    supplied.state.player = side;
    for own in supplied.units_of(side) {
        supplied.own_mut(own).orders = [None; 2];
    }
    supplied.own_mut(unit).give(order);
    Some(supplied)
}

/// Before the first Order: Units with a General hold theirs free (EA-GEN-2), and Generals ride no more.
pub(crate) fn order_led_units(umpire: &mut Umpire<'_>, side: Side) {
    if std::mem::replace(&mut umpire.state.own.ordering, true) {
        return;
    }
    for unit in umpire.units_of(side) {
        if is_led(umpire, unit) && !idle(umpire, unit) {
            place_order(umpire, unit, 0);
        }
    }
}

/// Shows Orders that were placed in secret, and says so, for the other side has heard nothing of them (EA-RES-4).
pub(crate) fn reveal_orders(umpire: &mut Umpire<'_>) {
    for unit in umpire.field().present().collect::<Vec<_>>() {
        let number = held(umpire, unit).given() as i16;
        if number > 0 {
            umpire.mark(unit, marks::ORDERED | marks::WAS_ORDERED, true);
            let actor = Some(Object::Unit(unit));
            let text = if number == 1 { "{a} shows an order" } else { "{a} shows {n} orders" };
            umpire.tell(Told { actor, number, ..Told::new(text, "EA-RES-4") });
        }
    }
}

/// Spends one use of a Unit's Orders and takes its mark away with the last (EA-ORD-4).
pub(crate) fn spend_order(umpire: &mut Umpire<'_>, unit: UnitId) {
    if rule!("EA-ORD-4") {
        umpire.own_mut(unit).spend();
    }
    if uses(umpire, unit) == 0 {
        umpire.mark(unit, marks::ORDERED, false);
    }
}

/// Whether a Unit can take any Action (EA-ORD-5, EA-UNIT-10).
pub(crate) fn may_act(war: &War, unit: UnitId, means: Means) -> May {
    if !war.present(unit) || idle(war, unit) {
        return Err(barred!("EA-UNIT-10", "is spent and takes no Action"));
    }
    let free = war.phase() == ARRIVALS && flagged(war, unit, Flags::FREE_MOVE);
    if means == Means::Held && uses(war, unit) == 0 && !free && rule!("EA-ORD-5") {
        return Err(barred!("EA-ORD-5", "has no unused Order, so it takes no Action"));
    }
    Ok(())
}

/// An Action is taken: when it is done the other side may fire by its Orders, with the option on (EA-SEQ-7, EA-OPT-2).
pub(crate) fn begin_action(umpire: &mut Umpire<'_>) {
    if umpire.options().defend && umpire.is_plainly(ACTIONS) {
        umpire.after(Frame::Reaction);
    }
}

/// Checks Orders and pools.
///
/// # Errors
/// What is wrong.
pub(crate) fn audit(war: &War) -> Result<(), String> {
    for unit in war.field().ids() {
        let (given, most) = (held(war, unit).given(), order_limit(war, unit));
        if given > most {
            return Err(format!("{} holds {given} orders, expected at most {most}", war.name(unit)));
        }
    }
    let pools = &war.state.own.pools;
    match pools.iter().position(|pool| pool.points < 0 || pool.saved < 0 || pool.may_save < 0) {
        Some(place) => Err(format!("orders pool {place} is overdrawn: {:?}", pools[place])),
        None => Ok(()),
    }
}
