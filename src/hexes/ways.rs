//! Cheapest ways between nodes of whatever kind, where these are too many to number and few of them are reached.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::hash::Hash;

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use crate::CostQueue;

/// A node that was reached, by its cheapest way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Way<N> {
    /// The node.
    pub node: N,
    /// Of which kind it is.
    pub kind: u8,
    /// What the way costs.
    pub cost: u16,
    /// The place, among all that were reached, of the node before; none where the way begins.
    pub previous: Option<u16>,
}

/// Every node within the limit of the start, by its cheapest way: in order of cost, of equal cost as found; of equally
/// cheap ways the first found counts. `steps` pushes the nodes next to one, with what each step costs; it is told how much
/// is left there, and may leave out what costs more. At most 65,535 nodes are given.
///
/// ```
/// let ways = hexes::ways(1_u32, 6, |node, _, push| {
///     push(node * 2, 1);
///     push(node + 5, 2);
/// });
/// let eleven = ways.iter().find(|way| way.node == 11).unwrap();
/// assert_eq!((ways[0].node, eleven.cost, eleven.previous), (1, 4, Some(2)));
/// assert_eq!(ways[2].node, 6); // found before 4, which costs as much
/// ```
pub fn ways<N: Copy + Eq + Hash>(
    start: N,
    limit: u16,
    mut steps: impl FnMut(N, u16, &mut dyn FnMut(N, u16)),
) -> Vec<Way<N>> {
    let all =
        |node, _, left, push: &mut dyn FnMut(N, u16, u8)| steps(node, left, &mut |next, price| push(next, price, 1));
    ways_among(start, limit, |_| 1, all)
}

/// The same over nodes of kinds, each a bit, of which a node is asked once. `steps` is told the kind of the node it begins at,
/// and pushes with each step the kinds of nodes to which it may lead.
///
/// ```
/// // Whole steps lead anywhere but to 3, half ones to even numbers alone.
/// let kind = |node: &u32| if *node == 3 { 4 } else { 1 << (node % 2) };
/// let ways = hexes::ways_among(0_u32, 4, kind, |node, _, _, push| {
///     push(node + 1, 2, 1 | 2);
///     push(node + 3, 1, 1);
/// });
/// assert_eq!(ways.iter().map(|way| (way.node, way.cost)).collect::<Vec<_>>(), [(0, 0), (1, 2), (4, 3), (2, 4)]);
/// ```
pub fn ways_among<N: Copy + Eq + Hash>(
    start: N,
    limit: u16,
    mut kind: impl FnMut(&N) -> u8,
    mut steps: impl FnMut(N, u8, u16, &mut dyn FnMut(N, u16, u8)),
) -> Vec<Way<N>> {
    // Nodes are compared once a step; from then on they go by the number under which they were met.
    let mut numbers: IndexSet<N, FxBuildHasher> = IndexSet::default();
    numbers.insert(start);
    let mut met = vec![Met { kind: kind(&start), cost: 0 }];
    let mut queue: CostQueue<(u32, Option<u16>)> = CostQueue::default();
    let mut ways: Vec<Way<N>> = Vec::new();
    queue.push((0, None), 0);
    while let Some(((number, previous), cost)) = queue.pop() {
        let known = &mut met[number as usize];
        if known.cost != cost || ways.len() >= usize::from(u16::MAX) {
            continue;
        }
        // Whoever is equally near waits in the queue as well and must not be given twice.
        known.cost = SETTLED;
        let (node, place, own) = (numbers[number as usize], ways.len() as u16, known.kind);
        ways.push(Way { node, kind: own, cost, previous });
        steps(node, own, limit - cost, &mut |next, price, kinds| {
            let Some(total) = cost.checked_add(price).filter(|total| *total <= limit) else { return };
            let (number, new) = numbers.insert_full(next);
            if new {
                met.push(Met { kind: kind(&next), cost: UNKNOWN });
            }
            let Met { kind, cost: best } = &mut met[number];
            if *kind & kinds == 0 || *best == SETTLED || total >= *best {
                return;
            }
            *best = total;
            queue.push((number as u32, Some(place)), total);
        });
    }
    ways
}

/// The cheapest way within the limit from the start to a node that passes the test, as nodes with what it costs to come there;
/// nothing where there is none. `bound` is the least that a way from a node to such a one still costs (A*): of ways that look as
/// long the one that has come farther is followed first, then the smaller node.
///
/// ```
/// let way = hexes::way_to(1_u32, 9, |node| 11_u32.abs_diff(node) as u16 / 6, |node| node == 11, |node, _, push| {
///     push(node * 2, 1);
///     push(node + 5, 2);
/// });
/// assert_eq!(way, [(1, 0), (6, 2), (11, 4)]);
/// ```
pub fn way_to<N: Copy + Ord>(
    start: N,
    limit: u16,
    bound: impl Fn(N) -> u16,
    test: impl Fn(N) -> bool,
    mut steps: impl FnMut(N, u16, &mut dyn FnMut(N, u16)),
) -> Vec<(N, u16)> {
    let mut best = BTreeMap::from([(start, (0_u16, start))]);
    let mut open = BinaryHeap::from([Reverse((bound(start), Reverse(0_u16), start))]);
    while let Some(Reverse((_, Reverse(cost), node))) = open.pop() {
        if best.get(&node).is_some_and(|(known, _)| *known < cost) {
            continue;
        }
        if test(node) {
            return way_back(&best, node);
        }
        steps(node, limit - cost, &mut |to, price| {
            let total = cost.saturating_add(price);
            if total <= limit && best.get(&to).is_none_or(|(known, _)| *known > total) {
                best.insert(to, (total, node));
                open.push(Reverse((total.saturating_add(bound(to)), Reverse(total), to)));
            }
        });
    }
    Vec::new()
}

/// The way to a node, by where each was come to from.
fn way_back<N: Copy + Ord>(best: &BTreeMap<N, (u16, N)>, end: N) -> Vec<(N, u16)> {
    let mut way = Vec::new();
    let mut at = end;
    while let Some((cost, from)) = best.get(&at) {
        way.push((at, *cost));
        if *from == at {
            break;
        }
        at = *from;
    }
    way.reverse();
    way
}

/// Of a node that was met its kind, and what the cheapest way to it costs so far.
#[derive(Clone, Copy)]
struct Met {
    kind: u8,
    cost: u16,
}

/// The cost of a node that has been given; no way costs so much.
const SETTLED: u16 = u16::MAX;
/// The cost of a node before any way to it.
const UNKNOWN: u16 = u16::MAX - 1;
