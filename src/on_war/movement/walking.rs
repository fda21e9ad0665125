//! How a move is carried out, pose by pose: guns bog down, hidden enemies are stumbled upon (OW-TERRAIN-9, OW-HIDDEN-4).

use battle::{Event, Manner, Pose, UnitId, rule};

use crate::ground::bogging;
use crate::hidden::surprise;
use crate::marks;
use crate::state::Why;
use crate::{Umpire, War, measures};

/// Goes a way, both ends included, as far as it can: guns may bog down on it, and a hidden enemy within a hex
/// stops it and surprises the unit.
pub(crate) fn go_along(umpire: &mut Umpire<'_>, unit: UnitId, way: &[Pose], manner: Manner, clause: &'static str) {
    if way.is_empty() {
        return;
    }
    let free = bogging::is_free_turn(umpire, unit, way);
    let (stop, bogged) = halts_at(umpire, unit, way);
    if stop > 0 {
        let (to, path) = (way[stop], way[1..stop].to_vec());
        let turned = path.is_empty() && to == way[0].facing(to.facing);
        let manner = if turned { Manner::Turned } else { manner };
        umpire.emit(Event::Moved { unit, to, path, manner, clause });
        if !free && rule!("OW-MOVE-10a") {
            umpire.mark(unit, marks::MOVED, true);
        }
    }
    if bogged {
        umpire.mark(unit, marks::BOGGED, true);
    }
    surprise::arrived(umpire, unit);
}

/// How far along a way the unit gets, and whether it is bogged there.
fn halts_at(umpire: &mut Umpire<'_>, unit: UnitId, way: &[Pose]) -> (usize, bool) {
    let rolls = bogging::bogging_places(umpire, unit, way);
    let ambush = ambush(umpire, unit, way);
    let last = ambush.unwrap_or(way.len() - 1);
    for place in rolls.into_iter().filter(|place| *place <= last) {
        let pool = bogging::bogging_pool(umpire);
        if umpire.throw(&pool, umpire.by_unit(unit, None, Why::Bog)) == 0 && rule!("OW-TERRAIN-9d") {
            return (clear_before(umpire, unit, way, place), true);
        }
    }
    (last, false)
}

/// The first place of a way within a hex of a hidden enemy, or the last before it where the unit can stand.
fn ambush(war: &War, unit: UnitId, way: &[Pose]) -> Option<usize> {
    let hidden: Vec<UnitId> = war.enemies(unit).filter(|enemy| war.marked(*enemy, marks::HIDDEN)).collect();
    let near = |pose: &Pose| hidden.iter().any(|enemy| measures::apart(war, unit, pose, *enemy) <= 1);
    let met = way.iter().skip(1).position(near)? + 1;
    Some(clear_before(war, unit, way, met))
}

/// The last place of the way up to that one where nobody else stands.
fn clear_before(war: &War, unit: UnitId, way: &[Pose], place: usize) -> usize {
    let clear = |place: &usize| {
        war.field().footprint_at(unit, &way[*place]).hexes().iter().all(|hex| war.other_at(unit, *hex).is_none())
    };
    (0..=place).rev().find(clear).unwrap_or(0)
}
