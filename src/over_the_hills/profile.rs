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

rulebook::traits! {
    u16;
    MILITIA = "militia", "OTH-UNIT-5", "weaker in close combat";
    GOOD_SHOT = "good_shot", "OTH-UNIT-5", "fires better";
    POOR_SHOT = "poor_shot", "OTH-UNIT-5", "fires worse";
    RIFLES = "rifles", "OTH-UNIT-5", "fires rifled muskets, may skirmish, and as skirmishers picks off foot of class C or D";
    RIFLE_SCREEN = "rifle_screen", "OTH-FIRE-9", "may fire a screen of riflemen instead of its volley";
    FRENCH = "french", "OTH-UNIT-5", "skirmishes in class B, and is stronger when it goes in";
    IRREGULAR = "irregular", "OTH-UNIT-5", "may skirmish and evade, shuns the enemy's front; horse begins the battle with a lower score";
    LANCER = "lancer", "OTH-UNIT-5", "stronger in the first round of combat";
    CUIRASSIER = "cuirassier", "OTH-UNIT-5", "charges as cuirassiers do";
    IMPETUOUS = "impetuous", "OTH-MORALE-18", "follows up without a test whenever it can";
    BATTALION_GUN = "battalion_gun", "OTH-ART-9", "has a gun that adds to its fire and slows its first steps";
    CARBINE_FIRE = "carbine_fire", "OTH-FIRE-15", "fires carbines from the saddle, in line too";
    BOWS = "bows", "OTH-UNIT-5", "fires bows from the saddle";
    DISPERSED = "dispersed", "OTH-UNIT-8", "begins in skirmish order";
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
    pub traits: Traits,
    /// Its fatigue score at the start.
    pub score: i16,
    /// Its stands.
    pub stands: u8,
}

impl Profile {
    /// Whether it has the trait.
    #[must_use]
    pub const fn has(&self, one: Traits) -> bool {
        self.traits.contains(one)
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
