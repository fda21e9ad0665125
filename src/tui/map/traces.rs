//! What combat leaves on the map: smoke before the muzzles, the way of a ball, sparks where blows fall, the tracks of who
//! charged or ran, and where men fell. It is made of events alone and decides nothing.

use std::collections::BTreeMap;

use battle::{Arm, Battlefield, Departure, Event, Manner, Object, Roll, RollKind, Side, UnitId};
use hexes::{Direction, Hex};
use ratatui::style::{Color, Modifier, Style};

use super::projection::Zoom;
use super::terrain::noise;
use super::units::Brush;
use crate::theme::{Ink, mix};
use crate::worth::between;

/// The thickest smoke; each order that follows thins it by one.
const THICK: u8 = 3;

/// How far the colour of the ground goes towards the smoke's, by how thick it is, in hundredths.
const VEIL: [u8; 3] = [22, 42, 64];

/// Smoke, where colours mix.
const SMOKE: Color = Color::Rgb(0xe4, 0xe4, 0xdc);

/// Turns for which the fallen are seen.
const REMEMBERED: u16 = 4;

/// The most places in which one loss shows.
const MOST_FALLEN: i16 = 3;

/// In how many pictures a volley runs along the line.
pub const FLASHES: u8 = 3;

/// How somebody went who left tracks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gait {
    /// At the enemy.
    Dash,
    /// Away from him.
    Flight,
}

impl Gait {
    /// Of who moves in that manner; most leave no tracks.
    #[must_use]
    pub const fn of(manner: Manner) -> Option<Gait> {
        match manner {
            Manner::Charged | Manner::Pursued => Some(Gait::Dash),
            Manner::Fled | Manner::Retreated | Manner::Withdrew => Some(Gait::Flight),
            _ => None,
        }
    }
}

/// What combat has left so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Traces {
    turn: u16,
    smoke: BTreeMap<Hex, u8>,
    /// By hex: the turn in which men fell there last.
    fallen: BTreeMap<Hex, u16>,
    tracks: BTreeMap<Hex, (Side, Gait)>,
    /// Before which muzzles it flashes in this picture, and which of them.
    muzzles: Vec<Hex>,
    flash: Option<u8>,
    ball: Vec<Hex>,
    sparks: Vec<Hex>,
    /// Whether blows or shots have fallen since the last order: what is lost then is lost to them.
    bloody: bool,
}

impl Traces {
    /// Hears what happens next on that field; `blows` are the labels of rolls that are struck hand to hand. Whether it is a
    /// volley.
    pub fn hear(&mut self, field: &Battlefield, event: &Event, blows: &[&str]) -> bool {
        match event {
            Event::TurnBegan { turn } => self.begin_turn(*turn),
            Event::Ordered { .. } => self.thin(field),
            Event::Rolled(roll) => return self.rolled(field, roll, blows),
            Event::Strength { unit, from, to, .. } if to < from && self.bloody => {
                self.fall(field, *unit, (from - to).min(MOST_FALLEN));
            }
            Event::Reshaped { fell, .. } => self.fallen.extend(fell.iter().map(|hex| (*hex, self.turn))),
            Event::Left { unit, why: Departure::Destroyed, .. } => self.fall(field, *unit, 2 * MOST_FALLEN),
            _ => {}
        }
        false
    }

    fn begin_turn(&mut self, turn: u16) {
        *self = Traces { turn, fallen: std::mem::take(&mut self.fallen), ..Traces::default() };
        self.fallen.retain(|_, fell| turn.saturating_sub(*fell) < REMEMBERED);
    }

    /// The next order: smoke thins, its last wisps drift east.
    fn thin(&mut self, field: &Battlefield) {
        let thinner = std::mem::take(&mut self.smoke).into_iter().filter_map(|(hex, thick)| {
            let hex = if thick == 2 { hex + Direction::East } else { hex };
            (thick > 1 && field.ground().grid().contains(hex)).then(|| (hex, thick - 1))
        });
        self.smoke = thinner.collect();
        self.tracks.clear();
        self.bloody = false;
        self.cease();
    }

    /// Smoke that has just risen drifts: every other cloud of it spreads to the east.
    pub fn drift(&mut self, field: &Battlefield) {
        let fresh = self.smoke.iter().filter(|(hex, thick)| **thick == THICK && noise(**hex).is_multiple_of(2));
        let east: Vec<Hex> = fresh.map(|(hex, _)| *hex + Direction::East).collect();
        for hex in east.into_iter().filter(|hex| field.ground().grid().contains(*hex)) {
            self.smoke.entry(hex).or_insert(THICK - 1);
        }
    }

    /// What is seen for a moment only is over.
    pub fn cease(&mut self) {
        self.muzzles.clear();
        self.ball.clear();
        self.sparks.clear();
        self.flash = None;
    }

    /// The next picture of a volley.
    pub fn flash(&mut self, number: u8) {
        self.flash = Some(number);
    }

    fn rolled(&mut self, field: &Battlefield, roll: &Roll, blows: &[&str]) -> bool {
        let (Some(Object::Unit(by)), Some(Object::Unit(on))) = (roll.who, roll.against) else { return false };
        let hurts = matches!(roll.kind, RollKind::Hits | RollKind::Row) || blows.contains(&roll.label);
        if !hurts || field.side(by) == field.side(on) {
            return false;
        }
        self.cease();
        self.bloody = true;
        if blows.contains(&roll.label) {
            self.sparks = facing_each_other(field, on, by);
            return false;
        }
        self.muzzles = muzzles(field, by, on);
        self.smoke.extend(self.muzzles.iter().map(|hex| (*hex, THICK)));
        if field.roster().unit(by).arm == Arm::Artillery {
            let [from, to] = [by, on].map(|unit| field.unit(unit).pose.anchor);
            self.ball = between(from, to);
        }
        true
    }

    /// A unit has left where it stood.
    pub fn left(&mut self, field: &Battlefield, unit: UnitId, gait: Gait) {
        let every = if gait == Gait::Dash { 2 } else { 3 };
        let side = field.side(unit);
        let stood = field.footprint(unit);
        let some = stood.hexes().iter().filter(|hex| noise(**hex).is_multiple_of(every));
        self.tracks.extend(some.map(|hex| (*hex, (side, gait))));
    }

    /// Men of a unit fall in some of the places where it stands.
    fn fall(&mut self, field: &Battlefield, unit: UnitId, places: i16) {
        let mut stood = field.footprint(unit).hexes().to_vec();
        stood.sort_by_key(|hex| noise(Hex::new(hex.q, hex.r + self.turn as i16)));
        self.fallen.extend(stood.into_iter().take(usize::from(places.unsigned_abs())).map(|hex| (hex, self.turn)));
    }
}

/// The free hexes beside a unit's stands on the side of its target.
fn muzzles(field: &Battlefield, by: UnitId, on: UnitId) -> Vec<Hex> {
    let (stands, target) = (field.footprint(by), field.footprint(on));
    let free = |hex: &Hex| field.ground().grid().contains(*hex) && field.unit_at(*hex).is_none();
    let before = |hex: &Hex| {
        let far = target.distance_to(*hex);
        hex.neighbors().into_iter().filter(move |next| target.distance_to(*next) < far)
    };
    let mut hexes: Vec<Hex> = stands.hexes().iter().flat_map(before).filter(free).collect();
    hexes.sort_unstable();
    hexes.dedup();
    hexes
}

/// The stands of a unit that are beside another.
fn facing_each_other(field: &Battlefield, unit: UnitId, other: UnitId) -> Vec<Hex> {
    let others = field.footprint(other);
    field.footprint(unit).hexes().iter().copied().filter(|hex| others.distance_to(*hex) <= 1).collect()
}

impl Brush<'_> {
    /// What lies on the ground below the units: the fallen, if those of the last turns are wanted, tracks, smoke.
    pub fn traces_below(&mut self, field: &Battlefield, traces: &Traces, remembers: bool) {
        if self.projection.zoom == Zoom::Table {
            return;
        }
        let free = |hex: &Hex| field.unit_at(*hex).is_none();
        for (hex, turn) in traces.fallen.iter().filter(|(hex, _)| remembers && free(hex)) {
            self.fallen_mark(*hex, traces.turn.saturating_sub(*turn));
        }
        for (hex, (side, gait)) in traces.tracks.iter().filter(|(hex, _)| free(hex)) {
            self.track(*hex, *side, *gait);
        }
        for (hex, thick) in traces.smoke.iter().filter(|(hex, _)| free(hex)) {
            self.smoke(*hex, *thick);
        }
    }

    /// What is seen over the units for a moment: flashes, a ball, sparks.
    pub fn traces_above(&mut self, field: &Battlefield, traces: &Traces) {
        if self.projection.zoom == Zoom::Table {
            return;
        }
        let free = |hex: &Hex| field.unit_at(*hex).is_none();
        let bright = self.theme.ink(Ink::Flash);
        let number = traces.flash.map(u32::from);
        let now = |hex: &&Hex| number.is_some_and(|number| noise(**hex) % u32::from(FLASHES) == number);
        for hex in traces.muzzles.iter().filter(now).filter(|hex| free(hex)) {
            self.mark(*hex, self.glyphs.flash(), bright);
        }
        for hex in traces.ball.iter().filter(|hex| free(hex)) {
            self.mark(*hex, self.glyphs.ball(), bright);
        }
        for hex in &traces.sparks {
            self.mark(*hex, self.glyphs.flash(), bright);
        }
    }

    /// A sign in the first row of a hex, on what is there.
    fn mark(&mut self, hex: Hex, sign: char, style: Style) {
        let (x, y) = self.projection.zoom.place(hex);
        let within = (noise(hex) % 2) as i32 + i32::from(self.projection.zoom == Zoom::Close);
        self.put((x + within, y), sign, style);
    }

    fn fallen_mark(&mut self, hex: Hex, age: u16) {
        let style = self.theme.ink(Ink::Fallen);
        let style = if age > 1 { style.add_modifier(Modifier::DIM) } else { style };
        self.mark(hex, self.glyphs.body(age > 1), style);
    }

    fn track(&mut self, hex: Hex, side: Side, gait: Gait) {
        self.mark(hex, self.glyphs.track(gait), self.theme.side_text(side));
    }

    /// Smoke over a hex: where colours mix a veil, elsewhere a texture.
    fn smoke(&mut self, hex: Hex, thick: u8) {
        let level = usize::from(thick.clamp(1, THICK)) - 1;
        for (x, y, (column, row)) in self.projection.cells(hex) {
            let ground = self.canvas.seen((x, y)).map(|cell| cell.bg);
            let grain = noise(Hex::new(hex.q + 7 * column as i16, hex.r + 11 * row as i16));
            let veil = self.theme.mixes() && matches!(ground, Some(Color::Rgb(..)));
            let style = match ground {
                Some(ground) if veil => {
                    let veiled = mix(ground, SMOKE, f64::from(u32::from(VEIL[level]) + 4 * (grain % 4)) / 100.0);
                    Style::new().bg(veiled).fg(mix(veiled, SMOKE, 0.5))
                }
                _ => self.theme.ink(Ink::Smoke),
            };
            self.canvas.put((x, y), self.glyphs.smoke(level, grain, veil), style);
        }
    }
}
