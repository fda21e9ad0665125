//! The house rules (SN-OPT-1): which there are, what they default to, and that each reaches its chapter.

use battle::rule::bites;
use battle::{HouseRules, OptionInfo, System};

use super::fixture::Fixture;
use crate::options::OPTIONS;
use crate::space::Shape::Line;
use crate::{Options, War};

/// The table of the page: option, default, other value, clause.
const PAGE: [[&str; 4]; 17] = [
    ["hidden_status", "off", "on", "SN-UNIT-6"],
    ["ally_freedom", "as_others", "as_french", "SN-ORD-4"],
    ["order_delay", "one_turn", "none", "SN-ORD-5"],
    ["screen", "either", "clear_of_enemy", "SN-ORD-7"],
    ["rally_move", "free", "stay_clear", "SN-ORD-7"],
    ["maneuver_start", "bound", "end_only", "SN-ORD-7"],
    ["panic_orders", "exempt", "bound", "SN-ORD-8"],
    ["formation_changes", "any", "one", "SN-MOVE-3"],
    ["wheel", "half_move", "outer_path", "SN-MOVE-7"],
    ["charge_move", "as_move", "straight", "SN-CHARGE-2"],
    ["edge_cover", "on", "off", "SN-TERRAIN-3"],
    ["fire_into_melee", "on", "off", "SN-FIRE-4"],
    ["decapitation", "own_side", "all_units", "SN-LEADER-7"],
    ["successors", "off", "average", "SN-LEADER-9"],
    ["rally_bold", "roll", "skip", "SN-RALLY-1"],
    ["supply", "on", "off", "SN-SUPPLY-1"],
    ["army_break", "routed", "routed_and_panic", "SN-END-2"],
];

fn house(key: &str, value: &str) -> HouseRules {
    let mut house = HouseRules::default();
    house.set(OPTIONS, key, value).expect("an option and a value of it");
    house
}

#[test]
fn the_options_are_those_of_the_page() {
    let row = |option: &OptionInfo| {
        [option.key, option.default, &option.values.next(option.default), option.clause].map(String::from)
    };
    let known: Vec<[String; 4]> = OPTIONS.iter().map(row).collect();
    assert_eq!(known, PAGE.map(|page| page.map(String::from)));
}

#[test]
fn each_option_turns_one_reading_and_nothing_else() {
    bites(&["SN-OPT-1"], || {
        let of = |house: &HouseRules| format!("{:?}", Options::of(house));
        let battle = Fixture::plain().foot("B1", (20, 20), "N", Line).game(&[]);
        let plain = format!("{:?}", battle.war.options());
        let mut seen = std::collections::BTreeSet::from([plain.clone()]);
        for [key, default, other, _] in PAGE {
            assert_eq!(of(&house(key, default)), plain, "{key} by default");
            let turned = of(&house(key, other));
            let differs = turned.split(", ").zip(plain.split(", ")).filter(|(one, two)| one != two).count();
            assert_eq!(differs, 1, "{key} turns one reading");
            assert!(seen.insert(turned), "{key} turns its own");
        }
    });
}

/// A battle records what differs from the default, and that alone.
#[test]
fn a_battle_knows_its_house_rules() {
    let war = |key: &str, value: &str| -> War {
        Fixture::plain()
            .foot("B1", (20, 20), "N", Line)
            .foot("R1", (20, 10), "S", Line)
            .house(key, value)
            .game(&[])
            .war
            .clone()
    };
    assert_eq!(*war("supply", "off").house(), house("supply", "off"));
    assert_ne!(*war("supply", "off").house(), *war("screen", "clear_of_enemy").house());
    assert!(HouseRules::default().set(OPTIONS, "supply", "sometimes").is_err());
}
