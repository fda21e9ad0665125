//! Whole battles: the conformance suite, by default and by house rules.

use battle::{HouseRules, System};

fn make(scenario: battle::Scenario, words: String) -> impl Fn(u64) -> Box<dyn System> {
    move |seed| {
        let mut house = HouseRules::default();
        for (key, value) in words.split_whitespace().filter_map(|word| word.split_once('=')) {
            house.set(crate::info().options, key, value).expect("a known option");
        }
        Box::new(crate::deploy(&scenario, &house, seed).expect("a battle"))
    }
}

#[test]
fn the_system_conforms() {
    proving::conformance::all(&make(proving::small_scenario(), String::new()));
}

#[test]
fn the_system_conforms_with_every_option_turned() {
    let other = |option: &battle::OptionInfo| format!("{}={} ", option.key, option.values.next(option.default));
    let words: String = crate::info().options.iter().map(other).collect();
    proving::conformance::all(&make(proving::Plan::tiny().scenario(), words));
}

#[test]
fn armies_that_send_out_skirmishers_conform() {
    let mut scenario = proving::Plan::tiny().scenario();
    for (army, word) in scenario.armies.iter_mut().zip(["french", "skirmish"]) {
        for unit in &mut army.units {
            unit.special.insert(String::from("mcnally"), vec![String::from(word)]);
        }
    }
    proving::conformance::all(&make(scenario, String::new()));
}
