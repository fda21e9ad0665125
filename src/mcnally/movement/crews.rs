//! Guns that their crews have left: where the crews serve them again (MC-ART-6).

use battle::{Destination, Pose, Reach, UnitId};
use hexes::{Direction, Facing, Hex, HexMap};

use super::{loose, sheet};
use crate::space::{Seat, Shape, body, formation, pitch};
use crate::{Umpire, War, ground, losses};

/// The poses in which crews serve the guns that they have left, where these stand in their row.
fn served(war: &War, unit: UnitId) -> impl Iterator<Item = Pose> + '_ {
    let mut guns = war.own(unit).guns_left.clone();
    guns.sort_unstable();
    let battery = formation(war.stands(unit), Shape::Battery, Seat::Afoot);
    let poses: Vec<Pose> = guns
        .iter()
        .flat_map(|hex| Facing::ALL.map(|facing| Pose::new(*hex, facing, battery)))
        .filter(|pose| losses::fits(war, unit, pose))
        .collect();
    poses.into_iter().filter(move |pose| {
        let mut hexes = pose.stands(war.stands(unit)).hexes().to_vec();
        hexes.sort_unstable();
        hexes == guns
    })
}

/// Adds to where crews without their guns come with so many inches the guns, and takes off where they would stand among
/// them without serving them.
pub(super) fn ways_to_guns(war: &War, unit: UnitId, inches: u16, reach: &mut Reach) {
    let (guns, stands) = (war.own(unit).guns_left.clone(), war.stands(unit));
    if guns.is_empty() {
        return;
    }
    let among = |pose: &Pose| pose.stands(stands).hexes().iter().any(|hex| guns.contains(hex));
    reach.places.iter_mut().filter(|place| among(&place.pose)).for_each(|place| place.legal = false);
    let watched = sheet::watched(war, unit, &[]);
    let enters = |from: Hex, way: Direction| {
        let to = from + way;
        !watched.contains(to) && ground::may_enter(war, unit, Shape::Skirmish, to)
    };
    let limit = inches / pitch(war);
    let print = body(war, unit);
    let floods: Vec<HexMap<u16>> =
        print.hexes().iter().map(|hex| loose::flood(war, unit, *hex, limit, &enters)).collect();
    for pose in served(war, unit) {
        if let Some(gone) = loose::farthest(&floods, &pose.stands(stands)) {
            let cost = (gone * pitch(war)).saturating_mul(100);
            reach.places.push(Destination { pose, cost, previous: None, legal: true });
        }
    }
}

/// Crews that end a move at their guns serve them again.
pub(super) fn man(umpire: &mut Umpire<'_>, unit: UnitId) {
    let print = body(umpire, unit);
    let there = umpire.own(unit).guns_left.iter().any(|hex| print.contains(*hex));
    if there && crate::space::shape(umpire, unit) == Shape::Battery {
        umpire.own_mut(unit).guns_left.clear();
        umpire.say("{a} serves its guns again", "MC-ART-6", unit, None);
    }
}
