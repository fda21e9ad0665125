//! Generals: where one may ride, whom he joins (EA-GEN-1, EA-GEN-4, EA-GEN-5).

use std::cell::OnceCell;
use std::collections::VecDeque;

use battle::{Crossing, LeaderId, Object, Order, Perch, Terrain, UnitId, rule};
use hexes::{Direction, Hex};
use rulebook::no;

use super::pools::is_away;
use crate::info::{ATTACH, RIDE};
use crate::space::measure;
use crate::state::Frame;
use crate::{May, Umpire, War, tables, terrain};

/// Steps of a ride to a hex that cannot be reached.
const BEYOND: u8 = u8::MAX;

/// Whether a General may ride now: in the Orders phase, before Orders, once a turn (EA-GEN-1).
fn may_ride_at_all(war: &War, leader: LeaderId) -> bool {
    let fresh = !war.state.own.ordering && !war.state.leaders[leader.index()].moved && !is_away(war, leader);
    fresh && rule!("EA-GEN-1a")
}

/// Hexes a General rides at most (EA-MOVE-4).
fn furthest(war: &War) -> u8 {
    if rule!("EA-MOVE-4") { measure::hexes(war, tables::GENERAL_RIDE) as u8 } else { 0 }
}

/// Steps of a General's ride to every hex, by the hex's number (EA-GEN-1, EA-MOVE-4).
fn ride(war: &War, leader: LeaderId) -> Vec<u8> {
    let grid = war.field().ground().grid();
    let mut steps = vec![BEYOND; grid.len()];
    let most = furthest(war);
    let Some(start) = war.field().leader_hex(leader) else { return steps };
    let mut queue = VecDeque::from([start]);
    grid.index(start).into_iter().for_each(|place| steps[place] = 0);
    while let Some(hex) = queue.pop_front() {
        let here = grid.index(hex).map_or(BEYOND, |place| steps[place]);
        for way in Direction::ALL.into_iter().filter(|_| here < most) {
            let near = hex + way;
            let fresh = grid.index(near).filter(|place| steps[*place] == BEYOND);
            if let Some(place) = fresh.filter(|_| is_open_way(war, leader, hex, way)) {
                steps[place] = here + 1;
                queue.push_back(near);
            }
        }
    }
    steps
}

/// Whether a General may ride from a hex to the next.
fn is_open_way(war: &War, leader: LeaderId, hex: Hex, way: Direction) -> bool {
    !terrain::bars_way(war, hex, way) && may_pass(war, leader, hex + way)
}

/// Whether a General may pass the hex: no enemy stand, no impassable ground; friends do not hinder (EA-GEN-1).
fn may_pass(war: &War, leader: LeaderId, hex: Hex) -> bool {
    let Some(cell) = war.field().ground().cell(hex) else { return false };
    let wet = cell.terrain == Terrain::Water && cell.crossing == Crossing::None;
    let closed = wet || matches!(cell.terrain, Terrain::Marsh | Terrain::Impassable);
    let side = war.setting().leader(leader).side;
    let free = war.field().unit_at(hex).is_none_or(|unit| war.side(unit) == side);
    !closed && (free || !rule!("EA-GEN-1b"))
}

fn reaches(war: &War, steps: &[u8], hex: Hex) -> bool {
    war.field().ground().grid().index(hex).is_some_and(|place| steps[place] != BEYOND)
}

/// Whether a ride of a General reaches a stand of a Unit: straight, as most do, or by a search, which is made at most once
/// for all that are asked about.
fn reaches_unit(war: &War, leader: LeaderId, search: &OnceCell<Vec<u8>>, unit: UnitId) -> bool {
    let Some(start) = war.field().leader_hex(leader) else { return false };
    let (print, most) = (war.field().footprint(unit), i32::from(furthest(war)));
    if print.distance_to(start) > most {
        return false;
    }
    let straight = |hex: &&Hex| start.distance(**hex) <= most && rides_straight(war, leader, start, **hex);
    let nearest = print.hexes().iter().min_by_key(|hex| start.distance(**hex));
    let steps = || search.get_or_init(|| ride(war, leader));
    nearest.filter(straight).is_some() || print.hexes().iter().any(|hex| reaches(war, steps(), *hex))
}

/// Whether a General rides from hex to hex without any step that does not bring him nearer.
fn rides_straight(war: &War, leader: LeaderId, from: Hex, to: Hex) -> bool {
    let mut hex = from;
    (0..from.distance(to)).rev().all(|left| {
        let nearer = |way: &Direction| (hex + *way).distance(to) == left && is_open_way(war, leader, hex, *way);
        let step = Direction::ALL.into_iter().find(nearer);
        step.into_iter().for_each(|way| hex += way);
        step.is_some()
    })
}

/// Every ride of the side's Generals that comes into question.
pub(crate) fn rides(war: &War, out: &mut Vec<Order>) {
    for leader in war.setting().leaders_of(war.state.player).filter(|leader| may_ride_at_all(war, *leader)) {
        let (steps, grid) = (ride(war, leader), war.field().ground().grid());
        let near = grid.iter().zip(&steps).filter(|(hex, steps)| **steps != BEYOND && is_open(war, leader, *hex));
        out.extend(near.map(|(hex, _)| Order { target: Some(Object::Hex(hex)), ..Order::new(RIDE).by(leader) }));
    }
}

/// Every Unit of his side for each General that could join one.
pub(crate) fn attachments(war: &War, out: &mut Vec<Order>) {
    for leader in war.setting().leaders_of(war.state.player).filter(|leader| may_ride_at_all(war, *leader)) {
        let (search, now) = (OnceCell::new(), war.field().leader(leader));
        let goals = war.field().present_of(war.state.player);
        let near = goals.filter(|unit| now != Perch::With(*unit) && reaches_unit(war, leader, &search, *unit));
        out.extend(near.map(|unit| Order::new(ATTACH).by(leader).on(unit)));
    }
}

/// Every Unit that a General who comes back could join.
pub(crate) fn returns(war: &War, leader: LeaderId, out: &mut Vec<Order>) {
    let side = war.setting().leader(leader).side;
    out.extend(war.field().present_of(side).map(|unit| Order::new(ATTACH).by(leader).on(unit)));
}

/// Whether a General may stand alone there: wherever no Unit stands, however near the enemy is (EA-GEN-1).
fn is_open(war: &War, leader: LeaderId, hex: Hex) -> bool {
    let free = war.field().unit_at(hex).is_none() && war.field().leader(leader) != Perch::At(hex);
    free && rule!("EA-GEN-1c")
}

fn rides_now(war: &War, leader: LeaderId) -> May {
    if may_ride_at_all(war, leader) {
        return Ok(());
    }
    no("EA-GEN-1", |war, order| {
        format!("{} rides once a turn while on the map, before his side gives its first Order", war.actor_of(order))
    })
}

fn too_far() -> May {
    no("EA-GEN-1", |war, order| {
        let (who, place) = (war.actor_of(order), war.target_of(order));
        format!("{who} cannot get to {place} within {} inches", tables::GENERAL_RIDE)
    })
}

/// Whether a General may join the Unit; one who comes back may join any (EA-GEN-5).
pub(crate) fn may_attach(war: &War, order: &Order) -> May {
    let (Some(leader), Some(unit)) = (order.actor.and_then(Object::leader), order.target_unit()) else {
        return too_far();
    };
    let own = war.present(unit) && war.side(unit) == war.setting().leader(leader).side;
    if let Some(Frame::Return(back)) = war.frame() {
        return if own && *back == leader { Ok(()) } else { Err(barred!("EA-GEN-5", "joins no such Unit now")) };
    }
    rides_now(war, leader)?;
    let there = war.field().leader(leader) == Perch::With(unit);
    if own && !there && reaches_unit(war, leader, &OnceCell::new(), unit) { Ok(()) } else { too_far() }
}

/// Whether a General may stand alone on the hex.
pub(crate) fn may_ride(war: &War, order: &Order) -> May {
    let (Some(leader), Some(Object::Hex(hex))) = (order.actor.and_then(Object::leader), order.target) else {
        return too_far();
    };
    rides_now(war, leader)?;
    if is_open(war, leader, hex) && reaches(war, &ride(war, leader), hex) { Ok(()) } else { too_far() }
}

/// A General joins a Unit, in the Orders phase or when he comes back.
pub(crate) fn attach(umpire: &mut Umpire<'_>, order: &Order) {
    let (Some(leader), Some(unit)) = (order.actor.and_then(Object::leader), order.target_unit()) else { return };
    if let Some(Frame::Return(_)) = umpire.frame() {
        umpire.answered();
        umpire.state.leaders[leader.index()].lost = None;
        return send(umpire, leader, with(umpire, unit), "EA-GEN-5");
    }
    send(umpire, leader, with(umpire, unit), "EA-GEN-1");
}

/// Where a General is who has joined a Unit: with it, wherever it goes (EA-GEN-4).
fn with(war: &War, unit: UnitId) -> Perch {
    if rule!("EA-GEN-4") { Perch::With(unit) } else { Perch::At(war.pose(unit).anchor) }
}

/// A General goes to a Unit or a hex.
pub(crate) fn send(umpire: &mut Umpire<'_>, leader: LeaderId, to: Perch, clause: &'static str) {
    umpire.state.leaders[leader.index()].moved = true;
    umpire.lead(leader, to, clause);
}
