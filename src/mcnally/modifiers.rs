//! Every modifier of dice, a row each: of fire (MC-FIRE-10), of a unit's own die in a melee (MC-MELEE-9), of morale (MC-MORALE-4).

pub(crate) use rulebook::{Given, Modifiers};

/// Of fire.
pub(crate) mod fire {
    rulebook::modifiers! {
        /// MC-FIRE-10, 11.
        ALL:
        CANISTER = "canister", "MC-FIRE-10" [1];
        ROUND_SHOT = "round shot", "MC-FIRE-10" [-1];
        FAR_GUNS = "long range of guns", "MC-FIRE-10" [-2];
        CLOSE = "close range", "MC-FIRE-10" [2];
        FAR = "beyond half range", "MC-FIRE-10" [-1];
        BRITISH = "British volley", "MC-FIRE-10" [1];
        UNTRAINED = "militia or Indians", "MC-FIRE-10" [-1];
        IN_COLUMN = "firing in column", "MC-FIRE-10" [-2];
        SOFT = "soft cover", "MC-FIRE-10" [-1];
        HARD = "hard cover", "MC-FIRE-10" [-2];
        WORKS = "fortification", "MC-FIRE-10" [-3];
        AT_OPEN = "open order or guns", "MC-FIRE-10" [-1];
        AT_SKIRMISH = "skirmish order", "MC-FIRE-10" [-2];
        DEEP = "a deep target", "MC-FIRE-10" [1];
        FLANK = "flank or rear", "MC-FIRE-10" [1];
    }

    /// Covers, the best last; of several only the best counts (MC-FIRE-11).
    pub(crate) static COVERS: [&rulebook::Modifier; 3] = [&SOFT, &HARD, &WORKS];
}

/// Of a unit's own die in a melee.
pub(crate) mod melee {
    rulebook::modifiers! {
        /// MC-MELEE-9. Of obstacles: a linear one or a building, a fortification; on foot, mounted.
        ALL:
        CLASS = "class", "MC-MELEE-9" [2, 1, 0, -1, -2];
        MOUNTED = "mounted", "MC-MELEE-9" [2];
        AT_CLOSE_ORDER = "horse at close order", "MC-MELEE-9" [-2];
        CHARGING = "charging", "MC-MELEE-9" [1];
        RANKS = "ranks", "MC-MELEE-9" [1];
        WEAPONS = "weapons", "MC-MELEE-9" [1, 2];
        OPEN_ORDER = "open order", "MC-MELEE-9" [-1];
        LOOSE = "skirmishers or crews", "MC-MELEE-9" [-2];
        TURNED = "taken in flank or rear", "MC-MELEE-9" [-1, -2];
        UPHILL = "uphill", "MC-MELEE-9" [-1];
        OVER = "over an obstacle", "MC-MELEE-9" [-2, -3, -4, -6];
        SHAKEN = "shaken", "MC-MELEE-9" [-1];
        IN_WOODS = "horse in woods", "MC-MELEE-9" [-2];
    }
}

/// Of morale.
pub(crate) mod morale {
    rulebook::modifiers! {
        /// MC-MORALE-4.
        ALL:
        GENERAL = "general", "MC-MORALE-4" [-1, -2];
        SUPPORT = "support", "MC-MORALE-4" [-1];
        LOSSES = "losses", "MC-MORALE-4" [1, 2, 3];
        ROUTING = "routing", "MC-MORALE-4" [1];
        COVER = "cover", "MC-MORALE-4" [-1, -2, -3];
        EASY = "an easy target", "MC-MORALE-4" [-1];
        AT_HARD = "against hard cover", "MC-MORALE-4" [1];
        PANIC = "panic", "MC-MORALE-4" [1];
        BY_FOOT = "horse charged by foot", "MC-MORALE-4" [-2];
        DEFIES = "close order defies them", "MC-MORALE-4" [-2];
        TURNED = "taken in flank or rear", "MC-MORALE-4" [1, 2];
        BY_HORSE = "charged by horse", "MC-MORALE-4" [1, 2];
        BARE = "no bayonets", "MC-MORALE-4" [1];
    }

    /// Quarters lost that count at most (MC-MORALE-4).
    pub(crate) const QUARTERS: usize = LOSSES.values.len();
}
