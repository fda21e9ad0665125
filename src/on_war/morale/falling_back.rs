//! Falling back, running, and going back where a charge began (OW-FALL, OW-MORALE-12).

use battle::{Arrangement, Departure, Event, MAX_STANDS, Manner, Pose, UnitId, rule};
use hexes::{Direction, Facing, Hex, Point};

use crate::formations::closing_up;
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
    Enemy(UnitId),
    Ground,
    Edge,
}

impl Barrier {
    /// The enemy that bars the step.
    fn enemy(self) -> Option<UnitId> {
        match self {
            Barrier::Enemy(enemy) => Some(enemy),
            Barrier::Ground | Barrier::Edge => None,
        }
    }
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

impl Retreat {
    /// Along a facing, away from an enemy if from anybody.
    fn of(war: &War, unit: UnitId, facing: Facing, enemy: Option<UnitId>) -> Retreat {
        let left_first = enemy.is_none_or(|enemy| {
            let (way, side) = (away(war, unit, enemy), |side: Direction| side.vector().point());
            side(facing.front_left()).dot(way) >= side(facing.front_right()).dot(way)
        });
        let (left, right) = (facing.front_left(), facing.front_right());
        let ways = if left_first { [left, right] } else { [right, left] };
        let touched = war.enemies(unit).filter(|enemy| war.field().distance(unit, *enemy) <= 1).collect();
        let steps = measures::as_hexes(war, fall_back_inches(war, unit)).max(0);
        Retreat { unit, ways, steps, touched }
    }
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
        return end_of_retreat(umpire, unit, enemy, RetreatEnd::Stopped, clause);
    }
    leave_building(umpire, unit, facing);
    let back = way_back(umpire, &Retreat::of(umpire, unit, facing, enemy));
    for enemy in back.barred_by {
        discovery::reveal(umpire, enemy, FoundBy::Nearness);
    }
    if let Some((to, path)) = back.way.split_last().filter(|_| back.way.len() > 1) {
        let path = path[1..].to_vec();
        umpire.emit(Event::Moved { unit, to: *to, path, manner, clause });
    }
    end_of_retreat(umpire, unit, enemy, back.end, clause);
}

/// How a unit is lost by falling back from an enemy as both stand, if it is: driven off the table, caught in the crossfire,
/// or stopped beside him (OW-FALL-3, OW-FALL-4).
fn loss_in_falling_back(war: &War, unit: UnitId, enemy: UnitId) -> Option<Departure> {
    let at = war.pose(unit);
    if war.marked(unit, marks::BOGGED) {
        return loss_at(war, unit, &at, Some(enemy), RetreatEnd::Stopped);
    }
    let home = war.setting().home[war.side(unit).index()];
    let facing = away_from(war, unit, enemy, &Facing::ALL).unwrap_or(home);
    let outside = outside(war, unit, facing).map_or(Some(at), |wanted| nearest_room(war, unit, &wanted));
    let Some(from) = outside else { return Some(Departure::Destroyed) };
    let war = war.standing(&[(unit, from)]);
    let back = way_back(&war, &Retreat::of(&war, unit, facing, Some(enemy)));
    loss_at(&war, unit, &back.way[back.way.len() - 1], Some(enemy), back.end)
}

/// The same for every number of stands that it may have left by then; with fewer it slips through where more are stopped.
pub(crate) fn losses_in_falling_back(war: &War, unit: UnitId, enemy: UnitId) -> [Option<Departure>; MAX_STANDS + 1] {
    let whole = loss_in_falling_back(war, unit, enemy);
    let mut losses = [whole; MAX_STANDS + 1];
    let stands = if whole.is_some() { war.stands(unit) } else { 0 };
    for left in 1..stands {
        let (pose, fell) = closing_up::close_up(war, unit, stands - left, war.own(unit).shrinks);
        let fewer = war.supposing(&Event::Reshaped { unit, stands: left, pose, fell });
        losses[usize::from(left)] = loss_in_falling_back(&fewer, unit, enemy);
    }
    losses
}

/// How a unit is lost that has gone back from an enemy to that pose and ends so, if it is.
fn loss_at(war: &War, unit: UnitId, at: &Pose, enemy: Option<UnitId>, end: RetreatEnd) -> Option<Departure> {
    let is_beside = |enemy: UnitId| war.present(enemy) && measures::apart(war, unit, at, enemy) <= 1;
    let lost = match end {
        RetreatEnd::Stands => false,
        RetreatEnd::OffTable if rule!("OW-FALL-3b") => return Some(Departure::Routed),
        RetreatEnd::Crossfire => rule!("OW-FALL-4a"),
        RetreatEnd::OffTable | RetreatEnd::Stopped => enemy.is_some_and(is_beside) && rule!("OW-FALL-4b"),
    };
    lost.then_some(Departure::Destroyed)
}

/// What becomes of a unit that has gone back as far as it goes: it is lost, or stands there; on top of friends it makes room
/// for itself.
fn end_of_retreat(umpire: &mut Umpire<'_>, unit: UnitId, enemy: Option<UnitId>, end: RetreatEnd, clause: &'static str) {
    let at = umpire.pose(unit);
    match loss_at(umpire, unit, &at, enemy, end) {
        Some(Departure::Routed) => {
            umpire.say("{a} leaves the field", "OW-FALL-3", unit, None);
            consequences::destroy(umpire, unit, Departure::Routed, "OW-FALL-3");
        }
        Some(_) => {
            umpire.say("{a} is caught in the crossfire", "OW-FALL-4", unit, None);
            consequences::destroy(umpire, unit, Departure::Destroyed, "OW-FALL-4");
        }
        None if end == RetreatEnd::Crossfire => {}
        None if end != RetreatEnd::Stands && !room::fits(umpire, unit, &at) => make_room(umpire, unit, &at, clause),
        None => {
            discovery::discover_near(umpire, unit);
        }
    }
}

/// A way back, the start included, how it ends, and the enemies that barred a step of it.
struct WayBack {
    way: Vec<Pose>,
    end: RetreatEnd,
    barred_by: Vec<UnitId>,
}

/// The poses of the way back to where the unit has room. Friends are passed through.
fn way_back(war: &War, retreat: &Retreat) -> WayBack {
    let mut back = WayBack { way: vec![war.pose(retreat.unit)], end: RetreatEnd::Stopped, barred_by: Vec::new() };
    let edge = i32::from(war.field().ground().grid().width()) + i32::from(war.field().ground().grid().height());
    for step in 0..retreat.steps + edge {
        let now = back.way[back.way.len() - 1];
        if step >= retreat.steps && room::fits(war, retreat.unit, &now) {
            back.end = RetreatEnd::Stands;
            return back;
        }
        let turn = (step % 2) as usize;
        let mut try_step = |way: Direction| {
            step_back(war, retreat, &now, way).inspect_err(|barrier| back.barred_by.extend(barrier.enemy()))
        };
        let bars = match try_step(retreat.ways[turn]) {
            Ok(pose) => Ok(pose),
            Err(Barrier::Edge) => Err([Barrier::Edge; 2]),
            Err(bar) => try_step(retreat.ways[1 - turn]).map_err(|other| [bar, other]),
        };
        back.end = match bars {
            Ok(pose) => {
                back.way.push(pose);
                continue;
            }
            Err([Barrier::Enemy(_), Barrier::Enemy(_)]) => RetreatEnd::Crossfire,
            Err(bars) if bars.contains(&Barrier::Edge) => RetreatEnd::OffTable,
            Err(_) => RetreatEnd::Stopped,
        };
        break;
    }
    // Who gets no further stands where there is room, never on friends.
    while back.way.len() > 1 && !room::fits(war, retreat.unit, &back.way[back.way.len() - 1]) {
        back.way.pop();
    }
    back
}

fn step_back(war: &War, retreat: &Retreat, from: &Pose, way: Direction) -> Result<Pose, Barrier> {
    let unit = retreat.unit;
    let to = from.at(from.anchor + way);
    let print = war.field().footprint_at(unit, &to);
    let bars = |enemy: &UnitId| {
        let most = if retreat.touched.contains(enemy) { 0 } else { 1 };
        print.is_within(&war.field().footprint(*enemy), most)
    };
    if let Some(enemy) = war.enemies(unit).find(bars) {
        return Err(Barrier::Enemy(enemy));
    }
    if print.hexes().iter().any(|hex| !war.field().ground().grid().contains(*hex)) {
        return Err(Barrier::Edge);
    }
    let (kind, shape) = (kind(war, unit), shape_of(&to));
    let before = war.field().footprint_at(unit, from);
    let open = |hex: &Hex| {
        before.contains(*hex)
            || !rule!("OW-TERRAIN-11")
            || (crossing::can_enter(war, kind, shape, *hex)
                && !crossing::is_cut_off(war, kind, *hex, *hex + way.opposite()))
    };
    if print.hexes().iter().all(open) { Ok(to) } else { Err(Barrier::Ground) }
}

/// Where a garrison that must go back gets out of its building: in column on the far side.
fn outside(war: &War, unit: UnitId, facing: Facing) -> Option<Pose> {
    let pose = war.pose(unit);
    if pose.formation.arrangement != Arrangement::Garrison {
        return None;
    }
    let column = shapes::formation_of(kind(war, unit), Shape::Column, 1, war.stands(unit));
    let far = pose.at(pose.anchor + facing.ahead());
    Some(Pose::new(far.anchor, pose.facing, column))
}

fn leave_building(umpire: &mut Umpire<'_>, unit: UnitId, facing: Facing) {
    if let Some(wanted) = outside(umpire, unit, facing) {
        make_room(umpire, unit, &wanted, "OW-FALL-2");
    }
}

/// The nearest place to that pose where a unit has room.
fn nearest_room(war: &War, unit: UnitId, wanted: &Pose) -> Option<Pose> {
    let grid = war.field().ground().grid();
    room::nearest_fit(war, unit, wanted, i32::from(grid.width().max(grid.height())))
}

/// Puts a unit at the nearest place to that pose where it fits; without any it is lost.
fn make_room(umpire: &mut Umpire<'_>, unit: UnitId, wanted: &Pose, clause: &'static str) {
    match nearest_room(umpire, unit, wanted) {
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
