//! Rulers beside the map: the columns and rows that the words on the screen name.

use hexes::{Hex, Offset};
use ratatui::layout::Rect;

use super::projection::Projection;
use crate::canvas::Canvas;
use crate::text::split_above;
use crate::theme::{Ink, Theme};

/// Columns and rows of a map area from which there is room for rulers.
const ROOMY: (u16, u16) = (78, 26);

/// Columns that the numbers of rows take.
const SIDE: u16 = 3;

/// Every so many hexes a number.
const EVERY: i16 = 5;

/// The places of the two rulers and of the map between them.
#[derive(Clone, Copy)]
pub struct Ruled {
    /// The map.
    pub map: Rect,
    top: Rect,
    left: Rect,
}

/// Splits an area into rulers and map; the rulers are empty where there is no room for them.
#[must_use]
pub fn ruled(area: Rect) -> Ruled {
    if area.width < ROOMY.0 || area.height < ROOMY.1 {
        let none = Rect { width: 0, height: 0, ..area };
        return Ruled { map: area, top: none, left: none };
    }
    let (top, below) = split_above(area, 1);
    let left = Rect { width: SIDE, ..below };
    let map = Rect { x: below.x + SIDE, width: below.width - SIDE, ..below };
    Ruled { map, top: Rect { x: map.x, width: map.width, ..top }, left }
}

/// Draws the numbers of columns and rows that the window shows, those of the cursor to be noticed.
pub fn draw(ruled: &Ruled, projection: &Projection, cursor: Hex, theme: &Theme, canvas: &mut Canvas<'_>) {
    if ruled.top.height == 0 {
        return;
    }
    let corner = Rect { x: ruled.left.x, y: ruled.top.y, width: SIDE, height: 1 };
    [corner, ruled.top, ruled.left].into_iter().for_each(|area| {
        canvas.clear(area);
    });
    let at = cursor.offset();
    let (above, beside) = ((-projection.origin.1).max(0) as u16, (-projection.origin.0).max(0) as u16);
    let top = ruled.top.y + above;
    let columns = (0..projection.grid.width()).step_by(EVERY as usize).filter(|column| (column - at.column).abs() > 1);
    for column in columns.chain([at.column]) {
        let (x, _) = projection.zoom.place(Offset::new(column, 0).hex());
        let (text, x) = (column.to_string(), x - projection.origin.0);
        if x >= 0 && x + text.len() as i32 <= i32::from(ruled.top.width) {
            let ink = if column == at.column { Ink::Notice } else { Ink::Faint };
            canvas.write(ruled.top.x + x as u16, top, text, theme.ink(ink));
        }
    }
    let rows = (0..projection.grid.height()).step_by(EVERY as usize).filter(|row| *row != at.row);
    for row in rows.chain([at.row]) {
        let (_, y) = projection.zoom.place(Offset::new(0, row).hex());
        let y = y - projection.origin.1;
        if y >= 0 && y < i32::from(ruled.left.height) {
            let ink = if row == at.row { Ink::Notice } else { Ink::Faint };
            canvas.write(ruled.left.x + beside, ruled.left.y + y as u16, format!("{row:>2}"), theme.ink(ink));
        }
    }
}
