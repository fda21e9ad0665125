//! How far a charge may come (MC-CHARGE-3, MC-MOVE-23).

use battle::{Destination, Footprint, Order, Pool, Pose, Reach, UnitId, rule};
use hexes::{HexMap, straight_steps};

use crate::info::CHARGE;
use crate::movement::dice::{pace, throw_of};
use crate::movement::walk::{Purpose, Walk};
use crate::space::{self, between, body, in_arc, pitch, seat, shape, touching};
use crate::{War, ground, tables};

/// The most that a charge of a unit may come to, in inches (MC-CHARGE-3).
pub(crate) fn furthest(war: &War, by: UnitId) -> i32 {
    let pace = pace(war, by);
    let roll = if war.options().mean_reach { pace.mean() } else { pace.most() };
    i32::from(roll + bonus(war, by))
}

/// The bonus of a charge (MC-MOVE-23).
pub(crate) fn bonus(war: &War, by: UnitId) -> i16 {
    if rule!("MC-MOVE-23") { tables::bonus(seat(war, by)) } else { 0 }
}

/// The throw of a charge (MC-CHARGE-7).
pub(crate) fn roll(war: &War, by: UnitId) -> Pool {
    let mut pool = throw_of(pace(war, by));
    pool.result("charge", bonus(war, by), "MC-MOVE-23");
    pool
}

/// Hexes from every hex to the nearest of some units, up to so many.
fn nearness(war: &War, units: &[UnitId], most: u16) -> HexMap<u16> {
    let mut near = HexMap::filled(war.field().ground().grid(), u16::MAX);
    let mut open = Vec::new();
    for hex in units.iter().flat_map(|unit| body(war, *unit).hexes().to_vec()) {
        near[hex] = 0;
        open.push(hex);
    }
    let mut next = 0;
    while next < open.len() {
        let hex = open[next];
        next += 1;
        let far = near[hex];
        for to in hex.neighbors().into_iter().filter(|_| far < most) {
            if near.get(to) == Some(&u16::MAX) {
                near[to] = far + 1;
                open.push(to);
            }
        }
    }
    near
}

/// Whether an enemy is near enough to be looked at as a target at all.
fn is_near(war: &War, by: UnitId, on: UnitId) -> bool {
    between(war, by, on) <= furthest(war, by) + i32::from(pitch(war))
}

/// The cheapest way of so many inches at most on which a charge comes into contact with an enemy: its poses, with the
/// inches to each; empty where there is none. One past all others, in contact with whom it would end, is taken where there is one.
pub(crate) fn way_to(war: &War, by: UnitId, on: UnitId, limit: u16) -> Vec<(Pose, u16)> {
    let near = nearness(war, &[on], limit / pitch(war) + 2);
    let meets = |pose: &Pose| !touching(war, by, pose, on).is_empty();
    let way = |past: &[UnitId]| Walk::new(war, by, Purpose::Reach(&near, past)).first(limit, meets);
    let past = others(war, by, on, limit);
    let clear = way(&past);
    if clear.is_empty() && !past.is_empty() { way(&[]) } else { clear }
}

/// Enemies that a charge of so many inches may come into contact with although it is at none of them.
fn others(war: &War, by: UnitId, on: UnitId, limit: u16) -> Vec<UnitId> {
    let declared = |enemy: &UnitId| *enemy == on || war.own(by).targets.iter().any(|(target, _)| target == enemy);
    let near = |enemy: &UnitId| between(war, by, *enemy) <= i32::from(limit + pitch(war));
    war.enemies(by).filter(|enemy| !declared(enemy) && near(enemy)).collect()
}

/// Where a charge of a unit with its highest throw first comes into contact with an enemy, if it does.
pub(crate) fn contact(war: &War, by: UnitId, on: UnitId) -> Reach {
    let way = way_to(war, by, on, furthest(war, by).max(0) as u16);
    let last = way.len();
    let place = |(index, (pose, cost)): (usize, (Pose, u16))| Destination {
        pose,
        cost: cost * 100,
        previous: index.checked_sub(1).map(|before| before as u16),
        legal: index + 1 == last,
    };
    Reach { places: way.into_iter().enumerate().map(place).collect() }
}

/// Whether a unit may come into contact with an enemy.
fn is_reached(war: &War, by: UnitId, on: UnitId) -> bool {
    war.reach_of(&Order::new(CHARGE).by(by).on(on)).legal().next().is_some()
}

/// Whether an enemy is a target in reach (MC-CHARGE-3, 20).
pub(crate) fn in_reach(war: &War, by: UnitId, on: UnitId) -> bool {
    war.present(on) && is_near(war, by, on) && (is_reached(war, by, on) || !rule!("MC-CHARGE-3"))
}

/// Inches between a charger and its target as a straight way costs them: wheels toward it, woods and obstacles on the line.
pub(crate) fn gap(war: &War, by: UnitId, on: UnitId) -> i32 {
    gap_to(war, by, &body(war, on))
}

/// The same to a target that stands there.
pub(crate) fn gap_to(war: &War, by: UnitId, goal: &Footprint) -> i32 {
    let (front, pitch) = (body(war, by), i32::from(pitch(war)));
    let ends = front.front().iter().flat_map(|from| goal.hexes().iter().map(move |to| (*from, *to)));
    let Some((from, to)) = ends.min_by_key(|(from, to)| from.distance(*to)) else { return 0 };
    let straight = (from.distance(to) - 1).max(0) * pitch;
    if !space::is_formed(war, by) {
        return straight;
    }
    let facing = war.pose(by).facing;
    let turned = |turns: &i32| [1, -1].iter().any(|hand| in_arc(facing.rotate(hand * turns), from, to));
    let turns = (0..=3).find(turned).unwrap_or(0);
    let wheels = turns * 2 * (front.front().len() as i32 - 1).max(1) * pitch;
    let own = shape(war, by);
    let (mut extra, mut at, mut paid) = (0, from, Vec::new());
    for hex in straight_steps(from, to, hexes::Side::Left).filter(|hex| *hex != from && *hex != to) {
        extra += if ground::slows(war, own, hex) { pitch } else { 0 };
        let run = at.direction_to(hex).and_then(|way| ground::run_of(war, at, way));
        if let Some(run) = run.filter(|run| !paid.contains(run)) {
            paid.push(run);
            extra += 2;
        }
        at = hex;
    }
    straight + wheels + extra
}
