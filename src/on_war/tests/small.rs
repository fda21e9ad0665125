//! Whole battles for tests: a scenario in a few words.

use std::collections::BTreeMap;
use std::sync::Arc;

use battle::{
    Army, BrigadeSpec, Cell, Edge, Goal, Ground, HouseRules, LeaderSpec, Objective, Quality, Rank, Rating, Scenario,
    Side, Start, Terrain, Trait, Troop, UnitSpec, Victory, Weapon, Weather,
};
use hexes::{EdgeMap, Grid, HexMap, Offset};

/// One unit in a few words: `B1 line infantry 10,20 N`; the label's first letter is the side, brigade 0.
pub fn unit(text: &str) -> UnitSpec {
    let words: Vec<&str> = text.split_whitespace().collect();
    let (troop, place, facing) = (words[1..words.len() - 2].join(" "), words[words.len() - 2], words[words.len() - 1]);
    let kind = Troop::NAMES.iter().position(|name| *name == troop).expect("a troop type");
    let troop = Troop::ALL[kind];
    UnitSpec {
        label: words[0].into(),
        name: format!("{} unit", words[0]),
        troop,
        quality: Quality::Trained,
        weapon: Weapon::Musket,
        stands: Some(if troop.arm() == battle::Arm::Artillery { 2 } else { 6 }),
        guns: None,
        strength: 100,
        traits: Vec::new(),
        special: BTreeMap::new(),
        brigade: 0,
        start: Start::At(place.parse::<Offset>().expect("a place").hex(), facing.parse().expect("a facing")),
    }
}

/// A leader: label, rank and what he commands.
pub fn leader(label: &str, rank: Rank, command: Option<&str>) -> LeaderSpec {
    LeaderSpec {
        label: label.into(),
        name: format!("General {label}"),
        rank,
        rating: Rating::Average,
        command: command.map(String::from),
        special: BTreeMap::new(),
    }
}

fn army(side: Side, units: Vec<UnitSpec>) -> Army {
    let (general, brigadier) = if side == Side::Blue { ("BG", "BB") } else { ("RG", "RB") };
    Army {
        side,
        name: format!("{side} army"),
        brigades: vec![
            BrigadeSpec { name: format!("{side}'s first"), division: String::new() },
            BrigadeSpec { name: format!("{side}'s second"), division: String::new() },
        ],
        units,
        leaders: vec![
            leader(general, Rank::Army, None),
            leader(brigadier, Rank::Brigade, Some(&format!("{side}'s first"))),
        ],
    }
}

/// A scenario on that ground.
pub fn scenario(ground: Ground, blue: Vec<UnitSpec>, red: Vec<UnitSpec>) -> Scenario {
    Scenario {
        key: "test".into(),
        title: "Test".into(),
        date: String::new(),
        note: String::new(),
        inches_per_hex: 1,
        ground: Arc::new(ground),
        armies: [army(Side::Blue, blue), army(Side::Red, red)],
        zones: [Vec::new(), Vec::new()],
        free_deployment: false,
        objectives: vec![Objective {
            name: "The wood".into(),
            goal: Goal::Occupy,
            hexes: Offset::new(16, 16).hex().within(2).collect(),
            owner: None,
            side: None,
            count: 0,
            value: 1,
        }],
        victory: Victory::Points,
        reinforcements: Vec::new(),
        turn_limit: 8,
        first_side: Some(Side::Blue),
        weather: Weather::Clear,
        house: BTreeMap::new(),
        places: Vec::new(),
    }
}

/// A map of 32 by 32 with a wood in the middle, crops on one side and a small farm on the other.
pub fn ground() -> Ground {
    let grid = Grid::new(32, 32);
    let cell = |hex: hexes::Hex| {
        let (column, row) = (hex.offset().column, hex.offset().row);
        let terrain = match (column, row) {
            (12..=20, 14..=18) => Terrain::Woods,
            (3..=8, 13..=17) => Terrain::Crops,
            (25..=27, 15..=16) => Terrain::StoneBuilding,
            _ => Terrain::Open,
        };
        Cell { terrain, ..Cell::default() }
    };
    Ground::new(HexMap::from_fn(grid, cell), EdgeMap::filled(grid, Edge::default()))
}

/// The usual small battle: foot, horse and guns on both sides, a hidden unit of each in wood and crops.
pub fn battle() -> Scenario {
    let hidden = |text: &str| UnitSpec { traits: vec![Trait::Hidden], ..unit(text) };
    let blue = vec![
        unit("B1 line infantry 10,26 N"),
        UnitSpec { traits: vec![Trait::ColumnAssault], ..unit("B2 line infantry 18,26 N") },
        unit("B3 light cavalry 26,27 N"),
        unit("B4 medium battery 14,28 N"),
        hidden("B5 light infantry 5,16 N"),
        UnitSpec { brigade: 1, ..unit("B6 howitzer battery 20,28 N") },
    ];
    let red = vec![
        unit("R1 line infantry 10,6 S"),
        unit("R2 grenadiers 18,6 S"),
        UnitSpec { weapon: Weapon::Carbine, ..unit("R3 medium cavalry 26,5 S") },
        unit("R4 horse battery 14,4 S"),
        hidden("R5 jaegers 16,15 S"),
        UnitSpec { brigade: 1, ..unit("R6 heavy battery 20,4 S") },
    ];
    scenario(ground(), blue, red)
}

/// House rules as `key=value` words.
pub fn house(words: &str) -> HouseRules {
    let mut house = HouseRules::default();
    for word in words.split_whitespace() {
        let (key, value) = word.split_once('=').expect("key=value");
        house.set(crate::info().options, key, value).expect("a known option");
    }
    house
}
