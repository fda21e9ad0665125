//! The scene: field, rules and profiles together, and the measures everything else is made of.

use battle::{Battlefield, Footprint, Formation, Pose, Presence, Side, UnitId, rule};
use hexes::{Hex, Vector};

use crate::{Class, Profile, Rules, Traits};

/// What every geometric question is asked of. Poses are suppositions: they need not be those of the field.
#[derive(Clone, Copy)]
pub struct Scene<'a> {
    /// Where everybody is.
    pub field: &'a Battlefield,
    /// The readings and options in force.
    pub rules: &'a Rules,
    /// Class and traits by unit number.
    pub profiles: &'a [Profile],
}

impl Scene<'_> {
    /// The class of a Unit.
    #[must_use]
    pub fn class(&self, unit: UnitId) -> Class {
        self.profiles[unit.index()].class
    }

    /// Whether a Unit has any of the traits.
    #[must_use]
    pub fn has(&self, unit: UnitId, traits: Traits) -> bool {
        self.profiles[unit.index()].traits.intersects(traits)
    }

    /// The side of a Unit.
    #[must_use]
    pub fn side(&self, unit: UnitId) -> Side {
        self.field.side(unit)
    }

    /// The pose of a Unit on the field.
    #[must_use]
    pub fn pose(&self, unit: UnitId) -> Pose {
        self.field.unit(unit).pose
    }

    /// The formation of every Unit: one block of files and ranks (EA-UNIT-7).
    #[must_use]
    pub fn formation(&self) -> Formation {
        Formation::line(self.rules.files)
    }

    /// Stands of every Unit.
    #[must_use]
    pub fn stands(&self) -> u8 {
        self.rules.files * self.rules.ranks
    }

    /// The hexes of a Unit in that pose, whatever its strength (EA-UNIT-7): the same for all Units.
    #[must_use]
    pub fn footprint(&self, pose: &Pose) -> Footprint {
        rule!("EA-UNIT-7");
        rule!("EA-UNIT-8");
        rule!("EA-RES-35");
        pose.stands(self.stands())
    }

    /// The hexes of a Unit in that pose one by one, as in [`Scene::footprint`] but cheaper to run through.
    pub(crate) fn stands_of(&self, pose: &Pose) -> impl Iterator<Item = Hex> + use<> {
        let files = self.rules.files;
        let along = pose.facing.right_flank().vector();
        let first = pose.anchor - along * ((i16::from(files) - 1) / 2);
        let back = [pose.facing.rear_right().vector(), pose.facing.rear_left().vector()];
        Stands { next: first, left: first, along, back, file: 0, files, rank: 0, ranks: self.rules.ranks }
    }

    /// Hexes as inches.
    #[must_use]
    pub fn inches(&self, hexes: i32) -> i32 {
        hexes.saturating_mul(i32::from(self.field.inches_per_hex()))
    }

    /// Inches as whole hexes, rounding down (EA-BASE-3). For totals only: convert once.
    #[must_use]
    pub fn hexes(&self, inches: i32) -> i32 {
        rule!("EA-BASE-3");
        inches.div_euclid(i32::from(self.field.inches_per_hex()))
    }

    /// A base width in inches as the map has it; `within n BW` is `distance <= n * base_width()`.
    #[must_use]
    pub fn base_width(&self) -> i32 {
        self.inches(self.rules.base_width)
    }

    /// Distance in inches between a Unit in that pose and another where it stands, nearest stand to nearest stand
    /// (EA-BASE-6); `i32::MAX` when the other is not on the map.
    #[must_use]
    pub fn gap(&self, unit: UnitId, pose: &Pose, other: UnitId) -> i32 {
        debug_assert_ne!(unit, other, "a unit has no distance from itself");
        if self.field.unit(other).presence != Presence::OnMap {
            return i32::MAX;
        }
        self.poses_apart(pose, &self.pose(other))
    }

    /// Distance in inches between two poses, nearest stand to nearest stand (EA-BASE-6).
    #[must_use]
    pub fn poses_apart(&self, one: &Pose, other: &Pose) -> i32 {
        rule!("EA-BASE-6");
        self.inches(self.footprint(one).distance(&self.footprint(other)))
    }

    /// Whether an enemy of the Unit is at most that many inches from the pose.
    #[must_use]
    pub fn enemy_within(&self, unit: UnitId, pose: &Pose, inches: i32) -> bool {
        let reach = self.hexes(inches);
        self.enemies(unit)
            .any(|enemy| self.near(pose, &self.pose(enemy), reach) && self.gap(unit, pose, enemy) <= inches)
    }

    /// The enemies of a Unit on the map.
    pub fn enemies(&self, unit: UnitId) -> impl Iterator<Item = UnitId> + '_ {
        self.field.present_of(self.side(unit).other())
    }

    /// The Unit on the hex, if it is another than `unit`.
    #[must_use]
    pub fn other_at(&self, unit: UnitId, hex: Hex) -> Option<UnitId> {
        self.field.unit_at(hex).filter(|there| *there != unit)
    }

    /// Cheap test that says no only when no stands of the two poses can be within `reach` hexes.
    #[must_use]
    pub(crate) fn near(&self, one: &Pose, other: &Pose, reach: i32) -> bool {
        let extent = i32::from(self.rules.files) / 2 + i32::from(self.rules.ranks);
        one.anchor.distance(other.anchor) <= reach + 2 * extent
    }
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
