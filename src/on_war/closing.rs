//! How units close up over losses: ranks from the rear, single ranks from an end, squares into smaller ones (OW-HIT-6).

use battle::{Arrangement, Formation, Pose, UnitId, rule};
use hexes::Hex;

use crate::scene::Scene;
use crate::space::{LEAST_SQUARE, is_single_rank};

/// How far a closing square may shift to find room, in hexes.
const SHIFT: i32 = 2;

/// Shrink at the left end.
pub(crate) const LEFT: u8 = 1;
/// Shrink at the right end.
pub(crate) const RIGHT: u8 = 2;

impl Scene<'_> {
    /// The pose of a unit after it lost so many stands, and the hexes of the fallen. `dress` says at which end a
    /// single rank shrinks: by itself (0), left (1), right (2).
    #[must_use]
    pub fn close_up(&self, unit: UnitId, lost: u8, dress: u8) -> (Pose, Vec<Hex>) {
        rule!("OW-HIT-6");
        let (pose, stands) = (self.pose(unit), self.field.unit(unit).stands);
        let left = stands.saturating_sub(lost);
        if lost == 0 {
            return (pose, Vec::new());
        }
        let hexes = pose.stands(stands).hexes().to_vec();
        if left == 0 {
            return (pose, hexes);
        }
        match pose.formation.arrangement {
            Arrangement::Square => self.close_square(unit, &pose, left, &hexes),
            Arrangement::Garrison => self.close_garrison(unit, &pose, left, hexes),
            Arrangement::Line | Arrangement::Battery | Arrangement::OpenOrder | Arrangement::Skirmish => {
                self.close_rank(unit, &pose, left, dress, hexes)
            }
            _ => (pose, hexes[usize::from(left)..].to_vec()),
        }
    }

    /// Ranks are refilled from the rear; what is less than a rank shrinks at an end.
    fn close_rank(&self, unit: UnitId, pose: &Pose, left: u8, dress: u8, hexes: Vec<Hex>) -> (Pose, Vec<Hex>) {
        let files = usize::from(pose.formation.files);
        let mut rank = hexes.clone();
        if !is_single_rank(pose, hexes.len() as u8) {
            if usize::from(left) >= files {
                return (*pose, hexes[usize::from(left)..].to_vec());
            }
            rank.truncate(files);
        }
        while rank.len() > usize::from(left) {
            if self.shrinks_left(unit, &rank, dress) {
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
    fn shrinks_left(&self, unit: UnitId, rank: &[Hex], dress: u8) -> bool {
        let (Some(first), Some(last)) = (rank.first(), rank.last()) else { return false };
        match dress {
            LEFT => true,
            RIGHT => false,
            _ => {
                let near = |hex: Hex| self.enemies(unit).map(|enemy| self.held(enemy).distance_to(hex)).min();
                near(*first) > near(*last)
            }
        }
    }

    /// A smaller square, shifted as little as can be where others stand in its way; two stands make no square.
    fn close_square(&self, unit: UnitId, pose: &Pose, left: u8, hexes: &[Hex]) -> (Pose, Vec<Hex>) {
        rule!("OW-SQUARE-8");
        let formation = if left < LEAST_SQUARE { Formation::line(left) } else { pose.formation };
        let wanted = Pose { formation, ..*pose };
        let pose = self.nearest_fit_with(unit, &wanted, SHIFT, left).unwrap_or(wanted);
        let print = pose.stands(left);
        let mut fell: Vec<Hex> = hexes.iter().copied().filter(|hex| !print.contains(*hex)).collect();
        fell.truncate(hexes.len() - usize::from(left));
        (pose, fell)
    }

    /// A garrison gives up the hexes farthest from the nearest enemy.
    fn close_garrison(&self, unit: UnitId, pose: &Pose, left: u8, mut hexes: Vec<Hex>) -> (Pose, Vec<Hex>) {
        let near = |hex: &Hex| self.enemies(unit).map(|enemy| self.held(enemy).distance_to(*hex)).min();
        hexes.sort_by_key(near);
        let fell = hexes.split_off(usize::from(left).min(hexes.len()));
        (Pose::garrison(pose.anchor, pose.facing, &hexes).unwrap_or(*pose), fell)
    }
}
