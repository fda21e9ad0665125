//! The battlefield on the screen: a window of the map with everything on it.

pub mod bodies;
pub mod labels;
pub mod overlay;
pub mod projection;
pub mod purpose;
pub mod ruler;
pub mod terrain;
pub mod traces;
pub mod units;

use battle::{Arm, Battlefield, Footprint, Object, Perch, Pose, Side, UnitId};
use hexes::{Grid, Hex, Offset};
use ratatui::layout::Rect;
use ratatui::style::Color;

use crate::animate::Loose;
use crate::canvas::Canvas;
use crate::glyphs::Glyphs;
use crate::theme::{Ink, Theme};
use bodies::Bodies;
use overlay::Overlay;
use projection::{Projection, Zoom};
pub use purpose::Purpose;
use terrain::GroundPicture;
use traces::Traces;
use units::{Brush, Emphasis};

/// A footprint that is being thought of.
#[derive(Clone, Debug, PartialEq)]
pub struct Ghost {
    /// Where.
    pub footprint: Footprint,
    /// How.
    pub pose: Pose,
    /// Of which arm.
    pub arm: Arm,
    /// Whether a move may end there.
    pub allowed: bool,
    /// The anchors on the way.
    pub way: Vec<Hex>,
}

/// What to draw of a battle, besides the field itself.
pub struct Scene<'a> {
    /// The field.
    pub field: &'a Battlefield,
    /// Names to write on it.
    pub places: &'a [(String, Hex)],
    /// Where the cursor is.
    pub cursor: Option<Hex>,
    /// Who can act now.
    pub ready: &'a [Object],
    /// The acting unit, if one is chosen.
    pub chosen: Option<UnitId>,
    /// What the order being prepared could point at.
    pub candidates: &'a [Object],
    /// What it points at.
    pub target: Option<Object>,
    /// What is ringed, so that it is found at once.
    pub ringed: Option<Object>,
    /// Units something is happening to.
    pub struck: &'a [UnitId],
    /// The unit whose stands are out of their ranks.
    pub loose: Option<&'a Loose>,
    /// Hexes of stands that have just fallen.
    pub fallen: &'a [Hex],
    /// Hexes that the order being prepared would fall on.
    pub area: &'a [Hex],
    /// The footprint being thought of.
    pub ghost: Option<&'a Ghost>,
    /// Shading below the units.
    pub overlay: Option<&'a Overlay>,
    /// What commands are to do.
    pub purposes: &'a [Purpose],
    /// Whether units keep all their stands while they lose strength, so that losses have to show in each of them.
    pub keeps_stands: bool,
    /// What combat has left on the map.
    pub traces: Option<&'a Traces>,
    /// Whether the fallen of the last turns are part of that.
    pub remembers: bool,
}

impl<'a> Scene<'a> {
    /// The field and nothing else.
    #[must_use]
    pub const fn of(field: &'a Battlefield) -> Scene<'a> {
        Scene {
            field,
            places: &[],
            cursor: None,
            ready: &[],
            chosen: None,
            candidates: &[],
            target: None,
            ringed: None,
            struck: &[],
            loose: None,
            fallen: &[],
            area: &[],
            ghost: None,
            overlay: None,
            purposes: &[],
            keeps_stands: true,
            traces: None,
            remembers: true,
        }
    }

    fn emphasis(&self, unit: UnitId, under_cursor: Option<UnitId>) -> Emphasis {
        let object = Object::Unit(unit);
        if self.struck.contains(&unit) {
            Emphasis::Struck
        } else if self.target == Some(object) {
            Emphasis::Target
        } else if self.chosen == Some(unit) {
            Emphasis::Selected
        } else if self.chosen.is_none() && under_cursor == Some(unit) {
            Emphasis::Pointed
        } else if self.candidates.contains(&object) {
            Emphasis::Candidate
        } else if self.ready.contains(&object) {
            Emphasis::Ready
        } else {
            Emphasis::None
        }
    }
}

/// Draws maps, and keeps the ground it has drawn.
#[derive(Default)]
pub struct Painter {
    ground: Option<GroundPicture>,
}

impl Painter {
    /// Forgets the ground; to be called when another battle is shown.
    pub fn forget(&mut self) {
        self.ground = None;
    }

    /// Draws the scene in the window of the projection.
    pub fn paint(
        &mut self,
        scene: &Scene<'_>,
        projection: &Projection,
        theme: &Theme,
        glyphs: Glyphs,
        canvas: &mut Canvas<'_>,
    ) {
        let zoom = projection.zoom;
        if !self.ground.as_ref().is_some_and(|ground| ground.suits(zoom, theme, glyphs)) {
            self.ground = Some(GroundPicture::new(scene.field.ground(), zoom, theme, glyphs));
        }
        canvas.within(projection.area).each(|cell| {
            cell.set_style(theme.ink(Ink::Table));
        });
        if let Some(ground) = &self.ground {
            ground.copy(projection, canvas);
        }
        let bodies = Bodies::of(scene.field, theme.shades());
        let canvas = canvas.within(projection.area);
        paint_scene(scene, &mut Brush { projection, theme, glyphs, bodies, canvas });
    }
}

fn paint_scene(scene: &Scene<'_>, brush: &mut Brush<'_>) {
    let field = scene.field;
    if let Some(overlay) = scene.overlay {
        brush.overlay(overlay);
    }
    scene.purposes.iter().for_each(|purpose| brush.way_of(field, purpose));
    if let Some(traces) = scene.traces {
        brush.traces_below(field, traces, scene.remembers);
    }
    brush.goals(field);
    brush.places(field, scene.places.iter());
    brush.fires(field);
    brush.flags(field);
    let under_cursor = scene.cursor.and_then(|hex| unit_round(field, hex));
    for unit in field.present() {
        let loose = scene.loose.filter(|loose| loose.unit == unit);
        let footprint = loose.map_or_else(|| field.footprint(unit), |loose| loose.stands);
        brush.unit((field, unit), &footprint, scene.emphasis(unit, under_cursor), scene.keeps_stands);
    }
    for (leader, _) in field.roster().leaders() {
        if matches!(field.leader(leader), Perch::At(_)) {
            brush.lone_leader(field, leader);
        }
    }
    brush.damages(field);
    flags_over(scene, brush);
    marked_hexes(scene, brush);
    scene.purposes.iter().for_each(|purpose| brush.aim_of(field, purpose));
    for hex in scene.area {
        brush.tint(*hex, brush.theme.ink(Ink::BadGhost));
    }
    brush.fallen(scene.fallen);
    if let Some(traces) = scene.traces {
        brush.traces_above(field, traces);
    }
    if let Some(Object::Unit(unit)) = scene.ringed {
        brush.ring(field, unit);
    }
    if let Some(ghost) = scene.ghost {
        paint_ghost(field, ghost, brush);
    }
    if let Some(cursor) = scene.cursor {
        brush.cursor(cursor);
    }
}

/// The unit on a hex, or the one that stands round it in a hollow square.
#[must_use]
pub fn unit_round(field: &Battlefield, hex: Hex) -> Option<UnitId> {
    let hollow = |unit: &UnitId| field.unit(*unit).pose.anchor == hex;
    field.unit_at(hex).or_else(|| field.present().find(hollow))
}

/// Flags stay visible on objectives that are wholly covered by stands.
fn flags_over(scene: &Scene<'_>, brush: &mut Brush<'_>) {
    let field = scene.field;
    let covered = |hexes: &[Hex]| !hexes.is_empty() && hexes.iter().all(|hex| field.unit_at(*hex).is_some());
    if field.roster().objectives.iter().any(|objective| covered(&objective.hexes)) {
        brush.flags(field);
    }
}

fn marked_hexes(scene: &Scene<'_>, brush: &mut Brush<'_>) {
    for object in scene.candidates {
        for hex in ground_of(object) {
            brush.tint(hex, brush.theme.ink(Ink::Candidate));
        }
    }
    for hex in scene.target.iter().flat_map(ground_of) {
        brush.tint(hex, brush.theme.ink(Ink::Target));
    }
}

/// The hexes of an object that is ground.
fn ground_of(object: &Object) -> Vec<Hex> {
    match object {
        Object::Hex(hex) => vec![*hex],
        Object::Part(part) => part.hexes().to_vec(),
        Object::Unit(_) | Object::Leader(_) => Vec::new(),
    }
}

fn paint_ghost(field: &Battlefield, ghost: &Ghost, brush: &mut Brush<'_>) {
    let style = brush.theme.ink(Ink::Path);
    for hex in ghost.way.iter().filter(|hex| field.unit_at(**hex).is_none()) {
        let (x, y) = brush.projection.zoom.place(*hex);
        if brush.projection.zoom != Zoom::Table {
            brush.put((x, y), '•', style);
        }
    }
    brush.ghost(&ghost.footprint, &ghost.pose, ghost.arm, ghost.allowed);
}

/// The whole map in a small window: half blocks, each standing for as many hexes as it takes to fit.
pub fn overview(scene: &Scene<'_>, area: Rect, theme: &Theme, glyphs: Glyphs, canvas: &mut Canvas<'_>) {
    let grid = scene.field.ground().grid();
    let (width, height) = Zoom::Table.canvas(grid);
    let fitting = |whole: i32, room: u16| (whole + i32::from(room) - 1) / i32::from(room.max(1));
    let scale = fitting(width, area.width).max(fitting(height, area.height)).max(1);
    let small = Grid::new(shrunk(grid.width(), scale), shrunk(grid.height(), scale));
    let projection = Projection::following(Zoom::Table, small, area, (0, 0), Hex::default());
    let (bodies, canvas) = (Bodies::default(), canvas.within(projection.area));
    let mut brush = Brush { projection: &projection, theme, glyphs, bodies, canvas };
    let under_cursor = scene.cursor.and_then(|hex| unit_round(scene.field, hex));
    for place in small.iter() {
        let (colour, letter) = block(scene, place, scale as i16, under_cursor, theme);
        brush.block(place, colour, letter);
    }
}

fn shrunk(size: i16, scale: i32) -> i16 {
    ((i32::from(size) + scale - 1) / scale) as i16
}

/// The colour and letter of a block of hexes: the cursor before units before ground.
fn block(scene: &Scene<'_>, place: Hex, scale: i16, chosen: Option<UnitId>, theme: &Theme) -> (Color, char) {
    let field = scene.field;
    let at = place.offset();
    let rows = (0..scale).map(|row| at.row * scale + row);
    let hexes = rows.flat_map(|row| (0..scale).map(move |column| Offset::new(at.column * scale + column, row).hex()));
    let mut unit = None;
    for hex in hexes {
        if scene.cursor == Some(hex) {
            return (theme.ink(Ink::Cursor).bg.unwrap_or_default(), '+');
        }
        unit = unit.or(field.unit_at(hex));
    }
    let here = |hex: &Hex| Offset::new(hex.offset().column / scale, hex.offset().row / scale).hex() == place;
    let goal = field.roster().objectives.iter().position(|objective| objective.hexes.first().is_some_and(here));
    match unit {
        None if goal.is_some() => {
            let holder = goal.and_then(|goal| field.holders().get(goal).copied().flatten());
            (holder.map_or(theme.ink(Ink::Flag), |side| theme.side(side)).bg.unwrap_or_default(), 'P')
        }
        Some(unit) if chosen == Some(unit) => (theme.ink(Ink::Selected).bg.unwrap_or_default(), 'O'),
        Some(unit) => (theme.side(field.side(unit)).bg.unwrap_or_default(), letter(field.side(unit))),
        None => terrain::block(field.ground(), Offset::new(at.column * scale, at.row * scale).hex(), theme),
    }
}

fn letter(side: Side) -> char {
    if side == Side::Blue { 'B' } else { 'R' }
}
