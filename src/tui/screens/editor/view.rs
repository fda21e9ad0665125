//! The map of the editor: the battle set up under a rule system as far as it can be, so that a unit stands there as it will in
//! the game; else the ground with the armies marked on it.

use battle::{Battlefield, HouseRules, Side, System, SystemInfo};
use drafting::{Draft, Entry, Sketch};
use hexes::{Grid, Hex};
use ratatui::layout::Rect;

use crate::canvas::Canvas;
use crate::layer::Desk;
use crate::map::Painter;
use crate::map::bodies::Bodies;
use crate::map::projection::{Fit, Interest, Projection, Zoom};
use crate::map::terrain::GroundPicture;
use crate::map::units::Brush;
use crate::theme::Ink;

/// The map as it is looked at.
#[derive(Default)]
pub struct View {
    /// How large hexes are drawn.
    pub zoom: Zoom,
    /// Whether the whole map is to be fitted.
    pub fit: Fit,
    /// The window as it was drawn last.
    pub projection: Option<Projection>,
    /// Draws the field.
    pub painter: Painter,
    /// The battle set up under the rules, if it can be.
    system: Option<Box<dyn System>>,
    /// Why it cannot be.
    pub refusal: Option<String>,
    /// The text and the rules it was made for.
    made_for: Option<(u64, &'static str)>,
    bare: Option<GroundPicture>,
}

impl View {
    /// The field that is shown, if the battle could be set up.
    pub fn field(&self) -> Option<&Battlefield> {
        self.system.as_ref().map(|system| system.field())
    }

    /// Whether units keep their stands while they lose strength under these rules.
    pub fn keeps_stands(&self) -> bool {
        self.system.as_ref().is_none_or(|system| system.info().strength.keeps_stands())
    }

    /// Sets the battle up anew where the text or the rules are others by now.
    pub fn look(&mut self, draft: &Draft, rules: &'static SystemInfo, desk: &Desk) {
        let made_for = Some((draft.version(), rules.key));
        if self.made_for == made_for {
            return;
        }
        self.made_for = made_for;
        self.painter.forget();
        self.bare = None;
        self.refusal = None;
        self.system = None;
        let Some(scenario) = draft.scenario() else { return };
        match desk.library.deploy(rules.key, scenario, &HouseRules::default(), 1) {
            Ok(system) => self.system = Some(system),
            Err(why) => self.refusal = Some(why.0.lines().next().unwrap_or_default().to_owned()),
        }
    }

    /// The window: fitted where that is wanted, else where it was, moved as little as shows the cursor.
    pub fn project(&mut self, area: Rect, grid: Grid, cursor: Hex) -> Projection {
        if self.fit.wants(area) {
            let corners = Interest { all: grid.iter().collect(), own: vec![cursor] };
            let (zoom, origin) = corners.fit(area);
            let projection = Projection::at(zoom, grid, area, origin);
            self.fit = Fit::Done(area, projection.origin);
            self.zoom = zoom;
            self.projection = Some(projection);
        }
        let known = self.projection.filter(|known| known.zoom == self.zoom && known.grid == grid);
        let origin = known.map_or_else(
            || {
                let (x, y) = self.zoom.place(cursor);
                (x - i32::from(area.width) / 2, y - i32::from(area.height) / 2)
            },
            |known| known.origin,
        );
        let still = Projection::at(self.zoom, grid, area, origin);
        let projection = if self.fit.holds(&still, cursor) {
            still
        } else {
            Projection::following(self.zoom, grid, area, origin, cursor)
        };
        self.projection = Some(projection);
        projection
    }

    /// The ground with both armies marked on it, where no rules can set the battle up.
    pub fn draw_bare(&mut self, sketch: &Sketch, projection: &Projection, canvas: &mut Canvas<'_>, desk: &Desk) {
        let Some(ground) = &sketch.ground else { return };
        let (zoom, theme) = (projection.zoom, &desk.theme);
        if !self.bare.as_ref().is_some_and(|bare| bare.suits(zoom, theme, desk.glyphs)) {
            self.bare = Some(GroundPicture::new(ground, zoom, theme, desk.glyphs));
        }
        canvas.within(projection.area).each(|cell| {
            cell.set_style(theme.ink(Ink::Table));
        });
        if let Some(bare) = &self.bare {
            bare.copy(projection, canvas);
        }
        let canvas = canvas.within(projection.area);
        let mut brush = Brush { projection, theme, glyphs: desk.glyphs, bodies: Bodies::default(), canvas };
        for unit in &sketch.units {
            let Some(at) = unit.at else { continue };
            mark_line(&mut brush, &sketch.line(at, unit.facing), unit.side);
        }
    }
}

/// Marks the hexes of a line of a side.
fn mark_line(brush: &mut Brush<'_>, hexes: &[Hex], side: Side) {
    let letter = if side == Side::Blue { 'B' } else { 'R' };
    let style = brush.theme.side(side);
    for hex in hexes {
        match brush.projection.zoom {
            Zoom::Table => brush.half(*hex, style.bg.unwrap_or_default(), letter),
            Zoom::Field | Zoom::Close => brush.tint(*hex, style),
        }
    }
}

/// Hexes of what is faulty: lines of units, goals, letters.
pub fn faulty(draft: &Draft) -> Vec<Hex> {
    let sketch = draft.sketch();
    let of = |mark: &drafting::Mark| match &mark.entry {
        Entry::Unit(..) => {
            sketch.unit(&mark.entry).and_then(|unit| Some(sketch.line(unit.at?, unit.facing))).unwrap_or_default()
        }
        _ => mark.hex.into_iter().collect(),
    };
    let grid = sketch.grid;
    let hexes = draft.marks().iter().flat_map(of);
    hexes.filter(|hex| grid.is_some_and(|grid| grid.contains(*hex))).collect()
}
