//! The readings and options in force, parsed once from the house rules.

/// When horse adds 1 to its kill rolls (OW-ASSAULT-14).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CavalryBonus {
    /// In a fight it started.
    Charging,
    /// In any fight.
    AnyCavalry,
    /// Never.
    Off,
}

/// When weak units are tested (OW-MORALE-2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HalfStrength {
    /// At half strength or less, every own turn.
    EachTurn,
    /// At once, when half of what it had at the turn's start is lost.
    LostInOneTurn,
}

/// Every option as it is played. `Default` is the page's default.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// OW-DICE-2: natural 1 fails, natural 6 succeeds.
    pub natural_1_6: bool,
    /// OW-SCALE-2: what is out of reach is refused.
    pub premeasure: bool,
    /// OW-SEQ-1: both sides do each step in turn.
    pub shared_phases: bool,
    /// OW-ASSAULT-5: a charger makes no normal move.
    pub charge_instead: bool,
    /// OW-UNIT-2: every stand rolls one die.
    pub one_per_stand: bool,
    /// OW-ASSAULT-14.
    pub cavalry_bonus: CavalryBonus,
    /// OW-UNIT-11.
    pub officer_fires: bool,
    /// OW-LOS-2: 180 degrees for shooting too.
    pub fire_arc_180: bool,
    /// OW-SHOOT-7.
    pub line_stationary_bonus: bool,
    /// OW-SHOOT-12: -1 for moving only where the rate of fire is 1 anyway.
    pub moved_penalty_at_rof_1: bool,
    /// OW-COVER-2: 1 or 2.
    pub hard_cover: i16,
    /// OW-ASSAULT-9.
    pub defensive_half_of_moved: bool,
    /// OW-ASSAULT-10.
    pub heavy_defensive_fire: bool,
    /// OW-SQUARE-4.
    pub failed_square_fires: bool,
    /// OW-MORALE-2.
    pub half_strength: HalfStrength,
    /// OW-MORALE-3: a weak unit that fails leaves at once.
    pub weak_are_removed: bool,
    /// OW-MORALE-13.
    pub pursuit: bool,
    /// OW-ASSAULT-20.
    pub breakthrough_after_fallback: bool,
    /// OW-WIN-2.
    pub half_of_brigades: bool,
    /// OW-CMD-2.
    pub general_rerolls_kills: bool,
    /// OW-HOWITZER-2: 1 or 2.
    pub howitzer_rof: u8,
    /// OW-HOWITZER-5.
    pub howitzer_wound_save: bool,
    /// OW-BUILD-6.
    pub wall_firepower: bool,
    /// OW-BUILD-9.
    pub persistent_occupancy: bool,
    /// OW-HIDDEN-5: one d6 against motivation.
    pub discovery_by_motivation: bool,
    /// OW-HIDDEN-9.
    pub rehide: bool,
}
