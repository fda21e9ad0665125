//! Rulers beside the map: the columns and rows that the words on the screen name.

use hexes::Offset;
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
const EVERY: usize = 5;

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

/// Draws the numbers of columns and rows that the window shows. They stay as they are while the cursor moves, so that they
/// cost a line nothing.
pub fn draw(ruled: &Ruled, projection: &Projection, theme: &Theme, canvas: &mut Canvas<'_>) {
    if ruled.top.height == 0 {
        return;
    }
    let corner = Rect { x: ruled.left.x, y: ruled.top.y, width: SIDE, height: 1 };
    [corner, ruled.top, ruled.left].into_iter().for_each(|area| {
        canvas.clear(area);
    });
    let (above, beside) = ((-projection.origin.1).max(0) as u16, (-projection.origin.0).max(0) as u16);
    let (ink, zoom) = (theme.ink(Ink::Faint), projection.zoom);
    for column in (0..projection.grid.width()).step_by(EVERY) {
        let x = zoom.place(Offset::new(column, 0).hex()).0 - projection.origin.0;
        let text = column.to_string();
        if x >= 0 && x + text.len() as i32 <= i32::from(ruled.top.width) {
            canvas.write(ruled.top.x + x as u16, ruled.top.y + above, text, ink);
        }
    }
    for row in (0..projection.grid.height()).step_by(EVERY) {
        let y = zoom.place(Offset::new(0, row).hex()).1 - projection.origin.1;
        if y >= 0 && y < i32::from(ruled.left.height) {
            canvas.write(ruled.left.x + beside, ruled.left.y + y as u16, format!("{row:>2}"), ink);
        }
    }
}
