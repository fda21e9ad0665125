//! Units that begin a battle worn, under every rule system.

use battle::{BattleFile, HouseRules, Library, System, UnitId};

use super::refusal;
use crate::Shelf;

/// The brigade drill with `strength` on Blue's first battalion, horse and battery.
fn drill(strength: &str) -> BattleFile {
    let shelf = Shelf::new();
    let mut text = shelf.battle("brigade-drill").expect("a battle").text;
    for label in ["B1", "B5", "B6"] {
        let (old, new) = (format!("label = \"{label}\","), format!("label = \"{label}\",{strength}"));
        assert!(text.contains(&old), "the drill has no {label}");
        text = text.replace(&old, &new);
    }
    shelf.battle_from_text("brigade-drill.toml", &text).unwrap_or_else(|why| panic!("{why}"))
}

fn deployed(system: &str, strength: &str) -> Box<dyn System> {
    let battle = drill(strength);
    Shelf::new().deploy(system, &battle.scenario, &HouseRules::default(), 1).unwrap_or_else(|why| panic!("{why}"))
}

/// Strength, full strength and stands of a unit by its label.
fn of(battle: &dyn System, label: &str) -> (i16, i16, u8) {
    let found = battle.field().roster().units().find(|(_, info)| info.label == label);
    let unit = battle.field().unit(found.map_or(UnitId(0), |(unit, _)| unit));
    (unit.strength, unit.full, unit.stands)
}

#[test]
fn a_worn_unit_begins_with_less_and_counts_from_there() {
    // By system: battalion, battery and horse whole, then worn to a half.
    type Row = (i16, i16, u8);
    let cases: [(&str, [Row; 3], [Row; 3]); 5] = [
        ("eagles", [(7, 7, 4), (5, 5, 4), (5, 5, 4)], [(4, 4, 4), (3, 3, 4), (3, 3, 4)]),
        ("on_war", [(7, 7, 7), (2, 2, 2), (5, 5, 5)], [(4, 4, 4), (1, 1, 1), (3, 3, 3)]),
        ("snappy", [(4, 4, 3), (4, 4, 1), (4, 4, 2)], [(3, 3, 2), (3, 3, 1), (3, 3, 1)]),
        ("over_the_hills", [(8, 8, 6), (6, 6, 2), (7, 7, 5)], [(4, 4, 6), (3, 3, 2), (4, 4, 5)]),
        ("mcnally", [(18, 18, 6), (8, 8, 2), (10, 10, 5)], [(9, 9, 3), (4, 4, 1), (5, 5, 3)]),
    ];
    for (system, whole, half) in cases {
        for (strength, expected) in [("", whole), (" strength = 50,", half)] {
            let battle = deployed(system, strength);
            let found = ["B1", "B5", "B6"].map(|label| of(battle.as_ref(), label));
            assert_eq!(found, expected, "{system}{strength}");
            battle.audit().unwrap_or_else(|why| panic!("{system}: {why}"));
        }
    }
}

#[test]
fn the_least_there_is_stays() {
    for system in Shelf::new().systems() {
        let battle = deployed(system.key, " strength = 10,");
        for label in ["B1", "B5", "B6"] {
            let (strength, full, stands) = of(battle.as_ref(), label);
            assert!(strength >= 1 && strength == full && stands >= 1, "{}: {label} {strength}/{full}", system.key);
        }
    }
}

#[test]
fn full_strength_changes_nothing() {
    for system in Shelf::new().systems() {
        let [said, unsaid] = [" strength = 100,", ""].map(|strength| deployed(system.key, strength).state());
        assert!(said == unsaid, "{}", system.key);
    }
}

#[test]
fn strength_is_from_ten_to_a_hundred() {
    let text = Shelf::new().battle("brigade-drill").expect("a battle").text;
    for wrong in ["9", "101", "\"half\""] {
        let text = text.replace("label = \"B1\",", &format!("label = \"B1\", strength = {wrong},"));
        let why = refusal(Shelf::new().battle_from_text("x.toml", &text));
        assert!(why.contains("`strength`") && why.contains("a whole number from 10 to 100"), "{why}");
    }
}
