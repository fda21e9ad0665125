//! Who may fire, and at whom (OTH-FIRE-6, 7, OTH-CONTACT-9).

use battle::{Side, UnitId, rule};

use super::aim::{self, Aim};
use crate::info::DEFENCE;
use crate::space::{Shape, shape};
use crate::state::Once;
use crate::{War, contacts, fatigue, marks};

/// The side that fires: the opponent of the player, in both steps (OTH-SEQ-1).
pub(crate) fn firers(war: &War) -> Side {
    if rule!("OTH-SEQ-1") { war.state.player.other() } else { war.state.player }
}

/// Whether a contact is one of this turn, at which defensive fire may be given (OTH-CONTACT-9: the others are locked).
fn is_locked(war: &War, unit: UnitId) -> bool {
    war.state.own.contacts.iter().any(|one| (one.by == unit || one.on == unit) && !one.fresh)
}

/// Whether a unit is in a state to fire (OTH-FIRE-7, 15).
pub(crate) fn may_fire_at_all(war: &War, unit: UnitId) -> bool {
    let spent = marks::DOWN | marks::NO_FIRE | marks::EMPTY;
    let all_round = shape(war, unit).has_faces();
    let fired = war.own(unit).faces != 0 && !all_round;
    let barred = war.marked(unit, spent) || is_locked(war, unit) || war.own(unit).startled == Once::Done;
    let able = war.present(unit) && !fatigue::is_routing(war, unit) && !fired && war.own(unit).held == Once::Open;
    let step = war.phase() == DEFENCE || !contacts::is_engaged(war, unit);
    able && step && (!barred || !rule!("OTH-FIRE-7")) && aim::weapon(war, unit, Aim::Plain).is_some()
}

/// Whether an enemy may be fired at in this step: in defence who came into contact this turn, else who is in none
/// (OTH-FIRE-6, 7).
pub(crate) fn is_target(war: &War, unit: UnitId, enemy: UnitId) -> bool {
    if !war.present(enemy) || war.side(enemy) == war.side(unit) {
        return false;
    }
    if war.phase() != DEFENCE {
        return !contacts::is_engaged(war, enemy);
    }
    let charges = war.state.own.contacts.iter().any(|one| one.by == enemy && one.fresh);
    let own = contacts::opponents(war, unit);
    let again = war.own(unit).defied.contains(&enemy) && rule!("OTH-FIRE-6c");
    charges && (own.is_empty() || own.contains(&enemy)) && !again && rule!("OTH-FIRE-6a")
}

/// Whether a unit is of formed foot (OTH-FIRE-8).
pub(crate) fn is_formed_foot(war: &War, unit: UnitId) -> bool {
    let formed = !matches!(shape(war, unit), Shape::Skirmish | Shape::Open | Shape::March);
    war.profile(unit).kind.is_foot() && formed
}
