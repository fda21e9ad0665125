//! Battles drawn by chance, as the shelf has them: under every system, by their names.

use battle::{HouseRules, Library};
use soak::Options;
use table::SeatSpec;

use super::refusal;
use crate::{Kind, Shelf};

#[test]
fn drawn_battles_deploy_under_every_system() {
    let shelf = Shelf::new();
    for kind in ["meeting", "attack", "rearguard", "river", "town", "ambush", "late"] {
        for seed in 0..6 {
            let battle = shelf.battle(&format!("random:{kind}:{seed}")).expect("a battle");
            for system in Kind::ALL {
                let deployed = shelf.deploy(system.name(), &battle.scenario, &HouseRules::default(), seed);
                let deployed = deployed.unwrap_or_else(|fault| panic!("{fault}\n{}", battle.text));
                assert_eq!(deployed.audit(), Ok(()), "{} under {}", battle.scenario.key, system.name());
            }
        }
    }
}

#[test]
fn a_name_with_a_seed_is_a_battle_and_one_without_is_drawn() {
    let shelf = Shelf::new();
    let (one, same) = (shelf.battle("random:late:7"), shelf.drawn("random:late", 7).expect("drawn"));
    let (one, same) = (one.expect("a battle"), same.expect("a battle"));
    assert_eq!((one.text.as_str(), one.scenario.key.as_str()), (same.text.as_str(), "random:late:7"));
    assert!(shelf.drawn("two-fords", 7).is_none());
    assert_eq!(
        refusal(shelf.battle("random:late")),
        "battle `random:late` has no seed; expected one, as in `random:late:4711`"
    );
    assert_eq!(refusal(shelf.battle("random:lat:7")), "battle `random:lat:7`: unknown wish `lat`; expected `late`");
}

#[test]
fn a_record_is_read_again_by_its_text_alone() {
    let shelf = Shelf::new();
    let drawn = shelf.battle("random:7").expect("a battle");
    let read = shelf.battle_from_text("random:7", &drawn.text).expect("its own text");
    assert_eq!(format!("{:?}", read.scenario), format!("{:?}", drawn.scenario));
}

#[test]
fn every_choice_of_every_wish_can_be_drawn() {
    let shelf = Shelf::new();
    for wish in shelf.wishes() {
        for (word, _) in wish.choices {
            let drawn = shelf.drawn(&battle::random_name([word.as_str()], 3), 3).expect("a random battle");
            assert!(drawn.is_ok(), "{}: {word}", wish.name);
        }
    }
}

#[test]
fn a_soak_of_random_plays_another_battle_in_every_game_and_names_what_plays_it_again() {
    let seat = || "hold".parse::<SeatSpec>().expect("a seat");
    let mut options = Options::new(seat(), seat());
    options.battles = vec![String::from("random:20min")];
    options.systems = vec![String::from("eagles")];
    options.games = 3;
    let report = soak::run(&Shelf::new(), &options, |_| {}).expect("a run");
    let hashes: Vec<&str> = report.rows().iter().map(|row| row.hash.as_str()).collect();
    assert!(report.rows().iter().all(|row| row.battle == "random:20min" && row.fault.is_empty()));
    assert!(hashes[0] != hashes[1] && hashes[1] != hashes[2], "{hashes:?}");
    (options.games, options.seed) = (1, report.rows()[2].seed);
    let again = soak::run(&Shelf::new(), &options, |_| {}).expect("a run");
    assert_eq!(again.rows()[0].hash, hashes[2]);
}
