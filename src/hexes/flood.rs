//! Cheapest ways from some nodes to all others within a limit, over dense numbers and small integer costs.

/// Marks the end of a chain of entries, and a node without a predecessor.
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
    /// The run that the nodes' marks are valid for; nodes of older runs count as unreached.
    generation: u32,
    nodes: Vec<Node>,
    reached: Vec<u32>,
    queue: Queue,
}

#[derive(Clone, Copy, Default, Debug)]
struct Node {
    generation: u32,
    previous: u32,
    cost: u16,
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
        let (reached, generation) = (&mut self.reached, self.generation);
        let (nodes, queue) = (&mut self.nodes[..nodes], &mut self.queue);
        let mut out = Out { nodes, queue, generation, limit, from: NONE, cost: 0 };
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
        if self.nodes.len() < nodes {
            self.nodes.resize(nodes, Node::default());
        }
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            self.nodes.fill(Node::default());
            self.generation = 1;
        }
    }

    /// The cheapest cost of the node; `None` if the last run did not reach it.
    #[inline]
    pub fn cost(&self, node: u32) -> Option<u16> {
        self.node(node).map(|node| node.cost)
    }

    /// The node before this one on the cheapest way to it; `None` for a start or a node not reached.
    #[inline]
    pub fn previous(&self, node: u32) -> Option<u32> {
        let previous = self.node(node)?.previous;
        (previous != NONE).then_some(previous)
    }

    /// The nodes reached, cheapest first, those of equal cost in the order in which that cost was found.
    #[inline]
    pub fn reached(&self) -> &[u32] {
        &self.reached
    }

    /// The cheapest way to the node, from a start to the node itself; empty if it was not reached.
    pub fn path(&self, node: u32) -> Vec<u32> {
        let end = self.node(node).map(|_| node);
        let mut path: Vec<u32> = std::iter::successors(end, |node| self.previous(*node)).collect();
        path.reverse();
        path
    }

    #[inline]
    fn node(&self, node: u32) -> Option<&Node> {
        let found = self.nodes.get(node as usize);
        found.filter(|node| node.generation == self.generation && self.generation != 0)
    }
}

/// Takes the steps that lead on from the node being expanded.
#[derive(Debug)]
pub struct Out<'a> {
    nodes: &'a mut [Node],
    queue: &'a mut Queue,
    generation: u32,
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
        let Some(cost) = self.cost.checked_add(step_cost).filter(|cost| *cost <= self.limit) else {
            return;
        };
        let known = &mut self.nodes[node as usize];
        if known.generation != self.generation || cost < known.cost {
            *known = Node { generation: self.generation, previous: self.from, cost };
            self.queue.push(node, cost);
        }
    }

    /// The next node to expand; entries that a cheaper way has overtaken are passed over.
    fn pop(&mut self) -> Option<(u32, u16)> {
        loop {
            let (node, cost) = self.queue.pop()?;
            if self.nodes[node as usize].cost == cost {
                (self.from, self.cost) = (node, cost);
                return Some((node, cost));
            }
        }
    }
}

/// A bucket for each cost; a bucket is a chain of entries, first in, first out. Costs popped never fall.
#[derive(Clone, Default, Debug)]
struct Queue {
    entries: Vec<Entry>,
    buckets: Vec<Bucket>,
    /// The cost of the bucket that is being emptied.
    cost: usize,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    node: u32,
    next: u32,
}

#[derive(Clone, Copy, Debug)]
struct Bucket {
    first: u32,
    last: u32,
}

const EMPTY: Bucket = Bucket { first: NONE, last: NONE };

impl Queue {
    fn clear(&mut self) {
        self.entries.clear();
        self.buckets.clear();
        self.cost = 0;
    }

    #[inline]
    fn push(&mut self, node: u32, cost: u16) {
        let cost = usize::from(cost);
        if self.buckets.len() <= cost {
            self.buckets.resize(cost + 1, EMPTY);
        }
        let added = self.entries.len() as u32;
        let bucket = &mut self.buckets[cost];
        match self.entries.get_mut(bucket.last as usize) {
            Some(last) => last.next = added,
            None => bucket.first = added,
        }
        bucket.last = added;
        self.entries.push(Entry { node, next: NONE });
    }

    #[inline]
    fn pop(&mut self) -> Option<(u32, u16)> {
        while self.buckets.get(self.cost)?.first == NONE {
            self.cost += 1;
        }
        let bucket = &mut self.buckets[self.cost];
        let entry = self.entries[bucket.first as usize];
        *bucket = if entry.next == NONE { EMPTY } else { Bucket { first: entry.next, ..*bucket } };
        Some((entry.node, self.cost as u16))
    }
}
