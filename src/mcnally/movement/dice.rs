//! The dice of a move (MC-MOVE-1, 3, 4).

use battle::{Die, Pool, Reading, UnitId, rule};

use crate::War;
use crate::formations::{shapes, usual};
use crate::space::{Shape, seat, shape};
use crate::tables::{self, Pace};
use crate::why::Why;

/// The throw of a move (MC-MOVE-1, 4).
pub(crate) fn throw_of(pace: Pace) -> Pool {
    throw_for(Why::Move, pace)
}

/// The same for another kind of move.
pub(crate) fn throw_for(why: Why, pace: Pace) -> Pool {
    let die = if pace.small { Die::D3 } else { Die::D6 };
    let mut pool = Pool::new(why.label(), "MC-MOVE-4", pace.dice, Reading::Total).of(die);
    if pace.add != 0 {
        pool.result("rate", pace.add, "MC-MOVE-4");
    }
    pool
}

/// The dice of a unit as it is (MC-MOVE-3).
pub(crate) fn pace(war: &War, unit: UnitId) -> Pace {
    if !rule!("MC-MOVE-4") {
        return tables::pace(2, 0);
    }
    let now = if rule!("MC-MOVE-3") { shape(war, unit) } else { usual(&shapes(war, unit)) };
    // A garrison goes as it would in the open.
    let loose = || if shapes(war, unit).contains(&Shape::Skirmish) { Shape::Skirmish } else { Shape::Open };
    let now = if now == Shape::Garrison { loose() } else { now };
    tables::dice(war.profile(unit), now, seat(war, unit))
}
