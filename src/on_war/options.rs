//! The house-rule options (section 2 of the rules) and the readings in force.

use battle::{HouseRules, OptionInfo, rule};
use rulebook::Choices;

/// Every option of the system.
pub(crate) const OPTIONS: &[OptionInfo] = &[
    rulebook::choice("preset", "OW-OPT-1", "other options set together", &["none", "source_example"]),
    rulebook::flag("natural_1_6", "OW-DICE-2", "a natural 1 always fails, a natural 6 always succeeds", "on"),
    rulebook::flag("premeasure", "OW-SCALE-2", "shots and charges out of reach are refused instead of wasted", "off"),
    rulebook::choice("turn_order", "OW-SEQ-1", "whole turns, or step by step", &["alternate", "shared_phases"]),
    rulebook::choice(
        "charge_move",
        "OW-ASSAULT-5",
        "what a charger moves",
        &["after_normal_move", "instead_of_normal_move"],
    ),
    rulebook::choice("melee_dice", "OW-UNIT-2", "attacks of a stand", &["by_type", "one_per_stand"]),
    rulebook::choice("cavalry_bonus", "OW-ASSAULT-14", "+1 on kills for horse", &["charging", "any_cavalry", "off"]),
    rulebook::flag("officer_fires", "OW-UNIT-11", "the CO of a battalion shoots as one more stand", "on"),
    rulebook::choice("fire_arc", "OW-LOS-2", "field of fire in degrees", &["90", "180"]),
    rulebook::flag("line_stationary_bonus", "OW-SHOOT-7", "a line that stood still hits on 4", "on"),
    rulebook::choice("moved_penalty", "OW-SHOOT-12", "-1 for having moved", &["always", "only_if_rof_already_1"]),
    rulebook::choice("hard_cover", "OW-COVER-2", "modifier of hard cover", &["-2", "-1"]),
    rulebook::choice("defensive_rof", "OW-ASSAULT-9", "what defensive fire halves", &["half_normal", "half_of_moved"]),
    rulebook::flag("heavy_defensive_fire", "OW-ASSAULT-10", "heavy guns fire at chargers", "on"),
    rulebook::choice("square_attempt_failed", "OW-SQUARE-4", "fire after a failed square", &["no_fire", "may_fire"]),
    rulebook::flag("redirected_response", "OW-ASSAULT-6", "a unit that is met first answers the charge", "on"),
    rulebook::choice(
        "half_strength",
        "OW-MORALE-2",
        "when weak units are tested",
        &["below_half_each_turn", "half_lost_in_one_turn"],
    ),
    rulebook::choice("half_strength_fail", "OW-MORALE-3", "a weak unit that fails", &["rout", "removed"]),
    rulebook::flag("pursuit", "OW-MORALE-13", "units may pursue routers", "on"),
    rulebook::flag(
        "breakthrough_after_fallback",
        "OW-ASSAULT-20",
        "the winner may follow a unit that fell back",
        "off",
    ),
    rulebook::choice("army_break", "OW-WIN-2", "what loses the battle", &["first_brigade", "half_of_brigades"]),
    rulebook::flag("general_rerolls_kills", "OW-CMD-2", "the General's re-roll includes kill rolls", "on"),
    rulebook::choice("howitzer_rof", "OW-HOWITZER-2", "dice of a howitzer stand", &["1", "2"]),
    rulebook::flag("howitzer_wound_save", "OW-HOWITZER-5", "wounds under a template are saved", "on"),
    rulebook::flag("wall_firepower", "OW-BUILD-6", "wounds to walls need a firepower test", "on"),
    rulebook::choice("occupancy_save", "OW-BUILD-9", "save of troops at a breach", &["one_off", "persistent"]),
    rulebook::choice(
        "discovery_test",
        "OW-HIDDEN-5",
        "how hidden units are searched",
        &["2d6_initiative", "d6_motivation"],
    ),
    rulebook::flag("rehide", "OW-HIDDEN-9", "revealed units can hide again", "on"),
    rulebook::flag("start_apart", "OW-SEQ-4", "armies start out of musket range of each other", "on"),
];

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
pub struct Options {
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
    /// OW-ASSAULT-6: a unit that a charge meets before its target answers as to a declaration.
    pub redirected_response: bool,
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
    /// OW-SEQ-4: armies within musket range of each other are set back.
    pub start_apart: bool,
}

impl Options {
    /// The rules in force: the page's defaults with every option as the house rules set it. What is set itself goes
    /// before what the preset sets.
    #[must_use]
    pub fn of(house: &HouseRules) -> Options {
        let chosen = Choices::of(OPTIONS, house);
        let example = chosen.is("preset", "source_example") && rule!("OW-OPT-1");
        Options {
            natural_1_6: chosen.on("natural_1_6"),
            premeasure: chosen.on("premeasure"),
            shared_phases: chosen.is("turn_order", "shared_phases"),
            charge_instead: chosen.is("charge_move", "instead_of_normal_move"),
            one_per_stand: chosen.is("melee_dice", "one_per_stand") || (example && !chosen.was_set("melee_dice")),
            cavalry_bonus: match chosen.word("cavalry_bonus") {
                _ if example && !chosen.was_set("cavalry_bonus") => CavalryBonus::Off,
                "any_cavalry" => CavalryBonus::AnyCavalry,
                "off" => CavalryBonus::Off,
                _ => CavalryBonus::Charging,
            },
            officer_fires: chosen.on("officer_fires"),
            fire_arc_180: chosen.is("fire_arc", "180"),
            line_stationary_bonus: chosen.on("line_stationary_bonus"),
            moved_penalty_at_rof_1: chosen.is("moved_penalty", "only_if_rof_already_1"),
            hard_cover: if chosen.is("hard_cover", "-1") { 1 } else { 2 },
            defensive_half_of_moved: chosen.is("defensive_rof", "half_of_moved"),
            heavy_defensive_fire: chosen.on("heavy_defensive_fire"),
            failed_square_fires: chosen.is("square_attempt_failed", "may_fire"),
            redirected_response: chosen.on("redirected_response"),
            half_strength: match chosen.word("half_strength") {
                "half_lost_in_one_turn" => HalfStrength::LostInOneTurn,
                _ => HalfStrength::EachTurn,
            },
            weak_are_removed: chosen.is("half_strength_fail", "removed"),
            pursuit: chosen.on("pursuit"),
            breakthrough_after_fallback: chosen.on("breakthrough_after_fallback"),
            half_of_brigades: chosen.is("army_break", "half_of_brigades"),
            general_rerolls_kills: chosen.on("general_rerolls_kills"),
            howitzer_rof: if chosen.is("howitzer_rof", "2") { 2 } else { 1 },
            howitzer_wound_save: chosen.on("howitzer_wound_save"),
            wall_firepower: chosen.on("wall_firepower"),
            persistent_occupancy: chosen.is("occupancy_save", "persistent"),
            discovery_by_motivation: chosen.is("discovery_test", "d6_motivation"),
            rehide: chosen.on("rehide"),
            start_apart: chosen.on("start_apart"),
        }
    }
}

impl Default for Options {
    fn default() -> Options {
        Options::of(&HouseRules::default())
    }
}
