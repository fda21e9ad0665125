//! The drill passes the suite in all its battles, and its golden texts are kept.

use battle::{HouseRules, Library, System};

use crate::conformance::{self, Make};
use crate::{DrillLibrary, Plan, drill};

fn golden(name: &str, text: &str) {
    conformance::golden(format!("{}/golden/{name}", env!("CARGO_MANIFEST_DIR")), text);
}

fn tiny(seed: u64) -> Box<dyn System> {
    Box::new(drill::deploy(&Plan::tiny().scenario(), seed))
}

#[test]
fn the_drill_conforms() {
    let scenario = Plan::small().scenario();
    conformance::all(&|seed| Box::new(drill::deploy(&scenario, seed)));
}

#[test]
fn the_drill_conforms_by_other_house_rules() {
    let (scenario, mut house) = (Plan::tiny().scenario(), HouseRules::default());
    for (key, value) in [("volleys", "off"), ("extra-orders", "4"), ("finding", "far")] {
        house.set(drill::info::INFO.options, key, value).expect("an option");
    }
    let make: Make<'_> = &|seed| DrillLibrary.deploy("drill", &scenario, &house, seed).expect("room");
    conformance::all(make);
}

#[test]
fn the_drill_conforms_by_the_whole_book() {
    conformance::all(&whole);
}

fn whole(seed: u64) -> Box<dyn System> {
    let mut house = HouseRules::default();
    house.set(drill::info::INFO.options, "book", "whole").expect("an option");
    DrillLibrary.deploy("drill", &Plan::tiny().scenario(), &house, seed).expect("room")
}

#[test]
fn a_small_battle_by_the_whole_book_reads_as_ever() {
    golden("outpost-whole-2.txt", &conformance::playthrough(whole(2), 2));
}

#[test]
fn a_small_battle_reads_as_ever() {
    golden("outpost-1.txt", &conformance::playthrough(tiny(1), 1));
}

#[test]
fn small_battles_count_as_ever() {
    golden("outpost-counts.txt", &conformance::counts(&tiny, 12));
}

#[test]
fn a_golden_text_that_differs_is_told_by_its_first_line() {
    assert_eq!(conformance::first_difference("one\ntwo\n", "one\ntwo\n"), None);
    let tale = conformance::first_difference("one\ntwo\n", "one\nthree\n").expect("a difference");
    assert_eq!(tale, "line 2:\n  kept two\n  now  three");
    assert!(conformance::first_difference("", "one\n").is_some());
}
