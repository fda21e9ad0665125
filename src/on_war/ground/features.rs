//! Hedges, walls and ditches as wholes: the edges that hang together (OW-COVER-4, OW-TERRAIN-9).

use battle::Ground;
use hexes::{Direction, Hex};

/// The longest run of a hedge or wall that is followed to find what belongs to it, in edges.
const FEATURE: usize = 64;

/// Whether an edge with that property lies on the same hedge, wall or ditch as the side of a hex: the edges of its kind
/// that are joined to it end to end, itself among them.
pub(crate) fn any_of_run(ground: &Ground, start: (Hex, Direction), is: impl Fn(Hex, Direction) -> bool) -> bool {
    let obstacle = ground.edge(start.0, start.1).obstacle;
    let mut known = vec![start];
    let mut place = 0;
    while place < known.len() && known.len() < FEATURE {
        let (hex, side) = known[place];
        if is(hex, side) {
            return true;
        }
        for (hex, side) in next_edges(hex, side) {
            let like = ground.edge(hex, side).obstacle == obstacle;
            if like && !known.iter().any(|one| is_same_edge(*one, (hex, side))) {
                known.push((hex, side));
            }
        }
        place += 1;
    }
    false
}

/// Whether two sides of hexes are one edge.
pub(crate) fn is_same_edge(one: (Hex, Direction), other: (Hex, Direction)) -> bool {
    one == other || (one.0.neighbor(one.1) == other.0 && one.1.opposite() == other.1)
}

/// The four edges that meet an edge at its two ends.
fn next_edges(hex: Hex, side: Direction) -> [(Hex, Direction); 4] {
    let beyond = hex.neighbor(side);
    let back = side.opposite();
    [(hex, side.rotate(1)), (hex, side.rotate(-1)), (beyond, back.rotate(1)), (beyond, back.rotate(-1))]
}
