//! Foot that counters foot in front: who may, and how likely it comes to it (OTH-CONTACT-7).

use battle::{UnitId, rule};

use crate::forecasts::tame;
use crate::morale::closing;
use crate::space::{Aspect, Shape, shape};
use crate::state::{Contact, Impetus, Once};
use crate::why::Why;
use crate::{War, fatigue};

/// The foot that came into contact with a unit of foot in front this turn.
pub(super) fn charger(war: &War, unit: UnitId) -> Option<UnitId> {
    let foot = |unit: UnitId| war.profile(unit).kind.is_foot();
    let front = |one: &&Contact| one.on == unit && one.fresh && one.aspect == Aspect::Front && foot(one.by);
    war.state.own.contacts.iter().find(front).map(|one| one.by).filter(|_| foot(unit))
}

/// Whether a unit may counter whose defensive fire has caused so many hits.
pub(super) fn could_counter(war: &War, unit: UnitId, caused: Option<u8>) -> bool {
    let (own, fired) = (war.own(unit), caused == Some(0));
    let able = fatigue::is_fit(war, unit) && own.countered == Once::Open && !fired && own.impetus == Impetus::None;
    let formed = !matches!(shape(war, unit), Shape::Garrison | Shape::Square) && own.startled == Once::Open;
    charger(war, unit).is_some() && able && formed && rule!("OTH-CONTACT-7")
}

/// The chance that a unit comes to counter who has met it, by the hits of its defensive fire; none of who has not fired.
pub(super) fn counters(war: &War, unit: UnitId, enemy: UnitId, caused: Option<u8>) -> f64 {
    let may = could_counter(war, unit, caused) && charger(war, unit) == Some(enemy);
    if may { tame(closing(war, unit, enemy, Aspect::Front, Why::Counter).terms().passes()) } else { 0.0 }
}
