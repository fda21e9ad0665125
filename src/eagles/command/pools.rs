//! Pools of Orders: the rolls that fill them, what is saved, handed on and lost (EA-ORD-1, EA-ORD-6, EA-OPT-17, EA-OPT-23).

use battle::{LeaderId, Object, Perch, Pool, Reading, Side, Told, UnitId, rule};
use rulebook::{Modifiers, Throw};

use crate::system::Why;
use crate::{OrdersDice, Umpire, War, modifiers, tables};

/// The Orders roll of a General, or of a side (EA-ORD-1, EA-OPT-20, EA-OPT-21).
pub(crate) fn orders_roll(war: &War, leader: Option<LeaderId>) -> Pool {
    let general = leader.map(|leader| war.post(leader));
    let house = if rule!("EA-RES-1") { war.options().orders_dice } else { OrdersDice::D6 };
    let own = general.map(|general| general.dice).filter(|dice| *dice != OrdersDice::D6 && rule!("EA-OPT-20"));
    let (dice, add) = own.unwrap_or(house).parts();
    let mut pool = Pool::new("orders", "EA-ORD-1", i16::from(dice), Reading::Total);
    let mut rows = Modifiers::default();
    rows.worth(&modifiers::COMMANDERS_DICE, add);
    rows.when(&modifiers::EFFICIENT, general.is_some_and(|general| general.efficient) && rule!("EA-OPT-21"));
    rows.on_result(&mut pool);
    pool
}

/// The share that so many Orders are of all that the Unit's side rolled this turn, at most 1.
pub(crate) fn share_of_orders(war: &War, unit: UnitId, orders: i16) -> f64 {
    let pools = war.setting().fixed.pools.iter().zip(&war.state.own.pools);
    let all: i16 = pools.filter(|(info, _)| info.side == war.side(unit)).map(|(_, pool)| pool.rolled).sum();
    f64::from(orders) / f64::from(all.max(orders).max(1))
}

/// Rolls for Orders: the Initiative holder's commands first (EA-SEQ-2, EA-SEQ-12).
pub(crate) fn roll_orders(umpire: &mut Umpire<'_>) {
    for side in [umpire.state.first, umpire.state.first.other()] {
        for place in 0..umpire.setting().fixed.pools.len() {
            if umpire.setting().fixed.pools[place].side == side {
                fill_pool(umpire, place);
            }
        }
    }
    umpire.state.own.rolled = umpire.state.own.pools.clone();
}

fn fill_pool(umpire: &mut Umpire<'_>, place: usize) {
    let info = umpire.setting().fixed.pools[place].clone();
    let pool = &mut umpire.state.own.pools[place];
    (pool.may_save, pool.rolled) = (0, 0);
    if info.free {
        let there = info.leaders.iter().all(|leader| !is_away(umpire, *leader));
        umpire.state.own.pools[place].points = if there && rule!("EA-RES-36") { tables::DIVISION_ORDERS } else { 0 };
    } else if info.leaders.is_empty() {
        let roll = orders_roll(umpire, None);
        let total = umpire.throw(&roll, Throw::by_side(info.side, Why::Orders));
        add_points(umpire, place, total);
    } else {
        info.leaders.iter().for_each(|leader| roll_for(umpire, place, *leader));
    }
}

/// One General's roll; it is made even while he is out, unless the house rule says not (EA-GEN-6, EA-RES-5).
fn roll_for(umpire: &mut Umpire<'_>, place: usize, leader: LeaderId) {
    if umpire.state.due[leader.index()] || (is_away(umpire, leader) && !rolls_while_out(umpire)) {
        return;
    }
    let roll = orders_roll(umpire, Some(leader));
    let total = umpire.throw(&roll, umpire.by_leader(leader, Why::Orders));
    add_points(umpire, place, total);
    if umpire.post(leader).staff && rule!("EA-OPT-17") {
        staff_work(umpire, place, total);
    }
}

/// Whether the command of a General who is out rolls all the same.
fn rolls_while_out(war: &War) -> bool {
    let barred = war.options().no_general_no_orders && rule!("EA-RES-5");
    !barred && rule!("EA-GEN-6")
}

/// So many Orders more that a roll has given (EA-ORD-1).
fn add_points(umpire: &mut Umpire<'_>, place: usize, total: i16) {
    let total = if rule!("EA-ORD-1") { total } else { 0 };
    let pool = &mut umpire.state.own.pools[place];
    pool.points += total;
    pool.rolled += total;
}

/// What Excellent Staff may save of that roll (EA-OPT-17, EA-RES-38).
fn staff_work(umpire: &mut Umpire<'_>, place: usize, roll: i16) {
    let most = tables::STAFF_SAVES[usize::try_from(roll).unwrap_or_default().min(tables::STAFF_SAVES.len() - 1)];
    if umpire.options().staff_bonus && rule!("EA-RES-38") {
        umpire.state.own.pools[place].saved += most;
    } else {
        umpire.state.own.pools[place].may_save += most;
    }
}

/// The pools a Unit may draw on: that of its command first, then those open to its side.
pub(crate) fn pools_for(war: &War, unit: UnitId) -> Vec<usize> {
    let (pools, own) = (&war.setting().fixed.pools, usize::from(war.setting().fixed.pool_of[unit.index()]));
    let side = pools.get(own).map(|pool| pool.side);
    let open = (0..pools.len()).filter(|at| *at != own && pools[*at].open && Some(pools[*at].side) == side);
    std::iter::once(own).chain(open).collect()
}

/// The pool that a General's Orders go to.
fn pool_of(war: &War, leader: LeaderId) -> Option<usize> {
    war.setting().fixed.pool_of_leader[leader.index()].map(usize::from)
}

/// The side has placed its Orders: what is left is saved as far as the staff can, and lost beyond (EA-ORD-6).
pub(crate) fn close_pools(umpire: &mut Umpire<'_>, side: Side) {
    for place in 0..umpire.setting().fixed.pools.len() {
        if umpire.setting().fixed.pools[place].side == side {
            let pool = &mut umpire.state.own.pools[place];
            pool.saved += pool.points.min(std::mem::take(&mut pool.may_save));
            if rule!("EA-ORD-6") {
                pool.points = 0;
            }
        }
    }
    umpire.state.own.ordering = false;
}

/// Orders that may be saved now of a General's roll.
pub(crate) fn most_to_save(war: &War, leader: LeaderId) -> i16 {
    let Some(place) = pool_of(war, leader).filter(|_| war.post(leader).staff) else { return 0 };
    let pool = &war.state.own.pools[place];
    pool.points.min(pool.may_save).max(0)
}

/// Saves so many Orders of a General's roll (EA-OPT-17).
pub(crate) fn save(umpire: &mut Umpire<'_>, leader: LeaderId, number: i16) {
    let Some(place) = pool_of(umpire, leader) else { return };
    let pool = &mut umpire.state.own.pools[place];
    pool.points -= number;
    pool.may_save -= number;
    pool.saved += number;
    let actor = Some(Object::Leader(leader));
    umpire.tell(Told { actor, number, ..Told::new("{a} saves {n} orders", "EA-OPT-17") });
}

/// The army commander's pips to hand on: those left in his own pool (EA-OPT-23).
pub(crate) fn army_pips(war: &War, leader: LeaderId) -> i16 {
    let own = pool_of(war, leader).filter(|_| war.post(leader).army && !is_away(war, leader) && rule!("EA-OPT-23"));
    own.map(|place| war.state.own.pools[place].points).unwrap_or_default()
}

/// Whether the army commander can hand a pip to that General (EA-OPT-23).
pub(crate) fn may_hand_on(war: &War, leader: LeaderId, other: LeaderId) -> bool {
    let side = |leader| war.setting().leader(leader).side;
    let goal = pool_of(war, other);
    army_pips(war, leader) > 0
        && side(leader) == side(other)
        && goal.is_some()
        && goal != pool_of(war, leader)
        && !war.post(other).division
}

/// Whether he can keep one for the Initiative: one at most, and not on turn 1.
pub(crate) fn may_keep_pip(war: &War, leader: LeaderId) -> bool {
    let side = war.setting().leader(leader).side;
    army_pips(war, leader) > 0 && war.state.own.pips[side.index()] == 0 && war.field().turn() > 1
}

/// Hands one pip of the army commander to a General, or to the Initiative die when there is none (EA-OPT-23).
pub(crate) fn hand_on(umpire: &mut Umpire<'_>, leader: LeaderId, to: Option<LeaderId>) {
    let Some(from) = pool_of(umpire, leader) else { return };
    let side = umpire.setting().leader(leader).side;
    let goal = to.and_then(|to| pool_of(umpire, to));
    let own = &mut umpire.state.own;
    own.pools[from].points -= 1;
    match goal {
        Some(place) => own.pools[place].points += 1,
        None => own.pips[side.index()] += 1,
    }
    let (actor, target) = (Some(Object::Leader(leader)), to.map(Object::Leader));
    let text = if to.is_some() { "{a} hands an order to {t}" } else { "{a} keeps a pip for the initiative" };
    umpire.tell(Told { actor, target, ..Told::new(text, "EA-OPT-23") });
}

/// Whether a General is not on the map.
pub(crate) fn is_away(war: &War, leader: LeaderId) -> bool {
    war.field().leader(leader) == Perch::Away
}

/// Shows the other side's pools as they were rolled, and nothing of what it paid, saved, handed on or kept (EA-RES-4).
pub(crate) fn conceal_pools(war: &mut War, from: Side) {
    for place in 0..war.setting().fixed.pools.len() {
        if war.setting().fixed.pools[place].side != from {
            war.state.own.pools[place] = war.state.own.rolled.get(place).copied().unwrap_or_default();
        }
    }
    let active = war.state.player;
    let own = &mut war.state.own;
    own.pips[from.other().index()] = 0;
    own.ordering &= active == from;
}
