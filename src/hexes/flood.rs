//! Cheapest ways from some nodes to all others within a limit, over dense numbers and small integer costs.

use crate::CostQueue;

/// Marks a node without a predecessor.
const NONE: u32 = u32::MAX;

/// The scratch and the outcome of a flood: the cheapest cost of every node within a limit, and the way there.
///
/// One `Flood` serves any number of runs; after the largest it allocates no more. Runs are exact and repeat exactly:
/// of equally cheap ways to a node the one found first counts, nodes being expanded in order of cost and, of equal
/// cost, in the order in which that cost was found.
///
/// ```
/// use hexes::Flood;
/// // Nodes 0 to 9 in a row; a step costs 1, onto node 3 it costs 5.
/// let mut flood = Flood::new();
/// flood.run(10, &[(0, 0)], 7, |node, _cost, out| {
///     if node + 1 < 10 {
///         out.push(node + 1, if node + 1 == 3 { 5 } else { 1 });
///     }
/// });
/// assert_eq!(flood.cost(2), Some(2));
/// assert_eq!(flood.cost(3), Some(7));
/// assert_eq!(flood.cost(4), None);
/// assert_eq!(flood.reached(), [0, 1, 2, 3]);
/// assert_eq!(flood.path(2), [0, 1, 2]);
/// ```
#[derive(Clone, Default, Debug)]
pub struct Flood {
    epoch: Epoch,
    nodes: Vec<Node>,
    reached: Vec<u32>,
    queue: CostQueue<u32>,
}

/// What is known of a node: one number that holds the run in which it was last reached, in the upper half, and its
/// cost, in the lower. Runs count down, so that whatever an older run left behind compares as dearer.
#[derive(Clone, Copy, Debug)]
struct Node {
    mark: u32,
    previous: u32,
}

const UNREACHED: Node = Node { mark: u32::MAX, previous: NONE };

/// The number of the run, counted down; `u16::MAX` before the first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Epoch(u16);

impl Default for Epoch {
    fn default() -> Epoch {
        Epoch(u16::MAX)
    }
}

impl Epoch {
    #[inline]
    fn mark(self, cost: u16) -> u32 {
        u32::from(self.0) << 16 | u32::from(cost)
    }

    /// The cost in a mark of this run.
    #[inline]
    fn cost(self, mark: u32) -> Option<u16> {
        let this_run = mark >> 16 == u32::from(self.0) && self != Epoch::default();
        this_run.then_some(mark as u16)
    }
}

impl Flood {
    /// A flood that has not run: nothing is reached.
    pub fn new() -> Flood {
        Flood::default()
    }

    /// Floods the nodes below `nodes` from `starts`, each a node with its cost at the outset, as far as `limit`,
    /// the limit included.
    ///
    /// `expand` is called once for each node reached, in the order of [`Flood::reached`], with the node and its
    /// cost; it pushes the steps that lead on. A step beyond the limit is dropped.
    ///
    /// # Panics
    /// If a start or a step names a node that is not below `nodes`.
    pub fn run(
        &mut self,
        nodes: usize,
        starts: &[(u32, u16)],
        limit: u16,
        mut expand: impl FnMut(u32, u16, &mut Out<'_>),
    ) {
        self.begin(nodes);
        let (reached, epoch) = (&mut self.reached, self.epoch);
        let (nodes, queue) = (&mut self.nodes[..nodes], &mut self.queue);
        let mut out = Out { nodes, queue, epoch, limit, from: NONE, cost: 0 };
        for &(start, cost) in starts {
            out.push(start, cost);
        }
        while let Some((node, cost)) = out.pop() {
            reached.push(node);
            expand(node, cost, &mut out);
        }
    }

    fn begin(&mut self, nodes: usize) {
        self.reached.clear();
        self.queue.clear();
        if self.epoch.0 == 0 {
            self.epoch = Epoch::default();
            self.nodes.fill(UNREACHED);
        }
        self.epoch.0 -= 1;
        if self.nodes.len() < nodes {
            self.nodes.resize(nodes, UNREACHED);
        }
    }

    /// The cheapest cost of the node; `None` if the last run did not reach it.
    #[inline]
    pub fn cost(&self, node: u32) -> Option<u16> {
        self.epoch.cost(self.nodes.get(node as usize)?.mark)
    }

    /// The node before this one on the cheapest way to it; `None` for a start or a node not reached.
    #[inline]
    pub fn previous(&self, node: u32) -> Option<u32> {
        self.cost(node)?;
        let previous = self.nodes[node as usize].previous;
        (previous != NONE).then_some(previous)
    }

    /// The nodes reached, cheapest first, those of equal cost in the order in which that cost was found.
    #[inline]
    pub fn reached(&self) -> &[u32] {
        &self.reached
    }

    /// The cheapest way to the node, from a start to the node itself; empty if it was not reached.
    pub fn path(&self, node: u32) -> Vec<u32> {
        let end = self.cost(node).map(|_| node);
        let mut path: Vec<u32> = std::iter::successors(end, |node| self.previous(*node)).collect();
        path.reverse();
        path
    }
}

/// Takes the steps that lead on from the node being expanded.
#[derive(Debug)]
pub struct Out<'a> {
    nodes: &'a mut [Node],
    queue: &'a mut CostQueue<u32>,
    epoch: Epoch,
    limit: u16,
    /// The node being expanded, and its cost.
    from: u32,
    cost: u16,
}

impl Out<'_> {
    /// A step from the node being expanded to `node`, for `step_cost` more; 0 is allowed.
    ///
    /// # Panics
    /// If `node` is not below the number of nodes of the run.
    #[inline]
    pub fn push(&mut self, node: u32, step_cost: u16) {
        let known = &mut self.nodes[node as usize];
        let Some(cost) = self.cost.checked_add(step_cost).filter(|cost| *cost <= self.limit) else {
            return;
        };
        let mark = self.epoch.mark(cost);
        if mark < known.mark {
            *known = Node { mark, previous: self.from };
            self.queue.push(node, cost);
        }
    }

    /// The next node to expand; entries that a cheaper way has overtaken are passed over.
    fn pop(&mut self) -> Option<(u32, u16)> {
        loop {
            let (node, cost) = self.queue.pop()?;
            if self.nodes[node as usize].mark == self.epoch.mark(cost) {
                (self.from, self.cost) = (node, cost);
                return Some((node, cost));
            }
        }
    }
}
