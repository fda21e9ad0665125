//! The house-rule options (section 2 of the rules) and how their values become the rules in force.

use battle::{HouseRules, OptionInfo, Values, rule};

use crate::Rules;
use crate::rules::{CavalryBonus, HalfStrength};

const fn flag(key: &'static str, clause: &'static str, help: &'static str, default: &'static str) -> OptionInfo {
    OptionInfo { key, clause, help, values: Values::Flag, default }
}

/// A choice; the first word is the default.
const fn choice(
    key: &'static str,
    clause: &'static str,
    help: &'static str,
    words: &'static [&'static str],
) -> OptionInfo {
    OptionInfo { key, clause, help, values: Values::Choice(words), default: words[0] }
}

/// Every option of the system.
pub(crate) const OPTIONS: &[OptionInfo] = &[
    choice("preset", "OW-OPT-1", "other options set together", &["none", "source_example"]),
    flag("natural_1_6", "OW-DICE-2", "a natural 1 always fails, a natural 6 always succeeds", "on"),
    flag("premeasure", "OW-SCALE-2", "shots and charges out of reach are refused instead of wasted", "off"),
    choice("turn_order", "OW-SEQ-1", "whole turns, or step by step", &["alternate", "shared_phases"]),
    choice("charge_move", "OW-ASSAULT-5", "what a charger moves", &["after_normal_move", "instead_of_normal_move"]),
    choice("melee_dice", "OW-UNIT-2", "attacks of a stand", &["by_type", "one_per_stand"]),
    choice("cavalry_bonus", "OW-ASSAULT-14", "+1 on kills for horse", &["charging", "any_cavalry", "off"]),
    flag("officer_fires", "OW-UNIT-11", "the CO of a battalion shoots as one more stand", "on"),
    choice("fire_arc", "OW-LOS-2", "field of fire in degrees", &["90", "180"]),
    flag("line_stationary_bonus", "OW-SHOOT-7", "a line that stood still hits on 4", "on"),
    choice("moved_penalty", "OW-SHOOT-12", "-1 for having moved", &["always", "only_if_rof_already_1"]),
    choice("hard_cover", "OW-COVER-2", "modifier of hard cover", &["-2", "-1"]),
    choice("defensive_rof", "OW-ASSAULT-9", "what defensive fire halves", &["half_normal", "half_of_moved"]),
    flag("heavy_defensive_fire", "OW-ASSAULT-10", "heavy guns fire at chargers", "on"),
    choice("square_attempt_failed", "OW-SQUARE-4", "fire after a failed square", &["no_fire", "may_fire"]),
    choice(
        "half_strength",
        "OW-MORALE-2",
        "when weak units are tested",
        &["below_half_each_turn", "half_lost_in_one_turn"],
    ),
    choice("half_strength_fail", "OW-MORALE-3", "a weak unit that fails", &["rout", "removed"]),
    flag("pursuit", "OW-MORALE-13", "units may pursue routers", "on"),
    flag("breakthrough_after_fallback", "OW-ASSAULT-20", "the winner may follow a unit that fell back", "off"),
    choice("army_break", "OW-WIN-2", "what loses the battle", &["first_brigade", "half_of_brigades"]),
    flag("general_rerolls_kills", "OW-CMD-2", "the General's re-roll includes kill rolls", "on"),
    choice("howitzer_rof", "OW-HOWITZER-2", "dice of a howitzer stand", &["1", "2"]),
    flag("howitzer_wound_save", "OW-HOWITZER-5", "wounds under a template are saved", "on"),
    flag("wall_firepower", "OW-BUILD-6", "wounds to walls need a firepower test", "on"),
    choice("occupancy_save", "OW-BUILD-9", "save of troops at a breach", &["one_off", "persistent"]),
    choice("discovery_test", "OW-HIDDEN-5", "how hidden units are searched", &["2d6_initiative", "d6_motivation"]),
    flag("rehide", "OW-HIDDEN-9", "revealed units can hide again", "on"),
];

/// The chosen value of an option; empty for a key that is none of ours.
fn value<'a>(house: &'a HouseRules, key: &str) -> &'a str {
    OPTIONS.iter().find(|option| option.key == key).map_or("", |option| house.get(option))
}

impl Rules {
    /// The rules in force: the page's defaults with every option as the house rules set it. What is set itself goes
    /// before what the preset sets.
    #[must_use]
    pub fn of(house: &HouseRules) -> Rules {
        let is = |key: &str, word: &str| value(house, key) == word;
        let set = |key: &str| house.iter().any(|(known, _)| known == key);
        let example = is("preset", "source_example");
        if example {
            rule!("OW-OPT-1");
        }
        Rules {
            natural_1_6: is("natural_1_6", "on"),
            premeasure: is("premeasure", "on"),
            shared_phases: is("turn_order", "shared_phases"),
            charge_instead: is("charge_move", "instead_of_normal_move"),
            one_per_stand: is("melee_dice", "one_per_stand") || (example && !set("melee_dice")),
            cavalry_bonus: match value(house, "cavalry_bonus") {
                _ if example && !set("cavalry_bonus") => CavalryBonus::Off,
                "any_cavalry" => CavalryBonus::AnyCavalry,
                "off" => CavalryBonus::Off,
                _ => CavalryBonus::Charging,
            },
            officer_fires: is("officer_fires", "on"),
            fire_arc_180: is("fire_arc", "180"),
            line_stationary_bonus: is("line_stationary_bonus", "on"),
            moved_penalty_at_rof_1: is("moved_penalty", "only_if_rof_already_1"),
            hard_cover: if is("hard_cover", "-1") { 1 } else { 2 },
            defensive_half_of_moved: is("defensive_rof", "half_of_moved"),
            heavy_defensive_fire: is("heavy_defensive_fire", "on"),
            failed_square_fires: is("square_attempt_failed", "may_fire"),
            half_strength: match value(house, "half_strength") {
                "half_lost_in_one_turn" => HalfStrength::LostInOneTurn,
                _ => HalfStrength::EachTurn,
            },
            weak_are_removed: is("half_strength_fail", "removed"),
            pursuit: is("pursuit", "on"),
            breakthrough_after_fallback: is("breakthrough_after_fallback", "on"),
            half_of_brigades: is("army_break", "half_of_brigades"),
            general_rerolls_kills: is("general_rerolls_kills", "on"),
            howitzer_rof: if is("howitzer_rof", "2") { 2 } else { 1 },
            howitzer_wound_save: is("howitzer_wound_save", "on"),
            wall_firepower: is("wall_firepower", "on"),
            persistent_occupancy: is("occupancy_save", "persistent"),
            discovery_by_motivation: is("discovery_test", "d6_motivation"),
            rehide: is("rehide", "on"),
        }
    }
}

impl Default for Rules {
    fn default() -> Rules {
        Rules::of(&HouseRules::default())
    }
}
