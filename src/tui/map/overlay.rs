//! Overlays: where a unit can go, what it can shoot at, what can be seen, what threatens, how high the ground is.

use std::collections::BTreeMap;

use battle::{Battlefield, FireArc, Paces, Reach, Role, Side, System, UnitId};
use hexes::Hex;
use ratatui::style::{Modifier, Style};

use super::projection::Zoom;
use super::units::Brush;
use crate::theme::{mix, on_top};

/// The overlays there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OverlayKind {
    /// Where the unit under the cursor can go.
    Reach,
    /// What it could shoot at.
    Fire,
    /// What somebody on the cursor's hex sees.
    Sight,
    /// What the enemy can shoot at or charge.
    Threat,
    /// The height of the ground.
    Elevation,
}

impl OverlayKind {
    /// All of them.
    pub const ALL: [OverlayKind; 5] =
        [OverlayKind::Reach, OverlayKind::Fire, OverlayKind::Sight, OverlayKind::Threat, OverlayKind::Elevation];

    /// Its name in the command line and the legend.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            OverlayKind::Reach => "reach",
            OverlayKind::Fire => "fire",
            OverlayKind::Sight => "sight",
            OverlayKind::Threat => "threat",
            OverlayKind::Elevation => "elevation",
        }
    }
}

/// Shading of one hex: how strong, 0 the strongest of four, and the sign where colours do not mix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shade {
    /// 0 to 3.
    pub step: u8,
    /// The sign.
    pub sign: char,
}

/// One overlay, ready to draw.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Overlay {
    /// Shaded hexes.
    pub hexes: BTreeMap<Hex, Shade>,
    /// What the shades mean, strongest first.
    pub legend: Vec<String>,
    /// Whether strong means bad.
    pub warning: bool,
}

impl Overlay {
    /// Nothing, because no unit is under the cursor.
    #[must_use]
    pub fn of_nobody() -> Overlay {
        Overlay { legend: vec![String::from("put the cursor on a unit")], ..Overlay::default() }
    }

    /// The places of a reach, shaded by what is left of the longest cost.
    #[must_use]
    pub fn of_reach(reach: &Reach, paces: Paces) -> Overlay {
        let most = reach.legal().map(|place| place.cost).max().unwrap_or(0).max(1);
        let mut hexes = BTreeMap::new();
        for place in reach.legal() {
            let step = (u32::from(place.cost) * 4 / (u32::from(most) + 1)).min(3) as u8;
            let shade = Shade { step, sign: '·' };
            let known = hexes.entry(place.pose.anchor).or_insert(shade);
            known.step = known.step.min(step);
        }
        let quarter = |part: u16| match (u32::from(most) * u32::from(part) / 4, paces) {
            (cost, Paces::Inches) => format!("to {}\"", cost.div_ceil(100)),
            (cost, Paces::Points) => format!("to {}", paces.told(cost)),
        };
        let legend = (1..=4).map(quarter).collect();
        Overlay { hexes, legend, warning: false }
    }

    /// Everywhere the unit could go by any order that moves it.
    #[must_use]
    pub fn reach_of(system: &dyn System, unit: UnitId) -> Overlay {
        let moves = |order: &battle::Order| {
            let role = system.verb(order).map(|verb| verb.role);
            matches!(
                role,
                Some(
                    Role::Move | Role::March | Role::Maneuver | Role::Form | Role::Place | Role::Deploy | Role::Pursue
                )
            )
        };
        let mine: Vec<_> = system.stems().into_iter().filter(|stem| stem.unit() == Some(unit)).collect();
        let stems = if mine.is_empty() { system.estimates().prospects(unit) } else { mine };
        let mut joined = Reach::default();
        for stem in stems.iter().filter(|stem| moves(stem)) {
            joined.places.extend(system.reach(stem).places.into_iter().filter(|place| place.legal));
        }
        Overlay::of_reach(&joined, system.info().paces)
    }

    /// What a unit could shoot at, by range band.
    #[must_use]
    pub fn of_fire(arc: FireArc) -> Overlay {
        let sign = |band: u8| char::from_digit(u32::from(band) + 1, 10).unwrap_or('+');
        let shade = |band: u8| Shade { step: band.min(3), sign: sign(band) };
        let hexes = arc.hexes.into_iter().map(|(hex, band)| (hex, shade(band))).collect();
        let numbered = |(place, band): (usize, String)| format!("{} {band}", place + 1);
        Overlay { hexes, legend: arc.bands.into_iter().enumerate().map(numbered).collect(), warning: true }
    }

    /// What somebody on the hex sees.
    #[must_use]
    pub fn of_sight(system: &dyn System, from: Hex) -> Overlay {
        let seen = system.field().ground().grid().iter().filter(|hex| system.sees(from, *hex));
        let hexes = seen.map(|hex| (hex, Shade { step: 1, sign: '·' })).collect();
        Overlay { hexes, legend: vec![String::from("seen from the cursor")], warning: false }
    }

    /// How many of the enemies of `side` can shoot at each hex from where they stand, and where they can walk to. Where
    /// nobody may measure, how many have it in their field of fire, however far.
    #[must_use]
    pub fn of_threat(system: &dyn System, side: Side) -> Overlay {
        let field = system.field();
        let mut count: BTreeMap<Hex, u8> = BTreeMap::new();
        for enemy in field.present_of(side.other()) {
            for hex in threatened_by(system, field, enemy) {
                *count.entry(hex).or_insert(0) += 1;
            }
        }
        let shade = |count: u8| Shade {
            step: 4u8.saturating_sub(count).min(3),
            sign: char::from_digit(u32::from(count.min(9)), 10).unwrap_or('+'),
        };
        let hexes = count.into_iter().map(|(hex, count)| (hex, shade(count))).collect();
        let least =
            if system.tells_distances() { "1 can reach or shoot here" } else { "1 could shoot here if near enough" };
        let legend = ["4 or more enemies", "3", "2", least].map(String::from).to_vec();
        Overlay { hexes, legend, warning: true }
    }

    /// The height of every hex above the plain.
    #[must_use]
    pub fn of_elevation(field: &Battlefield) -> Overlay {
        let ground = field.ground();
        let high = ground.grid().iter().filter(|hex| ground.elevation(*hex) != 0);
        let shade = |hex: Hex| {
            let level = ground.elevation(hex);
            let sign = char::from_digit(u32::from(level.unsigned_abs()).min(9), 10).unwrap_or('-');
            Shade { step: 3 - (level.clamp(1, 4) as u8 - 1), sign }
        };
        let hexes = high.map(|hex| (hex, shade(hex))).collect();
        Overlay { hexes, legend: vec![String::from("levels above the plain")], warning: false }
    }
}

fn threatened_by(system: &dyn System, field: &Battlefield, enemy: UnitId) -> Vec<Hex> {
    let state = field.unit(enemy);
    let mut hexes: Vec<Hex> = system.fire_arc(enemy, &state.pose).hexes.into_iter().map(|(hex, _)| hex).collect();
    if !system.tells_distances() {
        return hexes;
    }
    let steps = system.estimates().pace(enemy).hexes(field.inches_per_hex());
    let grid = field.ground().grid();
    let ahead = state.pose.frame(state.pose.formation.files);
    let near = state.pose.anchor.within(steps.clamp(0, 24)).filter(|hex| grid.contains(*hex));
    hexes.extend(near.filter(|hex| ahead.local(*hex).k > 0));
    hexes.sort_unstable();
    hexes.dedup();
    hexes
}

impl Brush<'_> {
    /// Shades the hexes of an overlay.
    pub fn overlay(&mut self, overlay: &Overlay) {
        for (hex, shade) in &overlay.hexes {
            self.shade(*hex, *shade, overlay.warning);
        }
    }

    fn shade(&mut self, hex: Hex, shade: Shade, warning: bool) {
        let step = usize::from(shade.step);
        let tint = if warning { self.theme.band(step) } else { self.theme.shade(step) };
        if self.projection.zoom == Zoom::Table {
            self.half(hex, tint, shade.sign);
            return;
        }
        let signed = !self.theme.mixes() || shade.sign.is_ascii_digit() && (hex.q + 2 * hex.r).rem_euclid(4) == 0;
        for (x, y, (column, row)) in self.projection.cells(hex) {
            let Some(cell) = self.canvas.look((x, y)) else { continue };
            if self.theme.mixes() {
                let share = 0.62 - 0.10 * step as f64;
                cell.bg = mix(cell.bg, tint, share);
            }
            if signed && (column, row) == (0, 0) {
                let sign = Style::new().add_modifier(Modifier::BOLD);
                let seen = if self.theme.mixes() { sign.fg(on_top(cell.bg)) } else { sign };
                cell.set_char(shade.sign).set_style(seen);
            }
        }
    }
}
