//! What the letters of the drawn ground stand for: the built-in legend and a battle's own.

use std::collections::BTreeMap;

use battle::{Cell, Crossing, Terrain};
use document::Table;

use crate::choice;

/// One letter of the built-in legend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Letter {
    /// The letter.
    pub letter: char,
    /// The hex it stands for, on the plain.
    pub cell: Cell,
}

/// The letters that every battle file knows; its own `[legend]` adds to them or changes them.
pub const BUILT_IN_LEGEND: &[Letter] = &[
    plain('.', Terrain::Open),
    plain('c', Terrain::Crops),
    plain('p', Terrain::Ploughed),
    plain('r', Terrain::Rough),
    plain('l', Terrain::LightWoods),
    plain('w', Terrain::Woods),
    plain('W', Terrain::DenseWoods),
    plain('m', Terrain::Marsh),
    plain('h', Terrain::WoodenBuilding),
    plain('b', Terrain::BrickBuilding),
    plain('H', Terrain::StoneBuilding),
    plain('o', Terrain::Court),
    plain('F', Terrain::Works),
    plain('~', Terrain::Water),
    plain('#', Terrain::Impassable),
    road('=', Terrain::Open),
    road('-', Terrain::Woods),
    road('x', Terrain::WoodenBuilding),
    road('X', Terrain::StoneBuilding),
    crossing('f', Crossing::Ford),
    crossing('B', Crossing::Bridge),
];

const fn plain(letter: char, terrain: Terrain) -> Letter {
    letter_of(letter, terrain, false, Crossing::None)
}

const fn road(letter: char, terrain: Terrain) -> Letter {
    letter_of(letter, terrain, true, Crossing::None)
}

const fn crossing(letter: char, crossing: Crossing) -> Letter {
    letter_of(letter, Terrain::Water, true, crossing)
}

const fn letter_of(letter: char, terrain: Terrain, road: bool, crossing: Crossing) -> Letter {
    Letter { letter, cell: Cell { terrain, elevation: 0, road, crossing, storey: false } }
}

/// The letters of a battle file: the built-in ones and those of its `[legend]`.
pub(crate) fn read(root: &Table<'_>) -> BTreeMap<char, Cell> {
    let mut letters: BTreeMap<char, Cell> = BUILT_IN_LEGEND.iter().map(|entry| (entry.letter, entry.cell)).collect();
    if let Some(legend) = root.optional_table("legend") {
        for key in legend.keys() {
            let cell = legend.table(key).map(|entry| cell(&entry));
            match (single(key), cell) {
                (Some(letter), Some(cell)) => drop(letters.insert(letter, cell)),
                (None, _) => {
                    legend.fault_key(key, format!("key `{key}` of the legend"), "a single letter, not a space")
                }
                (Some(_), None) => {}
            }
        }
    }
    letters
}

fn single(key: &str) -> Option<char> {
    let mut letters = key.chars();
    let letter = letters.next().filter(|letter| !letter.is_whitespace())?;
    letters.next().is_none().then_some(letter)
}

fn cell(entry: &Table<'_>) -> Cell {
    let words: Vec<&str> = Terrain::ALL.iter().map(|terrain| terrain.name()).collect();
    let cell = Cell {
        terrain: choice::required(entry, "terrain", &words, &Terrain::ALL).unwrap_or_default(),
        elevation: entry.integer_or("elevation", -5..=9_i8, 0),
        road: entry.flag_or("road", false),
        crossing: choice::crossing(entry, "crossing"),
        storey: entry.flag_or("storey", false),
    };
    if cell.storey && !cell.terrain.is_building() {
        entry.fault("storey", format!("a storey over {}", cell.terrain.name()), "a building under it");
    }
    if cell.crossing != Crossing::None && cell.terrain != Terrain::Water {
        entry.fault("crossing", format!("a crossing over {}", cell.terrain.name()), "terrain `water` under it");
    }
    entry.finish();
    cell
}
