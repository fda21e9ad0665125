//! The choice between equal ways back: what each brings, and how whoever goes back along one ends (MC-HEX-11).

use battle::{Forecast, Order, Pose, Reach, Role, UnitId};
use rulebook::no;

use super::fallback;
use crate::charge::{self, answers, react};
use crate::info::BACK;
use crate::state::{Backward, GoingBack, Open};
use crate::{Umpire, VerbRow, War, forecasts, melee};

pub(crate) const BACK_ROW: VerbRow = VerbRow {
    candidates: |war, out| out.extend(choosing(war).map(|back| Order::new(BACK).by(back.unit))),
    may: |war, order| match choosing(war) {
        Some(back) if order.unit() == Some(back.unit) => Ok(()),
        _ => no("MC-HEX-11", |war, order| format!("{} has no ways back to choose between", war.actor_of(order))),
    },
    foresee,
    ..VerbRow::new(
        "back",
        "Way back",
        Role::Place,
        "MC-HEX-11",
        "Choose where the unit goes back to: ways that lead away and home alike.",
        choose,
    )
    .to(|war, _| match choosing(war) {
        Some(back) => rulebook::spots(back.ways.iter().filter_map(|way| way.last().copied())),
        None => Reach::default(),
    })
};

fn choosing(war: &War) -> Option<&GoingBack> {
    match war.frame() {
        Some(Open::Back(back)) => Some(back),
        _ => None,
    }
}

/// What a way brings: where it ends, and whether the charge that is evaded comes there.
fn foresee(war: &War, order: &Order) -> Forecast {
    let charge = choosing(war).and_then(|back| match &back.cause {
        Backward::Evading(charge) => Some((back.unit, charge)),
        _ => None,
    });
    match (charge, order.pose) {
        (Some((unit, charge)), Some(end)) => answers::evading(war, unit, charge, &end),
        (Some(_), None) => Forecast { differs: true, ..forecasts::certain() },
        (None, _) => forecasts::ends_there(war, order),
    }
}

fn choose(umpire: &mut Umpire<'_>, order: &Order) {
    let Some(Open::Back(GoingBack { unit, ways, cause })) = umpire.answered() else { return };
    if let Some(way) = ways.into_iter().find(|way| way.last().copied() == order.pose) {
        goes(umpire, unit, way, cause);
    }
}

fn goes(umpire: &mut Umpire<'_>, unit: UnitId, way: Vec<Pose>, cause: Backward) {
    match cause {
        Backward::Repulsed => charge::repulsed(umpire, unit, &way),
        Backward::Evading(charge) => react::evades(umpire, unit, &way, charge),
        Backward::Retiring => melee::retires(umpire, unit, &way),
        Backward::FallingBack => fallback::falls(umpire, unit, way),
    }
}
