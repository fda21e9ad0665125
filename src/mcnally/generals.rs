//! Generals: with their units, at risk, wounded, riding (MC-GENERAL).

use battle::{Die, Event, LeaderId, Object, Order, Perch, Pool, Rank, Reading, Role, UnitId, rule};
use rulebook::{Actor, Target, no};

use crate::info::LEAD;
use crate::morale::panic;
use crate::system::Why;
use crate::{May, Umpire, VerbRow, War, forecasts, sequence, tables};

pub(crate) const LEAD_ROW: VerbRow = VerbRow {
    actor: Actor::Leader,
    target: Target::Unit,
    candidates: |war, out| {
        for leader in war.setting().leaders_of(war.state.player) {
            let units = war.field().present_of(war.state.player);
            out.extend(units.map(|unit| Order::new(LEAD).by(leader).on(unit)));
        }
    },
    may: may_lead,
    foresee: |_, _| forecasts::certain(),
    ..VerbRow::new("lead", "Ride to", Role::Lead, "MC-GENERAL-2", "A general rides to a unit of his command.", lead)
};

/// The general that an order names.
fn rider(order: &Order) -> Option<LeaderId> {
    match order.actor {
        Some(Object::Leader(leader)) => Some(leader),
        _ => None,
    }
}

/// The least inches that a general rides for certain (his dice are thrown when he goes).
fn sure(war: &War, leader: LeaderId) -> i16 {
    let state = war.state.leaders[leader.index()];
    let pace = if state.serious { tables::CRIPPLED } else { tables::RIDE };
    (pace.dice + pace.add) / if state.light && !state.serious { 2 } else { 1 }
}

fn may_lead(war: &War, order: &Order) -> May {
    let (Some(leader), Some(unit)) = (rider(order), order.target_unit()) else {
        return no("MC-GENERAL-2", |_, _| String::from("a general rides to a unit"));
    };
    let state = war.state.leaders[leader.index()];
    let his = war.fixed().chain[unit.index()].contains(&Some(leader)) && war.present(unit);
    let elsewhere = war.unit_of(leader) != Some(unit);
    let there = war.field().leader_hex(leader);
    let near = there.is_some_and(|hex| {
        let steps = crate::space::body(war, unit).distance_to(hex);
        crate::space::inches(war, steps) <= i32::from(sure(war, leader)).max(1)
    });
    let due = sequence::leads_now(war, leader);
    if his && elsewhere && near && due && !state.dead && !state.ridden && rule!("MC-GENERAL-2") {
        return Ok(());
    }
    no("MC-GENERAL-2", |war, order| {
        format!("{} is not at hand to ride to {} on this card", war.actor_of(order), war.target_of(order))
    })
}

fn lead(umpire: &mut Umpire<'_>, order: &Order) {
    let (Some(leader), Some(unit)) = (rider(order), order.target_unit()) else { return };
    umpire.state.leaders[leader.index()].ridden = true;
    umpire.lead(leader, Perch::With(unit), "MC-GENERAL-2");
}

/// What the best general of its own chain with a unit takes off its tests (MC-MORALE-4).
pub(crate) fn steadies(war: &War, unit: UnitId) -> i16 {
    let chain = &war.fixed().chain[unit.index()];
    let worth = |leader: LeaderId| match war.post(leader).rank {
        Rank::Army => 2,
        _ => 1,
    };
    let his = war.field().leaders_with(unit).filter(|leader| chain.contains(&Some(*leader)));
    his.map(worth).max().unwrap_or(0)
}

/// The roll of the risk of a general with a unit that has lost so many (MC-GENERAL-3).
pub(crate) fn risk(lost: i16) -> Pool {
    Pool::new(Why::Risk.label(), "MC-GENERAL-3", (lost + 1) / 2, Reading::Below(1)).of(Die::D10)
}

/// Generals with a unit that loses figures are at risk (MC-GENERAL-3 to 5).
pub(crate) fn at_risk(umpire: &mut Umpire<'_>, unit: UnitId, lost: i16) {
    let with: Vec<LeaderId> = umpire.field().leaders_with(unit).collect();
    for leader in with.into_iter().filter(|_| lost > 0 && rule!("MC-GENERAL-3")) {
        let throw = umpire.by_leader(leader, Why::Risk);
        let ones = umpire.throw(&risk(lost), throw);
        for _ in 0..ones {
            let pool = Pool::new(Why::Wound.label(), "MC-GENERAL-5", 1, Reading::Row(&tables::WOUNDS));
            let throw = umpire.by_leader(leader, Why::Wound);
            let fate = umpire.throw(&pool, throw);
            wound(umpire, leader, fate);
        }
    }
}

/// A general is wounded or killed (MC-GENERAL-6).
fn wound(umpire: &mut Umpire<'_>, leader: LeaderId, fate: i16) {
    let state = &mut umpire.state.leaders[leader.index()];
    match fate {
        _ if state.dead => {}
        1 if state.light && rule!("MC-GENERAL-6") => state.serious = true,
        1 => state.light = true,
        2 => state.serious = true,
        _ => kill(umpire, leader),
    }
}

/// A general is killed or captured: all units under him get a marker (MC-PANIC-10).
pub(crate) fn kill(umpire: &mut Umpire<'_>, leader: LeaderId) {
    umpire.state.leaders[leader.index()].dead = true;
    umpire.emit(Event::LeaderMoved { leader, to: Perch::Away, clause: "MC-GENERAL-6" });
    for unit in umpire.field().present().collect::<Vec<_>>() {
        if umpire.fixed().chain[unit.index()].contains(&Some(leader)) && rule!("MC-PANIC-10") {
            panic::mark(umpire, unit);
        }
    }
}

/// Generals of a unit that leaves the map go with it, without a marker (MC-GENERAL-7).
pub(crate) fn lost_with(umpire: &mut Umpire<'_>, unit: UnitId) {
    for leader in umpire.field().leaders_with(unit).collect::<Vec<_>>() {
        umpire.state.leaders[leader.index()].dead = true;
        umpire.lead(leader, Perch::Away, "MC-GENERAL-7");
    }
}
