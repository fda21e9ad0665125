//! The rectangle of hexes a map covers, and a value for each of its hexes.

use crate::{Hex, Offset};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::{Index, IndexMut};

/// A map's rectangle of `width` columns and `height` rows, odd rows shifted right by half a hex.
///
/// Hexes are numbered row by row from the top left:
///
/// ```text
///   0   1   2
///     3   4   5
///   6   7   8
/// ```
///
/// ```
/// use hexes::{Grid, Offset};
/// let grid = Grid::new(3, 3);
/// assert_eq!(grid.index(Offset::new(1, 1).hex()), Some(4));
/// assert_eq!(grid.index(Offset::new(3, 1).hex()), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "GridFields")]
pub struct Grid {
    width: i16,
    height: i16,
}

#[derive(Deserialize)]
struct GridFields {
    width: i16,
    height: i16,
}

impl TryFrom<GridFields> for Grid {
    type Error = ShapeError;

    fn try_from(fields: GridFields) -> Result<Grid, ShapeError> {
        let grid = Grid::new(fields.width, fields.height);
        let same = (grid.width, grid.height) == (fields.width, fields.height);
        same.then_some(grid).ok_or(ShapeError::Negative(fields.width, fields.height))
    }
}

/// Why a grid or a map of hexes could not be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShapeError {
    /// A width or a height is below zero.
    Negative(i16, i16),
    /// A map over this grid has this many cells instead of one a hex.
    Cells(Grid, usize),
}

impl fmt::Display for ShapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ShapeError::Negative(width, height) => {
                write!(f, "a grid of {width} by {height} hexes: neither may be below 0")
            }
            ShapeError::Cells(grid, cells) => {
                let (width, height) = (grid.width, grid.height);
                write!(f, "{cells} cells for a grid of {width} by {height} hexes, expected {}", grid.len())
            }
        }
    }
}

impl std::error::Error for ShapeError {}

impl Grid {
    /// A grid of `width` columns and `height` rows; a negative number counts as 0.
    pub const fn new(width: i16, height: i16) -> Grid {
        let width = if width < 0 { 0 } else { width };
        let height = if height < 0 { 0 } else { height };
        Grid { width, height }
    }

    /// Columns, 0 or more.
    #[inline]
    pub const fn width(self) -> i16 {
        self.width
    }

    /// Rows, 0 or more.
    #[inline]
    pub const fn height(self) -> i16 {
        self.height
    }

    /// How many hexes there are.
    #[inline]
    pub const fn len(self) -> usize {
        self.width as usize * self.height as usize
    }

    /// Whether there is no hex at all.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Whether the hex is on the grid.
    #[inline]
    pub const fn contains(self, hex: Hex) -> bool {
        self.index(hex).is_some()
    }

    /// The number of the hex, row by row from the top left; `None` off the grid. Never overflows.
    #[inline]
    pub const fn index(self, hex: Hex) -> Option<usize> {
        let row = hex.r as i32;
        let column = hex.q as i32 + (row >> 1);
        if (row as u32) < self.height as u32 && (column as u32) < self.width as u32 {
            Some(row as usize * self.width as usize + column as usize)
        } else {
            None
        }
    }

    /// The hex of that number.
    ///
    /// # Panics
    /// If `index` is not below [`Grid::len`].
    #[inline]
    pub const fn hex(self, index: usize) -> Hex {
        assert!(index < self.len(), "hex number beyond the end of the grid");
        let width = self.width as usize;
        Offset::new((index % width) as i16, (index / width) as i16).hex()
    }

    /// All hexes in the order of their numbers.
    pub fn iter(self) -> impl Iterator<Item = Hex> {
        let row_of = move |row| (0..self.width).map(move |column| Offset::new(column, row).hex());
        (0..self.height).flat_map(row_of)
    }
}

/// A value for every hex of a grid, stored densely in the order of the hexes' numbers.
///
/// `clone_from` reuses the memory of the map it overwrites. Reading a serialised map checks that it has one
/// cell a hex.
///
/// ```
/// use hexes::{Grid, Hex, HexMap};
/// let mut heights = HexMap::filled(Grid::new(4, 4), 0);
/// heights[Hex::new(1, 1)] = 2;
/// assert_eq!(heights[Hex::new(1, 1)], 2);
/// assert_eq!(heights.get(Hex::new(9, 9)), None);
/// ```
#[derive(PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "HexMapFields<T>")]
pub struct HexMap<T> {
    grid: Grid,
    cells: Vec<T>,
}

#[derive(Deserialize)]
struct HexMapFields<T> {
    grid: Grid,
    cells: Vec<T>,
}

impl<T> TryFrom<HexMapFields<T>> for HexMap<T> {
    type Error = ShapeError;

    fn try_from(fields: HexMapFields<T>) -> Result<HexMap<T>, ShapeError> {
        HexMap::from_cells(fields.grid, fields.cells)
    }
}

impl<T> HexMap<T> {
    /// A map with `value` on every hex.
    pub fn filled(grid: Grid, value: T) -> HexMap<T>
    where
        T: Clone,
    {
        let cells = vec![value; grid.len()];
        HexMap { grid, cells }
    }

    /// A map with the value that `value_of` gives for each hex, asked in the order of their numbers.
    pub fn from_fn(grid: Grid, value_of: impl FnMut(Hex) -> T) -> HexMap<T> {
        let cells = grid.iter().map(value_of).collect();
        HexMap { grid, cells }
    }

    /// A map of values given in the order of the hexes' numbers.
    ///
    /// # Errors
    /// [`ShapeError::Cells`] if there is not exactly one value a hex.
    pub fn from_cells(grid: Grid, cells: Vec<T>) -> Result<HexMap<T>, ShapeError> {
        if cells.len() == grid.len() { Ok(HexMap { grid, cells }) } else { Err(ShapeError::Cells(grid, cells.len())) }
    }

    /// The grid it covers.
    #[inline]
    pub fn grid(&self) -> Grid {
        self.grid
    }

    /// The value on the hex; `None` off the grid.
    #[inline]
    pub fn get(&self, hex: Hex) -> Option<&T> {
        self.grid.index(hex).map(|index| &self.cells[index])
    }

    /// The value on the hex, to change; `None` off the grid.
    #[inline]
    pub fn get_mut(&mut self, hex: Hex) -> Option<&mut T> {
        self.grid.index(hex).map(|index| &mut self.cells[index])
    }

    /// Hexes and their values in the order of the hexes' numbers.
    pub fn iter(&self) -> impl Iterator<Item = (Hex, &T)> {
        self.grid.iter().zip(&self.cells)
    }

    /// Hexes and their values, to change, in the order of the hexes' numbers.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (Hex, &mut T)> {
        self.grid.iter().zip(&mut self.cells)
    }

    /// The values alone, by number of the hex.
    #[inline]
    pub fn cells(&self) -> &[T] {
        &self.cells
    }

    /// The values alone, by number of the hex, to change.
    #[inline]
    pub fn cells_mut(&mut self) -> &mut [T] {
        &mut self.cells
    }
}

impl<T: Clone> Clone for HexMap<T> {
    fn clone(&self) -> HexMap<T> {
        HexMap { grid: self.grid, cells: self.cells.clone() }
    }

    fn clone_from(&mut self, source: &HexMap<T>) {
        self.grid = source.grid;
        self.cells.clone_from(&source.cells);
    }
}

impl<T> Index<Hex> for HexMap<T> {
    type Output = T;

    /// # Panics
    /// If the hex is off the grid.
    #[inline]
    fn index(&self, hex: Hex) -> &T {
        match self.grid.index(hex) {
            Some(index) => &self.cells[index],
            None => off_grid(self.grid, hex),
        }
    }
}

impl<T> IndexMut<Hex> for HexMap<T> {
    /// # Panics
    /// If the hex is off the grid.
    #[inline]
    fn index_mut(&mut self, hex: Hex) -> &mut T {
        match self.grid.index(hex) {
            Some(index) => &mut self.cells[index],
            None => off_grid(self.grid, hex),
        }
    }
}

#[cold]
fn off_grid(grid: Grid, hex: Hex) -> ! {
    let (width, height) = (grid.width, grid.height);
    panic!("hex {} is off the grid of {width} columns by {height} rows", hex.offset());
}
