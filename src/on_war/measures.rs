//! Measures and plain questions that everything else is made of (OW-SCALE).

use battle::{Order, Pose, UnitId, rule};
use rulebook::No;

use crate::marks;
use crate::profile::{Kind, Traits};
use crate::tables::HUNDREDTHS;
use crate::{OnWar, War};

/// The unit that an order says is to act.
///
/// # Errors
/// When it names none.
pub(crate) fn actor(order: &Order) -> Result<UnitId, No<OnWar>> {
    order.unit().ok_or(No::new("", |_, _| String::from("name a unit for this order")))
}

/// The unit that an order aims at.
///
/// # Errors
/// When it names none.
pub(crate) fn target(order: &Order) -> Result<UnitId, No<OnWar>> {
    order.target_unit().ok_or(No::new("", |_, _| String::from("name a target for this order")))
}

/// Whether anybody may measure before a shot or charge is announced.
pub(crate) fn may_measure(war: &War) -> bool {
    war.options().premeasure || !rule!("OW-SCALE-2")
}

/// Inches of one hex (OW-SCALE-1).
fn scale(war: &War) -> u8 {
    if rule!("OW-SCALE-1") { war.field().inches_per_hex() } else { 1 }
}

/// Hexes as inches.
pub(crate) fn inches(war: &War, hexes: i32) -> i32 {
    hexes.saturating_mul(i32::from(scale(war)))
}

/// Inches as whole hexes, rounded down.
pub(crate) fn as_hexes(war: &War, inches: i32) -> i32 {
    inches.div_euclid(i32::from(scale(war)))
}

/// The length of one step in hundredths of an inch.
pub(crate) fn step(war: &War) -> u16 {
    u16::from(scale(war)) * HUNDREDTHS
}

/// Distance of nearest stands in hexes between a unit in that pose and another where it stands; `i32::MAX` when
/// the other is not on the map.
pub(crate) fn apart(war: &War, unit: UnitId, pose: &Pose, other: UnitId) -> i32 {
    if !war.present(other) {
        return i32::MAX;
    }
    war.field().footprint_at(unit, pose).distance(&war.field().footprint(other))
}

/// The gap between two units: inches to go until they touch (OW-SCALE-1).
pub(crate) fn gap(war: &War, one: UnitId, other: UnitId) -> i32 {
    inches(war, (war.field().distance(one, other) - 1).max(0))
}

/// Whether two units touch: stands on neighbouring hexes, with no standing wall of a building between them.
pub(crate) fn touches(war: &War, one: UnitId, other: UnitId) -> bool {
    war.field().distance(one, other) == 1
}

/// A unit's arm.
pub(crate) fn kind(war: &War, unit: UnitId) -> Kind {
    war.profile(unit).kind
}

/// Whether a unit has the trait.
pub(crate) fn has(war: &War, unit: UnitId, traits: Traits) -> bool {
    war.profile(unit).traits.intersects(traits)
}

/// Whether stands leave their ranks for a fight (OW-ASSAULT-17).
pub(crate) fn ranks_open() -> bool {
    rule!("OW-ASSAULT-17b")
}

/// Whether a unit is out of formation (OW-ASSAULT-17).
pub(crate) fn is_ragged(war: &War, unit: UnitId) -> bool {
    war.marked(unit, marks::RAGGED) && rule!("OW-ASSAULT-17a")
}

/// The units of a brigade, on the map or not.
pub(crate) fn of_brigade(war: &War, brigade: u8) -> impl Iterator<Item = UnitId> + '_ {
    war.field().ids().filter(move |unit| war.field().roster().unit(*unit).brigade == brigade)
}
