//! Places in words: a hex `12,7`, a block of hexes `12,7-15,9`, a circle `12,7+2`.

use std::collections::BTreeSet;

use document::{Table, Value};
use hexes::{Grid, Hex, Offset};

use crate::rows::LARGEST_SIDE;

/// What a text that should name an area is expected to be.
const AREA: &str = "a hex (12,7), a block (12,7-15,9) or a circle (12,7+2)";

/// The largest map there may be.
pub(crate) const LARGEST: Grid = Grid::new(LARGEST_SIDE as i16, LARGEST_SIDE as i16);

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
    let mut seen = BTreeSet::new();
    areas.iter().flat_map(|value| area(value, grid)).filter(|hex| seen.insert(*hex)).collect()
}

/// An area as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Area {
    /// A hex.
    Hex(Offset),
    /// A block of columns and rows, from its top left to its bottom right hex.
    Block(Offset, Offset),
    /// A hex and all within so many steps.
    Circle(Offset, u8),
}

impl Area {
    /// Reads an area; nothing when the text is none.
    ///
    /// ```
    /// use hexes::Offset;
    /// use scenario::Area;
    ///
    /// assert_eq!(Area::parse("12,7+2"), Some(Area::Circle(Offset::new(12, 7), 2)));
    /// assert_eq!(Area::parse("12,7-11,9"), None);
    /// ```
    #[must_use]
    pub fn parse(text: &str) -> Option<Area> {
        match (text.split_once('-'), text.split_once('+')) {
            (Some((first, last)), None) => {
                let (first, last): (Offset, Offset) = (first.parse().ok()?, last.parse().ok()?);
                (first.column <= last.column && first.row <= last.row).then_some(Area::Block(first, last))
            }
            (None, Some((middle, radius))) => {
                let radius = radius.trim().parse::<u8>().ok().filter(|radius| *radius <= 20)?;
                Some(Area::Circle(middle.parse().ok()?, radius))
            }
            _ => text.parse().ok().map(Area::Hex),
        }
    }

    /// The hexes by which it is written.
    fn corners(self) -> Vec<Offset> {
        match self {
            Area::Hex(hex) | Area::Circle(hex, _) => vec![hex],
            Area::Block(first, last) => vec![first, last],
        }
    }

    /// Its hexes on a map.
    #[must_use]
    pub fn hexes(self, grid: Grid) -> Vec<Hex> {
        let hexes: Vec<Hex> = match self {
            Area::Hex(hex) => vec![hex.hex()],
            Area::Circle(middle, radius) => middle.hex().within(i32::from(radius)).collect(),
            Area::Block(first, last) => {
                let last = Offset::new(last.column.min(grid.width()), last.row.min(grid.height()));
                let row_of = |row| (first.column..=last.column).map(move |column| Offset::new(column, row).hex());
                (first.row..=last.row).flat_map(row_of).collect()
            }
        };
        hexes.into_iter().filter(|hex| grid.contains(*hex)).collect()
    }
}

fn area(value: &Value<'_>, grid: Option<Grid>) -> Vec<Hex> {
    let Some(text) = value.text() else { return Vec::new() };
    let Some(area) = Area::parse(&text) else { return value.refuse(AREA).unwrap_or_default() };
    let known = area.corners().into_iter().all(|corner| on_map(value, corner, grid).is_some());
    match grid {
        Some(grid) if known => area.hexes(grid),
        None if known && matches!(area, Area::Hex(_)) => area.hexes(LARGEST),
        _ => Vec::new(),
    }
}
