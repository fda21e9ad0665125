//! The house-rule options and how their values become the rules in force.

use battle::{HouseRules, OptionInfo, Values, rule};

use crate::{OrdersDice, OrdersPool, Placement, Rules};

const fn flag(key: &'static str, clause: &'static str, help: &'static str) -> OptionInfo {
    OptionInfo { key, clause, help, values: Values::Flag, default: "off" }
}

const fn on(key: &'static str, clause: &'static str, help: &'static str) -> OptionInfo {
    OptionInfo { key, clause, help, values: Values::Flag, default: "on" }
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

const fn number(
    key: &'static str,
    clause: &'static str,
    help: &'static str,
    range: (i64, i64),
    default: &'static str,
) -> OptionInfo {
    OptionInfo { key, clause, help, values: Values::Number(range.0, range.1), default }
}

/// Every option of the system.
pub(crate) const OPTIONS: &[OptionInfo] = &[
    choice("base_width", "EA-BASE-3", "width of every base in inches", &["4", "3"]),
    choice("layout", "EA-RES-35", "files x ranks of every Unit", &["4x1", "3x1", "4x2", "3x3"]),
    choice("orders_dice", "EA-RES-1", "dice for Orders", &["d6", "2d6", "d6+4", "d6+6", "d6+1"]),
    choice("orders_pool", "EA-RES-2", "whose pool an Orders roll fills", &["general", "side", "sum"]),
    number("order2_uses", "EA-RES-3", "uses of an Order that cost 2", (1, 2), "1"),
    choice("orders_placement", "EA-RES-4", "who places Orders first", &["holder", "other", "secret"]),
    flag("no_general_no_orders", "EA-RES-5", "no Orders roll while the General is out"),
    choice("bombard", "EA-RES-7", "when a Bombardment shoots", &["action", "fire_phase"]),
    flag("skirmish_extra", "EA-RES-8", "Skirmish Fire besides Fire in one phase"),
    flag("hits_by_target", "EA-RES-9", "hit numbers are the target's"),
    number("lights_fire_dice", "EA-RES-10", "Fire dice of Lights", (1, 3), "3"),
    choice("priority", "EA-RES-11", "what a Priority Target is", &["band", "nearest"]),
    choice("side", "EA-RES-12", "which side of the target counts", &["zone", "nearest_centre"]),
    choice("turn", "EA-RES-14", "the free turn of Move and March", &["any", "about_face_only"]),
    flag("turn_both_ends", "EA-RES-15", "Lights and Cavalry turn at both ends of a move"),
    choice("march", "EA-RES-16", "distance of a March", &["added", "d6_only"]),
    flag("march_leave", "EA-RES-17", "a March may start near an enemy if it only moves away"),
    flag("maneuver_exact", "EA-RES-18", "a Maneuver goes exactly a base width"),
    flag("charge_full", "EA-RES-19", "an Assault that falls short goes the full roll"),
    flag("guns_survive_repulse", "EA-RES-20", "Guns that repel the Assaulter stay"),
    flag("defend_no_withdraw", "EA-RES-21", "defensive fire never stops an Assault by a Withdraw"),
    choice("remove", "EA-RES-22", "when spent Units go", &["step5", "immediate"]),
    choice("retreat_facing", "EA-RES-23", "facing after a retreat", &["unchanged", "away"]),
    choice("crossing", "EA-RES-24", "what costs Hits when crossed", &["all", "units_only"]),
    choice("impassable", "EA-RES-25", "stands on impassable ground that destroy", &["half", "any_stand"]),
    choice("hill_cover", "EA-RES-26", "hills give cover in an Assault", &["higher", "always"]),
    flag("woods_turn_free", "EA-RES-27", "woods do not forbid a turn with a move"),
    flag("pass_lights_both", "EA-RES-28", "anyone may pass friendly Lights"),
    flag("rally_stack", "EA-RES-29", "Cover and General both add to a Rally"),
    choice("range", "EA-RES-30", "where range is measured", &["stands", "los_line"]),
    flag("guns_over_all", "EA-RES-31", "Guns on hills see over any lower blocker"),
    flag("one_fire_per_turn", "EA-RES-32", "fire paid by an Order uses up the free Fire"),
    choice("unit", "EA-RES-33", "what one Unit is", &["unit", "brigade"]),
    flag("contact_free", "EA-RES-34", "moves may end in contact without an Assault"),
    choice("division_general", "EA-RES-36", "what a Division General brings", &["general", "3_orders"]),
    flag("staff_bonus", "EA-RES-38", "saved Orders come on top of the roll"),
    choice("resupply", "EA-RES-39", "when the Resupply die is rolled", &["after_shot", "before_shot"]),
    flag("fire_compulsory", "EA-RES-40", "Units with a target must fire"),
    flag("withdraw_sum", "EA-RES-41", "Hits of a phase add up for a Withdraw"),
    on("road_assault", "EA-RES-43", "a road gives its bonus in an Assault"),
    flag("rally_full", "EA-RES-44", "a Rally may restore full strength"),
    flag("fire_first", "EA-RES-45", "the Fire phase comes before Actions"),
    number("retreat_cap", "EA-RES-46", "longest retreat in base widths; 0 is no cap", (0, 9), "0"),
    flag("defend_fire_any_side", "EA-RES-47", "Defend by Fire against any side"),
    flag("reinforce_move", "EA-RES-48", "reinforcements make a free Move on arrival"),
    choice("traits", "EA-STAT-2", "traits follow from type and quality", &["explicit", "auto"]),
    flag("commander_dice", "EA-STAT-5", "poor leaders roll 2d6 with traits=auto"),
    flag("resupply_guns", "EA-OPT-1", "Guns bombard without Orders but may run out"),
    flag("defend", "EA-OPT-2", "unused Orders fire in the enemy's Actions phase"),
    flag("limbers", "EA-OPT-4", "Guns that moved show limbers; they cannot fire"),
    flag("division_generals", "EA-OPT-14", "division leaders beyond the usual number are Division Generals"),
    flag("initiative_pip", "EA-OPT-22", "good and excellent commanders add 1 to the Initiative die"),
    flag("army_commander", "EA-OPT-23", "the army commander hands his pips to his Generals"),
    flag("volley_training", "EA-OPT-24", "ordered Infantry fires with a die more"),
    flag("resolute_by_order", "EA-OPT-25", "Resolute works only by spending an Order"),
    flag("linear_infantry", "EA-OPT-26", "Infantry turns only at the end of a move"),
    flag("larger_forces", "EA-OPT-27", "two more Infantry Units for each six"),
    flag("two_commands", "EA-OPT-28", "two Generals a side"),
];

/// The chosen value of an option; empty for a key that is none of ours.
fn value<'a>(house: &'a HouseRules, key: &str) -> &'a str {
    OPTIONS.iter().find(|option| option.key == key).map_or("", |option| house.get(option))
}

fn is(house: &HouseRules, key: &str, word: &str) -> bool {
    value(house, key) == word
}

fn amount(house: &HouseRules, key: &str) -> i32 {
    value(house, key).parse().unwrap_or_default()
}

/// The number of hexes nearest to that many inches, at least 1 (EA-BASE-3).
fn hexes(inches: i32, inches_per_hex: u8) -> i32 {
    let scale = i32::from(inches_per_hex.max(1));
    ((2 * inches + scale) / (2 * scale)).max(1)
}

impl Rules {
    /// The rules in force: the page's defaults with every option as the house rules set it, for a map of that scale.
    #[must_use]
    pub fn of(house: &HouseRules, inches_per_hex: u8) -> Rules {
        rule!("EA-BASE-1");
        let mut rules = Rules::default();
        rules.size(house, inches_per_hex);
        rules.command(house);
        rules.movement(house);
        rules.fighting(house);
        rules.options(house);
        rules
    }

    /// EA-BASE-3 and EA-UNIT-7: base width and footprint.
    fn size(&mut self, house: &HouseRules, inches_per_hex: u8) {
        self.base_inches = amount(house, "base_width");
        self.base_width = hexes(self.base_inches, inches_per_hex);
        self.half = (self.base_width + 1) / 2;
        let chosen = house.iter().any(|(key, _)| key == "layout");
        let layout = if chosen || self.base_inches == 4 { value(house, "layout") } else { "3x1" };
        let (files, ranks) = layout.split_once('x').unwrap_or(("4", "1"));
        let side = |text: &str| hexes(text.parse().unwrap_or(1), inches_per_hex) as u8;
        (self.files, self.ranks) = (side(files), side(ranks));
    }

    fn command(&mut self, house: &HouseRules) {
        self.orders_dice = OrdersDice::named(value(house, "orders_dice")).unwrap_or_default();
        self.orders_pool = match value(house, "orders_pool") {
            "side" => OrdersPool::PerSide,
            "sum" => OrdersPool::Summed,
            _ => OrdersPool::PerGeneral,
        };
        self.placement = match value(house, "orders_placement") {
            "other" => Placement::OtherFirst,
            "secret" => Placement::Secret,
            _ => Placement::HolderFirst,
        };
        self.order2_uses = amount(house, "order2_uses") == 2;
        self.no_general_no_orders = is(house, "no_general_no_orders", "on");
        self.division_three_orders = is(house, "division_general", "3_orders");
        self.staff_bonus = is(house, "staff_bonus", "on");
    }

    fn movement(&mut self, house: &HouseRules) {
        self.turn_about_face_only = is(house, "turn", "about_face_only");
        self.turn_both_ends = is(house, "turn_both_ends", "on");
        self.march_d6_only = is(house, "march", "d6_only");
        self.march_leave = is(house, "march_leave", "on");
        self.maneuver_exact = is(house, "maneuver_exact", "on");
        self.woods_turn_free = is(house, "woods_turn_free", "on");
        self.pass_lights_both = is(house, "pass_lights_both", "on");
        self.contact_free = is(house, "contact_free", "on");
        self.road_assault = is(house, "road_assault", "on");
        self.reinforce_move = is(house, "reinforce_move", "on");
        self.crossing_units_only = is(house, "crossing", "units_only");
        self.impassable_any_stand = is(house, "impassable", "any_stand");
        self.retreat_faces_away = is(house, "retreat_facing", "away");
        self.retreat_cap = amount(house, "retreat_cap");
    }

    fn fighting(&mut self, house: &HouseRules) {
        self.bombard_in_fire_phase = is(house, "bombard", "fire_phase");
        self.skirmish_extra = is(house, "skirmish_extra", "on");
        self.hits_by_target = is(house, "hits_by_target", "on");
        self.lights_fire_dice = amount(house, "lights_fire_dice") as u8;
        self.priority_nearest = is(house, "priority", "nearest");
        self.side_nearest_centre = is(house, "side", "nearest_centre");
        self.charge_full = is(house, "charge_full", "on");
        self.guns_survive_repulse = is(house, "guns_survive_repulse", "on");
        self.defend_no_withdraw = is(house, "defend_no_withdraw", "on");
        self.remove_immediate = is(house, "remove", "immediate");
        self.hill_cover_always = is(house, "hill_cover", "always");
        self.rally_stack = is(house, "rally_stack", "on");
        self.range_los_line = is(house, "range", "los_line");
        self.guns_over_all = is(house, "guns_over_all", "on");
        self.one_fire_per_turn = is(house, "one_fire_per_turn", "on");
        self.resupply_before_shot = is(house, "resupply", "before_shot");
        self.fire_compulsory = is(house, "fire_compulsory", "on");
        self.withdraw_sum = is(house, "withdraw_sum", "on");
        self.rally_full = is(house, "rally_full", "on");
        self.fire_first = is(house, "fire_first", "on");
        self.defend_fire_any_side = is(house, "defend_fire_any_side", "on");
    }

    fn options(&mut self, house: &HouseRules) {
        self.unit_is_brigade = is(house, "unit", "brigade");
        self.traits_auto = is(house, "traits", "auto");
        self.commander_dice = is(house, "commander_dice", "on");
        self.resupply_guns = is(house, "resupply_guns", "on");
        self.defend = is(house, "defend", "on");
        self.limbers = is(house, "limbers", "on");
        self.division_generals = is(house, "division_generals", "on");
        self.initiative_pip = is(house, "initiative_pip", "on");
        self.army_commander = is(house, "army_commander", "on");
        self.volley_training = is(house, "volley_training", "on");
        self.resolute_by_order = is(house, "resolute_by_order", "on");
        self.linear_infantry = is(house, "linear_infantry", "on");
        self.larger_forces = is(house, "larger_forces", "on");
        self.two_commands = is(house, "two_commands", "on");
    }
}

impl OrdersDice {
    /// The dice of that name in house rules and leaders' options.
    #[must_use]
    pub fn named(name: &str) -> Option<OrdersDice> {
        Some(match name {
            "d6" => OrdersDice::D6,
            "d6+1" => OrdersDice::D6Plus1,
            "d6+4" => OrdersDice::D6Plus4,
            "d6+6" => OrdersDice::D6Plus6,
            "2d6" => OrdersDice::TwoD6,
            _ => return None,
        })
    }

    /// Dice thrown and what is added to them.
    #[must_use]
    pub const fn parts(self) -> (u8, i16) {
        match self {
            OrdersDice::D6 => (1, 0),
            OrdersDice::D6Plus1 => (1, 1),
            OrdersDice::D6Plus4 => (1, 4),
            OrdersDice::D6Plus6 => (1, 6),
            OrdersDice::TwoD6 => (2, 0),
        }
    }
}
