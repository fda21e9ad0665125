//! Writing a record: lines appended one by one, each with its place in the chain of hashes.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use battle::{Outcome, Side, Unusable};
use serde_json::json;

use crate::setup::Setup;

/// How many names are tried for a new record.
const NAMES: u32 = 100_000;

/// A record file open for appending, locked against a second writer. Never overwrites anything.
#[derive(Debug)]
pub struct RecordFile {
    path: PathBuf,
    file: File,
    good: u64,
    backlog: Vec<u8>,
    broken: bool,
}

impl RecordFile {
    /// A new record in a folder (made if need be), named after the battle, the system and the seed, with a number where
    /// that name is taken.
    ///
    /// # Errors
    /// Names the folder or file and what the operating system says.
    pub fn create(folder: &Path, setup: &Setup) -> Result<RecordFile, Unusable> {
        fs::create_dir_all(folder).map_err(|error| cannot("make the folder", folder, &error))?;
        let stem = format!("{}-{}-{}", plain(&setup.battle.scenario.key), setup.system.key, setup.seed);
        for number in 1..=NAMES {
            let name = if number == 1 { format!("{stem}.jsonl") } else { format!("{stem}-{number}.jsonl") };
            match new_file(&folder.join(&name)) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(cannot("create the record", &folder.join(name), &error)),
                Ok(file) => return RecordFile::locked(folder.join(name), file, 0),
            }
        }
        Err(Unusable(format!("cannot create a record in {}: {NAMES} names like {stem} are taken", folder.display())))
    }

    /// A new record of exactly that name.
    ///
    /// # Errors
    /// Names the file and what the operating system says, also when it exists already.
    pub fn create_at(path: &Path) -> Result<RecordFile, Unusable> {
        let file = new_file(path).map_err(|error| cannot("create the record", path, &error))?;
        RecordFile::locked(path.to_path_buf(), file, 0)
    }

    /// An existing record, to be continued after its first `good` bytes; what follows them is a torn line.
    pub(crate) fn reopen(path: &Path, good: u64) -> Result<RecordFile, Unusable> {
        let opened = OpenOptions::new().append(true).read(true).open(path);
        let file = opened.map_err(|error| cannot("continue the record", path, &error))?;
        let record = RecordFile::locked(path.to_path_buf(), file, good)?;
        record.file.set_len(good).map_err(|error| cannot("continue the record", path, &error))?;
        Ok(record)
    }

    pub(crate) fn locked(path: PathBuf, file: File, good: u64) -> Result<RecordFile, Unusable> {
        match file.try_lock() {
            Err(fs::TryLockError::WouldBlock) => {
                Err(Unusable(format!("cannot continue the record {}: another program is writing it", path.display())))
            }
            _ => Ok(RecordFile { path, file, good, backlog: Vec::new(), broken: false }),
        }
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Appends a line. What could not be written is kept and tried again with the next line.
    pub(crate) fn append(&mut self, line: &str) -> Written {
        self.backlog.extend_from_slice(line.as_bytes());
        self.backlog.push(b'\n');
        match (self.write_backlog(), self.broken) {
            (Ok(()), false) => Written::Well,
            (Ok(()), true) => {
                self.broken = false;
                Written::Again
            }
            (Err(_), true) => Written::Well,
            (Err(error), false) => {
                self.broken = true;
                Written::Failed(cannot("write the record", &self.path, &error).0)
            }
        }
    }

    /// Stands for a failed attempt to write `line`, of which only `part` came out.
    #[cfg(test)]
    pub(crate) fn fail_for_now(&mut self, line: &str, part: &str) {
        self.file.write_all(part.as_bytes()).expect("written");
        self.backlog.extend_from_slice(format!("{line}\n").as_bytes());
        self.broken = true;
    }

    fn write_backlog(&mut self) -> io::Result<()> {
        if self.broken {
            self.file.set_len(self.good)?;
            self.file.seek(SeekFrom::Start(self.good))?;
        }
        self.file.write_all(&self.backlog)?;
        self.file.flush()?;
        self.good += self.backlog.len() as u64;
        self.backlog.clear();
        Ok(())
    }
}

/// How appending went.
pub(crate) enum Written {
    /// As it should, or it fails as it did before.
    Well,
    /// It fails from now on, and why.
    Failed(String),
    /// It works again, and nothing is missing.
    Again,
}

fn new_file(path: &Path) -> io::Result<File> {
    OpenOptions::new().append(true).create_new(true).open(path)
}

fn cannot(what: &str, path: &Path, error: &io::Error) -> Unusable {
    Unusable(format!("cannot {what} {}: {error}", path.display()))
}

/// A name without anything that a file system might mind.
fn plain(name: &str) -> String {
    let kept = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '-' };
    name.chars().map(kept).collect()
}

/// The chain of hashes: each turn's hash follows from the one before, the turn's order lines and the state.
#[derive(Clone)]
pub(crate) struct Chain {
    hasher: blake3::Hasher,
}

impl Chain {
    /// The chain's first link is the header line.
    pub(crate) fn new(header: &str) -> Chain {
        let mut hasher = blake3::Hasher::new();
        hasher.update(header.as_bytes());
        Chain { hasher }
    }

    fn add(&mut self, text: &str) {
        self.hasher.update(text.as_bytes());
        self.hasher.update(b"\n");
    }

    /// Closes a link with the state; its first 32 hexadecimal digits.
    fn close(&mut self, digest: &blake3::Hash) -> String {
        self.hasher.update(digest.as_bytes());
        let hash = self.hasher.finalize();
        self.hasher = blake3::Hasher::new();
        self.hasher.update(hash.as_bytes());
        String::from(&hash.to_hex().as_str()[..32])
    }
}

/// The lines of a record, kept in memory and in the file if there is one.
pub(crate) struct Journal {
    pub(crate) lines: Vec<String>,
    pub(crate) chain: Chain,
    pub(crate) last_hash: Option<String>,
    file: Option<RecordFile>,
    news: Vec<String>,
}

impl Journal {
    /// A journal in memory that begins with that header.
    pub(crate) fn new(header: String) -> Journal {
        let chain = Chain::new(&header);
        Journal { lines: vec![header], chain, last_hash: None, file: None, news: Vec::new() }
    }

    /// Writes on into a file that has the first `there` lines already.
    pub(crate) fn attach(&mut self, file: RecordFile, there: usize) {
        self.file = Some(file);
        for place in there..self.lines.len() {
            self.write(place);
        }
    }

    pub(crate) fn path(&self) -> Option<&Path> {
        self.file.as_ref().map(RecordFile::path)
    }

    /// What the user must be told about the file, once.
    pub(crate) fn news(&mut self) -> Vec<String> {
        std::mem::take(&mut self.news)
    }

    pub(crate) fn order(&mut self, text: &str) {
        self.chain.add(text);
        self.push(json!({ "order": text }).to_string());
    }

    pub(crate) fn resigned(&mut self, side: Side, why: &str) {
        self.chain.add(&format!("resign {side}"));
        let line = match why {
            "" => json!({ "resign": side }),
            _ => json!({ "resign": side, "why": why }),
        };
        self.push(line.to_string());
    }

    pub(crate) fn turn(&mut self, turn: u16, digest: &blake3::Hash) {
        let hash = self.chain.close(digest);
        self.push(json!({ "turn": turn, "hash": hash }).to_string());
        self.last_hash = Some(hash);
    }

    pub(crate) fn over(&mut self, outcome: &Outcome, digest: &blake3::Hash) {
        let hash = self.chain.close(digest);
        let how = json!({ "winner": outcome.winner, "reason": reason(outcome), "points": outcome.points });
        self.push(json!({ "over": how, "hash": hash }).to_string());
        self.last_hash = Some(hash);
    }

    pub(crate) fn taken_back(&mut self, orders: usize) {
        self.push(json!({ "undo": orders }).to_string());
    }

    fn push(&mut self, line: String) {
        self.lines.push(line);
        self.write(self.lines.len() - 1);
    }

    fn write(&mut self, place: usize) {
        let Some(file) = &mut self.file else { return };
        match file.append(&self.lines[place]) {
            Written::Well => {}
            Written::Failed(why) => self.news.push(format!("{why}; the battle goes on unsaved.")),
            Written::Again => self.news.push(format!("the record {} is complete again.", file.path.display())),
        }
    }
}

/// The reason of an ending, one word.
pub(crate) const fn reason(outcome: &Outcome) -> &'static str {
    match outcome.reason {
        battle::Reason::Objectives => "objectives",
        battle::Reason::Losses => "losses",
        battle::Reason::Destruction => "destruction",
        battle::Reason::Broken => "broken",
        battle::Reason::Resigned => "resigned",
    }
}
