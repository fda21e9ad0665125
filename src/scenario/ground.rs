//! The ground: drawn letters, heights and edges put together.

use std::collections::{BTreeMap, BTreeSet};

use battle::{Cell, Edge, Ground};
use document::Table;
use hexes::{EdgeMap, Grid, HexMap};

use crate::rows::{self, Rows};
use crate::{edges, legend};

/// The ground of a battle file; nothing, with faults, when its shape cannot be made out. A letter or height that is
/// not understood is a fault and counts as open plain, so that the rest of the file can still be read against it.
pub(crate) fn read(root: &Table<'_>) -> Option<Ground> {
    let letters = legend::read(root);
    let drawn = root.value("ground");
    let heights = root.optional_value("elevation");
    let rows = drawn.and_then(|value| rows::read(root, "ground", &value));
    let heights = heights.and_then(|value| rows::read(root, "elevation", &value));
    let grid = rows.as_ref().map(|rows| rows.grid);
    let edges = edges::read(root, grid);
    let mut cells = cells(root, "ground", &rows?, &letters);
    if let Some(heights) = heights {
        raise(root, &mut cells, &heights);
    }
    let edges = edges.unwrap_or_else(|| EdgeMap::filled(cells.grid(), Edge::default()));
    Some(Ground::new(cells, edges))
}

/// Ground drawn under some key by the letters of battle files, without heights and edges; nothing, with faults, when its shape
/// cannot be made out.
#[must_use]
pub fn drawing(table: &Table<'_>, key: &str) -> Option<Ground> {
    let letters = legend::read(table);
    let rows = rows::read(table, key, &table.value(key)?)?;
    let cells = cells(table, key, &rows, &letters);
    let edges = EdgeMap::filled(cells.grid(), Edge::default());
    Some(Ground::new(cells, edges))
}

fn cells(root: &Table<'_>, key: &str, rows: &Rows, letters: &BTreeMap<char, Cell>) -> HexMap<Cell> {
    let mut unknown = BTreeSet::new();
    let mut cell_of = |(column, row, letter): (usize, usize, char)| {
        if !letters.contains_key(&letter) && unknown.insert(letter) {
            let found = format!("letter `{letter}` at {column},{row} has no meaning");
            rows::fault_at(root, key, (column, row), found, &known(letters));
        }
        letters.get(&letter).copied().unwrap_or_default()
    };
    let mut found = rows.iter();
    HexMap::from_fn(rows.grid, |_| found.next().map(&mut cell_of).unwrap_or_default())
}

fn known(letters: &BTreeMap<char, Cell>) -> String {
    let known: String = letters.keys().flat_map(|letter| [' ', *letter]).collect();
    format!("an entry for it in [legend], or one of{known}")
}

/// Sets the height of every hex that has a digit; a dot leaves what the legend says.
fn raise(root: &Table<'_>, cells: &mut HexMap<Cell>, heights: &Rows) {
    if heights.grid != cells.grid() {
        let found = format!("`elevation` draws {}", size(heights.grid));
        root.fault("elevation", found, format!("{}, as `ground` draws", size(cells.grid())));
        return;
    }
    for ((column, row, letter), cell) in heights.iter().zip(cells.cells_mut()) {
        match (letter, letter.to_digit(10)) {
            ('.', _) => {}
            (_, Some(height)) => cell.elevation = height as i8,
            (_, None) => {
                let found = format!("letter `{letter}` at {column},{row}");
                rows::fault_at(
                    root,
                    "elevation",
                    (column, row),
                    found,
                    "a digit, or a dot for the height of the legend",
                );
            }
        }
    }
}

fn size(grid: Grid) -> String {
    format!("{} columns and {} rows", grid.width(), grid.height())
}
