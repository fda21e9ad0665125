//! Every rule system of the program against the conformance suite, and its golden playthroughs and counts.
//!
//! `GROGNARD_REWRITE=1 cargo test --test whole` writes the golden files anew; review them as a diff.

use battle::{HouseRules, Library, System};
use proving::conformance;
use systems::Shelf;

fn deploy(system: &str, battle: &str, seed: u64) -> Box<dyn System> {
    let shelf = Shelf::new();
    let file = shelf.battle(battle).expect("a battle that ships");
    shelf.deploy(system, &file.scenario, &HouseRules::default(), seed).expect("it can be played")
}

fn each_system(test: impl Fn(&str)) {
    for info in Shelf::new().systems() {
        test(info.key);
    }
}

#[test]
fn every_system_conforms_on_a_drill_field() {
    each_system(|system| conformance::all(&|seed| deploy(system, "the-slope", seed)));
}

#[test]
fn every_system_conforms_where_reinforcements_come() {
    each_system(|system| {
        let make = |seed| deploy(system, "crossroads", seed);
        let run = |found: Result<(), conformance::Failure>| {
            if let Err(failure) = found {
                panic!("{system}: {failure}");
            }
        };
        run(conformance::battles_end(&make));
        run(conformance::records_replay(&make));
        run(conformance::views_are_fair(&make));
    });
}

#[test]
fn playthroughs_are_as_they_were() {
    each_system(|system| {
        let text = conformance::playthrough(deploy(system, "drill-field", 7), 7);
        conformance::golden(crate::source::root().join(format!("tests/golden/{system}-playthrough.txt")), &text);
    });
}

#[test]
fn counts_of_legal_orders_are_as_they_were() {
    each_system(|system| {
        let text = conformance::counts(&|seed| deploy(system, "the-slope", seed), 2);
        conformance::golden(crate::source::root().join(format!("tests/golden/{system}-counts.txt")), &text);
    });
}
