//! Walls that have been shot down (OW-BUILD-9, OW-BUILD-10).

use battle::{Part, PartKind};
use hexes::{Direction, Hex};

use crate::War;
use crate::ground::going;

/// Whether the wall, hedge or gate of an edge has been shot down.
pub(crate) fn is_broken(war: &War, hex: Hex, side: Direction) -> bool {
    let gone = |kind| war.field().damage_of(Part::new(hex, side, kind)).destroyed;
    !war.field().damages().is_empty() && [PartKind::Wall, PartKind::Door].into_iter().any(gone)
}

/// Whether a hex lies at a wall or door that has been destroyed.
pub(crate) fn is_at_breach(war: &War, hex: Hex) -> bool {
    Direction::ALL.into_iter().any(|side| is_broken(war, hex, side))
}

/// Whether every wall section of a building hex is destroyed: it has no sides any more (OW-BUILD-10).
pub(crate) fn is_ruin(war: &War, hex: Hex) -> bool {
    let ground = war.field().ground();
    if war.field().damages().is_empty() || !ground.terrain(hex).is_built_up() {
        return false;
    }
    let mut walls = Direction::ALL.into_iter().filter(|side| going::is_outer_wall(ground, hex, *side)).peekable();
    let gone = |side: Direction, kind: PartKind| war.field().damage_of(Part::new(hex, side, kind)).destroyed;
    let down = |side: Direction| gone(side, PartKind::Wall) || gone(side, PartKind::Door);
    walls.peek().is_some() && walls.all(down)
}
