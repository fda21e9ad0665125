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
    /// The last letter of its leader's label.
    pub letter: char,
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
            self.put((x + 1, y), purpose.letter, style);
        }
        for unit in &purpose.strays {
            let Some(hex) = field.footprint(*unit).hexes().first().copied() else { continue };
            let (x, y) = self.projection.zoom.place(hex);
            if field.unit_at(self.projection.zoom.hex(x - 1, y)).is_none() {
                self.put((x - 1, y), self.glyphs.stray(), self.theme.ink(Ink::Bad).add_modifier(Modifier::BOLD));
            }
        }
    }

    fn sign(&mut self, hex: Hex, sign: char) {
        let at = self.projection.zoom.place(hex);
        self.put(at, sign, self.theme.ink(Ink::Path).add_modifier(Modifier::BOLD));
    }
}
