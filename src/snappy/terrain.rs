//! What ground is to this system: going, cover, garrisons (SN-TERRAIN).

use battle::{Crossing, Edge, Ground, Obstacle, Pose, Terrain, UnitId, rule};
use hexes::{Direction, EdgeCrossing, Hex, edges_crossed};
use rulebook::Modifier;

use crate::modifiers::check as row;
use crate::profile::Kind;
use crate::space::{Shape, shape_of};
use crate::{War, tables};

/// Cover of a hex or edge, the weakest first (SN-TERRAIN-3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Cover {
    /// None.
    Open,
    /// Rough ground: woods, a town, behind a stream or a wall.
    Rough,
    /// Masonry.
    City,
    /// Works.
    Fortress,
}

/// The cover of a hex.
pub(crate) fn cover_of(terrain: Terrain) -> Cover {
    match terrain {
        _ if !rule!("SN-TERRAIN-3") => Cover::Open,
        Terrain::Open | Terrain::Crops | Terrain::Ploughed | Terrain::Water | Terrain::Impassable => Cover::Open,
        Terrain::BrickBuilding | Terrain::StoneBuilding | Terrain::Court => Cover::City,
        Terrain::Works => Cover::Fortress,
        _ => Cover::Rough,
    }
}

/// Whether houses or works stand on a hex.
pub(crate) fn is_building(terrain: Terrain) -> bool {
    terrain.is_built_up() || terrain == Terrain::Works
}

/// Whether nobody enters a hex but by road or bridge (SN-TERRAIN-2).
fn is_closed(ground: &Ground, hex: Hex) -> bool {
    let cell = ground.cell(hex).unwrap_or_default();
    match cell.terrain {
        Terrain::Water => cell.crossing != Crossing::Ford,
        Terrain::Impassable | Terrain::Works => true,
        _ => false,
    }
}

/// Whether nobody crosses an edge but by road or bridge.
pub(crate) fn closes(edge: Edge) -> bool {
    edge.obstacle == Obstacle::River && edge.crossing != Crossing::Ford
}

/// Whether an edge doubles the cost of the step over it.
fn slows(edge: Edge) -> bool {
    let waded = matches!(edge.obstacle, Obstacle::Stream | Obstacle::River) && edge.crossing != Crossing::Bridge;
    waded
        || matches!(
            edge.obstacle,
            Obstacle::Hedge | Obstacle::Wall | Obstacle::Earthwork | Obstacle::Fence | Obstacle::Ditch
        )
}

/// Whether an edge covers whoever stands behind it.
fn shelters(edge: Edge) -> bool {
    matches!(edge.obstacle, Obstacle::Stream | Obstacle::Hedge | Obstacle::Wall | Obstacle::Earthwork)
        || (edge.obstacle == Obstacle::River && edge.crossing == Crossing::Ford)
}

fn is_bridge(ground: &Ground, hex: Hex) -> bool {
    ground.cell(hex).is_some_and(|cell| cell.crossing == Crossing::Bridge)
}

/// Whether road or bridge leads from a hex to the next.
pub(crate) fn is_by_road(ground: &Ground, from: Hex, way: Direction) -> bool {
    let paved = |hex: Hex| ground.road(hex) || is_bridge(ground, hex);
    let edge = ground.edge(from, way);
    edge.crossing == Crossing::Bridge || (paved(from) && paved(from + way) && !closes(edge))
}

/// Whether road or bridge opens a step that is closed else: a bridge onto any bank, but not onto the water beside it.
fn is_opened(ground: &Ground, from: Hex, way: Direction) -> bool {
    let bank = |bridge: Hex, bank: Hex| is_bridge(ground, bridge) && !is_closed(ground, bank);
    is_by_road(ground, from, way) || bank(from, from + way) || bank(from + way, from)
}

/// Levels that a step differs by.
fn climb(ground: &Ground, from: Hex, to: Hex) -> i8 {
    ground.elevation(to) - ground.elevation(from)
}

/// How many times the open price a stand of that shape pays for a step; `None` where it cannot go (SN-TERRAIN-1 to 4, 6).
pub(crate) fn step(ground: &Ground, shape: Shape, from: Hex, way: Direction) -> Option<u16> {
    let to = from + way;
    let (cell, edge) = (ground.cell(to)?, ground.edge(from, way));
    let narrow = matches!(shape, Shape::Column | Shape::Road);
    let within = cell.terrain == Terrain::Works && ground.terrain(from) == Terrain::Works;
    let closed = (is_closed(ground, to) && !within) || closes(edge);
    if closed && (!is_opened(ground, from, way) || (!narrow && is_narrow())) && rule!("SN-TERRAIN-2") {
        return None;
    }
    let bridged = cell.crossing == Crossing::Bridge;
    let rough = (cover_of(cell.terrain) > Cover::Open || cell.crossing == Crossing::Ford) && !bridged;
    let steep = climb(ground, from, to).abs() >= 2;
    Some(if (rough || slows(edge) || steep) && rule!("SN-TERRAIN-1") { tables::ROUGH } else { 1 })
}

/// The move points of an inch of open going, times the inches of a hex (SN-MOVE-2); `None` where the shape does not move.
pub(crate) fn price(war: &War, kind: Kind, shape: Shape) -> Option<u16> {
    let rate = tables::rate(kind, shape).filter(|_| rule!("SN-MOVE-1"))?;
    let scale = u16::from(war.field().inches_per_hex());
    Some(if rule!("SN-MOVE-2") { tables::FULL / rate * scale } else { scale })
}

/// Whether a stand can be on a hex at all; in works it can, once it has come there.
pub(crate) fn is_standable(ground: &Ground, hex: Hex) -> bool {
    let Some(cell) = ground.cell(hex) else { return false };
    !is_closed(ground, hex) || cell.road || cell.crossing == Crossing::Bridge || cell.terrain == Terrain::Works
}

/// Whether a stand can swing onto a hex: no bridge, and no works but from within.
pub(crate) fn is_open(ground: &Ground, from: Hex, hex: Hex) -> bool {
    let works = |hex: Hex| ground.terrain(hex) == Terrain::Works;
    let bridge = ground.cell(hex).is_some_and(|cell| cell.crossing == Crossing::Bridge);
    is_standable(ground, hex) && !bridge && (!works(hex) || works(from))
}

/// The last edge that a line to a hex crosses covers its end: an obstacle, or two levels up.
fn edge_covers(ground: &Ground, from: Hex, to: Hex) -> bool {
    let covers = |(hex, way): (Hex, Direction)| {
        let end = hex + way == to;
        end && (shelters(ground.edge(hex, way)) || climb(ground, hex, to) >= 2)
    };
    match edges_crossed(from, to).last() {
        Some(EdgeCrossing::One(hex, way)) => covers((*hex, *way)),
        Some(EdgeCrossing::Either(left, right)) => covers(*left) && covers(*right),
        None => false,
    }
}

/// The cover of a stand from fire along a line: the best there is, and nothing adds to it (SN-TERRAIN-4).
pub(crate) fn cover_from_fire(war: &War, from: Hex, to: Hex) -> Cover {
    let ground = war.field().ground();
    let behind = war.options().edge_cover && edge_covers(ground, from, to) && rule!("SN-TERRAIN-4");
    cover_of(ground.terrain(to)).max(if behind { Cover::Rough } else { Cover::Open })
}

/// The cover of a charged stand from a charger on the next hex: a major river counts as rough ground by its bridge.
pub(crate) fn cover_in_melee(war: &War, charger: Hex, stand: Hex) -> Cover {
    let ground = war.field().ground();
    let over_bridge = charger.direction_to(stand).is_some_and(|way| {
        ground.edge(charger, way).obstacle == Obstacle::River || ground.terrain(charger) == Terrain::Water
    });
    let behind = edge_covers(ground, charger, stand) || over_bridge;
    cover_of(ground.terrain(stand)).max(if behind { Cover::Rough } else { Cover::Open })
}

/// Whether units on two neighbouring hexes can come to blows: not over a major river but by its bridge (SN-TERRAIN-6).
pub(crate) fn may_meet(ground: &Ground, from: Hex, to: Hex) -> bool {
    let Some(way) = from.direction_to(to) else { return false };
    let edge = ground.edge(from, way);
    !closes(edge) || edge.crossing == Crossing::Bridge || !is_narrow()
}

/// Bridges and gates are one hex wide, for columns, and the only places where units meet over a river (SN-TERRAIN-6).
fn is_narrow() -> bool {
    rule!("SN-TERRAIN-6")
}

/// Whether a unit in that pose could be a garrison: foot in houses, guns in masonry, all its stands (SN-TERRAIN-5).
pub(crate) fn can_garrison(war: &War, unit: UnitId, pose: &Pose) -> bool {
    let (kind, ground) = (war.profile(unit).kind, war.field().ground());
    let fits = |hex: &Hex| {
        let terrain = ground.terrain(*hex);
        is_building(terrain) && (kind == Kind::Infantry || cover_of(terrain) >= Cover::City || !rule!("SN-TERRAIN-5a"))
    };
    !kind.is_cavalry() && war.field().footprint_at(unit, pose).hexes().iter().all(fits)
}

/// What its walls add to the checks of a garrison (SN-MC-3).
pub(crate) fn garrison_bonus(war: &War, pose: &Pose) -> Option<&'static Modifier> {
    let inside = shape_of(pose) == Shape::Garrison || !rule!("SN-TERRAIN-5b");
    let terrain = war.field().ground().terrain(pose.anchor);
    match cover_of(terrain) {
        _ if !inside => None,
        Cover::Rough if is_building(terrain) && rule!("SN-MC-3a") => Some(&row::TOWN),
        Cover::City | Cover::Fortress if rule!("SN-MC-3b") => Some(&row::FORT),
        _ => None,
    }
}
