//! The named options, and the readings in force for a battle (MC-OPT-1).

use battle::{HouseRules, rule};
use rulebook::{Choices, OFF, ON, worded, words};

worded! {
    /// What a failed second test brings (MC-CHARGE-13).
    SecondTest:
    /// What its margin says.
    ByMargin = "by_margin",
    /// A rout.
    Rout = "rout",
    /// Going back.
    FallBack = "fall_back",
}

worded! {
    /// Whose higher commanders have cards (MC-SEQ-2, 3).
    Cards:
    /// Nobody's.
    Neither = "off",
    /// Both sides'.
    Both = "on",
    /// Blue's.
    Blue = "blue",
    /// Red's.
    Red = "red",
}

impl Cards {
    /// Whether a side's have.
    #[must_use]
    pub const fn are_of(self, side: battle::Side) -> bool {
        matches!((self, side), (Cards::Both, _) | (Cards::Blue, battle::Side::Blue) | (Cards::Red, battle::Side::Red))
    }
}

rulebook::options! {
    lower_numbers: bool = "morale_numbers" words(&["9_8_7_6_5", "8_7_6_5_4"]), "MC-MORALE-2",
        "Morale numbers of classes 1 to 5.", Choices::unusual;
    file_fires: bool = "eligible_figures" words(&["unit", "file"]), "MC-HEX-3",
        "Who fires when one stand bears.", Choices::unusual;
    acts_again: bool = "higher_card" words(&["spent", "acts_again"]), "MC-SEQ-4",
        "Units that a higher card has moved.", Choices::unusual;
    tested_at_declaration: bool = "test_order" words(&["before_own_move", "at_declaration"]), "MC-SEQ-10",
        "When chargers are tested.", Choices::unusual;
    routs_at_once: bool = "rout_moves" words(&["step_6", "at_once"]), "MC-SEQ-11",
        "When routs of the morale step move.", Choices::unusual;
    dense_woods_closed: bool = "dense_woods" words(&["half", "closed"]), "MC-MOVE-13",
        "Dense woods for formed units.", Choices::unusual;
    limbered_pay: bool = "limbered_costs" words(&["none", "terrain"]), "MC-MOVE-2",
        "What limbered guns pay for woods, obstacles and passing friends.", Choices::unusual;
    fallback_free: bool = "fallback_costs" words(&["guidelines", "none"]), "MC-MOVE-18",
        "What it costs militia to fall back.", Choices::unusual;
    fallback_routs: bool = "fallback_stop_fail" words(&["falls_back_on", "normal"]), "MC-MOVE-19",
        "A failed test to stop.", Choices::unusual;
    all_move_and_fire: bool = "move_and_fire" words(&["lights", "all"]), "MC-MOVE-22",
        "Who moves and fires.", Choices::unusual;
    full_routs: bool = "rout_stop" words(&["haven", "full"]), "MC-MOVE-25", "Where a rout move ends.", Choices::unusual;
    cavalry_column_costs: bool = "cavalry_line_column" words(&["free", "change"]), "MC-FORM-3",
        "Cavalry line to column.", Choices::unusual;
    mean_reach: bool = "charge_reach" words(&["maximum", "mean"]), "MC-CHARGE-3",
        "The roll by which targets are in reach.", Choices::unusual;
    full_repulse: bool = "repulse_distance" words(&["paid", "full"]), "MC-CHARGE-5",
        "How far a failed charge goes back.", Choices::unusual;
    tested_before_approach: bool = "defender_test" words(&["at_2", "before_approach"]), "MC-CHARGE-8",
        "When the charged are tested.", Choices::unusual;
    second_test: SecondTest = "second_test_fail" words(SecondTest::WORDS), "MC-CHARGE-13",
        "A second test failed.", SecondTest::read;
    undeclared_react: bool = "undeclared_react" words(&["on", "off"]), "MC-CHARGE-14",
        "Enemies that were no targets react.", Choices::on;
    routed_excuses: bool = "routed_target" words(&["panic", "no_panic"]), "MC-CHARGE-15",
        "No contact for a target that routed.", Choices::unusual;
    one_volley: bool = "volley_limit" words(&["each_charger", "one_per_card"]), "MC-CHARGE-17",
        "Volleys at chargers.", Choices::unusual;
    evade_is_move: bool = "evade_is_move" words(&["on", "off"]), "MC-SKIRM-4",
        "A full evade is the turn's move.", Choices::on;
    half_carbines: bool = "mounted_carbines" words(&["full", "half"]), "MC-FIRE-12",
        "Carbines from the saddle.", Choices::unusual;
    overhead_fire: bool = "overhead_fire" OFF, "MC-ART-5",
        "Guns fire over units from and at higher ground.", Choices::on;
    contact_fights_on: bool = "second_round" words(&["all_figures", "contact"]), "MC-MELEE-8",
        "Who fights the second round.", Choices::unusual;
    whole_charge: bool = "melee_losses" words(&["melee", "whole_charge"]), "MC-MELEE-10",
        "Losses that decide a melee.", Choices::unusual;
    panic_at_once: bool = "panic_tests" words(&["next_step_1", "at_once"]), "MC-PANIC-2",
        "When other markers are tested.", Choices::unusual;
    close_order_defies: bool = "close_order_defies_indians" OFF, "MC-MORALE-4",
        "Close order charged by skirmishers.", Choices::on;
    routs_held: bool = "routing_failed_by_1" words(&["routs_on", "held"]), "MC-MORALE-12",
        "A rally failed by 1.", Choices::unusual;
    loyalists_as_american: bool = "loyalist_militia" words(&["own", "as_american"]), "MC-SPECIAL-3",
        "Loyalist militia.", Choices::unusual;
    german_column: bool = "german_column" ON, "MC-SPECIAL-6", "German columns.", Choices::on;
    light_implied: bool = "light_trait" words(&["none", "implied"]), "MC-SPECIAL-11",
        "The type light infantry.", Choices::unusual;
    division_cards: Cards = "division_cards" words(Cards::WORDS), "MC-SEQ-2",
        "Sides (on: both) whose division commanders have cards.", Cards::read;
    army_cards: Cards = "army_cards" words(Cards::WORDS), "MC-SEQ-3",
        "Sides (on: both) whose army commanders have cards.", Cards::read;
}

impl Options {
    /// What house rules say.
    #[must_use]
    pub fn of(house: &HouseRules) -> Options {
        let usual = HouseRules::default();
        Options::read(&Choices::of(OPTIONS, if rule!("MC-OPT-1") { house } else { &usual }))
    }
}
