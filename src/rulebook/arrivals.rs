//! Reinforcements: who comes, when and where.

use battle::{Arrival, Event, LeaderId, Perch, Presence, Side, UnitId};

use crate::{Rules, Throw, Umpire};

/// Brings on what is due at the start of the turn.
pub fn arrive<R: Rules>(umpire: &mut Umpire<'_, R>) {
    (0..umpire.setting().groups.len()).for_each(|group| arrive_group(umpire, group));
}

/// The same for one side alone, where each side has its own turn.
pub fn arrive_of<R: Rules>(umpire: &mut Umpire<'_, R>, side: Side) {
    let own = |group: &usize| umpire.setting().groups[*group].side == side;
    let groups: Vec<usize> = (0..umpire.setting().groups.len()).filter(own).collect();
    groups.into_iter().for_each(|group| arrive_group(umpire, group));
}

fn arrive_group<R: Rules>(umpire: &mut Umpire<'_, R>, group: usize) {
    if !umpire.state.released[group] {
        umpire.state.released[group] = comes_now(umpire, group);
    }
    if umpire.state.released[group] {
        bring_on(umpire, group);
    }
}

fn comes_now<R: Rules>(umpire: &mut Umpire<'_, R>, group: usize) -> bool {
    let (turn, side) = (umpire.field().turn(), umpire.setting().groups[group].side);
    match umpire.setting().groups[group].arrival {
        Arrival::Turn(due) => turn >= due,
        Arrival::Roll { from, .. } if turn < from => false,
        Arrival::Roll { need, .. } => {
            let pool = R::arrival_roll(umpire.options(), need);
            umpire.throw(&pool, Throw::by_group(side, group, R::arrival_why())) > 0
        }
    }
}

/// Places the units of a group; without room they wait a turn.
fn bring_on<R: Rules>(umpire: &mut Umpire<'_, R>, group: usize) {
    for unit in umpire.field().ids() {
        let comes = umpire.setting().group_of[unit.index()] == Some(group as u8);
        if !comes || umpire.field().unit(unit).presence != Presence::Due {
            continue;
        }
        if let Some(pose) = R::entry_pose(umpire, unit, group) {
            umpire.emit(Event::Placed { unit, pose });
            bring_leaders(umpire, unit);
            R::arrived(umpire, unit);
        }
    }
}

fn bring_leaders<R: Rules>(umpire: &mut Umpire<'_, R>, unit: UnitId) {
    for place in 0..umpire.setting().leaders.len() {
        let leader = LeaderId(place as u8);
        if umpire.state.due[place] && R::comes_with(umpire, leader, unit) {
            umpire.state.due[place] = false;
            umpire.lead(leader, Perch::With(unit), R::LEADER_CLAUSE);
        }
    }
}
