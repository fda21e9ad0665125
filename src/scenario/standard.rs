//! What a unit has unless its entry says otherwise, by type.

use battle::{Arm, Quality, Troop, Weapon};

/// The quality usual for a type.
pub(crate) const fn quality(troop: Troop) -> Quality {
    match troop {
        Troop::GuardInfantry => Quality::Guard,
        Troop::Grenadiers => Quality::Elite,
        Troop::Cuirassiers => Quality::Veteran,
        Troop::Militia | Troop::Irregulars => Quality::Conscript,
        _ => Quality::Trained,
    }
}

/// The weapon usual for a type.
pub(crate) const fn weapon(troop: Troop) -> Weapon {
    match (troop, troop.arm()) {
        (Troop::Jaegers, _) => Weapon::Rifle,
        (Troop::MediumCavalry, _) => Weapon::Carbine,
        (_, Arm::Infantry) => Weapon::Musket,
        (_, Arm::Cavalry) => Weapon::Sabre,
        (_, Arm::Artillery) => Weapon::Guns,
    }
}

/// The weapons an arm can have.
pub(crate) const fn weapons(arm: Arm) -> &'static [Weapon] {
    match arm {
        Arm::Infantry => &[Weapon::Musket, Weapon::Rifle],
        Arm::Cavalry => &[Weapon::Carbine, Weapon::Lance, Weapon::Sabre],
        Arm::Artillery => &[Weapon::Guns],
    }
}
