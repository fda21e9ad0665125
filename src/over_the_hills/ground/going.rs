//! Going: who enters a hex in which formation, and what tires (OTH-TERRAIN-1, 2).

use battle::{Crossing, Edge, Footprint, Ground, Obstacle, Terrain, UnitId, rule};
use hexes::Hex;

use crate::War;
use crate::profile::Kind;
use crate::space::Shape;

/// What ground is to movement (OTH-TERRAIN-2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Going {
    Clear,
    Rough,
    OpenWoods,
    Woods,
    DenseWoods,
    Works,
    Town,
    Closed,
}

/// What a terrain is to movement.
pub(crate) fn going(terrain: Terrain) -> Going {
    match terrain {
        Terrain::Impassable | Terrain::Water => Going::Closed,
        _ if !rule!("OTH-TERRAIN-2") => Going::Clear,
        Terrain::Open | Terrain::Crops => Going::Clear,
        Terrain::Ploughed | Terrain::Rough | Terrain::Marsh => Going::Rough,
        Terrain::LightWoods => Going::OpenWoods,
        Terrain::Woods => Going::Woods,
        Terrain::DenseWoods => Going::DenseWoods,
        Terrain::Works => Going::Works,
        Terrain::WoodenBuilding | Terrain::BrickBuilding | Terrain::StoneBuilding | Terrain::Court => Going::Town,
    }
}

/// Whether a shape keeps to roads where there are any (OTH-MOVE-6).
pub(crate) fn is_road_bound(shape: Shape) -> bool {
    matches!(shape, Shape::March | Shape::Limbered)
}

/// Whether bad going tires and stops (OTH-TERRAIN-1).
fn matters() -> bool {
    rule!("OTH-TERRAIN-1")
}

/// Along roads march columns and limbered guns ignore the terrain (OTH-MOVE-7).
fn along_road(ground: &Ground, shape: Shape, hex: Hex) -> bool {
    is_road_bound(shape) && ground.road(hex) && rule!("OTH-MOVE-7")
}

/// Whether a stand of that kind in that shape may come onto a hex.
pub(crate) fn may_enter(war: &War, kind: Kind, shape: Shape, hex: Hex) -> bool {
    let ground = war.field().ground();
    let Some(cell) = ground.cell(hex) else { return false };
    let loose = shape.is_loose();
    match going(cell.terrain) {
        Going::Closed => cell.terrain == Terrain::Water && cell.crossing != Crossing::None,
        _ if along_road(ground, shape, hex) || !matters() => true,
        Going::Clear | Going::OpenWoods => true,
        Going::Rough => cell.terrain != Terrain::Marsh || !kind.is_guns(),
        Going::Woods => loose && !kind.is_guns(),
        Going::DenseWoods => shape == Shape::Skirmish,
        Going::Works => kind.is_foot() || (kind.is_cavalry() && !war.options().foot_works),
        Going::Town => false,
    }
}

/// Whether a stand that comes onto a hex is tired by it, once a turn.
pub(crate) fn tires(war: &War, kind: Kind, shape: Shape, hex: Hex) -> bool {
    let ground = war.field().ground();
    if along_road(ground, shape, hex) || !matters() {
        return false;
    }
    match going(ground.terrain(hex)) {
        Going::Rough | Going::OpenWoods => kind.is_guns() || !shape.is_loose(),
        Going::Woods => shape == Shape::Open,
        _ => false,
    }
}

/// Whether nobody of a kind goes over an edge: guns over no obstacle but streams and gates, nobody over a river without
/// a crossing.
pub(crate) fn bars(war: &War, kind: Kind, edge: Edge) -> bool {
    let wall = matches!(edge.obstacle, Obstacle::Hedge | Obstacle::Wall | Obstacle::Fence | Obstacle::Ditch);
    match edge.obstacle {
        Obstacle::River => edge.crossing == Crossing::None,
        Obstacle::Earthwork => (kind.is_guns() || (kind.is_cavalry() && war.options().foot_works)) && matters(),
        _ => wall && kind.is_guns() && matters(),
    }
}

/// Whether an edge is a linear obstacle to those who fight or shoot over it.
pub(crate) fn is_obstacle(edge: Edge) -> bool {
    !matches!(edge.obstacle, Obstacle::None | Obstacle::Gate | Obstacle::River)
}

/// Whether a unit may stand so: on the map, on ground open to its shape or that it holds already.
pub(crate) fn is_open_to(war: &War, unit: UnitId, shape: Shape, print: &Footprint) -> bool {
    let (kind, held) = (war.profile(unit).kind, war.field().footprint(unit));
    let grid = war.field().ground().grid();
    let open = |hex: &Hex| grid.contains(*hex) && (may_enter(war, kind, shape, *hex) || held.contains(*hex));
    print.hexes().iter().all(open)
}

/// The same on the hexes of nobody else.
pub(crate) fn is_free_for(war: &War, unit: UnitId, shape: Shape, print: &Footprint) -> bool {
    let alone = |hex: &Hex| war.other_at(unit, *hex).is_none();
    print.hexes().iter().all(alone) && is_open_to(war, unit, shape, print)
}
