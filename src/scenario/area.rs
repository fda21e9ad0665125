//! Places in words: a hex `12,7`, a block of hexes `12,7-15,9`, a circle `12,7+2`.

use document::{Table, Value};
use hexes::{Grid, Hex, Offset};

use crate::rows::LARGEST_SIDE;

/// What a text that should name an area is expected to be.
const AREA: &str = "a hex (12,7), a block (12,7-15,9) or a circle (12,7+2)";

/// The largest map there may be.
const LARGEST: Grid = Grid::new(LARGEST_SIDE as i16, LARGEST_SIDE as i16);

/// The hex that a text names; nothing, with a fault, when it names none or one off the map.
#[must_use]
pub fn hex(value: &Value<'_>, grid: Option<Grid>) -> Option<Hex> {
    let text = value.text()?;
    match text.parse::<Offset>() {
        Ok(place) => on_map(value, place, grid),
        Err(_) => value.refuse("a column and a row, such as 12,7"),
    }
}

/// The hex when it lies on the map; when the map's size is not known, on the largest map there may be.
pub(crate) fn on_map(value: &Value<'_>, place: Offset, grid: Option<Grid>) -> Option<Hex> {
    if grid.unwrap_or(LARGEST).contains(place.hex()) {
        return Some(place.hex());
    }
    if let Some(grid) = grid {
        value.fault(format!("hex {place} is off the map"), extent(grid));
    }
    None
}

/// The columns and rows a map has, as what was expected.
pub(crate) fn extent(grid: Grid) -> String {
    format!("a column from 0 to {} and a row from 0 to {}", grid.width() - 1, grid.height() - 1)
}

/// The hexes of a key's list of areas, each once, in the order written; none without the key.
pub(crate) fn hexes(table: &Table<'_>, key: &str, grid: Option<Grid>) -> Vec<Hex> {
    gather(&table.values_or_empty(key), grid)
}

/// The hexes of a list of areas, each once, in the order written.
pub(crate) fn gather(areas: &[Value<'_>], grid: Option<Grid>) -> Vec<Hex> {
    let mut hexes = Vec::new();
    for hex in areas.iter().flat_map(|value| area(value, grid)) {
        if !hexes.contains(&hex) {
            hexes.push(hex);
        }
    }
    hexes
}

fn area(value: &Value<'_>, grid: Option<Grid>) -> Vec<Hex> {
    let Some(text) = value.text() else { return Vec::new() };
    let parsed = match (text.split_once('-'), text.split_once('+')) {
        (Some((first, last)), None) => block(value, first, last, grid),
        (None, Some((middle, radius))) => circle(value, middle, radius, grid),
        _ => text.parse().ok().map(|place| on_map(value, place, grid).into_iter().collect()),
    };
    parsed.or_else(|| value.refuse(AREA)).unwrap_or_default()
}

/// A block from its top left to its bottom right hex; `None` when the text is no block.
fn block(value: &Value<'_>, first: &str, last: &str, grid: Option<Grid>) -> Option<Vec<Hex>> {
    let (first, last): (Offset, Offset) = (first.parse().ok()?, last.parse().ok()?);
    if first.column > last.column || first.row > last.row {
        return None;
    }
    if on_map(value, first, grid).and(on_map(value, last, grid)).is_none() || grid.is_none() {
        return Some(Vec::new());
    }
    let row_of = |row| (first.column..=last.column).map(move |column| Offset::new(column, row).hex());
    Some((first.row..=last.row).flat_map(row_of).collect())
}

/// The hexes of the map within a radius; `None` when the text is no circle.
fn circle(value: &Value<'_>, middle: &str, radius: &str, grid: Option<Grid>) -> Option<Vec<Hex>> {
    let middle: Offset = middle.parse().ok()?;
    let radius = radius.trim().parse::<u8>().ok().filter(|radius| *radius <= 20)?;
    let middle = on_map(value, middle, grid);
    let (Some(middle), Some(grid)) = (middle, grid) else { return Some(Vec::new()) };
    Some(middle.within(i32::from(radius)).filter(|hex| grid.contains(*hex)).collect())
}
