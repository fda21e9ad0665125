//! What one unit could do to another in its next turn, both standing as supposed: for judging places.

use battle::{Effect, FireArc, Pose, Threat, UnitId};
use hexes::Hex;

use crate::War;
use crate::assault::charges;
use crate::estimates::going_about::{useful_range, usual_pace};
use crate::estimates::{by_eye, eye};
use crate::fire::forecasts;
use crate::fire::gunnery::Motion;
use crate::formations::shapes::shape_of;
use crate::info::SHOOTING;
use crate::marks;
use crate::measures::{self, kind};
use crate::sight::{arcs, lines};
use crate::tables;

/// The threat by fire and by a charge: what the forecasts of both say in a battle in which the two stand so. A shot that is
/// legal now, and a charge that may be declared now, are told exactly; shells by their average template. A formation that does not
/// charge threatens none.
pub(crate) fn threat(war: &War, by: UnitId, from: &Pose, on: UnitId, at: &Pose) -> Threat {
    let apart = war.field().footprint_at(by, from).distance(&war.field().footprint_at(on, at));
    let shoots = apart <= measures::as_hexes(war, eye::furthest(war, useful_range(war, by)));
    let rides = could_charge(war, by, from, on, apart);
    if war.marked(by, marks::ROUTING) || !(shoots || rides) {
        return Threat::default();
    }
    let supposed = war.standing(&[(on, *at), (by, *from)]);
    let fire = if shoots { forecasts::worst_volley(&supposed, by, on, Motion::Still) } else { 0.0 };
    let charge = if rides { by_eye::charge(&supposed, by, on) } else { Effect::default() };
    let breaks = (charge.repels + charge.destroys).min(1.0);
    Threat { fire, charge: charge.inflicted, charge_cost: charge.taken, breaks, ..Threat::default() }
}

/// The share of itself that an enemy would lose by what the unit can still shoot in this player turn from that pose.
pub(crate) fn fire_to_come(war: &War, unit: UnitId, pose: &Pose, enemy: UnitId) -> f64 {
    let own = war.own(unit);
    let later = war.phase() < SHOOTING && !war.is_over() && war.state.player == war.side(unit);
    if !later || war.marked(unit, marks::ROUTING | marks::CHARGED | marks::MARCHED) || own.shot {
        return 0.0;
    }
    let apart = war.field().footprint_at(unit, pose).distance(&war.field().footprint(enemy));
    if apart > measures::as_hexes(war, eye::furthest(war, tables::row(kind(war, unit)).range)) {
        return 0.0;
    }
    let moved = war.marked(unit, marks::MOVED) || *pose != war.pose(unit);
    let motion = if moved { Motion::Moved } else { Motion::Still };
    forecasts::worst_volley(&war.standing(&[(unit, *pose)]), unit, enemy, motion)
}

/// Whether a unit in that pose could charge another next turn: the arm and formation allow it, it is near enough,
/// and the other lies before its front.
fn could_charge(war: &War, by: UnitId, from: &Pose, on: UnitId, apart: i32) -> bool {
    let kind = kind(war, by);
    let able = !kind.is_guns() && charges::may_charge_in(war, by, shape_of(from));
    if !able || war.marked(by, marks::DISORIENTED | marks::BOGGED) {
        return false;
    }
    let go = if war.options().charge_instead { 0 } else { usual_pace(war, by) };
    apart <= measures::as_hexes(war, eye::furthest(war, go + tables::row(kind).assault)) + 1 && on != by
}

/// Where the unit could shoot from that pose; without measuring there is nothing to show (OW-SCALE-2).
pub(crate) fn field_of_fire(war: &War, unit: UnitId, pose: &Pose) -> FireArc {
    let row = tables::row(kind(war, unit));
    if useful_range(war, unit) == 0 {
        return FireArc::default();
    }
    let (near, far) = match (row.grape_range, measures::may_measure(war)) {
        (_, false) => (i32::MAX, i32::MAX),
        (0, true) => (row.range.min(tables::LONG_RANGE), row.range),
        (grape, true) => (grape, row.range),
    };
    let reach = measures::as_hexes(war, far);
    let seen = |hex: &Hex| arcs::could_hit(war, unit, pose, *hex) && lines::sees_hex(war, pose.anchor, *hex);
    let near_enough = |hex: &Hex| pose.anchor.distance(*hex) <= reach;
    let mut hexes: Vec<Hex> = war.field().ground().grid().iter().filter(near_enough).filter(seen).collect();
    hexes.sort_by_key(|hex| (pose.anchor.distance(*hex), *hex));
    let band = |hex: Hex| u8::from(measures::inches(war, pose.anchor.distance(hex)) > near);
    let bands = match (row.grape_range, measures::may_measure(war)) {
        (_, false) => vec![String::from("field of fire")],
        (0, true) => vec![format!("to {near} inches"), format!("to {far} inches, -1")],
        (grape, true) => vec![format!("grape to {grape} inches"), format!("ball to {far} inches")],
    };
    FireArc { bands, hexes: hexes.into_iter().map(|hex| (hex, band(hex))).collect() }
}
