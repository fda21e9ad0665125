//! Contact: who touches whom, and whom a unit keeps away from (OW-HEX-6, OW-BUILD-7, OW-MOVE-11).

use battle::{Pose, UnitId, rule};
use hexes::Hex;

use crate::ground::going;
use crate::marks;
use crate::{War, measures};

/// Which enemies a unit keeps a hex away from when it moves or forms (OW-MOVE-11).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum KeepsOff {
    /// All that it knows of.
    Enemies,
    /// Those that are not beaten: a breakthrough rides the others down.
    Unbeaten,
    /// Nobody: charges, and squares formed in answer to them.
    Nobody,
}

impl KeepsOff {
    /// Whether a stand of that unit may not come onto a hex because an enemy is on it or next to it.
    pub(crate) fn bars(self, war: &War, unit: UnitId, hex: Hex) -> bool {
        if self == KeepsOff::Nobody || !rule!("OW-MOVE-11a") {
            return false;
        }
        let side = war.side(unit);
        let enemy = |hex: Hex| {
            let there = war.field().unit_at(hex).filter(|there| war.side(*there) != side);
            there.is_some_and(|there| self == KeepsOff::Enemies || !is_beaten(war, there))
        };
        enemy(hex) || hex.neighbors().into_iter().any(enemy)
    }
}

/// Whether a unit fell back this turn or is routing.
pub(crate) fn is_beaten(war: &War, unit: UnitId) -> bool {
    war.marked(unit, marks::FELL_BACK | marks::ROUTING)
}

/// The enemies that a unit in that pose touches, in the order of the roster.
pub(crate) fn touched(war: &War, unit: UnitId, pose: &Pose) -> Vec<UnitId> {
    let near = |enemy: &UnitId| measures::apart(war, unit, pose, *enemy) == 1 && contacts(war, unit, pose, *enemy) > 0;
    war.enemies(unit).filter(near).collect()
}

/// Whether stands on two hexes can come to blows: neighbours with no standing wall of a building between them
/// (OW-BUILD-7).
pub(crate) fn meets(war: &War, from: Hex, to: Hex) -> bool {
    let Some(side) = from.direction_to(to) else { return false };
    !going::is_outer_wall(war.field().ground(), from, side)
        || (war.field().is_breached(from, side) && rule!("OW-BUILD-7"))
}

/// Pairs of stands in contact between a unit in that pose and another where it stands: the unit's stands that meet
/// one of the other's.
pub(crate) fn contacts(war: &War, unit: UnitId, pose: &Pose, other: UnitId) -> usize {
    let there = war.field().footprint(other);
    let meets = |hex: &&Hex| there.hexes().iter().any(|enemy| meets(war, **hex, *enemy) && rule!("OW-HEX-6"));
    war.field().footprint_at(unit, pose).hexes().iter().filter(meets).count()
}
