//! What an enemy may do to a unit in his next activation, as both stand: his fire, his charge.

use battle::{Effect, UnitId};

use crate::charge::{self, odds};
use crate::fire::aim::{Manner, volley};
use crate::fire::worth;
use crate::{War, marks, space};

/// What fire of a unit in a step 5 to come may do to an enemy as both stand: the share it costs him, and the chance that it
/// gives him cause for a marker. Guns fire one by one (MC-ART-3).
pub(crate) fn fire_to_fear(war: &War, by: UnitId, on: UnitId) -> (f64, f64) {
    let shots = volley(war, by, on, Manner::Coming);
    let each = shots.iter().map(|shot| worth(war, std::slice::from_ref(shot), on));
    let (share, calm) = each.fold((0.0, 1.0), |(share, calm), (lost, shaken)| (share + lost, calm * (1.0 - shaken)));
    (share.min(1.0), 1.0 - calm)
}

/// What a charge of a unit at an enemy may bring as both stand; nothing where it is not of a kind to charge, or too far.
pub(crate) fn charge_of(war: &War, by: UnitId, on: UnitId) -> Effect {
    let reach = f64::from(charge::reach::furthest(war, by));
    if !charges(war, by) || f64::from(space::between(war, by, on)) > reach + 1.0 {
        return Effect::default();
    }
    odds::whole(war, by, on).effect
}

/// Whether a unit is of a kind and shape to charge.
fn charges(war: &War, by: UnitId) -> bool {
    charge::is_charging_order(war, by) && !war.profile(by).is_guns() && !war.marked(by, marks::ROUTING)
}
