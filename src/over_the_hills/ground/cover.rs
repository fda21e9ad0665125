//! Cover and what obscures (OTH-FIRE-13, 14).

use battle::{Obstacle, Terrain, UnitId, rule};
use hexes::{Crossing, Direction, EdgeCrossing, Hex, edges_crossed};

use super::{going, towns};
use crate::War;
use crate::profile::Walls;
use crate::space::{Shape, shape};

/// What protects a target from fire; nothing adds to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Cover {
    None,
    Obscured,
    Covered,
    Town(Walls),
}

/// What the edge is over which a line comes into its last hex.
fn lined(war: &War, from: Hex, to: Hex, wanted: impl Fn(battle::Edge) -> bool) -> bool {
    let ground = war.field().ground();
    let is = |(hex, side): (Hex, Direction)| hex + side == to && wanted(ground.edge(hex, side));
    match edges_crossed(from, to).last() {
        Some(EdgeCrossing::One(hex, side)) => is((*hex, *side)),
        Some(EdgeCrossing::Either(left, right)) => is(*left) && is(*right),
        None => false,
    }
}

/// Whether a stand has cover where it stands, whoever shoots: normal and dense woods, works.
pub(crate) fn is_covered(terrain: Terrain) -> bool {
    matches!(terrain, Terrain::Woods | Terrain::DenseWoods) || (terrain == Terrain::Works && rule!("OTH-FIRE-13b"))
}

/// What protects a stand of a target from a shot (OTH-FIRE-13, 14, OTH-BUA-4).
pub(crate) fn of(war: &War, by: UnitId, on: UnitId, from: Hex, to: Hex) -> Cover {
    let (ground, guns) = (war.field().ground(), war.profile(by).kind.is_guns());
    if shape(war, on) == Shape::Garrison {
        return towns::of(war, on).map_or(Cover::None, |town| Cover::Town(town.walls));
    }
    let solid = |edge: battle::Edge| match edge.obstacle {
        Obstacle::Wall | Obstacle::Earthwork => true,
        _ => guns && going::is_obstacle(edge),
    };
    if (is_covered(ground.terrain(to)) || lined(war, from, to, solid)) && rule!("OTH-FIRE-13a") {
        return Cover::Covered;
    }
    let light = |hex: Hex| matches!(ground.terrain(hex), Terrain::LightWoods | Terrain::Crops);
    let hedge = lined(war, from, to, |edge| matches!(edge.obstacle, Obstacle::Hedge | Obstacle::Fence));
    let through = ground.sight_line(from, to).any(|crossing| match crossing {
        Crossing::One(hex) => light(hex),
        Crossing::Either(left, right) => light(left) && light(right),
    });
    if (light(to) || hedge || through) && rule!("OTH-FIRE-14") { Cover::Obscured } else { Cover::None }
}

/// Whether any stand of a unit in those hexes is in cover it could leave (OTH-MORALE-19): woods, a lined edge, or a
/// built-up area.
pub(crate) fn shelters(war: &War, hexes: &[Hex]) -> bool {
    let ground = war.field().ground();
    let lines = |hex: Hex| {
        let wall = |side: Direction| matches!(ground.edge(hex, side).obstacle, Obstacle::Wall | Obstacle::Earthwork);
        Direction::ALL.into_iter().any(wall)
    };
    let covered = |hex: &Hex| {
        let terrain = ground.terrain(*hex);
        is_covered(terrain) || terrain.is_built_up() || lines(*hex)
    };
    hexes.iter().any(covered)
}
