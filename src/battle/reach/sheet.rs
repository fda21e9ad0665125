//! The hexes of a map in axial rows with a margin, so that a step is an addition.

use hexes::{Grid, Hex, Vector};

/// Margins grow by so many hexes at once.
const MARGIN: i32 = 8;

/// Places of the hexes of a map and of a margin around it. A margin to the right is that to the left of the next row.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub(super) struct Sheet {
    grid: Grid,
    margin: i32,
    stride: i32,
    origin: i32,
}

impl Sheet {
    /// The sheet of a grid on which nothing that begins on the grid and goes no further than `margin` along either axis
    /// gets lost.
    pub(super) fn new(grid: Grid, margin: i32) -> Sheet {
        let margin = (margin / MARGIN + 1) * MARGIN;
        let left = (i32::from(grid.height()) / 2).max(0);
        let stride = i32::from(grid.width()) + left + margin;
        Sheet { grid, margin, stride, origin: margin * stride + left + margin }
    }

    /// Whether it serves that grid with that margin.
    pub(super) fn serves(&self, grid: Grid, margin: i32) -> bool {
        self.grid == grid && margin <= self.margin && self.stride > 0
    }

    /// How far beyond the grid its places go.
    pub(super) fn margin(&self) -> i32 {
        self.margin
    }

    /// How many places there are.
    pub(super) fn len(&self) -> usize {
        ((i32::from(self.grid.height()) + 2 * self.margin) * self.stride + 2 * self.margin) as usize
    }

    /// The place of a hex of the grid.
    #[inline]
    pub(super) fn place(&self, hex: Hex) -> Option<usize> {
        self.grid.contains(hex).then(|| (self.origin as isize + self.offset(hex - Hex::default())) as usize)
    }

    /// How far apart the places of two hexes are that lie that way from each other.
    #[inline]
    pub(super) fn offset(&self, way: Vector) -> isize {
        (i32::from(way.r) * self.stride + i32::from(way.q)) as isize
    }
}
