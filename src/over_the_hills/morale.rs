//! Tests: a d10 that has to stay within the score (OTH-MORALE).

use battle::{Die, Event, Pool, Reading, UnitId, rule};

use crate::command;
use crate::fatigue::{self, Status};
use crate::modifiers::{self, modifier};
use crate::profile::Traits;
use crate::space::{Aspect, between, is_within};
use crate::state::Once;
use crate::why::Why;
use crate::{Umpire, War, tables};

/// Whether a unit tests anything: on the map and not routing (OTH-MORALE-19).
pub(crate) fn is_tested(war: &War, unit: UnitId) -> bool {
    war.present(unit) && !fatigue::is_routing(war, unit)
}

/// Whether the muskets of a unit are empty: on the active side what fired in the enemy's turn, on the other one what has
/// fired now (OTH-MORALE-20).
pub(crate) fn is_shooting(war: &War, unit: UnitId) -> bool {
    let own = war.own(unit);
    let fired = if war.side(unit) == war.state.player { own.fired_last == Once::Done } else { own.faces != 0 };
    fired && rule!("OTH-MORALE-20")
}

/// Whether a unit of the same brigade that is neither shaken nor shooting is near (OTH-MORALE-16).
fn is_backed(war: &War, unit: UnitId) -> bool {
    let roster = war.field().roster();
    let mate = |other: &UnitId| {
        *other != unit
            && roster.unit(*other).brigade == roster.unit(unit).brigade
            && fatigue::status(war, *other) == Status::Steady
            && !is_shooting(war, *other)
            && is_within(between(war, unit, *other), tables::NEAR)
    };
    war.field().present_of(war.side(unit)).any(|other| mate(&other))
}

/// A test of a unit, with what its brigade and commanders add.
pub(crate) fn test(war: &War, unit: UnitId, why: Why, clause: &'static str) -> Pool {
    let score = if rule!("OTH-MORALE-0") { fatigue::score(war, unit) } else { 10 };
    let mut pool = Pool::new(why.label(), clause, 1, Reading::Under(score)).of(Die::D10);
    modifiers::add(&mut pool, is_backed(war, unit) && rule!("OTH-MORALE-16"), modifier!("OTH-MORALE-16"));
    modifiers::add_valued(&mut pool, rule!("OTH-MORALE-17"), modifier!("OTH-MORALE-17"), command::steadied(war, unit));
    pool
}

/// Throws a test: by how much it is passed, below 0 where it is failed.
pub(crate) fn throw(umpire: &mut Umpire<'_>, unit: UnitId, pool: &Pool, why: Why) -> i16 {
    umpire.throw(pool, umpire.by_unit(unit, None, why))
}

/// Takes a test without modifiers of its own; those who are not tested pass.
pub(crate) fn passes(umpire: &mut Umpire<'_>, unit: UnitId, why: Why, clause: &'static str) -> bool {
    if !is_tested(umpire, unit) {
        return true;
    }
    let pool = test(umpire, unit, why, clause);
    throw(umpire, unit, &pool, why) >= 0
}

/// T3: whoever has shaken friends near is tested, all from one look at the field (OTH-MORALE-1).
pub(crate) fn start_of_turn(umpire: &mut Umpire<'_>) {
    for unit in shaken(umpire) {
        if !passes(umpire, unit, Why::Nerve, "OTH-MORALE-1") {
            fatigue::hit(umpire, unit, 1, "shaken friends", "OTH-MORALE-1");
        }
    }
}

/// Units of the player with wavering or routing friends near.
fn shaken(war: &War) -> Vec<UnitId> {
    let units = war.units_of(war.state.player);
    let near = |unit: UnitId, other: UnitId| {
        other != unit
            && !fatigue::is_steady(war, other)
            && (!fatigue::is_routing(war, other) || rule!("OTH-MORALE-1b"))
            && is_within(between(war, unit, other), tables::NEAR)
            && rule!("OTH-MORALE-1a")
    };
    let tested = units.iter().filter(|unit| is_tested(war, **unit));
    tested.filter(|unit| units.iter().any(|other| near(**unit, *other))).copied().collect()
}

/// The battle with a unit at another score, for what may be.
pub(crate) fn with_score(war: &War, unit: UnitId, to: i16) -> War {
    let from = war.strength(unit);
    war.supposing(&Event::Strength { unit, from, to, cause: "", clause: "" })
}

/// The test to move to contact (OTH-MORALE-5, 13 to 15).
pub(crate) fn closing(war: &War, unit: UnitId, enemy: UnitId, aspect: Aspect, why: Why) -> Pool {
    let mut pool = test(war, unit, why, "OTH-MORALE-5");
    let shaky = fatigue::status(war, enemy) != Status::Steady;
    modifiers::add(&mut pool, shaky && rule!("OTH-MORALE-13"), modifier!("OTH-MORALE-13"));
    let front = aspect == Aspect::Front;
    modifiers::add(&mut pool, !front && rule!("OTH-MORALE-14"), modifier!("OTH-MORALE-14"));
    let wild = front && war.profile(unit).has(Traits::IRREGULAR);
    modifiers::add(&mut pool, wild && rule!("OTH-MORALE-15"), modifier!("OTH-MORALE-15"));
    pool
}
