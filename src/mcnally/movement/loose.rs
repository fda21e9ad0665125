//! Moves of skirmishers: a new pose that every stand can reach (MC-SKIRM-2, 11).

use battle::{Footprint, Pose, Reach, UnitId, rule};
use hexes::{Facing, Hex, HexMap, HexSet};

use super::walk::{Pace, toll};
use crate::space::{Shape, body};
use crate::{War, ground, losses};

/// Steps of a stand to every hex within so many; none where it does not come.
fn flood(war: &War, unit: UnitId, from: Hex, limit: u16, watched: &HexSet) -> HexMap<u16> {
    let grid = war.field().ground().grid();
    let mut steps = HexMap::filled(grid, u16::MAX);
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
        for way in hexes::Direction::ALL {
            let to = hex + way;
            let known = steps.get(to).copied();
            let held = war.other_at(unit, to).is_some_and(|other| {
                war.side(other) != war.side(unit) || toll(war, unit, other, Pace::Moving).is_none()
            });
            let barred = ground::bars(war.field().ground().edge(hex, way));
            let enters = ground::may_enter(war, unit, Shape::Skirmish, to) && !watched.contains(to);
            if known == Some(u16::MAX) && !held && !barred && enters {
                steps[to] = gone + 1;
                open.push(to);
            }
        }
    }
    steps
}

/// How far the stand that goes farthest goes to a pose; none where one does not come.
fn farthest(steps: &[HexMap<u16>], print: &Footprint) -> Option<u16> {
    let mut most = 0;
    for (steps, hex) in steps.iter().zip(print.hexes()) {
        let gone = steps.get(*hex).copied().filter(|gone| *gone < u16::MAX)?;
        most = most.max(gone);
    }
    Some(most)
}

/// Where a skirmishing unit can be with so many inches.
pub(crate) fn reach(war: &War, unit: UnitId, inches: u16) -> Reach {
    let pitch = crate::space::pitch(war);
    let limit = inches / pitch;
    let watched = super::walk::watched(war, unit, &[]);
    let here = war.pose(unit);
    let floods: Vec<HexMap<u16>> =
        body(war, unit).hexes().iter().map(|hex| flood(war, unit, *hex, limit, &watched)).collect();
    let mut reach = Reach::default();
    for anchor in here.anchor.within(i32::from(limit)) {
        for facing in Facing::ALL {
            let pose = Pose { anchor, facing, ..here };
            let print = pose.stands(war.stands(unit));
            let Some(gone) = farthest(&floods, &print).filter(|gone| *gone <= limit || !rule!("MC-SKIRM-11")) else {
                continue;
            };
            if pose != here && losses::fits(war, unit, &pose) {
                let cost = (gone * pitch).saturating_mul(100);
                reach.places.push(battle::Destination { pose, cost, previous: None, legal: true });
            }
        }
    }
    reach
}
