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

/// How near water is agrees with looking at every hex: wherever the one pond of a map lies, and with rivers.
#[test]
fn dry_land_within_some_hexes_is_what_a_look_at_every_hex_says() {
    let grid = Grid::new(7, 6);
    let pond = |place: Hex| {
        let cell =
            |hex: Hex| Cell { terrain: if hex == place { Terrain::Water } else { Terrain::Open }, ..Cell::default() };
        Ground::new(HexMap::from_fn(grid, cell), EdgeMap::filled(grid, Edge::default()))
    };
    for ground in grid.iter().map(pond).chain([ground(), Ground::plain(5, 5)]) {
        let river = |hex: Hex| Direction::ALL.iter().any(|way| !ground.river(hex, *way).is_none());
        let wet: Vec<Hex> = ground.grid().iter().filter(|hex| !ground.water(*hex).is_none() || river(*hex)).collect();
        for hex in ground.grid().iter() {
            for radius in 0..9 {
                let dry = wet.iter().all(|wet| wet.distance(hex) > radius);
                assert_eq!(ground.is_dry_within(hex, radius), dry, "{radius} from {}", hex.offset());
            }
        }
    }
}
