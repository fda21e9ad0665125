//! The Initiative: who acts first (EA-INIT).

use battle::{LeaderId, Pool, Reading, Side, Told, rule};
use rulebook::Throw;

use super::pools::is_away;
use crate::info::ORDERS;
use crate::system::Why;
use crate::{Umpire, War, modifiers, tables};

/// The Initiative roll of a side (EA-INIT-2, EA-OPT-22, EA-OPT-23).
pub(crate) fn initiative_roll(war: &War, side: Side) -> Pool {
    let mut pool = Pool::new("initiative", "EA-INIT-2", 1, Reading::Total);
    let rated = |leader: LeaderId| war.post(leader).pip && !is_away(war, leader);
    if war.setting().leaders_of(side).any(rated) && rule!("EA-OPT-22") {
        modifiers::ABLE.on_result(&mut pool);
    }
    if war.state.own.pips[side.index()] > 0 {
        modifiers::KEPT_PIP.on_result(&mut pool);
    }
    pool
}

/// Rolls for the Initiative; not on turn 1 (EA-SEQ-4, EA-INIT-1 to 3).
pub(crate) fn roll_initiative(umpire: &mut Umpire<'_>) {
    let given = umpire.field().turn() <= 1 && rule!("EA-INIT-1");
    if given || !rule!("EA-SEQ-4") {
        return;
    }
    let holder = umpire.state.first;
    let [held, other] = [holder, holder.other()].map(|side| {
        let roll = initiative_roll(umpire, side);
        umpire.throw(&roll, Throw::by_side(side, Why::Initiative))
    });
    let changes = other >= held + tables::INITIATIVE_LEAD && rule!("EA-INIT-2");
    let (side, text) =
        if changes { (holder.other(), "{s} takes the initiative") } else { (holder, "{s} keeps the initiative") };
    umpire.state.first = side;
    umpire.tell(Told { side: Some(side), ..Told::new(text, "EA-INIT-2") });
}

/// The chance that a side has the Initiative after this turn's roll (EA-AI-3).
pub(crate) fn acts_first(war: &War, side: Side) -> f64 {
    let holder = war.state.first;
    let [held, other] = [holder, holder.other()].map(|side| initiative_roll(war, side).outcome());
    let lead = i32::from(tables::INITIATIVE_LEAD);
    let rolled = war.field().turn() > 1 && war.phase() <= ORDERS;
    let changes = held.outcomes().map(|(die, chance)| chance * other.at_least(die + lead));
    let changes = if rolled { changes.sum::<f64>() } else { 0.0 };
    if side == holder { 1.0 - changes } else { changes }
}
