//! Battles drawn are read by the reader of battle files, and say what was wished for.

use battle::{Arm, Scenario, Side, Start};

use crate::army::Army;
use crate::lists::first_of;
use crate::plan::Plan;
use crate::{Country, Drawn, Kind, Wishes, draw, faults};

/// The battle of a name, and what its file says.
pub(super) fn drawn(name: &str) -> (Drawn, Scenario) {
    let wishes = Wishes::of_name(name).expect("a random battle").expect("wishes");
    let drawn = draw(&wishes, 1).expect("a battle");
    match scenario::parse(&drawn.name, &drawn.text) {
        Ok(scenario) => (drawn, scenario),
        Err(faults) => panic!("{name}: {faults}\n{}", drawn.text),
    }
}

#[test]
fn lists_have_no_fault() {
    let told: Vec<String> = faults().iter().map(ToString::to_string).collect();
    assert!(told.is_empty(), "{}", told.join("\n"));
    assert!(crate::lists::all().len() >= 12);
}

#[test]
fn battles_of_every_kind_and_country_are_read_without_a_fault() {
    for (place, kind) in Kind::WORDS.iter().enumerate() {
        for (number, country) in Country::WORDS.iter().enumerate() {
            for seed in 0..3 {
                drawn(&format!("random:{kind}:{country}:{}", 100 * place + 10 * number + seed));
            }
        }
    }
}

#[test]
fn every_size_has_room_for_its_armies() {
    for minutes in [20, 40, 60, 90, 120, 180, 240] {
        for seed in 0..4 {
            drawn(&format!("random:{minutes}min:{seed}"));
        }
    }
}

#[test]
fn the_same_seed_makes_the_same_bytes() {
    let texts: Vec<String> = (1..=7).map(|seed| drawn(&format!("random:{seed}")).0.text).collect();
    let hash = blake3::hash(texts.concat().as_bytes()).to_hex().to_string();
    assert_eq!(&hash[..16], GOLDEN, "what a name stands for has changed; that is told in the changelog");
}

/// The first half of the hash of the battles of seeds 1 to 7.
const GOLDEN: &str = "bc2126e18a9bd657";

#[test]
fn armies_are_worth_what_their_kind_of_battle_asks_within_a_twentieth() {
    for seed in 0..150 {
        let plan = Plan::of(&Wishes::default(), seed).expect("a plan");
        let [first, second] = [plan.first, plan.second()].map(|side| Army::raise(&plan, side).points());
        // What the first side has, were the second worth a hundred points of each of its own.
        let (even, share) = (first * 100, second * first_of(plan.kind));
        assert!(even.abs_diff(share) * 20 <= even.max(share), "seed {seed}: {first} against {second}");
    }
}

#[test]
fn who_comes_to_a_town_comes_in_greater_numbers() {
    let plan = |name: &str| {
        let wishes = Wishes::of_name(name).expect("a random battle").expect("no fault");
        Plan::of(&wishes, 1).expect("a plan")
    };
    let (town, meeting) = (plan("random:town:60min:3"), plan("random:meeting:60min:3"));
    assert!(town.points_of(town.first) > town.points_of(town.second()));
    assert_eq!(meeting.points_of(meeting.first), meeting.points_of(meeting.second()));
    let both = |plan: &Plan| plan.points_of(plan.first) + plan.points_of(plan.second());
    assert!(both(&town).abs_diff(both(&meeting)) <= 2, "as many on the field as in any other battle");
}

#[test]
fn each_army_has_foot_that_is_most_of_it() {
    for seed in 0..20 {
        let (_, scenario) = drawn(&format!("random:{seed}"));
        for army in &scenario.armies {
            let foot = army.units.iter().filter(|unit| unit.troop.arm() == Arm::Infantry).count();
            assert!(2 * foot >= army.units.len(), "seed {seed}: {} has {foot} of {}", army.name, army.units.len());
        }
    }
}

#[test]
fn wishes_are_met() {
    let (drawn, scenario) = drawn("random:1809:french-austrian:river:hills:90min:4711");
    assert_eq!(drawn.name, "random:1809:french-austrian:river:hills:90min:4711");
    assert_eq!(scenario.key, drawn.name);
    assert_eq!(scenario.date, "1809");
    assert!(scenario.army(Side::Blue).name.ends_with("French") && scenario.army(Side::Red).name.ends_with("Austrians"));
    assert!(drawn.text.contains("obstacle = \"river\"") && drawn.text.contains("hill country"));
    let (smaller, _) = self::drawn("random:1809:french-austrian:river:hills:40min:4711");
    assert!(smaller.points[0] < drawn.points[0]);
}

#[test]
fn a_wish_that_the_seed_would_have_met_changes_nothing() {
    let (open, _) = drawn("random:4");
    let kind = Kind::ALL
        .iter()
        .find(|kind| drawn(&format!("random:{}:4", kind.word())).0.text.lines().skip(1).eq(open.text.lines().skip(1)));
    assert!(kind.is_some());
}

#[test]
fn late_columns_arrive() {
    let late = |scenario: &Scenario| {
        let armies = scenario.armies.iter();
        armies
            .map(|army| army.units.iter().filter(|unit| matches!(unit.start, Start::Arrives(_))).count())
            .max()
            .unwrap_or(0)
    };
    for seed in 0..10 {
        assert!(late(&drawn(&format!("random:late:{seed}")).1) > 0, "seed {seed}");
        assert_eq!(late(&drawn(&format!("random:attack:{seed}")).1), 0, "seed {seed}");
    }
}
