//! Runs of obstacles and rivers: what is crossed as one thing (OTH-TERRAIN-1).

use std::collections::BTreeMap;

use battle::{Crossing, Footprint, Ground, Obstacle, Pose, Terrain};
use hexes::{Direction, EdgeCrossing, Hex, HexMap, edge, edges_beside, edges_crossed};

use crate::War;

/// Runs by edge, and by hex for fords, bridges and works.
pub(crate) type Runs = (BTreeMap<(Hex, Direction), u16>, BTreeMap<Hex, u16>);

/// Whether crossing it costs something.
fn counts(obstacle: Obstacle) -> bool {
    !matches!(obstacle, Obstacle::None | Obstacle::Gate)
}

/// Whether a hex is crossed like an edge: a ford or bridge, or a field work.
fn is_crossed(ground: &Ground, hex: Hex) -> bool {
    let water = ground.cell(hex).is_some_and(|cell| cell.crossing != Crossing::None);
    (ground.terrain(hex) == Terrain::Water && water) || ground.terrain(hex) == Terrain::Works
}

/// All runs of a map, numbered from 1.
pub(crate) fn runs(ground: &Ground) -> Runs {
    let obstacles = ground.obstacles().iter().filter(|(_, _, edge)| counts(edge.obstacle));
    let kinds: BTreeMap<_, _> = obstacles.map(|(hex, side, found)| (edge(*hex, *side), found.obstacle)).collect();
    let edges = hexes::runs(&kinds.into_iter().collect::<Vec<_>>(), edges_beside, 1);
    let passed = ground.grid().iter().filter(|hex| is_crossed(ground, *hex));
    let passed: Vec<(Hex, Terrain)> = passed.map(|hex| (hex, ground.terrain(hex))).collect();
    let next = edges.values().max().map_or(1, |last| last + 1);
    let crossed = hexes::runs(&passed, Hex::neighbors, next);
    (edges, crossed)
}

/// How far from an edge a wheel may cross it, in hexes.
const SWING: i32 = 4;
/// Farther than that.
const FAR: u8 = SWING as u8 + 1;

/// How many hexes each hex is from what is crossed, up to [`FAR`]; none where there is nothing to cross.
pub(crate) fn near(ground: &Ground, (edges, hexes): &Runs) -> Option<HexMap<u8>> {
    let mut near = HexMap::filled(ground.grid(), FAR);
    let ends = edges.keys().flat_map(|(hex, side)| [*hex, *hex + *side]);
    for at in ends.chain(hexes.keys().copied()) {
        for hex in at.within(SWING) {
            if let Some(known) = near.get_mut(hex) {
                *known = (*known).min(hex.distance(at) as u8);
            }
        }
    }
    (!edges.is_empty() || !hexes.is_empty()).then_some(near)
}

/// How many hexes a hex is from what is crossed, up to [`FAR`].
fn nearness(war: &War, hex: Hex) -> u8 {
    war.fixed().crossings.as_ref().and_then(|near| near.get(hex)).copied().unwrap_or(FAR)
}

/// Whether a stand that comes onto a hex may have crossed something.
pub(crate) fn is_near(war: &War, hex: Hex) -> bool {
    nearness(war, hex) < FAR
}

/// The footprints of a step, stand by stand: who faces about stands nearly where he stood, in the opposite order.
pub(crate) fn paired(from: &Pose, to: &Pose, stands: u8) -> (Footprint, Footprint) {
    let (old, new) = (from.stands(stands), to.stands(stands));
    if to.facing != from.facing.rotate(3) {
        return (old, new);
    }
    let turned: Vec<Hex> = new.hexes().iter().rev().copied().collect();
    (old, Footprint::of(turned, new.front().len()))
}

/// The runs that stands cross from one footprint to another, each once.
pub(crate) fn crossed(war: &War, before: &Footprint, after: &Footprint) -> Vec<u16> {
    let (edges, hexes) = (&war.fixed().edges, &war.fixed().hexes);
    if edges.is_empty() && hexes.is_empty() {
        return Vec::new();
    }
    let mut found: Vec<u16> = Vec::new();
    // Nobody crosses what is farther from him than he goes.
    let comes = |from: Hex, to: Hex| from != to && i32::from(nearness(war, from)) <= from.distance(to);
    for (from, to) in before.hexes().iter().zip(after.hexes()).filter(|(from, to)| comes(**from, **to)) {
        let bare = |(hex, side)| war.field().ground().edge(hex, side).obstacle == Obstacle::None;
        let run = |(hex, side): (Hex, Direction)| {
            if bare((hex, side)) { None } else { edges.get(&edge(hex, side)).copied() }
        };
        if let Some(side) = from.direction_to(*to) {
            found.extend(run((*from, side)));
        } else if before.distance_to(*to) > 0 {
            let over = |crossing: EdgeCrossing| match crossing {
                EdgeCrossing::One(hex, side) => run((hex, side)),
                EdgeCrossing::Either(left, right) => run(left).and(run(right)),
            };
            found.extend(edges_crossed(*from, *to).into_iter().filter_map(over));
        }
        found.extend(hexes.get(to).copied().filter(|_| !before.contains(*to)));
    }
    found.sort_unstable();
    found.dedup();
    found
}
