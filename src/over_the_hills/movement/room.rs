//! Where a unit may end a move, and which hexes enemies watch (OTH-GEO-2, OTH-MOVE-9).

use battle::{Pose, UnitId, rule};

use crate::War;
use crate::command::orders;
use crate::ground::going;
use crate::space::{body, shape_of};

/// Whether a unit may end a move in a pose: where nobody else stands, and as its order says.
pub(crate) fn may_end(war: &War, unit: UnitId, pose: &Pose) -> bool {
    let print = war.field().footprint_at(unit, pose);
    going::is_free_for(war, unit, shape_of(pose), &print) && orders::lets_end(war, unit, pose)
}

/// Hexes next to enemies other than those a unit is next to already: nobody comes there but by a move to contact
/// (OTH-GEO-2).
pub(crate) fn watched(war: &War, unit: UnitId, but: Option<UnitId>) -> hexes::HexSet {
    let mut watched = hexes::HexSet::new(war.field().ground().grid());
    let own = war.field().footprint(unit);
    for enemy in war.enemies(unit).filter(|enemy| Some(*enemy) != but && rule!("OTH-GEO-2")) {
        let print = body(war, enemy);
        if print.is_within(&own, 1) {
            continue;
        }
        for hex in print.hexes() {
            hex.neighbors().into_iter().chain([*hex]).for_each(|near| {
                watched.insert(near);
            });
        }
    }
    watched
}
