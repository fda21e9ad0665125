//! Mirrors keep neighbours neighbours and lines of stands lines of stands.

use battle::{Formation, Pose};
use hexes::{Direction, Facing, Grid, Hex};

use crate::Mirror;

const SIZES: [(i16, i16); 4] = [(12, 8), (12, 9), (13, 8), (13, 9)];

#[test]
fn a_mirror_twice_is_where_it_began() {
    for (width, height) in SIZES {
        let grid = Grid::new(width, height);
        for mirror in Mirror::ALL.into_iter().skip(1) {
            let mut partners = 0;
            for hex in grid.iter() {
                let Some(there) = mirror.hex(hex, grid) else { continue };
                assert_eq!(mirror.hex(there, grid), Some(hex), "{mirror:?} {}", hex.offset());
                partners += 1;
            }
            assert!(partners * 10 >= grid.len() * 8, "{mirror:?}: {partners} of {}", grid.len());
        }
    }
}

#[test]
fn neighbours_stay_neighbours_in_the_mirrored_direction() {
    for (width, height) in SIZES {
        let grid = Grid::new(width, height);
        for mirror in Mirror::ALL.into_iter().skip(1) {
            for hex in grid.iter() {
                for side in Direction::ALL {
                    let pair = (mirror.hex(hex, grid), mirror.hex(hex + side, grid));
                    if let (Some(one), Some(other)) = pair {
                        assert_eq!(one + mirror.direction(side), other, "{mirror:?} {} {side}", hex.offset());
                    }
                }
            }
        }
    }
}

#[test]
fn a_half_turn_of_an_even_map_has_a_partner_for_every_hex() {
    let grid = Grid::new(12, 8);
    assert!(grid.iter().all(|hex| Mirror::HalfTurn.hex(hex, grid).is_some()));
    assert!(grid.iter().all(|hex| Mirror::Off.hex(hex, grid).is_none()));
}

#[test]
fn a_mirrored_line_covers_the_mirrored_hexes() {
    let grid = Grid::new(23, 21);
    let anchor = Hex::new(6, 10);
    for mirror in Mirror::ALL.into_iter().skip(1) {
        for facing in Facing::ALL {
            for files in [1, 2, 3, 4] {
                let line = |anchor: Hex, facing: Facing| {
                    let line = Pose::new(anchor, facing, Formation::line(files)).stands(files);
                    let mut hexes = line.hexes().to_vec();
                    hexes.sort();
                    hexes
                };
                let there = mirror.anchor((anchor, facing), files, grid).expect("on the map");
                let mut seen: Vec<Hex> =
                    line(anchor, facing).into_iter().filter_map(|hex| mirror.hex(hex, grid)).collect();
                seen.sort();
                assert_eq!(line(there, mirror.facing(facing)), seen, "{mirror:?} {facing} {files}");
            }
        }
    }
}
