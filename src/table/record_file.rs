//! The file of a record: lines appended one by one, what of them is on the disk, and what to do when it takes no more.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use battle::Unusable;

use crate::disk::{Disk, DiskFile, RealDisk, SyncWhen, cannot, sync_folder_of};
use crate::setup::Setup;

/// How many names are tried for a new record.
const NAMES: u32 = 100_000;

/// Bytes with which it is tried whether a disk takes anything.
const TRIAL: usize = 4096;

/// Why a record is not saved whose name is on no file any more.
pub const TAKEN_AWAY: &str = "its file was taken away";

/// Why a record is not saved whose name is on another file.
pub const REPLACED: &str = "another file is in its place";

/// Who sees to it that what was written is put on the disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SavedBy {
    /// The game itself, behind the player's back; the next order waits for it.
    Game,
    /// Whoever keeps the game, with [`Past::saving`](crate::Past::saving).
    Keeper,
}

/// A record file open for appending, locked against a second writer. Never overwrites anything.
#[derive(Debug)]
pub struct RecordFile {
    disk: Arc<dyn Disk>,
    path: PathBuf,
    file: Arc<dyn DiskFile>,
    when: SyncWhen,
    pub(crate) by: SavedBy,
    /// Bytes that are as safe as was asked for.
    safe: u64,
    /// What comes after them: all of it is handed over, unless there is a fault.
    tail: Vec<u8>,
    /// Why the disk does not have the tail.
    fault: Option<String>,
    /// Whether the file's name is not yet on the disk.
    fresh: bool,
    /// Where what a power cut had torn was put aside.
    aside: Option<PathBuf>,
}

impl RecordFile {
    /// A new record in a folder (made if need be), named after the battle, the system and the seed, with a number where
    /// that name is taken.
    ///
    /// # Errors
    /// Names the folder or file and what the operating system says.
    pub fn create(folder: &Path, setup: &Setup) -> Result<RecordFile, Unusable> {
        let elsewhere = |error: io::Error| {
            let folder = folder.display();
            Unusable(format!("cannot save battles: {error}; --data DIR names another folder than {folder}"))
        };
        fs::create_dir_all(folder).map_err(elsewhere)?;
        let stem = format!("{}-{}-{}", plain(&setup.battle.scenario.key), setup.system.key, setup.seed);
        for number in 1..=NAMES {
            let name = if number == 1 { format!("{stem}.jsonl") } else { format!("{stem}-{number}.jsonl") };
            let path = folder.join(&name);
            match RealDisk.create(&path) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(elsewhere(error)),
                Ok(file) => return Ok(RecordFile::new(Arc::new(RealDisk), path, file)),
            }
        }
        Err(Unusable(format!("cannot create a record in {}: {NAMES} names like {stem} are taken", folder.display())))
    }

    /// A new record of exactly that name.
    ///
    /// # Errors
    /// Names the file and what the operating system says, also when it exists already.
    pub fn create_at(path: &Path) -> Result<RecordFile, Unusable> {
        let file = RealDisk.create(path).map_err(|error| cannot("create the record", path, &error))?;
        Ok(RecordFile::new(Arc::new(RealDisk), path.to_path_buf(), file))
    }

    /// The same on that disk.
    ///
    /// # Errors
    /// As [`RecordFile::create_at`].
    pub fn create_on(disk: &Arc<dyn Disk>, path: &Path) -> Result<RecordFile, Unusable> {
        let file = disk.create(path).map_err(|error| cannot("create the record", path, &error))?;
        Ok(RecordFile::new(Arc::clone(disk), path.to_path_buf(), file))
    }

    /// The same on that disk, for somebody who keeps the game and sees to its being saved.
    ///
    /// # Errors
    /// As [`RecordFile::create_at`].
    pub fn create_kept(disk: &Arc<dyn Disk>, path: &Path, when: SyncWhen) -> Result<RecordFile, Unusable> {
        let file = disk.create(path).map_err(|error| cannot("create the record", path, &error))?;
        let record = RecordFile::new(Arc::clone(disk), path.to_path_buf(), file);
        Ok(RecordFile { when, by: SavedBy::Keeper, ..record })
    }

    pub(crate) fn new(disk: Arc<dyn Disk>, path: PathBuf, file: Arc<dyn DiskFile>) -> RecordFile {
        RecordFile {
            disk,
            path,
            file,
            when: SyncWhen::Each,
            by: SavedBy::Game,
            safe: 0,
            tail: Vec::new(),
            fault: None,
            fresh: true,
            aside: None,
        }
    }

    /// Takes a new record away that nothing was written into.
    pub(crate) fn take_back(self) {
        if self.fresh && self.safe == 0 && self.tail.is_empty() {
            let _ = self.disk.remove(&self.path);
        }
    }

    /// An existing record, to be continued after its first `good` bytes. What follows them is torn; more than a line's
    /// beginning of it is put aside first. What is there is on the disk when this returns.
    pub(crate) fn reopen(
        disk: &Arc<dyn Disk>,
        path: &Path,
        good: u64,
        (when, by): (SyncWhen, SavedBy),
    ) -> Result<RecordFile, Unusable> {
        let failed = |error: io::Error| cannot("continue the record", path, &error);
        let file = disk.reopen(path).map_err(failed)?;
        let mut record = RecordFile { when, by, safe: good, ..RecordFile::new(Arc::clone(disk), path.into(), file) };
        let bytes = disk.read(path).map_err(failed)?;
        let rest = bytes.get(good as usize..).unwrap_or_default();
        if rest.contains(&b'\n') {
            record.aside = Some(put_aside(disk.as_ref(), path, rest).map_err(failed)?);
        }
        if !rest.is_empty() {
            record.file.truncate(good).map_err(failed)?;
        }
        if when != SyncWhen::Never {
            record.file.sync().and_then(|()| sync_folder_of(disk.as_ref(), path)).map_err(failed)?;
        }
        record.fresh = false;
        Ok(record)
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Where what was torn has been put aside.
    pub(crate) fn aside(&self) -> Option<&Path> {
        self.aside.as_deref()
    }

    /// Why what was appended is not saved; `None` when it is, or is about to be.
    pub(crate) fn fault(&self) -> Option<&str> {
        self.fault.as_deref()
    }

    /// Appends a line. After a fault it is kept until [`RecordFile::mend`] has worked.
    pub(crate) fn append(&mut self, line: &str) {
        let from = self.tail.len();
        self.tail.extend_from_slice(line.as_bytes());
        self.tail.push(b'\n');
        if self.fault.is_some() {
            return;
        }
        match self.file.append(&self.tail[from..]) {
            Err(error) => self.fail(&error),
            Ok(()) if self.when == SyncWhen::Never => self.now_safe(self.tail.len()),
            Ok(()) => {}
        }
    }

    fn fail(&mut self, error: &io::Error) {
        self.fault = Some(cannot("write the record", &self.path, error).0);
    }

    fn now_safe(&mut self, bytes: usize) {
        self.safe += bytes as u64;
        self.tail.drain(..bytes);
    }

    /// What is to be put on the disk; `None` when it is there, or is not to be, or cannot.
    pub(crate) fn saving(&self) -> Option<Saving> {
        (self.fault.is_none() && !self.tail.is_empty()).then(|| Saving {
            disk: Arc::clone(&self.disk),
            file: Arc::clone(&self.file),
            path: self.path.clone(),
            fresh: self.fresh,
            bytes: self.tail.len(),
            until: self.safe + self.tail.len() as u64,
        })
    }

    /// What came of it. A disk that fails to sync may have dropped what it was given, so everything not safe is written
    /// again when it is mended.
    pub(crate) fn saved(&mut self, saved: &Saved) {
        match &saved.done {
            Ok(()) => {
                self.fresh = false;
                self.now_safe(saved.bytes.min(self.tail.len()));
            }
            Err(error) => self.fail(error),
        }
    }

    /// Tries whether the disk takes anything: blanks, which are cut off again. A process killed between the two leaves
    /// them as the beginning of a line, which is torn and forgotten.
    pub(crate) fn try_it(&self) -> Result<(), String> {
        let end = self.safe + self.tail.len() as u64;
        let tried = self.file.append(&[b' '; TRIAL]).and_then(|()| match self.when {
            SyncWhen::Never => Ok(()),
            _ => self.file.sync(),
        });
        let done = self.file.truncate(end).and(tried);
        done.map_err(|error| cannot("write the record", &self.path, &error).0)
    }

    /// Tries to save what is not; whether all is saved now. After a fault everything that is not safe is written anew, and
    /// all of these lines where the file itself is no longer there.
    pub(crate) fn mend(&mut self, lines: &[String]) -> bool {
        if self.fault.is_none() {
            return true;
        }
        if let Err(error) = self.make_anew(lines) {
            self.fail(&error);
            return false;
        }
        let done = self.file.truncate(self.safe).and_then(|()| self.file.append(&self.tail));
        let done = done.and_then(|()| match self.when {
            SyncWhen::Never => Ok(()),
            _ => self.file.sync().and_then(|()| sync_folder_of(self.disk.as_ref(), &self.path)),
        });
        match done {
            Ok(()) => {
                self.fault = None;
                self.now_safe(self.tail.len());
            }
            Err(error) => self.fail(&error),
        }
        self.fault.is_none()
    }

    /// A new file where the old one was taken away, with nothing in it yet.
    fn make_anew(&mut self, lines: &[String]) -> io::Result<()> {
        match still_there(self.disk.as_ref(), &self.path, self.safe) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) if error.to_string() == REPLACED => return Err(error),
            _ => return Ok(()),
        }
        self.file = self.disk.create(&self.path).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => io::Error::new(error.kind(), TAKEN_AWAY),
            _ => error,
        })?;
        self.safe = 0;
        self.tail = lines.iter().flat_map(|line| line.bytes().chain([b'\n'])).collect();
        Ok(())
    }
}

/// Whether the name of a record is still on a file of that length at least: what is written to a file without a name is lost.
fn still_there(disk: &dyn Disk, path: &Path, length: u64) -> io::Result<()> {
    match disk.length(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Err(io::Error::new(error.kind(), TAKEN_AWAY)),
        Ok(found) if found < length => Err(io::Error::other(REPLACED)),
        Ok(_) => Ok(()),
        Err(error) => Err(error),
    }
}

/// Writes a record anew whose file was taken away, from lines that somebody still has; whether it was needed. A file of
/// another name is filled first, so that the record is whole or not there.
///
/// # Errors
/// Names the file and what the operating system says.
pub fn write_anew(disk: &dyn Disk, path: &Path, lines: &[String]) -> Result<bool, Unusable> {
    match disk.length(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        _ => return Ok(false),
    }
    let copy = path.with_extension("anew");
    let text: Vec<u8> = lines.iter().flat_map(|line| line.bytes().chain([b'\n'])).collect();
    let _left_by_a_kill = disk.remove(&copy);
    let file = disk.create(&copy).map_err(|error| cannot("write anew the record", path, &error))?;
    let written = file.append(&text).and_then(|()| file.sync());
    let named = written.and_then(|()| disk.rename(&copy, path)).and_then(|()| sync_folder_of(disk, path));
    named.map(|()| true).map_err(|error| cannot("write anew the record", path, &error))
}

/// Writes what was torn to a file beside the record.
fn put_aside(disk: &dyn Disk, path: &Path, rest: &[u8]) -> io::Result<PathBuf> {
    for number in 1..1000 {
        let aside = path.with_extension(format!("torn-{number}"));
        match disk.create(&aside) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
            Ok(file) => {
                file.append(rest)?;
                file.sync()?;
                return Ok(aside);
            }
        }
    }
    Err(io::Error::other("too many torn ends of it are kept already"))
}

/// Lines of a record on their way to the disk, to be waited for on any thread.
#[derive(Debug)]
#[must_use]
pub struct Saving {
    disk: Arc<dyn Disk>,
    file: Arc<dyn DiskFile>,
    path: PathBuf,
    /// Whether the file's name is not yet on the disk.
    fresh: bool,
    bytes: usize,
    /// How long the file is then, at least.
    until: u64,
}

impl Saving {
    /// Returns when they are there, or cannot be. Many may wait at once; a file system lets those that come together
    /// share a flush.
    pub fn run(self) -> Saved {
        let named = || if self.fresh { sync_folder_of(self.disk.as_ref(), &self.path) } else { Ok(()) };
        let done = self.file.sync().and_then(|()| named());
        let done = done.and_then(|()| still_there(self.disk.as_ref(), &self.path, self.until));
        Saved { bytes: self.bytes, done }
    }
}

/// What came of saving.
#[derive(Debug)]
#[must_use]
pub struct Saved {
    bytes: usize,
    done: io::Result<()>,
}

/// A name without anything that a file system might mind.
fn plain(name: &str) -> String {
    let kept = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '-' };
    name.chars().map(kept).collect()
}
