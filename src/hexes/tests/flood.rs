//! Floods against the dijkstra of `pathfinding`.

use crate::Flood;
use pathfinding::prelude::dijkstra_all;
use proptest::prelude::*;

/// For each node the steps that lead on and what they cost.
type Graph = Vec<Vec<(u32, u16)>>;

const NODES: usize = 40;

fn any_graph() -> impl Strategy<Value = Graph> {
    let steps = prop::collection::vec((0..NODES as u32, 0u16..9), 0..5);
    prop::collection::vec(steps, NODES)
}

fn run(flood: &mut Flood, graph: &Graph, starts: &[(u32, u16)], limit: u16) {
    flood.run(graph.len(), starts, limit, |node, _, out| {
        for (next, cost) in &graph[node as usize] {
            out.push(*next, *cost);
        }
    });
}

/// The cost of every node by `pathfinding`, from a node of its own that leads to all starts.
fn oracle(graph: &Graph, starts: &[(u32, u16)], limit: u16) -> Vec<Option<u16>> {
    let source = graph.len() as u32;
    let steps = |node: &u32| graph.get(*node as usize).map_or(starts, Vec::as_slice).to_vec();
    let wide = |node: &u32| steps(node).into_iter().map(|(next, cost)| (next, u32::from(cost)));
    let all = dijkstra_all(&source, wide);
    let cost = |node: u32| all.get(&node).map(|(_, cost)| *cost);
    let within = |cost: u32| u16::try_from(cost).ok().filter(|cost| *cost <= limit);
    (0..source).map(|node| cost(node).and_then(within)).collect()
}

fn check(flood: &mut Flood, graph: &Graph, starts: &[(u32, u16)], limit: u16) {
    run(flood, graph, starts, limit);
    let costs: Vec<Option<u16>> = (0..graph.len() as u32).map(|node| flood.cost(node)).collect();
    assert_eq!(costs, oracle(graph, starts, limit));
    let mut reached = flood.reached().to_vec();
    assert!(reached.is_sorted_by_key(|node| flood.cost(*node)));
    reached.sort();
    assert!(reached.iter().copied().eq((0..graph.len() as u32).filter(|node| flood.cost(*node).is_some())));
    (0..graph.len() as u32).for_each(|node| check_path(flood, graph, starts, node));
}

/// A path leads from a start to the node, each step being one of the graph, and costs what the flood says.
fn check_path(flood: &Flood, graph: &Graph, starts: &[(u32, u16)], node: u32) {
    let path = flood.path(node);
    assert_eq!(path.last().copied(), flood.cost(node).map(|_| node));
    assert_eq!(path.first().and_then(|start| flood.previous(*start)), None);
    let outset = |start: &u32| starts.iter().filter(|(node, _)| node == start).map(|(_, cost)| *cost).min();
    let step = |pair: &[u32]| graph[pair[0] as usize].iter().filter(|step| step.0 == pair[1]).map(|step| step.1).min();
    let walked: Option<u16> = path.windows(2).map(step).sum();
    let total = path.first().and_then(outset).zip(walked).map(|(outset, walked)| outset + walked);
    assert_eq!(total, flood.cost(node));
}

#[test]
fn ties_go_to_the_way_found_first() {
    // 0 leads to 1 and 2, both lead to 3; 2 is named first.
    let graph = vec![vec![(2, 1), (1, 1)], vec![(3, 1)], vec![(3, 1)], vec![]];
    let mut flood = Flood::new();
    run(&mut flood, &graph, &[(0, 0)], 10);
    assert_eq!(flood.reached(), [0, 2, 1, 3]);
    assert_eq!(flood.path(3), [0, 2, 3]);
}

#[test]
fn a_flood_that_has_not_run_reached_nothing() {
    let flood = Flood::new();
    assert_eq!((flood.cost(0), flood.previous(0), flood.path(0)), (None, None, vec![]));
    assert!(flood.reached().is_empty());
}

#[test]
fn old_runs_leave_no_trace() {
    let mut flood = Flood::new();
    run(&mut flood, &vec![vec![(1, 1)], vec![]], &[(0, 0)], 5);
    run(&mut flood, &vec![vec![]], &[(0, 3)], 5);
    assert_eq!((flood.cost(0), flood.cost(1)), (Some(3), None));
    run(&mut flood, &vec![vec![]], &[(0, 6)], 5);
    assert_eq!(flood.cost(0), None);
}

#[test]
fn runs_beyond_counting_stay_apart() {
    let (mut flood, pair) = (Flood::new(), vec![vec![(1, 1)], vec![]]);
    run(&mut flood, &pair, &[(0, 0)], 5);
    for _ in 0..70_000 {
        run(&mut flood, &pair, &[(0, 3)], 3);
        assert_eq!((flood.cost(0), flood.cost(1)), (Some(3), None));
    }
}

#[test]
fn costs_up_to_the_greatest_limit() {
    let mut flood = Flood::new();
    let graph = vec![vec![(1, u16::MAX)], vec![(2, 1), (3, 0)], vec![], vec![]];
    check(&mut flood, &graph, &[(0, 0)], u16::MAX);
    assert_eq!((flood.cost(2), flood.cost(3)), (None, Some(u16::MAX)));
}

#[test]
#[should_panic(expected = "index out of bounds")]
fn a_node_beyond_the_run_is_a_fault_even_if_an_earlier_run_was_larger() {
    let mut flood = Flood::new();
    run(&mut flood, &vec![vec![]; 9], &[(0, 0)], 5);
    run(&mut flood, &vec![vec![(5, 1)]], &[(0, 0)], 5);
}

proptest! {
    #[test]
    fn floods_agree_with_pathfinding(
        runs in prop::collection::vec(
            (any_graph(), prop::collection::vec((0..NODES as u32, 0u16..6), 0..4), 0u16..60), 1..4,
        ),
    ) {
        let mut flood = Flood::new();
        for (graph, starts, limit) in runs {
            check(&mut flood, &graph, &starts, limit);
        }
    }
}
