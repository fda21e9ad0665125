//! What the charge move to a place brings: the target, somebody else who is met first, or nobody (OW-ASSAULT-6, OW-ASSAULT-7).

use battle::{Forecast, Pose, UnitId};

use crate::War;
use crate::assault::charges;
use crate::estimates::cases::Case;
use crate::estimates::charge_odds::{self, Encounter, Viewpoint};
use crate::fire::forecasts::chance;
use crate::ground::contact;
use crate::morale::checks;
use crate::state::{Charge, Response};

/// The forecast of riding a declared charge to that pose.
pub(crate) fn foresee_home(war: &War, unit: UnitId, pose: &Pose) -> Forecast {
    let Some(charge) = war.state.own.charge_of(unit).copied() else { return Forecast::default() };
    let touched = contact::touched(war, unit, pose);
    let (target, response) = if touched.contains(&charge.target) {
        (charge.target, charge.response)
    } else if let Some(other) = touched.first() {
        return foresee_meeting(war, &charge, *other, pose);
    } else {
        return foresee_return(war, &charge, pose);
    };
    case_of_contact(war, &encounter(war, unit, pose, target, war.pose(target)), response).forecast
}

/// The effect of riding a declared charge to that pose.
#[cfg(test)]
pub(crate) fn charge_effect(war: &War, unit: UnitId, pose: &Pose) -> battle::Effect {
    foresee_home(war, unit, pose).effect
}

fn encounter(war: &War, unit: UnitId, pose: &Pose, target: UnitId, at: Pose) -> Encounter {
    Encounter { unit, before: war.pose(unit), pose: *pose, target, at }
}

/// The rest of a charge that comes into contact: fire and fight; or back to where it started.
fn case_of_contact(war: &War, encounter: &Encounter, response: Response) -> Case {
    let met = charge_odds::Met::of(war, *encounter, response);
    let odds = met.odds();
    let effect = charge_odds::effect_of(war, encounter.unit, encounter.target, &odds, Viewpoint::Charger);
    let back = (odds.balks + odds.thrown_back).min(1.0);
    let ends = vec![(encounter.pose, 1.0 - back), (encounter.before, back)];
    Case::new(Forecast { results: charge_odds::results_of(&odds), effect, ends, ..Forecast::default() }, met.rolls())
}

/// A charge that meets somebody it was not declared on: he may answer, as is best for him, and the charger is checked
/// against him.
fn foresee_meeting(war: &War, charge: &Charge, other: UnitId, pose: &Pose) -> Forecast {
    let met = encounter(war, charge.unit, pose, other, war.pose(other));
    let stands = case_of_contact(war, &met, Response::Stand).forecast;
    let asked = war.options().redirected_response && war.state.own.answers_of(other).next().is_none();
    if !asked || !charges::may_form_in_haste(war, other, charge.unit) {
        return stands;
    }
    let formed = checks::skill_pool(war, other, "form square", "OW-SQUARE-2").outcome().at_least(1);
    let late = case_of_contact(war, &met, Response::FailedSquare);
    let at = charge_odds::answered_pose(war, other, Response::Square);
    let gone = war.field().footprint_at(charge.unit, pose).distance(&war.field().footprint_at(other, &at)) > 1;
    let square = if gone {
        Case::new(Forecast { ends: vec![(war.pose(charge.unit), 1.0)], ..Forecast::default() }, Vec::new())
    } else {
        case_of_contact(war, &encounter(war, charge.unit, pose, other, at), Response::Square)
    };
    let hasty = late.or(square, formed);
    if hasty.effect.succeeds < stands.effect.succeeds { hasty } else { stands }
}

/// A charge that reaches nobody: it is fired at and goes back to where it started.
fn foresee_return(war: &War, charge: &Charge, pose: &Pose) -> Forecast {
    let (unit, target, before) = (charge.unit, charge.target, war.pose(charge.unit));
    let supposed = war.standing(&[(unit, *pose)]);
    let short = encounter(war, unit, pose, target, war.pose(target));
    let fire = if war.present(target) {
        charge_odds::fire_at(&supposed, &charge_odds::charge_as(war, &short, charge.response))
    } else {
        None
    };
    let (shot, losses) = fire.unzip();
    let odds = charge_odds::short_of_contact(&supposed, unit, &before, losses.as_ref());
    Forecast {
        rolls: charge_odds::rolls_before_contact(&supposed, &short, 1.0, shot),
        results: vec![chance("reaches the enemy", 0.0)],
        effect: charge_odds::effect_of(war, unit, target, &odds, Viewpoint::Charger),
        ends: vec![(before, 1.0)],
        ..Forecast::default()
    }
}
