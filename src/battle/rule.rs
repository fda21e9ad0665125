//! Rule marks: which clause a line of code implements, and proof that a test went through it.
//!
//! `rule!("EA-FIRE-7")` costs nothing in release builds. In debug builds it notes the clause for the thread,
//! and [`proves`] fails a test that claims a clause without reaching its mark.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

thread_local! {
    static WATCHED: Cell<bool> = const { Cell::new(false) };
    static REACHED: RefCell<BTreeSet<&'static str>> = const { RefCell::new(BTreeSet::new()) };
}

/// Notes that the clause was reached on this thread, while [`proves`] watches. Called by [`rule!`](crate::rule!).
#[inline]
pub fn reached(clause: &'static str) {
    if WATCHED.get() {
        REACHED.with_borrow_mut(|set| set.insert(clause));
    }
}

/// Runs a test and panics unless every clause it claims was reached while it ran.
///
/// # Panics
/// When a claimed clause was not reached (debug builds only; marks are free in release builds).
pub fn proves<T>(clauses: &[&'static str], test: impl FnOnce() -> T) -> T {
    REACHED.with_borrow_mut(BTreeSet::clear);
    WATCHED.set(true);
    let answer = test();
    WATCHED.set(false);
    if cfg!(debug_assertions) {
        let missing: Vec<_> =
            REACHED.with_borrow(|set| clauses.iter().copied().filter(|clause| !set.contains(clause)).collect());
        assert!(missing.is_empty(), "claimed but not reached: {missing:?}");
    }
    answer
}

/// Marks the place that implements a rule clause.
#[macro_export]
macro_rules! rule {
    ($($clause:literal),+ $(,)?) => {
        if cfg!(debug_assertions) {
            $($crate::rule::reached($clause);)+
        }
    };
}
