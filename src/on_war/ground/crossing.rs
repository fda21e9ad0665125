//! What stops an arm: ground it cannot enter, edges it cannot cross (OW-TERRAIN-5, OW-TERRAIN-10).

use battle::rule;
use hexes::Hex;

use crate::War;
use crate::ground::going::{self, Going};
use crate::ground::room;
use crate::profile::Kind;
use crate::tables::Shape;

/// The going that stops an arm (OW-TERRAIN-5, OW-TERRAIN-10).
pub(crate) fn barred_from(kind: Kind) -> Going {
    if kind.is_guns() {
        rule!("OW-TERRAIN-10");
        Going::VeryDifficult
    } else {
        rule!("OW-TERRAIN-5");
        Going::Impassable
    }
}

/// Whether a unit of that arm, in that shape, can move onto the ground of a hex.
pub(crate) fn can_enter(war: &War, kind: Kind, shape: Shape, hex: Hex) -> bool {
    rule!("OW-TERRAIN-11");
    let house = war.field().ground().terrain(hex).is_built_up();
    room::ground_takes(war, kind, shape, hex) && (house || going::going(war.field().ground(), hex) < barred_from(kind))
}

/// Whether a stand cannot go from one hex to another in a straight line because of what runs along the edges.
pub(crate) fn is_cut_off(war: &War, kind: Kind, from: Hex, to: Hex) -> bool {
    let limit = barred_from(kind);
    battle::is_cut_off(war.field().ground(), from, to, |edge| going::going_over(edge) >= limit)
}
