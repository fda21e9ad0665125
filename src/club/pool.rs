//! Computer sides think here: a few threads that take one decision at a time, of the battle whose turn it is ([`Shares`]).
//! They also think out what a visitor's exercise asks for, and play the show while nobody else needs them.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use table::{Thinking, Thought};
use tui::Errand;

use crate::hall::{Hall, Hold};
use crate::lock::lock;
use crate::shares::{Shares, Taken};
use crate::show::Act;

/// For whom is thought.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Asker {
    /// A battle by its number.
    Battle(u64),
    /// A visit by its number.
    Visit(u64),
    /// The show.
    Show,
}

impl fmt::Display for Asker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Asker::Battle(battle) => write!(f, "battle {battle}"),
            Asker::Visit(_) => f.write_str("an exercise"),
            Asker::Show => f.write_str("the show"),
        }
    }
}

/// What is to be thought out.
enum Job {
    Battle(Hold),
    Errand(Errand, Arc<AtomicBool>),
    Show(Arc<Act>),
}

struct Line {
    shares: Shares<Asker, Job>,
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
        self.add(|shares| shares.wait(Asker::Battle(hold.id()), Job::Battle(hold)));
    }

    /// Lets an errand of a visit wait for its turn, in place of one that still waits.
    pub(crate) fn push_errand(&self, visit: u64, errand: Errand, stop: Arc<AtomicBool>) {
        self.add(|shares| shares.wait_instead(Asker::Visit(visit), Job::Errand(errand, stop)));
    }

    /// Lets the show wait until nobody else does.
    pub(crate) fn push_show(&self, act: Arc<Act>) {
        self.add(|shares| shares.wait_behind(Asker::Show, Job::Show(act)));
    }

    fn add(&self, wait: impl FnOnce(&mut Shares<Asker, Job>)) {
        let mut line = lock(&self.line);
        if !line.shut {
            wait(&mut line.shares);
            self.changed.notify_one();
        }
    }

    /// The next battle; `None` when the pool is shut.
    fn next(&self) -> Option<Taken<Asker, Job>> {
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
    fn thought(&self, taken: &Taken<Asker, ()>, took: Duration) {
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
        let (job, taken) = taken.part();
        hall.pool.thinking.fetch_add(1, Ordering::Relaxed);
        let one = catch_unwind(AssertUnwindSafe(|| do_it(hall, job)));
        hall.pool.thinking.fetch_sub(1, Ordering::Relaxed);
        hall.pool.thought(&taken, begun.elapsed());
        if one.is_err() {
            hall.note(format!("{}: a fault while a computer side was thinking", taken.key));
        }
    }
}

fn do_it(hall: &Arc<Hall>, job: Job) {
    match job {
        Job::Battle(hold) => decide(hall, &hold),
        Job::Errand(errand, stop) => run(hall, errand, stop),
        Job::Show(act) => act.play_on(hall),
    }
}

/// Thinks out what a visit asks for, unless it asks no longer.
fn run(hall: &Hall, errand: Errand, stop: Arc<AtomicBool>) {
    if stop.load(Ordering::Relaxed) {
        return;
    }
    let ticket = hall.clock.stop_after(hall.policy.think_time, Arc::clone(&stop));
    errand(&stop);
    hall.clock.cancel(ticket);
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
pub(crate) fn guarded(thinking: Thinking, stop: &AtomicBool) -> Option<Thought> {
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
