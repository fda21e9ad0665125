//! Leaving the map by order (SN-END-4).

use battle::{Departure, Event, Order, Perch, Role, UnitId, rule};
use rulebook::no;

use super::{Allowed, may_go, points, steps};
use crate::info::LEAVE;
use crate::orders::{Mandate, command_of};
use crate::space::shape_of;
use crate::{May, Umpire, VerbRow, War, forecasts, supply, terrain};

pub(crate) const LEAVE_ROW: VerbRow = VerbRow {
    candidates: |war, out| rulebook::each(LEAVE, war.field().present_of(war.state.player), out),
    may: may_leave,
    foresee: |_, _| forecasts::certain(),
    ..VerbRow::new("leave", "Leave", Role::March, "SN-END-4", "March off the map by the own edge.", leave)
};

/// Whether a unit comes to a source of its supply on the edge with a hex's points left.
fn reaches_edge(war: &War, unit: UnitId) -> bool {
    let kind = war.profile(unit).kind;
    let sources = supply::exits(war, war.side(unit));
    let out = |place: &battle::Destination| {
        let price = terrain::price(war, kind, shape_of(&place.pose));
        let enough = price.is_some_and(|price| place.cost + price <= points(war, unit));
        enough && sources.contains(&place.pose.anchor)
    };
    let near = sources.iter().any(|hex| war.pose(unit).anchor.distance(*hex) <= 16);
    near && steps::routes(war, unit, points(war, unit), &Allowed::moving(war)).iter().any(out)
}

fn may_leave(war: &War, order: &Order) -> May {
    let Some(unit) = order.unit() else { return no("SN-END-4", |_, _| String::from("a unit leaves")) };
    may_go(war, unit)?;
    let ordered = matches!(command_of(war, unit).effective(), Mandate::Withdraw | Mandate::Maneuver);
    if ordered && rule!("SN-END-4") && reaches_edge(war, unit) {
        return Ok(());
    }
    no("SN-END-4", |war, order| {
        format!("{} leaves only under withdraw or maneuver, from its own edge, with a hex to go", war.actor_of(order))
    })
}

/// It is gone with its leader, and not lost.
fn leave(umpire: &mut Umpire<'_>, order: &Order) {
    let Some(unit) = order.unit() else { return };
    if matches!(umpire.frame(), Some(crate::state::Open::Tested(one)) if *one == unit) {
        umpire.answered();
    }
    for leader in umpire.field().leaders_with(unit).collect::<Vec<_>>() {
        umpire.state.leaders[leader.index()].left = true;
        umpire.lead(leader, Perch::Away, "SN-END-4");
    }
    umpire.emit(Event::Left { unit, why: Departure::Exited, clause: "SN-END-4" });
}
