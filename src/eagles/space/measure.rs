//! Footprints, distances and inches: the measures that every chapter is made of (EA-BASE, EA-UNIT-7).

use battle::{Footprint, Formation, Pose, Presence, UnitId, rule};
use hexes::{Hex, Vector};

use crate::{Options, War};

/// The formation of every Unit: one block of files and ranks (EA-UNIT-7).
pub(crate) fn formation(war: &War) -> Formation {
    Formation::line(files(war.options()))
}

/// Files of every Unit: the base width, whatever its strength and its stands in the order of battle (EA-UNIT-7).
pub(crate) fn files(options: &Options) -> u8 {
    if rule!("EA-UNIT-7") { options.files } else { 1 }
}

/// Ranks of every Unit: one, or as the layout has it (EA-RES-35).
fn ranks(options: &Options) -> u8 {
    if rule!("EA-RES-35") { options.ranks } else { 1 }
}

/// Stands of every Unit.
pub(crate) fn stands(options: &Options) -> u8 {
    files(options) * ranks(options)
}

/// Stands of every Unit of this battle.
pub(crate) fn stand_count(war: &War) -> u8 {
    stands(war.options())
}

/// The hexes of a Unit in that pose, whatever its strength (EA-UNIT-7): the same for all Units.
pub(crate) fn footprint(war: &War, pose: &Pose) -> Footprint {
    pose.stands(if rule!("EA-UNIT-8") { stand_count(war) } else { 1 })
}

/// The hexes of a Unit in that pose one by one, as in [`footprint`] but cheaper to run through.
pub(crate) fn stands_of(war: &War, pose: &Pose) -> impl Iterator<Item = Hex> + use<> {
    let (files, ranks) = (files(war.options()), ranks(war.options()));
    let along = pose.facing.right_flank().vector();
    let first = pose.anchor - along * ((i16::from(files) - 1) / 2);
    let back = [pose.facing.rear_right().vector(), pose.facing.rear_left().vector()];
    Stands { next: first, left: first, along, back, file: 0, files, rank: 0, ranks }
}

/// Hexes as inches.
pub(crate) fn inches(war: &War, hexes: i32) -> i32 {
    hexes.saturating_mul(i32::from(war.field().inches_per_hex()))
}

/// Inches as whole hexes, rounding down (EA-BASE-3). For totals only: convert once.
pub(crate) fn hexes(war: &War, inches: i32) -> i32 {
    let scale = if rule!("EA-BASE-3") { i32::from(war.field().inches_per_hex()) } else { 1 };
    inches.div_euclid(scale)
}

/// A base width in inches as the map has it; `within n BW` is `distance <= n * base_width(war)`.
pub(crate) fn base_width(war: &War) -> i32 {
    inches(war, war.options().base_width)
}

/// Distance in inches between a Unit in that pose and another where it stands, nearest stand to nearest stand
/// (EA-BASE-6); `i32::MAX` when the other is not on the map.
pub(crate) fn gap(war: &War, unit: UnitId, pose: &Pose, other: UnitId) -> i32 {
    debug_assert_ne!(unit, other, "a unit has no distance from itself");
    if war.field().unit(other).presence != Presence::OnMap {
        return i32::MAX;
    }
    poses_apart(war, pose, &war.pose(other))
}

/// Distance in inches between two poses, nearest stand to nearest stand (EA-BASE-6).
pub(crate) fn poses_apart(war: &War, one: &Pose, other: &Pose) -> i32 {
    let nearest = rule!("EA-BASE-6");
    let apart = || footprint(war, one).distance(&footprint(war, other));
    inches(war, if nearest { apart() } else { one.anchor.distance(other.anchor) })
}

/// Whether an enemy of the Unit is at most that many inches from the pose.
pub(crate) fn enemy_within(war: &War, unit: UnitId, pose: &Pose, inches: i32) -> bool {
    let reach = hexes(war, inches);
    enemies(war, unit).any(|enemy| near(war, pose, &war.pose(enemy), reach) && gap(war, unit, pose, enemy) <= inches)
}

/// The enemies of a Unit on the map.
pub(crate) fn enemies(war: &War, unit: UnitId) -> impl Iterator<Item = UnitId> + '_ {
    war.field().present_of(war.side(unit).other())
}

/// The Unit on the hex, if it is another than `unit`.
pub(crate) fn other_at(war: &War, unit: UnitId, hex: Hex) -> Option<UnitId> {
    war.field().unit_at(hex).filter(|there| *there != unit)
}

/// Cheap test that says no only when no stands of the two poses can be within `reach` hexes.
pub(crate) fn near(war: &War, one: &Pose, other: &Pose, reach: i32) -> bool {
    one.anchor.distance(other.anchor) <= reach + 2 * extent(war)
}

/// Hexes from the anchor of a Unit beyond which none of its stands is.
pub(crate) fn extent(war: &War) -> i32 {
    i32::from(war.options().files) / 2 + i32::from(war.options().ranks)
}

/// Runs through the stands of a block, rank by rank from left to right.
struct Stands {
    next: Hex,
    /// The left end of the present rank.
    left: Hex,
    along: Vector,
    /// From rank to rank, by turns.
    back: [Vector; 2],
    file: u8,
    files: u8,
    rank: u8,
    ranks: u8,
}

impl Iterator for Stands {
    type Item = Hex;

    #[inline]
    fn next(&mut self) -> Option<Hex> {
        if self.rank >= self.ranks {
            return None;
        }
        let hex = self.next;
        self.file += 1;
        if self.file < self.files {
            self.next += self.along;
        } else {
            self.left += self.back[usize::from(self.rank % 2)];
            (self.next, self.file, self.rank) = (self.left, 0, self.rank + 1);
        }
        Some(hex)
    }
}
