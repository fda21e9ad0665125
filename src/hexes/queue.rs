//! A queue by small integer costs: a bucket for each cost, first in, first out.

/// What waits at a cost: the cheapest comes first, of equal cost what came first. Costs popped never fall, so nothing may
/// be pushed at less than what was popped last. Emptied, it keeps its room.
///
/// ```
/// use hexes::CostQueue;
/// let mut queue = CostQueue::default();
/// [(7, 2), (8, 1), (9, 2)].into_iter().for_each(|(what, cost)| queue.push(what, cost));
/// let order: Vec<(u32, u16)> = std::iter::from_fn(|| queue.pop()).collect();
/// assert_eq!(order, [(8, 1), (7, 2), (9, 2)]);
/// ```
#[derive(Clone, Debug)]
pub struct CostQueue<T> {
    buckets: Vec<Vec<T>>,
    /// The cost of the bucket that is being emptied, and how many have been taken from it.
    cost: usize,
    taken: usize,
}

impl<T> Default for CostQueue<T> {
    fn default() -> CostQueue<T> {
        CostQueue { buckets: Vec::new(), cost: 0, taken: 0 }
    }
}

impl<T: Copy> CostQueue<T> {
    /// Takes everything out; costs may begin at 0 again.
    pub fn clear(&mut self) {
        self.buckets.iter_mut().skip(self.cost).for_each(Vec::clear);
        (self.cost, self.taken) = (0, 0);
    }

    /// Puts something in at a cost.
    #[inline]
    pub fn push(&mut self, what: T, cost: u16) {
        let cost = usize::from(cost);
        if self.buckets.len() <= cost {
            self.buckets.resize_with(cost + 1, Vec::new);
        }
        self.buckets[cost].push(what);
    }

    /// Takes out what comes next, with its cost.
    #[inline]
    pub fn pop(&mut self) -> Option<(T, u16)> {
        let bucket = self.buckets.get_mut(self.cost)?;
        if let Some(what) = bucket.get(self.taken) {
            self.taken += 1;
            return Some((*what, self.cost as u16));
        }
        bucket.clear();
        // Most costs have nothing, where steps cost alike.
        let empty = self.buckets[self.cost..].iter().take_while(|bucket| bucket.is_empty()).count();
        (self.cost, self.taken) = (self.cost + empty, 0);
        let what = *self.buckets.get(self.cost)?.first()?;
        self.taken = 1;
        Some((what, self.cost as u16))
    }
}
