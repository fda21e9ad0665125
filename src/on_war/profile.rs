//! What units and leaders are in this system: arm, skill, motivation, traits; posts.

use battle::{Arm, UnitId};

/// The arms of section 1.1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Skill {
    /// Skill 5+.
    Conscript,
    /// Skill 4+.
    Trained,
    /// Skill 3+.
    Veteran,
}

/// OW-UNIT-4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Motivation {
    /// Motivation 5+.
    Reluctant,
    /// Motivation 4+.
    Confident,
    /// Motivation 3+.
    Fearless,
}

rulebook::traits! {
    u8;
    SECOND_RANK = "second_rank_fire", "OW-SHOOT-9", "the second rank of its line shoots too";
    COLUMN_ASSAULT = "column_assault", "OW-ASSAULT-2", "may assault in column";
    CARBINE = "carbine", "OW-SHOOT-6", "shoots from the saddle";
    HIDDEN = "hidden", "OW-HIDDEN-9", "begins hidden where it can";
}

/// What a unit is; fixed for a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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

/// What a leader is (OW-UNIT-10).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Post {
    /// The General.
    General,
    /// One of his adjutants.
    Adjutant,
    /// The commander of a brigade, by its place in the roster.
    Brigadier(u8),
    /// The commanding officer of a unit.
    Officer(UnitId),
}

impl Post {
    /// As the roster says it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Post::General => "General",
            Post::Adjutant => "Adjutant",
            Post::Brigadier(_) => "Brigade commander",
            Post::Officer(_) => "Officer",
        }
    }
}
