//! Ways against the dijkstra of `pathfinding`.

use crate::ways;
use pathfinding::prelude::dijkstra_all;
use proptest::prelude::*;

const NODES: u32 = 40;

proptest! {
    #[test]
    fn ways_are_the_cheapest_there_are(
        graph in prop::collection::vec(prop::collection::vec((0..NODES, 0_u16..9), 0..5), NODES as usize),
        limit in 0_u16..30,
    ) {
        let found = ways(0, limit, |node: u32, _, push| {
            graph[node as usize].iter().for_each(|(next, cost)| push(*next, *cost));
        });
        let steps = |node: &u32| graph[*node as usize].iter().map(|(next, cost)| (*next, u32::from(*cost))).collect::<Vec<_>>();
        let all = dijkstra_all(&0, steps);
        for node in 0..NODES {
            let cost = if node == 0 { Some(0) } else { all.get(&node).map(|(_, cost)| *cost) };
            let cost = cost.filter(|cost| *cost <= u32::from(limit));
            let given: Vec<u32> = found.iter().filter(|way| way.node == node).map(|way| u32::from(way.cost)).collect();
            prop_assert_eq!(given, cost.into_iter().collect::<Vec<u32>>());
        }
        for (place, way) in found.iter().enumerate() {
            prop_assert!(way.previous.is_none_or(|before| usize::from(before) < place));
            let before = way.previous.map(|before| found[usize::from(before)]);
            let priced = before.is_none_or(|before| {
                graph[before.node as usize].iter().any(|(next, cost)| (*next, before.cost + cost) == (way.node, way.cost))
            });
            prop_assert!(priced);
        }
    }
}

#[test]
fn equally_cheap_ways_are_given_as_found() {
    let found = ways((0_i32, 0_i32), 2, |(x, y), _, push| {
        push((x + 1, y), 1);
        push((x, y + 1), 1);
    });
    let nodes: Vec<(i32, i32)> = found.iter().map(|way| way.node).collect();
    assert_eq!(nodes, [(0, 0), (1, 0), (0, 1), (2, 0), (1, 1), (0, 2)]);
    assert_eq!(found[4].previous, Some(1), "by way of the first found");
}
