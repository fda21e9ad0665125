//! What stops an arm: ground it cannot enter, edges it cannot cross (OW-TERRAIN-5, OW-TERRAIN-10).

use battle::{Edge, rule};
use hexes::Hex;

use crate::War;
use crate::ground::going::{self, Going};
use crate::ground::room;
use crate::profile::Kind;
use crate::tables::Shape;

/// Whether ground of such going stops an arm (OW-TERRAIN-5, OW-TERRAIN-10).
pub(crate) fn stops(kind: Kind, going: Going) -> bool {
    match going {
        Going::Impassable => stops_everybody(going),
        Going::VeryDifficult => keeps_out(kind),
        Going::Easy | Going::Difficult => false,
    }
}

/// Whether ground of such going stops every arm (OW-TERRAIN-5).
pub(crate) fn stops_everybody(going: Going) -> bool {
    going == Going::Impassable && rule!("OW-TERRAIN-5a")
}

/// Whether what runs along an edge stops an arm (OW-TERRAIN-5, OW-TERRAIN-10).
pub(crate) fn bars(kind: Kind, edge: Edge) -> bool {
    bars_everybody(edge) || (going::going_over(edge) == Going::VeryDifficult && keeps_out(kind))
}

/// Whether what runs along an edge stops every arm (OW-TERRAIN-5).
pub(crate) fn bars_everybody(edge: Edge) -> bool {
    going::going_over(edge) == Going::Impassable && rule!("OW-TERRAIN-5b")
}

/// Whether very difficult going keeps an arm out (OW-TERRAIN-10).
fn keeps_out(kind: Kind) -> bool {
    kind.is_guns() && rule!("OW-TERRAIN-10")
}

/// Whether a unit of that arm, in that shape, can move onto the ground of a hex.
pub(crate) fn can_enter(war: &War, kind: Kind, shape: Shape, hex: Hex) -> bool {
    let house = war.field().ground().terrain(hex).is_built_up();
    room::ground_takes(war, kind, shape, hex) && (house || !stops(kind, going::going(war.field().ground(), hex)))
}

/// Whether a stand cannot go from one hex to another in a straight line because of what runs along the edges.
pub(crate) fn is_cut_off(war: &War, kind: Kind, from: Hex, to: Hex) -> bool {
    battle::is_cut_off(war.field().ground(), from, to, |edge| bars(kind, edge))
}
