//! Every modifier of a roll: its clause, its name on the receipt and what it is worth.

use rulebook::modifiers;

use crate::tables::RALLY_BONUS;

modifiers! {
    /// Dice of Fire (EA-FIRE-7 to 9, EA-OPT-24).
    FIRE:
    TARGET_IN_COVER = "target in cover", "EA-FIRE-7" [-1];
    FIRE_AT_FLANK = "flank or rear", "EA-FIRE-8" [1];
    FIRE_BY_ORDER = "Order spent", "EA-FIRE-9" [1];
    VOLLEY_TRAINING = "volley training", "EA-OPT-24" [1];
}

modifiers! {
    /// What is added to the number that hits by Fire (EA-OPT-10, EA-OPT-11).
    FIRE_NUMBER:
    MEDIUM_BATTERY = "Medium Battery", "EA-OPT-10" [1];
    LOW_SUPPLIES = "Low Supplies", "EA-OPT-11" [1];
}

modifiers! {
    /// Dice of the Assaulter (EA-ASSAULT-8).
    ASSAULTER:
    DEFENDER_IN_COVER = "defender in cover", "EA-ASSAULT-8" [-1];
    CHARGING_HORSE = "charging horse", "EA-ASSAULT-8" [1];
    ASSAULT_ON_FLANK = "flank or rear", "EA-ASSAULT-8" [1];
}

modifiers! {
    /// Dice of the defender (EA-ASSAULT-9, EA-OPT-12).
    DEFENDER:
    DEFENCE_BY_ORDER = "Order spent", "EA-ASSAULT-9" [1];
    RESOLUTE = "Resolute", "EA-OPT-12" [1];
}

modifiers! {
    /// Dice of either (EA-OPT-15).
    EITHER:
    CUIRASSIERS = "Cuirassiers", "EA-OPT-15" [1];
}

modifiers! {
    /// Pips of a Rally roll (EA-RALLY-2, EA-GEN-3); of all but the Guard one counts.
    RALLY:
    STUBBORN = "Stubborn", "EA-OPT-13" [RALLY_BONUS];
    COVERED_AND_LED = "in cover and with a General", "EA-RES-29" [2 * RALLY_BONUS];
    LED = "with a General", "EA-GEN-3" [RALLY_BONUS];
    COVERED = "in cover", "EA-RALLY-2" [RALLY_BONUS];
    GUARD = "Guard", "EA-OPT-16" [RALLY_BONUS];
}

modifiers! {
    /// Pips of an Orders roll (EA-OPT-20, EA-OPT-21); a commander's dice are one of the three.
    ORDERS:
    COMMANDERS_DICE = "commander's dice", "EA-OPT-20" [1, 4, 6];
    EFFICIENT = "efficient commander", "EA-OPT-21" [1];
}

modifiers! {
    /// Pips of an Initiative roll (EA-OPT-22, EA-OPT-23).
    INITIATIVE:
    ABLE = "able commander", "EA-OPT-22" [1];
    KEPT_PIP = "army commander's pip", "EA-OPT-23" [1];
}

// Of moves: the house rules say how wide a base is (EA-BASE-3).
modifiers! {
    FOOT_AND_GUNS_MOVE = "base width", "EA-MOVE-1" [];
    LIGHTS_MOVE = "base width", "EA-MOVE-2" [];
    HORSE_MOVES = "base width", "EA-MOVE-3" [];
}
