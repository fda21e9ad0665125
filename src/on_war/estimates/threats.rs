//! What one unit could do to another in its next turn, both standing as supposed: for judging places.

use battle::{Effect, FireArc, Pose, Threat, UnitId};
use hexes::Hex;

use crate::War;
use crate::estimates::going_about::{useful_range, usual_pace};
use crate::fire::gunnery::Shot;
use crate::fire::volleys;
use crate::formations::shapes::{self, shape_of};
use crate::info::SHOOTING;
use crate::marks;
use crate::measures::{self, kind};
use crate::options::CavalryBonus;
use crate::sight::{arcs, lines};
use crate::tables::{self, Shape};

/// The threat by fire and by a charge.
pub(crate) fn threat(war: &War, by: UnitId, from: &Pose, on: UnitId, at: &Pose) -> Threat {
    let apart = war.field().footprint_at(by, from).distance(&war.field().footprint_at(on, at));
    let mut threat = Threat::default();
    if apart > measures::as_hexes(war, furthest(war, by)) {
        return threat;
    }
    if war.marked(by, marks::ROUTING) {
        return threat;
    }
    threat_by_fire(war, by, from, on, at, &mut threat);
    if could_charge(war, by, from, on, apart) {
        let effect = charge_between(war, (by, from), (on, at));
        threat.charge = effect.inflicted;
        threat.charge_cost = effect.taken;
        threat.breaks = (effect.repels + effect.destroys).min(1.0);
    }
    threat
}

/// Fire next turn: standing where the target is in range, and after a move where it is not.
fn threat_by_fire(war: &War, by: UnitId, from: &Pose, on: UnitId, at: &Pose, threat: &mut Threat) {
    let kind = kind(war, by);
    let lost = |hits: f64| hits * lost_per_hit(war, on) / f64::from(war.profile(on).stands.max(1));
    let shots = [Shot::Ball, Shot::Grape];
    let best = |moved: bool| {
        shots.into_iter().map(|shot| volleys::volley_at(war, by, from, on, at, shot, moved)).fold(0.0, f64::max)
    };
    let still = best(false);
    threat.fire = if still > 0.0 || kind.is_heavy_ordnance() { lost(still) } else { lost(best(true)) };
}

/// The best share of an enemy that the unit can still shoot away in this player turn from that pose.
pub(crate) fn fire_to_come(war: &War, unit: UnitId, pose: &Pose) -> f64 {
    let own = war.own(unit);
    let later = war.phase() < SHOOTING && !war.is_over() && war.state.player == war.side(unit);
    if !later || war.marked(unit, marks::ROUTING | marks::CHARGED | marks::MARCHED) || own.shot {
        return 0.0;
    }
    let moved = war.marked(unit, marks::MOVED) || *pose != war.pose(unit);
    if moved && kind(war, unit).is_heavy_ordnance() {
        return 0.0;
    }
    let shares = war.enemies(unit).map(|enemy| {
        let at = war.pose(enemy);
        let shots = [Shot::Ball, Shot::Grape];
        let hits = shots.map(|shot| volleys::volley_at(war, unit, pose, enemy, &at, shot, moved));
        let lost = hits[0].max(hits[1]) * lost_per_hit(war, enemy);
        lost / f64::from(war.profile(enemy).stands.max(1)) * tables::row(kind(war, enemy)).worth
    });
    shares.fold(0.0, f64::max)
}

/// The share of itself that a unit loses more by ending there at the double: the worst volley at it falls twice
/// (OW-MOVE-6).
pub(crate) fn doubled_harm(war: &War, unit: UnitId, pose: &Pose) -> f64 {
    let volleys = war.enemies(unit).map(|enemy| {
        let from = war.pose(enemy);
        let shots = [Shot::Ball, Shot::Grape];
        shots.map(|shot| volleys::volley_at(war, enemy, &from, unit, pose, shot, false)).into_iter().fold(0.0, f64::max)
    });
    let worst = volleys.fold(0.0, f64::max);
    (worst * lost_per_hit(war, unit) / f64::from(war.profile(unit).stands.max(1))).min(1.0)
}

/// What a charge from one pose to another would come to, roughly: one strike of each side, the charger first, with
/// as many stands as the narrower front allows.
pub(crate) fn charge_between(war: &War, by: (UnitId, &Pose), on: (UnitId, &Pose)) -> Effect {
    let width = |unit: UnitId, pose: &Pose| war.field().footprint_at(unit, pose).front().len();
    let stands = width(by.0, by.1).min(width(on.0, on.1) + 2).min(usize::from(war.stands(by.0)));
    let back = width(on.0, on.1).min(width(by.0, by.1) + 2);
    let kills = stands as f64 * strike_each(war, by.0, (on.0, on.1), true);
    let fails = |unit: UnitId| f64::from(tables::motivation(war.profile(unit).motivation) - 1) / 6.0;
    let full = |unit: UnitId| f64::from(war.profile(unit).stands.max(1));
    let left = (1.0 - kills / f64::from(war.stands(on.0).max(1))).max(0.0);
    let hurt = kills.min(1.0);
    let answer = back as f64 * left * strike_each(war, on.0, (by.0, by.1), false) * (1.0 - hurt * fails(on.0));
    let tested = match needs_nerve(war, by.0, on.0, on.1) {
        true => 1.0 - fails(by.0),
        false => 1.0,
    };
    Effect {
        inflicted: tested * (kills / full(on.0)).min(1.0),
        taken: tested * (answer / full(by.0)).min(1.0),
        repels: tested * hurt * fails(on.0),
        repelled: tested * answer.min(1.0) * fails(by.0) * (1.0 - hurt * fails(on.0)),
        destroys: if left <= 0.05 { tested } else { 0.0 },
        ..Effect::default()
    }
}

/// Kills a stand of the unit makes in one strike at an enemy in that pose.
fn strike_each(war: &War, unit: UnitId, enemy: (UnitId, &Pose), charging: bool) -> f64 {
    let kind = kind(war, unit);
    let attacks = if war.options().one_per_stand { 1 } else { tables::row(kind).attacks };
    let open = measures::kind(war, enemy.0).is_foot() && shape_of(enemy.1) != Shape::Square;
    let bonus = match war.options().cavalry_bonus {
        CavalryBonus::Charging => charging,
        CavalryBonus::AnyCavalry => true,
        CavalryBonus::Off => false,
    };
    let need = i16::from(tables::skill(war.profile(unit).skill)) - i16::from(bonus && kind.is_horse() && open);
    f64::from(attacks) * f64::from(7 - need.clamp(2, 6)) / 6.0
}

/// Whether the charger must test motivation before it goes (OW-MORALE-5, OW-MORALE-6).
fn needs_nerve(war: &War, by: UnitId, on: UnitId, at: &Pose) -> bool {
    let (kind, enemy) = (kind(war, by), kind(war, on));
    match kind.is_foot() {
        true => !enemy.is_foot(),
        false => enemy.is_guns() || shape_of(at) == Shape::Square,
    }
}

/// Inches at which a unit could do harm next turn.
fn furthest(war: &War, unit: UnitId) -> i32 {
    let row = tables::row(kind(war, unit));
    let charge = shapes::allowance(war, unit, &war.pose(unit)) + row.assault;
    useful_range(war, unit).max(charge) + 1
}

/// Whether a unit in that pose could charge another next turn: the arm and formation allow it, it is near enough,
/// and the other lies before its front.
fn could_charge(war: &War, by: UnitId, from: &Pose, on: UnitId, apart: i32) -> bool {
    let kind = kind(war, by);
    let shape = shape_of(from);
    if kind.is_guns() || matches!(shape, Shape::Garrison) || war.marked(by, marks::DISORIENTED | marks::BOGGED) {
        return false;
    }
    let go = if war.options().charge_instead { 0 } else { usual_pace(war, by) };
    apart <= measures::as_hexes(war, go + tables::row(kind).assault) + 1 && on != by
}

/// Stands lost for each hit, saves considered.
pub(crate) fn lost_per_hit(war: &War, unit: UnitId) -> f64 {
    let save = tables::row(kind(war, unit)).save;
    f64::from(save - 1) / 6.0
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
