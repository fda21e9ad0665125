//! Playing the plan on several threads, with results in the order of the plan.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use battle::{Library, Unusable};

use crate::bout::{self, Played};
use crate::options::Options;
use crate::plan::Plan;
use crate::progress::Progress;
use crate::report::Report;
use crate::resume;

/// Plays everything. `progress` hears of each game in the order of the plan, as soon as all before it are done.
///
/// # Errors
/// Unusable names, or a record that cannot be written. Faults of single games are no errors; the report has them.
pub fn run(library: &dyn Library, options: &Options, progress: impl Fn(&Progress<'_>)) -> Result<Report, Unusable> {
    let plan = Plan::of(library, options)?;
    let mut report = Report::new(options, &plan);
    if resume::take_up(library, &mut report, &plan, options)? {
        return Ok(report);
    }
    let next = AtomicUsize::new(report.games());
    let work = Work { library, options, plan: &plan, next, over: AtomicBool::new(false) };
    let (send, receive) = channel();
    thread::scope(|scope| {
        for _ in 0..options.jobs.clamp(1, plan.matches.len().max(1)) {
            let (work, send) = (&work, send.clone());
            scope.spawn(move || work.play_games(&send));
        }
        drop(send);
        let done = collect(receive, &mut report, plan.matches.len(), progress);
        work.over.store(true, Ordering::Relaxed);
        done
    })?;
    Ok(report)
}

type Result1 = (usize, Result<Played, Unusable>);

/// What the threads share.
struct Work<'a> {
    library: &'a dyn Library,
    options: &'a Options,
    plan: &'a Plan,
    next: AtomicUsize,
    /// Nothing more is to be played.
    over: AtomicBool,
}

impl Work<'_> {
    fn play_games(&self, send: &Sender<Result1>) {
        while !self.options.stop.load(Ordering::Relaxed) && !self.over.load(Ordering::Relaxed) {
            let place = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(one) = self.plan.matches.get(place) else { return };
            let played = bout::play(self.library, self.options, self.plan, one);
            self.over.fetch_or(played.is_err(), Ordering::Relaxed);
            if send.send((place, played)).is_err() {
                return;
            }
        }
    }
}

/// Puts results in order, until all are there or what is to be enough has been seen.
fn collect(
    receive: Receiver<Result1>,
    report: &mut Report,
    total: usize,
    progress: impl Fn(&Progress<'_>),
) -> Result<(), Unusable> {
    let mut waiting = BTreeMap::new();
    for (place, played) in receive {
        waiting.insert(place, played?);
        while let Some(played) = waiting.remove(&report.games()) {
            let (row, turns, times) = (played.row.clone(), played.turns.clone(), played.times.clone());
            let enough = report.add(played);
            let (done, faults) = (report.games(), report.faults().len());
            progress(&Progress { done, total, faults, row: &row, turns: &turns, times: &times });
            if enough {
                return Ok(());
            }
        }
    }
    Ok(())
}
