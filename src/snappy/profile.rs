//! What units and leaders are (SN-UNIT-3 to 9).

use battle::{Quality, Side};

/// The five arms of the movement table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Foot of every sort.
    Infantry,
    /// Hussars, lancers, cossacks.
    LightCavalry,
    /// Dragoons and heavier.
    HeavyCavalry,
    /// Foot batteries.
    FootArtillery,
    /// Horse batteries.
    HorseArtillery,
}

impl Kind {
    /// The arm it belongs to.
    #[must_use]
    pub const fn arm(self) -> battle::Arm {
        match self {
            Kind::Infantry => battle::Arm::Infantry,
            Kind::LightCavalry | Kind::HeavyCavalry => battle::Arm::Cavalry,
            Kind::FootArtillery | Kind::HorseArtillery => battle::Arm::Artillery,
        }
    }

    /// Every kind, in the order of the table.
    pub const ALL: [Kind; 5] =
        [Kind::Infantry, Kind::LightCavalry, Kind::HeavyCavalry, Kind::FootArtillery, Kind::HorseArtillery];

    /// On horses, with swords.
    #[must_use]
    pub const fn is_cavalry(self) -> bool {
        matches!(self, Kind::LightCavalry | Kind::HeavyCavalry)
    }

    /// A battery.
    #[must_use]
    pub const fn is_guns(self) -> bool {
        matches!(self, Kind::FootArtillery | Kind::HorseArtillery)
    }

    /// As the rules call it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        ["Infantry", "Light Cavalry", "Heavy Cavalry", "Foot Artillery", "Horse Artillery"][self as usize]
    }
}

/// How heavy the guns of a battery are (SN-UNIT-5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// Up to 8-pounders, and howitzers.
    Light,
    /// From 9-pounders on.
    Heavy,
}

/// What a unit is.
#[derive(Clone, Copy, Debug)]
pub struct Profile {
    /// Its arm.
    pub kind: Kind,
    /// One quality for fire, morale and melee.
    pub quality: Quality,
    /// Of its guns, if it has any.
    pub weight: Weight,
    /// Its stands.
    pub stands: u8,
    /// The status it begins with (SN-UNIT-6).
    pub start: i16,
    /// How many places lower it begins because it is worn.
    pub worn: i16,
}

/// Nations that differ in command (SN-ORD-4, SN-ORD-12).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nation {
    /// French.
    French,
    /// Confederation of the Rhine, Kingdom of Italy, Duchy of Warsaw.
    FrenchAlly,
    /// British.
    British,
    /// Portuguese, KGL, Brunswick, Dutch-Belgian.
    BritishAlly,
    /// Austrian, Prussian, Russian, and whoever is not named.
    Austrian,
    /// Spanish.
    Spanish,
    /// Turkish.
    Turkish,
}

impl Nation {
    /// Words of battle files with what they mean.
    pub const WORDS: &'static [(&'static str, Nation)] = &[
        ("french", Nation::French),
        ("french ally", Nation::FrenchAlly),
        ("british", Nation::British),
        ("british ally", Nation::BritishAlly),
        ("austrian", Nation::Austrian),
        ("prussian", Nation::Austrian),
        ("russian", Nation::Austrian),
        ("spanish", Nation::Spanish),
        ("turkish", Nation::Turkish),
    ];
}

/// What a leader is: every one on the map heads a command or is the C-in-C, or both (SN-UNIT-8).
#[derive(Clone, Copy, Debug)]
pub struct Post {
    /// Added to checks and melees of his unit.
    pub rating: i16,
    /// His nation.
    pub nation: Nation,
    /// Whether he is the C-in-C of his side.
    pub chief: bool,
    /// The order his command begins with.
    pub start: crate::orders::Mandate,
}

/// What else is fixed for a battle.
#[derive(Clone, Debug)]
pub struct Fixed {
    /// By unit: the leader of its command.
    pub command: Vec<battle::LeaderId>,
    /// The C-in-C of each side.
    pub chief: [battle::LeaderId; 2],
    /// The edge of the map that is each side's base (SN-GEO-10).
    pub edge: [battle::MapEdge; 2],
    /// The base edges that the battle names.
    pub named: [Option<battle::MapEdge>; 2],
    /// The sources of supply that the battle names, by side (SN-SUPPLY-2).
    pub sources: [Vec<hexes::Hex>; 2],
    /// Rain or snow falls (SN-TERRAIN-7).
    pub wet: bool,
    /// The year is 1808 or earlier (SN-ORD-12).
    pub early: bool,
}

impl Fixed {
    /// The C-in-C of a side.
    #[must_use]
    pub fn chief(&self, side: Side) -> battle::LeaderId {
        self.chief[side.index()]
    }
}
