//! What a unit is in this system: arm, skill, motivation, traits.

use battle::Arm;
use bitflags::bitflags;
use serde::{Deserialize, Serialize};

/// The arms of section 1.1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Kind {
    /// Line infantry.
    Line,
    /// Light infantry.
    Light,
    /// Grenadiers.
    Grenadier,
    /// Light cavalry.
    LightHorse,
    /// Medium cavalry.
    MediumHorse,
    /// Heavy cavalry.
    HeavyHorse,
    /// Light artillery.
    LightGuns,
    /// Horse artillery.
    HorseGuns,
    /// Heavy artillery.
    HeavyGuns,
    /// Howitzers.
    Howitzers,
}

impl Kind {
    /// Every kind, in the order of the table.
    pub const ALL: [Kind; 10] = [
        Kind::Line,
        Kind::Light,
        Kind::Grenadier,
        Kind::LightHorse,
        Kind::MediumHorse,
        Kind::HeavyHorse,
        Kind::LightGuns,
        Kind::HorseGuns,
        Kind::HeavyGuns,
        Kind::Howitzers,
    ];

    /// The arm it belongs to.
    #[must_use]
    pub const fn arm(self) -> Arm {
        match self {
            Kind::Line | Kind::Light | Kind::Grenadier => Arm::Infantry,
            Kind::LightHorse | Kind::MediumHorse | Kind::HeavyHorse => Arm::Cavalry,
            Kind::LightGuns | Kind::HorseGuns | Kind::HeavyGuns | Kind::Howitzers => Arm::Artillery,
        }
    }

    /// Whether it is foot.
    #[must_use]
    pub const fn is_foot(self) -> bool {
        matches!(self.arm(), Arm::Infantry)
    }

    /// Whether it is horse.
    #[must_use]
    pub const fn is_horse(self) -> bool {
        matches!(self.arm(), Arm::Cavalry)
    }

    /// Whether it has guns.
    #[must_use]
    pub const fn is_guns(self) -> bool {
        matches!(self.arm(), Arm::Artillery)
    }

    /// Guns that cannot move and shoot in one turn.
    #[must_use]
    pub const fn is_heavy_ordnance(self) -> bool {
        matches!(self, Kind::HeavyGuns | Kind::Howitzers)
    }
}

/// OW-UNIT-3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Skill {
    /// Skill 5+.
    Conscript,
    /// Skill 4+.
    Trained,
    /// Skill 3+.
    Veteran,
}

/// OW-UNIT-4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Motivation {
    /// Motivation 5+.
    Reluctant,
    /// Motivation 4+.
    Confident,
    /// Motivation 3+.
    Fearless,
}

bitflags! {
    /// Traits of a unit.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
    pub struct Traits: u8 {
        /// The second rank of a line shoots too (OW-SHOOT-9).
        const SECOND_RANK = 1;
        /// May assault in column (OW-ASSAULT-2).
        const COLUMN_ASSAULT = 1 << 1;
        /// Horse that shoots (OW-SHOOT-6).
        const CARBINE = 1 << 2;
        /// Starts hidden where it can (OW-HIDDEN-9).
        const HIDDEN = 1 << 3;
    }
}

/// What a unit is; fixed for a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Profile {
    /// Its arm.
    pub kind: Kind,
    /// Its skill.
    pub skill: Skill,
    /// Its motivation.
    pub motivation: Motivation,
    /// Its traits.
    pub traits: Traits,
    /// Stands at the start (OW-UNIT-9).
    pub stands: u8,
}
