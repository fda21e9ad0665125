//! What a round of a combat goes by, whether it is fought or foreseen (OTH-RESULT-8, OTH-MORALE-19, OTH-BUA-8).

use battle::{Die, Pool, Reading, RollKind, UnitId, rule};

use super::results::Ridden;
use super::score::Fighter;
use crate::ground::towns;
use crate::modifiers::modifier;
use crate::profile::Walls;
use crate::space::away;
use crate::state::{Bout, Open};
use crate::why::Why;
use crate::{War, tables};

/// The combat that is being fought.
pub(crate) fn going_on(war: &War) -> Option<&Bout> {
    war.state.stack.iter().rev().find_map(|open| match open {
        Open::Bout(bout) | Open::Won(_, bout) => Some(bout),
        _ => None,
    })
}

/// Whether horse has a unit as its opponent (OTH-RESULT-8).
pub(crate) fn ridden(war: &War, fighters: &[Fighter], unit: UnitId) -> Ridden {
    let horse = |one: &Fighter| one.enemy == unit && war.profile(one.unit).kind.is_cavalry();
    if fighters.iter().any(horse) { Ridden::Down } else { Ridden::Not }
}

/// Whether a unit is of the side whose units are tested first (OTH-SEQ-5).
pub(crate) fn is_first(war: &War, unit: UnitId) -> bool {
    war.side(unit) == war.state.player
}

/// From whom a unit goes back that has not stood after a round: from its opponent, of houses in which it has no die of its own
/// and is nobody's mark from theirs (OTH-GEO-14, OTH-BUA-10).
pub(crate) fn foe_of(war: &War, fighters: &[Fighter], unit: UnitId) -> Option<UnitId> {
    let town = towns::held(war, unit);
    let beside = |other: UnitId| town.is_some() && towns::held(war, other) == town;
    let of = |is: &dyn Fn(UnitId) -> bool| {
        let fought = fighters.iter().find(|one| is(one.unit) || is(one.enemy));
        fought.map(|one| if is(one.unit) { one.enemy } else { one.unit })
    };
    of(&|one| one == unit).or_else(|| of(&beside))
}

/// Inches that a unit is sent back which did not stand (OTH-MORALE-19).
pub(crate) fn sent_back(war: &War, unit: UnitId) -> i32 {
    if war.options().retreat_segment || !rule!("OTH-MORALE-19") {
        away::segment(war, unit)
    } else {
        away::whole_move(war, unit)
    }
}

/// The roll whether houses burn (OTH-BUA-8).
pub(crate) fn fire_risk(walls: Walls) -> Pool {
    let mut pool = Pool::new(Why::Burning.label(), "OTH-BUA-8", 1, Reading::Over(tables::BURNS)).of(Die::D10);
    if walls == Walls::Wooden {
        modifier!("OTH-BUA-8").on_result(&mut pool);
    }
    pool.as_kind(RollKind::Total)
}
