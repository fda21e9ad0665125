//! The scene: field, rules and profiles together, and the measures everything else is made of.

use battle::{Arrangement, Battlefield, Footprint, Pose, Presence, Side, UnitId, rule};
use hexes::Hex;

use crate::tables::{self, Shape};
use crate::{Kind, Profile, Rules};

/// What every geometric question is asked of. Poses are suppositions: they need not be those of the field.
#[derive(Clone, Copy)]
pub struct Scene<'a> {
    /// Where everybody is.
    pub field: &'a Battlefield,
    /// The options in force.
    pub rules: &'a Rules,
    /// What units are, by number.
    pub profiles: &'a [Profile],
}

/// The shape of the move table an arrangement is (OW-HEX-2).
pub(crate) fn shape_of(pose: &Pose) -> Shape {
    rule!("OW-HEX-2");
    match pose.formation.arrangement {
        Arrangement::Column | Arrangement::AttackColumn | Arrangement::MarchColumn => Shape::Column,
        Arrangement::Skirmish | Arrangement::OpenOrder => Shape::Loose,
        Arrangement::Square => Shape::Square,
        Arrangement::Wedge => Shape::Wedge,
        Arrangement::Garrison => Shape::Garrison,
        Arrangement::Line | Arrangement::Battery | Arrangement::Limbered => Shape::Line,
    }
}

impl Scene<'_> {
    /// The arm of a unit.
    #[must_use]
    pub fn kind(&self, unit: UnitId) -> Kind {
        self.profiles[unit.index()].kind
    }

    /// The side of a unit.
    #[must_use]
    pub fn side(&self, unit: UnitId) -> Side {
        self.field.side(unit)
    }

    /// The pose of a unit on the field.
    #[must_use]
    pub fn pose(&self, unit: UnitId) -> Pose {
        self.field.unit(unit).pose
    }

    /// Its shape on the field.
    pub(crate) fn shape(&self, unit: UnitId) -> Shape {
        shape_of(&self.pose(unit))
    }

    /// The hexes of a unit's present stands in that pose.
    #[must_use]
    pub fn footprint(&self, unit: UnitId, pose: &Pose) -> Footprint {
        self.field.footprint_at(unit, pose)
    }

    /// Hexes as inches (OW-SCALE-1).
    #[must_use]
    pub fn inches(&self, hexes: i32) -> i32 {
        rule!("OW-SCALE-1");
        hexes.saturating_mul(i32::from(self.field.inches_per_hex()))
    }

    /// Inches as whole hexes, rounded down.
    #[must_use]
    pub fn hexes(&self, inches: i32) -> i32 {
        inches.div_euclid(i32::from(self.field.inches_per_hex()))
    }

    /// The length of one step in hundredths of an inch.
    #[must_use]
    pub fn step(&self) -> u16 {
        u16::from(self.field.inches_per_hex()) * 100
    }

    /// Distance of nearest stands in hexes between a unit in that pose and another where it stands; `i32::MAX` when
    /// the other is not on the map.
    #[must_use]
    pub fn apart(&self, unit: UnitId, pose: &Pose, other: UnitId) -> i32 {
        if self.field.unit(other).presence != Presence::OnMap {
            return i32::MAX;
        }
        self.footprint(unit, pose).distance(&self.field.footprint(other))
    }

    /// The gap between two units: inches to go until they touch (OW-SCALE-1).
    #[must_use]
    pub fn gap(&self, one: UnitId, other: UnitId) -> i32 {
        self.inches((self.field.distance(one, other) - 1).max(0))
    }

    /// Whether two units touch: stands on neighbouring hexes, with no standing wall of a building between them.
    #[must_use]
    pub fn touch(&self, one: UnitId, other: UnitId) -> bool {
        self.field.distance(one, other) == 1
    }

    /// The enemies of a unit on the map.
    pub fn enemies(&self, unit: UnitId) -> impl Iterator<Item = UnitId> + '_ {
        self.field.present_of(self.side(unit).other())
    }

    /// The unit on the hex, if it is another than `unit`.
    #[must_use]
    pub fn other_at(&self, unit: UnitId, hex: Hex) -> Option<UnitId> {
        self.field.unit_at(hex).filter(|there| *there != unit)
    }

    /// Inches a unit goes in that pose's formation (OW-MOVE-1); 0 where it may not be in it.
    pub(crate) fn allowance(&self, unit: UnitId, pose: &Pose) -> i32 {
        tables::allowance(self.kind(unit), shape_of(pose)).unwrap_or(0)
    }
}
