//! What programs say on their error output: a file for each, of bounded length, in the system's folder for such files.

use std::fs::{self, File};
use std::io::{ErrorKind, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// Bytes that are kept from the beginning.
pub(super) const KEPT: usize = 1024 * 1024;

/// Bytes that are kept of what follows, from the end.
pub(super) const LAST: usize = 4096;

/// Characters of the last line that are told.
const TOLD: usize = 200;

/// Files made by this process so far.
static MADE: AtomicU32 = AtomicU32::new(0);

/// A file for errors. When it is dropped, it goes if there is nothing in it.
pub(super) struct ErrorFile {
    path: PathBuf,
    /// It goes whatever is in it.
    goes: bool,
}

impl ErrorFile {
    /// A new one; nothing where none can be made.
    pub(super) fn create() -> Option<ErrorFile> {
        let folder = std::env::temp_dir();
        for _ in 0..1000 {
            let number = MADE.fetch_add(1, Ordering::Relaxed) + 1;
            let path = folder.join(format!("grognard-errors-{}-{number}.txt", std::process::id()));
            match File::create_new(&path) {
                Ok(_) => return Some(ErrorFile { path, goes: false }),
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(_) => return None,
            }
        }
        None
    }

    /// Where it is.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Has it go when it is dropped, whatever is in it.
    pub(super) const fn drop_later(&mut self) {
        self.goes = true;
    }

    /// The last line in it that is not empty, plain and not long.
    pub(super) fn last_line(&self) -> Option<String> {
        let mut file = File::open(&self.path).ok()?;
        let length = file.metadata().ok()?.len();
        file.seek(SeekFrom::Start(length.saturating_sub(LAST as u64))).ok()?;
        let mut bytes = Vec::new();
        file.take(LAST as u64).read_to_end(&mut bytes).ok()?;
        let text = String::from_utf8_lossy(&bytes);
        let line = text.lines().rev().map(str::trim).find(|line| !line.is_empty())?;
        Some(plain::cut(&plain::line(line), TOLD).into_owned())
    }
}

impl Drop for ErrorFile {
    fn drop(&mut self) {
        if self.goes || fs::metadata(&self.path).is_ok_and(|data| data.len() == 0) {
            // It is of no use and no harm.
            let _ = fs::remove_file(&self.path);
        }
    }
}
