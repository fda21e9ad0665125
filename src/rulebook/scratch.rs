//! What a battle keeps for speed alone: searches to use again, and the reaches of the position that was asked about last.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use battle::{Battlefield, Order, PoseReach, Reach};

use crate::{Rules, State, War};

/// Reaches kept of one position: of every unit that an army may have, for they are asked about in turn, a reach of a
/// thousand poses being some 30 KB.
const KEPT: usize = 24;

/// The scratch of a battle and of all its copies. It is neither copied, compared nor hashed and holds nothing that could
/// go stale: a reach is given again only where everything it was made from is as it was.
pub(crate) struct Scratch<R: Rules> {
    searches: Mutex<Vec<PoseReach>>,
    position: Mutex<Option<Position<R>>>,
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
        Scratch { searches: Mutex::default(), position: Mutex::new(None) }
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

    /// Where an order that names a pose can end, as its verb's row says; whatever pose it names itself. Made once in a
    /// position, however many ask.
    #[must_use]
    pub fn reach_of(&self, order: &Order) -> Arc<Reach> {
        let stem = Order { pose: None, ..*order };
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
}
