//! The step of defensive fire, and what becomes of the chargers (OW-ASSAULT-7, OW-ASSAULT-8, OW-ASSAULT-11).

use battle::{Forecast, Order, Role, UnitId, rule};
use rulebook::{Progress, no};

use crate::assault::defence;
use crate::estimates::charge_odds;
use crate::fire::gunnery::Shot;
use crate::fire::volleys;
use crate::frames::Frame;
use crate::info::HOLD;
use crate::marks;
use crate::measures::{actor, target};
use crate::morale::{falling_back, triggers};
use crate::state::{Charge, ChargeProgress};
use crate::{May, Umpire, VerbRow, War};

pub(crate) const HOLD_ROW: VerbRow = VerbRow {
    candidates: |war, out| rulebook::each(HOLD, asked(war).into_iter(), out),
    may: may_hold,
    foresee: |war, order| order.unit().map_or_else(Forecast::default, |unit| foresee(war, unit, None, None)),
    ..VerbRow::new("hold", "Hold fire", Role::Keep, "OW-ASSAULT-8", "Do not fire at the charge.", |umpire, order| {
        umpire.answered();
        let own = &mut umpire.state.own;
        for charge in own.charges.iter_mut().filter(|charge| Some(charge.target) == order.unit()) {
            charge.answered = true;
        }
    })
};

/// The charged unit that is asked.
fn asked(war: &War) -> Option<UnitId> {
    match war.frame() {
        Some(Frame::DefensiveFire(unit)) => Some(*unit),
        _ => None,
    }
}

fn may_hold(war: &War, order: &Order) -> May {
    if order.unit().is_some() && order.unit() == asked(war) {
        return Ok(());
    }
    no("OW-ASSAULT-8", |war, _| match asked(war) {
        Some(unit) => format!("{} is the charged unit that is asked", war.name(unit)),
        None => String::from("nobody is charged who could fire"),
    })
}

/// Whether the charged unit that is asked may fire that shot at that charger.
pub(crate) fn may_fire(war: &War, order: &Order, shot: Shot) -> May {
    may_hold(war, order)?;
    let (unit, charger) = (actor(order)?, target(order)?);
    let Some(place) = war.state.own.charge_on(charger, unit) else {
        return no("OW-ASSAULT-8", |war, order| {
            format!("{} may fire only at a unit that charges it", war.actor_of(order))
        });
    };
    volleys::may_shoot(war, unit, shot)?;
    defence::may_fire_at(war, &war.state.own.charges[place])?;
    if defence::charges_at(war, unit).contains(&place) && volleys::volley(war, unit, charger, shot).is_some() {
        return Ok(());
    }
    no("OW-ASSAULT-8", |war, order| {
        format!("{} has nobody of {} in sight, arc and range", war.actor_of(order), war.target_of(order))
    })
}

/// Asks every charged unit that can fire; then chargers without contact go back.
pub(crate) fn ask_charged(umpire: &mut Umpire<'_>) -> Progress {
    let mut charged = umpire.state.own.charges.iter().map(|charge| charge.target);
    match charged.find(|unit| umpire.present(*unit) && can_fire(umpire, *unit)) {
        Some(unit) => {
            umpire.interrupt(Frame::DefensiveFire(unit));
            Progress::Asks
        }
        None => {
            send_back(umpire);
            Progress::Over
        }
    }
}

fn can_fire(war: &War, unit: UnitId) -> bool {
    let seen = war.seen_by(war.side(unit));
    let charger = |place: usize| seen.state.own.charges[place].unit;
    let open = defence::charges_at(&seen, unit);
    open.into_iter().any(|place| defence::shots_at(&seen, unit, charger(place)).next().is_some())
}

/// Chargers that touch nobody return to where the charge leg began (OW-ASSAULT-7 names it; they have been fired at).
fn send_back(umpire: &mut Umpire<'_>) {
    for place in 0..umpire.state.own.charges.len() {
        let Some(charge) = umpire.state.own.charges.get(place).copied() else { return };
        let short = charge.progress == ChargeProgress::Short && umpire.side(charge.unit) == umpire.state.player;
        if short && rule!("OW-ASSAULT-7") {
            umpire.state.own.charges[place].progress = ChargeProgress::Done;
            return_charger(umpire, &charge);
        }
    }
}

fn return_charger(umpire: &mut Umpire<'_>, charge: &Charge) {
    if umpire.present(charge.unit) {
        falling_back::return_to_start(umpire, charge.unit, &charge.before);
    }
}

/// The charged unit fires at a charger.
pub(crate) fn fire(umpire: &mut Umpire<'_>, unit: UnitId, charger: UnitId, shot: Shot) {
    umpire.answered();
    let place = umpire.state.own.charge_on(charger, unit);
    let before = |umpire: &Umpire<'_>, place: usize| umpire.state.own.charges[place].before;
    let stood = place.filter(|place| umpire.pose(charger) == before(umpire, *place));
    let outcome = volleys::shoot(umpire, unit, charger, shot);
    umpire.own_mut(unit).fired_at_charge = true;
    // Who was not ridden has not left his place, however he has closed up there.
    if let Some(place) = stood {
        umpire.state.own.charges[place].before = umpire.pose(charger);
    }
    if let Some(place) = place {
        umpire.state.own.charges[place].answered = true;
        if outcome.unsaved > 0 && rule!("OW-MORALE-8") {
            test_under_fire(umpire, place);
        }
    }
}

/// A charger that was hit checks motivation or goes back (OW-ASSAULT-11, OW-MORALE-8).
fn test_under_fire(umpire: &mut Umpire<'_>, place: usize) {
    let charge = umpire.state.own.charges[place];
    if !defence::is_under_way(umpire, &charge) {
        return;
    }
    let (unit, target) = (charge.unit, charge.target);
    // A sudden loss may have broken it already (OW-MORALE-2); then there is nothing left to check.
    let held = !umpire.marked(unit, marks::ROUTING) && triggers::UNDER_FIRE.passes(umpire, unit, Some(target));
    if !held && rule!("OW-ASSAULT-11") {
        umpire.say(crate::tallies::THROWN_BACK, "OW-ASSAULT-11", unit, Some(target));
        umpire.state.own.charges[place].progress = ChargeProgress::Done;
        return_charger(umpire, &charge);
    }
}

/// What firing or holding brings, seen from the charged unit: the volley, and the fight after it.
pub(crate) fn foresee(war: &War, unit: UnitId, charger: Option<UnitId>, shot: Option<Shot>) -> Forecast {
    let first = || defence::charges_at(war, unit).first().map(|place| war.state.own.charges[*place].unit);
    let Some(charger) = charger.or_else(first) else { return Forecast::default() };
    charge_odds::foresee_defensive_fire(war, charger, unit, shot)
}
