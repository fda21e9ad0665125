//! Rivers and lakes told apart.

use hexes::{Direction, EdgeMap, Grid, Hex, HexMap, Offset};

use crate::{Cell, Crossing, Edge, Ground, Obstacle, Terrain, Waters};

fn hex(column: i16, row: i16) -> Hex {
    Offset::new(column, row).hex()
}

/// Two rivers from west to east, above rows 3 and 8; the upper one ends in a lake.
fn ground() -> Ground {
    let grid = Grid::new(12, 12);
    let lake = |hex: Hex| hex.offset().column >= 9 && (2..=4).contains(&hex.offset().row);
    let cell = |hex: Hex| Cell { terrain: if lake(hex) { Terrain::Water } else { Terrain::Open }, ..Cell::default() };
    let mut edges = EdgeMap::filled(grid, Edge::default());
    for (row, columns) in [(3, 0..9), (8, 0..12)] {
        for column in columns {
            for way in [Direction::NorthWest, Direction::NorthEast] {
                edges.set(hex(column, row), way, Edge { obstacle: Obstacle::River, crossing: Crossing::None });
            }
        }
    }
    Ground::new(HexMap::from_fn(grid, cell), edges)
}

#[test]
fn what_hangs_together_is_one_water() {
    let ground = ground();
    let upper = ground.river(hex(0, 3), Direction::NorthEast);
    assert!(!upper.is_none());
    assert_eq!(ground.river(hex(7, 3), Direction::NorthWest), upper);
    assert_eq!(ground.water(hex(11, 4)), upper, "and the lake it runs into");
    let lower = ground.river(hex(5, 8), Direction::NorthEast);
    assert!(!lower.is_none() && lower != upper);
    assert_eq!(upper.and(lower).beyond(upper), lower);
}

#[test]
fn dry_ground_has_none() {
    let ground = ground();
    assert_eq!((ground.water(hex(0, 0)), ground.river(hex(0, 0), Direction::East)), (Waters::NONE, Waters::NONE));
    assert!(!ground.is_dry() && Ground::plain(4, 4).is_dry());
}
