//! What a battle keeps for speed alone: searches to use again, the reaches of the position that was asked about last, and
//! values that were worked out before.

use std::any::Any;
use std::fmt;
use std::hash::{BuildHasher, Hash};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use battle::{Battlefield, Order, PoseReach, Reach};
use rustc_hash::FxBuildHasher;

use crate::{Rules, State, War};

/// Reaches kept of one position: of every unit that an army may have, for they are asked about in turn, a reach of a
/// thousand poses being some 30 KB.
const KEPT: usize = 24;
/// Values kept of one kind.
const VALUES: usize = 2048;

/// The scratch of a battle and of all its copies. It is neither copied, compared nor hashed and holds nothing that could
/// go stale: a reach is given again only where everything it was made from is as it was.
pub(crate) struct Scratch<R: Rules> {
    searches: Mutex<Vec<PoseReach>>,
    position: Mutex<Option<Position<R>>>,
    /// A [`Memory`] by kinds of key and value.
    memories: Mutex<Vec<Box<dyn Any + Send>>>,
}

/// Values by their keys, each in the one place that its key may have: a later one takes the place of an earlier one.
struct Memory<K, V>(Vec<Option<(K, V)>>);

impl<K: Hash + Eq + Send + 'static, V: Clone + Send + 'static> Memory<K, V> {
    fn new(places: usize) -> Memory<K, V> {
        Memory(std::iter::repeat_with(|| None).take(places.max(1)).collect())
    }

    fn place(&mut self, key: &K) -> &mut Option<(K, V)> {
        let place = FxBuildHasher.hash_one(key) as usize % self.0.len();
        &mut self.0[place]
    }

    fn known(&mut self, key: &K) -> Option<V> {
        self.place(key).as_ref().filter(|(known, _)| known == key).map(|(_, value)| value.clone())
    }

    /// The memory of its kind, made with so many places where there is none.
    fn of(memories: &mut Vec<Box<dyn Any + Send>>, places: usize) -> Option<&mut Memory<K, V>> {
        let place = memories.iter().position(|memory| memory.is::<Memory<K, V>>()).unwrap_or_else(|| {
            memories.push(Box::new(Memory::<K, V>::new(places)));
            memories.len() - 1
        });
        memories[place].downcast_mut()
    }
}

/// A position, and what was found in it.
struct Position<R: Rules> {
    field: Battlefield,
    state: State<R>,
    /// By stem, the one asked for first first.
    reaches: Vec<(Order, Arc<Reach>)>,
}

impl<R: Rules> Position<R> {
    fn of(war: &War<R>) -> Position<R> {
        Position { field: war.field.clone(), state: war.state.clone(), reaches: Vec::new() }
    }

    fn is(&self, war: &War<R>) -> bool {
        self.field.is_as(&war.field) && self.state == war.state
    }
}

impl<R: Rules> Default for Scratch<R> {
    fn default() -> Scratch<R> {
        Scratch { searches: Mutex::default(), position: Mutex::new(None), memories: Mutex::default() }
    }
}

impl<R: Rules> fmt::Debug for Scratch<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Scratch")
    }
}

/// Whoever panicked with it in hand has left nothing half done in it.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<R: Rules> War<R> {
    /// Searches with scratch that was used before, so that after the first searches nothing is allocated for them.
    pub fn searching<T>(&self, work: impl FnOnce(&mut PoseReach) -> T) -> T {
        let kept = locked(&self.scratch.searches).pop();
        let mut search = kept.unwrap_or_default();
        let answer = work(&mut search);
        locked(&self.scratch.searches).push(search);
        answer
    }

    /// What a function makes of a key, as it was worked out before if it was: it has to depend on the key alone, for the
    /// value is shared by all copies of the battle and outlives every change of it. So many values of a kind are kept; a
    /// value should be small or shared. While a proof runs without a clause, or notes which are reached, nothing is.
    pub fn kept<K, V>(&self, key: K, make: impl FnOnce(&K) -> V) -> V
    where
        K: Hash + Eq + Send + 'static,
        V: Clone + Send + 'static,
    {
        self.kept_among(VALUES, key, make)
    }

    /// The same of values that are large: so many of the kind are kept.
    pub fn kept_among<K, V>(&self, places: usize, key: K, make: impl FnOnce(&K) -> V) -> V
    where
        K: Hash + Eq + Send + 'static,
        V: Clone + Send + 'static,
    {
        if !battle::rule::undisturbed() {
            return make(&key);
        }
        let known = Memory::of(&mut locked(&self.scratch.memories), places).and_then(|memory| memory.known(&key));
        known.unwrap_or_else(|| {
            let value = make(&key);
            if let Some(memory) = Memory::of(&mut locked(&self.scratch.memories), places) {
                let place = memory.place(&key);
                *place = Some((key, value.clone()));
            }
            value
        })
    }

    /// Where an order that names a pose can end, as its verb's row says; whatever pose it names itself. Made once in a
    /// position, however many ask.
    #[must_use]
    pub fn reach_of(&self, order: &Order) -> Arc<Reach> {
        let stem = order.without_pose();
        if let Some(position) = locked(&self.scratch.position).as_ref()
            && let Some((_, known)) = position.reaches.iter().find(|(known, _)| *known == stem)
            && position.is(self)
        {
            return Arc::clone(known);
        }
        let row = R::VERBS.get(usize::from(stem.verb.0));
        let reach = Arc::new(row.map_or_else(Reach::default, |row| (row.reach)(self, &stem)));
        let mut kept = locked(&self.scratch.position);
        let position = match kept.as_mut() {
            Some(position) if position.is(self) => position,
            _ => kept.insert(Position::of(self)),
        };
        if position.reaches.len() == KEPT {
            position.reaches.remove(0);
        }
        position.reaches.push((stem, Arc::clone(&reach)));
        reach
    }

    /// The same battle with nothing remembered of what was worked out before.
    #[must_use]
    pub fn forgetful(&self) -> War<R> {
        War { scratch: Arc::default(), ..self.clone() }
    }
}
