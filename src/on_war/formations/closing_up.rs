//! How units close up over losses: ranks from the rear, single ranks from an end, squares into smaller ones (OW-HIT-6).

use battle::{Arrangement, Formation, Pose, UnitId, rule};
use hexes::Hex;

use crate::War;
use crate::formations::shapes;
use crate::ground::room;
use crate::state::ShrinkingEnd;
use crate::tables::{self, LEAST_SQUARE};

/// The pose of a unit after it lost so many stands, and the hexes of the fallen; a single rank shrinks at
/// that end.
pub(crate) fn close_up(war: &War, unit: UnitId, lost: u8, end: ShrinkingEnd) -> (Pose, Vec<Hex>) {
    let (pose, stands) = (war.pose(unit), war.stands(unit));
    let left = stands.saturating_sub(lost);
    if lost == 0 {
        return (pose, Vec::new());
    }
    let hexes = pose.stands(stands).hexes().to_vec();
    if left == 0 {
        return (pose, hexes);
    }
    match pose.formation.arrangement {
        Arrangement::Square if rule!("OW-SQUARE-8") => close_square(war, unit, &pose, left, &hexes),
        Arrangement::Garrison => close_garrison(war, unit, &pose, left, hexes),
        Arrangement::Line | Arrangement::Battery | Arrangement::OpenOrder | Arrangement::Skirmish => {
            close_rank(war, unit, &pose, left, end, hexes)
        }
        _ => (pose, hexes[usize::from(left)..].to_vec()),
    }
}

/// Ranks are refilled from the rear; what is less than a rank shrinks at an end.
fn close_rank(war: &War, unit: UnitId, pose: &Pose, left: u8, end: ShrinkingEnd, hexes: Vec<Hex>) -> (Pose, Vec<Hex>) {
    let files = usize::from(pose.formation.files);
    let mut rank = hexes.clone();
    if !shapes::is_single_rank(pose, hexes.len() as u8) {
        if usize::from(left) >= files {
            return (*pose, hexes[usize::from(left)..].to_vec());
        }
        rank.truncate(files);
    }
    while rank.len() > usize::from(left) {
        if shrinks_left(war, unit, &rank, end) {
            rank.remove(0);
        } else {
            rank.pop();
        }
    }
    let fell = hexes.into_iter().filter(|hex| !rank.contains(hex)).collect();
    let formation = match pose.formation.arrangement {
        Arrangement::Skirmish => pose.formation,
        arrangement => Formation::new(arrangement, left),
    };
    let anchor = rank.get((rank.len().max(1) - 1) / 2).copied().unwrap_or(pose.anchor);
    (Pose { anchor, formation, ..*pose }, fell)
}

/// Whether the left end goes: as told, or where it is farther from the nearest enemy.
fn shrinks_left(war: &War, unit: UnitId, rank: &[Hex], end: ShrinkingEnd) -> bool {
    let (Some(first), Some(last)) = (rank.first(), rank.last()) else { return false };
    match end {
        _ if !rule!("OW-HIT-6") => false,
        ShrinkingEnd::Left => true,
        ShrinkingEnd::Right => false,
        ShrinkingEnd::Farther => {
            let near = |hex: Hex| war.enemies(unit).map(|enemy| war.field().footprint(enemy).distance_to(hex)).min();
            near(*first) > near(*last)
        }
    }
}

/// A smaller square, shifted as little as can be where others stand in its way; two stands make no square.
fn close_square(war: &War, unit: UnitId, pose: &Pose, left: u8, hexes: &[Hex]) -> (Pose, Vec<Hex>) {
    let formation = if left < LEAST_SQUARE { Formation::line(left) } else { pose.formation };
    let wanted = Pose { formation, ..*pose };
    let pose = room::nearest_fit_with(war, unit, &wanted, tables::SQUARE_SHIFT, left).unwrap_or(wanted);
    let print = pose.stands(left);
    let mut fell: Vec<Hex> = hexes.iter().copied().filter(|hex| !print.contains(*hex)).collect();
    fell.truncate(hexes.len() - usize::from(left));
    (pose, fell)
}

/// A garrison gives up the hexes farthest from the nearest enemy.
fn close_garrison(war: &War, unit: UnitId, pose: &Pose, left: u8, mut hexes: Vec<Hex>) -> (Pose, Vec<Hex>) {
    let near = |hex: &Hex| war.enemies(unit).map(|enemy| war.field().footprint(enemy).distance_to(*hex)).min();
    hexes.sort_by_key(near);
    let fell = hexes.split_off(usize::from(left).min(hexes.len()));
    (Pose::garrison(pose.anchor, pose.facing, &hexes).unwrap_or(*pose), fell)
}
