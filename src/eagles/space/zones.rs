//! Front, flanks and rear of a Unit: zones, sides and their centres (EA-SPACE-1 to 5), and turning (EA-SPACE-6).

use battle::{Footprint, Pose, rule};
use hexes::{Facing, Frame, Hex, Local, Midpoint};
use serde::Serialize;

use crate::{Options, War};

/// A side of a Unit and the zone in front of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub enum Zone {
    /// Ahead: Field of Fire and Charge Arc.
    Front,
    /// Behind.
    Rear,
    /// The left flank.
    Left,
    /// The right flank.
    Right,
}

impl Zone {
    /// All four, the front first.
    pub(crate) const ALL: [Zone; 4] = [Zone::Front, Zone::Rear, Zone::Left, Zone::Right];

    /// Front or rear.
    pub(crate) fn is_whole_rank(self) -> bool {
        matches!(self, Zone::Front | Zone::Rear)
    }
}

/// The four zones of one pose, ready to be asked about many places.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Zones {
    frame: Frame,
    files: i32,
    ranks: i32,
}

impl Zones {
    /// The zones of a Unit in that pose.
    pub(crate) fn of(pose: &Pose, options: &Options) -> Zones {
        Zones { frame: pose.frame(options.files), files: options.files.into(), ranks: options.ranks.into() }
    }

    /// The place in the local frame of EA-SPACE.
    pub(crate) fn local(&self, place: Midpoint) -> Local {
        self.frame.local_of(place)
    }

    /// The zone that holds the place.
    pub(crate) fn zone(&self, place: Midpoint) -> Zone {
        let Local { u, k } = self.local(place);
        if self.within(u, k) {
            Zone::Front
        } else if self.within(u, -k - 2 * (self.ranks - 1)) {
            Zone::Rear
        } else if u < 0 {
            Zone::Left
        } else {
            Zone::Right
        }
    }

    /// Whether the hex is in the Front zone.
    pub(crate) fn in_front(&self, hex: Hex) -> bool {
        let Local { u, k } = self.local(hex.into());
        self.within(u, k)
    }

    /// Whether a place `depth` half-rows out and `u` quarter-hexes aside lies between the 45 degree rays.
    fn within(&self, u: i32, depth: i32) -> bool {
        let beyond = u.abs() - 2 * self.files;
        let ray = 3 * (depth - 1) * (depth - 1);
        depth >= 1 && (beyond <= 0 || (beyond * beyond <= ray && rule!("EA-SPACE-1")))
    }
}

/// The zone of a Unit in that pose that holds the place: the exact test of EA-SPACE-1, without ties.
pub(crate) fn zone(pose: &Pose, options: &Options, place: Midpoint) -> Zone {
    Zones::of(pose, options).zone(place)
}

/// The middle of the front rank: where arcs and sight lines start.
pub(crate) fn front_centre(pose: &Pose, options: &Options) -> Midpoint {
    pose.frame(options.files).origin()
}

/// The middle between the first and the last stand of a side (EA-SPACE-3).
pub(crate) fn side_centre(pose: &Pose, options: &Options, side: Zone) -> Midpoint {
    centre_of(&side_stands(pose, options, side)).unwrap_or_else(|| front_centre(pose, options))
}

/// The middle between the first and the last of the stands of a side; none where there are none.
pub(crate) fn centre_of(side: &Footprint) -> Option<Midpoint> {
    let (first, last) = (side.hexes().first()?, side.hexes().last()?);
    Some(Midpoint::between(*first, *last))
}

/// The outer stands of a side, left to right or front to rear (EA-SPACE-3).
pub(crate) fn side_stands(pose: &Pose, options: &Options, side: Zone) -> Footprint {
    let all = pose.stands(options.files * options.ranks);
    if (options.ranks == 1 && side.is_whole_rank()) || !rule!("EA-SPACE-3") {
        return all;
    }
    let (hexes, files) = (all.hexes(), usize::from(options.files));
    let pick = |first: usize, step: usize| Footprint::of(hexes.iter().skip(first).step_by(step).copied(), hexes.len());
    match side {
        Zone::Front => Footprint::of(all.front().iter().copied(), files),
        Zone::Rear => pick(hexes.len().saturating_sub(files), 1),
        Zone::Left => pick(0, files),
        Zone::Right => pick(files.saturating_sub(1), files),
    }
}

/// The side of the target that is closest to the shooter (EA-SPACE-5): the one in whose zone the shooter's front
/// centre lies, or the one with the nearest centre under `side=nearest_centre` (EA-RES-12).
pub(crate) fn relevant_side(war: &War, shooter: &Pose, target: &Pose) -> Zone {
    let eye = front_centre(shooter, war.options());
    if war.options().side_nearest_centre && rule!("EA-RES-12") {
        sides_by_distance(target, war.options(), eye)[0]
    } else {
        zone(target, war.options(), eye)
    }
}

/// The four sides of a Unit, that with the centre nearest to the place first; of equals the front first.
pub(crate) fn sides_by_distance(pose: &Pose, options: &Options, place: Midpoint) -> [Zone; 4] {
    let mut sides = Zone::ALL.map(|side| (squared(place, side_centre(pose, options, side)), side));
    sides.sort_unstable();
    sides.map(|(_, side)| side)
}

/// Squared distance between two places; one hex is 16.
pub(crate) fn squared(one: Midpoint, other: Midpoint) -> i64 {
    let (x, y) = (i64::from(other.x - one.x), i64::from(other.y - one.y));
    x * x + 3 * y * y
}

/// The poses after a turn to `facing` (EA-SPACE-6): about the middle stand, or about either of the two middle ones.
/// An about-face keeps the same hexes. Nothing is said about whether the Unit fits there.
pub(crate) fn turned(pose: &Pose, options: &Options, facing: Facing) -> impl Iterator<Item = Pose> + use<> {
    let (pose, even) = (*pose, options.files.is_multiple_of(2) && rule!("EA-SPACE-6"));
    let other = pose.anchor + pose.facing.right_flank();
    let about_other = other - facing.right_flank().vector();
    let anchors = match pose.facing.turns_to(facing) {
        0 => [Some(pose.anchor), None],
        3 => [Some(about_face_anchor(&pose, options)), None],
        _ => [Some(pose.anchor), even.then_some(about_other)],
    };
    anchors.into_iter().flatten().map(move |anchor| pose.at(anchor).facing(facing))
}

/// The anchor after an about-face on the same hexes: the right one of the middle stands of the rear rank.
fn about_face_anchor(pose: &Pose, options: &Options) -> Hex {
    if options.ranks == 1 {
        let aside = i16::from(options.files / 2) - (i16::from(options.files) - 1) / 2;
        return pose.anchor + pose.facing.right_flank().vector() * aside;
    }
    let rear = side_stands(pose, options, Zone::Rear);
    rear.hexes().get(usize::from(options.files) / 2).copied().unwrap_or(pose.anchor)
}

/// `min(HALF, stands of the side)` (EA-SPACE-4).
pub(crate) fn half_of(war: &War, side: &Footprint) -> usize {
    let half = usize::try_from(war.options().half).unwrap_or_default();
    if side.hexes().len() < half && rule!("EA-RES-13") { side.hexes().len() } else { half }
}
