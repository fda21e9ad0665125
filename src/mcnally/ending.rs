//! The end of a battle (MC-SEQ-12).

use battle::{Count, Outcome, Presence, Reason, Side, rule};

use crate::{Umpire, War, marks};

/// Figures of a side at the start, and those lost, routing or off the map.
pub(crate) fn losses(war: &War, side: Side) -> (i32, i32) {
    let units = war.field().ids().filter(|unit| war.side(*unit) == side);
    units.fold((0, 0), |(all, lost), unit| {
        let state = war.field().unit(unit);
        let there = state.presence == Presence::OnMap && !war.marked(unit, marks::ROUTING);
        let left = if there || state.presence == Presence::Due { i32::from(state.strength) } else { 0 };
        (all + i32::from(state.full), lost + i32::from(state.full) - left)
    })
}

/// Whether a side has lost half.
fn is_beaten(war: &War, side: Side) -> bool {
    let (all, lost) = losses(war, side);
    2 * lost >= all && all > 0 && rule!("MC-SEQ-12")
}

/// A side that has lost half has lost the battle; both is a draw.
pub(crate) fn look(umpire: &mut Umpire<'_>) {
    let winner = match Side::ALL.map(|side| is_beaten(umpire, side)) {
        [false, false] => return,
        [true, true] => None,
        [true, false] => Some(Side::Red),
        [false, true] => Some(Side::Blue),
    };
    let points = Side::ALL.map(|side| losses(umpire, side.other()).1.clamp(0, 30_000) as i16);
    umpire.end(Outcome { winner, reason: Reason::Broken, points, count: Count::Losses });
}
