//! Battles as they are drawn: what stands in their text.

use battle::{Quality, Rating, Scenario, Side, Start, UnitSpec};
use proptest::prelude::*;

use super::{account, drill, fight, run};
use crate::{Campaign, Fate, LeaderState, Ledger, UnitEnd, UnitState, Way, draw, parse};

fn drawn(stage: usize, way: Option<usize>, ledger: &Ledger) -> (String, Scenario) {
    let campaign = drill();
    let way = way.map(|way| &campaign.stages[0].ways[way]);
    let text = draw(&campaign, stage, way, ledger).unwrap_or_else(|why| panic!("{why}"));
    let scenario = scenario::parse("drawn.toml", &text).unwrap_or_else(|faults| panic!("{faults}\n{text}"));
    (text, scenario)
}

fn unit<'a>(scenario: &'a Scenario, label: &str) -> Option<&'a UnitSpec> {
    scenario.armies.iter().flat_map(|army| &army.units).find(|unit| unit.label == label)
}

#[test]
fn a_fresh_army_is_drawn_as_it_is_written() {
    let campaign = drill();
    let fresh = Ledger::fresh(&campaign);
    for stage in 0..3 {
        let (text, _) = drawn(stage, None, &fresh);
        assert_eq!(text, campaign.battle(stage).text.as_ref(), "{}", campaign.stages[stage].key);
    }
}

#[test]
fn worn_better_and_worse_units_say_so() {
    let mut ledger = Ledger::fresh(&drill());
    ledger.units[0] = UnitState { strength: 62, ..UnitState::default() };
    ledger.units[1] = UnitState { grown: 1, ..UnitState::default() };
    ledger.units[2] = UnitState { strength: 40, shaken: true, ..UnitState::default() };
    ledger.units[3] = UnitState { fate: Fate::Behind, strength: 20, ..UnitState::default() };
    ledger.units[4] = UnitState { fate: Fate::Gone, strength: 0, ..UnitState::default() };
    let (text, scenario) = drawn(1, None, &ledger);
    let said = |label| unit(&scenario, label).map(|unit| (unit.strength, unit.quality));
    assert_eq!(said("B1"), Some((62, Quality::Trained)));
    assert_eq!(said("B2"), Some((100, Quality::Veteran)));
    assert_eq!(said("B3"), Some((40, Quality::Conscript)));
    assert_eq!(said("B4"), Some((100, Quality::Veteran)), "one that the campaign does not know");
    assert_eq!((said("R1"), said("R2")), (None, None), "too weak, and gone");
    assert!(text.contains("column assault"), "the rest of a line stays");
    assert_eq!(drawn(1, None, &ledger).0, text, "the same again");
}

#[test]
fn nobody_is_better_than_elite_by_campaigning() {
    let mut ledger = Ledger::fresh(&drill());
    ledger.units[0].grown = 9;
    let (_, scenario) = drawn(1, None, &ledger);
    assert_eq!(unit(&scenario, "B1").map(|unit| unit.quality), Some(Quality::Elite));
}

#[test]
fn brigades_and_leaders_without_anybody_are_left_out() {
    let mut ledger = Ledger::fresh(&drill());
    let campaign = drill();
    let gone = UnitState { strength: 0, fate: Fate::Gone, ..UnitState::default() };
    ledger.units[0] = gone;
    ledger.units[1] = gone;
    let mut way = campaign.stages[0].ways[0].clone();
    way.absent = vec![String::from("B5")];
    let text = draw(&campaign, 1, Some(&way), &ledger).expect("a battle");
    let scenario = scenario::parse("drawn.toml", &text).unwrap_or_else(|faults| panic!("{faults}\n{text}"));
    let army = scenario.army(Side::Blue);
    assert_eq!(army.brigades.len(), 1);
    assert!(army.leaders.iter().all(|leader| leader.label != "BD"), "Pas has no brigade any more");
    let destroyed = scenario.objectives.iter().find(|one| one.name == "Half of Blue").map(|one| one.count);
    assert_eq!(destroyed, Some(3), "three are left");
    ledger.units[2] = gone;
    let text = draw(&campaign, 1, Some(&way), &ledger).expect("a battle");
    let scenario = scenario::parse("drawn.toml", &text).unwrap_or_else(|faults| panic!("{faults}\n{text}"));
    let destroyed = scenario.objectives.iter().find(|one| one.name == "Half of Blue").map(|one| one.count);
    assert_eq!(destroyed, Some(2), "no more than there are");
}

#[test]
fn the_way_makes_units_late_or_leaves_them_out() {
    let (text, scenario) = drawn(1, Some(1), &Ledger::fresh(&drill()));
    assert!(unit(&scenario, "R6").is_none(), "absent");
    assert!(scenario.army(Side::Blue).leaders.iter().all(|leader| leader.label != "BE"), "a leader too");
    let group = scenario.reinforcements.iter().position(|group| group.name == "The night march");
    let start = |label| unit(&scenario, label).map(|unit| unit.start.clone());
    assert_eq!(start("B1"), group.map(Start::Arrives), "{text}");
    assert_eq!(start("B6"), group.map(Start::Arrives));
    assert!(matches!(start("B2"), Some(Start::At(..))));
}

/// The drill with another text of the last battle.
fn with_defile(change: &dyn Fn(&str) -> String) -> Campaign {
    let shelf = |name: &str| {
        let (file, text) =
            scenario::load(name).map(|(text, _)| (format!("{name}.toml"), text)).map_err(|why| why.to_string())?;
        Ok((file, if name == "the-defile" { change(&text) } else { text }))
    };
    parse("drill.toml", super::DRILL, &shelf).unwrap_or_else(|faults| panic!("{faults}"))
}

#[test]
fn reinforcements_that_nobody_comes_with_are_left_out() {
    let group = "\n[[reinforcement]]\nname = \"Late\"\nside = \"blue\"\nturn = 3\nentry = [\"9,17\"]\nfacing = \"N\"\n";
    let by_unit = |text: &str| text.replace("at = \"15,17\"", "arrives = \"Late\"") + group;
    let by_brigade = |text: &str| {
        let third = "    { label = \"B3\", name = \"Dragoons\", type = \"medium cavalry\", at = \"15,17\" },\n";
        let apart = "[[blue.brigade]]\nname = \"Horse\"\narrives = \"Late\"\nunits = [\n    { label = \"B3\", name = \"Dragoons\", \
                     type = \"medium cavalry\" },\n    { label = \"B4\", name = \"More\", type = \"medium cavalry\", at = \"15,17\" },\n]\n\n[[blue.leader]]";
        text.replace(third, "").replace("[[blue.leader]]", apart) + group
    };
    for change in [&by_unit as &dyn Fn(&str) -> String, &by_brigade] {
        let campaign = with_defile(change);
        let fresh = Ledger::fresh(&campaign);
        let mut way = campaign.stages[0].ways[2].clone();
        let groups = |way: &Way| {
            let text = draw(&campaign, 2, Some(way), &fresh).unwrap_or_else(|why| panic!("{why}"));
            scenario::parse("x.toml", &text).unwrap_or_else(|faults| panic!("{faults}\n{text}")).reinforcements.len()
        };
        assert_eq!(groups(&way), 1, "somebody comes");
        way.absent = vec![String::from("B3")];
        assert_eq!(groups(&way), 0, "nobody does");
    }
}

#[test]
fn a_unit_written_worn_is_worn_further() {
    let campaign = with_defile(&|text| text.replace("label = \"B1\",", "label = \"B1\", strength = 80,"));
    let mut ledger = Ledger::fresh(&campaign);
    let strength = |ledger: &Ledger| {
        let text = draw(&campaign, 2, None, ledger).expect("a battle");
        unit(&scenario::parse("x.toml", &text).expect("sound"), "B1").map(|unit| unit.strength)
    };
    assert_eq!(strength(&ledger), Some(80));
    ledger.units[0].strength = 50;
    assert_eq!(strength(&ledger), Some(40));
    ledger.units[0].strength = 5;
    assert_eq!(strength(&ledger), Some(10), "the least that a file may say");
}

#[test]
fn leaders_are_replaced_and_the_army_always_has_one() {
    let mut ledger = Ledger::fresh(&drill());
    ledger.leaders[0] = LeaderState { successors: 0, wounded: true };
    ledger.leaders[1] = LeaderState { successors: 1, wounded: false };
    ledger.leaders[2] = LeaderState { successors: 0, wounded: true };
    let (_, scenario) = drawn(1, None, &ledger);
    let leader = |label: &str| {
        let all = scenario.armies.iter().flat_map(|army| &army.leaders);
        all.into_iter().find(|leader| leader.label == label).map(|leader| (leader.name.clone(), leader.rating))
    };
    assert_eq!(leader("BG"), Some((String::from("General Drillon's deputy"), Rating::Poor)));
    assert_eq!(leader("RG"), Some((String::from("General Stock's successor"), Rating::Poor)));
    assert_eq!(leader("BD"), None, "a wounded brigadier is not there");
}

#[test]
fn a_battle_of_a_run_is_that_of_its_ledger() {
    let mut run = run();
    let campaign = run.campaign.clone();
    fight(&mut run, account(&campaign, 0, Some(Side::Blue), &[("B1", 50, UnitEnd::Stood)]), Some("On by the road"));
    let (stage, text) = run.battle().expect("a battle");
    assert_eq!(stage, 1);
    let scenario = scenario::parse("drawn.toml", &text).expect("a sound battle");
    assert_eq!(unit(&scenario, "B1").map(|unit| unit.strength), Some(72), "65, and 20 of the 35 that it lacks");
}

fn states() -> impl Strategy<Value = UnitState> {
    let fate = prop_oneof![4 => Just(Fate::Fit), 1 => Just(Fate::Behind), 1 => Just(Fate::Gone)];
    (1..=100_u8, 0..4_u8, any::<bool>(), fate).prop_map(|(strength, grown, shaken, fate)| UnitState {
        strength: if fate == Fate::Gone { 0 } else { strength },
        grown,
        shaken,
        fate,
        ..UnitState::default()
    })
}

fn ledgers() -> impl Strategy<Value = Ledger> {
    let leaders = (0..3_u8, any::<bool>()).prop_map(|(successors, wounded)| LeaderState { successors, wounded });
    (proptest::collection::vec(states(), 6), proptest::collection::vec(leaders, 3))
        .prop_map(|(units, leaders)| Ledger { units, leaders, points: [0, 0] })
}

proptest! {
    #[test]
    fn whatever_the_ledger_says_the_text_is_a_battle(ledger in ledgers(), stage in 0..3_usize, by in 0..3_usize) {
        let campaign = drill();
        let way = &campaign.stages[0].ways[by];
        let way = (way.to == Some(stage)).then_some(way);
        match draw(&campaign, stage, way, &ledger) {
            Ok(text) => {
                let faults = scenario::check("drawn.toml", &text);
                prop_assert!(faults.is_empty(), "{:?}\n{}", faults, text);
                prop_assert_eq!(draw(&campaign, stage, way, &ledger), Ok(text));
            }
            Err(why) => prop_assert!(why.contains("has nobody left"), "{}", why),
        }
    }
}
