//! What a command is to do, as drawn: its objective, the way there from its leader, how far he is heard, who is out of it.

use battle::{Battlefield, Side, UnitId};
use hexes::{Hex, straight_line};
use ratatui::style::Modifier;

use super::projection::Zoom;
use super::units::Brush;
use crate::theme::Ink;

/// What to draw of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Purpose {
    /// Whose it is.
    pub side: Side,
    /// Its leader's label.
    pub label: String,
    /// Where its leader is; nothing when only its objective is shown.
    pub from: Option<Hex>,
    /// Its objective.
    pub to: Option<Hex>,
    /// How far the leader is heard, in hexes.
    pub radius: u16,
    /// Its units that do not hear him.
    pub strays: Vec<UnitId>,
}

impl Brush<'_> {
    /// The reach of a leader and the way to his objective, on hexes where nobody stands.
    pub fn way_of(&mut self, field: &Battlefield, purpose: &Purpose) {
        let Some(from) = purpose.from.filter(|_| self.projection.zoom != Zoom::Table) else { return };
        let free = |hex: &Hex| field.ground().grid().contains(*hex) && field.unit_at(*hex).is_none();
        for hex in from.ring(i32::from(purpose.radius)).filter(free) {
            self.sign(hex, self.glyphs.heard());
        }
        self.name_reach(field, from, purpose);
        let way = purpose.to.map_or_else(Vec::new, |to| straight_line(from, to, hexes::Side::Left));
        for hex in way.into_iter().filter(free) {
            self.sign(hex, self.glyphs.bound());
        }
    }

    /// The objective of a command, and a sign beside each of its units that does not hear its leader.
    pub fn aim_of(&mut self, field: &Battlefield, purpose: &Purpose) {
        if self.projection.zoom == Zoom::Table {
            return;
        }
        if let Some(hex) = purpose.to {
            let style = self.theme.side(purpose.side).add_modifier(Modifier::BOLD);
            let (x, y) = self.projection.zoom.place(hex);
            self.put((x, y), self.glyphs.aim(), style);
            self.put((x + 1, y), purpose.label.chars().next_back().unwrap_or(' '), style);
        }
        for unit in &purpose.strays {
            let Some(hex) = field.footprint(*unit).hexes().first().copied() else { continue };
            let (x, y) = self.projection.zoom.place(hex);
            if field.unit_at(self.projection.zoom.hex(x - 1, y)).is_none() {
                self.put((x - 1, y), self.glyphs.stray(), self.theme.ink(Ink::Bad).add_modifier(Modifier::BOLD));
            }
        }
    }

    /// Whose reach it is, written over its edge as far up as nobody stands there and no ground counts.
    fn name_reach(&mut self, field: &Battlefield, from: Hex, purpose: &Purpose) {
        let (zoom, grid) = (self.projection.zoom, field.ground().grid());
        let counts = |hex: Hex| field.roster().objectives.iter().any(|objective| objective.hexes.contains(&hex));
        let free = |hex: Hex| field.unit_at(hex).is_none() && !counts(hex);
        // A blank would leave what is below it.
        let text = format!("{}'s-reach", purpose.label);
        let width = text.len() as i32;
        let first = self.projection.origin.0;
        let last = first + i32::from(self.projection.area.width);
        let begin = |x: i32| (x - width / 2).clamp(first, (last - width).max(first));
        let middle = zoom.place(from).0;
        let edge = from.ring(i32::from(purpose.radius)).filter(|hex| grid.contains(*hex)).map(|hex| zoom.place(hex));
        let shown = edge.filter(|at| self.projection.screen(*at).is_some());
        let fits = |(x, y): &(i32, i32)| (begin(*x)..begin(*x) + width).all(|x| free(zoom.hex(x, *y)));
        let Some((x, y)) = shown.filter(fits).min_by_key(|(x, y)| (*y, (x - middle).abs())) else { return };
        let style = self.theme.ink(Ink::Path).add_modifier(Modifier::BOLD);
        for (place, letter) in text.chars().enumerate() {
            self.put((begin(x) + place as i32, y), letter, style);
        }
    }

    fn sign(&mut self, hex: Hex, sign: char) {
        let at = self.projection.zoom.place(hex);
        self.put(at, sign, self.theme.ink(Ink::Path).add_modifier(Modifier::BOLD));
    }
}
