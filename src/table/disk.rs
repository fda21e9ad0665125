//! The disk as records need it: append, cut off, and be told what is really there; the machine's own, or a stand-in.

use std::fmt::Debug;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use battle::Unusable;

/// Files and folders. What a call has done outlives the process; only what was synced outlives the machine's power.
pub trait Disk: Debug + Send + Sync {
    /// All that a file holds.
    ///
    /// # Errors
    /// What the operating system says.
    fn read(&self, path: &Path) -> io::Result<Vec<u8>>;

    /// How many bytes a file has.
    ///
    /// # Errors
    /// What the operating system says.
    fn length(&self, path: &Path) -> io::Result<u64>;

    /// A new file, for this process alone to write.
    ///
    /// # Errors
    /// `AlreadyExists`, or what the operating system says.
    fn create(&self, path: &Path) -> io::Result<Arc<dyn DiskFile>>;

    /// A file that is there, for this process alone to write.
    ///
    /// # Errors
    /// `ResourceBusy` when another process has it, or what the operating system says.
    fn reopen(&self, path: &Path) -> io::Result<Arc<dyn DiskFile>>;

    /// Another name for a file.
    ///
    /// # Errors
    /// What the operating system says.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// Takes a file away.
    ///
    /// # Errors
    /// What the operating system says.
    fn remove(&self, path: &Path) -> io::Result<()>;

    /// Puts the names in a folder on the disk: files made, renamed and taken away there.
    ///
    /// # Errors
    /// What the operating system says.
    fn sync_folder(&self, path: &Path) -> io::Result<()>;
}

/// A file that grows at its end.
pub trait DiskFile: Debug + Send + Sync {
    /// Adds bytes at the end. After an error any part of them may be there.
    ///
    /// # Errors
    /// What the operating system says.
    fn append(&self, bytes: &[u8]) -> io::Result<()>;

    /// Cuts the file off after so many bytes.
    ///
    /// # Errors
    /// What the operating system says.
    fn truncate(&self, length: u64) -> io::Result<()>;

    /// Returns when everything that was appended or cut off is on the disk. After an error any part of it may be there.
    ///
    /// # Errors
    /// What the operating system says.
    fn sync(&self) -> io::Result<()>;
}

/// When what is written is put on the disk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SyncWhen {
    /// Before anybody hears that it was carried out.
    #[default]
    Each,
    /// Once a second.
    Second,
    /// When the operating system likes.
    Never,
}

/// The machine's own disk.
#[derive(Clone, Copy, Debug, Default)]
pub struct RealDisk;

impl Disk for RealDisk {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        fs::read(path)
    }

    fn length(&self, path: &Path) -> io::Result<u64> {
        fs::metadata(path).map(|file| file.len())
    }

    fn create(&self, path: &Path) -> io::Result<Arc<dyn DiskFile>> {
        locked(OpenOptions::new().append(true).create_new(true).open(path)?)
    }

    fn reopen(&self, path: &Path) -> io::Result<Arc<dyn DiskFile>> {
        locked(OpenOptions::new().append(true).read(true).open(path)?)
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::rename(from, to)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        fs::remove_file(path)
    }

    #[cfg(unix)]
    fn sync_folder(&self, path: &Path) -> io::Result<()> {
        File::open(path)?.sync_all()
    }

    #[cfg(not(unix))]
    fn sync_folder(&self, _path: &Path) -> io::Result<()> {
        Ok(())
    }
}

/// How long a lock is waited for that somebody else has. A program that is being started holds what its parent has open until
/// it runs, also what the parent has let go of meanwhile: a moment, longer on a machine with much to do.
const PATIENCE: Duration = Duration::from_millis(500);
/// How often a lock is asked for meanwhile.
const PAUSE: Duration = Duration::from_millis(10);

/// File systems that know no locks are taken at their word.
fn locked(file: File) -> io::Result<Arc<dyn DiskFile>> {
    let since = Instant::now();
    loop {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) if since.elapsed() < PATIENCE => thread::sleep(PAUSE),
            Err(TryLockError::WouldBlock) => {
                return Err(io::Error::new(io::ErrorKind::ResourceBusy, "another program is writing it"));
            }
            _ => return Ok(Arc::new(file)),
        }
    }
}

impl DiskFile for File {
    fn append(&self, bytes: &[u8]) -> io::Result<()> {
        let mut file = self;
        file.write_all(bytes)?;
        file.flush()
    }

    fn truncate(&self, length: u64) -> io::Result<()> {
        self.set_len(length)
    }

    fn sync(&self) -> io::Result<()> {
        self.sync_data()
    }
}

/// Puts the names in the folder of that file on the disk.
pub(crate) fn sync_folder_of(disk: &dyn Disk, path: &Path) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    disk.sync_folder(folder.unwrap_or(Path::new(".")))
}

/// What could not be done with a file, and why.
pub(crate) fn cannot(what: &str, path: &Path, error: &io::Error) -> Unusable {
    Unusable(format!("cannot {what} {}: {error}", path.display()))
}
