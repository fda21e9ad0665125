//! The map with the way that each unit went.

use battle::{Battlefield, Pose, Side, System};
use hexes::{Grid, Hex, Offset};
use ratatui::layout::Rect;
use ratatui::style::Style;
use table::{Aftermath, Fate, UnitToll};

use crate::canvas::Canvas;
use crate::glyphs::Glyphs;
use crate::map::terrain;
use crate::text::{centred, cut, split_below};
use crate::theme::{Ink, Theme};

/// How the whole map goes into a window, two columns and a row to a hex where there is room, in the middle of it.
struct Scale {
    area: Rect,
    grid: Grid,
    /// Cells of the window for so many cells of the map.
    cells: (i32, i32),
}

impl Scale {
    fn of(field: &Battlefield, area: Rect) -> Scale {
        let grid = field.ground().grid();
        let (width, height) = (2 * i32::from(grid.width()) + 1, i32::from(grid.height()));
        let (columns, rows) = (i32::from(area.width.max(1)), i32::from(area.height.max(1)));
        let cells = match (columns >= width && rows >= height, columns * height < rows * width) {
            (true, _) => (1, 1),
            (false, true) => (columns, width),
            (false, false) => (rows, height),
        };
        let size = |whole: i32| (whole * cells.0 / cells.1).max(1) as u16;
        Scale { area: centred(area, size(width), size(height)), grid, cells }
    }

    /// The cell of a hex.
    fn cell(&self, hex: Hex) -> (u16, u16) {
        let at = hex.offset();
        let (column, row) = (2 * i32::from(at.column) + (i32::from(at.row) & 1), i32::from(at.row));
        let small = |at: i32| at * self.cells.0 / self.cells.1;
        let within = |at: i32, from: u16, room: u16| from + (at.max(0) as u16).min(room.saturating_sub(1));
        (within(small(column), self.area.x, self.area.width), within(small(row), self.area.y, self.area.height))
    }

    /// The hex that a cell shows, if one.
    fn hex(&self, x: u16, y: u16) -> Option<Hex> {
        let large = |at: u16| i32::from(at) * self.cells.1 / self.cells.0;
        let row = large(y - self.area.y);
        let column = (large(x - self.area.x) - (row & 1)).div_euclid(2);
        let hex = Offset::new(column as i16, row as i16).hex();
        (column >= 0 && self.grid.contains(hex)).then_some(hex)
    }
}

/// The unit to be named: one of all known ones, or all of them.
#[must_use]
pub fn chosen(after: &Aftermath, place: Option<usize>) -> Option<&UnitToll> {
    after.units.get(place?)
}

/// The whole map, the goals, and the tracks of one unit or of all.
pub fn paint(
    system: &dyn System,
    after: &Aftermath,
    place: Option<usize>,
    area: Rect,
    (theme, glyphs): (&Theme, Glyphs),
    canvas: &mut Canvas<'_>,
) {
    let (map, foot) = split_below(area, 1);
    let field = system.field();
    let scale = Scale::of(field, map);
    ground(field, &scale, theme, canvas);
    for hexes in field.roster().objectives.iter().map(|objective| &objective.hexes) {
        if let Some(hex) = hexes.get(hexes.len() / 2) {
            canvas.put(scale.cell(*hex), glyphs.flag(), theme.ink(Ink::Flag));
        }
    }
    let one = chosen(after, place);
    let shown: Vec<&UnitToll> = one.map_or_else(|| after.units.iter().collect(), |toll| vec![toll]);
    for toll in &shown {
        way(field, &toll.track, field.side(toll.unit), &scale, theme, canvas);
    }
    for toll in &shown {
        end(field, toll, &scale, (theme, glyphs), canvas);
    }
    canvas.write(foot.x, foot.y, cut(&legend(system, one, glyphs), usize::from(foot.width)), theme.ink(Ink::Faint));
}

fn ground(field: &Battlefield, scale: &Scale, theme: &Theme, canvas: &mut Canvas<'_>) {
    for at in scale.area.positions() {
        let Some(hex) = scale.hex(at.x, at.y) else { continue };
        let (colour, letter) = terrain::block(field.ground(), hex, theme);
        let letter = if (at.x + at.y) % 2 == 0 { letter } else { ' ' };
        canvas.put((at.x, at.y), letter, theme.ink(Ink::Faint).bg(colour));
    }
}

/// The sign on the way of a side, told apart without colours.
const fn step(side: Side) -> char {
    match side {
        Side::Blue => '•',
        Side::Red => '×',
    }
}

/// A sign on the ground as it is drawn there.
fn sign(at: (u16, u16), letter: char, style: Style, canvas: &mut Canvas<'_>) {
    let ground = canvas.seen(at).map_or_else(Style::default, |cell| Style::default().bg(cell.bg));
    canvas.put(at, letter, ground.patch(style));
}

fn way(field: &Battlefield, track: &[Pose], side: Side, scale: &Scale, theme: &Theme, canvas: &mut Canvas<'_>) {
    let grid = field.ground().grid();
    for pair in track.windows(2) {
        for hex in line(pair[0].anchor, pair[1].anchor).into_iter().filter(|hex| grid.contains(*hex)) {
            sign(scale.cell(hex), step(side), theme.side_text(side), canvas);
        }
    }
    if let Some(first) = track.first().filter(|pose| track.len() > 1 && grid.contains(pose.anchor)) {
        sign(scale.cell(first.anchor), 'o', theme.side_text(side), canvas);
    }
}

/// The hexes from one to another, the last left out.
fn line(from: Hex, to: Hex) -> Vec<Hex> {
    let mut way = Vec::new();
    let mut at = from;
    while at != to {
        way.push(at);
        let Some(next) = at.neighbors().into_iter().min_by_key(|hex| hex.distance(to)) else { break };
        at = next;
    }
    way
}

/// Where the track ends: the unit's label, or the sign of what became of it before the label.
fn end(
    field: &Battlefield,
    toll: &UnitToll,
    scale: &Scale,
    (theme, glyphs): (&Theme, Glyphs),
    canvas: &mut Canvas<'_>,
) {
    let Some(last) = toll.track.last().filter(|pose| field.ground().grid().contains(pose.anchor)) else { return };
    let label = field.label(toll.unit.into());
    let text = match toll.fate {
        Fate::Stands => label,
        Fate::Destroyed => format!("{}{label}", glyphs.fallen()),
        Fate::Ran | Fate::MarchedOff => format!("»{label}"),
    };
    let (x, y) = scale.cell(last.anchor);
    let room = scale.area.right().saturating_sub(x);
    let x = x.saturating_sub((text.chars().count() as u16).saturating_sub(room)).max(scale.area.x);
    canvas.write(x, y, text, theme.side(field.side(toll.unit)));
}

fn legend(system: &dyn System, one: Option<&UnitToll>, glyphs: Glyphs) -> String {
    let signs = format!(
        "o start  {} Blue  {} Red  {}B1 destroyed  »B1 left the field",
        step(Side::Blue),
        step(Side::Red),
        glyphs.fallen()
    );
    match one {
        None => format!("{signs}  (↓: unit by unit)"),
        Some(toll) => {
            let info = system.field().roster().unit(toll.unit);
            let left = crate::panels::afterwards::left(system, toll);
            format!("{} {}: {left}. {signs}", info.label, info.name)
        }
    }
}
