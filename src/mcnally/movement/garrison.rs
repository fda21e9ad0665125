//! Garrisons: foot in open or skirmish order that holds building hexes (MC-DEPLOY-12).

use battle::{Destination, Pose, Reach, UnitId, rule};
use hexes::{Direction, Facing, Hex, HexMap};

use super::{loose, sheet};
use crate::space::{Shape, body, formation, is_foot, pitch, seat, shape};
use crate::{War, formations, ground, losses, tables};

/// The pose in which a unit holds the free building hexes nearest to one, each next to another; none where they are too
/// few for its stands.
pub(crate) fn holding(war: &War, unit: UnitId, door: Hex) -> Option<Pose> {
    let free = |hex: Hex| {
        is_building(war, hex) && war.other_at(unit, hex).is_none() && hex.distance(door) <= battle::GARRISON_SPREAD
    };
    if !rule!("MC-DEPLOY-12") || !is_foot(war, unit) || !free(door) {
        return None;
    }
    let stands = usize::from(war.stands(unit));
    let (mut held, mut next) = (vec![door], 0);
    while held.len() < stands && next < held.len() {
        for near in held[next].neighbors() {
            if held.len() < stands && free(near) && !held.contains(&near) {
                held.push(near);
            }
        }
        next += 1;
    }
    let pose = Pose::garrison(door, war.pose(unit).facing, &held).filter(|_| held.len() == stands)?;
    Some(Pose { formation: formation(war.stands(unit), Shape::Garrison, seat(war, unit)), ..pose })
}

/// Hexes a stand comes to at an inch each, buildings among them; open order keeps to ways that neither woods nor obstacles
/// slow.
fn floods(war: &War, unit: UnitId, limit: u16, going: Shape) -> Vec<HexMap<u16>> {
    let watched = sheet::watched(war, unit, &[]);
    let enters = |from: Hex, way: Direction| {
        let to = from + way;
        let free =
            going == Shape::Skirmish || (!ground::slows(war, going, to) && ground::run_of(war, from, way).is_none());
        free && ground::may_enter(war, unit, Shape::Garrison, to) && !watched.contains(to)
    };
    let print = body(war, unit);
    print.hexes().iter().map(|hex| loose::flood(war, unit, *hex, limit, &enters)).collect()
}

/// What the farthest stand pays from each hex held now to each of a pose.
fn cost(war: &War, unit: UnitId, floods: &[HexMap<u16>], pose: &Pose) -> Option<u16> {
    let hexes = loose::farthest(floods, &pose.stands(war.stands(unit)))?;
    Some(hexes * pitch(war) + tables::THRESHOLD)
}

/// Adds the buildings that a unit comes into with so many inches: open order by ground that does not slow it.
pub(crate) fn ways_in(war: &War, unit: UnitId, inches: u16, reach: &mut Reach) {
    let Some(left) = inches.checked_sub(tables::THRESHOLD) else { return };
    let limit = left / pitch(war);
    let at = losses::command_stand(war, unit);
    let doors: Vec<Hex> = at.within(i32::from(limit)).filter(|hex| is_building(war, *hex)).collect();
    if doors.is_empty() {
        return;
    }
    let floods = floods(war, unit, limit, shape(war, unit));
    for pose in doors.into_iter().filter_map(|door| holding(war, unit, door)) {
        if let Some(cost) = cost(war, unit, &floods, &pose).filter(|cost| *cost <= inches) {
            reach.places.push(Destination { pose, cost: cost.saturating_mul(100), previous: None, legal: true });
        }
    }
}

/// Where a garrison comes to that leaves its building with so many inches: in skirmish or open order.
pub(crate) fn ways_out(war: &War, unit: UnitId, inches: u16) -> Reach {
    let mut reach = Reach::default();
    let Some(left) = inches.checked_sub(tables::THRESHOLD) else { return reach };
    let limit = left / pitch(war);
    let (here, stands) = (war.pose(unit), war.stands(unit));
    let open = |shape: &Shape| matches!(shape, Shape::Open | Shape::Skirmish);
    for shape in formations::shapes(war, unit).into_iter().filter(open) {
        let floods = floods(war, unit, limit, shape);
        let formed = formation(stands, shape, seat(war, unit));
        let spots = here.anchor.within(i32::from(limit) + battle::GARRISON_SPREAD);
        for (anchor, facing) in spots.flat_map(|hex| Facing::ALL.map(|facing| (hex, facing))) {
            let pose = Pose::new(anchor, facing, formed);
            let paid = cost(war, unit, &floods, &pose).filter(|cost| *cost <= inches);
            if let Some(cost) = paid.filter(|_| losses::fits(war, unit, &pose)) {
                reach.places.push(Destination { pose, cost: cost.saturating_mul(100), previous: None, legal: true });
            }
        }
    }
    reach
}

/// Whether a hex is part of a building.
fn is_building(war: &War, hex: Hex) -> bool {
    war.field().ground().cell(hex).is_some_and(|cell| cell.terrain.is_building())
}
