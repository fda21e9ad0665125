//! Battles as a battle file writes them, for proofs of what is made of them.

use std::sync::Arc;

use battle::{
    Army, BrigadeSpec, Cell, Edge, Ground, HouseRules, LeaderSpec, Quality, Rank, Rating, Scenario, Side, Start, Troop,
    UnitSpec, Weapon,
};
use hexes::{EdgeMap, Facing, Grid, HexMap};
use rulebook::fixture::Game;

use crate::McNally;

/// Words that a battle file says to these rules alone.
pub fn words(list: &[&str]) -> std::collections::BTreeMap<String, Vec<String>> {
    let words = list.iter().map(|word| String::from(*word)).collect();
    [(String::from("mcnally"), words)].into()
}

/// A unit as an order of battle writes it, on row 30 (Blue) or 8, in the first brigade.
pub fn written(label: &str, troop: Troop, stands: u8, column: i16) -> UnitSpec {
    let blue = label.starts_with('B');
    let (row, face) = if blue { (30, Facing::North) } else { (8, Facing::South) };
    UnitSpec {
        label: label.into(),
        name: label.into(),
        troop,
        quality: Quality::Trained,
        weapon: Weapon::Musket,
        stands: Some(stands),
        guns: None,
        strength: 100,
        traits: Vec::new(),
        special: Default::default(),
        brigade: 0,
        start: Start::At(hexes::Offset::new(column, row).hex(), face),
    }
}

/// A general of a rank, and what he commands.
pub fn general(label: &str, rank: Rank, command: Option<&str>) -> LeaderSpec {
    let command = command.map(String::from);
    LeaderSpec { label: label.into(), name: label.into(), rank, rating: Rating::Average, command, special: words(&[]) }
}

/// A plain of 60 by 40 with these Blue units and generals, of brigades First and Second of the Left and Third of the
/// Right division, and one Red line.
pub fn scenario(units: Vec<UnitSpec>, leaders: Vec<LeaderSpec>) -> Scenario {
    let grid = Grid::new(60, 40);
    let brigade = |name: &str, division: &str| BrigadeSpec { name: name.into(), division: division.into() };
    let blue = vec![brigade("First", "Left"), brigade("Second", "Left"), brigade("Third", "Right")];
    let red = vec![written("R1", Troop::LineInfantry, 4, 20)];
    let army = |side: Side, brigades, units, leaders| Army { side, name: side.name().into(), brigades, units, leaders };
    Scenario {
        armies: [army(Side::Blue, blue, units, leaders), army(Side::Red, vec![brigade("Red", "")], red, Vec::new())],
        ground: Arc::new(Ground::new(HexMap::filled(grid, Cell::default()), EdgeMap::filled(grid, Edge::default()))),
        zones: [Vec::new(), Vec::new()],
        objectives: Vec::new(),
        reinforcements: Vec::new(),
        free_deployment: false,
        places: Vec::new(),
        inches_per_hex: 1,
        turn_limit: 12,
        ..proving::Plan::tiny().scenario()
    }
}

/// The battle of a scenario by these house rules, `key=value` each.
pub fn deployed(scenario: &Scenario, house: &[(&str, &str)]) -> Game<McNally> {
    let mut rules = HouseRules::default();
    for (key, value) in house {
        rules.set(crate::info().options, key, value).expect("an option and a value of it");
    }
    let war = crate::deploy(scenario, &rules, 1).expect("a battle");
    Game { war, heard: Default::default() }
}
