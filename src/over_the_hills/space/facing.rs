//! Which facing looks at a place, or away from it.

use battle::Pose;
use hexes::{Facing, Hex};

/// Toward or away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Look {
    At,
    Away,
}

/// The facing that looks best at a hex from the anchor, or away from it: of equally good ones the fewest turns, then
/// clockwise.
pub(crate) fn toward(pose: &Pose, hex: Hex, look: Look) -> Facing {
    let way = (hex - pose.anchor).point();
    let key = |facing: &Facing| {
        let ahead = facing.ahead().point().dot(way);
        let turns = pose.facing.turns_to(*facing);
        let clockwise = (facing.index() + 6 - pose.facing.index()) % 6;
        (if look == Look::At { -ahead } else { ahead }, turns, clockwise)
    };
    Facing::ALL.into_iter().min_by_key(key).unwrap_or(pose.facing)
}
