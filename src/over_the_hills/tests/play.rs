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
    let plan = proving::Plan { size: 18, units: 3, turns: 4, ..proving::Plan::small() };
    proving::conformance::all(&make(plan.scenario(), String::new()));
}

#[test]
fn the_system_conforms_with_every_option_turned() {
    let other = |option: &battle::OptionInfo| format!("{}={} ", option.key, option.values.next(option.default));
    let words: String = crate::info().options.iter().map(other).collect();
    proving::conformance::all(&make(proving::Plan::tiny().scenario(), words));
}
