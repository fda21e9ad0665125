//! Ground: who enters what, cover, runs of obstacles (MC-MOVE-8, 13, MC-HEX-9, MC-FIRE-10, 11).

use std::collections::BTreeMap;

use battle::{Crossing, Edge, Ground, Obstacle, Terrain, UnitId, rule};
use hexes::{Direction, EdgeCrossing, Hex, edge, edges_beside, edges_crossed};

use crate::space::{Shape, is_mounted};
use crate::{War, space};

/// How much cover stands have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Cover {
    /// None.
    #[default]
    None,
    /// Woods, hedge, fence.
    Soft,
    /// Wall, ditch, building.
    Hard,
    /// Earthwork.
    Works,
}

/// Whether a unit of that shape may stand on a hex, whoever is there (MC-MOVE-13).
pub(crate) fn may_enter(war: &War, unit: UnitId, shape: Shape, hex: Hex) -> bool {
    let ground = war.field().ground();
    let Some(cell) = ground.cell(hex) else { return false };
    let loose = matches!(shape, Shape::Skirmish | Shape::Garrison | Shape::Crowd);
    let guns = war.profile(unit).is_guns() && matches!(shape, Shape::Battery | Shape::Limbered);
    let horse = is_mounted(war, unit);
    match cell.terrain {
        Terrain::Impassable => false,
        Terrain::Water => cell.crossing != Crossing::None,
        Terrain::Marsh => !(guns || (horse && !loose)) || !rule!("MC-MOVE-13"),
        terrain if terrain.is_building() => matches!(shape, Shape::Garrison | Shape::Crowd) && !horse && !guns,
        Terrain::DenseWoods => !(guns || (horse && !loose)) || !war.options().dense_woods_closed,
        _ => true,
    }
}

/// Whether nobody goes over an edge: rivers but at ford and bridge.
pub(crate) fn bars(edge: Edge) -> bool {
    edge.obstacle == Obstacle::River && edge.crossing == Crossing::None
}

/// Whether ground slows formed troops (MC-MOVE-5, 13).
pub(crate) fn slows(war: &War, shape: Shape, hex: Hex) -> bool {
    let ground = war.field().ground();
    let terrain = ground.terrain(hex);
    let paved = ground.road(hex) && matches!(shape, Shape::Column | Shape::Limbered);
    (terrain.is_woods() || matches!(terrain, Terrain::Rough | Terrain::Marsh)) && !paved
}

/// Cover that an obstacle gives.
const fn of_edge(obstacle: Obstacle) -> Cover {
    match obstacle {
        Obstacle::Hedge | Obstacle::Fence => Cover::Soft,
        Obstacle::Wall | Obstacle::Gate | Obstacle::Ditch => Cover::Hard,
        Obstacle::Earthwork => Cover::Works,
        _ => Cover::None,
    }
}

/// Whether an edge gives cover to whoever is behind it.
pub(crate) fn covers(edge: Edge) -> bool {
    of_edge(edge.obstacle) != Cover::None
}

/// Cover that a hex gives.
pub(crate) fn of_hex(war: &War, hex: Hex) -> Cover {
    match war.field().ground().terrain(hex) {
        Terrain::Works => Cover::Works,
        terrain if terrain.is_building() => Cover::Hard,
        terrain if terrain.is_woods() => Cover::Soft,
        _ => Cover::None,
    }
}

/// Cover of a stand from an enemy: its hex, or the edge by which the line comes into it (MC-FIRE-11).
pub(crate) fn cover(war: &War, from: Hex, stand: Hex) -> Cover {
    let ground = war.field().ground();
    let side = |(hex, way): (Hex, Direction)| of_edge(ground.edge(hex, way).obstacle);
    // A line that comes in at a corner comes in by either edge.
    let edge = match edges_crossed(from, stand).last() {
        Some(EdgeCrossing::One(hex, way)) => side((*hex, *way)),
        Some(EdgeCrossing::Either(left, right)) => side(*left).min(side(*right)),
        None => Cover::None,
    };
    if rule!("MC-FIRE-11") { of_hex(war, stand).max(edge) } else { Cover::None }
}

/// Cover of a unit from an enemy: of its stand nearest to him.
pub(crate) fn cover_of(war: &War, enemy: UnitId, unit: UnitId) -> Cover {
    let (theirs, ours) = (space::body(war, enemy), space::body(war, unit));
    let nearest = ours.hexes().iter().copied().min_by_key(|hex| theirs.distance_to(*hex));
    let from = |stand: Hex| theirs.hexes().iter().copied().min_by_key(|hex| hex.distance(stand));
    nearest.and_then(|stand| Some(cover(war, from(stand)?, stand))).unwrap_or_default()
}

/// Whether at least half of a unit's stands are in woods (MC-SPECIAL-5).
pub(crate) fn in_woods(war: &War, unit: UnitId) -> bool {
    let print = space::body(war, unit);
    let wooded = print.hexes().iter().filter(|hex| war.field().ground().terrain(**hex).is_woods()).count();
    2 * wooded >= print.hexes().len() && wooded > 0
}

/// The run of obstacles that an edge belongs to, if any.
pub(crate) fn run_of(war: &War, hex: Hex, way: Direction) -> Option<u16> {
    war.fixed().runs.get(&edge(hex, way)).copied()
}

/// Numbers connected runs of edges of one kind (MC-HEX-9).
pub(crate) fn runs(ground: &Ground) -> BTreeMap<(Hex, Direction), u16> {
    let kinds: BTreeMap<_, _> =
        ground.obstacles().iter().map(|(hex, way, found)| (edge(*hex, *way), found.obstacle)).collect();
    hexes::runs(&kinds.into_iter().collect::<Vec<_>>(), edges_beside, 0)
}
