//! What a Unit is in this system: class and traits.

use battle::UnitId;
use bitflags::bitflags;
use serde::{Deserialize, Serialize};

use crate::War;

/// The four classes of Unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Class {
    /// EA-UNIT-1.
    Infantry,
    /// EA-UNIT-2.
    Lights,
    /// EA-UNIT-3.
    Cavalry,
    /// EA-UNIT-4.
    Guns,
}

bitflags! {
    /// Traits of a Unit (EA-OPT).
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
    pub struct Traits: u16 {
        /// EA-OPT-5.
        const HORSE_GUNS = 1;
        /// EA-OPT-6.
        const LIMITED_SKIRMISHERS = 1 << 1;
        /// EA-OPT-7.
        const LIGHT_RIFLES = 1 << 2;
        /// EA-OPT-8.
        const MILITIA = 1 << 3;
        /// EA-OPT-9.
        const IMPETUOUS = 1 << 4;
        /// EA-OPT-10.
        const MEDIUM_BATTERY = 1 << 5;
        /// EA-OPT-11.
        const LOW_SUPPLIES = 1 << 6;
        /// EA-OPT-12.
        const RESOLUTE = 1 << 7;
        /// EA-OPT-13.
        const STUBBORN = 1 << 8;
        /// EA-OPT-15.
        const CUIRASSIERS = 1 << 9;
        /// EA-OPT-16.
        const GUARD = 1 << 10;
        /// EA-OPT-18.
        const SLUGGISH = 1 << 11;
        /// EA-OPT-19.
        const VETERANS = 1 << 12;
    }
}

/// Class and traits of one Unit; fixed for a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Profile {
    /// Its class.
    pub class: Class,
    /// Its traits.
    pub traits: Traits,
}

/// A Unit's class.
pub(crate) fn class(war: &War, unit: UnitId) -> Class {
    war.profile(unit).class
}

/// Whether a Unit has any of the traits.
pub(crate) fn has(war: &War, unit: UnitId, traits: Traits) -> bool {
    war.profile(unit).traits.intersects(traits)
}
