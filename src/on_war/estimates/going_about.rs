//! What whoever commands is told of paces, ranges, cover and worth.

use battle::{Hundredths, Pose, UnitId};
use hexes::{Direction, Hex};

use crate::War;
use crate::formations::shapes;
use crate::ground::crossing;
use crate::ground::going::{self, Cover, Going};
use crate::measures::{self, kind};
use crate::tables::{self, Shape};

/// Inches a unit goes in its best fighting formation.
pub(crate) fn usual_pace(war: &War, unit: UnitId) -> i32 {
    let kind = kind(war, unit);
    [Shape::Column, Shape::Line].into_iter().filter_map(|shape| tables::allowance(kind, shape)).max().unwrap_or(0)
}

/// Inches within which fire hurts: half the range of ball for guns, and all of a musket's.
pub(crate) fn useful_range(war: &War, unit: UnitId) -> i32 {
    let row = tables::row(kind(war, unit));
    match kind(war, unit) {
        kind if kind.is_horse() && !measures::has(war, unit, crate::Traits::CARBINE) => 0,
        kind if kind.is_guns() => row.range.min(tables::USEFUL_BALL),
        _ => row.range,
    }
}

/// What the middle of a unit pays for a step; `None` where it cannot go.
pub(crate) fn step_cost(war: &War, unit: UnitId, from: Hex, step: Direction) -> Option<Hundredths> {
    let (ground, kind) = (war.field().ground(), kind(war, unit));
    let edge = ground.edge(from, step);
    let worst = going::going(ground, from + step).max(going::going_over(edge));
    let walled = going::is_outer_wall(ground, from, step) || ground.terrain(from + step).is_building();
    if crossing::stops(kind, going::going(ground, from + step)) || crossing::bars(kind, edge) || walled {
        return None;
    }
    let bogs = kind.is_guns() && worst == Going::Difficult;
    Some(Hundredths(if bogs { measures::step(war) * 2 } else { measures::step(war) }))
}

/// How far a unit goes in a turn on open ground.
pub(crate) fn pace(war: &War, unit: UnitId) -> Hundredths {
    Hundredths::of_inches(shapes::allowance(war, unit, &war.pose(unit)).max(usual_pace(war, unit)))
}

/// How far a unit's fire hurts.
pub(crate) fn fire_range(war: &War, unit: UnitId) -> Hundredths {
    Hundredths::of_inches(useful_range(war, unit))
}

/// How much cover the middle of a unit would have in that pose.
pub(crate) fn cover(war: &War, pose: &Pose) -> f64 {
    match going::cover_of(war.field().ground().terrain(pose.anchor)) {
        Some(Cover::Hard) => 1.0,
        Some(Cover::Soft) => 0.5,
        None => 0.0,
    }
}

/// What a unit is worth among units.
pub(crate) fn worth(war: &War, unit: UnitId) -> f64 {
    tables::row(kind(war, unit)).worth
}
