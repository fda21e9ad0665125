//! Rolled moves: the roll for distance, setting off, where the Unit halts; Maneuvers carried out (EA-MOVE, EA-MAN-1).

use battle::{
    Departure, Distribution, Effect, Event, Forecast, Goal, Manner, Marks, Object, Pool, Pose, Reach, Reading, UnitId,
    rule,
};

use super::{Gait, advance, maneuver, turns};
use crate::command::{share_of_orders, spend_order};
use crate::info::ARRIVALS;
use crate::marks;
use crate::state::{Flags, Frame, flag, flagged};
use crate::system::Why;
use crate::{Class, Umpire, War, class, fire, losses, modifiers, tables};

/// The roll for how far a Unit goes, base width included, in inches (EA-MOVE-1 to 3, EA-RES-16).
pub(crate) fn distance_roll(war: &War, unit: UnitId, gait: Gait) -> Pool {
    let row = tables::row(class(war, unit));
    let (label, dice) = match gait {
        Gait::Move => ("move", row.move_dice),
        Gait::March => ("march", row.march_dice),
    };
    if gait == Gait::March && war.options().march_d6_only && rule!("EA-RES-16") {
        return Pool::new(label, "EA-RES-16", i16::from(row.march_dice - row.move_dice), Reading::Total);
    }
    let base = match class(war, unit) {
        Class::Infantry | Class::Guns => &modifiers::FOOT_AND_GUNS_MOVE,
        Class::Lights => &modifiers::LIGHTS_MOVE,
        Class::Cavalry => &modifiers::HORSE_MOVES,
    };
    let dice = if turns::moves_by_table(class(war, unit)) { dice } else { 0 };
    let mut pool = Pool::new(label, base.clause, i16::from(dice), Reading::Total);
    pool.result(base.name, war.options().base_inches as i16, base.clause);
    pool
}

/// Begins a Move or March: start turn, roll, then the owner names where it ends.
pub(super) fn set_off(umpire: &mut Umpire<'_>, unit: UnitId, start: Pose, gait: Gait) {
    let turned = start != umpire.pose(unit);
    if umpire.phase() == ARRIVALS {
        flag(umpire, unit, Flags::FREE_MOVE, false);
    } else {
        spend_order(umpire, unit);
    }
    mark_moved(umpire, unit, if gait == Gait::March { marks::MOVED | marks::MARCHED } else { marks::MOVED });
    turn_to(umpire, unit, start, "EA-MOVE-6");
    let roll = distance_roll(umpire, unit, gait);
    let inches = umpire.throw(&roll, umpire.by_unit(unit, None, Why::Distance));
    umpire.interrupt(Frame::Halt { unit, turned, inches, gait });
}

/// Marks a Unit as moved; Guns show their limbers (EA-OPT-4).
fn mark_moved(umpire: &mut Umpire<'_>, unit: UnitId, marks: Marks) {
    umpire.mark(unit, marks, true);
    if class(umpire, unit) == Class::Guns && umpire.options().limbers && rule!("EA-OPT-4") {
        umpire.mark(unit, marks::LIMBERED, true);
    }
}

/// Turns a Unit on the spot, if it is not so already.
pub(crate) fn turn_to(umpire: &mut Umpire<'_>, unit: UnitId, to: Pose, clause: &'static str) {
    if to != umpire.pose(unit) {
        umpire.emit(Event::Moved { unit, to, path: Vec::new(), manner: Manner::Turned, clause });
    }
}

/// Moves a Unit along the way of a reach; nothing happens when it is there already.
pub(crate) fn go(umpire: &mut Umpire<'_>, unit: UnitId, to: Pose, reach: &Reach, manner: Manner, clause: &'static str) {
    if to == umpire.pose(unit) {
        return;
    }
    let way = reach.way(&to);
    let path = way.get(1..way.len().saturating_sub(1)).unwrap_or_default().to_vec();
    umpire.emit(Event::Moved { unit, to, path, manner, clause });
}

/// Carries out a Maneuver (EA-MAN-1); Horse Guns may bombard after it (EA-OPT-5).
pub(super) fn maneuver(umpire: &mut Umpire<'_>, unit: UnitId, to: Pose) {
    let reach = maneuver::reach(umpire, unit);
    spend_order(umpire, unit);
    let fired =
        umpire.marked(unit, marks::BOMBARDED | marks::MOVED) || flagged(umpire, unit, Flags::OUT | Flags::RESUPPLIED);
    mark_moved(umpire, unit, marks::MANEUVERED);
    go(umpire, unit, to, &reach, Manner::Maneuvered, "EA-MAN-1");
    leave_by_exit(umpire, unit);
    if !fired && umpire.present(unit) && fire::is_horse_battery(umpire, unit) {
        umpire.interrupt(Frame::Unlimber(unit));
    }
}

/// Whether the objectives that a battle file carries are in play: exits are left by, ground is taken (EA-SCEN-2).
pub(crate) fn objectives_count() -> bool {
    rule!("EA-SCEN-2")
}

/// A Unit whose own move ends on an exit of its side leaves the map (EA-SCEN-2).
pub(crate) fn leave_by_exit(umpire: &mut Umpire<'_>, unit: UnitId) {
    let side = umpire.side(unit);
    let print = umpire.field().footprint(unit);
    let exits = umpire.field().roster().objectives.iter().any(|objective| {
        objective.goal == Goal::Exit
            && objective.side.is_none_or(|own| own == side)
            && objective.hexes.iter().any(|hex| print.contains(*hex))
    });
    if exits && objectives_count() {
        losses::remove(umpire, unit, Departure::Exited, "EA-SCEN-2");
    }
}

/// A Move or March: the roll, and from a start pose where it would take the Unit (EA-AI-9).
pub(crate) fn foresee_distance(war: &War, unit: UnitId, start: Option<Pose>, gait: Gait) -> Forecast {
    let roll = distance_roll(war, unit, gait).shown(Some(Object::Unit(unit)));
    let start = start.filter(|_| rule!("EA-AI-9"));
    let ends = start.map_or_else(Vec::new, |start| probable_ends(war, unit, &start, gait, &roll.outcome));
    let effect = Effect { succeeds: 1.0, spends: share_of_orders(war, unit, 1), ..Effect::default() };
    Forecast { rolls: vec![roll], effect, ends, ..Forecast::default() }
}

/// The furthest places straight ahead for each roll, with their chances, most likely first; turns at the end are left
/// out.
fn probable_ends(war: &War, unit: UnitId, start: &Pose, gait: Gait, rolls: &Distribution) -> Vec<(Pose, f64)> {
    let most = rolls.highest();
    let turned = *start != war.pose(unit);
    let reach = advance::reach(war, unit, start, turned, most, gait);
    let mut ends: Vec<(Pose, f64)> = Vec::new();
    for (inches, chance) in rolls.outcomes().filter(|(_, chance)| *chance > 0.0) {
        let limit = inches * tables::INCH;
        let ahead = reach.legal().filter(|place| place.pose.facing == start.facing && i32::from(place.cost) <= limit);
        let farthest = ahead.reduce(|best, next| if next.cost > best.cost { next } else { best });
        let pose = farthest.map_or(*start, |at| at.pose);
        match ends.iter_mut().find(|(known, _)| *known == pose) {
            Some((_, weight)) => *weight += chance,
            None => ends.push((pose, chance)),
        }
    }
    ends.sort_by(|one, other| other.1.total_cmp(&one.1));
    ends
}
