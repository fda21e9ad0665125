//! Computer sides think here: a fair queue of battles and a few threads that take one decision at a time.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use table::{Thinking, Thought};

use crate::hall::{Hall, Hold};
use crate::lock::lock;

#[derive(Default)]
struct Line {
    waiting: VecDeque<Hold>,
    shut: bool,
}

/// The queue of battles in which a computer side is to decide.
#[derive(Default)]
pub(crate) struct Pool {
    line: Mutex<Line>,
    changed: Condvar,
    thinking: AtomicUsize,
}

impl Pool {
    /// Queues a battle behind the others.
    pub(crate) fn push(&self, hold: Hold) {
        let mut line = lock(&self.line);
        if !line.shut {
            line.waiting.push_back(hold);
            self.changed.notify_one();
        }
    }

    /// The next battle; `None` when the pool is shut.
    fn next(&self) -> Option<Hold> {
        let mut line = lock(&self.line);
        while !line.shut {
            match line.waiting.pop_front() {
                Some(hold) => return Some(hold),
                None => line = self.changed.wait(line).unwrap_or_else(PoisonError::into_inner),
            }
        }
        None
    }

    /// Ends the work; what waits is let go.
    pub(crate) fn shut(&self) {
        let waiting = {
            let mut line = lock(&self.line);
            line.shut = true;
            std::mem::take(&mut line.waiting)
        };
        self.changed.notify_all();
        drop(waiting);
    }

    /// Battles that think and battles that wait.
    pub(crate) fn counts(&self) -> (usize, usize) {
        (self.thinking.load(Ordering::Relaxed), lock(&self.line).waiting.len())
    }
}

/// Takes battles from the queue, one decision each, until the pool is shut.
pub(crate) fn work(hall: &Arc<Hall>) {
    while let Some(hold) = hall.pool.next() {
        hall.pool.thinking.fetch_add(1, Ordering::Relaxed);
        let one = catch_unwind(AssertUnwindSafe(|| decide(hall, &hold)));
        hall.pool.thinking.fetch_sub(1, Ordering::Relaxed);
        if one.is_err() {
            hall.note(format!("battle {}: a fault while a computer side was thinking", hold.id()));
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
