//! Stands, labels, conditions, leaders and flags as drawn on the map.

use std::ops::Range;

use battle::{
    Arm, Battlefield, Conditions, Footprint, LeaderId, MarkInfo, Marks, Objective, Obstacle, Perch, Pose, Sense, Side,
    UnitId,
};
use hexes::{Direction, Hex};
use ratatui::style::{Color, Modifier, Style};

use super::bodies::{Bodies, is_open};
use super::labels::label_hex;
use super::projection::{Projection, Zoom};
use super::terrain::noise;
use crate::canvas::Canvas;
use crate::glyphs::Glyphs;
use crate::theme::{Depth, Ink, Theme, mix, rgb};

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

/// How far the second rank of a large stand fades into its side's colour.
const REAR: f64 = 0.55;

/// How dark the ground is under the name of a place.
const NAME_SHADOW: f64 = 0.45;

/// What is drawn of a unit's stands.
struct Ranks<'a> {
    pose: &'a Pose,
    /// Rows of each hex.
    rows: u16,
    arm: Arm,
    marks: Conditions,
    /// Where the label and what is left of its strength are written on large stands.
    spared: [Option<Hex>; 2],
    /// How many of a hundred still stand in each stand.
    men: u32,
}

/// How many of a hundred men a unit still has.
fn men_left(field: &Battlefield, unit: UnitId) -> u32 {
    let state = field.unit(unit);
    (100.0 * f64::from(state.strength.max(0)) / f64::from(state.full.max(1))).round().min(100.0) as u32
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
    Pointed,
    /// It is being given an order.
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

    /// A unit with everything that shows about it, its stands where that footprint has them.
    pub fn unit(
        &mut self,
        (field, unit): (&Battlefield, UnitId),
        footprint: &Footprint,
        emphasis: Emphasis,
        keeps_stands: bool,
    ) {
        let style = self.stand_style(field, unit, emphasis);
        if self.projection.zoom == Zoom::Table {
            self.blot(field, unit, emphasis);
            return;
        }
        let ranks = Ranks {
            pose: &field.unit(unit).pose,
            rows: self.projection.zoom.hex_size().1,
            arm: field.roster().unit(unit).arm,
            marks: field.conditions(unit),
            spared: [label_hex(field, unit, footprint), footprint.hexes().last().copied()],
            men: if keeps_stands { men_left(field, unit) } else { 100 },
        };
        self.stands(footprint, &ranks, style);
        self.under_obstacles(field, footprint);
        self.body(field, unit, footprint, style, emphasis);
        if self.projection.zoom == Zoom::Close {
            self.strength(field, unit, footprint, style);
        }
        self.tag(field, unit, footprint, (style, emphasis));
    }

    /// A footprint that is only being thought of: the first row of each hex, so that moving it is little to send.
    pub fn ghost(&mut self, footprint: &Footprint, pose: &Pose, arm: Arm, allowed: bool) {
        let style = self.theme.ink(if allowed { Ink::Ghost } else { Ink::BadGhost });
        if self.projection.zoom == Zoom::Table {
            footprint.hexes().iter().for_each(|hex| self.half(*hex, style.bg.unwrap_or(Color::Reset), 'o'));
        } else {
            let marks = if allowed { Conditions::default() } else { Conditions::of(Marks::all(), &CROSSED) };
            self.stands(footprint, &Ranks { pose, rows: 1, arm, marks, spared: [None; 2], men: 100 }, style);
        }
    }

    /// The colours of a unit's side in the unit's shade.
    #[must_use]
    pub fn colours(&self, field: &Battlefield, unit: UnitId) -> Style {
        self.theme.side_shade(field.side(unit), self.bodies.shade(unit))
    }

    fn stand_style(&self, field: &Battlefield, unit: UnitId, emphasis: Emphasis) -> Style {
        let side = self.colours(field, unit);
        let marks = field.conditions(unit);
        let style = match emphasis {
            Emphasis::None | Emphasis::Ready | Emphasis::Candidate => side,
            Emphasis::Pointed if self.is_framed(emphasis) => side,
            Emphasis::Pointed | Emphasis::Selected => self.theme.ink(Ink::Selected),
            Emphasis::Target => self.theme.ink(Ink::Target),
            Emphasis::Struck => self.theme.ink(Ink::Struck),
        };
        faded(style, marks, emphasis)
    }

    /// The stands of a unit, of its arm and as it faces.
    fn stands(&mut self, footprint: &Footprint, ranks: &Ranks<'_>, style: Style) {
        let pair = self.glyphs.stand(ranks.arm, ranks.pose.facing, ranks.pose.formation.arrangement, ranks.marks);
        for (place, hex) in footprint.hexes().iter().enumerate() {
            let thinned = thinned(ranks.marks, place);
            for (x, y, (column, row)) in self.projection.cells(*hex).filter(|(_, _, (_, row))| *row < ranks.rows) {
                let (c, style) = match self.projection.zoom {
                    Zoom::Close => self.man(ranks, pair, (*hex, column, row), style),
                    _ if thinned && column == 1 => ('.', style),
                    _ => (pair[usize::from(column)], style),
                };
                self.canvas.blank((x, y));
                self.canvas.put((x, y), c, style);
            }
        }
    }

    /// A cell of a large stand: guns stand in its middle, men and horses in two ranks with gaps where some have fallen; the
    /// second rank is there where colours mix, for it has to be fainter than the first.
    fn man(
        &self,
        ranks: &Ranks<'_>,
        pair: [char; 2],
        (hex, column, row): (Hex, u16, u16),
        style: Style,
    ) -> (char, Style) {
        let guns = ranks.arm == Arm::Artillery;
        let sign = pair[usize::from(column + u16::from(guns)) % 2];
        let grain = noise(Hex::new(hex.q + 31 * column as i16, hex.r + 53 * row as i16)) % 100;
        let [label, strength] = ranks.spared.map(|spared| spared == Some(hex));
        let there = if guns { (1..3).contains(&column) && row == 0 } else { grain < ranks.men };
        let there = there && !label && !(strength && row == 1);
        match (row, style.fg, style.bg) {
            (0, ..) if there => (sign, style),
            (1, Some(fg), Some(bg)) if there && self.theme.mixes() => (sign, style.fg(mix(fg, bg, REAR))),
            _ => (' ', style),
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

    fn blot(&mut self, field: &Battlefield, unit: UnitId, emphasis: Emphasis) {
        let style = match emphasis {
            Emphasis::Pointed | Emphasis::Selected => self.theme.ink(Ink::Selected),
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

    /// Houses that burn: flames on every hex of theirs.
    pub fn fires(&mut self, field: &Battlefield) {
        if field.fires().is_empty() {
            return;
        }
        let style = self.theme.ink(Ink::Fire);
        for hex in field.ground().grid().iter().filter(|hex| field.is_burning(*hex)) {
            if self.projection.zoom == Zoom::Table {
                self.half(hex, style.bg.unwrap_or(Color::Reset), Glyphs::FLAME);
                continue;
            }
            for (x, y, (column, row)) in self.projection.cells(hex) {
                let flame = if (column + row) % 2 == 0 { Glyphs::FLAME } else { ' ' };
                self.canvas.put((x, y), flame, style);
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

    /// The ground of goals that have more than a hex: a sign on each that is free, beside lines and textures.
    pub fn goals(&mut self, field: &Battlefield) {
        if self.projection.zoom == Zoom::Table {
            return;
        }
        for (objective, holder) in field.roster().objectives.iter().zip(field.holders()) {
            let style = holder.map_or(self.theme.ink(Ink::Place), |side| self.theme.side_text(side));
            let others = objective.hexes.iter().filter(|hex| flag_hex(field, objective) != Some(**hex));
            for hex in others.filter(|hex| field.unit_at(**hex).is_none()) {
                let blank = |at: (u16, u16)| self.canvas.seen(at).is_some_and(|cell| cell.symbol() == " ");
                let mut cells = self.projection.cells(*hex).map(|(x, y, _)| (x, y));
                if let Some(at) = cells.find(|at| blank(*at)) {
                    self.canvas.put(at, self.glyphs.goal(), style);
                }
            }
        }
    }

    /// The flags of objectives, in their holders' colours.
    pub fn flags(&mut self, field: &Battlefield) {
        for (objective, holder) in field.roster().objectives.iter().zip(field.holders()) {
            let Some(hex) = flag_hex(field, objective) else { continue };
            let style = holder.map_or(self.theme.ink(Ink::Flag), |side| self.theme.side(side));
            if self.projection.zoom == Zoom::Table {
                self.half(hex, style.bg.unwrap_or(Color::Reset), self.glyphs.flag());
            } else {
                self.flag(field, hex, *holder, style);
            }
        }
    }

    /// The flag of a goal: the sign and its holder's letter, beside a unit that stands on it with its label.
    fn flag(&mut self, field: &Battlefield, hex: Hex, holder: Option<Side>, style: Style) {
        let (x, y) = self.projection.zoom.place(hex);
        let taken = field.unit_at(hex);
        let alone = taken.is_some_and(|unit| field.footprint(unit).hexes().len() == 1);
        let beside = alone && is_open(field, hex + Direction::East);
        let shift = if beside { self.projection.zoom.hex_size().0 } else { u16::from(taken.is_some()) };
        self.put((x + i32::from(shift), y), self.glyphs.flag(), style.add_modifier(Modifier::BOLD));
        if taken.is_none() {
            let owner = holder.map_or(' ', |side| side.name().chars().next().unwrap_or(' '));
            self.put((x + 1, y), owner, style);
        }
    }

    /// A letter of a place's name, on the ground in shadow, so that all letters of it look alike whatever they lie over.
    fn write_place(&mut self, at: (i32, i32), c: char) {
        let ground = self.projection.screen(at).and_then(|position| self.canvas.seen(position)).map(|cell| cell.bg);
        let style = self.theme.ink(Ink::Place);
        let shadow = ground.filter(|_| self.theme.mixes()).map(|ground| mix(ground, rgb(0), NAME_SHADOW));
        self.put(at, c, shadow.map_or(style, |shadow| style.bg(shadow)));
    }

    /// Names of places, where nothing else stands and no other name is written.
    pub fn places<'a>(&mut self, field: &Battlefield, places: impl Iterator<Item = &'a (String, Hex)>) {
        if self.projection.zoom == Zoom::Table {
            return;
        }
        let mut written: Vec<(i32, Range<i32>)> = Vec::new();
        for (name, hex) in places {
            let (x, y) = self.projection.zoom.place(*hex);
            let flagged = field.roster().objectives.iter().any(|objective| objective.hexes.contains(hex));
            let start = if flagged { x + 3 } else { x - name.chars().count() as i32 / 2 + 1 };
            let whole = self.projection.zoom.canvas(self.projection.grid).0;
            let letters = name.chars().count() as i32;
            let start = start.min(whole - 1 - letters).max(0);
            let meets = |row: i32| {
                let beside = |(other, columns): &(i32, Range<i32>)| {
                    *other == row && start <= columns.end && columns.start <= start + letters
                };
                written.iter().any(beside)
            };
            if let Some(y) = self.free_row(field, start, y, letters, meets) {
                written.push((y, start..start + letters));
                name.chars().enumerate().for_each(|(column, c)| self.write_place((start + column as i32, y), c));
            }
        }
    }

    /// The row nearest to `y` in which so many cells are free of stands; a name that has none is left out.
    fn free_row(
        &self,
        field: &Battlefield,
        start: i32,
        y: i32,
        width: i32,
        is_taken: impl Fn(i32) -> bool,
    ) -> Option<i32> {
        let zoom = self.projection.zoom;
        let flags: Vec<Hex> =
            field.roster().objectives.iter().filter_map(|objective| flag_hex(field, objective)).collect();
        let open = |hex: Hex| field.unit_at(hex).is_none() && !flags.contains(&hex);
        let free = |row: &i32| !is_taken(*row) && (start - 1..=start + width).all(|x| open(zoom.hex(x, *row)));
        let step = i32::from(zoom.hex_size().1);
        [0, -1, 1, -2, 2].into_iter().map(|rows| y + rows * step).filter(|row| *row >= 0).find(free)
    }

    /// The cursor: the characters of the hex's first row on the cursor's colours; a step of it is to be little to send.
    pub fn cursor(&mut self, hex: Hex) {
        let style = self.theme.ink(Ink::Cursor);
        if self.projection.zoom == Zoom::Table {
            self.half(hex, style.bg.unwrap_or(Color::Reset), '+');
            return;
        }
        for (x, y, _) in self.projection.cells(hex).filter(|(_, _, (_, row))| *row == 0) {
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
