//! A change of formation is carried out; without an officer only after a skill check (OW-CMD-6).

use battle::{Effect, Event, Forecast, Manner, Pose, UnitId, rule};

use crate::command::leaders;
use crate::formations::changes;
use crate::formations::shapes::shape_of;
use crate::hidden::discovery::{self, FoundBy};
use crate::hidden::surprise;
use crate::marks;
use crate::morale::checks;
use crate::{Umpire, War};

const WITHOUT_OFFICER: &str = "re-forming without an officer";

/// Changes formation; without an officer only after a skill check, and the change is spent either way
/// (OW-CMD-6). Says whether it did.
pub(crate) fn try_to_form(umpire: &mut Umpire<'_>, unit: UnitId, pose: &Pose, clause: &'static str) -> bool {
    let inches = changes::change_cost(umpire, unit, shape_of(pose));
    let own = umpire.own_mut(unit);
    own.formed = true;
    own.spent = own.spent.saturating_add(u16::try_from(inches).unwrap_or(0).saturating_mul(100));
    if !is_brought_to_form(umpire, unit) {
        return false;
    }
    reform_as(umpire, unit, pose, clause);
    true
}

/// Whether a unit follows the order to change its formation: without an officer only after a skill check (OW-CMD-6).
pub(crate) fn is_brought_to_form(umpire: &mut Umpire<'_>, unit: UnitId) -> bool {
    !needs_skill(umpire, unit) || checks::check_skill(umpire, unit, None, WITHOUT_OFFICER, "OW-CMD-6")
}

/// Whether a unit changes its formation only by a skill check.
fn needs_skill(war: &War, unit: UnitId) -> bool {
    !leaders::is_led(war, unit) && rule!("OW-CMD-6")
}

/// Stands in another formation or facing from now on; stumbling upon somebody who hides there, it stays as it was.
fn reform_as(umpire: &mut Umpire<'_>, unit: UnitId, pose: &Pose, clause: &'static str) {
    let print = umpire.field().footprint_at(unit, pose);
    if let Some(hidden) = print.hexes().iter().find_map(|hex| umpire.other_at(unit, *hex)) {
        discovery::reveal(umpire, hidden, FoundBy::Nearness);
        return surprise::surprise(umpire, unit, hidden);
    }
    let event = Event::Moved { unit, to: *pose, path: Vec::new(), manner: Manner::Formed, clause };
    umpire.emit(event);
    if rule!("OW-MOVE-10c") {
        umpire.mark(unit, marks::MOVED, true);
    }
    umpire.mark(unit, marks::RAGGED, false);
    surprise::arrived(umpire, unit);
}

/// Forming: certain, or by a skill check without an officer.
pub(crate) fn foresee(war: &War, unit: UnitId, pose: Option<Pose>) -> Forecast {
    let mut forecast = if needs_skill(war, unit) {
        checks::skill_forecast(war, unit, WITHOUT_OFFICER, "OW-CMD-6", "re-formed")
    } else {
        Forecast { effect: Effect { succeeds: 1.0, ..Effect::default() }, ..Forecast::default() }
    };
    let chance = forecast.effect.succeeds;
    forecast.ends.extend(pose.map(|pose| (pose, chance)));
    if chance < 1.0 && pose.is_some() {
        forecast.ends.push((war.pose(unit), 1.0 - chance));
    }
    forecast
}
