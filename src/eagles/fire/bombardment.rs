//! Bombardment by Guns, and their ammunition (EA-FIRE-2, EA-MOVE-8, EA-RES-7, EA-OPT-1).

use battle::{Object, Order, Pool, Reading, Told, UnitId, rule};

use super::dice::Shot;
use super::shooting;
use crate::command::{Means, begin_action, may_act, spend_order, uses};
use crate::marks;
use crate::state::{Flags, Frame, flag, flagged};
use crate::system::Why;
use crate::{Class, May, Traits, Umpire, War, class, has, tables};

/// Whether these Guns have just maneuvered and may bombard for nothing (EA-OPT-5).
pub(crate) fn is_unlimbering(war: &War, unit: UnitId) -> bool {
    war.frame() == Some(&Frame::Unlimber(unit))
}

/// Whether a Bombardment costs these Guns no Order now (EA-OPT-1, EA-OPT-5).
pub(crate) fn is_free(war: &War, unit: UnitId) -> bool {
    resupplied(war) || is_unlimbering(war, unit)
}

/// Whether Guns shoot without Orders but may run out of ammunition (EA-OPT-1).
pub(crate) fn resupplied(war: &War) -> bool {
    war.options().resupply_guns && rule!("EA-OPT-1")
}

/// Whether Guns laid now bombard in the Fire phase (EA-RES-7).
pub(crate) fn waits_for_fire_phase(war: &War) -> bool {
    war.options().bombard_in_fire_phase && rule!("EA-RES-7")
}

/// Whether the Resupply die comes before the shot (EA-RES-39).
fn rolls_before_shot(war: &War) -> bool {
    war.options().resupply_before_shot && rule!("EA-RES-39")
}

/// Whether Guns have not moved this turn (EA-MOVE-8, EA-FIRE-2); a Maneuver of Horse Guns does not count (EA-OPT-5).
pub(crate) fn guns_unmoved(war: &War, unit: UnitId) -> bool {
    let maneuvered = war.marked(unit, marks::MANEUVERED) && !is_horse_battery(war, unit);
    !((maneuvered || war.marked(unit, marks::MOVED | marks::MARCHED)) && guns_move_or_fire())
}

/// Whether Guns either move or fire in a turn, not both (EA-MOVE-8).
pub(crate) fn guns_move_or_fire() -> bool {
    rule!("EA-MOVE-8")
}

/// Whether these Guns may maneuver and fire (EA-OPT-5).
pub(crate) fn is_horse_battery(war: &War, unit: UnitId) -> bool {
    class(war, unit) == Class::Guns && has(war, unit, Traits::HORSE_GUNS) && rule!("EA-OPT-5")
}

/// Whether Guns may bombard, targets apart (EA-FIRE-2).
pub(crate) fn may_bombard(war: &War, unit: UnitId) -> May {
    if class(war, unit) != Class::Guns || !rule!("EA-FIRE-2") {
        return Err(barred!("EA-FIRE-2", "has no guns to bombard with"));
    }
    may_act(war, unit, if is_free(war, unit) { Means::NotAsked } else { Means::Held })?;
    if !is_unlimbering(war, unit) && !guns_unmoved(war, unit) {
        return Err(barred!("EA-MOVE-8", "has moved this turn and cannot bombard"));
    }
    if flagged(war, unit, Flags::OUT | Flags::RESUPPLIED) {
        return Err(barred!("EA-OPT-1", "has no ammunition this turn"));
    }
    let twice = flagged(war, unit, Flags::REACTED | Flags::LAID);
    if twice || (resupplied(war) && war.marked(unit, marks::BOMBARDED)) {
        return Err(barred!("EA-FIRE-2", "has made its Bombardment"));
    }
    Ok(())
}

/// Whether Guns hold an Order to spare for one more die.
pub(crate) fn has_order_to_spare(war: &War, unit: UnitId) -> bool {
    uses(war, unit) > u8::from(!is_free(war, unit))
}

/// Whether the Guns are out of ammunition.
pub(crate) fn may_resupply(war: &War, unit: UnitId) -> May {
    if flagged(war, unit, Flags::OUT) { Ok(()) } else { Err(barred!("EA-OPT-1", "is not out of ammunition")) }
}

/// Carries out a Bombardment (EA-FIRE-2).
pub(crate) fn bombard(umpire: &mut Umpire<'_>, order: &Order, shot: Shot) {
    let (Some(unit), Some(target)) = (order.unit(), order.target_unit()) else { return };
    begin_action(umpire);
    pay(umpire, unit);
    shooting::fire(umpire, unit, target, shot);
}

/// Guns are readied to bombard in the Fire phase (EA-RES-7).
pub(crate) fn lay(umpire: &mut Umpire<'_>, order: &Order) {
    let Some(unit) = order.unit() else { return };
    begin_action(umpire);
    pay(umpire, unit);
    flag(umpire, unit, Flags::LAID, true);
}

/// A Bombardment costs an Order, but not after a Horse Battery's Maneuver nor with Resupply Guns (EA-OPT-1).
fn pay(umpire: &mut Umpire<'_>, unit: UnitId) {
    if is_unlimbering(umpire, unit) {
        umpire.answered();
    } else if !resupplied(umpire) {
        spend_order(umpire, unit);
    }
}

/// Whether a shot needs the Resupply die: every Bombardment, whenever it is made (EA-OPT-1).
fn uses_ammunition(war: &War, unit: UnitId, shot: Shot) -> bool {
    class(war, unit) == Class::Guns && shot != Shot::Skirmish && resupplied(war)
}

/// The Resupply die before a Bombardment under the house rule (EA-RES-39); tells whether the Guns have run out, which
/// makes them no shot, but costs what the shot would have cost.
pub(super) fn resupply_before(umpire: &mut Umpire<'_>, unit: UnitId, shot: Shot) -> bool {
    if !uses_ammunition(umpire, unit, shot) || !rolls_before_shot(umpire) || !roll_for_ammunition(umpire, unit) {
        return false;
    }
    if shot == Shot::Opposing {
        spend_order(umpire, unit);
    }
    flag(umpire, unit, Flags::LAID, false);
    true
}

/// The Resupply die after a Bombardment, unless it was rolled before (EA-OPT-1, EA-RES-39).
pub(super) fn resupply_after(umpire: &mut Umpire<'_>, unit: UnitId, shot: Shot) {
    if uses_ammunition(umpire, unit, shot) && !rolls_before_shot(umpire) {
        roll_for_ammunition(umpire, unit);
    }
}

/// The Resupply roll (EA-OPT-1).
pub(crate) fn resupply_roll() -> Pool {
    Pool::new("resupply", "EA-OPT-1", 1, Reading::Total)
}

/// Rolls for ammunition and marks Guns that have run out; tells whether these have.
fn roll_for_ammunition(umpire: &mut Umpire<'_>, unit: UnitId) -> bool {
    let die = umpire.throw(&resupply_roll(), umpire.by_unit(unit, None, Why::Resupply));
    let out = die <= tables::RESUPPLY_OUT;
    if out {
        flag(umpire, unit, Flags::OUT, true);
        umpire.mark(unit, marks::OUT_OF_AMMUNITION, true);
        let actor = Some(Object::Unit(unit));
        umpire.tell(Told { actor, ..Told::new("{a} is out of ammunition", "EA-OPT-1") });
    }
    out
}

/// Carries out a Resupply: Guns may bombard again from the next turn.
pub(crate) fn resupply(umpire: &mut Umpire<'_>, order: &Order) {
    let Some(unit) = order.unit() else { return };
    begin_action(umpire);
    spend_order(umpire, unit);
    flag(umpire, unit, Flags::OUT, false);
    flag(umpire, unit, Flags::RESUPPLIED, true);
    umpire.mark(unit, marks::OUT_OF_AMMUNITION, false);
}
