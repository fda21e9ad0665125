//! Road formation: a march column that follows its head, at road rate where all of it is on a road (SN-MOVE-8).

use battle::{Footprint, Ground, Pose, UnitId, full_trail, rule};
use hexes::{Direction, Facing};

use crate::space::Shape;
use crate::terrain::price;
use crate::{War, tables, terrain};

/// The steps of a march column: ahead, or along a road round its bends.
pub(super) fn steps(war: &War, unit: UnitId, pose: &Pose, road_only: bool, push: &mut dyn FnMut(Pose, u16)) {
    let (ground, stands, kind) = (war.field().ground(), war.stands(unit), war.profile(unit).kind);
    for way in Direction::ALL {
        let Some(facing) = facing_for(pose.facing, way, ground.road(pose.anchor) && ground.road(pose.anchor + way))
        else {
            continue;
        };
        let to = advanced(pose, stands, way, facing);
        // Nobody's head steps onto its own body, though that moves on: it would have turned about for the price of a step.
        if pose.stands(stands).contains(to.anchor) && rule!("SN-MOVE-8d") {
            continue;
        }
        let Some(times) = dearest(ground, &pose.stands(stands), &to.stands(stands)) else { continue };
        let paved = is_on_road(war, &pose.stands(stands)) && is_on_road(war, &to.stands(stands)) && rule!("SN-MOVE-8a");
        let along = terrain::is_by_road(ground, pose.anchor, way) && paved;
        let cost = match along {
            true => price(war, kind, Shape::Road),
            false if road_only => None,
            false => price(war, kind, Shape::Column).filter(|_| rule!("SN-MOVE-8e")).map(|price| price * times),
        };
        cost.into_iter().for_each(|cost| push(to, cost));
    }
}

/// How many times the open price the dearest stand pays that follows the head; by road no going is rough (SN-MOVE-5, 8).
fn dearest(ground: &Ground, before: &Footprint, after: &Footprint) -> Option<u16> {
    before.hexes().iter().zip(after.hexes()).try_fold(1, |worst, (from, to)| {
        let way = from.direction_to(*to)?;
        let times = terrain::step(ground, Shape::Road, *from, way)?;
        let eased = terrain::is_by_road(ground, *from, way) && rule!("SN-MOVE-8b");
        Some(if eased { worst } else { times.max(worst) })
    })
}

/// Whether every stand is on a road.
fn is_on_road(war: &War, print: &Footprint) -> bool {
    print.hexes().iter().all(|hex| war.field().ground().road(*hex))
}

/// The facing after a step of the head: the present one where the step lies ahead of it; on a road the nearest that it lies
/// ahead of.
fn facing_for(facing: Facing, way: Direction, bends: bool) -> Option<Facing> {
    let ahead = |facing: &Facing| facing.front_left() == way || facing.front_right() == way;
    let turns = |one: &Facing| (facing.turns_to(*one), one.index());
    Facing::ALL
        .into_iter()
        .filter(ahead)
        .filter(|one| (bends && rule!("SN-MOVE-8c")) || *one == facing)
        .min_by_key(turns)
}

fn advanced(pose: &Pose, stands: u8, way: Direction, facing: Facing) -> Pose {
    let trail = full_trail(pose, stands).advanced(way, usize::from(stands.saturating_sub(1)));
    Pose { anchor: pose.anchor + way, facing, trail, ..*pose }
}

/// Whether a unit in Road formation stands on a road with all its stands, as a force march begins (SN-MOVE-9).
pub(super) fn is_marching(war: &War, unit: UnitId) -> bool {
    crate::space::shape(war, unit) == Shape::Road && is_on_road(war, &war.field().footprint(unit))
}

/// Move points that inches by road cost a unit.
pub(super) fn road_points(war: &War, unit: UnitId, inches: i16) -> u16 {
    let rate = tables::rate(war.profile(unit).kind, Shape::Road).unwrap_or(1);
    tables::FULL / rate * inches.max(0) as u16
}
