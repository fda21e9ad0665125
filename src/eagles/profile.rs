//! What a Unit is in this system: class and traits.

use battle::UnitId;

use crate::War;

/// The four classes of Unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
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

rulebook::traits! {
    u16;
    HORSE_GUNS = "horse gun battery", "EA-OPT-5", "may maneuver and then bombard for one Order";
    LIMITED_SKIRMISHERS = "limited skirmishers", "EA-OPT-6", "skirmishes at half the range";
    LIGHT_RIFLES = "light rifles", "EA-OPT-7", "throws a Skirmish die that missed once more";
    MILITIA = "militia", "EA-OPT-8", "turns only by Maneuver";
    IMPETUOUS = "impetuous", "EA-OPT-9", "always advances after winning an Assault";
    MEDIUM_BATTERY = "medium battery", "EA-OPT-10", "hits on 4+ instead of 3+";
    LOW_SUPPLIES = "low supplies", "EA-OPT-11", "its fire needs one more on the die";
    RESOLUTE = "resolute", "EA-OPT-12", "one die more when assaulted";
    STUBBORN = "stubborn", "EA-OPT-13", "rallies as if in Cover everywhere, and no better there";
    CUIRASSIERS = "cuirassiers", "EA-OPT-15", "one die more in Assaults against Cavalry";
    GUARD = "guard", "EA-OPT-16", "rallies better by one";
    SLUGGISH = "sluggish", "EA-OPT-18", "turns with a Move at its end alone, and not before an Assault";
    VETERANS = "veterans", "EA-OPT-19", "may be given a second Order";
}

/// Class, traits and beginning of one Unit; fixed for a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Profile {
    /// Its class.
    pub class: Class,
    /// Its traits.
    pub traits: Traits,
    /// Strength Points that it begins with.
    pub points: i16,
}

/// A Unit's class.
pub(crate) fn class(war: &War, unit: UnitId) -> Class {
    war.profile(unit).class
}

/// Whether a Unit has any of the traits.
pub(crate) fn has(war: &War, unit: UnitId, traits: Traits) -> bool {
    war.profile(unit).traits.intersects(traits)
}
