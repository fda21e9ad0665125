//! Battles of campaigns, under every rule system: whatever has happened, the next battle can be fought.

use battle::{HouseRules, Library};
use campaign::{Campaign, Fate, LeaderState, Ledger, UnitState};
use proptest::prelude::*;

use super::refusal;
use crate::{Shelf, check};

const DRILL: &str = include_str!("../../campaign/tests/drill.toml");

fn drill() -> Campaign {
    campaign::load_text("x/drill.toml", DRILL).unwrap_or_else(|faults| panic!("{faults}"))
}

fn states() -> impl Strategy<Value = UnitState> {
    let fate = prop_oneof![4 => Just(Fate::Fit), 1 => Just(Fate::Behind), 2 => Just(Fate::Gone)];
    (1..=100_u8, 0..4_u8, any::<bool>(), fate).prop_map(|(strength, grown, shaken, fate)| UnitState {
        strength: if fate == Fate::Gone { 0 } else { strength },
        grown,
        shaken,
        fate,
        ..UnitState::default()
    })
}

fn leaders() -> impl Strategy<Value = LeaderState> {
    (0..3_u8, any::<bool>()).prop_map(|(successors, wounded)| LeaderState { successors, wounded })
}

/// Draws the battle of a stage by a way and sets it up under every rule system.
fn all_deploy(shelf: &Shelf, campaign: &Campaign, stage: usize, way: Option<&campaign::Way>, ledger: &Ledger) {
    let Ok(text) = campaign::draw(campaign, stage, way, ledger) else { return };
    let file = shelf.battle_from_text("drawn.toml", &text).unwrap_or_else(|why| panic!("{why}\n{text}"));
    for system in shelf.systems() {
        let deployed = shelf.deploy(system.key, &file.scenario, &HouseRules::default(), 1);
        let deployed = deployed.unwrap_or_else(|why| panic!("{why}\n{text}"));
        deployed.audit().unwrap_or_else(|why| panic!("{}: {why}\n{text}", system.key));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]
    #[test]
    fn whatever_has_happened_the_next_battle_deploys(
        units in proptest::collection::vec(states(), 6),
        leaders in proptest::collection::vec(leaders(), 3),
        by in 0..5_usize,
    ) {
        let (shelf, campaign) = (Shelf::new(), drill());
        let ledger = Ledger { units, leaders, points: [0, 0] };
        let ways: Vec<&campaign::Way> = campaign.stages.iter().flat_map(|stage| &stage.ways).collect();
        let way = ways[by];
        all_deploy(&shelf, &campaign, way.to.unwrap_or(0), way.to.map(|_| way), &ledger);
    }
}

/// Every campaign that comes with the program: every way, with armies fresh, worn, and with every other unit gone.
#[test]
fn the_battles_of_every_campaign_deploy_by_every_way() {
    let shelf = Shelf::new();
    for listed in campaign::builtin() {
        let campaign = campaign::load(listed.key).unwrap_or_else(|faults| panic!("{faults}"));
        let fresh = Ledger::fresh(&campaign);
        let (mut worn, mut thin) = (fresh.clone(), fresh.clone());
        worn.units.iter_mut().for_each(|unit| *unit = UnitState { strength: 36, shaken: true, ..*unit });
        worn.leaders.iter_mut().for_each(|leader| *leader = LeaderState { successors: 1, wounded: true });
        let odd = |(place, unit): (usize, &mut UnitState)| {
            if place % 2 == 1 {
                (unit.strength, unit.fate) = (0, Fate::Gone);
            }
        };
        thin.units.iter_mut().enumerate().for_each(odd);
        let ways = campaign.stages.iter().flat_map(|stage| &stage.ways);
        let all = [(0, None)].into_iter().chain(ways.filter_map(|way| Some((way.to?, Some(way)))));
        for (stage, way) in all {
            for ledger in [&fresh, &worn, &thin] {
                all_deploy(&shelf, &campaign, stage, way, ledger);
            }
        }
    }
}

#[test]
fn campaign_files_are_checked_as_such() {
    let shelf = Shelf::new();
    let systems = shelf.systems();
    assert_eq!(check(&shelf, "x/drill.toml", DRILL, &systems), Ok(String::from("a campaign without faults")));
    let wrong = refusal(check(&shelf, "x/drill.toml", &DRILL.replace("to = \"defile\"", "to = \"dephile\""), &systems));
    assert!(wrong.contains("a way to the stage `dephile`, which is not there; expected `defile`"), "{wrong}");
}
