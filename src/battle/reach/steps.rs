//! The steps from pose to pose: shifts, wheels, turns, and what a march column does instead.

use hexes::{Direction, Facing, Hex, Side, Vector};

use crate::{Arrangement, Pose, Trail};

/// One step from pose to pose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PoseStep {
    /// One hex ahead and to the left.
    AheadLeft,
    /// One hex ahead and to the right.
    AheadRight,
    /// One hex to the left flank.
    SideLeft,
    /// One hex to the right flank.
    SideRight,
    /// One hex back and to the left.
    BackLeft,
    /// One hex back and to the right.
    BackRight,
    /// 60 degrees to the left about the left end of the front rank, which goes forward.
    WheelLeft,
    /// 60 degrees to the right about the right end of the front rank, which goes forward.
    WheelRight,
    /// 60 degrees to the left about the right end of the front rank, which goes backward.
    BackWheelLeft,
    /// 60 degrees to the right about the left end of the front rank, which goes backward.
    BackWheelRight,
    /// 60 degrees to the left about the anchor.
    TurnLeft,
    /// 60 degrees to the right about the anchor.
    TurnRight,
    /// 180 degrees with the last rank becoming the first: an even number of ranks stays on its hexes.
    AboutFace,
    /// 60 degrees to that hand about the stand of the front rank in that file, the leftmost being file 0.
    Pivot(Side, u8),
    /// On the spot about the anchor, to that facing.
    Face(Facing),
    /// A march column faces about on its hexes: its tail is its head. Any other unit stays as it is.
    Reverse,
}

use PoseStep::{
    AboutFace, AheadLeft, AheadRight, BackLeft, BackRight, BackWheelLeft, BackWheelRight, Face, Pivot, Reverse,
    SideLeft, SideRight, TurnLeft, TurnRight, WheelLeft, WheelRight,
};

impl PoseStep {
    /// All steps that need no file and no facing named, in a fixed order.
    pub const ALL: [PoseStep; 13] = [
        AheadLeft,
        AheadRight,
        SideLeft,
        SideRight,
        BackLeft,
        BackRight,
        WheelLeft,
        WheelRight,
        BackWheelLeft,
        BackWheelRight,
        TurnLeft,
        TurnRight,
        AboutFace,
    ];

    /// The direction in which the step shifts the footprint, if it is a shift.
    #[must_use]
    pub const fn shift(self, facing: Facing) -> Option<Direction> {
        match self {
            AheadLeft => Some(facing.front_left()),
            AheadRight => Some(facing.front_right()),
            SideLeft => Some(facing.left_flank()),
            SideRight => Some(facing.right_flank()),
            BackLeft => Some(facing.rear_left()),
            BackRight => Some(facing.rear_right()),
            _ => None,
        }
    }

    /// By how many steps of 60 degrees it turns the facing, clockwise if positive; 0 for [`PoseStep::Face`], which
    /// turns to a facing.
    #[must_use]
    pub const fn turn(self) -> i32 {
        match self {
            WheelLeft | BackWheelLeft | TurnLeft | Pivot(Side::Left, _) => -1,
            WheelRight | BackWheelRight | TurnRight | Pivot(Side::Right, _) => 1,
            AboutFace => 3,
            _ => 0,
        }
    }

    /// Whether it is a wheel about an end of the front rank.
    #[must_use]
    pub const fn is_wheel(self) -> bool {
        matches!(self, WheelLeft | WheelRight | BackWheelLeft | BackWheelRight)
    }

    /// Whether a march column knows it.
    #[must_use]
    pub const fn is_of_columns(self) -> bool {
        matches!(self, AheadLeft | AheadRight | TurnLeft | TurnRight | Reverse)
    }

    /// The pose after the step, for that many stands.
    ///
    /// A march column goes ahead with its body following, turns its head or reverses; it knows no other step and stays as
    /// it is.
    #[must_use]
    pub fn apply(self, pose: &Pose, stands: u8) -> Pose {
        if pose.formation.arrangement == Arrangement::MarchColumn {
            return self.apply_column(pose, stands);
        }
        let turned = pose.facing(pose.facing.rotate(self.turn()));
        if let Some(direction) = self.shift(pose.facing) {
            return pose.at(pose.anchor + direction);
        }
        match self {
            WheelLeft | BackWheelRight => self.about(&turned, pose, pose.stands(stands).front().first()),
            WheelRight | BackWheelLeft => self.about(&turned, pose, pose.stands(stands).front().last()),
            Pivot(_, file) => self.about(&turned, pose, pose.stands(stands).front().get(usize::from(file))),
            AboutFace => turned.at(last_rank(pose, stands)),
            Face(facing) => pose.facing(facing),
            _ => turned,
        }
    }

    fn about(self, turned: &Pose, pose: &Pose, pivot: Option<&Hex>) -> Pose {
        let pivot = pivot.copied().unwrap_or(pose.anchor);
        turned.at(pivot + rotated(pose.anchor - pivot, self.turn()))
    }

    fn apply_column(self, pose: &Pose, stands: u8) -> Pose {
        let trail = full_trail(pose, stands);
        match self {
            AheadLeft | AheadRight => {
                let ahead = self.shift(pose.facing).unwrap_or(pose.facing.front_left());
                let trail = trail.advanced(ahead, usize::from(stands.saturating_sub(1)));
                Pose { anchor: pose.anchor + ahead, trail, ..*pose }
            }
            TurnLeft | TurnRight => Pose { facing: pose.facing.rotate(self.turn()), trail, ..*pose },
            Reverse => reversed(pose, stands),
            _ => Pose { trail, ..*pose },
        }
    }
}

/// A way turned about its start by `steps` of 60 degrees, clockwise if positive.
fn rotated(way: Vector, steps: i32) -> Vector {
    (0..steps.rem_euclid(6)).fold(way, |way, _| Vector::new(-way.r, way.q + way.r))
}

/// The anchor of the last rank faced about.
fn last_rank(pose: &Pose, stands: u8) -> Hex {
    use Arrangement::{AttackColumn, Column, Limbered, Line};
    let files = match pose.formation.arrangement {
        Line | Column | AttackColumn => usize::from(pose.formation.files).max(1),
        Limbered => 1,
        _ => return pose.anchor,
    };
    let rank = usize::from(stands.max(1)).div_ceil(files) - 1;
    let back = |hex: Hex, step: usize| {
        hex + if step.is_multiple_of(2) { pose.facing.rear_right() } else { pose.facing.rear_left() }
    };
    let middle = (0..rank).fold(pose.anchor, back);
    // Facing about makes the right of two middle stands the left one.
    if files.is_multiple_of(2) { middle + pose.facing.right_flank() } else { middle }
}

/// The column faced about on its hexes.
fn reversed(pose: &Pose, stands: u8) -> Pose {
    let hexes: Vec<Hex> = pose.stands(stands).hexes().iter().rev().copied().collect();
    let back: Vec<Direction> = hexes.windows(2).filter_map(|pair| pair[0].direction_to(pair[1])).collect();
    let anchor = hexes.first().copied().unwrap_or(pose.anchor);
    Pose { anchor, facing: pose.facing.opposite(), trail: Trail::of(&back).unwrap_or_default(), ..*pose }
}

/// The trail of a march column of that many stands, written out to its tail.
#[must_use]
pub fn full_trail(pose: &Pose, stands: u8) -> Trail {
    if pose.trail.len() + 1 == usize::from(stands) {
        return pose.trail;
    }
    let print = pose.stands(stands);
    let steps: Option<Vec<Direction>> = print.hexes().windows(2).map(|pair| pair[0].direction_to(pair[1])).collect();
    steps.and_then(|steps| Trail::of(&steps)).unwrap_or(pose.trail)
}
