//! What a charged unit does: it is tested, then fires, evades or stands (MC-CHARGE-8 to 11, 18, 22, MC-SKIRM-3 to 8).

use battle::{Forecast, Manner as How, Order, Pose, Role, UnitId, rule};
use rulebook::no;

use super::answers;
use super::defence::{evasion, is_skittish, may_evade, shots, test};
use crate::fire::shoot;
use crate::info::{EVADE, HOLD, VOLLEY};
use crate::morale::ways::{Toll, ways};
use crate::morale::{self, away, panic, rout};
use crate::movement::back;
use crate::space::{Aspect, aspect, body};
use crate::state::{Backward, Charge, Open};
use crate::why::Why;
use crate::{Umpire, VerbRow, War, marks};

pub(crate) const VOLLEY_ROW: VerbRow = VerbRow {
    candidates: |war, out| out.extend(reacting(war).map(|(unit, _)| Order::new(VOLLEY).by(unit))),
    may: |war, order| match reacting(war).filter(|(unit, _)| order.unit() == Some(*unit)) {
        Some((unit, charge)) if !shots(war, unit, charge.by).is_empty() => Ok(()),
        _ => no("MC-CHARGE-9", |war, order| format!("{} has no volley for the charger", war.actor_of(order))),
    },
    foresee: |war, _| reacting(war).map_or_else(Forecast::default, |(unit, charge)| answers::volley(war, unit, charge)),
    ..VerbRow::new("volley", "Volley", Role::Fire, "MC-CHARGE-9", "Fire at the charger at 2 inches.", fire)
};

pub(crate) const EVADE_ROW: VerbRow = VerbRow {
    candidates: |war, out| out.extend(reacting(war).map(|(unit, _)| Order::new(EVADE).by(unit))),
    may: |war, order| match reacting(war).filter(|(unit, _)| order.unit() == Some(*unit)) {
        Some((unit, _)) if may_evade(war, unit) => Ok(()),
        _ => no("MC-SKIRM-3", |war, order| format!("{} is no skirmisher that passed its test", war.actor_of(order))),
    },
    foresee: |war, _| reacting(war).map_or_else(Forecast::default, |(unit, charge)| answers::evade(war, unit, charge)),
    ..VerbRow::new("evade", "Evade", Role::Defend, "MC-SKIRM-3", "Skirmishers run from the charge.", |umpire, _| {
        if let Some(Open::React(unit, charge) | Open::Skittish(unit, charge)) = umpire.answered() {
            evade(umpire, unit, charge);
        }
    })
};

pub(crate) const HOLD_ROW: VerbRow = VerbRow {
    candidates: |war, out| out.extend(reacting(war).map(|(unit, _)| Order::new(HOLD).by(unit))),
    may: |war, order| match reacting(war) {
        Some((unit, _)) if order.unit() == Some(unit) => Ok(()),
        _ => no("MC-CHARGE-9", |_, _| String::from("only the charged unit holds its fire")),
    },
    foresee: |war, _| match war.frame() {
        Some(Open::React(unit, charge)) => answers::hold(war, *unit, charge),
        Some(Open::Skittish(unit, charge)) => answers::stand(war, *unit, charge),
        _ => Forecast::default(),
    },
    ..VerbRow::new(
        "hold",
        "Hold fire",
        Role::Keep,
        "MC-CHARGE-9",
        "Receive the charge without a volley; horse that could evade is tested.",
        |umpire, _| match umpire.answered() {
            Some(Open::React(_, charge)) => umpire.interrupt(Open::Charge(charge)),
            Some(Open::Skittish(unit, charge)) => faces(umpire, unit, charge),
            _ => {}
        },
    )
};

fn reacting(war: &War) -> Option<(UnitId, &Charge)> {
    match war.frame() {
        Some(Open::React(unit, charge) | Open::Skittish(unit, charge)) => Some((*unit, charge)),
        _ => None,
    }
}

/// The side of a charged unit on which the charger is: as declared, or else as it is now.
fn side_of(umpire: &Umpire<'_>, charge: &mut Charge, unit: UnitId) -> Aspect {
    if let Some((_, side)) = charge.sides.iter().find(|(one, _)| *one == unit) {
        return *side;
    }
    let side = aspect(umpire, unit, body(umpire, charge.by).hexes());
    charge.sides.push((unit, side));
    side
}

/// Whether a charged unit that came to so much routs at once (MC-CHARGE-11).
fn routs_at(margin: i16) -> bool {
    rout::is_rout(margin) && rule!("MC-CHARGE-11")
}

/// The declared targets are tested before the approach; who fails by 2 runs at once (MC-CHARGE-8).
pub(crate) fn before_approach(umpire: &mut Umpire<'_>, charge: &mut Charge) {
    for unit in charge.targets.clone() {
        let stands = umpire.present(unit) && !umpire.marked(unit, marks::ROUTING);
        if stands && !is_skittish(umpire, unit, charge.by) {
            let margin = stand_test(umpire, unit, charge);
            charge.tested.push((unit, margin));
            if routs_at(margin) {
                charge.reacted.push(unit);
                breaks(umpire, unit, charge);
            }
        }
    }
}

/// A charged unit gets its marker and is tested: the margin (MC-CHARGE-8).
fn stand_test(umpire: &mut Umpire<'_>, unit: UnitId, charge: &mut Charge) -> i16 {
    let side = side_of(umpire, charge, unit);
    let pool = test(umpire, unit, charge.by, side);
    if rule!("MC-PANIC-6") {
        panic::hold(umpire, unit, "being charged");
    }
    if rule!("MC-CHARGE-8") { morale::throw(umpire, unit, &pool, Some(charge.by), Why::Charged) } else { 0 }
}

/// A unit within 2 inches of a charge reacts.
pub(crate) fn reacts(umpire: &mut Umpire<'_>, mut charge: Charge, unit: UnitId) {
    side_of(umpire, &mut charge, unit);
    charge.reacted.push(unit);
    umpire.own_mut(unit).engaged = true;
    umpire.own_mut(unit).wavered = false;
    if is_skittish(umpire, unit, charge.by) {
        return umpire.interrupt(Open::Skittish(unit, charge));
    }
    faces(umpire, unit, charge);
}

/// A charged unit does not evade untested: it is tested where it has not been, and answers.
fn faces(umpire: &mut Umpire<'_>, unit: UnitId, mut charge: Charge) {
    let known = charge.tested.iter().find(|(one, _)| *one == unit).map(|(_, margin)| *margin);
    let margin = known.unwrap_or_else(|| stand_test(umpire, unit, &mut charge));
    if umpire.marked(unit, marks::ROUTING) {
        if margin < 0 && rule!("MC-CHARGE-18") {
            charge.fled.push(unit);
            let foes = away::foes_with(umpire, unit, charge.by);
            rout::runs_from(umpire, unit, &foes);
        }
        return umpire.interrupt(Open::Charge(charge));
    }
    if routs_at(margin) {
        breaks(umpire, unit, &mut charge);
        return umpire.interrupt(Open::Charge(charge));
    }
    umpire.own_mut(unit).wavered = margin < 0;
    umpire.interrupt(Open::React(unit, charge));
}

/// A charged unit routs; who was in contact with it has made contact (MC-CHARGE-22).
fn breaks(umpire: &mut Umpire<'_>, unit: UnitId, charge: &mut Charge) {
    charge.fled.push(unit);
    let met: Vec<UnitId> =
        umpire.state.own.contacts.iter().filter(|contact| contact.on == unit).map(|contact| contact.by).collect();
    rout::breaks(umpire, unit, rout::When::Charged(charge.by));
    for by in met {
        if umpire.present(by) && rule!("MC-CHARGE-22") {
            let still = umpire.state.own.contacts.iter().any(|contact| contact.by == by);
            umpire.mark(by, marks::CONTACT | marks::CHARGING, still);
        }
    }
}

fn fire(umpire: &mut Umpire<'_>, _: &Order) {
    let Some(Open::React(unit, mut charge)) = umpire.answered() else { return };
    let fired = umpire.own(unit).fired;
    for shot in shots(umpire, unit, charge.by) {
        charge.hit += shoot(umpire, &[shot], charge.by);
    }
    umpire.own_mut(unit).fired = fired;
    umpire.own_mut(unit).volleyed = true;
    umpire.interrupt(Open::Charge(charge));
}

/// Skirmishers evade as far as they throw (MC-SKIRM-4).
fn evade(umpire: &mut Umpire<'_>, unit: UnitId, charge: Charge) {
    let throw = umpire.by_unit(unit, Some(charge.by), Why::Evade);
    let inches = i32::from(umpire.throw(&evasion(umpire, unit), throw));
    let ways = ways(umpire, unit, &[charge.by], inches, Toll::Free);
    if let Some(way) = back::sets_out(umpire, unit, ways, Backward::Evading(charge.clone())) {
        evades(umpire, unit, &way, charge);
    }
}

/// Skirmishers evade along a way; they get a marker, and the charge goes on (MC-SKIRM-5).
pub(crate) fn evades(umpire: &mut Umpire<'_>, unit: UnitId, way: &[Pose], mut charge: Charge) {
    let full = !umpire.own(unit).moved && umpire.options().evade_is_move;
    if !umpire.marked(unit, marks::EVADED) {
        umpire.own_mut(unit).thrown = full;
    }
    back::along(umpire, unit, way, How::Retreated, "MC-SKIRM-4");
    umpire.own_mut(unit).moved = true;
    umpire.mark(unit, marks::EVADED, true);
    if rule!("MC-SKIRM-5") && rule!("MC-PANIC-12") {
        panic::unnerve(umpire, unit, "evading");
    }
    charge.evaded |= charge.targets.contains(&unit);
    umpire.interrupt(Open::Charge(charge));
}
