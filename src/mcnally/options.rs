//! The named options, and the readings in force for a battle (MC-OPT-1).

use battle::{HouseRules, OptionInfo, rule};
use rulebook::{Choices, choice, flag};

/// Every option, with the page's reading first.
pub(crate) const OPTIONS: &[OptionInfo] = &[
    choice("morale_numbers", "MC-MORALE-2", "Morale numbers of classes 1 to 5.", &["9_8_7_6_5", "8_7_6_5_4"]),
    choice("eligible_figures", "MC-HEX-3", "Who fires when one stand bears.", &["unit", "file"]),
    choice("higher_card", "MC-SEQ-4", "Units that a higher card has moved.", &["spent", "acts_again"]),
    choice("test_order", "MC-SEQ-10", "When chargers are tested.", &["before_own_move", "at_declaration"]),
    choice("rout_moves", "MC-SEQ-11", "When routs of the morale step move.", &["step_6", "at_once"]),
    choice("dense_woods", "MC-MOVE-13", "Dense woods for formed units.", &["half", "closed"]),
    choice("limbered_costs", "MC-MOVE-2", "What limbered guns pay.", &["none", "terrain"]),
    choice("fallback_costs", "MC-MOVE-18", "What a militia fallback pays.", &["guidelines", "none"]),
    choice("fallback_stop_fail", "MC-MOVE-19", "A failed test to stop.", &["falls_back_on", "normal"]),
    choice("move_and_fire", "MC-MOVE-22", "Who moves and fires.", &["lights", "all"]),
    choice("rout_stop", "MC-MOVE-25", "Where a rout move ends.", &["haven", "full"]),
    choice("cavalry_line_column", "MC-FORM-3", "Cavalry line to column.", &["free", "change"]),
    choice("charge_reach", "MC-CHARGE-3", "The roll by which targets are in reach.", &["maximum", "mean"]),
    choice("repulse_distance", "MC-CHARGE-5", "How far a failed charge goes back.", &["paid", "full"]),
    choice("defender_test", "MC-CHARGE-8", "When the charged are tested.", &["at_2", "before_approach"]),
    choice("second_test_fail", "MC-CHARGE-13", "A second test failed.", &["by_margin", "rout", "fall_back"]),
    choice("undeclared_react", "MC-CHARGE-14", "Enemies that were no targets react.", &["on", "off"]),
    choice("routed_target", "MC-CHARGE-15", "No contact for a target that routed.", &["panic", "no_panic"]),
    choice("volley_limit", "MC-CHARGE-17", "Volleys at chargers.", &["each_charger", "one_per_card"]),
    choice("evade_is_move", "MC-SKIRM-4", "A full evade is the turn's move.", &["on", "off"]),
    choice("mounted_carbines", "MC-FIRE-12", "Carbines from the saddle.", &["full", "half"]),
    flag("overhead_fire", "MC-ART-5", "Guns fire over units from and at higher ground.", "off"),
    choice("second_round", "MC-MELEE-8", "Who fights the second round.", &["all_figures", "contact"]),
    choice("melee_losses", "MC-MELEE-10", "Losses that decide a melee.", &["melee", "whole_charge"]),
    choice("panic_tests", "MC-PANIC-2", "When other markers are tested.", &["next_step_1", "at_once"]),
    flag("close_order_defies_indians", "MC-MORALE-4", "Close order charged by skirmishers.", "off"),
    choice("routing_failed_by_1", "MC-MORALE-12", "A rally failed by 1.", &["routs_on", "held"]),
    choice("loyalist_militia", "MC-SPECIAL-3", "Loyalist militia.", &["own", "as_american"]),
    flag("german_column", "MC-SPECIAL-6", "German columns.", "on"),
    choice("light_trait", "MC-SPECIAL-11", "The type light infantry.", &["none", "implied"]),
    choice(
        "division_cards",
        "MC-SEQ-2",
        "Sides (on: both) whose division commanders have cards.",
        &["off", "on", "blue", "red"],
    ),
    choice(
        "army_cards",
        "MC-SEQ-3",
        "Sides (on: both) whose army commanders have cards.",
        &["off", "on", "blue", "red"],
    ),
];

/// The readings in force, by their words.
#[derive(Clone, Debug)]
pub struct Options {
    house: HouseRules,
}

impl Options {
    /// What house rules say.
    #[must_use]
    pub fn of(house: &HouseRules) -> Options {
        Options { house: if rule!("MC-OPT-1") { house.clone() } else { HouseRules::default() } }
    }

    /// Whether an option has that value.
    #[must_use]
    pub fn is(&self, key: &str, value: &str) -> bool {
        Choices::of(OPTIONS, &self.house).is(key, value)
    }

    /// Whether an option is on.
    #[must_use]
    pub fn on(&self, key: &str) -> bool {
        self.is(key, "on")
    }
}
