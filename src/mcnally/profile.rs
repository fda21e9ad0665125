//! What units and generals are (MC-UNIT, MC-STAT, MC-SPECIAL).

use std::collections::BTreeMap;

use battle::{LeaderId, MapEdge, Rank, UnitId};
use hexes::{Direction, Hex};

/// What a unit is (MC-STAT-3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Troops {
    /// Regular foot with muskets and bayonets.
    Regulars,
    /// Militia with muskets.
    Militia,
    /// Militia with long rifles.
    Riflemen,
    /// German riflemen.
    Jaegers,
    /// A warband.
    Indians,
    /// Cavalry, mounted or dismounted.
    Horse,
    /// Artillery.
    Guns,
}

impl Troops {
    /// What a unit of them is called.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Troops::Regulars => "infantry",
            Troops::Militia => "militia",
            Troops::Riflemen => "rifle militia",
            Troops::Jaegers => "jaegers",
            Troops::Indians => "warband",
            Troops::Horse => "cavalry",
            Troops::Guns => "artillery",
        }
    }
}

/// Whose a unit is, as far as the rules ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nation {
    /// Continentals and their militia.
    American,
    /// The Crown's own regulars.
    British,
    /// Tories.
    Loyalist,
    /// Hessians and others.
    German,
    /// The French.
    French,
    /// Of none that the rules speak of.
    Other,
}

/// What a unit shoots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arms {
    /// Nothing.
    None,
    /// Carbines.
    Carbine,
    /// Muskets.
    Musket,
    /// Short rifles.
    JaegerRifle,
    /// Long rifles.
    LongRifle,
    /// Guns.
    Guns,
}

/// The size of guns (MC-ART-1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// 3 and 4-pounders.
    Light,
    /// 6 to 9-pounders.
    Medium,
    /// 12-pounders.
    Heavy,
}

rulebook::traits! {
    u16;
    CLOSE_ORDER = "close_order", "MC-SPECIAL-11", "militia: may form close order";
    SKIRMISH = "skirmish", "MC-SPECIAL-11", "may form skirmish order, and battalions send out skirmishers";
    COLUMN = "column", "MC-SPECIAL-11", "American militia: may form column";
    OPEN_ORDER = "open_order", "MC-SPECIAL-11", "Germans: may form open order";
    FORMED = "formed", "MC-SPECIAL-11", "rifle militia: may form open order";
    SPECIALIST_LIGHT = "specialist_light", "MC-SPECIAL-11", "in skirmish order moves half as far and then fires half its figures";
    BAYONETS = "bayonets", "MC-STAT-2", "has bayonets, whatever its kind";
    LIGHT = "light_infantry", "MC-SPECIAL-10", "is light infantry, which scenarios may let skirmish";
    GRENADIERS = "grenadiers", "MC-SPECIAL-8", "are grenadiers: in close order alone, but for those of the Crown";
}

/// What a unit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Profile {
    /// Its kind.
    pub troops: Troops,
    /// Whose it is.
    pub nation: Nation,
    /// What it shoots.
    pub arms: Arms,
    /// Morale class, 1 the best to 5.
    pub class: i16,
    /// Its guns; light for all but artillery.
    pub gun: Weight,
    /// Figures of a stand; of a gun its crew.
    pub per_stand: i16,
    /// Stands at the start.
    pub stands: u8,
    /// Figures at the start.
    pub figures: i16,
    /// Traits and authorisations.
    pub traits: Traits,
}

impl Profile {
    /// Whether it has the trait.
    #[must_use]
    pub const fn has(&self, one: Traits) -> bool {
        self.traits.contains(one)
    }

    /// Whether it is militia, with muskets or rifles.
    #[must_use]
    pub const fn is_militia(&self) -> bool {
        matches!(self.troops, Troops::Militia | Troops::Riflemen)
    }

    /// Whether it is artillery.
    #[must_use]
    pub const fn is_guns(&self) -> bool {
        matches!(self.troops, Troops::Guns)
    }

    /// Whether it is a warband.
    #[must_use]
    pub const fn is_indian(&self) -> bool {
        matches!(self.troops, Troops::Indians)
    }
}

/// What a general is (MC-GENERAL-1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Post {
    /// His place in the army.
    pub rank: Rank,
}

/// What else is fixed for a battle.
#[derive(Clone, Debug)]
pub struct Fixed {
    /// By unit: generals of its brigade, division and army.
    pub chain: Vec<[Option<LeaderId>; 3]>,
    /// By unit: the unit that it comes out of as a detachment (MC-FORM-7).
    pub parts: Vec<Option<UnitId>>,
    /// The own edge of each side (MC-HEX-13).
    pub edges: [MapEdge; 2],
    /// Connected runs of obstacles, by edge.
    pub runs: BTreeMap<(Hex, Direction), u16>,
}
