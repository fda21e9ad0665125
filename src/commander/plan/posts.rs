//! Posts: where each unit of a mission goes, shared out so that the ways are short in all.

use battle::{Arm, System, UnitId};
use hexes::{Facing, Hex, Point};
use pathfinding::matrix::Matrix;
use pathfinding::prelude::kuhn_munkres_min;

use super::{Mission, Task, guns};
use crate::appraisal::{Appraisal, Known};
use crate::battleground::{Battleground, ahead};

/// Hexes between the middles of posts beside each other.
const FRONTAGE: i16 = 6;
/// Rows that guns without a target stay back from a place under attack.
const GUNS_BACK: usize = 9;

/// The post of every unit of a mission.
pub(crate) fn posts(
    view: &dyn System,
    battleground: &mut Battleground,
    appraisal: &Appraisal,
    mission: &Mission,
) -> Vec<(UnitId, Hex)> {
    let units: Vec<&Known> = mission.units.iter().filter_map(|id| appraisal.unit(*id)).collect();
    let facing = towards_enemy(appraisal, mission, &units);
    let (guns, others): (Vec<&Known>, Vec<&Known>) = units.into_iter().partition(|unit| unit.arm == Arm::Artillery);
    let mut posts = assign(view, battleground, &others, &row(view, mission, facing, others.len(), 0));
    let firing =
        if mission.is_recovery() { Vec::new() } else { guns::posts(view, battleground, appraisal, mission, &guns) };
    let idle: Vec<&Known> = guns.into_iter().filter(|gun| firing.iter().all(|(id, _)| *id != gun.id)).collect();
    let back = if mission.task.attacks() { GUNS_BACK } else { 2 };
    posts.extend(assign(view, battleground, &idle, &row(view, mission, facing, idle.len(), back)));
    posts.extend(firing);
    posts
}

/// Which way a mission looks: on from its units where it attacks, from its place to the enemy otherwise.
fn towards_enemy(appraisal: &Appraisal, mission: &Mission, units: &[&Known]) -> Facing {
    let place = mission.place.point();
    if mission.task.attacks() {
        let from = middle(units.iter().map(|unit| unit.pose.anchor));
        return facing_to(place - from.unwrap_or(place));
    }
    let near = |foe: &&Known| foe.pose.anchor.distance(mission.place) <= 24;
    let close = middle(appraisal.enemies().filter(near).map(|foe| foe.pose.anchor));
    let enemy = close.or_else(|| middle(appraisal.enemies().map(|foe| foe.pose.anchor)));
    facing_to(enemy.unwrap_or(place) - place)
}

/// The middle of some hexes.
fn middle(hexes: impl Iterator<Item = Hex>) -> Option<Point> {
    let points: Vec<Point> = hexes.map(Hex::point).collect();
    let count = i32::try_from(points.len()).ok().filter(|count| *count > 0)?;
    let sum = points.into_iter().fold(Point::new(0, 0), |sum, point| sum + point);
    Some(Point::new(sum.x / count, sum.y / count))
}

/// The facing that looks most nearly that way; the first of equals clockwise from north.
pub(crate) fn facing_to(way: Point) -> Facing {
    let along = |facing: &Facing| facing.ahead().point().dot(way);
    Facing::ALL
        .into_iter()
        .fold(Facing::North, |best, facing| if along(&facing) > along(&best) { facing } else { best })
}

/// So many posts side by side about the mission's place, so many rows back.
fn row(view: &dyn System, mission: &Mission, facing: Facing, count: usize, back: usize) -> Vec<Hex> {
    let retired = match mission.task {
        Task::Reserve | Task::Withdraw | Task::Rally => back + 4,
        Task::Screen => back + 3,
        _ => back,
    };
    let centre = ahead(mission.place, facing.opposite(), retired);
    let aside = |place: usize| {
        let step = (place as i16 + 1) / 2 * FRONTAGE;
        let way = if place.is_multiple_of(2) { facing.right_flank() } else { facing.left_flank() };
        on_map(view, centre + way.vector() * step)
    };
    (0..count).map(aside).collect()
}

/// The nearest hex of the map.
fn on_map(view: &dyn System, hex: Hex) -> Hex {
    let grid = view.field().ground().grid();
    let offset = hex.offset();
    let column = offset.column.clamp(2.min(grid.width() - 1), (grid.width() - 3).max(0));
    let row = offset.row.clamp(2.min(grid.height() - 1), (grid.height() - 3).max(0));
    hexes::Offset::new(column, row).hex()
}

/// Shares posts among units so that the ways in all are shortest; the first post is manned in any case.
fn assign(view: &dyn System, battleground: &mut Battleground, units: &[&Known], posts: &[Hex]) -> Vec<(UnitId, Hex)> {
    if units.is_empty() {
        return Vec::new();
    }
    let field = view.field();
    let mut cost = |unit: &Known, post: Hex| {
        let far = unit.pose.anchor.distance(post) > 2;
        let inches = if far { battleground.way(view, unit.id, post).from(field, unit.pose.anchor) } else { 0.0 };
        let unfit = if !unit.holds && post == posts[0] { 60.0 } else { 0.0 };
        ((inches + unfit) * 4.0) as i64
    };
    let costs: Vec<Vec<i64>> = units.iter().map(|unit| posts.iter().map(|post| cost(unit, *post)).collect()).collect();
    let Ok(matrix) = Matrix::from_rows(costs) else { return Vec::new() };
    let (_, chosen) = kuhn_munkres_min(&matrix);
    units.iter().zip(chosen).map(|(unit, post)| (unit.id, posts[post])).collect()
}
