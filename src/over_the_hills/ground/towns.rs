//! Built-up areas: what they are, who holds them, how they are entered and left (OTH-BUA-1, OTH-TERRAIN-3).

use std::collections::BTreeMap;

use battle::{GARRISON_SPREAD, Ground, Obstacle, Patch, Pose, Terrain, UnitId, rule};
use hexes::{Direction, Hex};

use crate::profile::{Town, Walls};
use crate::space::{Shape, formation, shape};
use crate::{War, ground::going};

/// The built-up areas of a map by their patch.
pub(crate) fn towns(ground: &Ground) -> BTreeMap<Patch, Town> {
    let mut towns: BTreeMap<Patch, Town> = BTreeMap::new();
    for hex in ground.grid().iter().filter(|hex| ground.terrain(*hex).is_built_up()) {
        let Some(patch) = ground.patch(hex) else { continue };
        let town = Town { hexes: Vec::new(), walls: Walls::Wooden };
        towns.entry(patch).or_insert(town).hexes.push(hex);
    }
    towns.values_mut().for_each(|town| town.walls = walls(ground, &town.hexes));
    towns
}

/// The material of most building hexes, of equally many the weaker; fortified where a wall or earthwork runs all round.
fn walls(ground: &Ground, hexes: &[Hex]) -> Walls {
    let count = |terrain: Terrain| hexes.iter().filter(|hex| ground.terrain(**hex) == terrain).count();
    let kinds = [
        (Walls::Wooden, Terrain::WoodenBuilding),
        (Walls::Brick, Terrain::BrickBuilding),
        (Walls::Stone, Terrain::StoneBuilding),
    ];
    let most = kinds.into_iter().rev().max_by_key(|(_, terrain)| count(*terrain));
    let closed = |hex: &Hex| {
        let shut = |side: Direction| {
            let obstacle = ground.edge(*hex, side).obstacle;
            let walled = matches!(obstacle, Obstacle::Wall | Obstacle::Earthwork | Obstacle::Gate);
            hexes.contains(&(*hex + side)) || walled
        };
        Direction::ALL.into_iter().all(shut)
    };
    match most {
        _ if !rule!("OTH-TERRAIN-3") => Walls::Wooden,
        _ if hexes.iter().all(closed) => Walls::Fortified,
        _ => most.map_or(Walls::Wooden, |(walls, _)| walls),
    }
}

/// The built-up area that a hex belongs to.
pub(crate) fn patch(war: &War, hex: Hex) -> Option<Patch> {
    let ground = war.field().ground();
    ground.patch(hex).filter(|_| ground.terrain(hex).is_built_up())
}

/// The hexes of the built-up area that a hex belongs to.
pub(crate) fn hexes_of(war: &War, hex: Hex) -> Option<&[Hex]> {
    let town = war.fixed().towns.get(&patch(war, hex)?)?;
    Some(&town.hexes)
}

/// The built-up area that a unit holds.
pub(crate) fn of(war: &War, unit: UnitId) -> Option<&Town> {
    war.fixed().towns.get(&held(war, unit)?)
}

/// The patch of the built-up area that a unit holds.
pub(crate) fn held(war: &War, unit: UnitId) -> Option<Patch> {
    let inside = war.present(unit) && shape(war, unit) == Shape::Garrison;
    if inside { patch(war, war.pose(unit).anchor) } else { None }
}

/// The garrison of a built-up area, in the order of the roster.
pub(crate) fn garrison(war: &War, patch: Patch) -> Vec<UnitId> {
    war.field().present().filter(|unit| held(war, *unit) == Some(patch)).collect()
}

/// Whether built-up areas hold, are entered and are left as such (OTH-BUA-1).
pub(crate) fn are_houses() -> bool {
    rule!("OTH-BUA-1")
}

/// How many units a built-up area takes: one for two hexes (OTH-BUA-1).
fn capacity(town: &Town) -> usize {
    if are_houses() { (town.hexes.len() / 2).max(1) } else { 0 }
}

/// Whether a built-up area burns (OTH-BUA-9).
pub(crate) fn burns(war: &War, patch: Patch) -> bool {
    war.field().fires().contains(&patch)
}

/// The garrison pose of a unit of foot that comes into a built-up area at a hex; none where it is full, burns or is
/// the enemy's.
pub(crate) fn garrison_at(war: &War, unit: UnitId, hex: Hex) -> Option<Pose> {
    let patch = patch(war, hex)?;
    let town = war.fixed().towns.get(&patch)?;
    let inside = garrison(war, patch);
    let room = inside.len() < capacity(town) && inside.iter().all(|other| war.side(*other) == war.side(unit));
    if !room || (burns(war, patch) && rule!("OTH-BUA-9b")) || !war.profile(unit).kind.is_foot() {
        return None;
    }
    let each = town.hexes.len() / capacity(town);
    let free = |near: &Hex| town.hexes.contains(near) && war.other_at(unit, *near).is_none();
    let taken: Vec<Hex> = hex.within(GARRISON_SPREAD).filter(free).take(each).collect();
    if taken.is_empty() { None } else { Pose::garrison(hex, war.pose(unit).facing, &taken) }
}

/// Poses outside of its built-up area in a shape, next to it, on any facing that looks away from it.
pub(crate) fn outside(war: &War, unit: UnitId, wanted: Shape) -> Vec<Pose> {
    let Some(town) = of(war, unit) else { return Vec::new() };
    let own = war.field().footprint(unit);
    let formation = formation(war.stands(unit), wanted);
    let mut poses = Vec::new();
    for hex in town.hexes.iter().flat_map(|hex| hex.neighbors()).filter(|hex| !town.hexes.contains(hex)) {
        for facing in hexes::Facing::ALL {
            let from = [facing.rear_left(), facing.rear_right()].map(|way| hex + way);
            let pose = Pose::new(hex, facing, formation);
            let print = pose.stands(war.stands(unit));
            let near = from.iter().any(|hex| own.contains(*hex) || town.hexes.contains(hex));
            let clear = print.hexes().iter().all(|hex| !town.hexes.contains(hex));
            if near && clear && !poses.contains(&pose) && going::is_free_for(war, unit, wanted, &print) {
                poses.push(pose);
            }
        }
    }
    poses.sort_unstable();
    poses
}
