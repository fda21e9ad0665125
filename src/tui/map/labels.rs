//! Labels of units on the map: the state first, then the name, then what was done; never over others or over a goal.

use battle::{Arrangement, Battlefield, Footprint, Kind, UnitId};
use hexes::{Direction, Hex};
use ratatui::style::{Modifier, Style};

use super::bodies::is_open;
use super::projection::Zoom;
use super::units::{Brush, Emphasis, flag_hex};
use crate::theme::{Ink, rgb};

/// The most letters of a label.
const LETTERS: usize = 3;

/// The most signs of deeds behind a label.
const DEEDS: usize = 2;

/// What is written of a unit.
struct Tag {
    /// The worst state it is in.
    state: Option<char>,
    /// Its label.
    label: Vec<char>,
    /// Whether a leader who commands more than it is with it.
    led: bool,
    /// Signs of lesser states and of deeds.
    others: Vec<char>,
}

/// Where a label and what belongs to it is written in its row, as columns of the map.
struct Spot<'a> {
    field: &'a Battlefield,
    footprint: &'a Footprint,
    anchor: Hex,
    zoom: Zoom,
    y: i32,
}

impl Spot<'_> {
    fn is_own(&self, x: i32) -> bool {
        self.footprint.contains(self.zoom.hex(x, self.y))
    }

    /// Whether a sign may stand there: on the unit itself, or on ground where nothing else is.
    fn has_room(&self, x: i32) -> bool {
        self.is_own(x) || is_open(self.field, self.zoom.hex(x, self.y))
    }

    /// The first column of a label, and how many of its letters are left out at the front.
    fn label(&self, letters: i32) -> (i32, usize) {
        let x = self.zoom.place(self.anchor).0;
        let fits = |start: &i32, free: &dyn Fn(i32) -> bool| (*start..start + letters).all(free);
        let starts = [x, x - 1];
        let own = starts.iter().find(|start| fits(start, &|x| self.is_own(x)));
        let start = own.or_else(|| starts.iter().find(|start| fits(start, &|x| self.has_room(x))));
        start.map_or((x, (letters - 2).max(0) as usize), |start| (*start, 0))
    }
}

impl Brush<'_> {
    /// The label of a unit with its signs and its leader's star.
    pub fn tag(
        &mut self,
        field: &Battlefield,
        unit: UnitId,
        footprint: &Footprint,
        (style, emphasis): (Style, Emphasis),
    ) {
        let Some(anchor) = label_hex(field, unit, footprint) else { return };
        let tag = self.tag_of(field, unit);
        let side = self.colours(field, unit).add_modifier(Modifier::BOLD);
        let label = match emphasis {
            Emphasis::Candidate => self.theme.ink(Ink::Candidate),
            Emphasis::Ready => side.add_modifier(Modifier::UNDERLINED),
            _ => side,
        };
        let style = style.add_modifier(Modifier::BOLD);
        let star = if self.theme.mixes() { side.fg(rgb(0xffe060)) } else { side };
        let (zoom, y) = (self.projection.zoom, self.projection.zoom.place(anchor).1);
        match zoom {
            Zoom::Table => {}
            Zoom::Field => {
                let spot = Spot { field, footprint, anchor, zoom, y };
                self.tag_in_row(&tag, &spot, [label, style, star]);
            }
            Zoom::Close => self.tag_in_hex(&tag, anchor, [label, style, star]),
        }
    }

    fn tag_of(&self, field: &Battlefield, unit: UnitId) -> Tag {
        let signs = |kind: Kind| self.glyphs.signs(field.conditions(unit), kind);
        let formed = match field.unit(unit).pose.formation.arrangement {
            Arrangement::Square | Arrangement::Block => Some(self.glyphs.square()),
            _ => None,
        };
        let mut states = signs(Kind::State).into_iter().chain(formed);
        let state = states.next();
        let label = field.roster().unit(unit).label.chars().take(LETTERS).collect();
        let led = field.leaders_with(unit).any(|leader| !field.roster().leader(leader).officer);
        let lesser: Vec<char> = states.filter(|sign| Some(*sign) != formed).collect();
        Tag { state, label, led, others: lesser.into_iter().chain(signs(Kind::Deed)).take(DEEDS).collect() }
    }

    /// Four columns by two rows: state and label above, the rest below.
    fn tag_in_hex(&mut self, tag: &Tag, anchor: Hex, [label, style, star]: [Style; 3]) {
        let (x, y) = Zoom::Close.place(anchor);
        if let Some(state) = tag.state {
            self.put((x, y), state, label);
        }
        for (column, letter) in tag.label.iter().enumerate() {
            self.put((x + 1 + column as i32, y), *letter, label);
        }
        for (column, sign) in tag.others.iter().enumerate() {
            self.put((x + column as i32, y + 1), *sign, style);
        }
        if tag.led {
            self.put((x + tag.others.len() as i32, y + 1), self.glyphs.leader(), star);
        }
    }

    fn tag_in_row(&mut self, tag: &Tag, spot: &Spot<'_>, [label, style, star]: [Style; 3]) {
        let (start, left_out) = spot.label(tag.label.len() as i32);
        let letters = &tag.label[left_out..];
        let end = start + letters.len() as i32;
        for (column, letter) in letters.iter().enumerate() {
            self.put((start + column as i32, spot.y), *letter, label);
        }
        let (mut before, mut behind) = (start - 1, end);
        if let Some(state) = tag.state {
            let place = [before, behind].into_iter().find(|x| spot.has_room(*x));
            self.put((place.unwrap_or(start), spot.y), state, label);
            before -= i32::from(place == Some(before));
            behind += i32::from(place == Some(end));
        }
        if tag.led {
            let others = || spot.footprint.hexes().iter().find(|hex| hex.offset().row != spot.anchor.offset().row);
            let own = Some(before).filter(|x| spot.is_own(*x)).map(|x| (x, spot.y));
            let own = own.or_else(|| others().map(|hex| spot.zoom.place(*hex)));
            let beside = || [before, behind].into_iter().find(|x| spot.has_room(*x)).map(|x| (x, spot.y));
            if let Some(at) = own.or_else(beside) {
                behind += i32::from(at == (behind, spot.y));
                self.put(at, self.glyphs.leader(), star);
            }
        }
        self.deeds(tag, spot, behind, style);
    }

    /// Signs of what was done, behind the label or on another stand of the unit.
    fn deeds(&mut self, tag: &Tag, spot: &Spot<'_>, behind: i32, style: Style) {
        let room = (behind..behind + DEEDS as i32).take_while(|x| spot.is_own(*x)).count();
        let last = spot
            .footprint
            .hexes()
            .iter()
            .rfind(|hex| **hex != spot.anchor && hex.offset().row != spot.anchor.offset().row);
        let (at, room) = match (room, last) {
            (0, Some(hex)) => (spot.zoom.place(*hex), DEEDS),
            (room, _) => ((behind, spot.y), room),
        };
        for (column, sign) in tag.others.iter().take(room).enumerate() {
            self.put((at.0 + column as i32, at.1), *sign, style);
        }
    }

    /// What strength is left, on the last stand; behind the signs where that is the label's.
    pub fn strength(&mut self, field: &Battlefield, unit: UnitId, footprint: &Footprint, style: Style) {
        let state = field.unit(unit);
        let Some(last) = state.pose.stands(state.stands).hexes().last().copied() else { return };
        let (x, y) = Zoom::Close.place(last);
        let shared = label_hex(field, unit, footprint) == Some(last);
        let both = format!("{}/{}", state.strength, state.full);
        let short = shared || both.len() > 4;
        let text = if short { state.strength.to_string() } else { both };
        let start = if shared { x + 4 - text.len() as i32 } else { x };
        for (column, c) in text.chars().take(4).enumerate() {
            self.put((start + column as i32, y + 1), c, style);
        }
    }
}

/// The hex a unit's label is written on: its anchor, or another of its stands where the anchor is hollow or has the flag of
/// a goal.
pub fn label_hex(field: &Battlefield, unit: UnitId, footprint: &Footprint) -> Option<Hex> {
    let anchor = field.unit(unit).pose.anchor;
    let flagged = |hex: Hex| field.roster().objectives.iter().any(|objective| flag_hex(field, objective) == Some(hex));
    let near = [anchor, anchor + Direction::East, anchor + Direction::West];
    let all = || near.into_iter().chain(footprint.hexes().iter().copied()).filter(|hex| footprint.contains(*hex));
    all().find(|hex| !flagged(*hex)).or_else(|| all().next())
}
