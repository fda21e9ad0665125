//! Drawn text rows: one letter a hex, a space between letters, odd rows indented by one space as on the map.

use document::{Table, Value};
use hexes::Grid;

/// The most columns or rows of a map.
pub(crate) const LARGEST_SIDE: usize = 200;

/// The fewest and the most columns or rows of a map.
const SIZES: std::ops::RangeInclusive<usize> = 4..=LARGEST_SIDE;

/// The letters of a drawn map.
pub(crate) struct Rows {
    /// Its size.
    pub grid: Grid,
    /// Its letters in the order of the hexes' numbers.
    pub letters: Vec<char>,
}

impl Rows {
    /// The letters with their column and row.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (usize, usize, char)> + '_ {
        let width = usize::from(self.grid.width().unsigned_abs()).max(1);
        self.letters.iter().enumerate().map(move |(place, letter)| (place % width, place / width, *letter))
    }
}

/// Adds a fault at the letter of a column and row of the drawing in `key`.
pub(crate) fn fault_at(table: &Table<'_>, key: &str, (column, row): (usize, usize), found: String, expected: &str) {
    table.fault_in_text(key, row, 2 * column + row % 2, found, expected);
}

/// Reads the drawing in a key's text; nothing, with faults, unless every row is well drawn and of one length.
pub(crate) fn read(table: &Table<'_>, key: &str, value: &Value<'_>) -> Option<Rows> {
    let text = value.text()?;
    let lines: Vec<&str> = text.trim_end().lines().map(str::trim_end).collect();
    let rows: Vec<Option<Vec<char>>> = lines.iter().enumerate().map(|(row, line)| read_row(value, row, line)).collect();
    let rows: Vec<Vec<char>> = rows.into_iter().collect::<Option<_>>()?;
    let width = rows.first().map_or(0, Vec::len);
    if !SIZES.contains(&width) || !SIZES.contains(&rows.len()) {
        let found = format!("`{key}` draws {width} columns and {} rows", rows.len());
        table.fault(key, found, format!("{} to {} of each", SIZES.start(), SIZES.end()));
        return None;
    }
    let even = rows.iter().enumerate().filter(|(row, letters)| same_length(value, *row, letters.len(), width)).count();
    let grid = Grid::new(width as i16, rows.len() as i16);
    (even == rows.len()).then(|| Rows { grid, letters: rows.concat() })
}

fn same_length(value: &Value<'_>, row: usize, length: usize, width: usize) -> bool {
    if length != width {
        let column = 2 * length.min(width) + row % 2;
        value.fault_in_text(row, column, format!("row {row} has {length} hexes"), format!("{width}, as row 0 has"));
    }
    length == width
}

/// The letters of one row, or its first fault.
fn read_row(value: &Value<'_>, row: usize, line: &str) -> Option<Vec<char>> {
    let indent = line.chars().take_while(|letter| *letter == ' ').count();
    if indent != row % 2 {
        let expected = match row % 2 {
            0 => "no space before the first hex of an even row",
            _ => "one space before the first hex of an odd row",
        };
        value.fault_in_text(row, indent, format!("row {row} is indented by {indent}"), expected);
        return None;
    }
    let characters: Vec<char> = line.chars().skip(indent).collect();
    match characters.iter().enumerate().find(|(place, letter)| (place % 2 == 0) == letter.is_whitespace()) {
        None => Some(characters.into_iter().step_by(2).collect()),
        Some((place, letter)) => {
            let found = format!("`{letter}` in row {row}");
            let expected = match place % 2 {
                0 => format!("the letter of hex {},{row}", place / 2),
                _ => format!("a space after hex {},{row}", place / 2),
            };
            value.fault_in_text(row, indent + place, found, expected);
            None
        }
    }
}
