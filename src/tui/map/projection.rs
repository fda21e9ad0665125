//! Where each hex is on the screen at each zoom, and which hex a screen cell shows.

use battle::{Battlefield, Side, UnitId};
use hexes::{Direction, Grid, Hex, Offset};
use ratatui::layout::Rect;

/// How large a hex is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Zoom {
    /// One column by half a row: the whole table.
    Table,
    /// Two columns by one row.
    #[default]
    Field,
    /// Four columns by two rows.
    Close,
}

impl Zoom {
    /// All of them, smallest hexes first.
    pub const ALL: [Zoom; 3] = [Zoom::Table, Zoom::Field, Zoom::Close];

    /// Its number on the command line and in the settings.
    #[must_use]
    pub const fn key(self) -> &'static str {
        ["0", "1", "2"][self as usize]
    }

    /// The next larger one, if there is one.
    #[must_use]
    pub const fn nearer(self) -> Zoom {
        match self {
            Zoom::Table => Zoom::Field,
            Zoom::Field | Zoom::Close => Zoom::Close,
        }
    }

    /// The next smaller one, if there is one.
    #[must_use]
    pub const fn farther(self) -> Zoom {
        match self {
            Zoom::Close => Zoom::Field,
            Zoom::Field | Zoom::Table => Zoom::Table,
        }
    }

    /// Columns and rows of one hex; at [`Zoom::Table`] the row is shared by two hexes.
    #[must_use]
    pub const fn hex_size(self) -> (u16, u16) {
        match self {
            Zoom::Table => (1, 1),
            Zoom::Field => (2, 1),
            Zoom::Close => (4, 2),
        }
    }

    /// Columns and rows of a whole map.
    #[must_use]
    pub fn canvas(self, grid: Grid) -> (i32, i32) {
        let (width, height) = (i32::from(grid.width()), i32::from(grid.height()));
        match self {
            Zoom::Table => (width, (height + 1) / 2),
            Zoom::Field => (2 * width + i32::from(height > 1), height),
            Zoom::Close => (4 * width + 2 * i32::from(height > 1), 2 * height),
        }
    }

    /// The top left cell of a hex on the whole map.
    #[must_use]
    pub const fn place(self, hex: Hex) -> (i32, i32) {
        let at = hex.offset();
        let (column, row) = (at.column as i32, at.row as i32);
        match self {
            Zoom::Table => (column, row.div_euclid(2)),
            Zoom::Field => (2 * column + (row & 1), row),
            Zoom::Close => (4 * column + 2 * (row & 1), 2 * row),
        }
    }

    /// The hex that a cell of the whole map shows (of the two at [`Zoom::Table`], the upper one); it may be off the grid.
    #[must_use]
    pub const fn hex(self, x: i32, y: i32) -> Hex {
        let (column, row) = match self {
            Zoom::Table => (x, 2 * y),
            Zoom::Field => ((x - (y & 1)).div_euclid(2), y),
            Zoom::Close => {
                let row = y.div_euclid(2);
                ((x - 2 * (row & 1)).div_euclid(4), row)
            }
        };
        Offset::new(column as i16, row as i16).hex()
    }
}

/// Whether a map is shown at the zoom that fits its window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fit {
    /// It is to be.
    #[default]
    Wanted,
    /// It was in that window, whose top left corner showed that cell of the map; in another it is to be again.
    Done(Rect, (i32, i32)),
    /// Another zoom was asked for.
    Off,
}

impl Fit {
    /// What to begin with where that zoom was asked for, or none.
    #[must_use]
    pub const fn unless(asked: Option<Zoom>) -> Fit {
        match asked {
            Some(_) => Fit::Off,
            None => Fit::Wanted,
        }
    }

    /// Whether the zoom is to be found anew in that window.
    #[must_use]
    pub fn wants(self, area: Rect) -> bool {
        match self {
            Fit::Wanted => true,
            Fit::Done(before, _) => before != area,
            Fit::Off => false,
        }
    }

    /// Whether a window that shows a hex stays where it is, without a margin around the hex: as long as it is where it was
    /// put to show everything.
    #[must_use]
    pub fn holds(self, projection: &Projection, focus: Hex) -> bool {
        let (width, height) = projection.zoom.hex_size();
        let put = matches!(self, Fit::Done(_, put) if put == projection.origin);
        put && projection.cells(focus).count() == usize::from(width * height)
    }
}

/// The hexes that a map is to show, and where to begin when they do not all fit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Interest {
    /// Everything that matters: units of both sides, goals.
    pub all: Vec<Hex>,
    /// What matters most: the own army.
    pub own: Vec<Hex>,
}

impl Interest {
    /// What matters of a field to whoever commands that side.
    #[must_use]
    pub fn of(field: &Battlefield, side: Side) -> Interest {
        let hexes = |unit: UnitId| field.footprint(unit).hexes().to_vec();
        let goals = field.roster().objectives.iter().flat_map(|objective| objective.hexes.iter().copied());
        Interest {
            all: field.present().flat_map(hexes).chain(goals).collect(),
            own: field.present_of(side).flat_map(hexes).collect(),
        }
    }

    /// The largest zoom at which labels can be read and all that matters fits a window, with the cell of the map for its
    /// top left corner; where it fits at none, the smallest such zoom around what matters most.
    #[must_use]
    pub fn fit(&self, area: Rect) -> (Zoom, (i32, i32)) {
        for zoom in [Zoom::Close, Zoom::Field] {
            let (left, top, right, bottom) = bounds(zoom, &self.all);
            if right - left <= i32::from(area.width) && bottom - top <= i32::from(area.height) {
                return (zoom, centred((left, top, right, bottom), area));
            }
        }
        let most = if self.own.is_empty() { &self.all } else { &self.own };
        (Zoom::Field, centred(bounds(Zoom::Field, most), area))
    }
}

/// The cells that hexes take on the whole map: left, top, and the first column and row beyond them.
fn bounds(zoom: Zoom, hexes: &[Hex]) -> (i32, i32, i32, i32) {
    let (width, height) = zoom.hex_size();
    let none = (i32::MAX, i32::MAX, i32::MIN, i32::MIN);
    let bounds = hexes.iter().map(|hex| zoom.place(*hex)).fold(none, |(left, top, right, bottom), (x, y)| {
        (left.min(x), top.min(y), right.max(x + i32::from(width)), bottom.max(y + i32::from(height)))
    });
    if hexes.is_empty() { (0, 0, 0, 0) } else { bounds }
}

/// The top left cell of a window with those cells in its middle.
fn centred((left, top, right, bottom): (i32, i32, i32, i32), area: Rect) -> (i32, i32) {
    ((left + right - i32::from(area.width)) / 2, (top + bottom - i32::from(area.height)) / 2)
}

/// The part of the map that a window of the screen shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Projection {
    /// The zoom.
    pub zoom: Zoom,
    /// The size of the map.
    pub grid: Grid,
    /// The window on the screen.
    pub area: Rect,
    /// The cell of the map in the window's top left corner.
    pub origin: (i32, i32),
}

impl Projection {
    /// A window that shows `focus`, scrolled as little as possible from `origin`; a map smaller than the window is
    /// centred.
    #[must_use]
    pub fn following(zoom: Zoom, grid: Grid, area: Rect, origin: (i32, i32), focus: Hex) -> Projection {
        let (width, height) = zoom.canvas(grid);
        let (x, y) = zoom.place(focus);
        let (cell_width, cell_height) = zoom.hex_size();
        let (cell_width, cell_height) = (i32::from(cell_width), i32::from(cell_height));
        // Every other row is shifted by half a hex; the window is not shifted with it.
        let (column, shifted) = (x - x % cell_width, cell_width + cell_width / 2);
        let left = scrolled(origin.0, column, shifted, i32::from(area.width), width, 12);
        let top = scrolled(origin.1, y, cell_height, i32::from(area.height), height, 4);
        Projection { zoom, grid, area, origin: (left, top) }
    }

    /// A window of that size at a cell of the map, moved where it would show less map than it could.
    #[must_use]
    pub fn at(zoom: Zoom, grid: Grid, area: Rect, origin: (i32, i32)) -> Projection {
        let (width, height) = zoom.canvas(grid);
        let kept = |from: i32, window: i32, whole: i32| {
            if whole <= window { -(window - whole) / 2 } else { from.clamp(0, whole - window) }
        };
        let left = kept(origin.0, i32::from(area.width), width);
        let top = kept(origin.1, i32::from(area.height), height);
        Projection { zoom, grid, area, origin: (left, top) }
    }

    /// The screen cell of a map cell, when the window shows it.
    #[must_use]
    pub fn screen(&self, (x, y): (i32, i32)) -> Option<(u16, u16)> {
        let (column, row) = (x - self.origin.0, y - self.origin.1);
        let inside =
            column >= 0 && row >= 0 && column < i32::from(self.area.width) && row < i32::from(self.area.height);
        inside.then(|| (self.area.x + column as u16, self.area.y + row as u16))
    }

    /// The map cell under a screen cell.
    #[must_use]
    pub fn map_cell(&self, x: u16, y: u16) -> (i32, i32) {
        let column = i32::from(x) - i32::from(self.area.x) + self.origin.0;
        (column, i32::from(y) - i32::from(self.area.y) + self.origin.1)
    }

    /// The hex drawn at a screen cell, if one is.
    #[must_use]
    pub fn hex_at(&self, x: u16, y: u16) -> Option<Hex> {
        let inside = self.area.contains(ratatui::layout::Position::new(x, y));
        let (column, row) = self.map_cell(x, y);
        Some(self.zoom.hex(column, row)).filter(|hex| inside && self.grid.contains(*hex))
    }

    /// The screen cells of a hex that the window shows, with their column and row within the hex.
    pub fn cells(&self, hex: Hex) -> impl Iterator<Item = (u16, u16, (u16, u16))> + '_ {
        let (x, y) = self.zoom.place(hex);
        let (width, height) = self.zoom.hex_size();
        let within = (0..height).flat_map(move |row| (0..width).map(move |column| (column, row)));
        within.filter_map(move |(column, row)| {
            let (screen_x, screen_y) = self.screen((x + i32::from(column), y + i32::from(row)))?;
            Some((screen_x, screen_y, (column, row)))
        })
    }
}

/// Where a window begins that shows the focus: where it began before, or as little further on as keeps the focus off its
/// edge, so that a step of a walk over the map costs little on a line; around the focus where that is far away.
fn scrolled(from: i32, focus: i32, size: i32, window: i32, whole: i32, margin: i32) -> i32 {
    if whole <= window {
        return -(window - whole) / 2;
    }
    let margin = margin.min((window - size) / 3).max(0);
    let least = focus + size + margin - window;
    let most = focus - margin;
    let near = from.clamp(least.min(most), most.max(least));
    let middle = focus - (window - size) / 2;
    let is_far = (near - from).abs() > window / 2;
    (if is_far { middle } else { near }).clamp(0, whole - window)
}

/// A way the cursor can go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// To a neighbour.
    To(Direction),
    /// One row up in the same column.
    Up,
    /// One row down in the same column.
    Down,
}

impl Way {
    /// The hex one step that way. Up and down keep the column of the map, so that going up and down again ends where
    /// it began: from an even row up is north-east, from an odd row north-west.
    #[must_use]
    pub fn from(self, hex: Hex) -> Hex {
        let at = hex.offset();
        match self {
            Way::To(direction) => hex.neighbor(direction),
            Way::Up => Offset::new(at.column, at.row - 1).hex(),
            Way::Down => Offset::new(at.column, at.row + 1).hex(),
        }
    }

    /// The hex `steps` that way, stopping at the edge of the map.
    #[must_use]
    pub fn walk(self, from: Hex, steps: u8, grid: Grid) -> Hex {
        (0..steps).fold(from, |hex, _| Some(self.from(hex)).filter(|next| grid.contains(*next)).unwrap_or(hex))
    }
}
