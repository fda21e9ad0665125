//! What units and leaders are (OTH-UNIT-3 to 5, OTH-LEADER-1).

use std::collections::BTreeMap;

use battle::{LeaderId, Patch, Quality, Rank};
use hexes::{Direction, Hex, HexMap};

/// The arms of the movement table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Foot of every sort.
    Infantry,
    /// Horse of every sort.
    Cavalry,
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
            Kind::Cavalry => battle::Arm::Cavalry,
            Kind::FootArtillery | Kind::HorseArtillery => battle::Arm::Artillery,
        }
    }

    /// Guns of either sort.
    #[must_use]
    pub const fn is_guns(self) -> bool {
        matches!(self, Kind::FootArtillery | Kind::HorseArtillery)
    }

    /// On horses, with swords.
    #[must_use]
    pub const fn is_cavalry(self) -> bool {
        matches!(self, Kind::Cavalry)
    }

    /// On foot, with muskets.
    #[must_use]
    pub const fn is_foot(self) -> bool {
        matches!(self, Kind::Infantry)
    }

    /// As the rules call it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        ["infantry", "cavalry", "foot artillery", "horse artillery"][self as usize]
    }
}

/// How heavily cavalry charges, the lightest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Weight {
    /// Hussars, lancers, cossacks.
    Light,
    /// Dragoons and heavier.
    Heavy,
    /// In breastplates.
    Cuirassier,
}

/// Small arms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Arms {
    /// None.
    None,
    /// Bows.
    Bow,
    /// Smoothbore carbines.
    Carbine,
    /// Muskets.
    Musket,
    /// Rifled muskets.
    Rifle,
}

/// Guns by their weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Gun {
    /// 3 and 4 pounds.
    Light,
    /// 6 pounds.
    LightMedium,
    /// 8 and 9 pounds.
    Medium,
    /// 12 pounds.
    Heavy,
}

impl Gun {
    /// As the rules call it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        ["light", "light medium", "medium", "heavy"][self as usize]
    }
}

/// Skirmish classes, the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    /// The best.
    A,
    /// Good.
    B,
    /// Usual.
    C,
    /// Poor.
    D,
}

impl Class {
    /// One class lower, D staying D.
    #[must_use]
    pub const fn lower(self) -> Class {
        match self {
            Class::A => Class::B,
            Class::B => Class::C,
            Class::C | Class::D => Class::D,
        }
    }
}

/// A trait of a unit (OTH-UNIT-5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Gift {
    /// Less in close combat.
    Militia,
    /// Shoots well.
    GoodShot,
    /// Shoots badly.
    PoorShot,
    /// Carries rifles.
    Rifles,
    /// Has a screen of riflemen.
    RifleScreen,
    /// Of the French nation.
    French,
    /// Irregular.
    Irregular,
    /// With lances.
    Lancer,
    /// In breastplates.
    Cuirassier,
    /// Hot-headed.
    Impetuous,
    /// With guns of its own.
    BattalionGun,
    /// Shoots carbines from the saddle.
    CarbineFire,
    /// Shoots bows from the saddle.
    Bows,
    /// Starts in skirmish order.
    Dispersed,
}

impl Gift {
    /// Every one with its word in battle files.
    pub const WORDS: [(&'static str, Gift); 14] = [
        ("militia", Gift::Militia),
        ("good_shot", Gift::GoodShot),
        ("poor_shot", Gift::PoorShot),
        ("rifles", Gift::Rifles),
        ("rifle_screen", Gift::RifleScreen),
        ("french", Gift::French),
        ("irregular", Gift::Irregular),
        ("lancer", Gift::Lancer),
        ("cuirassier", Gift::Cuirassier),
        ("impetuous", Gift::Impetuous),
        ("battalion_gun", Gift::BattalionGun),
        ("carbine_fire", Gift::CarbineFire),
        ("bows", Gift::Bows),
        ("dispersed", Gift::Dispersed),
    ];
}

/// Traits of a unit together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Gifts(u16);

impl Gifts {
    /// These with one more.
    #[must_use]
    pub const fn with(self, gift: Gift) -> Gifts {
        Gifts(self.0 | 1 << gift as u16)
    }

    /// Whether it is among them.
    #[must_use]
    pub const fn has(self, gift: Gift) -> bool {
        self.0 & (1 << gift as u16) != 0
    }
}

/// What a unit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Profile {
    /// Its arm.
    pub kind: Kind,
    /// How heavily it charges; light for all but cavalry.
    pub weight: Weight,
    /// What it shoots.
    pub arms: Arms,
    /// Its guns; light for all but artillery.
    pub gun: Gun,
    /// Its quality.
    pub quality: Quality,
    /// Its skirmish class.
    pub class: Class,
    /// Its traits.
    pub gifts: Gifts,
    /// Its fatigue score at the start.
    pub score: i16,
    /// Its stands.
    pub stands: u8,
}

impl Profile {
    /// Whether it has the trait.
    #[must_use]
    pub const fn has(&self, gift: Gift) -> bool {
        self.gifts.has(gift)
    }
}

/// What a commander is (OTH-LEADER-1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Post {
    /// His place in the army.
    pub rank: Rank,
    /// Control factor, 1 to 5.
    pub control: i16,
    /// Inspiration, 0 to 3.
    pub inspiration: i16,
    /// Command range in inches.
    pub range: i32,
}

/// What else is fixed for a battle.
#[derive(Clone, Debug, Default)]
pub struct Fixed {
    /// By unit: commanders of its brigade, division and army, where it has one of its own.
    pub chain: Vec<[Option<LeaderId>; 3]>,
    /// By brigade of the roster: the order it begins with, by number.
    pub orders: Vec<u8>,
    /// Connected runs of obstacles and rivers, by edge.
    pub edges: BTreeMap<(Hex, Direction), u16>,
    /// The same of fords, bridges and works that fill hexes.
    pub hexes: BTreeMap<Hex, u16>,
    /// How many hexes each hex is from what is crossed, edges or hexes, up to a few; none where there is nothing to cross.
    pub crossings: Option<HexMap<u8>>,
    /// Built-up areas by their patch.
    pub towns: BTreeMap<Patch, Town>,
    /// Whether the battle says who goes first.
    pub first_is_said: bool,
}

/// How strong the houses of a built-up area are, the weakest first (OTH-TERRAIN-3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Walls {
    /// Of wood.
    Wooden,
    /// Of wood and brick.
    Brick,
    /// Of substantial brick or stone.
    Stone,
    /// With a wall or earthwork all round.
    Fortified,
}

/// A built-up area (OTH-BUA-1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Town {
    /// Its hexes, row by row.
    pub hexes: Vec<Hex>,
    /// How strong it is.
    pub walls: Walls,
}
