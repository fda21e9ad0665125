//! The ground as drawn: texture, contours, obstacles on hex sides, roads and crossings. Drawn once a zoom and theme.

use battle::{Cell, Crossing, Ground, Obstacle, Terrain};
use hexes::{Direction, Hex};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Style};

use super::projection::{Projection, Zoom};
use crate::canvas::Canvas;
use crate::glyphs::{Density, Glyphs, Weight};
use crate::theme::{Depth, Ink, Theme, mix};

/// The whole map's ground at one zoom, ready to be copied to the screen.
pub struct GroundPicture {
    made_for: (Zoom, Theme, Glyphs),
    picture: Buffer,
}

impl GroundPicture {
    /// Draws the ground.
    #[must_use]
    pub fn new(ground: &Ground, zoom: Zoom, theme: &Theme, glyphs: Glyphs) -> GroundPicture {
        let (width, height) = zoom.canvas(ground.grid());
        let mut picture = Buffer::empty(Rect::new(0, 0, width as u16, height as u16));
        let mut pen = Pen { ground, theme, glyphs, picture: &mut picture };
        match zoom {
            Zoom::Table => pen.table(),
            Zoom::Field | Zoom::Close => ground.grid().iter().for_each(|hex| pen.hex(hex, zoom)),
        }
        GroundPicture { made_for: (zoom, theme.clone(), glyphs), picture }
    }

    /// Whether it is still the right picture.
    #[must_use]
    pub fn suits(&self, zoom: Zoom, theme: &Theme, glyphs: Glyphs) -> bool {
        self.made_for.0 == zoom && self.made_for.2 == glyphs && self.made_for.1 == *theme
    }

    /// Copies what the window shows.
    pub fn copy(&self, projection: &Projection, canvas: &mut Canvas<'_>) {
        let whole = self.picture.area;
        for row in projection.area.top()..projection.area.bottom() {
            let (left, y) = projection.map_cell(projection.area.x, row);
            if y < 0 || y >= i32::from(whole.height) {
                continue;
            }
            let from = left.max(0);
            let until = (left + i32::from(projection.area.width)).min(i32::from(whole.width));
            if from < until {
                let first = y as usize * usize::from(whole.width);
                let cells = &self.picture.content[first + from as usize..first + until as usize];
                canvas.copy((projection.area.x + (from - left) as u16, row), cells);
            }
        }
    }
}

/// A number that looks random and is always the same for a hex.
#[must_use]
pub fn noise(hex: Hex) -> u32 {
    let mixed = (hex.q as u16 as u32).wrapping_mul(0x9e37_79b1) ^ (hex.r as u16 as u32).wrapping_mul(0x85eb_ca6b);
    let mixed = (mixed ^ (mixed >> 15)).wrapping_mul(0x2c1b_3c6d);
    let mixed = (mixed ^ (mixed >> 12)).wrapping_mul(0x297a_2d39);
    mixed ^ (mixed >> 15)
}

/// The style of a hex of ground, roads and crossings included.
#[must_use]
pub fn ground_style(theme: &Theme, cell: Cell) -> Style {
    if cell.road || cell.crossing == Crossing::Bridge {
        theme.road(cell.elevation)
    } else {
        theme.ground(cell.terrain, cell.elevation)
    }
}

/// How the light falls on a hex from the north-west: 1 on slopes that face it, -1 on those that fall away from it, else 0.
fn light(ground: &Ground, hex: Hex) -> i8 {
    let height = |direction: Direction, steps: i16| {
        let there = hex + direction.vector() * steps;
        if ground.grid().contains(there) { ground.elevation(there) } else { ground.elevation(hex) }
    };
    let sum = |sides: [Direction; 2]| -> i8 {
        sides.into_iter().flat_map(|side| [1, 2].map(|steps| height(side, steps).clamp(-9, 9))).sum()
    };
    let rise = sum([Direction::East, Direction::SouthEast]) - sum([Direction::West, Direction::NorthWest]);
    (rise / 2).signum()
}

struct Pen<'a> {
    ground: &'a Ground,
    theme: &'a Theme,
    glyphs: Glyphs,
    picture: &'a mut Buffer,
}

impl Pen<'_> {
    fn density(&self) -> Density {
        if self.theme.mixes() { Density::Sparse } else { Density::Full }
    }

    fn hex(&mut self, hex: Hex, zoom: Zoom) {
        let Some(cell) = self.ground.cell(hex) else { return };
        // A large hex is much to send already, when the window goes over a map that is larger than it.
        let light = if zoom == Zoom::Field { light(self.ground, hex) } else { 0 };
        let style = self.theme.lit(ground_style(self.theme, cell), light);
        let (left, top) = zoom.place(hex);
        let (width, height) = zoom.hex_size();
        for row in 0..height {
            for column in (0..width).step_by(2) {
                let seed = noise(Hex::new(hex.q, hex.r + 101 * (column + 2 * row) as i16));
                let pair = self.texture(cell, seed);
                let x = (left + i32::from(column)) as u16;
                for (place, c) in pair.into_iter().enumerate() {
                    self.put(x + place as u16, (top + i32::from(row)) as u16, c, style);
                }
            }
        }
        self.contours(hex, zoom);
        self.obstacles(hex, zoom);
    }

    fn put(&mut self, x: u16, y: u16, c: char, style: Style) {
        if let Some(cell) = self.picture.cell_mut((x, y)) {
            cell.set_char(c).set_style(style);
        }
    }

    fn texture(&self, cell: Cell, seed: u32) -> [char; 2] {
        let bare = self.theme.mixes();
        match (cell.crossing, cell.road) {
            (Crossing::Bridge, _) => ['=', '='],
            (Crossing::Ford, _) => [':', '~'],
            (_, true) if bare => [' ', ' '],
            (_, true) => [self.glyphs.road(); 2],
            _ => self.glyphs.texture(cell.terrain, seed, self.density()),
        }
    }

    /// Contours run inside the higher hex, below it and to its right; the lower sides of a hill need none above.
    fn contours(&mut self, hex: Hex, zoom: Zoom) {
        let here = self.ground.elevation(hex);
        let falls = |direction: Direction| {
            let beyond = hex.neighbor(direction);
            self.ground.cell(beyond).is_some_and(|cell| cell.elevation < here)
        };
        let sides = [Direction::SouthWest, Direction::SouthEast, Direction::East].map(falls);
        if sides.contains(&true) {
            self.lines(hex, zoom, sides, Weight::Thin, self.theme.ink(Ink::Contour));
        }
        let west = self.ground.cell(hex.neighbor(Direction::West)).is_some_and(|cell| cell.elevation < here);
        if west && self.glyphs == Glyphs::Unicode && !sides[0] {
            let (x, y) = zoom.place(hex);
            for row in 0..zoom.hex_size().1 {
                self.put(x as u16, y as u16 + row, '▏', self.theme.ink(Ink::Contour));
            }
        }
    }

    fn obstacles(&mut self, hex: Hex, zoom: Zoom) {
        let edges =
            [Direction::SouthWest, Direction::SouthEast, Direction::East].map(|side| self.ground.edge(hex, side));
        let Some(edge) = edges.into_iter().find(|edge| edge.obstacle != Obstacle::None) else { return };
        let sides = edges.map(|edge| edge.obstacle != Obstacle::None);
        let style = Style::new().fg(self.theme.obstacle(edge.obstacle));
        self.lines(hex, zoom, sides, Weight::Thick, style);
        let crossed = edges.iter().position(|edge| edge.crossing != Crossing::None);
        if let Some(place) = crossed {
            self.crossing(hex, zoom, place, edges[place].crossing);
        }
    }

    fn crossing(&mut self, hex: Hex, zoom: Zoom, side: usize, crossing: Crossing) {
        let (x, y) = zoom.place(hex);
        let (width, height) = zoom.hex_size();
        let column = if side == 0 { 0 } else { width - 1 };
        let sign = if crossing == Crossing::Bridge { '=' } else { ':' };
        self.put(x as u16 + column, y as u16 + height - 1, sign, self.theme.road(0));
    }

    /// Lines on the sides south-west, south-east and east of a hex.
    fn lines(&mut self, hex: Hex, zoom: Zoom, [left, right, beside]: [bool; 3], weight: Weight, style: Style) {
        let (x, y) = zoom.place(hex);
        let (width, height) = zoom.hex_size();
        let (x, y) = (x as u16, y as u16);
        for column in 0..width {
            for row in 0..height {
                let below = row + 1 == height && if column < width / 2 { left } else { right };
                let edge = beside && column + 1 == width;
                let c = self.glyphs.side_line(below, edge, weight);
                if c != ' ' {
                    self.put(x + column, y + row, c, style);
                }
            }
        }
    }

    /// Two hexes a cell: upper and lower half.
    fn table(&mut self) {
        let grid = self.ground.grid();
        for hex in grid.iter() {
            let at = hex.offset();
            let cell = self.ground.cell(hex).unwrap_or_default();
            let style = ground_style(self.theme, cell);
            let (x, y) = (at.column as u16, at.row as u16 / 2);
            match (self.theme.depth(), at.row % 2) {
                (Depth::Mono, 0) => {
                    let seed = noise(hex);
                    let c = if cell.terrain == Terrain::Open && !cell.road { ' ' } else { self.texture(cell, seed)[0] };
                    self.put(x, y, c, style);
                }
                (Depth::Mono, _) => {}
                (_, 0) => self.put(x, y, '▀', Style::new().fg(whole(self.ground, self.theme, hex, cell))),
                (_, _) => {
                    let lower = whole(self.ground, self.theme, hex, cell);
                    if let Some(cell) = self.picture.cell_mut((x, y)) {
                        cell.set_bg(lower);
                    }
                }
            }
        }
    }
}

/// The one colour of a hex in the overview; streams and rivers colour the hex they run along.
fn whole(ground: &Ground, theme: &Theme, hex: Hex, cell: Cell) -> Color {
    let colour = solid(theme, cell, ground_style(theme, cell));
    let sides = [Direction::SouthWest, Direction::SouthEast, Direction::East];
    let wet = sides
        .into_iter()
        .map(|side| ground.edge(hex, side))
        .find(|edge| matches!(edge.obstacle, Obstacle::Stream | Obstacle::River) && edge.crossing == Crossing::None);
    match wet {
        Some(edge) if theme.mixes() => mix(colour, theme.obstacle(edge.obstacle), 0.7),
        Some(edge) => theme.obstacle(edge.obstacle),
        None => colour,
    }
}

/// The colour and the letter of a hex of ground in the overview.
#[must_use]
pub fn block(ground: &Ground, hex: Hex, theme: &Theme) -> (Color, char) {
    let cell = ground.cell(hex).unwrap_or_default();
    let letter = match cell.terrain {
        Terrain::Open | Terrain::Crops | Terrain::Ploughed if cell.road => ':',
        Terrain::Open | Terrain::Crops | Terrain::Ploughed => ' ',
        Terrain::LightWoods | Terrain::Woods | Terrain::DenseWoods => 't',
        Terrain::Works => 'n',
        town if town.is_built_up() => 'n',
        Terrain::Water | Terrain::Marsh => '~',
        _ => '^',
    };
    (whole(ground, theme, hex, cell), letter)
}

/// The colour that stands for a whole hex where only one is to be had.
#[must_use]
pub fn solid(theme: &Theme, cell: Cell, style: Style) -> Color {
    if theme.mixes() {
        return style.bg.unwrap_or(Color::Reset);
    }
    match cell.terrain {
        Terrain::Open if cell.road => Color::Yellow,
        Terrain::Open | Terrain::Crops | Terrain::Ploughed => {
            if cell.elevation > 0 {
                Color::DarkGray
            } else {
                Color::Black
            }
        }
        Terrain::LightWoods | Terrain::Woods | Terrain::DenseWoods => Color::Green,
        Terrain::Works => Color::Gray,
        town if town.is_built_up() => Color::Gray,
        Terrain::Water => Color::Cyan,
        Terrain::Marsh => Color::LightGreen,
        _ => Color::DarkGray,
    }
}
