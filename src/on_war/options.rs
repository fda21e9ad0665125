//! The house-rule options (section 2 of the rules) and the readings in force.

use battle::{HouseRules, rule};
use rulebook::{Choices, OFF, ON, worded, words};

worded! {
    /// When horse adds 1 to its kill rolls (OW-ASSAULT-14).
    CavalryBonus:
    /// In a fight it started.
    Charging = "charging",
    /// In any fight.
    AnyCavalry = "any_cavalry",
    /// Never.
    Off = "off",
}

worded! {
    /// When weak units are tested (OW-MORALE-2).
    HalfStrength:
    /// At half strength or less, every own turn.
    EachTurn = "below_half_each_turn",
    /// At once, when half of what it had at the turn's start is lost.
    LostInOneTurn = "half_lost_in_one_turn",
}

rulebook::options! {
    example: bool = "preset" words(&["none", "source_example"]), "OW-OPT-1", "other options set together", example;
    natural_1_6: bool = "natural_1_6" ON, "OW-DICE-2", "a natural 1 always fails, a natural 6 always succeeds", Choices::on;
    premeasure: bool = "premeasure" OFF, "OW-SCALE-2",
        "shots and charges out of reach are refused instead of wasted", Choices::on;
    shared_phases: bool = "turn_order" words(&["alternate", "shared_phases"]), "OW-SEQ-1",
        "whole turns, or step by step", Choices::unusual;
    charge_instead: bool = "charge_move" words(&["after_normal_move", "instead_of_normal_move"]), "OW-ASSAULT-5",
        "what a charger moves", Choices::unusual;
    one_per_stand: bool = "melee_dice" words(&["by_type", "one_per_stand"]), "OW-UNIT-2",
        "attacks of a stand", Choices::unusual;
    cavalry_bonus: CavalryBonus = "cavalry_bonus" words(CavalryBonus::WORDS), "OW-ASSAULT-14",
        "+1 on kills for horse", CavalryBonus::read;
    officer_fires: bool = "officer_fires" ON, "OW-UNIT-11", "the CO of a battalion shoots as one more stand", Choices::on;
    fire_arc_180: bool = "fire_arc" words(&["90", "180"]), "OW-LOS-2", "field of fire in degrees", Choices::unusual;
    line_stationary_bonus: bool = "line_stationary_bonus" ON, "OW-SHOOT-7",
        "a line that stood still hits on 4", Choices::on;
    moved_penalty_at_rof_1: bool = "moved_penalty" words(&["always", "only_if_rof_already_1"]), "OW-SHOOT-12",
        "-1 for having moved", Choices::unusual;
    hard_cover: i16 = "hard_cover" words(&["-2", "-1"]), "OW-COVER-2", "modifier of hard cover",
        |chosen: &Choices<'_>, key| -chosen.whole::<i16>(key);
    defensive_half_of_moved: bool = "defensive_rof" words(&["half_normal", "half_of_moved"]), "OW-ASSAULT-9",
        "what defensive fire halves", Choices::unusual;
    heavy_defensive_fire: bool = "heavy_defensive_fire" ON, "OW-ASSAULT-10", "heavy guns fire at chargers", Choices::on;
    failed_square_fires: bool = "square_attempt_failed" words(&["no_fire", "may_fire"]), "OW-SQUARE-4",
        "fire after a failed square", Choices::unusual;
    redirected_response: bool = "redirected_response" ON, "OW-ASSAULT-6",
        "a unit that is met first answers the charge", Choices::on;
    half_strength: HalfStrength = "half_strength" words(HalfStrength::WORDS), "OW-MORALE-2",
        "when weak units are tested", HalfStrength::read;
    weak_are_removed: bool = "half_strength_fail" words(&["rout", "removed"]), "OW-MORALE-3",
        "a weak unit that fails", Choices::unusual;
    pursuit: bool = "pursuit" ON, "OW-MORALE-13", "units may pursue routers", Choices::on;
    breakthrough_after_fallback: bool = "breakthrough_after_fallback" OFF, "OW-ASSAULT-20",
        "the winner may follow a unit that fell back", Choices::on;
    half_of_brigades: bool = "army_break" words(&["first_brigade", "half_of_brigades"]), "OW-WIN-2",
        "what loses the battle", Choices::unusual;
    general_rerolls_kills: bool = "general_rerolls_kills" ON, "OW-CMD-2",
        "the General's re-roll includes kill rolls", Choices::on;
    howitzer_rof: u8 = "howitzer_rof" words(&["1", "2"]), "OW-HOWITZER-2", "dice of a howitzer stand", Choices::whole;
    howitzer_wound_save: bool = "howitzer_wound_save" ON, "OW-HOWITZER-5",
        "wounds under a template are saved", Choices::on;
    wall_firepower: bool = "wall_firepower" ON, "OW-BUILD-6", "wounds to walls need a firepower test", Choices::on;
    persistent_occupancy: bool = "occupancy_save" words(&["one_off", "persistent"]), "OW-BUILD-9",
        "save of troops at a breach", Choices::unusual;
    discovery_by_motivation: bool = "discovery_test" words(&["2d6_initiative", "d6_motivation"]), "OW-HIDDEN-5",
        "how hidden units are searched", Choices::unusual;
    rehide: bool = "rehide" ON, "OW-HIDDEN-9", "revealed units can hide again", Choices::on;
    start_apart: bool = "start_apart" ON, "OW-SEQ-4", "armies start out of musket range of each other", Choices::on;
}

fn example(chosen: &Choices<'_>, key: &str) -> bool {
    chosen.unusual(key) && rule!("OW-OPT-1")
}

impl Options {
    /// The rules in force: the page's defaults with every option as the house rules set it. What is set itself goes
    /// before what the preset sets.
    #[must_use]
    pub fn of(house: &HouseRules) -> Options {
        let chosen = Choices::of(OPTIONS, house);
        let read = Options::read(&chosen);
        let preset = |key: &str| read.example && !chosen.was_set(key);
        Options {
            one_per_stand: read.one_per_stand || preset("melee_dice"),
            cavalry_bonus: if preset("cavalry_bonus") { CavalryBonus::Off } else { read.cavalry_bonus },
            ..read
        }
    }
}

impl Default for Options {
    fn default() -> Options {
        Options::of(&HouseRules::default())
    }
}
