//! Moves of skirmishers: a new pose that every stand can reach (MC-SKIRM-2, 11).

use battle::{Destination, Footprint, Pose, Reach, UnitId, rule};
use hexes::{Direction, Facing, Hex, HexMap};

use super::sheet::{Pace, toll};
use crate::space::{Shape, body, pitch, spreads};
use crate::{War, ground, losses};

/// Steps of a stand to every hex within so many, each as a test lets it; `u16::MAX` where it does not come.
pub(crate) fn flood(
    war: &War,
    unit: UnitId,
    from: Hex,
    limit: u16,
    enters: &impl Fn(Hex, Direction) -> bool,
) -> HexMap<u16> {
    let ground = war.field().ground();
    let side = war.side(unit);
    let mut steps = HexMap::filled(ground.grid(), u16::MAX);
    let mut open = vec![from];
    if let Some(start) = steps.get_mut(from) {
        *start = 0;
    }
    let mut next = 0;
    while next < open.len() {
        let hex = open[next];
        next += 1;
        let gone = steps[hex];
        if gone >= limit {
            continue;
        }
        for way in Direction::ALL {
            let to = hex + way;
            if steps.get(to) != Some(&u16::MAX) || ground::bars(ground.edge(hex, way)) {
                continue;
            }
            let held = |other| war.side(other) != side || toll(war, unit, other, Pace::Moving).is_none();
            let held = war.other_at(unit, to).is_some_and(held);
            if !held && enters(hex, way) {
                steps[to] = gone + 1;
                open.push(to);
            }
        }
    }
    steps
}

/// How far the stand that goes farthest goes to a pose; none where one does not come.
pub(crate) fn farthest(steps: &[HexMap<u16>], print: &Footprint) -> Option<u16> {
    let mut most = 0;
    for (steps, hex) in steps.iter().zip(print.hexes()) {
        let gone = steps.get(*hex).copied().filter(|gone| *gone < u16::MAX)?;
        most = most.max(gone);
    }
    Some(most)
}

/// Where a skirmishing unit can be with so many inches: each stand of the new pose is reached by the one of its number.
pub(crate) fn reach(war: &War, unit: UnitId, inches: u16) -> Reach {
    let pitch = pitch(war);
    let limit = inches / pitch;
    let watched = super::sheet::watched(war, unit, &[]);
    let enters = |from: Hex, way: Direction| {
        let to = from + way;
        !watched.contains(to) && ground::may_enter(war, unit, Shape::Skirmish, to)
    };
    let (here, stands) = (war.pose(unit), war.stands(unit));
    let print = body(war, unit);
    let floods: Vec<HexMap<u16>> = print.hexes().iter().map(|hex| flood(war, unit, *hex, limit, &enters)).collect();
    let mut reach = Reach::default();
    for (formation, facing) in spreads(stands).into_iter().flat_map(|one| Facing::ALL.map(|facing| (one, facing))) {
        let shape = Pose { formation, facing, ..here };
        // The first stand tells where the pose is: its hexes are few.
        let first = shape.stands(stands).hexes()[0] - here.anchor;
        for hex in print.hexes()[0].within(i32::from(limit)) {
            let pose = shape.at(hex - first);
            if floods[0].get(hex).is_none_or(|gone| *gone == u16::MAX) || pose == here {
                continue;
            }
            let after = pose.stands(if rule!("MC-SKIRM-11") { stands } else { 1 });
            let gone = farthest(&floods, &after);
            if let Some(gone) = gone.filter(|_| losses::fits(war, unit, &pose)) {
                let cost = (gone * pitch).saturating_mul(100);
                reach.places.push(Destination { pose, cost, previous: None, legal: true });
            }
        }
    }
    reach
}
