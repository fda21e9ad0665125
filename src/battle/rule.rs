//! Rule marks: which clause a line of code implements, and proof that a test fails without it.
//!
//! `rule!("EA-FIRE-7")` stands where the clause decides, last in its condition: it is true, and costs nothing in release
//! builds. In debug builds it notes the clause for the thread, and a test can switch one clause off: then its
//! mark is false, and the line decides as if the rulebook had no such clause. [`bites`] runs a proof once as the rules
//! are, and once without each clause it claims, when it has to fail.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Once;

thread_local! {
    static WATCHED: Cell<bool> = const { Cell::new(false) };
    static REACHED: RefCell<BTreeSet<&'static str>> = const { RefCell::new(BTreeSet::new()) };
    static OFF: Cell<Option<&'static str>> = const { Cell::new(None) };
    static POSITIONS: Cell<u32> = const { Cell::new(0) };
}

/// Notes that a battlefield was laid out or copied on this thread: a proof is about a position. Free in release builds.
#[inline]
pub(crate) fn laid_out() {
    if cfg!(debug_assertions) {
        POSITIONS.set(POSITIONS.get().wrapping_add(1));
    }
}

/// Whether the clause is in force on this thread, which it is outside of tests; notes that it was reached while
/// [`proves`] watches. Called by [`rule!`](crate::rule!).
#[inline]
pub fn holds(clause: &'static str) -> bool {
    if !cfg!(debug_assertions) {
        return true;
    }
    if WATCHED.get() {
        REACHED.with_borrow_mut(|set| set.insert(clause));
    }
    OFF.get() != Some(clause)
}

/// Whether all clauses are in force on this thread and nobody notes which are reached: what was worked out before may then
/// stand for what would be worked out now. Always so in release builds.
#[inline]
#[must_use]
pub fn undisturbed() -> bool {
    !cfg!(debug_assertions) || (!WATCHED.get() && OFF.get().is_none())
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

/// Switches a clause off on this thread for as long as it lives.
struct Without(Option<&'static str>);

/// Panics are quiet on threads on which a clause is switched off: there they are what is hoped for.
fn hush() {
    static HUSHED: Once = Once::new();
    HUSHED.call_once(|| {
        let loud = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if OFF.get().is_none() {
                loud(panic);
            }
        }));
    });
}

impl Without {
    fn the(clause: &'static str) -> Without {
        hush();
        Without(OFF.replace(Some(clause)))
    }
}

impl Drop for Without {
    fn drop(&mut self) {
        OFF.set(self.0);
    }
}

/// Runs a proof as the rules are, and again without each clause it claims: then it has to fail.
///
/// # Panics
/// When the proof fails, when a claimed clause was not reached, when the proof lays out no position, and when it passes
/// without one of its clauses (the last three in debug builds only).
pub fn bites(clauses: &[&'static str], proof: impl Fn()) {
    let before = POSITIONS.get();
    proves(clauses, &proof);
    if !cfg!(debug_assertions) {
        return;
    }
    assert!(POSITIONS.get() != before, "the proof of {clauses:?} lays out no position");
    let toothless = |clause: &&'static str| {
        let _off = Without::the(clause);
        catch_unwind(AssertUnwindSafe(&proof)).is_ok()
    };
    let toothless: Vec<_> = clauses.iter().copied().filter(toothless).collect();
    assert!(toothless.is_empty(), "the proof passes without {toothless:?}");
}

/// Marks the place where a rule clause decides: true, unless a test has switched the clause off.
#[macro_export]
macro_rules! rule {
    ($clause:literal) => {
        $crate::rule::holds($clause)
    };
}
