//! The field behind the title: a battle of the list before its first order, in dusk.

use battle::{HouseRules, System};
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use crate::canvas::Canvas;
use crate::layer::Desk;
use crate::map::projection::{Projection, Zoom};
use crate::map::{Painter, Scene};
use crate::theme::{mix, rgb};

/// The smallest window in which there is room for a field round the title.
const ROOM: (u16, u16) = (100, 30);

/// How dark the field is, round the title and under it.
const DUSK: f64 = 0.45;
const NIGHT: f64 = 0.82;

/// The field behind the title.
#[derive(Default)]
pub struct Backdrop {
    /// The battle; nothing where none can be set up, and before it is first drawn.
    system: Option<Box<dyn System>>,
    sought: bool,
    painter: Painter,
}

impl Backdrop {
    /// Draws it where there are colours and room for it, darker where the title is to be read; whether it did.
    pub fn draw(&mut self, area: Rect, title: Rect, canvas: &mut Canvas<'_>, desk: &Desk) -> bool {
        if !desk.theme.mixes() || area.width < ROOM.0 || area.height < ROOM.1 {
            return false;
        }
        if !std::mem::replace(&mut self.sought, true) {
            self.system = a_battle(desk);
        }
        let Some(system) = &self.system else { return false };
        let field = system.field();
        let (grid, zoom) = (field.ground().grid(), Zoom::Field);
        let middle = hexes::Offset::new(grid.width() / 2, grid.height() / 2).hex();
        let (x, y) = zoom.place(middle);
        let origin = (x - i32::from(area.width / 2), y - i32::from(area.height / 2));
        let projection = Projection::following(zoom, grid, area, origin, middle);
        self.painter.paint(&Scene::of(field), &projection, &desk.theme, desk.glyphs, canvas);
        for y in area.top()..area.bottom() {
            for x in area.left()..area.right() {
                let Some(cell) = canvas.look((x, y)) else { continue };
                cell.modifier = Modifier::empty();
                if title.contains((x, y).into()) {
                    let ground = mix(cell.bg, rgb(0), NIGHT);
                    cell.set_char(' ').set_style(Style::reset().bg(ground));
                } else {
                    (cell.fg, cell.bg) = (mix(cell.fg, rgb(0), DUSK), mix(cell.bg, rgb(0), DUSK));
                }
            }
        }
        true
    }
}

/// The battle with the largest field, as it begins.
fn a_battle(desk: &Desk) -> Option<Box<dyn System>> {
    let battles = desk.library.battles();
    let largest = battles.into_iter().max_by_key(|file| file.scenario.ground.grid().len())?;
    let rules = desk.library.systems().first().copied()?;
    desk.library.deploy(rules.key, &largest.scenario, &HouseRules::default(), 1).ok()
}
