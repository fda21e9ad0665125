//! Linear obstacles and ground of one kind told apart: what hangs together, named by its first edge or first hex.

use hexes::{Direction, EdgeMap, Hex, HexMap};

use crate::{Cell, Edge, Obstacle, Terrain};

/// The first edge of every linear obstacle by each of its edges, and the first hex of every stretch of ground of one kind
/// but open ground by each of its hexes.
#[derive(Clone, Debug)]
pub(crate) struct Expanses {
    edges: EdgeMap<Option<(Hex, Direction)>>,
    hexes: HexMap<Option<Hex>>,
}

impl Expanses {
    pub(crate) fn of(cells: &HexMap<Cell>, edges: &EdgeMap<Edge>) -> Expanses {
        Expanses { edges: first_edges(edges), hexes: first_hexes(cells) }
    }

    pub(crate) fn edge(&self, hex: Hex, way: Direction) -> Option<(Hex, Direction)> {
        self.edges.get(hex, way).copied().flatten()
    }

    pub(crate) fn hex(&self, hex: Hex) -> Option<Hex> {
        self.hexes.get(hex).copied().flatten()
    }
}

fn first_edges(edges: &EdgeMap<Edge>) -> EdgeMap<Option<(Hex, Direction)>> {
    let mut firsts = EdgeMap::filled(edges.grid(), None);
    for (hex, way, edge) in edges.iter().filter(|(_, _, edge)| edge.obstacle != Obstacle::None) {
        if firsts.get(hex, way) == Some(&None) {
            name_line(edges, &mut firsts, (hex, way), edge.obstacle);
        }
    }
    firsts
}

/// Names all edges of the linear obstacle that join that one end to end.
fn name_line(
    edges: &EdgeMap<Edge>,
    firsts: &mut EdgeMap<Option<(Hex, Direction)>>,
    from: (Hex, Direction),
    kind: Obstacle,
) {
    let mut line = vec![from];
    firsts.set(from.0, from.1, Some(from));
    let mut next = 0;
    while let Some((hex, way)) = line.get(next).copied() {
        next += 1;
        for (hex, way) in joined(hex, way) {
            let same = edges.get(hex, way).is_some_and(|edge| edge.obstacle == kind);
            if same && firsts.get(hex, way) == Some(&None) {
                firsts.set(hex, way, Some(from));
                line.push((hex, way));
            }
        }
    }
    let first = line.iter().min().copied();
    for (hex, way) in line {
        firsts.set(hex, way, first);
    }
}

/// The four edges that touch the ends of one, each under the name that it has in the list of all edges.
fn joined(hex: Hex, way: Direction) -> [(Hex, Direction); 4] {
    let beyond = hex + way;
    let touching = [(hex, way.rotate(1)), (hex, way.rotate(-1)), (beyond, way.rotate(2)), (beyond, way.rotate(-2))];
    touching.map(|(hex, way)| if way.index() < 3 { (hex, way) } else { (hex + way, way.opposite()) })
}

fn first_hexes(cells: &HexMap<Cell>) -> HexMap<Option<Hex>> {
    let mut firsts = HexMap::filled(cells.grid(), None);
    for (hex, cell) in cells.iter().filter(|(_, cell)| cell.terrain != Terrain::Open) {
        if firsts[hex].is_none() {
            name_ground(cells, &mut firsts, hex, cell.terrain);
        }
    }
    firsts
}

/// Names all ground of that kind that hangs together with a hex.
fn name_ground(cells: &HexMap<Cell>, firsts: &mut HexMap<Option<Hex>>, from: Hex, kind: Terrain) {
    let mut ground = vec![from];
    firsts[from] = Some(from);
    let mut next = 0;
    while let Some(hex) = ground.get(next).copied() {
        next += 1;
        for near in hex.neighbors() {
            if firsts.get(near) == Some(&None) && cells[near].terrain == kind {
                firsts[near] = Some(from);
                ground.push(near);
            }
        }
    }
    let first = ground.iter().min().copied();
    ground.iter().for_each(|hex| firsts[*hex] = first);
}
