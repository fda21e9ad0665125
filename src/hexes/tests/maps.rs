//! Grids, maps, edges and sets of hexes.

use super::any_hex;
use crate::{Direction, EdgeMap, Grid, Hex, HexMap, HexSet, Offset};
use proptest::prelude::*;
use std::collections::BTreeSet;

#[test]
fn grids_number_their_hexes_row_by_row() {
    let grid = Grid::new(5, 4);
    let hexes: Vec<Hex> = grid.iter().collect();
    assert_eq!(hexes.len(), grid.len());
    for (index, hex) in hexes.into_iter().enumerate() {
        assert_eq!(grid.index(hex), Some(index));
        assert_eq!(grid.hex(index), hex);
    }
    assert_eq!(grid.hex(7).offset(), Offset::new(2, 1));
}

#[test]
fn nothing_beyond_the_border_is_on_the_grid() {
    let grid = Grid::new(5, 4);
    for (column, row) in [(-1, 0), (5, 0), (0, -1), (0, 4), (i16::MAX, 3), (i16::MIN, i16::MAX)] {
        assert!(!grid.contains(Offset::new(column, row).hex()), "{column},{row}");
    }
    assert!(Grid::new(-3, 4).is_empty());
    assert_eq!(Grid::new(0, 4).iter().count(), 0);
    let extremes = [i16::MIN, i16::MAX];
    for hex in extremes.into_iter().flat_map(|q| extremes.map(|r| Hex::new(q, r))) {
        assert!(!grid.contains(hex));
    }
}

#[test]
#[should_panic(expected = "hex 7,2 is off the grid of 5 columns by 4 rows")]
fn a_hex_off_the_grid_is_named() {
    let _ = HexMap::filled(Grid::new(5, 4), 0)[Offset::new(7, 2).hex()];
}

#[test]
fn maps_keep_their_values_and_their_memory() {
    let grid = Grid::new(5, 4);
    let mut map = HexMap::from_fn(grid, |hex| hex.offset().column);
    assert!(map.iter().all(|(hex, column)| hex.offset().column == *column));
    map[Hex::new(1, 1)] = 9;
    let mut copy = HexMap::filled(Grid::new(9, 9), 0);
    let memory = copy.cells().as_ptr();
    copy.clone_from(&map);
    assert_eq!(copy, map);
    assert_eq!(copy.cells().as_ptr(), memory);
    copy.iter_mut().for_each(|(_, value)| *value = 1);
    assert_eq!(copy.cells(), [1; 20]);
}

#[test]
fn every_edge_is_one_thing_seen_from_two_hexes() {
    let grid = Grid::new(5, 4);
    let mut edges = EdgeMap::filled(grid, 0);
    let mut distinct = BTreeSet::new();
    for (number, (hex, side)) in sides(grid).enumerate() {
        assert!(edges.set(hex, side, number));
        assert_eq!(edges.get(hex + side, side.opposite()), Some(&number));
        let ends = [hex, hex + side];
        distinct.insert((ends.iter().min().copied(), ends.iter().max().copied()));
    }
    let values: BTreeSet<usize> = sides(grid).filter_map(|(hex, side)| edges.get(hex, side).copied()).collect();
    assert_eq!(values.len(), distinct.len());
    let listed: Vec<usize> = edges.iter().map(|(_, _, value)| *value).collect();
    assert_eq!(listed.len(), distinct.len());
    assert_eq!(listed.into_iter().collect::<BTreeSet<_>>(), values);
}

#[test]
fn edges_between_hexes_off_the_grid_do_not_exist() {
    let mut edges = EdgeMap::filled(Grid::new(5, 4), 0);
    let outside = Offset::new(-1, 1).hex();
    assert!(!edges.set(outside, Direction::West, 1));
    assert_eq!(edges.get(outside, Direction::West), None);
    assert!(edges.set(outside, Direction::East, 1));
}

fn sides(grid: Grid) -> impl Iterator<Item = (Hex, Direction)> {
    grid.iter().flat_map(|hex| Direction::ALL.map(|side| (hex, side)))
}

#[test]
#[should_panic(expected = "sets of hexes on different grids")]
fn sets_on_different_grids_do_not_mix() {
    HexSet::new(Grid::new(2, 2)).union_with(&HexSet::new(Grid::new(3, 3)));
}

proptest! {
    #[test]
    fn sets_agree_with_the_standard_ones(
        added in prop::collection::vec(any_hex(), 0..80),
        removed in prop::collection::vec(any_hex(), 0..80),
        others in prop::collection::vec(any_hex(), 0..4),
    ) {
        let grid = Grid::new(40, 30);
        let (mut set, mut model) = (HexSet::new(grid), BTreeSet::new());
        for hex in added {
            prop_assert_eq!(set.insert(hex), grid.contains(hex) && model.insert(grid.index(hex)));
        }
        for hex in removed {
            prop_assert_eq!(set.remove(hex), grid.contains(hex) && model.remove(&grid.index(hex)));
        }
        let numbers = |set: &HexSet| set.iter().map(|hex| grid.index(hex)).collect::<Vec<_>>();
        prop_assert_eq!(numbers(&set), model.iter().copied().collect::<Vec<_>>());
        prop_assert_eq!(set.count(), model.len());
        prop_assert_eq!(set.is_empty(), model.is_empty());

        let mut other = HexSet::new(grid);
        let more: BTreeSet<_> = others.iter().filter(|hex| other.insert(**hex)).map(|hex| grid.index(*hex)).collect();
        prop_assert_eq!(set.intersects(&other), !model.is_disjoint(&more));
        set.union_with(&other);
        model.extend(more);
        prop_assert_eq!(numbers(&set), model.into_iter().collect::<Vec<_>>());
        prop_assert!(others.iter().all(|hex| set.contains(*hex) == grid.contains(*hex)));
        set.clear();
        prop_assert!(set.is_empty());
    }
}
