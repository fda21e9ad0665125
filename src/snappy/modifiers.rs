//! Every modifier of dice, a row each: of fire, of checks, of melees.

/// Of fire (SN-FIRE-7 to 9, SN-TERRAIN-7).
pub(crate) mod fire {
    rulebook::modifiers! {
        /// Each die.
        ALL:
        DISRUPTED = "disrupted", "SN-FIRE-7" [-3];
        WET = "rain or snow", "SN-TERRAIN-7" [-1];
        FLANK = "into the flank", "SN-FIRE-9" [2];
        REAR = "into the rear", "SN-FIRE-9" [3];
        SQUARE = "at a square", "SN-FIRE-8" [2];
        COLUMN = "at a column", "SN-FIRE-8" [1];
        GUNS = "at unlimbered guns", "SN-FIRE-8" [-1];
        ROUGH = "in rough ground", "SN-FIRE-8" [-2];
        CITY = "in city or fortress", "SN-FIRE-8" [-3];
    }
}

/// Of checks (SN-MC-3).
pub(crate) mod check {
    rulebook::modifiers! {
        /// Each die; an attached leader adds his rating (SN-LEADER-4).
        ALL:
        TOWN = "garrison of a town", "SN-MC-3" [2];
        FORT = "garrison of a city or fort", "SN-MC-3" [3];
        PANIC = "in a panic", "SN-MC-3" [-1];
    }
}

/// Of melees (SN-MELEE-5 to 7).
pub(crate) mod melee {
    rulebook::modifiers! {
        /// The sum of a side; training and an attached leader's rating as well.
        ALL:
        BOLD = "bold", "SN-MELEE-5" [1];
        DISRUPTED = "disrupted", "SN-MELEE-5" [-3];
        PANIC = "in a panic", "SN-MELEE-5" [-5];
        HEAVY = "heavy cavalry charging", "SN-MELEE-6" [4];
        AT_GUNS = "cavalry at guns", "SN-MELEE-6" [5];
        AT_HASTY = "cavalry at a hasty square", "SN-MELEE-6" [-5];
        AT_SQUARE = "cavalry at a square", "SN-MELEE-6" [-10];
        ROUGH = "in rough ground", "SN-MELEE-7" [2];
        FORTRESS = "in a fortress", "SN-MELEE-7" [8];
        HIT = "hit in flank or rear", "SN-MELEE-7" [-8];
    }
}
