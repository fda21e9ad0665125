//! Off the map by an exit that is an objective (OTH-END-4).

use battle::{Departure, Event, Goal, Order, Perch, Role, UnitId};
use rulebook::no;

use super::may_act;
use super::purse::{Gauge, Under};
use super::walking::may_still_go;
use crate::info::EXIT;
use crate::space::shape;
use crate::{May, Umpire, VerbRow, War, forecasts, marks};

pub(crate) const EXIT_ROW: VerbRow = VerbRow {
    candidates: |war, out| rulebook::each(EXIT, war.field().present_of(war.state.player), out),
    may: may_exit,
    foresee: |_, _| forecasts::certain(),
    ..VerbRow::new("exit", "Exit", Role::March, "OTH-END-4", "March off the map by an exit that counts.", exit)
};

/// Whether a unit stands on an exit that is open to its side.
fn is_at_exit(war: &War, unit: UnitId) -> bool {
    let (side, print) = (war.side(unit), war.field().footprint(unit));
    war.field().roster().objectives.iter().any(|objective| {
        let open = objective.goal == Goal::Exit && objective.side.is_none_or(|own| own == side);
        open && objective.hexes.iter().any(|hex| print.contains(*hex))
    })
}

fn may_exit(war: &War, order: &Order) -> May {
    let Some(unit) = order.unit() else { return no("OTH-END-4", |_, _| String::from("a unit exits")) };
    may_act(war, unit)?;
    let gauge = Gauge::of(war, unit, shape(war, unit));
    let step = war.field().inches_per_hex();
    let paid = gauge.and_then(|gauge| gauge.pay(war.own(unit).purse, step, Under::Other));
    if is_at_exit(war, unit) && paid.is_some() && !war.marked(unit, marks::DOWN) {
        return Ok(());
    }
    no("OTH-END-4", |war, order| format!("{} stands on no exit of its side with an inch left", war.actor_of(order)))
}

/// It is gone with its commanders, and not lost.
fn exit(umpire: &mut Umpire<'_>, order: &Order) {
    let Some(unit) = order.unit() else { return };
    if !may_still_go(umpire, unit) {
        return;
    }
    for leader in umpire.field().leaders_with(unit).collect::<Vec<_>>() {
        umpire.lead(leader, Perch::Away, "OTH-END-4");
    }
    umpire.emit(Event::Left { unit, why: Departure::Exited, clause: "OTH-END-4" });
}
