//! Step 1 of a card: markers are tested, routers rally, reform or run on (MC-MORALE-6, 9 to 12).

use battle::{Effect, Event, Forecast, Manner, Order, Pose, Role, UnitId, rule};
use hexes::Facing;
use rulebook::no;

use super::{Cause, rout};
use crate::info::{RANK, TEST};
use crate::movement::garrison;
use crate::space::{formation, seat};
use crate::state::Open;
use crate::why::Why;
use crate::{Umpire, VerbRow, War, cards, forecasts, formations, losses, marks};

pub(crate) const TEST_ROW: VerbRow = VerbRow {
    candidates: |war, out| rulebook::each(TEST, war.field().present_of(war.state.player), out),
    may: |war, order| match order.unit() {
        Some(unit) if is_owed(war, unit) => Ok(()),
        _ => no("MC-MORALE-6", |war, order| format!("{} owes no test now", war.actor_of(order))),
    },
    foresee: |war, order| {
        let Some(unit) = order.unit() else { return Forecast::default() };
        let pool = pool(war, unit);
        let (passes, routs) = (pool.terms().passes(), pool.outcome().at_most(-2));
        // Who runs already has nothing to lose by it.
        let [destroyed, recovers] = if war.marked(unit, marks::ROUTING) { [0.0, passes] } else { [routs, 0.0] };
        let effect = Effect { succeeds: passes, destroyed, recovers, ..Effect::default() };
        Forecast { rolls: vec![pool.shown(Some(unit.into()))], effect, ..Forecast::default() }
    },
    ..VerbRow::new("test", "Test", Role::Rally, "MC-MORALE-6", "Test the morale of a unit with a panic marker.", take)
};

pub(crate) const RANK_ROW: VerbRow = VerbRow {
    candidates: |war, out| {
        if let Some(Open::Reform(unit)) = war.frame() {
            out.push(Order::new(RANK).by(*unit));
        }
    },
    may: |war, order| match war.frame() {
        Some(Open::Reform(unit)) if order.unit() == Some(*unit) => Ok(()),
        _ => no("MC-MORALE-11", |_, _| String::from("only a rallied unit forms now")),
    },
    foresee: forecasts::ends_there,
    ..VerbRow::new(
        "rank",
        "Reform",
        Role::Place,
        "MC-MORALE-11",
        "Name how the rallied unit forms.",
        |umpire, order| {
            umpire.answered();
            if let (Some(unit), Some(to)) = (order.unit(), order.pose) {
                umpire.emit(Event::Moved {
                    unit,
                    to,
                    path: Vec::new(),
                    manner: Manner::Formed,
                    clause: "MC-MORALE-11",
                });
            }
        },
    )
    .to(|war, stem| {
        let poses = stem.unit().map(|unit| forms(war, unit)).unwrap_or_default();
        rulebook::spots(poses.into_iter())
    })
};

/// Whether an active unit owes a test in step 1.
fn is_owed(war: &War, unit: UnitId) -> bool {
    let marked = war.marked(unit, marks::PANIC | marks::ROUTING);
    let may = !war.marked(unit, marks::ROUTING) || rout::may_rally(war, unit);
    cards::is_active(war, unit) && marked && may && !war.own(unit).tested && rule!("MC-MORALE-6")
}

fn pool(war: &War, unit: UnitId) -> battle::Pool {
    let cause = if war.marked(unit, marks::ROUTING) { Cause::Rally } else { Cause::Marker };
    super::test(war, unit, cause, &[], Why::Marker)
}

/// The poses in which a unit without order can form round its command stand.
pub(crate) fn forms(war: &War, unit: UnitId) -> Vec<Pose> {
    let hex = losses::command_stand(war, unit);
    let (stands, seat) = (war.stands(unit), seat(war, unit));
    let poses = formations::shapes(war, unit).into_iter().flat_map(|shape| {
        Facing::ALL.into_iter().map(move |facing| Pose::new(hex, facing, formation(stands, shape, seat)))
    });
    let held = garrison::holding(war, unit, hex);
    poses.filter(|pose| losses::fits(war, unit, pose)).chain(held).collect()
}

fn take(umpire: &mut Umpire<'_>, order: &Order) {
    let Some(unit) = order.unit() else { return };
    let routing = umpire.marked(unit, marks::ROUTING);
    let pool = pool(umpire, unit);
    umpire.own_mut(unit).tested = true;
    let margin = super::throw(umpire, unit, &pool, None, Why::Marker);
    match (routing, margin) {
        (true, 0..) => rallies(umpire, unit),
        // Held where it is by the other reading.
        (true, -1) if umpire.options().routs_held || !rule!("MC-MORALE-12") => {
            umpire.own_mut(unit).ran = true;
        }
        (true, _) => {}
        (false, 0..) => {}
        (false, -1) if umpire.marked(unit, marks::FALLING_BACK) => {}
        (false, -1) if rule!("MC-MORALE-9") => {
            umpire.mark(unit, marks::STATES, false);
            umpire.mark(unit, marks::HELD, true);
        }
        (false, _) => rout::breaks(umpire, unit, rout::When::Later),
    }
}

/// A marker that is tested as soon as what brought it is over (MC-PANIC-2): who fails by 1 stands.
pub(crate) fn shaken(umpire: &mut Umpire<'_>, unit: UnitId) {
    if !umpire.present(unit) || !umpire.marked(unit, marks::PANIC) || umpire.marked(unit, marks::ROUTING) {
        return;
    }
    let pool = super::test(umpire, unit, Cause::Marker, &[], Why::Marker);
    if rout::is_rout(super::throw(umpire, unit, &pool, None, Why::Marker)) {
        rout::breaks(umpire, unit, rout::When::Now);
    }
}

/// A routing unit is rallied and reforms for this activation (MC-MORALE-11).
fn rallies(umpire: &mut Umpire<'_>, unit: UnitId) {
    umpire.mark(unit, marks::ROUTING, false);
    if rule!("MC-MORALE-11") {
        umpire.mark(unit, marks::REFORMING, true);
        umpire.own_mut(unit).rallied = true;
    }
    if forms(umpire, unit).is_empty() {
        umpire.own_mut(unit).owes_forming = true;
    } else {
        umpire.interrupt(Open::Reform(unit));
    }
}
