//! The one timer of the club: asks commanders to stop when their time is up, rings the lobby's bell, and keeps the pace of
//! the show.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::hall::Hall;
use crate::lock::lock;
use crate::show::Act;

/// What is to be done when the time has come.
enum Alarm {
    /// A commander is to answer.
    Stop(Arc<AtomicBool>),
    /// Everybody is to look at the lobby.
    Ring,
    /// The show is to go on.
    Play(Arc<Act>),
}

/// A place in the clock.
pub(crate) type Ticket = (Instant, u64);

#[derive(Default)]
struct Alarms {
    due: BTreeMap<Ticket, Alarm>,
    next: u64,
    ringing: bool,
    shut: bool,
}

/// Alarms that are set. Nothing runs while there are none.
#[derive(Default)]
pub(crate) struct Clock {
    alarms: Mutex<Alarms>,
    changed: Condvar,
}

impl Clock {
    /// Sets `stop` after that time.
    pub(crate) fn stop_after(&self, time: Duration, stop: Arc<AtomicBool>) -> Option<Ticket> {
        self.set(time, Alarm::Stop(stop))
    }

    /// Rings after that time, unless a ring is due already.
    pub(crate) fn ring_after(&self, time: Duration) {
        if !std::mem::replace(&mut lock(&self.alarms).ringing, true) {
            self.set(time, Alarm::Ring);
        }
    }

    /// Lets the show go on after that time.
    pub(crate) fn play_after(&self, time: Duration, act: Arc<Act>) {
        self.set(time, Alarm::Play(act));
    }

    fn set(&self, time: Duration, alarm: Alarm) -> Option<Ticket> {
        let when = Instant::now().checked_add(time)?;
        let mut alarms = lock(&self.alarms);
        alarms.next += 1;
        let ticket = (when, alarms.next);
        alarms.due.insert(ticket, alarm);
        self.changed.notify_all();
        Some(ticket)
    }

    /// Forgets an alarm.
    pub(crate) fn cancel(&self, ticket: Option<Ticket>) {
        ticket.and_then(|ticket| lock(&self.alarms).due.remove(&ticket));
    }

    /// Ends [`run`].
    pub(crate) fn shut(&self) {
        lock(&self.alarms).shut = true;
        self.changed.notify_all();
    }

    /// The next alarm that is due; `None` when the clock is shut.
    fn next(&self) -> Option<Alarm> {
        let mut alarms = lock(&self.alarms);
        while !alarms.shut {
            let now = Instant::now();
            match alarms.due.first_key_value().map(|(ticket, _)| *ticket) {
                Some(ticket) if ticket.0 <= now => {
                    let alarm = alarms.due.remove(&ticket)?;
                    alarms.ringing &= !matches!(alarm, Alarm::Ring);
                    return Some(alarm);
                }
                first => alarms = self.wait(alarms, first.map(|ticket| ticket.0 - now)),
            }
        }
        None
    }

    fn wait<'a>(&self, alarms: MutexGuard<'a, Alarms>, time: Option<Duration>) -> MutexGuard<'a, Alarms> {
        match time {
            None => self.changed.wait(alarms).unwrap_or_else(PoisonError::into_inner),
            Some(time) => self.changed.wait_timeout(alarms, time).unwrap_or_else(PoisonError::into_inner).0,
        }
    }
}

/// Does what is due, until the hall is shut.
pub(crate) fn run(hall: &Arc<Hall>) {
    while let Some(alarm) = hall.clock.next() {
        match alarm {
            Alarm::Stop(stop) => stop.store(true, Ordering::Relaxed),
            Alarm::Ring => hall.wake_all(),
            Alarm::Play(act) => act.go_on(hall),
        }
    }
}
