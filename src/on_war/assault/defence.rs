//! Whether a charged unit may fire at a charge, and how (OW-ASSAULT-8 to 10, OW-SQUARE-3, OW-SQUARE-4).

use battle::{UnitId, rule};
use rulebook::no;

use crate::assault::charges;
use crate::fire::gunnery::{Load, Shot};
use crate::fire::volleys::{self, Volley};
use crate::marks;
use crate::state::{Charge, ChargeProgress, Response};
use crate::{May, War};

/// The two kinds of defensive fire (OW-ASSAULT-9).
const SHOTS: [Shot; 2] = [Shot::Defensive(Load::Ball), Shot::Defensive(Load::Grape)];

/// Whether the charged unit may fire at that charge at all, whatever it sees.
pub(crate) fn may_fire_at(war: &War, charge: &Charge) -> May {
    let unit = charge.target;
    if i32::from(charge.gap) * 2 <= charges::assault_inches(war, charge.unit) && rule!("OW-ASSAULT-8") {
        return no("OW-ASSAULT-8", |war, order| {
            let own = &war.state.own;
            let place = order.target_unit().zip(order.unit()).and_then(|(charger, unit)| own.charge_on(charger, unit));
            let Some(charge) = place.map(|place| own.charges[place]) else { return String::new() };
            let half = charges::assault_inches(war, charge.unit);
            format!("the charge came from {} inches, more than half of {half} is needed", charge.gap)
        });
    }
    let silences = |response: Response| match response {
        Response::Stand => false,
        Response::Square => rule!("OW-SQUARE-3"),
        Response::FailedSquare => !war.options().failed_square_fires && rule!("OW-SQUARE-4a"),
    };
    // Whomever it tried to form against: it fires at no charger of this turn.
    let others = war.state.own.answers_of(unit).filter(|_| rule!("OW-SQUARE-4b"));
    if std::iter::once(charge.response).chain(others).any(silences) {
        return no("OW-SQUARE-3", |war, order| {
            format!("{} tried to form square and does not fire", war.actor_of(order))
        });
    }
    let runs = war.marked(unit, marks::ROUTING) && volleys::routers_hold_fire();
    if runs || (war.marked(unit, marks::CHARGED) && volleys::chargers_hold_fire()) {
        return no("OW-SHOOT-3", |war, order| format!("{} routs or charges, and does not shoot", war.actor_of(order)));
    }
    if volleys::has_shot(war, unit, Shot::Defensive(Load::Ball)) {
        return no("OW-SHOOT-1", |war, order| format!("{} has fired at a charge", war.actor_of(order)));
    }
    Ok(())
}

/// The charges at which a unit may still fire, by their place.
pub(crate) fn charges_at(war: &War, unit: UnitId) -> Vec<usize> {
    let open = |place: &usize| {
        let charge = &war.state.own.charges[*place];
        charge.target == unit && is_under_way(war, charge) && !charge.answered && may_fire_at(war, charge).is_ok()
    };
    (0..war.state.own.charges.len()).filter(open).collect()
}

/// Whether a charge of the player has been ridden or run, and both are there.
pub(crate) fn is_under_way(war: &War, charge: &Charge) -> bool {
    matches!(charge.progress, ChargeProgress::Contact | ChargeProgress::Short)
        && war.side(charge.unit) == war.state.player
        && war.present(charge.unit)
        && war.present(charge.target)
}

/// The ways in which a unit can fire at a charger now.
pub(crate) fn shots_at(war: &War, unit: UnitId, charger: UnitId) -> impl Iterator<Item = Shot> + '_ {
    volleys_at(war, unit, charger).map(|(shot, _)| shot)
}

/// The same, each with its volley.
pub(crate) fn volleys_at(war: &War, unit: UnitId, charger: UnitId) -> impl Iterator<Item = (Shot, Volley)> + '_ {
    SHOTS.into_iter().filter_map(move |shot| Some((shot, volleys::volley(war, unit, charger, shot)?)))
}
