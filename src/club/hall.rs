//! The hall: the battles in memory, who is here, and what is told to whom.

use std::collections::{BTreeMap, VecDeque};
use std::fs;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use battle::{Library, Side, Unusable};
use table::{Thinking, Thought};

use crate::clock::Clock;
use crate::pool::Pool;
use crate::present::Present;
use crate::room::{Inner, Room, Standing};
use crate::seat::{Occupant, Who};
use crate::store::{Listed, Sql, Stage, Store, Wanted, now, seconds};
use crate::{Facts, Policy};

/// How long changes in other people's battles are gathered before the lobby is rung.
const GATHERING: Duration = Duration::from_secs(1);

/// Notes for the host that are kept.
const NOTES: usize = 100;

/// What is said of a battle whose record cannot be played.
pub(crate) const STUCK: &str = "it cannot be continued; the host knows why";

/// What is said when the place is closing.
pub(crate) const CLOSING: &str = "the place is closing";

/// Locks, whatever happened to whoever had it before.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The hall.
///
/// Locks are taken in this order, and no waker is called under any: the registry of rooms, a room, the database.
pub(crate) struct Hall {
    pub(crate) library: Arc<dyn Library>,
    pub(crate) policy: Policy,
    pub(crate) store: Store,
    pub(crate) pool: Pool,
    pub(crate) clock: Clock,
    /// Rooms with the number of holds on them.
    rooms: Mutex<BTreeMap<u64, (Arc<Room>, usize)>>,
    present: Mutex<Vec<Arc<Present>>>,
    notes: Mutex<VecDeque<String>>,
    shut: AtomicBool,
    cleared: AtomicBool,
}

impl Hall {
    pub(crate) fn open(library: Arc<dyn Library>, folder: &Path, policy: Policy) -> Result<Arc<Hall>, Unusable> {
        let store = Store::open(folder)?;
        store.tidy().map_err(|error| Unusable(format!("cannot read the database in {}: {error}", folder.display())))?;
        Ok(Arc::new(Hall {
            library,
            policy,
            store,
            pool: Pool::default(),
            clock: Clock::default(),
            rooms: Mutex::default(),
            present: Mutex::default(),
            notes: Mutex::default(),
            shut: AtomicBool::new(false),
            cleared: AtomicBool::new(false),
        }))
    }

    /// Takes up what was going on when the club was last closed or killed: battles whose record says more than their
    /// row, those in which a computer side is to decide, and those of guests, which end.
    pub(crate) fn take_up(self: &Arc<Hall>) {
        self.clear_out();
        for battle in self.sql(self.store.unfinished()).unwrap_or_default() {
            if battle.stage != Stage::Running {
                continue;
            }
            let length = fs::metadata(self.store.record(battle.id)).map_or(0, |file| file.len());
            let computer = battle.to_move.is_some_and(|side| matches!(battle.seat(side), Occupant::Commander(_)));
            let guest = guest_side(&battle);
            if length != battle.bytes || computer || guest.is_some() {
                let hold = self.hold(battle.id);
                let ready = hold.ready();
                if let (Ok(()), Some(side)) = (ready, guest) {
                    hold.resign(side);
                }
            }
        }
    }

    /// Lets go of finished battles that nobody keeps: first the record, then the row, so that nothing is left over when
    /// the process is killed between the two.
    fn clear_out(&self) {
        if self.policy.battles_kept == 0 {
            return;
        }
        for battle in self.sql(self.store.surplus(self.policy.battles_kept)).unwrap_or_default() {
            match fs::remove_file(self.store.record(battle)) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => {
                    self.note(format!("battle {battle}: its record cannot be taken away: {error}"));
                }
                _ => {
                    let _noted = self.sql(self.store.forget(battle));
                }
            }
        }
    }

    /// A hold on a battle, which keeps it in memory.
    pub(crate) fn hold(self: &Arc<Hall>, battle: u64) -> Hold {
        let mut rooms = lock(&self.rooms);
        let fresh = || (Arc::new(Room::new(battle, self.store.record(battle))), 0);
        let (room, holds) = rooms.entry(battle).or_insert_with(fresh);
        *holds += 1;
        Hold { hall: Arc::clone(self), room: Arc::clone(room) }
    }

    /// Lets somebody in. A guest gets the first number that is free.
    pub(crate) fn welcome(&self, known: Option<Who>) -> Arc<Present> {
        let mut present = lock(&self.present);
        let taken = |name: &String| present.iter().any(|other| other.who().name() == Some(name));
        let guest = || (1..).map(|number: u32| format!("guest-{number}")).find(|name| !taken(name)).map(Who::Guest);
        let who = known.or_else(guest).unwrap_or_else(|| Who::Guest(String::from("guest")));
        let visitor = Present::new(who);
        present.push(Arc::clone(&visitor));
        visitor
    }

    /// Somebody goes. A guest's battles end.
    pub(crate) fn farewell(self: &Arc<Hall>, visitor: &Arc<Present>) {
        let who = visitor.who();
        if matches!(who, Who::Guest(_)) && !self.is_shut() {
            for battle in self.sql(self.store.listed(&Wanted::Own(&who))).unwrap_or_default() {
                let hold = self.hold(battle.id);
                if let (Ok(()), Some(side)) = (hold.ready(), battle.side_of(&who)) {
                    hold.resign(side);
                }
            }
        }
        lock(&self.present).retain(|other| !Arc::ptr_eq(other, visitor));
    }

    /// Names of those who are here, each once.
    pub(crate) fn names_here(&self) -> Vec<String> {
        let present = lock(&self.present).clone();
        let mut names: Vec<String> = present.iter().filter_map(|other| other.who().name().map(String::from)).collect();
        names.sort();
        names.dedup();
        names
    }

    /// Wakes everybody: the lobby has changed.
    pub(crate) fn wake_all(&self) {
        let present = lock(&self.present).clone();
        present.iter().for_each(|visitor| visitor.wake());
    }

    /// Tells of a battle's change: its followers at once, its players when the lobby lists it otherwise than before, and
    /// everybody else soon, or at once when it is over.
    fn tell(&self, room: &Room, before: &Standing, after: &Standing) {
        let followers = lock(&room.followers).clone();
        followers.iter().for_each(|follower| follower.wake());
        if after.end.is_some() {
            self.clear_out();
            self.wake_all();
        } else if (before.turn, before.to_move) != (after.turn, after.to_move) {
            self.wake_players(room.id);
            self.clock.ring_after(GATHERING);
        }
    }

    fn wake_players(&self, battle: u64) {
        let Ok(Some(battle)) = self.sql(self.store.battle(battle)) else { return };
        let present = lock(&self.present).clone();
        let players = present.iter().filter(|visitor| battle.side_of(&visitor.who()).is_some());
        players.for_each(|visitor| visitor.wake());
    }

    /// What the database said; a fault of it is noted and becomes a sentence.
    pub(crate) fn sql<T>(&self, said: Sql<T>) -> Result<T, String> {
        said.map_err(|error| {
            self.note(format!("database: {error}"));
            String::from("the host's books cannot be read or written now; try again later")
        })
    }

    /// Writes something down for the host.
    pub(crate) fn note(&self, text: String) {
        let mut notes = lock(&self.notes);
        notes.push_back(text);
        if notes.len() > NOTES {
            notes.pop_front();
        }
    }

    pub(crate) fn take_notes(&self) -> Vec<String> {
        lock(&self.notes).drain(..).collect()
    }

    pub(crate) fn facts(&self) -> Facts {
        let (players, running) = self.sql(self.store.counts()).unwrap_or_default();
        let (thinking, queued) = self.pool.counts();
        let (visits, rooms) = (lock(&self.present).len(), lock(&self.rooms).len());
        Facts { players, visits, running, rooms, thinking, queued }
    }

    pub(crate) fn is_shut(&self) -> bool {
        self.shut.load(Ordering::Relaxed)
    }

    fn rooms(&self) -> Vec<Arc<Room>> {
        lock(&self.rooms).values().map(|(room, _)| Arc::clone(room)).collect()
    }

    /// Stops all thinking; nothing can be ordered any more.
    pub(crate) fn shut(&self) {
        self.shut.store(true, Ordering::Relaxed);
        self.rooms().iter().for_each(|room| lock(&room.inner).close());
        self.pool.shut();
        self.clock.shut();
    }

    /// Lets the records and the database go.
    pub(crate) fn clear(&self) {
        if self.cleared.swap(true, Ordering::Relaxed) {
            return;
        }
        self.rooms().iter().for_each(|room| {
            let mut inner = lock(&room.inner);
            inner.close();
            inner.let_go();
        });
        let _noted = self.sql(self.store.shut());
    }
}

/// The side that a guest has.
fn guest_side(battle: &Listed) -> Option<Side> {
    Side::ALL.into_iter().find(|side| matches!(battle.seat(*side), Occupant::Guest(_)))
}

/// A battle kept in memory as long as this is there.
pub(crate) struct Hold {
    hall: Arc<Hall>,
    room: Arc<Room>,
}

impl Hold {
    pub(crate) fn id(&self) -> u64 {
        self.room.id
    }

    pub(crate) fn hall(&self) -> &Arc<Hall> {
        &self.hall
    }

    pub(crate) fn room(&self) -> &Room {
        &self.room
    }

    /// Looks at the battle.
    pub(crate) fn look<T>(&self, at: impl FnOnce(&Inner) -> T) -> T {
        at(&lock(&self.room.inner))
    }

    /// Does something to the battle; what came of it is in the record and in the database and is told when this
    /// returns, and a computer side that is to decide is queued.
    pub(crate) fn act<T>(&self, deed: impl FnOnce(&mut Inner, &dyn Library) -> T) -> T {
        let mut inner = lock(&self.room.inner);
        let before = inner.standing().cloned();
        let done = deed(&mut inner, self.hall.library.as_ref());
        let after = inner.standing().cloned();
        if let Some(after) = after.as_ref().filter(|after| before.as_ref() != Some(after)) {
            let when = if before.is_some() { now() } else { self.written() };
            let _noted = self.hall.sql(self.hall.store.update(self.id(), after, when));
        }
        let wants = inner.wants_thinking();
        inner.queued |= wants;
        drop(inner);
        if wants {
            self.hall.pool.push(self.hall.hold(self.id()));
        }
        if let (Some(before), Some(after)) = (before, after)
            && before != after
        {
            self.hall.tell(&self.room, &before, &after);
        }
        done
    }

    /// When the record was last written to.
    fn written(&self) -> i64 {
        let file = fs::metadata(self.hall.store.record(self.id()));
        file.and_then(|file| file.modified()).map_or_else(|_| now(), seconds)
    }

    /// Sees to it that the battle is loaded.
    ///
    /// # Errors
    /// A sentence for a visitor; what is wrong is noted for the host.
    pub(crate) fn ready(&self) -> Result<(), String> {
        if self.hall.is_shut() {
            return Err(String::from(CLOSING));
        }
        let loaded = self.act(Inner::load);
        let stuck = loaded.is_err();
        let _noted = self.hall.sql(self.hall.store.remark(self.id(), STUCK, stuck));
        loaded.map_err(|error| {
            self.hall.note(format!("battle {}: {error}", self.id()));
            String::from(STUCK)
        })
    }

    /// A side gives up.
    pub(crate) fn resign(&self, side: Side) {
        if let Err(why) = self.act(|inner, library| inner.resign(library, side, "")) {
            self.hall.note(format!("battle {}: {side} could not resign: {why}", self.id()));
        }
    }

    /// Takes the computer's seat out to think.
    pub(crate) fn begin_thinking(&self, stop: &Arc<AtomicBool>) -> Option<(Thinking, u32)> {
        lock(&self.room.inner).begin_thinking(stop)
    }

    /// Puts it back. A commander that cannot go on has resigned, and everybody may read why.
    pub(crate) fn finish_thinking(&self, thought: Option<Thought>, epoch: u32, side: Side, name: &str) {
        let done = self.act(|inner, library| inner.finish_thinking(library, thought, epoch, side));
        let Err(why) = done else { return };
        self.hall.note(format!("battle {}: {name} ({side}): {why}", self.id()));
        let remark = format!("{name} could not go on: {why}");
        let _noted = self.hall.sql(self.hall.store.remark(self.id(), &remark, true));
        self.hall.wake_all();
    }
}

impl Drop for Hold {
    fn drop(&mut self) {
        let mut rooms = lock(&self.hall.rooms);
        let Some((_, holds)) = rooms.get_mut(&self.room.id) else { return };
        *holds -= 1;
        if *holds == 0 {
            rooms.remove(&self.room.id);
            // Under the registry's lock, so that nobody loads the record before this game has let it go.
            lock(&self.room.inner).let_go();
        }
    }
}
