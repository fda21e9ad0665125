//! Whether the database's files are still the ones that were opened: deleted, replaced, cut or overwritten ones are lost.

use std::fs::{File, Metadata};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use rusqlite::{Error, ErrorCode, ffi};

use super::Sql;
use crate::lock::lock;

/// How every database begins.
const MAGIC: &[u8; 16] = b"SQLite format 3\0";

/// One of its files.
struct Watched {
    path: PathBuf,
    file: u64,
    length: u64,
}

/// Looks after the files. SQLite itself goes on writing to a file that has no name any more, and says nothing.
pub(super) struct Watch {
    files: Mutex<Vec<Watched>>,
    lost: Mutex<Option<String>>,
    ended: AtomicBool,
}

impl Watch {
    /// Of the database of that name and of what it has written ahead.
    pub(super) fn new(database: &Path) -> Watch {
        let ahead = PathBuf::from(format!("{}-wal", database.display()));
        let watched = |path: PathBuf| {
            let found = std::fs::metadata(&path).ok()?;
            Some(Watched { path, file: number(&found), length: found.len() })
        };
        let files = [database.to_path_buf(), ahead].into_iter().filter_map(watched).collect();
        Watch { files: Mutex::new(files), lost: Mutex::default(), ended: AtomicBool::new(false) }
    }

    /// Nothing is expected of the files any more.
    pub(super) fn end(&self) {
        self.ended.store(true, Ordering::Relaxed);
    }

    /// Why the database is lost, if it is.
    pub(super) fn lost(&self) -> Option<String> {
        lock(&self.lost).clone()
    }

    /// Looks whether the files are there and no shorter than they were.
    ///
    /// # Errors
    /// The database is lost.
    pub(super) fn look(&self) -> Sql<()> {
        if self.lost().is_none() && !self.ended.load(Ordering::Relaxed) {
            let fault = lock(&self.files).iter_mut().find_map(fault);
            *lock(&self.lost) = fault;
        }
        match self.lost() {
            Some(why) => Err(Error::SqliteFailure(ffi::Error::new(ffi::SQLITE_CORRUPT), Some(why))),
            None => Ok(()),
        }
    }

    /// After something was asked of the database: a damage it has found is a loss.
    pub(super) fn after<T>(&self, said: Sql<T>) -> Sql<T> {
        if let Err(error) = &said
            && let Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) = error.sqlite_error_code()
        {
            lock(&self.lost).get_or_insert_with(|| error.to_string());
        }
        said
    }
}

/// What has happened to a file.
fn fault(watched: &mut Watched) -> Option<String> {
    let path = watched.path.display();
    match std::fs::metadata(&watched.path) {
        Err(error) => Some(format!("{path}: {error}")),
        Ok(found) if number(&found) != watched.file => Some(format!("{path} is another file than the one opened")),
        Ok(found) if found.len() < watched.length => {
            Some(format!("{path} was cut from {} bytes to {}", watched.length, found.len()))
        }
        Ok(found) => {
            watched.length = found.len();
            let database = path.to_string().ends_with(super::DATABASE);
            (database && !begins_well(&watched.path)).then(|| format!("{path} was overwritten"))
        }
    }
}

fn begins_well(path: &Path) -> bool {
    let mut begin = [0; 16];
    File::open(path).and_then(|mut file| file.read_exact(&mut begin)).is_ok() && begin == *MAGIC
}

#[cfg(unix)]
fn number(found: &Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::ino(found)
}

#[cfg(not(unix))]
fn number(_found: &Metadata) -> u64 {
    0
}
