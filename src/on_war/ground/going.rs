//! What ground and obstacles are to this system: going, concealment, cover (OW-TERRAIN).

use battle::{Crossing, Edge, Ground, Obstacle, Terrain, rule};
use hexes::{Direction, Hex};

/// How ground is to cross (OW-TERRAIN-1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Going {
    /// Cross-country (OW-TERRAIN-2).
    Easy,
    /// Difficult (OW-TERRAIN-3).
    Difficult,
    /// Very difficult (OW-TERRAIN-4).
    VeryDifficult,
    /// For nobody (OW-TERRAIN-5).
    Impassable,
}

/// What stops shot (OW-COVER-1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Cover {
    /// Hedges and woods.
    Soft,
    /// Walls, ditches, buildings.
    Hard,
}

/// The going of a hex (OW-TERRAIN-12).
pub(crate) fn going(ground: &Ground, hex: Hex) -> Going {
    ground.cell(hex).map_or(Going::Impassable, |cell| going_of(cell.terrain, cell.crossing))
}

/// The going of such ground with such a way over it (OW-TERRAIN-12).
pub(crate) fn going_of(terrain: Terrain, crossing: Crossing) -> Going {
    match terrain {
        _ if !rule!("OW-TERRAIN-1") => Going::Easy,
        Terrain::Open | Terrain::Ploughed | Terrain::Crops | Terrain::Court => {
            if rule!("OW-TERRAIN-2") {
                Going::Easy
            } else {
                Going::Difficult
            }
        }
        Terrain::Rough | Terrain::LightWoods | Terrain::Woods | Terrain::Works => {
            if rule!("OW-TERRAIN-3") {
                Going::Difficult
            } else {
                Going::Easy
            }
        }
        Terrain::DenseWoods
        | Terrain::Marsh
        | Terrain::WoodenBuilding
        | Terrain::BrickBuilding
        | Terrain::StoneBuilding => {
            if rule!("OW-TERRAIN-4") {
                Going::VeryDifficult
            } else {
                Going::Easy
            }
        }
        Terrain::Water => match crossing {
            Crossing::Bridge => Going::Easy,
            Crossing::Ford => Going::Difficult,
            Crossing::None => Going::Impassable,
        },
        Terrain::Impassable => Going::Impassable,
    }
}

/// The going over an edge (OW-TERRAIN-6, OW-TERRAIN-12); walls of buildings are not for here.
pub(crate) fn going_over(edge: Edge) -> Going {
    match (edge.obstacle, edge.crossing) {
        (Obstacle::None, _) | (_, Crossing::Bridge) => Going::Easy,
        (_, Crossing::Ford) => Going::Difficult,
        (Obstacle::River, Crossing::None) => Going::Impassable,
        (Obstacle::Stream, Crossing::None) => Going::VeryDifficult,
        (
            Obstacle::Hedge | Obstacle::Fence | Obstacle::Wall | Obstacle::Gate | Obstacle::Ditch | Obstacle::Earthwork,
            Crossing::None,
        ) => {
            if rule!("OW-TERRAIN-6") {
                Going::Difficult
            } else {
                Going::Easy
            }
        }
    }
}

/// Whether a hex conceals whoever stands on it, apart from its edges (OW-HIDDEN-1).
pub(crate) fn conceals(terrain: Terrain) -> bool {
    let conceals = terrain.is_woods() || terrain.is_building() || matches!(terrain, Terrain::Crops | Terrain::Works);
    conceals && rule!("OW-TERRAIN-12a")
}

/// The cover of a hex for whoever stands on it (OW-TERRAIN-12).
pub(crate) fn cover_of(terrain: Terrain) -> Option<Cover> {
    let cover = match terrain {
        wood if wood.is_woods() => Some(Cover::Soft),
        house if house.is_building() => Some(Cover::Hard),
        Terrain::Works => Some(Cover::Hard),
        _ => None,
    };
    cover.filter(|_| rule!("OW-TERRAIN-12b"))
}

/// The cover of an obstacle for whoever stands behind it (OW-TERRAIN-12).
pub(crate) fn cover_behind(obstacle: Obstacle) -> Option<Cover> {
    let cover = match obstacle {
        Obstacle::Hedge | Obstacle::Fence => Some(Cover::Soft),
        Obstacle::Wall | Obstacle::Gate | Obstacle::Ditch | Obstacle::Earthwork => Some(Cover::Hard),
        Obstacle::None | Obstacle::Stream | Obstacle::River => None,
    };
    cover.filter(|_| rule!("OW-TERRAIN-12c"))
}

/// Whether an edge of a hex hides every rank behind it (OW-TERRAIN-12).
pub(crate) fn hides_all_behind(obstacle: Obstacle) -> bool {
    obstacle == Obstacle::Earthwork
}

/// Whether an edge of a hex hides a single rank behind it (OW-HIDDEN-1).
pub(crate) fn hides_behind(obstacle: Obstacle) -> bool {
    match obstacle {
        Obstacle::Hedge | Obstacle::Fence | Obstacle::Wall | Obstacle::Gate | Obstacle::Ditch | Obstacle::Earthwork => {
            rule!("OW-TERRAIN-12d")
        }
        Obstacle::None | Obstacle::Stream | Obstacle::River => false,
    }
}

/// Whether an edge is an outer side of a building or court: a wall that must be broken or have a door (OW-BUILD-2).
pub(crate) fn is_outer_wall(ground: &Ground, hex: Hex, side: Direction) -> bool {
    let here = ground.terrain(hex).is_built_up();
    let there = ground.terrain(hex.neighbor(side)).is_built_up();
    here != there
}
