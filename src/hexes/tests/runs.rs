//! Runs of edges: by their corners, by their kind, numbered as they come.

use proptest::prelude::*;

use super::any_hex;
use crate::{Direction, Hex, edge, edges_beside, runs};

#[test]
fn edges_that_share_a_corner_and_a_kind_are_one_run() {
    // Round the corner of three hexes a hedge of two edges and a wall; far off another hedge.
    let at = Hex::new(0, 0);
    let [hedge, bend, wall] =
        [edge(at, Direction::East), edge(at, Direction::SouthEast), edge(at + Direction::East, Direction::SouthWest)];
    let far = edge(Hex::new(5, 5), Direction::West);
    let things = [(far, 'h'), (hedge, 'h'), (bend, 'h'), (wall, 'w')];
    let found = runs(&things, edges_beside, 1);
    assert_eq!([far, hedge, bend, wall].map(|edge| found[&edge]), [1, 2, 2, 3]);
    assert_eq!(found.len(), 4);
}

proptest! {
    #[test]
    fn an_edge_has_one_name_and_four_beside_it(hex in any_hex(), side in 0_usize..6) {
        let side = Direction::ALL[side];
        let named = edge(hex, side);
        prop_assert_eq!(named, edge(hex + side, side.opposite()));
        for near in edges_beside(named) {
            prop_assert!(near != named && edges_beside(near).contains(&named));
        }
    }
}
