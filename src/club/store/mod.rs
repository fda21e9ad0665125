//! What is kept in the database: opening it, its versions, and the one door to it.

mod battles;
mod listed;
mod players;
mod ratings;

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use battle::Unusable;
use rusqlite::{Connection, OpenFlags, Transaction, TransactionBehavior};
use rusqlite_migration::{Error, M, MigrationDefinitionError, Migrations};

use crate::hall::lock;

pub(crate) use battles::{Claim, Offered, Owner};
pub(crate) use listed::{Listed, Stage, Wanted};
#[cfg(test)]
pub(crate) use ratings::rated;

/// The versions of the database, first to last. A version that was released is never edited; the next one is added.
const VERSIONS: &[M<'static>] = &[M::up(include_str!("first.sql")), M::up(include_str!("second.sql"))];

/// The database's file.
pub(crate) const DATABASE: &str = "club.sqlite3";

/// How long to wait for somebody else who reads the database, such as a backup.
const BUSY: Duration = Duration::from_secs(5);

/// What came of asking the database.
pub(crate) type Sql<T> = rusqlite::Result<T>;

/// The database, and the folder it lies in.
pub(crate) struct Store {
    connection: Mutex<Connection>,
    folder: PathBuf,
    lock: Mutex<Option<File>>,
}

impl Store {
    /// Opens the folder for this process alone.
    ///
    /// # Errors
    /// A folder that cannot be written, a database of a newer version, another process that has it open.
    pub(crate) fn open(folder: &Path) -> Result<Store, Unusable> {
        make(&folder.join("records")).map_err(|error| cannot("make the folder", folder, &error))?;
        let lock = locked(folder)?;
        let path = folder.join(DATABASE);
        let connection = connected(&path)?;
        Ok(Store { connection: Mutex::new(connection), folder: folder.to_path_buf(), lock: Mutex::new(Some(lock)) })
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

    fn connection(&self) -> MutexGuard<'_, Connection> {
        lock(&self.connection)
    }

    /// Everything `deed` does, or nothing of it.
    fn together<T>(&self, deed: impl FnOnce(&Transaction<'_>) -> Sql<T>) -> Sql<T> {
        let mut connection = self.connection();
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let done = deed(&transaction)?;
        transaction.commit()?;
        Ok(done)
    }

    /// The file of a battle's record.
    pub(crate) fn record(&self, battle: u64) -> PathBuf {
        self.folder.join(record_name(battle))
    }

    /// Does something while the database's files do not change.
    #[cfg(test)]
    pub(crate) fn frozen(&self, deed: impl FnOnce()) {
        let _still = self.connection();
        deed();
    }

    /// Puts everything into the one file and lets the folder go.
    pub(crate) fn shut(&self) -> Sql<()> {
        let whole = self.connection().query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()));
        lock(&self.lock).take();
        whole
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
/// WAL with `synchronous=NORMAL`: nothing that was committed is lost when the process is killed, and the file is never
/// damaged. A power failure may cost the last commits, as it may cost the last lines of a record, which are handed to
/// the operating system and not to the disk; a flush to disk for every order would make all wait for the disk.
fn connected(path: &Path) -> Result<Connection, Unusable> {
    let wrong = |error: rusqlite::Error| cannot("open the database", path, &error);
    let mut connection = Connection::open(path).map_err(wrong)?;
    connection.busy_timeout(BUSY).map_err(wrong)?;
    connection.pragma_update(None, "journal_mode", "WAL").map_err(wrong)?;
    connection.pragma_update(None, "synchronous", "NORMAL").map_err(wrong)?;
    Migrations::from_slice(VERSIONS).to_latest(&mut connection).map_err(|error| of_migration(path, &error))?;
    connection.pragma_update(None, "foreign_keys", "ON").map_err(wrong)?;
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
