//! What becomes of units and leaders: stands lost, giving way, leaving the field (OW-HIT-5, OW-CMD-7, OW-CMD-8, OW-MORALE-9).

use battle::{Departure, Event, LeaderId, Perch, Pool, RollKind, Told, UnitId, rule};

use crate::command::leaders;
use crate::formations::closing_up;
use crate::marks;
use crate::morale::{falling_back, triggers};
use crate::profile::Post;
use crate::state::{ChargeProgress, Why};
use crate::{Umpire, War, dice, measures, tables};

/// Takes stands off a unit and closes it up; the last one takes the unit with it (OW-HIT-5).
pub(crate) fn lose_stands(umpire: &mut Umpire<'_>, unit: UnitId, count: u8, cause: &'static str, clause: &'static str) {
    let had = umpire.stands(unit);
    let lost = if rule!("OW-HIT-5") { count.min(had) } else { 0 };
    if lost == 0 || !umpire.present(unit) {
        return;
    }
    let left = had - lost;
    umpire.emit(Event::Strength { unit, from: had.into(), to: left.into(), cause, clause });
    if left == 0 {
        return destroy(umpire, unit, Departure::Destroyed, clause);
    }
    let (pose, fell) = closing_up::close_up(umpire, unit, lost, umpire.own(unit).shrinks);
    umpire.emit(Event::Reshaped { unit, stands: left, pose, fell });
    umpire.mark(unit, marks::BLOODED, true);
    let weak = i16::from(left) * 2 <= umpire.field().unit(unit).full;
    umpire.mark(unit, marks::WEAK, weak);
}

/// The escape of a leader whose unit is no more.
pub(crate) fn escape_pool(war: &War) -> Pool {
    dice::pool(war, "escape", "OW-CMD-8", 1, tables::LEADER).as_kind(RollKind::Test)
}

/// The leaders with a unit that is destroyed or quits: its own officer goes with it, the others roll to get away to
/// the nearest unit of their side or are killed. Called before the unit leaves the map.
pub(crate) fn leaders_of_destroyed(umpire: &mut Umpire<'_>, unit: UnitId) {
    let (side, hex) = (umpire.side(unit), umpire.pose(unit).anchor);
    for leader in umpire.field().leaders_with(unit).collect::<Vec<_>>() {
        if matches!(umpire.post(leader), Post::Officer(_)) {
            umpire.lead(leader, Perch::Away, "OW-CMD-8");
            continue;
        }
        let pool = escape_pool(umpire);
        let escaped = rule!("OW-CMD-8") && umpire.throw(&pool, umpire.by_leader(leader, Why::Escape)) > 0;
        match leaders::refuge(umpire, side, hex, Some(unit)).filter(|_| escaped) {
            Some((_, refuge)) => {
                umpire.lead(leader, Perch::With(refuge), "OW-CMD-8");
            }
            None => leader_killed(umpire, leader),
        }
    }
}

/// A unit falls back; charges that lose contact or heart by it are over.
pub(crate) fn give_way(umpire: &mut Umpire<'_>, unit: UnitId, from: Option<UnitId>, clause: &'static str) {
    if !umpire.present(unit) {
        return;
    }
    falling_back::fall_back(umpire, unit, from, clause);
    drop_charges(umpire, unit);
}

/// Charges of a unit that has fallen back or gone, and those on it that no longer touch it, are over.
pub(crate) fn drop_charges(umpire: &mut Umpire<'_>, unit: UnitId) {
    let loose: Vec<usize> = (0..umpire.state.own.charges.len())
        .filter(|place| {
            let charge = umpire.state.own.charges[*place];
            let parted = || !umpire.present(unit) || umpire.field().distance(charge.unit, charge.target) > 1;
            charge.unit == unit || (charge.target == unit && charge.progress == ChargeProgress::Contact && parted())
        })
        .collect();
    loose.into_iter().for_each(|place| umpire.state.own.charges[place].progress = ChargeProgress::Done);
}

/// A unit is no more: it leaves the map, and its leaders try to escape (OW-CMD-8). In this order, so that the death
/// of a brigade commander does not test a unit that is gone (OW-MORALE-9).
pub(crate) fn destroy(umpire: &mut Umpire<'_>, unit: UnitId, why: Departure, clause: &'static str) {
    if !umpire.present(unit) {
        return;
    }
    umpire.emit(Event::Left { unit, why, clause });
    leaders_of_destroyed(umpire, unit);
    drop_charges(umpire, unit);
}

/// A leader is killed: his brigade feels it (OW-MORALE-9); a unit without its officer is hampered (OW-CMD-6).
pub(crate) fn leader_killed(umpire: &mut Umpire<'_>, leader: LeaderId) {
    let spot = umpire.field().leader_hex(leader);
    umpire.tell(Told { actor: Some(leader.into()), ..Told::new("{a} is killed", "OW-CMD-7") });
    umpire.lead(leader, Perch::Away, "OW-CMD-7");
    let (Post::Brigadier(brigade), Some(spot)) = (*umpire.post(leader), spot) else { return };
    let reach = measures::as_hexes(umpire, tables::BRIGADE_SHOCK);
    let shocked: Vec<UnitId> = measures::of_brigade(umpire, brigade).filter(|unit| umpire.present(*unit)).collect();
    for unit in shocked {
        let near = umpire.present(unit) && umpire.field().footprint(unit).distance_to(spot) <= reach;
        let shaken = near && !umpire.marked(unit, marks::ROUTING) && rule!("OW-MORALE-9");
        if shaken && !triggers::COMMANDER_KILLED.passes(umpire, unit, None) {
            give_way(umpire, unit, None, "OW-MORALE-9");
        }
    }
}
