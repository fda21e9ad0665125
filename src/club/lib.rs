//! A place where many people play: players and their keys, battles and who sits in them, results and ratings, in a
//! database with the records beside it. It knows nothing of networks and terminals.
//!
//! Each running battle is a `table::Game` with a record file, kept here alone. The record is the truth: an order
//! is in it before anybody hears that it was carried out, and the database's account of a battle is brought up to date
//! from it. What a visitor plays is a follower of that game; see [`table::Link`]. What an onlooker watches is an account
//! of what both sides know; see [`table::Account`].
//!
//! | file | holds |
//! |---|---|
//! | `club.sqlite3` | players, offers, who sits where, results, ratings; how each battle stands, as its record says |
//! | `records/7.jsonl` | battle 7, order by order |
//! | `shelf/anna/bridge.toml` | a battle that anna keeps there for everybody |
//! | `lock` | locked by the process that has the folder open |

mod bench;
mod chair;
mod clock;
mod hall;
mod linked;
mod lock;
mod names;
mod offers;
mod past;
mod pool;
mod present;
mod recover;
mod room;
mod said;
mod scribe;
mod seat;
mod shares;
mod shelf;
mod show;
mod store;
mod visit;

#[cfg(test)]
mod tests;

use std::path::Path;
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

use battle::{Library, Unusable};
use table::{Afterwards, Disk, RealDisk};

pub use table::SyncWhen;

pub use crate::show::SHOW_PACE;

use crate::hall::Hall;
use crate::lock::lock;

/// How long [`Club::close`] waits for commanders that do not stop.
const PATIENCE: Duration = Duration::from_secs(5);

/// What the host of a club decides.
#[derive(Clone, Debug)]
pub struct Policy {
    /// What the place is called.
    pub name: String,
    /// Whether people without an account may come in.
    pub guests: bool,
    /// Battles a player may have going at once.
    pub battles_per_player: u32,
    /// Finished battles kept for each player, and for all guests together; 0: all. Older ones go with their records,
    /// unless somebody else in them keeps them.
    pub battles_kept: u32,
    /// Battles of their own that a player may keep at the place for everybody to play; 0: none.
    pub shelf: u32,
    /// Computer sides that may think at the same time.
    pub thinkers: usize,
    /// How long one decision of a computer side may take before it is asked for the best answer known.
    pub think_time: Duration,
    /// Whole turns that onlookers are behind, whether or not anything is hidden; 0: none.
    pub delay: u16,
    /// When orders are put on the disk.
    pub sync: SyncWhen,
    /// Who is shown the whole truth of a battle that is over.
    pub reveal: Reveal,
    /// The time from one order to the next in the battle between two computers that is always there to be watched;
    /// `None`: there is no such battle.
    pub show: Option<Duration>,
}

/// Who is shown the whole truth of a battle that is over: where hidden units were, what was ordered in secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reveal {
    /// Everybody.
    Everybody,
    /// Those who played it; others what both sides knew.
    Players,
}

impl Reveal {
    /// What onlookers are shown at the end.
    const fn to_onlookers(self) -> Afterwards {
        match self {
            Reveal::Everybody => Afterwards::Truth,
            Reveal::Players => Afterwards::Known,
        }
    }
}

/// Who knocks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Caller {
    /// The holder of a public key: its SHA256 fingerprint, and the key as one line of text.
    Key {
        /// `SHA256:...`
        fingerprint: String,
        /// `ssh-ed25519 AAAA...`
        key: String,
    },
    /// Somebody without an account.
    Guest,
}

/// How much is going on, for the host's log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// Accounts.
    pub players: usize,
    /// Visits going on.
    pub visits: usize,
    /// Battles that have begun and are not over.
    pub running: usize,
    /// Battles in memory.
    pub rooms: usize,
    /// Computer sides that think now.
    pub thinking: usize,
    /// Battles whose computer side waits for its turn to think.
    pub queued: usize,
}

/// The club.
pub struct Club {
    hall: Arc<Hall>,
    workers: Mutex<Vec<JoinHandle<()>>>,
}

impl Club {
    /// Opens the club whose things are in that folder, which is made when it is not there. Battles in which a computer
    /// side is to decide go on.
    ///
    /// A battle whose record cannot be continued does not stop the club; it says so in its row and in [`Club::notes`].
    ///
    /// # Errors
    /// A folder that cannot be written, a database of a newer version, another process that has it open.
    pub fn open(library: Arc<dyn Library>, folder: &Path, policy: Policy) -> Result<Arc<Club>, Unusable> {
        Club::open_on(Arc::new(RealDisk), library, folder, policy)
    }

    /// The same with the records on that disk; the database stays in the folder.
    ///
    /// # Errors
    /// As [`Club::open`].
    pub fn open_on(
        disk: Arc<dyn Disk>,
        library: Arc<dyn Library>,
        folder: &Path,
        policy: Policy,
    ) -> Result<Arc<Club>, Unusable> {
        let thinkers = policy.thinkers.max(1);
        let hall = Hall::open(library, folder, policy, disk)?;
        let mut workers = Vec::new();
        let spawned = workers_of(&hall, thinkers, &mut workers);
        let club = Arc::new(Club { hall, workers: Mutex::new(workers) });
        spawned.map_err(|error| Unusable(format!("cannot start a thread: {error}")))?;
        club.hall.take_up();
        Ok(club)
    }

    /// Looks at the club in a folder without opening it and without changing anything: a few words about what is there;
    /// `None` when nothing is.
    ///
    /// # Errors
    /// What an opening would fail on: a damaged database or one of a newer version, another process that has it open.
    pub fn look(folder: &Path) -> Result<Option<String>, Unusable> {
        store::Store::look(folder)
    }

    /// Names of records in a folder that its database knows no battle of; none where there are no records.
    ///
    /// # Errors
    /// A folder that cannot be read, or a database that cannot.
    pub fn unknown_records(folder: &Path) -> Result<Vec<String>, Unusable> {
        recover::unknown(folder)
    }

    /// Makes a lost or damaged database anew out of the records, or takes up again what it does not know of: who sat
    /// where, how it stands, results. A damaged database is put aside, with what can be read of it taken over. What was
    /// done, a line each.
    ///
    /// # Errors
    /// A folder that is being served from or cannot be written.
    pub fn recover(library: &dyn Library, folder: &Path) -> Result<Vec<String>, Unusable> {
        recover::recover(library, folder)
    }

    /// Lets somebody in. The visit ends when the last copy of the host is dropped.
    ///
    /// # Errors
    /// A sentence for the caller: guests are not let in.
    pub fn visit(self: &Arc<Self>, caller: &Caller) -> Result<Arc<dyn tui::Host>, String> {
        Ok(Arc::new(visit::Visit::new(self, caller)?))
    }

    /// Stops all thinking and writes everything down; afterwards nothing can be ordered. Waits 5 seconds at most for
    /// commanders that do not stop when asked.
    pub fn close(&self) {
        self.hall.shut();
        pool::join(&mut lock(&self.workers), PATIENCE);
        self.hall.clear();
    }

    /// How much is going on.
    #[must_use]
    pub fn facts(&self) -> Facts {
        self.hall.facts()
    }

    /// What went wrong since the last call, for the host's log; visitors are never shown it. The latest hundred.
    #[must_use]
    pub fn notes(&self) -> Vec<String> {
        self.hall.take_notes()
    }
}

impl Drop for Club {
    fn drop(&mut self) {
        self.close();
    }
}

fn workers_of(hall: &Arc<Hall>, thinkers: usize, workers: &mut Vec<JoinHandle<()>>) -> std::io::Result<()> {
    for number in 0..thinkers {
        let hall = Arc::clone(hall);
        workers.push(std::thread::Builder::new().name(format!("thinker-{number}")).spawn(move || pool::work(&hall))?);
    }
    let scribe = Arc::clone(hall);
    workers.push(std::thread::Builder::new().name(String::from("scribe")).spawn(move || scribe::run(&scribe))?);
    let hall = Arc::clone(hall);
    workers.push(std::thread::Builder::new().name(String::from("clock")).spawn(move || clock::run(&hall))?);
    Ok(())
}
