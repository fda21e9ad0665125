//! Edges of the map: distances by counting steps, and every facing looks at the edge it is nearest to.

use hexes::{Facing, Grid, Hex, Offset};

use crate::MapEdge;

/// The hexes on an edge.
fn on(edge: MapEdge, grid: Grid) -> Vec<Hex> {
    let lies = |place: Offset| match edge {
        MapEdge::North => place.row == 0,
        MapEdge::East => place.column == grid.width() - 1,
        MapEdge::South => place.row == grid.height() - 1,
        MapEdge::West => place.column == 0,
    };
    grid.iter().filter(|hex| lies(hex.offset())).collect()
}

#[test]
fn the_distance_to_an_edge_is_that_to_its_nearest_hex() {
    let grid = Grid::new(9, 7);
    for edge in MapEdge::ALL {
        for hex in grid.iter() {
            let steps = on(edge, grid).iter().map(|there| there.distance(hex)).min();
            assert_eq!(Some(edge.distance(grid, hex)), steps, "{} from {}", edge.name(), hex.offset());
        }
    }
}

#[test]
fn facings_and_edges_agree() {
    for facing in Facing::ALL {
        assert!(MapEdge::of(facing).facings().contains(&facing));
        assert_eq!(MapEdge::of(facing).opposite(), MapEdge::of(facing.opposite()));
    }
    let named: usize = MapEdge::ALL.iter().map(|edge| edge.facings().len()).sum();
    assert_eq!(named, Facing::ALL.len());
}
