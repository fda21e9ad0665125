//! Falling back, running, and going back where a charge began (OW-FALL, OW-MORALE-12).

use battle::{Arrangement, Departure, Event, Manner, Pose, UnitId, rule};
use hexes::{Direction, Facing, Hex, Point};

use crate::formations::shapes::{self, shape_of};
use crate::ground::{crossing, room};
use crate::hidden::discovery::{self, FoundBy};
use crate::hidden::hiding;
use crate::marks;
use crate::measures::{self, kind};
use crate::tables::{self, Shape};
use crate::{Umpire, War, consequences};

/// How a fall-back ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RetreatEnd {
    /// It stands there.
    Stands,
    /// It left the table.
    OffTable,
    /// Enemies bar every way.
    Crossfire,
    /// The ground bars the way.
    Stopped,
}

/// Why a step back cannot be made.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Barrier {
    Enemy,
    Ground,
    Edge,
}

/// Inches a unit falls back (OW-FALL-1).
pub(crate) fn fall_back_inches(war: &War, unit: UnitId) -> i32 {
    let inches =
        if kind(war, unit).is_horse() { shapes::allowance(war, unit, &war.pose(unit)) } else { tables::FALL_BACK };
    if rule!("OW-FALL-1") { inches } else { 0 }
}

/// The facing of those that leads most directly away from an enemy (OW-FALL-2).
fn away_from(war: &War, unit: UnitId, enemy: UnitId, facings: &[Facing]) -> Option<Facing> {
    let way = away(war, unit, enemy);
    facings.iter().rev().copied().max_by_key(|facing| facing.ahead().point().dot(way)).filter(|_| rule!("OW-FALL-2"))
}

/// The way from the middle of an enemy to the middle of a unit, lengthened by the stands of both.
fn away(war: &War, unit: UnitId, enemy: UnitId) -> Point {
    let (own, other) = (war.field().footprint(unit), war.field().footprint(enemy));
    let (ours, theirs) = (own.hexes().len() as i32, other.hexes().len() as i32);
    own.sum() * theirs - other.sum() * ours
}

/// The nearest enemy that is not hidden (OW-MORALE-12).
fn nearest_enemy(war: &War, unit: UnitId) -> Option<UnitId> {
    let shows = |enemy: &UnitId| !war.marked(*enemy, marks::HIDDEN);
    war.enemies(unit).filter(shows).min_by_key(|enemy| (war.field().distance(unit, *enemy), *enemy))
}

/// The nearest enemy of which any stand sees any.
fn nearest_visible(war: &War, unit: UnitId) -> Option<UnitId> {
    let sees = |enemy: &UnitId| !war.marked(*enemy, marks::HIDDEN) && hiding::sees_any(war, unit, *enemy);
    let mut enemies: Vec<UnitId> = war.enemies(unit).collect();
    enemies.sort_by_key(|enemy| (war.field().distance(unit, *enemy), *enemy));
    enemies.into_iter().find(sees).filter(|_| rule!("OW-FALL-3a"))
}

/// A unit on its way back.
struct Retreat {
    unit: UnitId,
    /// Its two front directions when it faces the way it goes, that nearer to straight away first.
    ways: [Direction; 2],
    /// Steps at least.
    steps: i32,
    /// Enemies it touched when it started; these do not bar it.
    touched: Vec<UnitId>,
}

/// A unit falls back from an enemy, or from the nearest it sees, else toward its own edge (OW-FALL-1 to 4). It does not
/// rout by that (OW-FALL-5).
pub(crate) fn fall_back(umpire: &mut Umpire<'_>, unit: UnitId, from: Option<UnitId>, clause: &'static str) {
    if !umpire.present(unit) {
        return;
    }
    let enemy = from.filter(|enemy| umpire.present(*enemy)).or_else(|| nearest_visible(umpire, unit));
    let home = umpire.setting().home[umpire.side(unit).index()];
    let facing = enemy.and_then(|enemy| away_from(umpire, unit, enemy, &Facing::ALL)).unwrap_or(home);
    umpire.mark(unit, marks::FELL_BACK, true);
    flee(umpire, unit, facing, enemy, Manner::Retreated, clause);
    if !rule!("OW-FALL-5") {
        umpire.mark(unit, marks::ROUTING, true);
    }
}

/// The rout move of V4: as a fall-back, away from the nearest enemy and toward the own edge as far as both go
/// together (OW-MORALE-12).
pub(crate) fn rout_move(umpire: &mut Umpire<'_>, unit: UnitId) {
    if !umpire.present(unit) {
        return;
    }
    let home = umpire.setting().home[umpire.side(unit).index()];
    let homeward = [home, home.rotate(-1), home.rotate(1)];
    let enemy = nearest_enemy(umpire, unit);
    let facing = enemy.and_then(|enemy| away_from(umpire, unit, enemy, &homeward)).unwrap_or(home);
    flee(umpire, unit, facing, enemy, Manner::Fled, "OW-MORALE-12");
}

/// Goes back along a facing, and what becomes of the unit then.
fn flee(
    umpire: &mut Umpire<'_>,
    unit: UnitId,
    facing: Facing,
    enemy: Option<UnitId>,
    manner: Manner,
    clause: &'static str,
) {
    if umpire.marked(unit, marks::BOGGED) {
        return stopped(umpire, unit, enemy, clause);
    }
    leave_building(umpire, unit, facing);
    let left_first = enemy.is_none_or(|enemy| {
        let (way, side) = (away(umpire, unit, enemy), |side: Direction| side.vector().point());
        side(facing.front_left()).dot(way) >= side(facing.front_right()).dot(way)
    });
    let (left, right) = (facing.front_left(), facing.front_right());
    let ways = if left_first { [left, right] } else { [right, left] };
    let touched: Vec<UnitId> =
        umpire.enemies(unit).filter(|enemy| umpire.field().distance(unit, *enemy) <= 1).collect();
    let steps = measures::as_hexes(umpire, fall_back_inches(umpire, unit)).max(0);
    let (mut way, end) = way_back(umpire, &Retreat { unit, ways, steps, touched });
    // Who gets no further stands where there is room, never on friends.
    while end != RetreatEnd::Stands && way.len() > 1 && !room::fits(umpire, unit, &way[way.len() - 1]) {
        way.pop();
    }
    if let Some((to, path)) = way.split_last().filter(|_| way.len() > 1) {
        let path = path[1..].to_vec();
        umpire.emit(Event::Moved { unit, to: *to, path, manner, clause });
    }
    end_of_retreat(umpire, unit, enemy, end, clause);
}

/// What becomes of a unit that has gone back as far as it goes.
fn end_of_retreat(umpire: &mut Umpire<'_>, unit: UnitId, enemy: Option<UnitId>, end: RetreatEnd, clause: &'static str) {
    match end {
        RetreatEnd::Stands => {
            discovery::discover_near(umpire, unit);
        }
        RetreatEnd::OffTable if rule!("OW-FALL-3b") => {
            umpire.say("{a} leaves the field", "OW-FALL-3", unit, None);
            consequences::destroy(umpire, unit, Departure::Routed, "OW-FALL-3");
        }
        RetreatEnd::Crossfire if rule!("OW-FALL-4a") => crossfire(umpire, unit),
        RetreatEnd::Crossfire => {}
        RetreatEnd::OffTable | RetreatEnd::Stopped => stopped(umpire, unit, enemy, clause),
    }
}

fn crossfire(umpire: &mut Umpire<'_>, unit: UnitId) {
    umpire.say("{a} is caught in the crossfire", "OW-FALL-4", unit, None);
    consequences::destroy(umpire, unit, Departure::Destroyed, "OW-FALL-4");
}

/// The unit can go no further: next to the enemy it fell back from it is destroyed; on top of friends it makes
/// room for itself.
fn stopped(umpire: &mut Umpire<'_>, unit: UnitId, enemy: Option<UnitId>, clause: &'static str) {
    let caught = |enemy: UnitId| umpire.present(enemy) && umpire.field().distance(unit, enemy) <= 1;
    if enemy.is_some_and(caught) && rule!("OW-FALL-4b") {
        return crossfire(umpire, unit);
    }
    if !room::fits(umpire, unit, &umpire.pose(unit)) {
        return make_room(umpire, unit, &umpire.pose(unit), clause);
    }
    discovery::discover_near(umpire, unit);
}

/// The poses of the way back, the start included, and how it ends. Friends are passed through; what hides in the
/// way is found.
fn way_back(umpire: &mut Umpire<'_>, retreat: &Retreat) -> (Vec<Pose>, RetreatEnd) {
    let mut way = vec![umpire.pose(retreat.unit)];
    let edge = i32::from(umpire.field().ground().grid().width()) + i32::from(umpire.field().ground().grid().height());
    for step in 0..retreat.steps + edge {
        let now = way[way.len() - 1];
        if step >= retreat.steps && room::fits(umpire, retreat.unit, &now) {
            return (way, RetreatEnd::Stands);
        }
        let turn = (step % 2) as usize;
        let (first, second) = (retreat.ways[turn], retreat.ways[1 - turn]);
        let bar = match step_back(umpire, retreat, &now, first) {
            Ok(pose) => Ok(pose),
            Err(Barrier::Edge) => Err([Barrier::Edge; 2]),
            Err(bar) => step_back(umpire, retreat, &now, second).map_err(|other| [bar, other]),
        };
        match bar {
            Ok(pose) => way.push(pose),
            Err([Barrier::Enemy, Barrier::Enemy]) => return (way, RetreatEnd::Crossfire),
            Err(bars) if bars.contains(&Barrier::Edge) => return (way, RetreatEnd::OffTable),
            Err(_) => return (way, RetreatEnd::Stopped),
        }
    }
    (way, RetreatEnd::Stopped)
}

fn step_back(umpire: &mut Umpire<'_>, retreat: &Retreat, from: &Pose, way: Direction) -> Result<Pose, Barrier> {
    let unit = retreat.unit;
    let to = from.at(from.anchor + way);
    let print = umpire.field().footprint_at(unit, &to);
    let bars = |enemy: &UnitId| {
        let apart = print.distance(&umpire.field().footprint(*enemy));
        apart == 0 || (apart == 1 && !retreat.touched.contains(enemy))
    };
    let barring = umpire.enemies(unit).find(bars);
    if let Some(enemy) = barring {
        discovery::reveal(umpire, enemy, FoundBy::Nearness);
        return Err(Barrier::Enemy);
    }
    if print.hexes().iter().any(|hex| !umpire.field().ground().grid().contains(*hex)) {
        return Err(Barrier::Edge);
    }
    let (kind, shape) = (kind(umpire, unit), shape_of(&to));
    let before = umpire.field().footprint_at(unit, from);
    let open = |hex: &Hex| {
        before.contains(*hex)
            || !rule!("OW-TERRAIN-11")
            || (crossing::can_enter(umpire, kind, shape, *hex)
                && !crossing::is_cut_off(umpire, kind, *hex, *hex + way.opposite()))
    };
    if print.hexes().iter().all(open) { Ok(to) } else { Err(Barrier::Ground) }
}

/// A garrison that must go back gets out of its building first, in column on the far side.
fn leave_building(umpire: &mut Umpire<'_>, unit: UnitId, facing: Facing) {
    let pose = umpire.pose(unit);
    if pose.formation.arrangement != Arrangement::Garrison {
        return;
    }
    let column = shapes::formation_of(kind(umpire, unit), Shape::Column, 1, umpire.stands(unit));
    let far = pose.at(pose.anchor + facing.ahead());
    let wanted = Pose::new(far.anchor, pose.facing, column);
    make_room(umpire, unit, &wanted, "OW-FALL-2");
}

/// Puts a unit at the nearest place to that pose where it fits; without any it is lost.
fn make_room(umpire: &mut Umpire<'_>, unit: UnitId, wanted: &Pose, clause: &'static str) {
    let grid = umpire.field().ground().grid();
    let radius = i32::from(grid.width().max(grid.height()));
    match room::nearest_fit(umpire, unit, wanted, radius) {
        Some(to) => {
            umpire.emit(Event::Moved { unit, to, path: Vec::new(), manner: Manner::Displaced, clause });
            discovery::discover_near(umpire, unit);
        }
        None => consequences::destroy(umpire, unit, Departure::Destroyed, clause),
    }
}

/// Chargers that are thrown back go to where their charge leg began, or as near to it as there is room.
pub(crate) fn return_to_start(umpire: &mut Umpire<'_>, unit: UnitId, pose: &Pose) {
    if !umpire.present(unit) || umpire.pose(unit) == *pose {
        return;
    }
    // Losses may have made the unit smaller than it was there.
    let now = umpire.pose(unit);
    let wanted = Pose { formation: now.formation, ..*pose };
    if room::fits(umpire, unit, &wanted) {
        let event =
            Event::Moved { unit, to: wanted, path: Vec::new(), manner: Manner::Withdrew, clause: "OW-ASSAULT-7" };
        umpire.emit(event);
        discovery::discover_near(umpire, unit);
    } else {
        make_room(umpire, unit, &wanted, "OW-ASSAULT-7");
    }
}
