//! Follow-ups: where a winning Assaulter may go or turn (EA-ASSAULT-23, EA-OPT-9, EA-RES-42).

use battle::{Manner, Order, Reach, UnitId, rule};
use hexes::{Facing, Side};

use crate::movement::{Footing, NearEnemies, ReachMap, Waypoint, go, is_militia, room, rows, step, turns_to};
use crate::space::measure;
use crate::state::Frame;
use crate::{Traits, Umpire, War, has, tables};

/// The Unit that may follow up now.
pub(crate) fn winner(war: &War) -> Option<UnitId> {
    match war.frame() {
        Some(Frame::FollowUp { winner, .. }) => Some(*winner),
        _ => None,
    }
}

/// Whether a winner has no choice but to advance: the Impetuous (EA-OPT-9).
fn must_advance(war: &War, unit: UnitId) -> bool {
    has(war, unit, Traits::IMPETUOUS) && rule!("EA-OPT-9")
}

/// Hexes of room on a map of follow-ups beyond their longest way.
const SPARE: i32 = 2;

/// The enemies that a follow-up has to keep off: all but the beaten Unit (EA-RES-42).
fn bystanders(war: &War, unit: UnitId) -> NearEnemies {
    let beaten = match war.frame() {
        Some(Frame::FollowUp { beaten, .. }) => Some(*beaten),
        _ => None,
    };
    let near = room::near_enemies(war, unit, &war.pose(unit), war.options().base_width + SPARE).without(beaten);
    if rule!("EA-RES-42") { near } else { NearEnemies::default() }
}

/// The places of a follow-up (EA-ASSAULT-23): up to BW straight ahead, less where a Unit or the ground stops it (it starts
/// no new Assault, EA-RES-42), or a turn up to 180 degrees, or nothing. Militia does not turn (EA-OPT-8); the Impetuous
/// must advance as far as they can (EA-OPT-9). It may end against the beaten Unit, as in the page's example 8, and against
/// no other enemy.
pub(crate) fn places(war: &War, unit: UnitId) -> Reach {
    let (start, enemies) = (war.pose(unit), bystanders(war, unit));
    let mut map = ReachMap::from(&start, war.options().base_width + SPARE);
    if !rule!("EA-ASSAULT-23") {
        return map.done();
    }
    let impetuous = must_advance(war, unit);
    if !impetuous && !is_militia(war, unit) {
        for turn in Facing::ALL.into_iter().flat_map(|facing| turns_to(war, &start, facing)) {
            if !map.knows(&turn) && room::may_end(war, unit, &turn, &enemies).is_ok() {
                map.add(&turn, 0, Some(0), true);
            }
        }
    }
    for first in [Side::Left, Side::Right] {
        add_way_ahead(war, unit, &enemies, first, &mut map);
    }
    let mut reach = map.done();
    let advances = reach.legal().any(|place| place.pose != start);
    reach.places[0].legal = !(impetuous && advances);
    reach
}

/// Adds the way ahead that begins with that shift, with every place where the Unit may stop; the Impetuous only in the
/// farthest.
fn add_way_ahead(war: &War, unit: UnitId, enemies: &NearEnemies, first: Side, map: &mut ReachMap) {
    let (start, limit) = (war.pose(unit), tables::INCH * measure::base_width(war));
    let mut points: Vec<Waypoint> = vec![step::start(war, &start)];
    for pair in rows(start.anchor, start.facing, first, war.options().base_width).windows(2) {
        let (Some(way), Some(point)) = (pair[0].direction_to(pair[1]), points.last()) else { break };
        let next = step::onward(war, unit, point, way, Footing::Ground).ok();
        let free = |next: &Waypoint| next.cost <= limit && step::is_free(war, unit, &next.pose).is_ok();
        let Some(next) = next.filter(free) else { break };
        points.push(next);
    }
    let stops = |point: &Waypoint| point.wading.settled() && room::may_end(war, unit, &point.pose, enemies).is_ok();
    let farthest = points.iter().rposition(stops).unwrap_or(0);
    let sooner = !must_advance(war, unit);
    let mut number = 0;
    for (place, point) in points.iter().enumerate().take(farthest + 1).skip(1) {
        number = map.add(&point.pose, point.cost, Some(number), place == farthest || (sooner && stops(point)));
    }
}

/// The places of a follow-up other than where the Unit stands.
pub(crate) fn reach(war: &War, unit: UnitId) -> Reach {
    let now = war.pose(unit);
    let mut reach = places(war, unit);
    reach.places.iter_mut().filter(|place| place.pose == now).for_each(|place| place.legal = false);
    reach
}

/// Whether a winning Assaulter may decline to follow up; the Impetuous may only where they cannot go (EA-OPT-9).
pub(crate) fn may_stay(war: &War, unit: UnitId) -> bool {
    !must_advance(war, unit) || places(war, unit).allows(&war.pose(unit))
}

/// Carries out a follow-up.
pub(super) fn follow_up(umpire: &mut Umpire<'_>, order: &Order) {
    let (Some(unit), Some(to)) = (order.unit(), order.pose) else { return };
    let reach = places(umpire, unit);
    umpire.answered();
    let manner = if to.facing == umpire.pose(unit).facing { Manner::Pursued } else { Manner::Turned };
    go(umpire, unit, to, &reach, manner, "EA-ASSAULT-23");
}
