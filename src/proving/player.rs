//! The simplest players: one takes the first legal order, one takes any.

use std::sync::atomic::AtomicBool;

use battle::{Choice, Order, Player, System, UnitId};

/// How often a random player thinks again before it ends a step.
const SECOND_THOUGHTS: u64 = 3;

/// The orders that begin an answer: those without a pose, then the stems.
fn heads(view: &dyn System) -> Vec<Order> {
    let mut heads = view.orders();
    heads.extend(view.stems());
    heads
}

/// Completes a head with the pose that `pick` chooses among so many; `None` when the stem has none.
fn complete(view: &dyn System, head: &Order, pick: impl FnOnce(usize) -> usize) -> Option<Order> {
    if !view.verb(head).is_some_and(battle::VerbInfo::posed) {
        return Some(*head);
    }
    let reach = view.reach(head);
    let poses: Vec<_> = reach.legal().map(|place| place.pose).collect();
    if poses.is_empty() { None } else { Some(head.to(poses[pick(poses.len()) % poses.len()])) }
}

/// A number below `count` that depends on nothing but the seed and the numbers given.
pub(crate) fn keyed(seed: u64, numbers: &[u64], count: usize) -> usize {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&seed.to_le_bytes());
    numbers.iter().for_each(|number| {
        hasher.update(&number.to_le_bytes());
    });
    let mut word = [0; 8];
    word.copy_from_slice(&hasher.finalize().as_bytes()[..8]);
    (u64::from_le_bytes(word) % count.max(1) as u64) as usize
}

/// Gives any legal order: first one of the orders and stems, each as likely (but for ending a step, which it does more
/// rarely, so that battles come to blows), then one of the stem's poses.
///
/// Its choices depend on its seed and on how many it has made, never on the battle's dice.
#[derive(Clone, Debug)]
pub struct RandomPlayer {
    seed: u64,
    made: u64,
}

impl RandomPlayer {
    /// A player with randomness of its own.
    #[must_use]
    pub fn new(seed: u64) -> RandomPlayer {
        RandomPlayer { seed, made: 0 }
    }

    /// Any legal order; `None` when there is none.
    pub fn choose(&mut self, view: &dyn System) -> Option<Order> {
        let heads = heads(view);
        self.made += 1;
        let start = self.head(&heads);
        let inner = keyed(self.seed, &[self.made, 1], usize::MAX);
        let turned = heads.iter().cycle().skip(start).take(heads.len());
        turned.into_iter().find_map(|head| complete(view, head, |_| inner))
    }

    /// The place of a head; one that may end the step, being nobody's, is drawn again up to [`SECOND_THOUGHTS`] times.
    fn head(&self, heads: &[Order]) -> usize {
        let draw = |again: u64| keyed(self.seed, &[self.made, 2 + again], heads.len());
        let ends = |place: &usize| heads.get(*place).is_some_and(|head| head.actor.is_none());
        let mut draws = (0..=SECOND_THOUGHTS).map(draw);
        draws.find(|place| !ends(place)).unwrap_or_else(|| draw(SECOND_THOUGHTS))
    }
}

impl Player for RandomPlayer {
    fn name(&self) -> &str {
        "random"
    }

    fn decide(&mut self, view: &dyn System, _stop: &AtomicBool) -> Choice {
        let order = self.choose(view).or_else(|| view.all_orders().first().copied());
        Choice { order: order.unwrap_or(Order::new(battle::Verb(u8::MAX))), why: None }
    }

    fn advise(&mut self, view: &dyn System, unit: Option<UnitId>) -> Option<Choice> {
        let mut about: Vec<Order> = heads(view);
        about.retain(|order| unit.is_none() || order.unit() == unit);
        let order = about.iter().find_map(|head| complete(view, head, |_| 0))?;
        Some(Choice { order, why: None })
    }
}

/// Gives the first legal order of the list.
#[derive(Clone, Debug, Default)]
pub struct FirstPlayer;

impl Player for FirstPlayer {
    fn name(&self) -> &str {
        "first"
    }

    fn decide(&mut self, view: &dyn System, _stop: &AtomicBool) -> Choice {
        let order = heads(view).iter().find_map(|head| complete(view, head, |_| 0));
        Choice { order: order.unwrap_or(Order::new(battle::Verb(u8::MAX))), why: None }
    }

    fn advise(&mut self, view: &dyn System, unit: Option<UnitId>) -> Option<Choice> {
        RandomPlayer::new(0).advise(view, unit)
    }
}
