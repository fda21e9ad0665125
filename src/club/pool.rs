//! Computer sides think here: a few threads that take one decision at a time, of the battle whose turn it is ([`Shares`]).

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use table::{Thinking, Thought};

use crate::hall::{Hall, Hold};
use crate::lock::lock;
use crate::shares::{Shares, Taken};

struct Line {
    shares: Shares<Hold>,
    shut: bool,
}

/// The battles in which a computer side is to decide.
pub(crate) struct Pool {
    line: Mutex<Line>,
    changed: Condvar,
    thinking: AtomicUsize,
}

impl Pool {
    /// For so many threads.
    pub(crate) fn new(thinkers: usize) -> Pool {
        let line = Line { shares: Shares::new(thinkers), shut: false };
        Pool { line: Mutex::new(line), changed: Condvar::new(), thinking: AtomicUsize::new(0) }
    }

    /// Lets a battle wait for its turn.
    pub(crate) fn push(&self, hold: Hold) {
        let mut line = lock(&self.line);
        if !line.shut {
            line.shares.wait(hold.id(), hold);
            self.changed.notify_one();
        }
    }

    /// The next battle; `None` when the pool is shut.
    fn next(&self) -> Option<Taken<Hold>> {
        let mut line = lock(&self.line);
        while !line.shut {
            match line.shares.next() {
                Some(taken) => return Some(taken),
                None => line = self.changed.wait(line).unwrap_or_else(PoisonError::into_inner),
            }
        }
        None
    }

    /// A battle has thought for so long: another that could not begin meanwhile may.
    fn thought(&self, taken: &Taken<Hold>, took: Duration) {
        lock(&self.line).shares.thought(taken, took);
        self.changed.notify_one();
    }

    /// Ends the work; what waits is let go.
    pub(crate) fn shut(&self) {
        let waiting = {
            let mut line = lock(&self.line);
            line.shut = true;
            line.shares.let_go()
        };
        self.changed.notify_all();
        drop(waiting);
    }

    /// Battles that think and battles that wait.
    pub(crate) fn counts(&self) -> (usize, usize) {
        (self.thinking.load(Ordering::Relaxed), lock(&self.line).shares.len())
    }
}

/// Takes battles whose turn it is, one decision each, until the pool is shut.
pub(crate) fn work(hall: &Arc<Hall>) {
    while let Some(taken) = hall.pool.next() {
        let begun = Instant::now();
        hall.pool.thinking.fetch_add(1, Ordering::Relaxed);
        let one = catch_unwind(AssertUnwindSafe(|| decide(hall, &taken.who)));
        hall.pool.thinking.fetch_sub(1, Ordering::Relaxed);
        hall.pool.thought(&taken, begun.elapsed());
        if one.is_err() {
            hall.note(format!("battle {}: a fault while a computer side was thinking", taken.battle));
        }
    }
}

/// One decision of a battle's computer side.
fn decide(hall: &Arc<Hall>, hold: &Hold) {
    let stop = Arc::new(AtomicBool::new(false));
    let Some((thinking, epoch)) = hold.begin_thinking(&stop) else { return };
    let (side, name) = (thinking.side(), String::from(thinking.name()));
    let ticket = hall.clock.stop_after(hall.policy.think_time, Arc::clone(&stop));
    let thought = guarded(thinking, &stop);
    hall.clock.cancel(ticket);
    hold.finish_thinking(thought, epoch, side, &name);
}

/// Thinks; `None` when the commander panics.
fn guarded(thinking: Thinking, stop: &AtomicBool) -> Option<Thought> {
    catch_unwind(AssertUnwindSafe(|| thinking.run(stop))).ok()
}

/// Waits for threads to end, so long at most; those that go on are left to themselves.
pub(crate) fn join(workers: &mut Vec<JoinHandle<()>>, patience: Duration) {
    let end = Instant::now() + patience;
    for worker in workers.drain(..) {
        while !worker.is_finished() && Instant::now() < end {
            std::thread::sleep(Duration::from_millis(2));
        }
        if worker.is_finished() {
            let _ended = worker.join();
        }
    }
}
