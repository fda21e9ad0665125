//! The neutral order of battle: who is there, in terms that no rule system owns.

use std::collections::BTreeMap;

use crate::Side;

/// The three arms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Arm {
    /// Foot.
    Infantry,
    /// Horse.
    Cavalry,
    /// Guns.
    Artillery,
}

impl Arm {
    /// Its name on screen.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Arm::Infantry => "infantry",
            Arm::Cavalry => "cavalry",
            Arm::Artillery => "artillery",
        }
    }
}

macro_rules! named {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $text:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name { $($(#[$vdoc])* $variant,)* }

        impl $name {
            /// Every one, in a fixed order.
            pub const ALL: &'static [$name] = &[$($name::$variant,)*];
            /// Their names in battle files, in the same order.
            pub const NAMES: &'static [&'static str] = &[$($text,)*];

            /// Its name in battle files and on screen.
            #[must_use]
            pub const fn name(self) -> &'static str {
                $name::NAMES[self as usize]
            }
        }
    };
}

named! {
    /// The type of a unit, as an order of battle names it.
    Troop {
        /// Line infantry.
        LineInfantry = "line infantry",
        /// Light infantry in close order or dispersed, by its traits.
        LightInfantry = "light infantry",
        /// Jaegers and riflemen.
        Jaegers = "jaegers",
        /// Grenadiers.
        Grenadiers = "grenadiers",
        /// Foot guards.
        GuardInfantry = "guard infantry",
        /// Militia and landwehr foot.
        Militia = "militia",
        /// Irregular foot.
        Irregulars = "irregulars",
        /// Hussars, chasseurs, lancers, light dragoons.
        LightCavalry = "light cavalry",
        /// Dragoons.
        MediumCavalry = "medium cavalry",
        /// Heavy cavalry without breastplates.
        HeavyCavalry = "heavy cavalry",
        /// Heavy cavalry with breastplates.
        Cuirassiers = "cuirassiers",
        /// Light foot guns, 3- and 4-pounders.
        LightBattery = "light battery",
        /// Medium foot guns, 6- to 9-pounders.
        MediumBattery = "medium battery",
        /// Heavy foot guns, 12-pounders and up, or massed guns.
        HeavyBattery = "heavy battery",
        /// Horse artillery.
        HorseBattery = "horse battery",
        /// Howitzers.
        HowitzerBattery = "howitzer battery",
    }
}

impl Troop {
    /// The arm it belongs to.
    #[must_use]
    pub const fn arm(self) -> Arm {
        match self {
            Troop::LineInfantry
            | Troop::LightInfantry
            | Troop::Jaegers
            | Troop::Grenadiers
            | Troop::GuardInfantry
            | Troop::Militia
            | Troop::Irregulars => Arm::Infantry,
            Troop::LightCavalry | Troop::MediumCavalry | Troop::HeavyCavalry | Troop::Cuirassiers => Arm::Cavalry,
            Troop::LightBattery
            | Troop::MediumBattery
            | Troop::HeavyBattery
            | Troop::HorseBattery
            | Troop::HowitzerBattery => Arm::Artillery,
        }
    }
}

named! {
    /// How good a unit is, worst first.
    Quality {
        /// Just enrolled.
        Raw = "raw",
        /// Some training.
        Conscript = "conscript",
        /// The usual soldier.
        Trained = "trained",
        /// Has campaigned.
        Veteran = "veteran",
        /// Picked troops.
        Elite = "elite",
        /// Guards.
        Guard = "guard",
    }
}

named! {
    /// What a unit shoots or fights with.
    Weapon {
        /// Smoothbore musket.
        Musket = "musket",
        /// Rifle.
        Rifle = "rifle",
        /// Cavalry carbine.
        Carbine = "carbine",
        /// Lance.
        Lance = "lance",
        /// Sword or sabre only.
        Sabre = "sabre",
        /// Artillery pieces of the unit's type.
        Guns = "guns",
    }
}

named! {
    /// Neutral traits; each system decides what they mean to it.
    Trait {
        /// Firm in defence.
        Steady = "steady",
        /// Quick to recover.
        Stubborn = "stubborn",
        /// Hot-headed.
        Impetuous = "impetuous",
        /// Slow to manoeuvre.
        SlowDrill = "slow drill",
        /// Few or poor skirmishers.
        PoorSkirmishers = "poor skirmishers",
        /// Little ammunition.
        LowAmmunition = "low ammunition",
        /// Light infantry that fights dispersed.
        Dispersed = "dispersed",
        /// The second rank fires as well.
        SecondRankFire = "second rank fire",
        /// Charges in column.
        ColumnAssault = "column assault",
        /// Starts the battle hidden where the ground allows.
        Hidden = "hidden",
        /// Several batteries massed.
        Massed = "massed",
    }
}

named! {
    /// How able a leader is, worst first.
    Rating {
        /// Poor.
        Poor = "poor",
        /// Average.
        Average = "average",
        /// Good.
        Good = "good",
        /// Excellent.
        Excellent = "excellent",
    }
}

named! {
    /// A leader's place in the army, top first.
    Rank {
        /// Commands the army.
        Army = "army",
        /// Commands a corps, wing or division.
        Division = "division",
        /// Commands a brigade.
        Brigade = "brigade",
        /// An adjutant without a command.
        Adjutant = "adjutant",
    }
}

/// One leader as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeaderSpec {
    /// Short unique label, e.g. `BG1`.
    pub label: String,
    /// Name as shown.
    pub name: String,
    /// His place.
    pub rank: Rank,
    /// His ability.
    pub rating: Rating,
    /// The brigade (index into [`Army::brigades`]) or division name he commands, if not the army.
    pub command: Option<String>,
    /// Traits that belong to one rule system, by its name.
    pub special: BTreeMap<String, Vec<String>>,
}

/// What a battery has where its file gives no guns.
const USUAL_GUNS: u8 = 8;

/// One unit as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitSpec {
    /// Short unique label, e.g. `B2`; starts with a letter, at most three characters.
    pub label: String,
    /// Name as shown.
    pub name: String,
    /// Its type.
    pub troop: Troop,
    /// Its quality.
    pub quality: Quality,
    /// Its weapon.
    pub weapon: Weapon,
    /// Stands at full strength, where its file gives them.
    pub stands: Option<u8>,
    /// Guns of a battery, where its file gives them.
    pub guns: Option<u8>,
    /// What is left of it as the battle begins, in per cent of full strength, 1 to 100.
    pub strength: u8,
    /// Neutral traits.
    pub traits: Vec<Trait>,
    /// Traits that belong to one rule system, by its name.
    pub special: BTreeMap<String, Vec<String>>,
    /// Index into [`Army::brigades`].
    pub brigade: usize,
    /// Where it starts: on the map, or with a reinforcement.
    pub start: Start,
}

impl UnitSpec {
    /// Stands as its file gives them, else what a unit of its arm usually has; a rule system may have a usual number of its
    /// own.
    #[must_use]
    pub fn stands_or_usual(&self) -> u8 {
        let usual = match self.troop.arm() {
            Arm::Infantry => 6,
            Arm::Cavalry => 4,
            Arm::Artillery => 2,
        };
        self.stands.unwrap_or(usual)
    }

    /// Guns as its file gives them, else what a battery usually has; none of others.
    #[must_use]
    pub fn guns_or_usual(&self) -> u8 {
        let usual = if self.troop.arm() == Arm::Artillery { USUAL_GUNS } else { 0 };
        self.guns.unwrap_or(usual)
    }

    /// What a worn unit begins with of something that it has so many of at full strength: stands, figures, points. Rounded, and
    /// at least one where there is any.
    ///
    /// A worn unit is a smaller unit: under every rule system what it begins with is its full strength for the battle, and
    /// everything that the rules count from there, such as half of it being lost, is counted from that.
    #[must_use]
    pub fn worn(&self, full: i16) -> i16 {
        if self.strength >= 100 {
            return full;
        }
        let left = (i32::from(full) * i32::from(self.strength) + 50) / 100;
        (left as i16).max(full.min(1))
    }

    /// The same of stands or guns.
    #[must_use]
    pub fn worn_stands(&self, full: u8) -> u8 {
        self.worn(i16::from(full)) as u8
    }
}

/// Where a unit starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// On the map: anchor hex and facing.
    At(hexes::Hex, hexes::Facing),
    /// With the reinforcement of that index in [`crate::Scenario::reinforcements`].
    Arrives(usize),
    /// Nowhere: it comes out of another unit in the course of the battle. No battle file says so, but a rule system may.
    Apart,
}

/// A brigade as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrigadeSpec {
    /// Name as shown.
    pub name: String,
    /// Name of the division it belongs to; empty when the army has none.
    pub division: String,
}

/// One side's army as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Army {
    /// Whose it is.
    pub side: Side,
    /// Name as shown.
    pub name: String,
    /// Its brigades, in the order of the file.
    pub brigades: Vec<BrigadeSpec>,
    /// Its units, in the order of the file.
    pub units: Vec<UnitSpec>,
    /// Its leaders, in the order of the file.
    pub leaders: Vec<LeaderSpec>,
}
