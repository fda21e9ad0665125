//! The editor as drawn: the map, the panel of tools, what is under the cursor, what was said.

use battle::{Arm, Object};
use drafting::Mirror;
use hexes::{Direction, Hex};
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};
use unicode_width::UnicodeWidthStr;

use super::Editor;
use super::mouse::Spot;
use super::tools::Tool;
use super::view;
use crate::canvas::Canvas;
use crate::layer::{Desk, Layer};
use crate::map::bodies::Bodies;
use crate::map::overlay::Overlay;
use crate::map::projection::{Projection, Zoom};
use crate::map::units::Brush;
use crate::map::{Ghost, Scene, ruler};
use crate::panels::status;
use crate::text::{capital, cut, panel, row_of, split_below, wrapped};
use crate::theme::{Depth, Ink};

/// Rows below the map: what was said, what is under the cursor, hints.
const FOOT: u16 = 3;

/// Columns of the panel by those of the screen.
const fn panel_width(width: u16) -> u16 {
    match width {
        0..90 => 22,
        90..140 => 28,
        _ => 34,
    }
}

impl Editor {
    pub(super) fn paint_all(&mut self, area: Rect, canvas: &mut Canvas<'_>, desk: &Desk) -> Option<Position> {
        self.view.look(&self.draft, self.rules, desk);
        let (body, foot) = split_below(area, FOOT);
        let side = panel_width(area.width).min(area.width / 2);
        let left = Rect { width: area.width - side, ..body };
        let right = Rect { x: left.right(), width: side, ..body };
        let ruled = ruler::ruled(left);
        self.paint_map(ruled.map, canvas, desk);
        if let Some(projection) = self.view.projection {
            ruler::draw(&ruled, &projection, &desk.theme, canvas);
        }
        self.paint_panel(right, canvas, desk);
        self.paint_foot(foot, canvas, desk);
        self.cursor_place(desk)
    }

    /// The terminal's own cursor marks the hex where colours do not.
    fn cursor_place(&self, desk: &Desk) -> Option<Position> {
        let projection = self.view.projection.filter(|_| desk.theme.depth() == Depth::Mono)?;
        let (x, y) = projection.screen(projection.zoom.place(self.cursor))?;
        Some(Position::new(x, y))
    }

    fn paint_map(&mut self, area: Rect, canvas: &mut Canvas<'_>, desk: &Desk) {
        let Some(grid) = self.draft.sketch().grid else {
            canvas.clear(area);
            let text = "There is no ground yet. The tool called heading (t b, Enter) gives the map a size.";
            for (row, text) in wrapped(text, usize::from(area.width).saturating_sub(4)).into_iter().enumerate() {
                canvas.write(area.x + 2, area.y + 1 + row as u16, text, desk.theme.ink(Ink::Notice));
            }
            self.view.projection = None;
            return;
        };
        let projection = self.view.project(area, grid, self.cursor);
        let faulty = view::faulty(&self.draft);
        let ghost = self.ghost();
        let mut painter = std::mem::take(&mut self.view.painter);
        match self.view.field() {
            Some(field) => {
                let overlay = (self.tool == Tool::Heights).then(|| Overlay::of_elevation(field));
                let places = self.draft.scenario().map_or(&[][..], |scenario| &scenario.places);
                let scene = Scene {
                    places,
                    cursor: None,
                    overlay: overlay.as_ref(),
                    area: &faulty,
                    ghost: ghost.as_ref(),
                    target: self.beyond().map(Object::Hex),
                    keeps_stands: self.view.keeps_stands(),
                    ..Scene::of(field)
                };
                painter.paint(&scene, &projection, &desk.theme, desk.glyphs, canvas);
            }
            None => self.view.draw_bare(self.draft.sketch(), &projection, canvas, desk),
        }
        self.view.painter = painter;
        self.paint_marks(&projection, &faulty, canvas, desk);
    }

    /// The hex beyond the side that edges are set on, so that one sees which it is.
    fn beyond(&self) -> Option<Hex> {
        let grid = self.draft.sketch().grid?;
        let beyond = self.cursor + self.edge;
        (self.tool == Tool::Edges && grid.contains(beyond)).then_some(beyond)
    }

    /// Where what is held would stand, or the unit that the tool would place.
    fn ghost(&self) -> Option<Ghost> {
        let sketch = self.draft.sketch();
        let (grid, files) = (sketch.grid?, sketch.files);
        let held = self.held.as_ref().and_then(|entry| sketch.unit(entry));
        let placing = self.tool == Tool::Units && self.held.is_none() && self.unit_here().is_none();
        let (facing, arm, own) = match held {
            Some(unit) => {
                (unit.facing, unit.troop.map_or(Arm::Infantry, |troop| troop.arm()), Some(unit.entry.clone()))
            }
            None if placing => {
                let troop = battle::Troop::ALL.get(self.kind()).copied().unwrap_or(battle::Troop::LineInfantry);
                (self.usual_facing(self.side), troop.arm(), None)
            }
            None => return None,
        };
        let pose = battle::Pose::new(self.cursor, facing, battle::Formation::line(files));
        let footprint = pose.stands(files);
        let taken = |hex: &Hex| sketch.unit_at(*hex).is_some_and(|unit| Some(&unit.entry) != own.as_ref());
        let allowed = footprint.hexes().iter().all(|hex| grid.contains(*hex) && !taken(hex));
        Some(Ghost { footprint, pose, arm, allowed, way: Vec::new() })
    }

    /// What the editor alone draws on the map: zones, faults, the brush, the cursor.
    fn paint_marks(&self, projection: &Projection, faulty: &[Hex], canvas: &mut Canvas<'_>, desk: &Desk) {
        let sketch = self.draft.sketch();
        let canvas = canvas.within(projection.area);
        let mut brush =
            Brush { projection, theme: &desk.theme, glyphs: desk.glyphs, bodies: Bodies::default(), canvas };
        if self.tool == Tool::Zones {
            for side in battle::Side::ALL {
                let style = desk.theme.side(side);
                sketch.zones[side.index()].iter().for_each(|hex| outline(&mut brush, *hex, style));
            }
        }
        if let (Tool::Goals | Tool::Arrivals, Some(entry)) = (self.tool, self.chosen_entry()) {
            let spots = sketch.objectives.iter().chain(&sketch.reinforcements);
            let hexes = spots.filter(|spot| spot.entry == entry).flat_map(|spot| spot.hexes.iter());
            let style = desk.theme.ink(Ink::Candidate);
            hexes.for_each(|hex| outline(&mut brush, *hex, style));
        }
        if self.view.field().is_none() {
            faulty.iter().for_each(|hex| brush.tint(*hex, desk.theme.ink(Ink::BadGhost)));
        }
        self.label_faulty(&mut brush, desk);
        let rim = Style::new().add_modifier(Modifier::UNDERLINED);
        if self.tool.paints() && self.tool != Tool::Edges {
            self.brush().into_iter().for_each(|hex| brush.tint(hex, rim));
        }
        if let (Some(grid), true) = (sketch.grid, self.mirror != Mirror::Off)
            && let Some(other) = self.mirror.hex(self.cursor, grid)
        {
            brush.cursor(other);
        }
        brush.cursor(self.cursor);
    }

    /// Labels of units that are not in the picture for their faults.
    fn label_faulty(&self, brush: &mut Brush<'_>, desk: &Desk) {
        if brush.projection.zoom == Zoom::Table {
            return;
        }
        let sketch = self.draft.sketch();
        let bare = self.view.field().is_none();
        for unit in sketch.units.iter().filter(|unit| unit.at.is_some()) {
            let marked = self.draft.marks().iter().any(|mark| mark.entry == unit.entry);
            let Some(at) = unit.at.filter(|_| marked || bare) else { continue };
            let ink = if marked { desk.theme.ink(Ink::Struck) } else { desk.theme.side(unit.side) };
            let (x, y) = brush.projection.zoom.place(at);
            for (column, letter) in unit.label.chars().enumerate() {
                brush.put((x + column as i32, y), letter, ink);
            }
        }
    }

    fn paint_panel(&mut self, area: Rect, canvas: &mut Canvas<'_>, desk: &Desk) {
        self.spots.clear();
        let title = cut(&self.draft.sketch().title, usize::from(area.width).saturating_sub(6));
        let inner = panel(&title, area, &desk.theme, canvas);
        let width = usize::from(inner.width);
        let half = inner.width / 2;
        for (place, tool) in Tool::ALL.into_iter().enumerate() {
            let (x, y) = (inner.x + half * (place as u16 % 2), inner.y + place as u16 / 2);
            if y >= inner.bottom() {
                break;
            }
            let ink = if tool == self.tool { Ink::Chosen } else { Ink::Text };
            let text = format!("{:<room$}", tool.name(), room = usize::from(half).saturating_sub(1));
            canvas.write(x, y, cut(&text, usize::from(half).saturating_sub(1)), desk.theme.ink(ink));
            self.spots.push((Rect { x, y, width: half.saturating_sub(1), height: 1 }, Spot::Tool(tool)));
        }
        let tools = Tool::ALL.len().div_ceil(2) as u16;
        let told = self.told_rows();
        let kinds = Rect {
            y: (inner.y + tools + 1).min(inner.bottom()),
            height: inner.height.saturating_sub(tools + 2 + told.len() as u16),
            ..inner
        };
        self.paint_kinds(kinds, canvas, desk);
        for (row, (text, ink)) in told.iter().enumerate() {
            let y = inner.bottom().saturating_sub(told.len() as u16) + row as u16;
            if y > inner.y + tools {
                canvas.write(inner.x, y, cut(text, width), desk.theme.ink(*ink));
            }
        }
    }

    fn paint_kinds(&mut self, area: Rect, canvas: &mut Canvas<'_>, desk: &Desk) {
        let rows = self.rows();
        let at = self.kind();
        let visible = usize::from(area.height);
        let first = (at + 2).saturating_sub(visible).min(rows.len().saturating_sub(visible));
        let width = usize::from(area.width);
        for (place, row) in rows.iter().enumerate().skip(first).take(visible) {
            let y = area.y + (place - first) as u16;
            let ink = if place == at { Ink::Chosen } else { Ink::Text };
            let text = format!("{:<width$}", cut(&format!(" {row}"), width));
            canvas.write(area.x, y, text, desk.theme.ink(ink));
            self.spots.push((Rect { x: area.x, y, width: area.width, height: 1 }, Spot::Kind(place)));
        }
        let heading: Vec<(String, String)> = if self.tool == Tool::Heading { self.heading_rows() } else { Vec::new() };
        for (place, (name, value)) in heading.into_iter().take(visible).enumerate() {
            let text = cut(&format!("{name}: {value}"), width);
            canvas.write(area.x, area.y + place as u16, text, desk.theme.ink(Ink::Text));
        }
    }

    /// What the battle says of itself, in short.
    fn heading_rows(&self) -> Vec<(String, String)> {
        let text = |key: &str| match self.draft.get(&drafting::Entry::Heading, key) {
            Some(drafting::Field::Text(text)) => text,
            Some(drafting::Field::Whole(number)) => number.to_string(),
            _ => String::from("as usual"),
        };
        let size =
            self.draft.sketch().grid.map_or_else(String::new, |grid| format!("{}x{}", grid.width(), grid.height()));
        let keys = [
            ("Date", "date"),
            ("Turns", "turn_limit"),
            ("First", "first_side"),
            ("Weather", "weather"),
            ("Won by", "victory"),
        ];
        let drawn = (String::from("Drawn under"), crate::text::short_name(self.rules));
        let mut rows = vec![(String::from("Map"), size), drawn];
        rows.extend(keys.map(|(name, key)| (name.to_owned(), text(key))));
        rows
    }

    /// The state of the tools, in a few rows.
    fn told_rows(&self) -> Vec<(String, Ink)> {
        let mut rows = Vec::new();
        if self.tool.has_side() {
            rows.push((format!("a  {}'s army", self.side), Ink::Faint));
        }
        if self.tool == Tool::Edges {
            rows.push((format!("[] {} side", self.edge), Ink::Faint));
        }
        if self.tool.paints() || matches!(self.tool, Tool::Goals | Tool::Arrivals) {
            rows.push((format!("<> {}", self.brush_words().to_lowercase()), Ink::Faint));
        }
        let mirror = format!("m  mirror {}", self.mirror.name());
        rows.push((mirror, if self.mirror == Mirror::Off { Ink::Faint } else { Ink::Notice }));
        if self.pen {
            rows.push((String::from("d  the pen is down"), Ink::Notice));
        }
        rows.extend(self.balance_rows());
        let marks = self.draft.marks().len();
        rows.push(match (marks, &self.view.refusal) {
            (0, None) => (String::from("nothing is wrong"), Ink::Good),
            (0, Some(_)) => (format!("e  refused by {}", crate::text::short_name(self.rules)), Ink::Bad),
            _ => (format!("e  {}", self.faults_counted()), Ink::Bad),
        });
        rows
    }

    fn paint_foot(&self, foot: Rect, canvas: &mut Canvas<'_>, desk: &Desk) {
        canvas.clear(foot);
        let width = usize::from(foot.width);
        let (ink, text) = &self.message;
        let rows = wrapped(text, width.saturating_sub(2));
        // What is longer than a row is read on from the row above the foot.
        let above = rows.len().saturating_sub(1).min(3) as u16;
        for (row, text) in rows.into_iter().take(usize::from(above) + 1).enumerate() {
            let y = (foot.y + row as u16).saturating_sub(above);
            let text = if above > 0 { format!(" {text:<room$}", room = width - 1) } else { format!(" {text}") };
            canvas.write(foot.x, y, cut(&text, width), desk.theme.ink(*ink));
        }
        let saved = if self.draft.is_changed() { "unsaved" } else { "saved" };
        let text = format!("{} · {saved}", self.draft.name());
        let here = self.here_words();
        let short = cut(&text, width / 3);
        let bar = format!(" {short} · {}", cut(&here, width.saturating_sub(short.width() + 5)));
        let line = row_of(foot, 1);
        canvas.write(line.x, line.y, format!("{bar:<width$}"), desk.theme.ink(Ink::Status));
        status::hints(&status::with_help(self.help(&desk.keys)), row_of(foot, 2), &desk.theme, canvas);
    }

    /// What is under the cursor, in a line.
    fn here_words(&self) -> String {
        let sketch = self.draft.sketch();
        let cell = self.cell();
        let mut words = vec![self.cursor.offset().to_string()];
        if let Some(unit) = self.unit_here() {
            words.push(format!("{} {} ({}), facing {}", unit.label, unit.name, unit.side, unit.facing));
        }
        let mut ground = capital(cell.terrain.name());
        if cell.road {
            ground += if cell.crossing == battle::Crossing::None { ", road" } else { "" };
        }
        match cell.crossing {
            battle::Crossing::None => {}
            battle::Crossing::Ford => ground += ", ford",
            battle::Crossing::Bridge => ground += ", bridge",
        }
        if cell.elevation != 0 {
            ground += &format!(", height {}", cell.elevation);
        }
        words.push(ground);
        let spots = [("goal", &sketch.objectives), ("arrival", &sketch.reinforcements), ("name", &sketch.places)];
        for (word, spots) in spots {
            let here = spots.iter().filter(|spot| spot.hexes.contains(&self.cursor));
            words.extend(here.map(|spot| format!("{word} {}", spot.name)));
        }
        if let Some(ground) = &sketch.ground {
            let edges = Direction::ALL.into_iter().map(|side| (side, ground.edge(self.cursor, side)));
            let edges = edges.filter(|(_, edge)| edge.obstacle != battle::Obstacle::None);
            words.extend(edges.map(|(side, edge)| format!("{} {side}", edge.obstacle.name())));
        }
        words.join(" · ")
    }
}

/// Marks a hex by its ends, so that what is on it can still be read.
fn outline(brush: &mut Brush<'_>, hex: Hex, style: Style) {
    if brush.projection.zoom == Zoom::Table {
        return brush.half(hex, style.bg.unwrap_or_default(), 'z');
    }
    let (x, y) = brush.projection.zoom.place(hex);
    if let Some(at) = brush.projection.screen((x, y)) {
        brush.canvas.tint(at, style);
    }
}
