//! What a target has between itself and the shot: woods, works and houses, hedges and walls (OW-COVER).

use battle::{Obstacle, Terrain, rule};
use hexes::{Crossing, Direction, Hex, sight_line};

use crate::War;
use crate::ground::going::{self, Cover};
use crate::ground::{features, walls};

/// The cover of a stand on a hex against a shot from another, what the shooter shares of it taken off.
pub(crate) fn cover(war: &War, from: Hex, at: Hex) -> Option<Cover> {
    let area = going::cover_of(war.field().ground().terrain(at));
    area.max(linear_cover(war, from, at)).filter(|_| rule!("OW-COVER-1"))
}

/// The cover of what the line crosses into the target's own hex; by the weaker of two edges at a corner.
fn linear_cover(war: &War, from: Hex, at: Hex) -> Option<Cover> {
    let ground = war.field().ground();
    if ground.is_bare_around(at) && ground.terrain(at) != Terrain::Court {
        return None;
    }
    if !rule!("OW-COVER-3b") {
        return Direction::ALL.into_iter().filter_map(|side| cover_of_edge(war, from, at, side)).max();
    }
    let side_to = |last: Hex| at.direction_to(last).filter(|_| rule!("OW-COVER-3a"));
    let behind = |last: Hex| side_to(last).and_then(|side| cover_of_edge(war, from, at, side));
    // The last of the way there is the first of the way back.
    match sight_line(at, from).next() {
        None => behind(from),
        Some(Crossing::One(last)) => behind(last),
        Some(Crossing::Either(left, right)) => behind(left).min(behind(right)),
    }
}

/// The cover of one edge of the target's hex.
fn cover_of_edge(war: &War, from: Hex, at: Hex, side: Direction) -> Option<Cover> {
    let obstacle = war.field().ground().edge(at, side).obstacle;
    let wall = is_walled_court(war, at, side);
    let cover = if wall { Some(Cover::Hard) } else { going::cover_behind(obstacle) }?;
    if walls::is_broken(war, at, side) {
        return None;
    }
    if !wall && shares(war, from, at, side, obstacle) && rule!("OW-COVER-4") {
        return (cover == Cover::Hard).then_some(Cover::Soft);
    }
    Some(cover)
}

/// Whether an edge is the outer wall of a court, seen from within.
fn is_walled_court(war: &War, at: Hex, side: Direction) -> bool {
    let ground = war.field().ground();
    ground.terrain(at) == Terrain::Court && going::is_outer_wall(ground, at, side)
}

/// Whether the shooter's hex lies on the same hedge or wall as that edge (OW-COVER-4).
fn shares(war: &War, from: Hex, at: Hex, side: Direction, obstacle: Obstacle) -> bool {
    let ground = war.field().ground();
    Direction::ALL.into_iter().any(|side| ground.edge(from, side).obstacle == obstacle)
        && features::any_of_run(ground, (at, side), |hex, side| hex == from || hex.neighbor(side) == from)
}
