//! A value for each edge between hexes: rivers, walls, slopes.

use crate::{Direction, Grid, Hex};

/// A value for every edge of every hex of a grid, the outer edges included.
///
/// An edge is one thing seen from two hexes: what is set from one side is read from the other.
///
/// ```
/// use hexes::{Direction, EdgeMap, Grid, Hex};
/// let mut walls = EdgeMap::filled(Grid::new(4, 4), false);
/// walls.set(Hex::new(1, 1), Direction::East, true);
/// assert_eq!(walls.get(Hex::new(2, 1), Direction::West), Some(&true));
/// assert_eq!(walls.get(Hex::new(9, 9), Direction::West), None);
/// ```
#[derive(PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct EdgeMap<T> {
    grid: Grid,
    /// Edges NE, E and SE of each hex of the grid and of a margin of one hex all round it.
    edges: Vec<T>,
}

impl<T> EdgeMap<T> {
    /// A map with `value` on every edge.
    pub fn filled(grid: Grid, value: T) -> EdgeMap<T>
    where
        T: Clone,
    {
        let hexes = (grid.width() as usize + 2) * (grid.height() as usize + 2);
        EdgeMap { grid, edges: vec![value; 3 * hexes] }
    }

    /// The grid it covers.
    #[inline]
    pub fn grid(&self) -> Grid {
        self.grid
    }

    /// The value of the hex's edge in that direction; `None` if the hexes on both sides are off the grid.
    #[inline]
    pub fn get(&self, hex: Hex, direction: Direction) -> Option<&T> {
        self.index(hex, direction).map(|index| &self.edges[index])
    }

    /// The value of the hex's edge, to change; `None` if the hexes on both sides are off the grid.
    #[inline]
    pub fn get_mut(&mut self, hex: Hex, direction: Direction) -> Option<&mut T> {
        self.index(hex, direction).map(|index| &mut self.edges[index])
    }

    /// Sets the value of the hex's edge, for both sides. Returns whether there is such an edge; if the hexes
    /// on both sides are off the grid nothing changes.
    pub fn set(&mut self, hex: Hex, direction: Direction, value: T) -> bool {
        let edge = self.get_mut(hex, direction);
        edge.map(|edge| *edge = value).is_some()
    }

    /// Every edge once, with its value: the edges to NE, E and SE of each hex in the order of the hexes' numbers
    /// (a hex of the margin, off the grid, stands for the outer edges to the north-west, west and south-west).
    pub fn iter(&self) -> impl Iterator<Item = (Hex, Direction, &T)> {
        let sides = &Direction::ALL[..3];
        let edges = self.margin().flat_map(move |hex| sides.iter().map(move |side| (hex, *side)));
        edges.filter_map(|(hex, side)| Some((hex, side, self.get(hex, side)?)))
    }

    fn margin(&self) -> impl Iterator<Item = Hex> {
        let (width, height) = (self.grid.width(), self.grid.height());
        let row_of = move |row| (-1..=width).map(move |column| crate::Offset::new(column, row).hex());
        (-1..=height).flat_map(row_of)
    }

    #[inline]
    fn index(&self, hex: Hex, direction: Direction) -> Option<usize> {
        let beyond = hex.neighbor(direction);
        if !self.grid.contains(hex) && !self.grid.contains(beyond) {
            return None;
        }
        let side = direction.index();
        let (owner, side) = if side < 3 { (hex, side) } else { (beyond, side - 3) };
        let place = owner.offset();
        let row = (place.row + 1) as usize * (self.grid.width() as usize + 2);
        Some(3 * (row + (place.column + 1) as usize) + side)
    }
}

impl<T: Clone> Clone for EdgeMap<T> {
    fn clone(&self) -> EdgeMap<T> {
        EdgeMap { grid: self.grid, edges: self.edges.clone() }
    }

    fn clone_from(&mut self, source: &EdgeMap<T>) {
        self.grid = source.grid;
        self.edges.clone_from(&source.edges);
    }
}
