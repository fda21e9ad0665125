//! The house rules, a row each, and the readings and options in force for a battle.

use battle::{HouseRules, rule};
use rulebook::{Choices, OFF, ON, numbers, worded, words};

use crate::modifiers::COMMANDERS_DICE;

worded! {
    /// How many Orders a command rolls for.
    OrdersDice:
    /// One d6.
    D6 = "d6",
    /// Two d6.
    TwoD6 = "2d6",
    /// One d6 and 4.
    D6Plus4 = "d6+4",
    /// One d6 and 6.
    D6Plus6 = "d6+6",
    /// One d6 and 1.
    D6Plus1 = "d6+1",
}

worded! {
    /// Whose pool a roll fills.
    OrdersPool:
    /// One die per General, for his command.
    PerGeneral = "general",
    /// One die per side.
    PerSide = "side",
    /// One die per General, all in one pool.
    Summed = "sum",
}

worded! {
    /// Who places Orders first.
    Placement:
    /// The holder of the Initiative, openly.
    HolderFirst = "holder",
    /// The other side, openly.
    OtherFirst = "other",
    /// Both in secret; shown when both are done.
    Secret = "secret",
}

rulebook::options! {
    {
        /// Base width in hexes (EA-BASE-3).
        base_width: i32 = 0;
        /// Half a base width in hexes, rounded up (EA-BASE-3).
        half: i32 = 0;
        /// Files of every footprint (EA-UNIT-7).
        files: u8 = 0;
        /// Ranks of every footprint (EA-UNIT-7).
        ranks: u8 = 0;
    }
    base_inches: i32 = "base_width" words(&["4", "3"]), "EA-BASE-3", "width of every base in inches", Choices::number;
    layout: [i32; 2] = "layout" words(&["4x1", "3x1", "4x2", "3x3"]), "EA-RES-35", "files x ranks of every Unit", layout;
    orders_dice: OrdersDice = "orders_dice" words(OrdersDice::WORDS), "EA-RES-1",
        "dice for Orders", OrdersDice::read;
    orders_pool: OrdersPool = "orders_pool" words(OrdersPool::WORDS), "EA-RES-2",
        "whose pool an Orders roll fills", OrdersPool::read;
    order2_uses: bool = "order2_uses" numbers(1, 2, "1"), "EA-RES-3", "uses of an Order that cost 2", Choices::unusual;
    placement: Placement = "orders_placement" words(Placement::WORDS), "EA-RES-4",
        "who places Orders first", Placement::read;
    no_general_no_orders: bool = "no_general_no_orders" OFF, "EA-RES-5", "no Orders roll while the General is out", Choices::on;
    bombard_in_fire_phase: bool = "bombard" words(&["action", "fire_phase"]), "EA-RES-7",
        "when a Bombardment shoots", Choices::unusual;
    skirmish_extra: bool = "skirmish_extra" OFF, "EA-RES-8", "Skirmish Fire besides Fire in one phase", Choices::on;
    hits_by_target: bool = "hits_by_target" OFF, "EA-RES-9", "hit numbers are the target's", Choices::on;
    lights_fire_dice: i32 = "lights_fire_dice" numbers(1, 3, "3"), "EA-RES-10", "Fire dice of Lights",
        Choices::number;
    priority_nearest: bool = "priority" words(&["band", "nearest"]), "EA-RES-11", "what a Priority Target is", Choices::unusual;
    side_nearest_centre: bool = "side" words(&["zone", "nearest_centre"]), "EA-RES-12",
        "which side of the target counts", Choices::unusual;
    side_fallback: bool = "side_fallback" OFF, "EA-SPACE-5", "Fire may use the next nearest side that qualifies", Choices::on;
    turn_about_face_only: bool = "turn" words(&["any", "about_face_only"]), "EA-RES-14",
        "the free turn of Move and March", Choices::unusual;
    turn_both_ends: bool = "turn_both_ends" OFF, "EA-RES-15", "Lights and Cavalry turn at both ends of a move", Choices::on;
    march_d6_only: bool = "march" words(&["added", "d6_only"]), "EA-RES-16", "distance of a March", Choices::unusual;
    march_leave: bool = "march_leave" OFF, "EA-RES-17", "a March may start near an enemy if it only moves away", Choices::on;
    maneuver_exact: bool = "maneuver_exact" OFF, "EA-RES-18", "a Maneuver goes exactly a base width", Choices::on;
    charge_full: bool = "charge_full" OFF, "EA-RES-19", "an Assault that falls short goes the full roll", Choices::on;
    guns_survive_repulse: bool = "guns_survive_repulse" OFF, "EA-RES-20", "Guns that repel the Assaulter stay", Choices::on;
    defend_no_withdraw: bool = "defend_no_withdraw" OFF, "EA-RES-21",
        "defensive fire never stops an Assault by a Withdraw", Choices::on;
    remove_immediate: bool = "remove" words(&["step5", "immediate"]), "EA-RES-22", "when spent Units go", Choices::unusual;
    retreat_faces_away: bool = "retreat_facing" words(&["unchanged", "away"]), "EA-RES-23",
        "facing after a retreat", Choices::unusual;
    crossing_units_only: bool = "crossing" words(&["all", "units_only"]), "EA-RES-24",
        "what costs Hits when crossed", Choices::unusual;
    impassable_any_stand: bool = "impassable" words(&["half", "any_stand"]), "EA-RES-25",
        "stands on impassable ground that destroy a Unit", Choices::unusual;
    hill_cover_always: bool = "hill_cover" words(&["higher", "always"]), "EA-RES-26",
        "hills give cover in an Assault", Choices::unusual;
    woods_turn_free: bool = "woods_turn_free" OFF, "EA-RES-27", "woods do not forbid a turn with a move", Choices::on;
    pass_lights_both: bool = "pass_lights_both" OFF, "EA-RES-28", "anyone may pass friendly Lights", Choices::on;
    rally_stack: bool = "rally_stack" OFF, "EA-RES-29", "Cover and General both add to a Rally", Choices::on;
    range_los_line: bool = "range" words(&["stands", "los_line"]), "EA-RES-30", "where range is measured", Choices::unusual;
    guns_over_all: bool = "guns_over_all" OFF, "EA-RES-31", "Guns on hills see over any lower blocker", Choices::on;
    one_fire_per_turn: bool = "one_fire_per_turn" OFF, "EA-RES-32", "fire paid by an Order uses up the free Fire", Choices::on;
    unit_is_brigade: bool = "unit" words(&["unit", "brigade"]), "EA-RES-33", "what one Unit is", Choices::unusual;
    contact_free: bool = "contact_free" OFF, "EA-RES-34", "moves may end in contact without an Assault", Choices::on;
    division_three_orders: bool = "division_general" words(&["general", "3_orders"]), "EA-RES-36",
        "what a Division General brings", Choices::unusual;
    staff_bonus: bool = "staff_bonus" OFF, "EA-RES-38", "saved Orders come on top of the roll", Choices::on;
    resupply_before_shot: bool = "resupply" words(&["after_shot", "before_shot"]), "EA-RES-39",
        "when the Resupply die is rolled", Choices::unusual;
    fire_compulsory: bool = "fire_compulsory" OFF, "EA-RES-40", "Units with a target must fire", Choices::on;
    withdraw_sum: bool = "withdraw_sum" OFF, "EA-RES-41", "Hits of a phase add up for a Withdraw", Choices::on;
    road_assault: bool = "road_assault" ON, "EA-RES-43", "a road gives its bonus in an Assault", Choices::on;
    rally_full: bool = "rally_full" OFF, "EA-RES-44", "a Rally may restore full strength", Choices::on;
    fire_first: bool = "fire_first" OFF, "EA-RES-45", "the Fire phase comes before Actions", Choices::on;
    retreat_cap: i32 = "retreat_cap" numbers(0, 9, "0"), "EA-RES-46",
        "longest retreat in base widths; 0 is no cap", Choices::number;
    defend_fire_any_side: bool = "defend_fire_any_side" OFF, "EA-RES-47", "Defend by Fire against any side", Choices::on;
    reinforce_move: bool = "reinforce_move" OFF, "EA-RES-48", "reinforcements make a free Move on arrival", Choices::on;
    traits_auto: bool = "traits" words(&["explicit", "auto"]), "EA-STAT-2",
        "traits follow from type and quality", Choices::unusual;
    commander_dice: bool = "commander_dice" OFF, "EA-STAT-5", "poor leaders roll 2d6 with traits=auto", Choices::on;
    resupply_guns: bool = "resupply_guns" OFF, "EA-OPT-1", "Guns bombard without Orders but may run out", Choices::on;
    defend: bool = "defend" OFF, "EA-OPT-2", "unused Orders fire in the enemy's Actions phase", Choices::on;
    limbers: bool = "limbers" OFF, "EA-OPT-4", "Guns that moved show limbers; they cannot fire", Choices::on;
    division_generals: bool = "division_generals" OFF, "EA-OPT-14",
        "division leaders beyond the usual number are Division Generals", Choices::on;
    initiative_pip: bool = "initiative_pip" OFF, "EA-OPT-22",
        "good and excellent commanders add 1 to the Initiative die", Choices::on;
    army_commander: bool = "army_commander" OFF, "EA-OPT-23", "the army commander hands his pips to his Generals", Choices::on;
    volley_training: bool = "volley_training" OFF, "EA-OPT-24", "ordered Infantry fires with a die more", Choices::on;
    resolute_by_order: bool = "resolute_by_order" OFF, "EA-OPT-25", "Resolute works only by spending an Order", Choices::on;
    linear_infantry: bool = "linear_infantry" OFF, "EA-OPT-26", "Infantry turns only at the end of a move", Choices::on;
    larger_forces: bool = "larger_forces" OFF, "EA-OPT-27", "two more Infantry Units for each six", Choices::on;
    random_forces: bool = "random_forces" OFF, "EA-SCEN-5", "both sides roll for six Units instead of their armies", Choices::on;
    two_commands: bool = "two_commands" OFF, "EA-OPT-28", "two Generals a side", Choices::on;
}

/// Files and ranks in inches; bases of another width than usual are as many files wide unless a layout was chosen.
fn layout(chosen: &Choices<'_>, key: &str) -> [i32; 2] {
    let usual = chosen.was_set(key) || !chosen.unusual("base_width");
    let text = if usual { chosen.word(key) } else { "3x1" };
    let (files, ranks) = text.split_once('x').unwrap_or(("4", "1"));
    [files, ranks].map(|side| side.parse().unwrap_or(1))
}

/// The number of hexes nearest to that many inches, at least 1 (EA-BASE-3).
fn hexes(inches: i32, inches_per_hex: u8) -> i32 {
    let scale = i32::from(inches_per_hex.max(1));
    ((2 * inches + scale) / (2 * scale)).max(1)
}

impl Options {
    /// The rules in force: the page's defaults with every option as the house rules set it, for a map of that scale.
    #[must_use]
    pub fn of(house: &HouseRules, inches_per_hex: u8) -> Options {
        let none = HouseRules::default();
        let read = Options::read(&Choices::of(OPTIONS, if rule!("EA-BASE-1") { house } else { &none }));
        let base_width = hexes(read.base_inches, inches_per_hex);
        let [files, ranks] = read.layout.map(|side| hexes(side, inches_per_hex) as u8);
        Options { base_width, half: (base_width + 1) / 2, files, ranks, ..read }
    }
}

impl Default for Options {
    fn default() -> Options {
        Options::of(&HouseRules::default(), 1)
    }
}

impl OrdersDice {
    /// Dice thrown and what is added to them.
    #[must_use]
    pub const fn parts(self) -> (u8, i16) {
        match self {
            OrdersDice::D6 => (1, 0),
            OrdersDice::D6Plus1 => (1, COMMANDERS_DICE.values[0]),
            OrdersDice::D6Plus4 => (1, COMMANDERS_DICE.values[1]),
            OrdersDice::D6Plus6 => (1, COMMANDERS_DICE.values[2]),
            OrdersDice::TwoD6 => (2, 0),
        }
    }
}
