//! What is kept in the database: opening it, its versions, and the one door to it.

mod battles;
mod listed;
mod past;
mod players;
mod ratings;
mod restored;
mod watch;

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use battle::Unusable;
use rusqlite::{Connection, OpenFlags, Transaction, TransactionBehavior};
use table::{Disk, RealDisk, SyncWhen};

use rusqlite_migration::{Error, M, MigrationDefinitionError, Migrations};

use crate::lock::lock;
use watch::Watch;

pub(crate) use battles::{Claim, Offered, Owner};
pub(crate) use listed::{Listed, Stage, Wanted};
pub(crate) use past::Tallied;
#[cfg(test)]
pub(crate) use ratings::rated;
pub(crate) use restored::{Found, Saved, saved_players};

/// The versions of the database, first to last. A version that was released is never edited; the next one is added.
const VERSIONS: &[M<'static>] = &[
    M::up(include_str!("store/first.sql")),
    M::up(include_str!("store/second.sql")),
    M::up(include_str!("store/third.sql")),
    M::up(include_str!("store/fourth.sql")),
];

/// The database's file.
pub(crate) const DATABASE: &str = "club.sqlite3";

/// How long to wait for somebody else who reads the database, such as a backup.
const BUSY: Duration = Duration::from_secs(5);

/// What came of asking the database.
pub(crate) type Sql<T> = rusqlite::Result<T>;

/// The database, and the folder it lies in.
pub(crate) struct Store {
    /// Writes. Whoever has it may wait for the disk.
    writer: Mutex<Connection>,
    /// Reads what was written, and waits for nobody who writes.
    reader: Mutex<Connection>,
    watch: Watch,
    folder: PathBuf,
    pub(crate) disk: Arc<dyn Disk>,
    when: SyncWhen,
    lock: Mutex<Option<File>>,
    /// How much of what is written ahead was synced with the last commit that was.
    #[cfg(test)]
    synced: Arc<Mutex<u64>>,
}

/// What is promised of a change.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Promise {
    /// It is on the disk when the call returns, where orders are.
    Kept,
    /// The records can tell it again.
    InRecords,
}

impl Store {
    /// Opens the folder for this process alone.
    ///
    /// # Errors
    /// A folder that cannot be written, a database of a newer version, another process that has it open.
    pub(crate) fn open(folder: &Path, disk: Arc<dyn Disk>, when: SyncWhen) -> Result<Store, Unusable> {
        make(&folder.join("records")).map_err(|error| cannot("make the folder", folder, &error))?;
        let lock = locked(folder)?;
        let path = folder.join(DATABASE);
        let writer = connected(&path)?;
        let reader = reading(&path)?;
        if when != SyncWhen::Never {
            let synced = disk.sync_folder(&folder.join("records")).and_then(|()| RealDisk.sync_folder(folder));
            synced.map_err(|error| cannot("sync the folder", folder, &error))?;
        }
        Ok(Store {
            writer: Mutex::new(writer),
            reader: Mutex::new(reader),
            watch: Watch::new(&path),
            folder: folder.to_path_buf(),
            disk,
            when,
            lock: Mutex::new(Some(lock)),
            #[cfg(test)]
            synced: Arc::default(),
        })
    }

    /// Looks at the database in a folder without changing it: its version, players and battles. `None` when there is none.
    ///
    /// # Errors
    /// A database that is damaged or of a newer version, another process that has the folder open.
    pub(crate) fn look(folder: &Path) -> Result<Option<String>, Unusable> {
        let path = folder.join(DATABASE);
        if !path.exists() {
            return Ok(None);
        }
        let _lock = folder.join("lock").exists().then(|| locked(folder)).transpose()?;
        let wrong = |error: rusqlite::Error| cannot("open the database", &path, &error);
        let connection = Connection::open_with_flags(&path, OpenFlags::SQLITE_OPEN_READ_WRITE).map_err(wrong)?;
        connection.busy_timeout(BUSY).map_err(wrong)?;
        let whole: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0)).map_err(wrong)?;
        let number = |sql: &str| connection.query_row(sql, [], |row| row.get::<_, u32>(0)).map_err(wrong);
        let version = number("PRAGMA user_version")? as usize;
        match version {
            _ if whole != "ok" => Err(cannot("read the database", &path, &whole)),
            _ if version > VERSIONS.len() => Err(too_new(&path)),
            0 => Ok(Some(String::from("an empty database"))),
            _ => {
                let (players, battles) =
                    (number("SELECT count(*) FROM players")?, number("SELECT count(*) FROM battles")?);
                let now = if version < VERSIONS.len() { "; the next start brings it up to date" } else { "" };
                Ok(Some(format!("{players} players, {battles} battles, version {version}{now}")))
            }
        }
    }

    /// To read.
    fn reader(&self) -> Sql<MutexGuard<'_, Connection>> {
        self.watch.look()?;
        Ok(lock(&self.reader))
    }

    /// Everything `deed` does, or nothing of it.
    fn together<T>(&self, promise: Promise, deed: impl FnOnce(&Transaction<'_>) -> Sql<T>) -> Sql<T> {
        self.watch.look()?;
        let mut writer = lock(&self.writer);
        let synchronous = if promise == Promise::Kept && self.when == SyncWhen::Each { "FULL" } else { "NORMAL" };
        writer.pragma_update(None, "synchronous", synchronous)?;
        let transaction = writer.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let done = deed(&transaction).and_then(|done| transaction.commit().map(|()| done));
        #[cfg(test)]
        if done.is_ok() && synchronous == "FULL" {
            let ahead = self.folder.join(format!("{DATABASE}-wal"));
            *lock(&self.synced) = fs::metadata(ahead).map_or(0, |file| file.len());
        }
        self.watch.after(done)
    }

    /// How much of what is written ahead is on the disk for certain.
    #[cfg(test)]
    pub(crate) fn synced(&self) -> Arc<Mutex<u64>> {
        Arc::clone(&self.synced)
    }

    /// Why the database is lost, if it is.
    pub(crate) fn lost(&self) -> Option<String> {
        let _looked = self.watch.look();
        self.watch.lost()
    }

    /// Takes a battle's record away.
    pub(crate) fn remove_record(&self, battle: u64) -> io::Result<()> {
        self.disk.remove(&self.record(battle))?;
        self.disk.sync_folder(&self.folder.join("records"))
    }

    /// The file of a battle's record.
    pub(crate) fn record(&self, battle: u64) -> PathBuf {
        self.folder.join(record_name(battle))
    }

    /// Does something while the database's files do not change.
    #[cfg(test)]
    pub(crate) fn frozen(&self, deed: impl FnOnce()) {
        let _still = lock(&self.writer);
        deed();
    }

    /// Puts everything into the one file and lets the folder go.
    pub(crate) fn shut(&self) -> Sql<()> {
        let lost = self.watch.look();
        self.watch.end();
        let whole = lost.and_then(|()| lock(&self.writer).query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())));
        lock(&self.lock).take();
        if self.watch.lost().is_some() { Ok(()) } else { whole }
    }
}

/// The record's file as seen from the club's folder.
pub(crate) fn record_name(battle: u64) -> String {
    format!("records/{battle}.jsonl")
}

/// Seconds since 1970.
pub(crate) fn now() -> i64 {
    seconds(SystemTime::now())
}

/// Seconds from 1970 to that time.
pub(crate) fn seconds(time: SystemTime) -> i64 {
    time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() as i64)
}

/// Makes a folder that nobody but its owner may look into: records hold the seeds of battles that go on.
#[cfg(unix)]
fn make(folder: &Path) -> io::Result<()> {
    use std::os::unix::fs::DirBuilderExt;
    fs::DirBuilder::new().recursive(true).mode(0o700).create(folder)
}

/// Makes a folder.
#[cfg(not(unix))]
fn make(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)
}

fn cannot(what: &str, path: &Path, error: &dyn std::fmt::Display) -> Unusable {
    Unusable(format!("cannot {what} {}: {error}", path.display()))
}

/// The lock on the folder, held as long as the file is open.
fn locked(folder: &Path) -> Result<File, Unusable> {
    let path = folder.join("lock");
    let file = OpenOptions::new().create(true).truncate(false).write(true).open(&path);
    let file = file.map_err(|error| cannot("open the lock", &path, &error))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => {
            Err(Unusable(format!("the club in {} is open in another process", folder.display())))
        }
        Err(TryLockError::Error(error)) => Err(cannot("lock", &path, &error)),
    }
}

/// Opens the database and brings it to this version.
///
/// It writes ahead (WAL), so nothing committed is lost when the process is killed, and the file is never damaged. What only
/// the database knows (names, offers, who sits where) is synced with its commit; how a battle stands is not, because its
/// record is, and tells it again at the next start.
fn connected(path: &Path) -> Result<Connection, Unusable> {
    let wrong = |error: rusqlite::Error| cannot("open the database", path, &error);
    let mut connection = Connection::open(path).map_err(wrong)?;
    connection.busy_timeout(BUSY).map_err(wrong)?;
    connection.pragma_update(None, "journal_mode", "WAL").map_err(wrong)?;
    connection.pragma_update(None, "synchronous", "FULL").map_err(wrong)?;
    Migrations::from_slice(VERSIONS).to_latest(&mut connection).map_err(|error| of_migration(path, &error))?;
    connection.pragma_update(None, "foreign_keys", "ON").map_err(wrong)?;
    Ok(connection)
}

/// A second connection, which only reads.
fn reading(path: &Path) -> Result<Connection, Unusable> {
    let wrong = |error: rusqlite::Error| cannot("open the database", path, &error);
    let connection = Connection::open(path).map_err(wrong)?;
    connection.busy_timeout(BUSY).map_err(wrong)?;
    connection.pragma_update(None, "query_only", "ON").map_err(wrong)?;
    Ok(connection)
}

fn of_migration(path: &Path, error: &Error) -> Unusable {
    match error {
        Error::MigrationDefinition(MigrationDefinitionError::DatabaseTooFarAhead) => too_new(path),
        _ => cannot("bring to this version the database", path, error),
    }
}

fn too_new(path: &Path) -> Unusable {
    Unusable(format!(
        "the database {} was written by a newer version of this program; this one reads versions up to {}",
        path.display(),
        VERSIONS.len()
    ))
}
