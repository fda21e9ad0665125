//! Sight: what a line from centre to centre passes, the corridor of a broad one, and the ground that can block at all.

use std::ops::RangeInclusive;

use hexes::{Crossing, Grid, Hex, Midpoint, Offset};

use crate::{Battlefield, Ground, Terrain};

impl Ground {
    /// How open the straight line between the centres of two hexes is: the worst of what `at` says of the hexes whose inside
    /// it passes, the ends apart, and `best` where it passes none. Where it runs along an edge the better of the two counts.
    /// What is `closed` cannot get worse.
    ///
    /// ```
    /// use hexes::Hex;
    /// let (ground, wood) = (battle::Ground::plain(8, 8), |hex: Hex| hex == Hex::new(1, 0));
    /// assert!(ground.worst_on_line(Hex::new(0, 0), Hex::new(3, 0), false, true, wood));
    /// assert!(!ground.worst_on_line(Hex::new(0, 0), Hex::new(1, 1), false, true, wood)); // along its edge
    /// ```
    pub fn worst_on_line<T: Ord + Copy>(
        &self,
        from: Hex,
        to: Hex,
        best: T,
        closed: T,
        mut at: impl FnMut(Hex) -> T,
    ) -> T {
        let mut worst = best;
        for crossing in self.sight_line(from, to) {
            worst = worst.max(match crossing {
                Crossing::One(hex) => at(hex),
                Crossing::Either(left, right) => at(left).min(at(right)),
            });
            if worst == closed {
                break;
            }
        }
        worst
    }
}

/// The band around a line of sight in which things may block it: the hexes of the map strictly between the ends of the
/// line and within half a width of it.
#[derive(Clone, Debug)]
pub struct Corridor {
    grid: Grid,
    start: Midpoint,
    x: i64,
    y: i64,
    square: i64,
    width: i64,
    /// How far aside a hex may lie, as a cross product.
    aside: i64,
    /// First and last row.
    rows: [i32; 2],
    /// How the middle of the corridor shifts with a row and its half-width there, in 65536ths; 0 for a flat line, which
    /// is bounded by its ends.
    slope: i64,
    half: i64,
}

/// The hexes of one row that may lie in a corridor.
struct Strip {
    row: i32,
    down: i64,
    /// Where column 0 lies from the start.
    left: i64,
    columns: [i64; 2],
}

impl Corridor {
    /// The corridor of `width` half-hexes to either side of the line.
    #[must_use]
    pub fn new(start: Midpoint, end: Midpoint, width: i64, grid: Grid) -> Corridor {
        let (x, y) = (i64::from(end.x - start.x), i64::from(end.y - start.y));
        let square = x * x + 3 * y * y;
        let aside = (4 * width * width * square / 3).isqrt() + 1;
        let margin = (5 * width * x.abs() / (4 * square.isqrt().max(1)) + 2) as i32;
        let top = (start.y.min(end.y) - margin).div_euclid(2).max(0);
        let bottom = (start.y.max(end.y) + margin).div_euclid(2).min(i32::from(grid.height()) - 1);
        let (slope, half) = if y == 0 { (0, 0) } else { ((x << 16) / y, (aside << 16) / y.abs()) };
        Corridor { grid, start, x, y, square, width, aside, rows: [top, bottom], slope, half }
    }

    /// Calls for every hex, row by row.
    pub fn each(&self, mut call: impl FnMut(Hex)) {
        for strip in self.strips() {
            let [first, last] = strip.columns;
            (first..=last).filter(|column| self.holds(&strip, *column)).for_each(|column| call(strip.hex(column)));
        }
    }

    /// Calls for every hex where the ground may block sight, row by row.
    pub fn screens(&self, field: &Battlefield, mut call: impl FnMut(Hex)) {
        self.any_screen(field, |hex| {
            call(hex);
            false
        });
    }

    /// Whether any hex where the ground may block sight is as asked; after the first that is, no more are asked about.
    pub fn any_screen(&self, field: &Battlefield, mut asked: impl FnMut(Hex) -> bool) -> bool {
        self.strips().any(|strip| {
            let [first, last] = strip.columns;
            field.any_screen(strip.row as i16, first as i16..=last as i16, |column| {
                self.holds(&strip, column.into()) && asked(strip.hex(column.into()))
            })
        })
    }

    fn strips(&self) -> impl Iterator<Item = Strip> {
        (self.rows[0]..=self.rows[1]).map(|row| self.strip(row))
    }

    fn strip(&self, row: i32) -> Strip {
        let down = i64::from(2 * row - self.start.y);
        let (mut first, mut last) = (self.x.min(0) - 4 * self.width, self.x.max(0) + 4 * self.width);
        if self.y != 0 {
            let middle = self.slope * down;
            first = first.max((middle - self.half) >> 16);
            last = last.min(((middle + self.half) >> 16) + 1);
        }
        let left = i64::from(2 * row - 4 * (row >> 1)) - i64::from(self.start.x);
        let first = (first - left).div_euclid(4).max(0);
        let last = (last - left).div_euclid(4).min(i64::from(self.grid.width()) - 1);
        Strip { row, down, left, columns: [first, last] }
    }

    /// Whether the hex of a strip in that column lies in the corridor.
    fn holds(&self, strip: &Strip, column: i64) -> bool {
        let way = strip.left + 4 * column;
        let along = way * self.x + 3 * strip.down * self.y;
        along > 0 && along < self.square && (self.x * strip.down - self.y * way).abs() < self.aside
    }
}

impl Strip {
    fn hex(&self, column: i64) -> Hex {
        Offset::new(column as i16, self.row as i16).hex()
    }
}

/// The hexes of a map that can block sight at all: woods, buildings, works and what rises above the lowest ground, row by row.
#[derive(Clone, Debug)]
pub(crate) struct Screens {
    grid: Grid,
    /// Words of 64 columns a row.
    words: usize,
    bits: Vec<u64>,
}

impl Screens {
    /// The screens of a map. Level 0 counts as lowest ground where nothing is lower.
    pub(crate) fn new(ground: &Ground) -> Screens {
        let grid = ground.grid();
        let words = usize::from(grid.width() as u16).div_ceil(64);
        let mut screens = Screens { grid, words, bits: vec![0; words * usize::from(grid.height() as u16)] };
        let lowest = grid.iter().map(|hex| ground.elevation(hex)).min().unwrap_or(0).min(0);
        for (place, hex) in grid.iter().enumerate() {
            let terrain = ground.terrain(hex);
            let stands = terrain.is_woods() || terrain.is_building() || terrain == Terrain::Works;
            if stands || ground.elevation(hex) > lowest {
                let (row, column) =
                    (place / usize::from(grid.width() as u16), place % usize::from(grid.width() as u16));
                screens.bits[row * words + column / 64] |= 1 << (column % 64);
            }
        }
        screens
    }

    /// Whether a hex of the map is a screen.
    #[inline]
    pub(crate) fn has(&self, hex: Hex) -> bool {
        let Offset { column, row } = hex.offset();
        let word = row as usize * self.words + column as usize / 64;
        self.bits[word] & 1 << (column % 64) != 0
    }

    /// Whether the column of any screen in a row between two columns, both included, is as asked, from the left.
    pub(crate) fn any_in_row(
        &self,
        row: i16,
        columns: RangeInclusive<i16>,
        mut asked: impl FnMut(i16) -> bool,
    ) -> bool {
        let (first, last) = (*columns.start().max(&0), *columns.end().min(&(self.grid.width() - 1)));
        if first > last || row < 0 || row >= self.grid.height() {
            return false;
        }
        let (first, last, row) = (first as usize, last as usize, row as usize);
        for word in first / 64..=last / 64 {
            let mut bits = self.bits[row * self.words + word];
            bits &= if word == first / 64 { u64::MAX << (first % 64) } else { u64::MAX };
            bits &= if word == last / 64 { u64::MAX >> (63 - last % 64) } else { u64::MAX };
            while bits != 0 {
                if asked((64 * word) as i16 + bits.trailing_zeros() as i16) {
                    return true;
                }
                bits &= bits - 1;
            }
        }
        false
    }
}
