//! The corridor around a line of sight in which things may block it, row by row (EA-LOS-4).

use battle::Battlefield;
use hexes::{Grid, Hex, Midpoint, Offset};

/// The hexes of the map strictly between the ends of a line and within half a width of it.
pub(crate) struct Corridor {
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
    pub(crate) fn new(start: Midpoint, end: Midpoint, width: i64, grid: Grid) -> Corridor {
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
    #[cfg(test)]
    pub(crate) fn each(&self, mut call: impl FnMut(Hex)) {
        for strip in self.strips() {
            let [first, last] = strip.columns;
            (first..=last).filter(|column| self.holds(&strip, *column)).for_each(|column| call(strip.hex(column)));
        }
    }

    /// Calls for every hex where the ground may block sight, row by row.
    pub(crate) fn screens(&self, field: &Battlefield, mut call: impl FnMut(Hex)) {
        for strip in self.strips() {
            let [first, last] = strip.columns;
            field.each_screen(strip.row as i16, first as i16..=last as i16, |column| {
                if self.holds(&strip, column.into()) {
                    call(strip.hex(column.into()));
                }
            });
        }
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
