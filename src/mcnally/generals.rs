//! Generals: with their units, at risk, wounded, riding (MC-GENERAL).

use std::sync::LazyLock;

use battle::{
    Departure, Die, Effect, Event, Forecast, LeaderId, Object, Order, Perch, Pool, Pose, Rank, Reading, Role, Side,
    Terrain, UnitId, rule,
};
use hexes::{Hex, straight_steps};
use rulebook::{Actor, Target, no};

use crate::info::LEAD;
use crate::morale::panic;
use crate::tallies::{CAPTURED, LOST_WITH};
use crate::why::Why;
use crate::{May, Umpire, VerbRow, War, cards, forecasts, tables};

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
    foresee: |war, order| {
        let (Some(leader), Some(unit)) = (rider(order), order.target_unit()) else { return Forecast::default() };
        let pool = ride(war, leader);
        let comes = inches_to(war, leader, unit).map_or(0.0, |inches| pool.outcome().at_least(inches));
        let effect = Effect { succeeds: forecasts::tame(comes), ..Effect::default() };
        Forecast { rolls: vec![pool.shown(Some(leader.into()))], effect, ..Forecast::default() }
    },
    ..VerbRow::new("lead", "Ride to", Role::Lead, "MC-GENERAL-2", "A general rides to a unit of his command.", lead)
};

/// The general that an order names.
pub(crate) fn rider(order: &Order) -> Option<LeaderId> {
    match order.actor {
        Some(Object::Leader(leader)) => Some(leader),
        _ => None,
    }
}

/// The throw of a general's ride (MC-GENERAL-2, 6).
fn ride(war: &War, leader: LeaderId) -> Pool {
    let state = war.state.leaders[leader.index()];
    let pace = if state.serious { tables::CRIPPLED } else { tables::RIDE };
    let mut pool = Pool::new(Why::Move.label(), "MC-GENERAL-2", pace.dice, Reading::Total);
    pool.result("rate", pace.add, "MC-GENERAL-2");
    if state.light && !state.serious {
        pool.share("light wound", 2, "MC-GENERAL-6");
    }
    pool
}

/// Inches from a general to a unit.
fn inches_to(war: &War, leader: LeaderId, unit: UnitId) -> Option<i32> {
    let hex = war.field().leader_hex(leader)?;
    Some(crate::space::inches(war, crate::space::body(war, unit).distance_to(hex)))
}

fn may_lead(war: &War, order: &Order) -> May {
    let (Some(leader), Some(unit)) = (rider(order), order.target_unit()) else {
        return no("MC-GENERAL-2", |_, _| String::from("a general rides to a unit"));
    };
    let state = war.state.leaders[leader.index()];
    let his = war.fixed().chain[unit.index()].contains(&Some(leader)) && war.present(unit);
    let elsewhere = war.unit_of(leader) != Some(unit);
    let most = ride(war, leader).outcome().highest();
    let near = inches_to(war, leader, unit).is_some_and(|inches| inches <= most);
    let due = cards::leads_now(war, leader);
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
    let throw = umpire.by_leader(leader, Why::Move);
    let inches = i32::from(umpire.throw(&ride(umpire, leader), throw));
    let (Some(far), Some(from)) = (inches_to(umpire, leader, unit), umpire.field().leader_hex(leader)) else { return };
    if far <= inches {
        return umpire.lead(leader, Perch::With(unit), "MC-GENERAL-2");
    }
    let goal = umpire.pose(unit).anchor;
    let steps = (inches / i32::from(crate::space::pitch(umpire))).max(0) as usize;
    let way: Vec<Hex> = straight_steps(from, goal, hexes::Side::Left).take(steps + 1).collect();
    let open = |hex: &Hex| {
        let cell = umpire.field().ground().cell(*hex);
        let held = umpire.field().unit_at(*hex).is_some_and(|there| umpire.side(there) != umpire.side(unit));
        let dry = cell.is_some_and(|cell| !matches!(cell.terrain, Terrain::Water | Terrain::Impassable));
        dry && !held
    };
    if let Some(hex) = way.iter().copied().take_while(open).last() {
        umpire.lead(leader, Perch::At(hex), "MC-GENERAL-2");
    }
}

/// A seriously wounded general goes no more than his own throw a turn with a unit, which leaves him behind (MC-GENERAL-6).
pub(crate) fn keep_up(umpire: &mut Umpire<'_>, unit: UnitId, way: &[Pose]) {
    let hurt = |leader: &LeaderId| umpire.state.leaders[leader.index()].serious;
    let with: Vec<LeaderId> = umpire.field().leaders_with(unit).filter(hurt).collect();
    for leader in with.into_iter().filter(|_| way.len() > 1) {
        let rode = std::mem::replace(&mut umpire.state.leaders[leader.index()].ridden, true);
        let throw = umpire.by_leader(leader, Why::Move);
        let inches = if rode { 0 } else { i32::from(umpire.throw(&ride(umpire, leader), throw)) };
        let steps = (inches / i32::from(crate::space::pitch(umpire))) as usize;
        if let Some(left) = way.get(steps).filter(|_| steps + 1 < way.len()) {
            umpire.lead(leader, Perch::At(left.anchor), "MC-GENERAL-6");
        }
    }
}

/// Lone generals of the enemy on hexes that a side enters are captured, which counts as killed.
pub(crate) fn ride_down(umpire: &mut Umpire<'_>, side: Side, swept: &[Hex]) {
    for leader in umpire.setting().leaders_of(side.other()).collect::<Vec<_>>() {
        let caught = matches!(umpire.field().leader(leader), Perch::At(hex) if swept.contains(&hex));
        if caught {
            kill(umpire, leader, CAPTURED);
        }
    }
}

/// What the best general of its own chain with a unit takes off its tests (MC-MORALE-4).
pub(crate) fn steadies(war: &War, unit: UnitId) -> i16 {
    best_of(war, unit, war.field().leaders_with(unit))
}

/// What the best of some generals takes off a unit's tests.
fn best_of(war: &War, unit: UnitId, leaders: impl Iterator<Item = LeaderId>) -> i16 {
    let chain = &war.fixed().chain[unit.index()];
    let worth = |leader: LeaderId| match war.post(leader).rank {
        Rank::Army if rule!("MC-STAT-5") => 2,
        _ => 1,
    };
    leaders.filter(|leader| chain.contains(&Some(*leader))).map(worth).max().unwrap_or(0)
}

/// What a general takes off a unit's tests, with it, beyond what others with it do.
pub(crate) fn adds(war: &War, unit: UnitId, leader: LeaderId) -> i16 {
    let others = war.field().leaders_with(unit).filter(|other| *other != leader);
    (best_of(war, unit, std::iter::once(leader)) - best_of(war, unit, others)).max(0)
}

/// The roll of the risk of a general with a unit that has lost so many (MC-GENERAL-3).
pub(crate) fn risk(lost: i16) -> Pool {
    Pool::new(Why::Risk.label(), "MC-GENERAL-3", (lost + 1) / 2, Reading::Below(1)).of(Die::D10)
}

/// The chance that one die of the risk kills a general who has no wound (MC-GENERAL-3, 6).
pub(crate) fn dies() -> f64 {
    static DIES: LazyLock<f64> = LazyLock::new(|| {
        let wound = Pool::new(Why::Wound.label(), "MC-GENERAL-5", 1, Reading::Row(&tables::WOUNDS)).outcome();
        risk(1).hit() * wound.at_least(tables::KILLED)
    });
    *DIES
}

/// Generals with a unit that loses figures are at risk (MC-GENERAL-3 to 5).
pub(crate) fn at_risk(umpire: &mut Umpire<'_>, unit: UnitId, lost: i16) {
    let with: Vec<LeaderId> = umpire.field().leaders_with(unit).collect();
    for leader in with.into_iter().filter(|_| rule!("MC-GENERAL-3")) {
        let throw = umpire.by_leader(leader, Why::Risk);
        let ones = umpire.throw(&risk(lost), throw);
        for _ in (0..ones).filter(|_| rule!("MC-GENERAL-5")) {
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
        _ => kill(umpire, leader, "MC-GENERAL-6"),
    }
}

/// A general is killed or captured: all units under him get a marker (MC-PANIC-10).
pub(crate) fn kill(umpire: &mut Umpire<'_>, leader: LeaderId, clause: &'static str) {
    umpire.state.leaders[leader.index()].dead = true;
    umpire.emit(Event::LeaderMoved { leader, to: Perch::Away, clause });
    for unit in umpire.field().present().collect::<Vec<_>>() {
        if umpire.fixed().chain[unit.index()].contains(&Some(leader)) && rule!("MC-PANIC-10") {
            panic::unnerve(umpire, unit, "a general lost");
        }
    }
}

/// Generals of a unit that leaves the map go with it, without a marker (MC-GENERAL-7).
pub(crate) fn lost_with(umpire: &mut Umpire<'_>, unit: UnitId, why: Departure) {
    for leader in umpire.field().leaders_with(unit).collect::<Vec<_>>() {
        let state = &mut umpire.state.leaders[leader.index()];
        state.dead = rule!("MC-GENERAL-7");
        state.ran = why == Departure::Routed;
        umpire.lead(leader, Perch::Away, LOST_WITH);
    }
}
