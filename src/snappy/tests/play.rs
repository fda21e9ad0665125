//! Whole battles: the conformance suite, by default and by house rules.

use battle::{HouseRules, System};

fn make(words: &'static str) -> impl Fn(u64) -> Box<dyn System> {
    move |seed| {
        let mut house = HouseRules::default();
        for (key, value) in words.split_whitespace().filter_map(|word| word.split_once('=')) {
            house.set(crate::info().options, key, value).expect("a known option");
        }
        Box::new(crate::deploy(&proving::small_scenario(), &house, seed).expect("a battle"))
    }
}

#[test]
fn the_system_conforms() {
    proving::conformance::all(&make(""));
}
