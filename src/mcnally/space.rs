//! Shapes of units, distances in inches, arcs and sides (MC-HEX, MC-DEPLOY).

pub(crate) mod sight;

use battle::{Arrangement, Footprint, Formation, Pose, UnitId, rule};
use hexes::{Direction, Facing, Hex, Vector};
pub(crate) use rulebook::Aspect;

use crate::{War, marks};

/// How a unit is formed (MC-DEPLOY).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Shape {
    /// Close order line, foot two deep and horse one.
    Line,
    /// Open order line.
    Open,
    /// Column.
    Column,
    /// Skirmish order.
    Skirmish,
    /// Guns in battery.
    Battery,
    /// Guns on their limbers.
    Limbered,
    /// Spread through building hexes (MC-DEPLOY-12).
    Garrison,
    /// No order: it routs.
    Crowd,
}

impl Shape {
    /// Its name on screen.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Shape::Line => "close order",
            Shape::Open => "open order",
            Shape::Column => "column",
            Shape::Skirmish => "skirmish order",
            Shape::Battery => "unlimbered",
            Shape::Limbered => "limbered",
            Shape::Garrison => "garrison",
            Shape::Crowd => "routing",
        }
    }
}

/// The files of a garrison's pose, which tell it from a crowd on the same hexes.
pub(crate) const HELD: u8 = 2;

/// The shape of a pose.
pub(crate) const fn shape_of(pose: &Pose) -> Shape {
    match pose.formation.arrangement {
        Arrangement::OpenOrder => Shape::Open,
        Arrangement::Column | Arrangement::AttackColumn | Arrangement::MarchColumn => Shape::Column,
        Arrangement::Skirmish | Arrangement::Screen => Shape::Skirmish,
        Arrangement::Limbered => Shape::Limbered,
        Arrangement::Battery => Shape::Battery,
        Arrangement::Garrison if pose.formation.files == HELD => Shape::Garrison,
        Arrangement::Garrison => Shape::Crowd,
        _ => Shape::Line,
    }
}

/// The shape of a unit: none in a rout, whatever hexes it still holds (MC-MOVE-30).
pub(crate) fn shape(war: &War, unit: UnitId) -> Shape {
    let routs = war.marked(unit, marks::ROUTING) && rule!("MC-MOVE-30a");
    if routs { Shape::Crowd } else { shape_of(&war.pose(unit)) }
}

/// Whether a unit is cavalry on its horses.
pub(crate) fn is_mounted(war: &War, unit: UnitId) -> bool {
    war.profile(unit).troops == crate::Troops::Horse && !war.marked(unit, marks::DISMOUNTED)
}

/// How men go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Seat {
    /// On foot, or with guns.
    Afoot,
    /// On horses.
    Saddle,
}

/// How the men of a unit go.
pub(crate) fn seat(war: &War, unit: UnitId) -> Seat {
    if is_mounted(war, unit) { Seat::Saddle } else { Seat::Afoot }
}

/// Whether a unit is foot: no guns, no horses.
pub(crate) fn is_foot(war: &War, unit: UnitId) -> bool {
    !is_mounted(war, unit) && !war.profile(unit).is_guns()
}

/// Whether a battery is without its guns.
pub(crate) fn is_without_guns(war: &War, unit: UnitId) -> bool {
    let own = war.own(unit);
    war.profile(unit).is_guns() && (own.guns_taken || !own.guns_left.is_empty())
}

/// Whether a unit is formed (MC-HEX-13).
pub(crate) fn is_formed(war: &War, unit: UnitId) -> bool {
    !matches!(shape(war, unit), Shape::Skirmish | Shape::Garrison | Shape::Crowd) && rule!("MC-HEX-13")
}

/// The formation of so many stands in a shape (MC-DEPLOY-14); horse stands one deep (MC-DEPLOY-9).
pub(crate) fn formation(stands: u8, shape: Shape, seat: Seat) -> Formation {
    let mounted = seat == Seat::Saddle;
    // Two files as long as that leaves a column its depth (MC-DEPLOY-4, 9).
    let wide = if mounted { 3 } else { 5 };
    let (arrangement, files) = match shape {
        Shape::Line if mounted => (Arrangement::Line, stands),
        Shape::Line if rule!("MC-DEPLOY-1") => (Arrangement::Line, stands.div_ceil(2)),
        Shape::Line => (Arrangement::Line, stands),
        Shape::Open => (Arrangement::OpenOrder, 1),
        Shape::Column if stands >= wide && rule!("MC-DEPLOY-14") => (Arrangement::Column, 2),
        Shape::Column if rule!("MC-HEX-5") => (Arrangement::MarchColumn, 1),
        Shape::Skirmish if rule!("MC-DEPLOY-5") => (Arrangement::Skirmish, 1),
        Shape::Column | Shape::Skirmish => (Arrangement::OpenOrder, 1),
        Shape::Battery => (Arrangement::Battery, 1),
        Shape::Limbered => (Arrangement::Limbered, 1),
        Shape::Garrison => (Arrangement::Garrison, HELD),
        Shape::Crowd => (Arrangement::Garrison, 1),
    };
    Formation::new(arrangement, files)
}

/// The footprints of skirmish order that so many stands can choose: gaps of one hex or two, one row or two, the usual one
/// first (MC-HEX-12).
pub(crate) fn spreads(stands: u8) -> Vec<Formation> {
    let rows = stands.div_ceil(2);
    let [one, two] = [Arrangement::Skirmish, Arrangement::Screen];
    let mut all = vec![Formation::new(one, 1)];
    if rule!("MC-HEX-12") && stands > 1 {
        all.push(Formation::new(two, 1));
        all.extend([one, two].into_iter().filter(|_| rows > 1).map(|kind| Formation::new(kind, rows)));
    }
    all
}

/// Inches of a step (MC-UNIT-1); a battle file may make its hexes coarser.
pub(crate) fn pitch(war: &War) -> u16 {
    u16::from(war.field().inches_per_hex()) * if rule!("MC-UNIT-1") { 1 } else { 2 }
}

/// Whether so many stands are too few for a shape: close order of foot wants two, a column three (MC-DEPLOY-13).
pub(crate) const fn is_too_small(stands: u8, shape: Shape, seat: Seat) -> bool {
    match shape {
        Shape::Line => matches!(seat, Seat::Afoot) && stands < 2,
        Shape::Column => stands < 3,
        _ => false,
    }
}

/// So many hexes in inches.
pub(crate) fn inches(war: &War, hexes: i32) -> i32 {
    hexes.saturating_mul(i32::from(pitch(war)))
}

/// Inches between the nearest stands of two units (MC-HEX-7).
pub(crate) fn between(war: &War, one: UnitId, other: UnitId) -> i32 {
    let middles = || war.pose(one).anchor.distance(war.pose(other).anchor);
    inches(war, if rule!("MC-HEX-7") { war.field().distance(one, other) } else { middles() })
}

/// The stands of a unit, front rank first.
pub(crate) fn body(war: &War, unit: UnitId) -> Footprint {
    war.field().footprint(unit)
}

/// A way written as a front left and b front right (MC-HEX-1).
pub(crate) fn parts(facing: Facing, way: Vector) -> (i32, i32) {
    let (left, right) = (facing.front_left().vector(), facing.front_right().vector());
    let cross =
        |one: Vector, other: Vector| i32::from(one.q) * i32::from(other.r) - i32::from(one.r) * i32::from(other.q);
    let whole = cross(left, right);
    if !rule!("MC-HEX-1") {
        return (0, 0);
    }
    (cross(way, right) / whole, cross(left, way) / whole)
}

/// Whether a hex is in the arc of a stand (MC-HEX-2).
pub(crate) fn in_arc(facing: Facing, stand: Hex, target: Hex) -> bool {
    let (a, b) = parts(facing, target - stand);
    (a, b) != (0, 0) && a >= 0 && b >= 0
}

/// On which side of a unit some enemy stands are (MC-HEX-8); who has no order has no sides (MC-SKIRM-1).
pub(crate) fn aspect(war: &War, on: UnitId, stands: &[Hex]) -> Aspect {
    let loose = !is_formed(war, on) && rule!("MC-SKIRM-1");
    if loose || !rule!("MC-HEX-8") {
        return Aspect::Front;
    }
    let (print, facing) = (body(war, on), war.pose(on).facing);
    let nearest = |hexes: &[Hex], from: Hex| hexes.iter().copied().min_by_key(|hex| hex.distance(from)).unwrap_or(from);
    let most = |test: &dyn Fn(Hex) -> bool| 2 * stands.iter().filter(|hex| test(**hex)).count() > stands.len();
    let ahead = |hex: Hex| {
        let (a, b) = parts(facing, hex - nearest(print.front(), hex));
        a + b >= 1
    };
    let behind = |hex: Hex| {
        let (a, b) = parts(facing, hex - nearest(print.hexes(), hex));
        a <= 0 && b <= 0
    };
    match () {
        () if most(&ahead) => Aspect::Front,
        () if most(&behind) => Aspect::Rear,
        () => Aspect::Flank,
    }
}

/// The sides on which front-rank stands of a pose touch enemies: ahead, loose ones all round (MC-HEX-6).
pub(crate) fn fronts(pose: &Pose) -> Vec<Direction> {
    if shape_of(pose) == Shape::Skirmish || !rule!("MC-HEX-6") {
        return Direction::ALL.to_vec();
    }
    pose.facing.fronts().to_vec()
}

/// Front-rank stands of a unit in a pose that touch an enemy.
pub(crate) fn touching(war: &War, by: UnitId, pose: &Pose, on: UnitId) -> Vec<Hex> {
    let (print, theirs, fronts) = (war.field().footprint_at(by, pose), body(war, on), fronts(pose));
    let mut met: Vec<Hex> = print.meets(&fronts, &theirs).map(|(stand, _)| stand).collect();
    met.dedup();
    met
}

/// Stands of a unit that an enemy in a pose touches.
pub(crate) fn touched(war: &War, by: UnitId, pose: &Pose, on: UnitId) -> Vec<Hex> {
    let (print, theirs, fronts) = (war.field().footprint_at(by, pose), body(war, on), fronts(pose));
    let met: Vec<Hex> = print.meets(&fronts, &theirs).map(|(_, hex)| hex).collect();
    theirs.hexes().iter().copied().filter(|hex| met.contains(hex)).collect()
}
