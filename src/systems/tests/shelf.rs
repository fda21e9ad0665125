//! The shelf finds everything by name, and says what is near when it does not.

use std::sync::Arc;

use battle::{HouseRules, Library, Side, UnitId};

use super::{names, refusal};
use crate::{Kind, Shelf};

#[test]
fn everything_listed_can_be_had() {
    let shelf = Shelf::new();
    let [battles, systems, commanders] = names(&shelf);
    assert!(!battles.is_empty() && !systems.is_empty() && !commanders.is_empty());
    assert_eq!(battles.len(), scenario::builtin().len(), "a battle that comes with the program is faulty");
    for name in &battles {
        let battle = shelf.battle(name).expect("a battle");
        let again = shelf.battle_from_text(&format!("{name}.toml"), &battle.text).expect("its own text");
        assert!(Arc::ptr_eq(&battle.scenario, &again.scenario), "read once and shared");
    }
    for name in &systems {
        assert_eq!(shelf.system(name).expect("a system").key, name);
        assert!(!shelf.reference(name, &HouseRules::default()).expect("tables").is_empty());
    }
    for name in &commanders {
        assert_eq!(shelf.commander(name, 1).map(|_| ()), Ok(()));
    }
}

#[test]
fn unknown_names_bring_the_nearest() {
    let shelf = Shelf::new();
    assert_eq!(refusal(shelf.system("eagels")), "unknown rule system `eagels`; expected `eagles`");
    assert!(
        refusal(shelf.system("chess")).starts_with(
            "unknown rule system `chess`; expected one of eagles, on_war, snappy, over_the_hills, mcnally"
        )
    );
    assert!(refusal(shelf.battle("quatre-bra")).contains("did you mean `quatre-bras`?"));
    assert_eq!(refusal(shelf.commander("steedy", 1)), "unknown commander `steedy`; expected steady");
}

#[test]
fn files_are_named_with_their_faults() {
    let shelf = Shelf::new();
    let folder = tempfile::tempdir().expect("a folder");
    let missing = folder.path().join("none.toml").display().to_string();
    assert!(
        refusal(shelf.commander(&missing, 1)).starts_with(&format!("cannot read commander file `{missing}`: No such"))
    );
    assert!(refusal(shelf.battle(&missing)).contains("No such file"));
    let faulty = folder.path().join("faulty.toml").display().to_string();
    std::fs::write(&faulty, "nmae = 'x'\n").expect("written");
    assert!(refusal(shelf.commander(&faulty, 1)).contains("faulty.toml:1:1: "));
    assert!(refusal(shelf.battle(&faulty)).contains("faulty.toml:1:1: "));
}

#[test]
fn a_battle_of_the_same_text_under_another_name_keeps_its_name() {
    let shelf = Shelf::new();
    let battle = shelf.battle("quatre-bras").expect("a battle");
    let mine = shelf.battle_from_text("mine.toml", &battle.text).expect("a battle");
    assert_eq!(mine.scenario.key, "mine");
}

#[test]
fn every_battle_deploys_under_every_system() {
    let shelf = Shelf::new();
    for battle in shelf.battles() {
        for kind in Kind::ALL {
            let deployed = shelf.deploy(kind.name(), &battle.scenario, &HouseRules::default(), 1);
            let system = deployed.unwrap_or_else(|fault| panic!("{fault}"));
            assert_eq!(system.audit(), Ok(()), "{}", battle.scenario.key);
            assert!(system.pending().decision().is_some(), "{}", battle.scenario.key);
        }
    }
}

#[test]
fn batteries_of_which_the_file_gives_no_guns_have_as_many_as_the_rules_say() {
    let shelf = Shelf::new();
    let stands = |battle: &str, label: &str| {
        let file = shelf.battle(battle).expect("a battle");
        let battle = shelf.deploy("mcnally", &file.scenario, &HouseRules::default(), 1).expect("it can be played");
        let field = battle.field();
        let unit = field.roster().units().find(|(_, unit)| unit.label == label).expect("a unit of that name").0;
        field.unit(unit).stands
    };
    assert_eq!(stands("the-slope", "R2"), 2, "a battery of which nothing is said is two guns (MC-UNIT-4)");
    assert_eq!(stands("maida", "FB"), 4, "and each gun that is named is a stand (MC-STAT-4)");
}

/// Whoever plays for the first time is not to begin with a battalion that nobody can order (a brigadier starts in the middle
/// of his brigade).
#[test]
fn everybody_hears_his_brigadier_when_the_first_battle_begins() {
    let shelf = Shelf::new();
    let file = shelf.battle("first-light").expect("it ships");
    let battle = shelf.deploy("over_the_hills", &file.scenario, &HouseRules::default(), 1).expect("it can be played");
    for side in Side::ALL {
        let commands = battle.commands(side);
        assert!(commands.iter().map(|one| one.members.len()).sum::<usize>() >= 5, "{commands:?}");
        let strays: Vec<UnitId> = commands.iter().flat_map(|one| one.strays().collect::<Vec<_>>()).collect();
        assert_eq!(strays, [], "{side}");
    }
}
