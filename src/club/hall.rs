//! The hall: the battles in memory, who is here, and what is told to whom.

use std::collections::{BTreeMap, VecDeque};
use std::fmt;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use battle::{Library, Side, Unusable};
use table::{Disk, Saving, Thinking, Thought};

use crate::clock::Clock;
use crate::lock::lock;
use crate::pool::Pool;
use crate::present::Present;
use crate::recover;
use crate::room::{Inner, Paper, Room, Standing};
use crate::said::{ASTRAY, CLOSING, NO_BOOKS, NO_DISK, NOT_WRITTEN, STUCK};
use crate::scribe::Scribe;
use crate::seat::{Occupant, Who};
use crate::shelf::Shelf;
use crate::show::Show;
use crate::store::{Listed, Sql, Stage, Store, Wanted, now, seconds};
use crate::{Facts, Policy};

/// How long changes in other people's battles are gathered before the lobby is rung.
const GATHERING: Duration = Duration::from_secs(1);

/// Notes for the host that are kept.
const NOTES: usize = 100;

/// The hall.
///
/// Locks are taken in this order, and no waker is called under any: the registry of rooms, a room, the database.
pub(crate) struct Hall {
    pub(crate) library: Arc<dyn Library>,
    pub(crate) policy: Policy,
    pub(crate) store: Store,
    pub(crate) shelf: Shelf,
    pub(crate) pool: Pool,
    pub(crate) clock: Clock,
    pub(crate) scribe: Scribe,
    /// The battle that is always there to be watched, where the host wants one.
    pub(crate) show: Option<Show>,
    /// Rooms with the number of holds on them.
    rooms: Mutex<BTreeMap<u64, (Arc<Room>, usize)>>,
    present: Mutex<Vec<Arc<Present>>>,
    visits: AtomicU64,
    notes: Mutex<VecDeque<String>>,
    shut: AtomicBool,
    cleared: AtomicBool,
    told_of_loss: AtomicBool,
}

impl Hall {
    pub(crate) fn open(
        library: Arc<dyn Library>,
        folder: &Path,
        policy: Policy,
        disk: Arc<dyn Disk>,
    ) -> Result<Arc<Hall>, Unusable> {
        recover::no_books_lost(folder)?;
        let shelf = Shelf::new(folder, Arc::clone(&disk), policy.shelf);
        let store = Store::open(folder, disk, policy.sync)?;
        store.tidy().map_err(|error| Unusable(format!("cannot read the database in {}: {error}", folder.display())))?;
        let pool = Pool::new(policy.thinkers.max(1));
        let show = policy.show.and_then(|pace| Show::new(library.as_ref(), pace));
        Ok(Arc::new(Hall {
            library,
            policy,
            store,
            shelf,
            pool,
            clock: Clock::default(),
            scribe: Scribe::default(),
            show,
            rooms: Mutex::default(),
            present: Mutex::default(),
            visits: AtomicU64::new(0),
            notes: Mutex::default(),
            shut: AtomicBool::new(false),
            cleared: AtomicBool::new(false),
            told_of_loss: AtomicBool::new(false),
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
            let length = self.store.disk.length(&self.store.record(battle.id)).unwrap_or(0);
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
            match self.store.remove_record(battle) {
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
        let fresh = || (Arc::new(Room::new(battle, self.paper(battle))), 0);
        let (room, holds) = rooms.entry(battle).or_insert_with(fresh);
        *holds += 1;
        Hold { hall: Arc::clone(self), room: Arc::clone(room) }
    }

    /// Where a battle's record is written.
    pub(crate) fn paper(&self, battle: u64) -> Paper {
        Paper { disk: Arc::clone(&self.store.disk), path: self.store.record(battle), when: self.policy.sync }
    }

    /// Lets somebody in. A guest gets the first number that is free.
    pub(crate) fn welcome(&self, known: Option<Who>) -> Arc<Present> {
        let mut present = lock(&self.present);
        let taken = |name: &String| present.iter().any(|other| other.who().name() == Some(name));
        let guest = || (1..).map(|number: u32| format!("guest-{number}")).find(|name| !taken(name)).map(Who::Guest);
        let who = known.or_else(guest).unwrap_or_else(|| Who::Guest(String::from("guest")));
        let visitor = Present::new(self.visits.fetch_add(1, Ordering::Relaxed), who);
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
        } else if before.listed() != after.listed() {
            self.wake_players(room.id);
            self.ring_soon();
        }
    }

    /// Everybody is to look at the lobby before long.
    pub(crate) fn ring_soon(&self) {
        self.clock.ring_after(GATHERING);
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
            if self.note_loss() {
                return String::from(NO_BOOKS);
            }
            self.note(format!("database: {error}"));
            String::from("the host's books cannot be read or written now; try again later")
        })
    }

    /// Whether the database is lost; tells the host once.
    pub(crate) fn note_loss(&self) -> bool {
        let Some(why) = self.store.lost() else { return false };
        if !self.told_of_loss.swap(true, Ordering::Relaxed) {
            self.note(format!(
                "the database is lost: {why}; battles go on and are in their records; stop the server, then serve --recover"
            ));
            self.wake_all();
        }
        true
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
        self.note_loss();
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
        self.scribe.shut();
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

/// Why something was not done to a battle.
pub(crate) enum Undone {
    /// It could not be.
    Refused(String),
    /// It could not be written down, so it is as if it had not been.
    NotWritten,
}

impl fmt::Display for Undone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Undone::Refused(why) => why,
            Undone::NotWritten => NOT_WRITTEN,
        })
    }
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
    /// returns, and a computer side that is to decide is queued. While the disk is waited for, nobody else is kept from
    /// looking at the battle as it was.
    ///
    /// # Errors
    /// Why it was not done, for whoever did it: also when it could not be written, and then nothing has changed.
    pub(crate) fn act(&self, deed: impl FnOnce(&mut Inner, &dyn Library) -> Result<(), String>) -> Result<(), Undone> {
        let library = self.hall.library.as_ref();
        let _one_at_a_time = lock(&self.room.deed);
        let (before, done, saving) = {
            let mut inner = lock(&self.room.inner);
            let before = inner.standing().cloned();
            let done = deed(&mut inner, library);
            (before, done, inner.saving())
        };
        let saved = saving.map(Saving::run);
        let (written, after, soon) = {
            let mut inner = lock(&self.room.inner);
            let written = inner.settle(library, saved);
            (written, inner.standing().cloned(), inner.saving_soon().is_some())
        };
        if soon {
            self.hall.scribe.sync_soon(self.hall.hold(self.id()));
        }
        self.update(before.as_ref(), after.as_ref());
        match written {
            Ok(()) if before != after => self.is_written(),
            Ok(()) => {}
            Err(why) => {
                self.not_written(&why);
                return done.map_err(Undone::Refused).and(Err(Undone::NotWritten));
            }
        }
        self.queue();
        if let (Some(before), Some(after)) = (before, after)
            && before != after
        {
            self.hall.tell(&self.room, &before, &after);
        }
        done.map_err(Undone::Refused)
    }

    /// Brings the battle's row up to date.
    fn update(&self, before: Option<&Standing>, after: Option<&Standing>) {
        if let Some(after) = after.filter(|after| before != Some(*after)) {
            let when = if before.is_some() { now() } else { self.written() };
            let _noted = self.hall.sql(self.hall.store.update(self.id(), after, when));
        }
    }

    /// Queues a computer side that is to decide.
    fn queue(&self) {
        let mut inner = lock(&self.room.inner);
        let wants = inner.wants_thinking();
        inner.queued |= wants;
        drop(inner);
        if wants {
            self.hall.pool.push(self.hall.hold(self.id()));
        }
    }

    /// The record could not be written: everybody hears of it once, and it is tried again until it can.
    fn not_written(&self, why: &str) {
        if self.hall.scribe.try_again(self.hall.hold(self.id())) {
            self.hall.note(format!("battle {}: {why}; it is tried again every second", self.id()));
            self.wake_followers();
            self.hall.wake_all();
        }
    }

    fn is_written(&self) {
        if self.hall.scribe.is_mended(self.id()) {
            self.hall.note(format!("battle {}: its record can be written again", self.id()));
            self.wake_followers();
            self.hall.wake_all();
        }
    }

    fn wake_followers(&self) {
        let followers = lock(&self.room.followers).clone();
        followers.iter().for_each(|follower| follower.wake());
    }

    /// Tries to write what could not be written.
    pub(crate) fn mend(&self) {
        if self.hall.scribe.is_stuck(self.id()) && self.act(|inner, library| inner.mend(library)).is_ok() {
            self.is_written();
        }
    }

    /// Puts lines on the disk that everybody has heard of.
    pub(crate) fn sync(&self) {
        let saving = lock(&self.room.inner).saving_soon();
        let Some(saved) = saving.map(Saving::run) else { return };
        let done = lock(&self.room.inner).saved(&saved);
        if let Err(why) = done {
            self.not_written(&why);
        }
    }

    /// When the record was last written to.
    fn written(&self) -> i64 {
        let file = std::fs::metadata(self.hall.store.record(self.id()));
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
        let loaded = self.act(|inner, library| inner.load(library).map_err(|error| error.0));
        let Err(error) = loaded else {
            let _noted = self.hall.sql(self.hall.store.unremark(self.id(), &[STUCK, ASTRAY]));
            return Ok(());
        };
        self.hall.note(format!("battle {}: {error}", self.id()));
        if self.hall.scribe.is_stuck(self.id()) {
            return Err(String::from(NO_DISK));
        }
        let words = lock(&self.room.inner).go_astray(self.hall.library.as_ref());
        let words = words.unwrap_or_else(|| String::from(STUCK));
        let _noted = self.hall.sql(self.hall.store.remark(self.id(), &words));
        Err(words)
    }

    /// A side gives up.
    pub(crate) fn resign(&self, side: Side) {
        if let Err(why) = self.act(|inner, _| inner.resign(side, "")) {
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
        let Err(Undone::Refused(why)) = done else { return };
        self.hall.note(format!("battle {}: {name} ({side}): {why}", self.id()));
        let remark = format!("{name} could not go on: {why}");
        let _noted = self.hall.sql(self.hall.store.remark(self.id(), &remark));
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
