//! Hexes as areas in words: as few as say it, and those that still hold as they were written.

use std::collections::BTreeSet;

use hexes::{Grid, Hex, Offset};
use scenario::Area;

use crate::field::Field;
use crate::page::Step;
use crate::patch::Pen;
use crate::write::Done;

/// The hexes of areas on a map, each once, in the order written.
pub(crate) fn hexes_of(areas: &[String], grid: Grid) -> Vec<Hex> {
    let mut seen = BTreeSet::new();
    let hexes = areas.iter().filter_map(|text| Area::parse(text)).flat_map(|area| area.hexes(grid));
    hexes.filter(|hex| seen.insert(*hex)).collect()
}

/// Areas for those hexes: of those that there were, all that hold nothing else stay as they are; the rest is written in blocks.
pub(crate) fn written(before: &[String], hexes: &[Hex], grid: Grid) -> Vec<String> {
    let wanted: BTreeSet<Hex> = hexes.iter().copied().collect();
    let mut left: Vec<Hex> = hexes.to_vec();
    let mut areas = Vec::new();
    for text in before {
        let own = Area::parse(text).map(|area| area.hexes(grid)).unwrap_or_default();
        if !own.is_empty() && own.iter().all(|hex| wanted.contains(hex)) {
            let own: BTreeSet<Hex> = own.into_iter().collect();
            left.retain(|hex| !own.contains(hex));
            areas.push(text.clone());
        }
    }
    areas.extend(blocks(&left));
    areas
}

/// Hexes in blocks of columns and rows, in the order of the map; a few in the order given.
fn blocks(hexes: &[Hex]) -> Vec<String> {
    let mut left: BTreeSet<(i16, i16)> = hexes.iter().map(|hex| (hex.offset().row, hex.offset().column)).collect();
    let mut areas = Vec::new();
    while let Some((row, column)) = left.first().copied() {
        let last = (column..).take_while(|column| left.contains(&(row, *column))).last().unwrap_or(column);
        let whole = |row: &i16| (column..=last).all(|column| left.contains(&(*row, column)));
        let bottom = (row..).take_while(whole).last().unwrap_or(row);
        for row in row..=bottom {
            left.retain(|(other, place)| *other != row || !(column..=last).contains(place));
        }
        let (first, last) = (Offset::new(column, row), Offset::new(last, bottom));
        areas.push(if first == last { first.to_string() } else { format!("{first}-{last}") });
    }
    areas
}

impl Pen {
    /// Gives a key of a table, a list of areas, those hexes; without any the key goes, unless it has to stay.
    pub fn set_hexes(&mut self, table: &[Step], key: &str, hexes: &[Hex], (grid, order): (Grid, &[&str])) -> Done {
        let page = self.page()?;
        let before = match page.at(&crate::write::child(table, key)).and_then(Field::of) {
            Some(Field::Texts(texts)) => texts,
            _ => Vec::new(),
        };
        let areas = written(&before, hexes, grid);
        if areas == before {
            return Ok(());
        }
        if areas.is_empty() {
            return self.unset(table, key);
        }
        self.set(table, key, &Field::Texts(areas), order)
    }
}
