//! Stands, labels, conditions, leaders and flags as drawn on the map.

use battle::{
    Arm, Battlefield, Conditions, Footprint, LeaderId, MarkInfo, Marks, Objective, Obstacle, Perch, Pose, Sense, Side,
    UnitId,
};
use hexes::{Direction, Hex};
use ratatui::style::{Color, Modifier, Style};

use super::bodies::Bodies;
use super::projection::{Projection, Zoom};
use crate::canvas::Canvas;
use crate::glyphs::Glyphs;
use crate::theme::{Depth, Ink, Theme, mix};

/// Draws on a window of the map.
pub struct Brush<'a> {
    /// Where things are.
    pub projection: &'a Projection,
    /// The colours.
    pub theme: &'a Theme,
    /// The characters.
    pub glyphs: Glyphs,
    /// The shades of the units.
    pub bodies: Bodies,
    /// The window of the map.
    pub canvas: Canvas<'a>,
}

/// What a place that is not allowed looks like.
static CROSSED: [MarkInfo; 1] = [MarkInfo::new(Marks::number(0), "crossed").meaning(Sense::Gone)];

/// How a unit is shown besides its own state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Emphasis {
    /// As it is.
    None,
    /// It can act now.
    Ready,
    /// It is under the cursor.
    Selected,
    /// An order could point at it.
    Candidate,
    /// The order points at it.
    Target,
    /// Something happens to it.
    Struck,
}

impl Brush<'_> {
    /// A character with a style at a cell of the map.
    pub fn put(&mut self, at: (i32, i32), c: char, style: Style) {
        if let Some(position) = self.projection.screen(at) {
            self.canvas.put(position, c, style);
        }
    }

    /// A style over a cell of the map, keeping what is written there.
    pub fn tint(&mut self, hex: Hex, style: Style) {
        for (x, y, _) in self.projection.cells(hex) {
            self.canvas.tint((x, y), style);
        }
    }

    /// A unit with everything that shows about it.
    pub fn unit(&mut self, field: &Battlefield, unit: UnitId, emphasis: Emphasis) {
        let footprint = field.footprint(unit);
        let style = self.stand_style(field, unit, emphasis);
        if self.projection.zoom == Zoom::Table {
            self.blot(field, unit, emphasis);
            return;
        }
        let state = field.unit(unit);
        let arm = field.roster().unit(unit).arm;
        self.stands(&footprint, &state.pose, arm, field.conditions(unit), style);
        self.under_obstacles(field, &footprint);
        self.body(field, unit, &footprint, style, emphasis);
        self.label(field, unit, &footprint, emphasis);
        self.badges(field, unit, &footprint, (style, emphasis));
        if self.projection.zoom == Zoom::Close {
            self.strength(field, unit, style);
        }
    }

    /// A footprint that is only being thought of.
    pub fn ghost(&mut self, footprint: &Footprint, pose: &Pose, arm: Arm, allowed: bool) {
        let style = self.theme.ink(if allowed { Ink::Ghost } else { Ink::BadGhost });
        if self.projection.zoom == Zoom::Table {
            footprint.hexes().iter().for_each(|hex| self.half(*hex, style.bg.unwrap_or(Color::Reset), 'o'));
        } else {
            let marks = if allowed { Conditions::default() } else { Conditions::of(Marks::all(), &CROSSED) };
            self.stands(footprint, pose, arm, marks, style);
        }
    }

    /// The colours of a unit's side in the unit's shade.
    fn colours(&self, field: &Battlefield, unit: UnitId) -> Style {
        self.theme.side_shade(field.side(unit), self.bodies.shade(unit))
    }

    fn stand_style(&self, field: &Battlefield, unit: UnitId, emphasis: Emphasis) -> Style {
        let side = self.colours(field, unit);
        let marks = field.conditions(unit);
        let style = match emphasis {
            Emphasis::None | Emphasis::Ready | Emphasis::Candidate => side,
            Emphasis::Selected => self.theme.ink(Ink::Selected),
            Emphasis::Target => self.theme.ink(Ink::Target),
            Emphasis::Struck => self.theme.ink(Ink::Struck),
        };
        faded(style, marks, emphasis)
    }

    fn stands(&mut self, footprint: &Footprint, pose: &Pose, arm: Arm, marks: Conditions, style: Style) {
        let pair = self.glyphs.stand(arm, pose.facing, pose.formation.arrangement, marks);
        for (place, hex) in footprint.hexes().iter().enumerate() {
            let thinned = thinned(marks, place);
            for (x, y, (column, row)) in self.projection.cells(*hex) {
                let c = match (self.projection.zoom, row) {
                    (Zoom::Close, 0) if (1..3).contains(&column) => pair[usize::from(column) - 1],
                    (Zoom::Field, _) if thinned && column == 1 => '.',
                    (Zoom::Field, _) => pair[usize::from(column)],
                    _ => ' ',
                };
                self.canvas.blank((x, y));
                self.canvas.put((x, y), c, style);
            }
        }
    }

    /// Obstacles below a stand show as an underline.
    fn under_obstacles(&mut self, field: &Battlefield, footprint: &Footprint) {
        for hex in footprint.hexes() {
            let lined = [Direction::SouthWest, Direction::SouthEast]
                .iter()
                .any(|side| field.ground().edge(*hex, *side).obstacle != Obstacle::None);
            if lined {
                self.tint(*hex, Style::new().add_modifier(Modifier::UNDERLINED));
            }
        }
    }

    fn label(&mut self, field: &Battlefield, unit: UnitId, footprint: &Footprint, emphasis: Emphasis) {
        let Some(anchor) = label_hex(field, unit, footprint) else { return };
        let side = self.colours(field, unit);
        let style = match emphasis {
            Emphasis::Candidate => self.theme.ink(Ink::Candidate),
            Emphasis::Ready => side.add_modifier(Modifier::BOLD | Modifier::UNDERLINED),
            _ => side.add_modifier(Modifier::BOLD),
        };
        let text = &field.roster().unit(unit).label;
        let (x, y) = self.projection.zoom.place(anchor);
        let own = |hex: Hex| footprint.contains(hex);
        let start = if text.len() > 2 && self.projection.zoom == Zoom::Field && !own(anchor + Direction::East) {
            x - 1
        } else {
            x
        };
        for (place, c) in text.chars().take(4).enumerate() {
            self.put((start + place as i32, y), c, style);
        }
    }

    fn badges(
        &mut self,
        field: &Battlefield,
        unit: UnitId,
        footprint: &Footprint,
        (style, emphasis): (Style, Emphasis),
    ) {
        let signs: Vec<char> = self.glyphs.badges(field.conditions(unit)).map(|(sign, _)| sign).take(2).collect();
        let leader = field.leaders_with(unit).find(|leader| !field.roster().leader(*leader).officer);
        let ladder = signs.first().copied().filter(|_| field.conditions(unit).mean(Sense::Ladder));
        let Some(anchor) = label_hex(field, unit, footprint) else { return };
        let place = |hex: Hex| self.projection.zoom.place(hex);
        let style = style.add_modifier(Modifier::BOLD);
        if self.projection.zoom == Zoom::Close {
            let (x, y) = place(anchor);
            let star = leader.map(|_| self.glyphs.leader());
            for (column, sign) in signs.into_iter().chain(star).enumerate() {
                self.put((x + column as i32, y + 1), sign, style);
            }
            return;
        }
        let mut free = footprint.hexes().iter().copied().filter(|hex| *hex != anchor);
        let beside = Some(anchor + Direction::East).filter(|hex| footprint.contains(*hex)).or_else(|| free.next_back());
        if let Some(hex) = beside.filter(|_| !signs.is_empty()) {
            let (x, y) = place(hex);
            let shift = i32::from(field.roster().unit(unit).label.len() > 2);
            for (column, sign) in signs.into_iter().enumerate().take(2 - shift as usize) {
                self.put((x + shift + column as i32, y), sign, style);
            }
        }
        if beside.is_none() {
            self.badge_outside(field, anchor, ladder, style);
        }
        if leader.is_some() {
            let golden =
                self.theme.mixes() && matches!(emphasis, Emphasis::None | Emphasis::Ready | Emphasis::Candidate);
            self.star(footprint, anchor, if golden { style.fg(crate::theme::rgb(0xffe060)) } else { style });
        }
    }

    /// The place on its ladder of a unit that has only the hex its label fills, on the ground to the right of it.
    fn badge_outside(&mut self, field: &Battlefield, anchor: Hex, sign: Option<char>, style: Style) {
        let (x, y) = self.projection.zoom.place(anchor);
        if let Some(sign) = sign.filter(|_| field.unit_at(anchor + Direction::East).is_none()) {
            self.put((x + 2, y), sign, style);
        }
    }

    /// A leader with a unit: a star on the stand to the left of the label, or on another stand.
    fn star(&mut self, footprint: &Footprint, anchor: Hex, style: Style) {
        let west = anchor + Direction::West;
        let elsewhere = footprint.hexes().iter().copied().find(|hex| *hex != anchor).unwrap_or(anchor);
        let (x, y) = self.projection.zoom.place(if footprint.contains(west) { west } else { elsewhere });
        let shift = i32::from(footprint.contains(west));
        self.put((x + shift, y), self.glyphs.leader(), style);
    }

    fn strength(&mut self, field: &Battlefield, unit: UnitId, style: Style) {
        let state = field.unit(unit);
        let Some(last) = state.pose.stands(state.stands).hexes().last().copied() else { return };
        let (x, y) = Zoom::Close.place(last);
        let both = format!("{}/{}", state.strength, state.full);
        let text = if both.len() > 4 { state.strength.to_string() } else { both };
        for (column, c) in text.chars().take(4).enumerate() {
            self.put((x + column as i32, y + 1), c, style);
        }
    }

    fn blot(&mut self, field: &Battlefield, unit: UnitId, emphasis: Emphasis) {
        let style = match emphasis {
            Emphasis::Selected => self.theme.ink(Ink::Selected),
            Emphasis::Target | Emphasis::Struck => self.theme.ink(Ink::Target),
            _ => self.colours(field, unit),
        };
        let letter = if field.side(unit) == Side::Blue { 'B' } else { 'R' };
        for hex in field.footprint(unit).hexes() {
            self.half(*hex, style.bg.unwrap_or(Color::Reset), letter);
        }
    }

    /// One block of the overview: half a cell of colour, or a letter for both halves where there are no colours.
    pub fn block(&mut self, place: Hex, colour: Color, letter: char) {
        let Some(position) = self.projection.screen(Zoom::Table.place(place)) else { return };
        let Some(cell) = self.canvas.look(position) else { return };
        match (self.theme.depth(), place.r & 1) {
            (Depth::Mono, 0) => {
                cell.set_char(letter);
            }
            (Depth::Mono, _) if letter.is_ascii_uppercase() || letter == '+' => {
                cell.set_char(letter);
            }
            (Depth::Mono, _) => {}
            (_, 0) => {
                cell.set_char('▀').set_fg(colour);
            }
            (_, _) => {
                cell.set_bg(colour);
            }
        }
    }

    /// One hex of the overview: half a cell of colour, or a letter where there are no colours.
    pub fn half(&mut self, hex: Hex, colour: Color, letter: char) {
        let Some(position) = self.projection.screen(Zoom::Table.place(hex)) else { return };
        let Some(cell) = self.canvas.look(position) else { return };
        match (self.theme.depth(), hex.r & 1) {
            (Depth::Mono, _) => {
                cell.set_char(letter);
            }
            (_, 0) => {
                cell.set_char('▀').set_fg(colour);
            }
            (_, _) => {
                cell.set_bg(colour);
            }
        }
    }

    /// Wounds of walls, doors and windows, in the hex they belong to: a digit, or a cross where the way in is open.
    pub fn damages(&mut self, field: &Battlefield) {
        if self.projection.zoom == Zoom::Table {
            return;
        }
        for damage in field.damages() {
            let hexes = damage.part.hexes();
            let inside = hexes.into_iter().find(|hex| field.ground().terrain(*hex).is_built_up()).unwrap_or(hexes[0]);
            let east = hexes[0] == inside;
            let sign = char::from_digit(u32::from(damage.wounds.min(9)), 10).filter(|_| !damage.destroyed);
            let sign = sign.unwrap_or_else(|| self.glyphs.fallen());
            let (x, y) = self.projection.zoom.place(inside);
            let style = self.theme.ink(Ink::Struck).add_modifier(Modifier::BOLD);
            self.put((x + i32::from(east), y), sign, style);
        }
    }

    /// Stands that have just fallen.
    pub fn fallen(&mut self, hexes: &[Hex]) {
        for hex in hexes {
            let (x, y) = self.projection.zoom.place(*hex);
            let style = self.theme.ink(Ink::Struck);
            if self.projection.zoom == Zoom::Table {
                self.half(*hex, style.bg.unwrap_or(Color::Reset), '+');
            } else {
                let sign = self.glyphs.fallen();
                self.put((x, y), sign, style);
                self.put((x + 1, y), sign, style);
            }
        }
    }

    /// A leader who stands alone.
    pub fn lone_leader(&mut self, field: &Battlefield, leader: LeaderId) {
        let Perch::At(hex) = field.leader(leader) else { return };
        let info = field.roster().leader(leader);
        let style = self.theme.side(info.side).add_modifier(Modifier::BOLD);
        let (x, y) = self.projection.zoom.place(hex);
        if self.projection.zoom == Zoom::Table {
            return;
        }
        let last = info.label.chars().next_back().unwrap_or(' ');
        self.put((x, y), self.glyphs.leader(), style);
        self.put((x + 1, y), last, style);
    }

    /// The flags of objectives, in their holders' colours.
    pub fn flags(&mut self, field: &Battlefield) {
        if self.projection.zoom == Zoom::Table {
            return;
        }
        for (objective, holder) in field.roster().objectives.iter().zip(field.holders()) {
            let Some(hex) = flag_hex(field, objective) else { continue };
            let style = holder.map_or(self.theme.ink(Ink::Flag), |side| self.theme.side(side));
            let (x, y) = self.projection.zoom.place(hex);
            let taken = field.unit_at(hex).is_some();
            self.put((x + i32::from(taken), y), self.glyphs.flag(), style.add_modifier(Modifier::BOLD));
            if !taken {
                let owner = holder.map_or(' ', |side| side.name().chars().next().unwrap_or(' '));
                self.put((x + 1, y), owner, style);
            }
        }
    }

    /// A letter of a place's name: light on dark ground, dark on light ground.
    fn write_place(&mut self, at: (i32, i32), c: char) {
        let ground = self.projection.screen(at).and_then(|position| self.canvas.seen(position)).map(|cell| cell.bg);
        let style = self.theme.ink(Ink::Place);
        let pale = matches!(ground, Some(Color::Rgb(r, g, b)) if u16::from(r) + u16::from(g) + u16::from(b) > 400);
        self.put(at, c, if pale { style.fg(Color::Rgb(0x18, 0x18, 0x10)) } else { style });
    }

    /// Names of places, where nothing else stands.
    pub fn places<'a>(&mut self, field: &Battlefield, places: impl Iterator<Item = &'a (String, Hex)>) {
        if self.projection.zoom == Zoom::Table {
            return;
        }
        for (name, hex) in places {
            let (x, y) = self.projection.zoom.place(*hex);
            let flagged = field.roster().objectives.iter().any(|objective| objective.hexes.contains(hex));
            let start = if flagged { x + 3 } else { x - name.chars().count() as i32 / 2 + 1 };
            let whole = self.projection.zoom.canvas(self.projection.grid).0;
            let start = start.min(whole - 1 - name.chars().count() as i32).max(0);
            if let Some(y) = self.free_row(field, start, y, name.chars().count() as i32) {
                name.chars().enumerate().for_each(|(column, c)| self.write_place((start + column as i32, y), c));
            }
        }
    }

    /// The row nearest to `y` in which so many cells are free of stands; a name that has none is left out.
    fn free_row(&self, field: &Battlefield, start: i32, y: i32, width: i32) -> Option<i32> {
        let zoom = self.projection.zoom;
        let flags: Vec<Hex> =
            field.roster().objectives.iter().filter_map(|objective| flag_hex(field, objective)).collect();
        let open = |hex: Hex| field.unit_at(hex).is_none() && !flags.contains(&hex);
        let free = |row: &i32| (start - 1..=start + width).all(|x| open(zoom.hex(x, *row)));
        let step = i32::from(zoom.hex_size().1);
        [0, -1, 1, -2, 2].into_iter().map(|rows| y + rows * step).filter(|row| *row >= 0).find(free)
    }

    /// The cursor: the hex's own characters on the cursor's colours.
    pub fn cursor(&mut self, hex: Hex) {
        let style = self.theme.ink(Ink::Cursor);
        if self.projection.zoom == Zoom::Table {
            self.half(hex, style.bg.unwrap_or(Color::Reset), '+');
            return;
        }
        for (x, y, _) in self.projection.cells(hex) {
            let Some(cell) = self.canvas.look((x, y)) else { continue };
            if self.theme.depth() == Depth::Mono {
                cell.modifier.toggle(Modifier::REVERSED);
                cell.modifier.insert(Modifier::BOLD);
            } else {
                cell.set_style(style);
            }
        }
    }
}

/// The hex an objective's flag stands on: the first without a unit.
#[must_use]
pub fn flag_hex(field: &Battlefield, objective: &Objective) -> Option<Hex> {
    let free = objective.hexes.iter().find(|hex| field.unit_at(**hex).is_none());
    free.or(objective.hexes.first()).copied()
}

/// The hex a unit's label is written on: its anchor, or its first stand where the anchor is hollow.
fn label_hex(field: &Battlefield, unit: UnitId, footprint: &Footprint) -> Option<Hex> {
    let anchor = field.unit(unit).pose.anchor;
    if footprint.contains(anchor) { Some(anchor) } else { footprint.hexes().first().copied() }
}

/// Units in a bad way pale, besides carrying their sign.
fn faded(style: Style, marks: Conditions, emphasis: Emphasis) -> Style {
    let bad = marks.are_faded();
    match (style.bg, emphasis) {
        (Some(bg @ Color::Rgb(..)), Emphasis::None | Emphasis::Ready) if bad => {
            style.bg(mix(bg, Color::Rgb(0x80, 0x80, 0x80), 0.55))
        }
        _ if bad && style.bg.is_none() => style.add_modifier(Modifier::DIM),
        _ => style,
    }
}

/// Whether the second half of a stand is left open to show thinned ranks.
fn thinned(marks: Conditions, place: usize) -> bool {
    marks.are_thin() && place.is_multiple_of(2)
}
