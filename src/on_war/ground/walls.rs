//! Walls and doors: what has been shot down, and where one gets in (OW-BUILD-3, OW-BUILD-9, OW-BUILD-10).

use battle::{Ground, Obstacle, Part, PartKind, UnitId, rule};
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

/// Whether a unit beside a building gets into it over that side of a hex: where a part is destroyed, and by a door while
/// no enemy holds the building (OW-BUILD-3).
pub(crate) fn lets_in(war: &War, unit: UnitId, hex: Hex, side: Direction) -> bool {
    let (ground, house) = (war.field().ground(), hex.neighbor(side));
    if !ground.terrain(house).is_built_up() || !going::is_outer_wall(ground, hex, side) {
        return false;
    }
    let open = war.field().is_breached(hex, side);
    open || (!is_held_against(war, unit, house) && has_door(ground, hex, side)) || !rule!("OW-BUILD-3a")
}

/// Whether an enemy of a unit is in the building that a hex belongs to.
fn is_held_against(war: &War, unit: UnitId, house: Hex) -> bool {
    let (ground, print) = (war.field().ground(), |enemy| war.field().footprint(enemy));
    war.enemies(unit).any(|enemy| print(enemy).hexes().iter().any(|hex| ground.patch(*hex) == ground.patch(house)))
}

/// Whether there is a door on that side of a hex beside a building: a gate, or any side of a building that is written
/// without gates.
fn has_door(ground: &Ground, hex: Hex, side: Direction) -> bool {
    let is_gate = |hex: Hex, side: Direction| ground.edge(hex, side).obstacle == Obstacle::Gate;
    is_gate(hex, side) || !outer_sides(ground, hex.neighbor(side)).any(|(hex, side)| is_gate(hex, side))
}

/// The outer sides of the building that a hex belongs to.
fn outer_sides(ground: &Ground, house: Hex) -> impl Iterator<Item = (Hex, Direction)> + '_ {
    let patch = ground.patch(house);
    let own = ground.grid().iter().filter(move |hex| ground.patch(*hex) == patch);
    let sides = own.flat_map(|hex| Direction::ALL.map(|side| (hex, side)));
    sides.filter(|(hex, side)| going::is_outer_wall(ground, *hex, *side))
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
    walls.peek().is_some() && walls.all(down) && rule!("OW-BUILD-10")
}
