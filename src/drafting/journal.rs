//! The journal of a draft: one line for each change, on the disk before the change is seen, so that nothing is lost with the program.
//!
//! The first line says which file it is about, what stood in it, and the text that the edits began from; each other line is a
//! change. A last line that is torn is passed over.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::edit::Name;
use crate::history::{How, Made};
use crate::patch::{Patch, apply};

/// How the name of a journal ends.
pub(crate) const ENDING: &str = "jsonl";

/// The form of journals that is written and read.
const FORM: u64 = 1;

/// A number for a text that is another one for nearly every other text (FNV-1a).
pub(crate) fn mark_of(text: &str) -> String {
    let fold = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    format!("{:016x}", text.bytes().fold(0xcbf2_9ce4_8422_2325, fold))
}

/// What a journal begins with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// The battle file.
    pub path: PathBuf,
    /// The mark of what stood in it; nothing where it was not there.
    pub disk: Option<String>,
    /// The text that the edits began from.
    pub text: String,
}

impl Head {
    fn line(&self) -> String {
        let path = self.path.to_string_lossy();
        json!({ "draft": FORM, "path": path, "disk": self.disk, "text": self.text }).to_string()
    }

    fn read(line: &str) -> Option<Head> {
        let value: Value = serde_json::from_str(line).ok()?;
        if value.get("draft")?.as_u64()? != FORM {
            return None;
        }
        Some(Head {
            path: PathBuf::from(value.get("path")?.as_str()?),
            disk: value.get("disk")?.as_str().map(str::to_owned),
            text: value.get("text")?.as_str()?.to_owned(),
        })
    }
}

/// A change as a line.
fn line(made: &Made, how: How) -> String {
    let patches: Vec<Value> = made.patches.iter().map(Patch::to_json).collect();
    let count = made.name.count.as_ref().map(|(count, what)| json!([count, what]));
    json!({ how.word(): made.name.words, "count": count, "patches": patches }).to_string()
}

fn read_line(line: &str) -> Option<(Made, How)> {
    let value: Value = serde_json::from_str(line).ok()?;
    let (key, words) = value.as_object()?.iter().next()?;
    let count = value.get("count")?.as_array();
    let count = count.and_then(|pair| Some((pair.first()?.as_u64()? as usize, pair.get(1)?.as_str()?.to_owned())));
    let patches = value.get("patches")?.as_array()?.iter().map(Patch::of_json).collect::<Option<Vec<Patch>>>()?;
    let name = Name { words: words.as_str()?.to_owned(), count };
    Some((Made { name, patches }, How::of_word(key)?))
}

/// What a journal tells: its head, the changes that fit, and the text that comes of them.
pub(crate) struct Told {
    pub head: Head,
    pub changes: Vec<(Made, How)>,
    pub text: String,
    /// Bytes of it that are whole.
    pub good: usize,
}

/// Reads a journal's bytes as far as they make sense; nothing where not even the head does.
pub(crate) fn read(bytes: &[u8]) -> Option<Told> {
    let mut lines = bytes.split_inclusive(|byte| *byte == b'\n');
    let whole = |line: &[u8]| {
        line.last().filter(|byte| **byte == b'\n')?;
        std::str::from_utf8(line).ok().map(|text| text.trim_end().to_owned())
    };
    let first = lines.next()?;
    let head = Head::read(&whole(first)?)?;
    let mut told = Told { text: head.text.clone(), head, changes: Vec::new(), good: first.len() };
    for bytes in lines {
        let Some((made, how)) = whole(bytes).and_then(|line| read_line(&line)) else { break };
        let Some(text) = apply(&made.patches, &told.text) else { break };
        told.text = text;
        told.changes.push((made, how));
        told.good += bytes.len();
    }
    Some(told)
}

/// The path of the journal of a battle file in a folder.
pub(crate) fn path_for(folder: &Path, battle: &Path) -> PathBuf {
    let stem = battle.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    let stem: String =
        stem.chars().filter(|letter| letter.is_ascii_alphanumeric() || "-_".contains(*letter)).take(40).collect();
    folder.join(format!("{stem}-{}.{ENDING}", mark_of(&battle.to_string_lossy())))
}

/// A journal that is being written, for this process alone.
#[derive(Debug)]
pub(crate) struct Journal {
    path: PathBuf,
    file: Option<File>,
    /// Lines that the disk has not taken yet.
    tail: String,
}

impl Journal {
    /// Opens the journal at a path, made where there is none.
    pub fn open(path: PathBuf) -> io::Result<Journal> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let file = OpenOptions::new().create(true).append(true).read(true).open(&path)?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => Err(io::Error::from(io::ErrorKind::ResourceBusy)),
            // File systems that know no locks are taken at their word.
            _ => Ok(Journal { path, file: Some(file), tail: String::new() }),
        }
    }

    /// One that keeps nothing, for drafts without a folder.
    pub fn nowhere() -> Journal {
        Journal { path: PathBuf::new(), file: None, tail: String::new() }
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Begins anew with that head.
    pub fn begin(&mut self, head: &Head) -> io::Result<()> {
        let Some(file) = &self.file else { return Ok(()) };
        file.set_len(0)?;
        self.tail = head.line() + "\n";
        self.flush()
    }

    /// Drops what stands behind so many bytes.
    pub fn cut(&mut self, good: usize) -> io::Result<()> {
        self.file.as_ref().map_or(Ok(()), |file| file.set_len(good as u64))
    }

    /// Adds a change. What the disk does not take now goes with the next one.
    pub fn add(&mut self, made: &Made, how: How) -> io::Result<()> {
        if self.file.is_none() {
            return Ok(());
        }
        self.tail += &line(made, how);
        self.tail.push('\n');
        self.flush()
    }

    /// Writes what has not been written; a disk that takes only a part of it is cut back, so that no line is torn in the middle.
    fn flush(&mut self) -> io::Result<()> {
        let Some(file) = &mut self.file else { return Ok(()) };
        let before = file.metadata()?.len();
        match file.write_all(self.tail.as_bytes()).and_then(|()| file.sync_data()) {
            Ok(()) => {
                self.tail.clear();
                Ok(())
            }
            Err(error) => {
                let _ = file.set_len(before);
                Err(error)
            }
        }
    }

    /// Takes it away: nothing in it is needed any more.
    pub fn remove(&mut self) {
        if self.file.take().is_some() {
            let _ = fs::remove_file(&self.path);
        }
    }
}
