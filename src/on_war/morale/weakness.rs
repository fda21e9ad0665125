//! Units at half strength or less, and disoriented ones, test motivation (OW-MORALE-2, OW-MORALE-3, OW-HOWITZER-6).

use battle::{Departure, UnitId, rule};

use crate::marks;
use crate::morale::triggers;
use crate::options::HalfStrength;
use crate::{Umpire, War, consequences};

/// Whether half of a unit's stands or more are gone.
pub(crate) fn is_half_gone(war: &War, unit: UnitId) -> bool {
    i16::from(war.stands(unit)) * 2 <= war.field().unit(unit).full
}

/// Weak units, then shaken ones (OW-MORALE-2, OW-HOWITZER-6).
pub(crate) fn test_weak_and_shaken(umpire: &mut Umpire<'_>) {
    let player = umpire.state.player;
    if umpire.options().half_strength == HalfStrength::EachTurn {
        for unit in umpire.units_of(player) {
            if umpire.present(unit) && is_half_gone(umpire, unit) && !umpire.marked(unit, marks::ROUTING) {
                test_weakness(umpire, unit);
            }
        }
    }
    for unit in umpire.units_of(player) {
        if umpire.present(unit) && umpire.marked(unit, marks::DISORIENTED) && rule!("OW-HOWITZER-6b") {
            test_shaken(umpire, unit);
        }
    }
}

fn test_weakness(umpire: &mut Umpire<'_>, unit: UnitId) -> bool {
    let held = !rule!("OW-MORALE-2") || triggers::HALF_STRENGTH.passes(umpire, unit, None);
    if !held && rule!("OW-MORALE-3a") {
        break_up(umpire, unit);
    }
    held
}

/// A weak unit has failed: it routs, or is removed (OW-MORALE-3).
fn break_up(umpire: &mut Umpire<'_>, unit: UnitId) {
    if umpire.options().weak_are_removed {
        return consequences::destroy(umpire, unit, Departure::Routed, "OW-MORALE-3");
    }
    umpire.say("{a} breaks and runs", "OW-MORALE-3", unit, None);
    umpire.mark(unit, marks::HIDDEN, false);
    umpire.mark(unit, marks::ROUTING, true);
    umpire.own_mut(unit).broke_now = true;
}

fn test_shaken(umpire: &mut Umpire<'_>, unit: UnitId) {
    if triggers::SHAKEN.passes(umpire, unit, None) {
        umpire.mark(unit, marks::DISORIENTED, false);
    }
}

/// With `half_strength=half_lost_in_one_turn`: a unit that has just lost half of what it began the turn with
/// checks at once, once a turn (OW-MORALE-2). Says whether it still holds.
pub(crate) fn test_sudden_loss(umpire: &mut Umpire<'_>, unit: UnitId) -> bool {
    let (then, now) = (umpire.own(unit).stands_then, umpire.stands(unit));
    let sudden = umpire.options().half_strength == HalfStrength::LostInOneTurn && now < then && now * 2 <= then;
    if !sudden || !umpire.present(unit) || umpire.marked(unit, marks::ROUTING) {
        return true;
    }
    umpire.own_mut(unit).stands_then = 0;
    test_weakness(umpire, unit)
}
