//! A unit goes its path: friends that it masks, guns and lone generals that it takes, crews at their guns
//! (MC-MOVE-15, MC-ART-6, MC-GENERAL-2).

use battle::{Event, Manner, Pose, UnitId, rule};
use hexes::Hex;

use super::crews::man;
use super::sheet::masked;
use crate::{Umpire, generals, marks};

/// A unit goes a way: friends passed are masked, lone generals ridden down.
pub(crate) fn go(umpire: &mut Umpire<'_>, unit: UnitId, way: &[Pose], manner: Manner, clause: &'static str) {
    let Some(to) = way.last().copied() else { return };
    // Who falls back passes friends free (MC-MOVE-15).
    let passed = if manner == Manner::Withdrew { Vec::new() } else { masked(umpire, unit, way) };
    let path = if way.len() > 2 { way[1..way.len() - 1].to_vec() } else { Vec::new() };
    umpire.emit(Event::Moved { unit, to, path, manner, clause });
    generals::keep_up(umpire, unit, way);
    for friend in passed {
        umpire.mark(friend, marks::MASKED, true);
    }
    umpire.own_mut(unit).moved = true;
    umpire.mark(unit, marks::MOVED, true);
    let swept: Vec<Hex> = way.iter().flat_map(|pose| pose.stands(umpire.stands(unit)).hexes().to_vec()).collect();
    overrun(umpire, unit, &swept);
    man(umpire, unit);
}

/// Who enters hexes takes guns left there and lone generals of the enemy (MC-ART-6, MC-GENERAL-2).
pub(crate) fn overrun(umpire: &mut Umpire<'_>, unit: UnitId, swept: &[Hex]) {
    for enemy in umpire.enemies(unit).collect::<Vec<_>>() {
        if umpire.own(enemy).guns_left.iter().any(|hex| swept.contains(hex)) && rule!("MC-ART-6d") {
            let own = umpire.own_mut(enemy);
            own.guns_left.clear();
            own.guns_taken = true;
        }
    }
    generals::ride_down(umpire, umpire.side(unit), swept);
}
