//! House rules: read with every fault, and put together with what a battle brings.

use std::collections::BTreeMap;

use battle::{HouseRules, Library, Scenario};

use super::refusal;
use crate::{Kind, Shelf, house_rules, with_battle};

fn read(text: &str) -> HouseRules {
    house_rules(Kind::Eagles, "house.toml", text).unwrap_or_else(|faults| panic!("{faults}"))
}

fn set(house: &HouseRules) -> Vec<(&str, &str)> {
    house.iter().collect()
}

#[test]
fn flags_numbers_and_words_are_written_as_one_likes() {
    let house =
        read("[eagles]\ndefend = true\nlimbers = 'off'\nbase_width = 3\norders_dice = '2d6'\nretreat_cap = 4\n");
    let expected =
        [("base_width", "3"), ("defend", "on"), ("limbers", "off"), ("orders_dice", "2d6"), ("retreat_cap", "4")];
    assert_eq!(set(&house), expected);
    assert_eq!(set(&read("")), []);
}

#[test]
fn every_fault_is_told_with_its_place() {
    let text = "[eagles]\ndefned = true\norders_dice = '2d8'\nretreat_cap = 99\ndefend = 3\nbase_width = 5\n[eagels]\n";
    let faults = refusal(Shelf::new().house_rules("eagles", "house.toml", text));
    let expected = [
        "house.toml:2:1: unknown key `defned`; expected `defend`",
        "house.toml:3:15: key `orders_dice` has value '2d8'; expected one of d6, 2d6, d6+4, d6+6, d6+1 (nearest is 2d6)",
        "house.toml:4:15: key `retreat_cap` has value 99; expected a whole number from 0 to 9",
        "house.toml:5:10: key `defend` has value 3; expected true or false",
        "house.toml:6:14: key `base_width` has value 5; expected a whole number from 3 to 4",
        "house.toml:7:2: unknown key `eagels`; expected `eagles`",
    ];
    assert_eq!(faults, expected.join("\n"));
    assert!(refusal(Shelf::new().house_rules("eegles", "x", "")).ends_with("expected `eagles`"));
    assert!(refusal(Shelf::new().house_rules("eagles", "x", "[eagles")).starts_with("x:1:"));
}

fn bringing(settings: &[(&str, &str)]) -> Scenario {
    let battle = Shelf::new().battles().remove(0);
    let settings: BTreeMap<String, String> =
        settings.iter().map(|(key, value)| (String::from(*key), String::from(*value))).collect();
    Scenario { house: BTreeMap::from([(String::from("eagles"), settings)]), ..(*battle.scenario).clone() }
}

#[test]
fn a_battles_settings_apply_where_the_player_sets_nothing() {
    let scenario = bringing(&[("defend", "on"), ("orders_dice", "d6+6")]);
    let merged = with_battle(Kind::Eagles, &scenario, &read("[eagles]\norders_dice = '2d6'\n")).expect("fine");
    assert_eq!(set(&merged), [("defend", "on"), ("orders_dice", "2d6")]);
    let deployed = Shelf::new().deploy("eagles", &scenario, &HouseRules::default(), 1).expect("deployed");
    assert_eq!(set(deployed.house()), [("defend", "on"), ("orders_dice", "d6+6")]);
}

#[test]
fn a_battles_wrong_settings_are_named() {
    let scenario = bringing(&[("defned", "on"), ("orders_dice", "3d6")]);
    let fault = refusal(Shelf::new().deploy("eagles", &scenario, &HouseRules::default(), 1));
    let battle = format!("battle `{}` under eagles: ", scenario.key);
    let expected = [
        format!("{battle}unknown house rule `defned`; expected `defend`"),
        format!("{battle}house rule `orders_dice` is `3d6`; expected one of d6, 2d6, d6+4, d6+6, d6+1"),
    ];
    assert_eq!(fault, expected.join("\n"));
}
