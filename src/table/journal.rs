//! Writing a record: lines appended one by one, each with its place in the chain of hashes.

use std::path::Path;
use std::sync::mpsc::{self, Receiver};
use std::thread;

use battle::{Outcome, Reason, Side};
use serde_json::json;

use crate::record_file::{RecordFile, Saved, SavedBy, Saving};

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
    /// The version that plays from the next order on, where it is another.
    version: Option<&'static str>,
    file: Option<RecordFile>,
    /// What comes of the lines that are on their way to the disk.
    under_way: Option<Receiver<Saved>>,
    /// Whether the user was told that the disk takes nothing.
    told: bool,
    news: Vec<String>,
}

impl Journal {
    /// A journal in memory that begins with that header.
    pub(crate) fn new(header: String) -> Journal {
        let chain = Chain::new(&header);
        Journal {
            lines: vec![header],
            chain,
            last_hash: None,
            version: None,
            file: None,
            under_way: None,
            told: false,
            news: Vec::new(),
        }
    }

    /// Writes on into a file that has the first `there` lines already.
    pub(crate) fn attach(&mut self, mut file: RecordFile, there: usize) {
        if let Some(aside) = file.aside() {
            let (path, aside) = (file.path().display(), aside.display());
            self.news.push(format!("the record {path} had a torn end, as a power cut leaves it; that is in {aside}."));
        }
        self.lines[there..].iter().for_each(|line| file.append(line));
        self.file = Some(file);
        self.settle();
    }

    pub(crate) fn path(&self) -> Option<&Path> {
        self.file.as_ref().map(RecordFile::path)
    }

    /// What the user must be told about the file, once.
    pub(crate) fn news(&mut self) -> Vec<String> {
        std::mem::take(&mut self.news)
    }

    /// Says before the next order that it is played by another version than the lines before it.
    pub(crate) fn hand_over_to(&mut self, version: &'static str) {
        self.version = Some(version);
    }

    /// From here on the battle is played by that version of the program. No hash depends on it.
    pub(crate) fn program(&mut self, version: &str) {
        self.version = None;
        self.push(json!({ "program": version }).to_string());
    }

    pub(crate) fn order(&mut self, text: &str) {
        self.version.take().into_iter().for_each(|version| self.program(version));
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
        if let Some(file) = &mut self.file {
            file.append(&line);
        }
        self.lines.push(line);
    }

    /// Why what was written down is not saved; `None` when it is, or is on its way.
    pub(crate) fn fault(&self) -> Option<&str> {
        self.file.as_ref().and_then(RecordFile::fault)
    }

    /// After lines were written: sends them on their way to the disk where nobody else does, and has something to tell
    /// when they cannot be saved.
    pub(crate) fn settle(&mut self) {
        self.look();
        let own = self.file.as_ref().filter(|file| file.by == SavedBy::Game);
        if let (None, Some(saving)) = (&self.under_way, own.and_then(RecordFile::saving)) {
            let (sender, receiver) = mpsc::channel();
            thread::spawn(move || sender.send(saving.run()));
            self.under_way = Some(receiver);
        }
        self.tell_fault();
    }

    /// Whether something is on its way to the disk.
    pub(crate) fn is_under_way(&self) -> bool {
        self.under_way.is_some()
    }

    /// Looks whether what is on its way has arrived.
    fn look(&mut self) {
        if let Some(saved) = self.under_way.as_ref().and_then(|saved| saved.try_recv().ok()) {
            self.under_way = None;
            self.saved(&saved);
        }
    }

    /// Waits until all that was written is on the disk or cannot be.
    pub(crate) fn wait(&mut self) {
        while let Some(saved) = self.under_way.take() {
            if let Ok(saved) = saved.recv() {
                self.saved(&saved);
            }
            self.settle();
        }
    }

    /// What is to be put on the disk by whoever keeps the game.
    pub(crate) fn saving(&self) -> Option<Saving> {
        self.file.as_ref().and_then(RecordFile::saving)
    }

    /// What came of it.
    pub(crate) fn saved(&mut self, saved: &Saved) {
        if let Some(file) = &mut self.file {
            file.saved(saved);
        }
        self.tell_fault();
    }

    /// Tries whether the disk takes anything.
    pub(crate) fn try_file(&mut self) -> Result<(), String> {
        self.file.as_ref().map_or(Ok(()), RecordFile::try_it)
    }

    /// Tries again to save what could not be; whether all is saved.
    pub(crate) fn mend(&mut self) -> bool {
        self.wait();
        let lines = &self.lines;
        let mended = self.file.as_mut().is_none_or(|file| file.mend(lines));
        self.tell_fault();
        mended
    }

    fn tell_fault(&mut self) {
        let Some(file) = &self.file else { return };
        match (file.fault(), self.told) {
            (Some(why), false) => self.news.push(format!("{why}; no further order is taken until it is saved.")),
            (None, true) => self.news.push(format!("the record {} is complete again.", file.path().display())),
            _ => {}
        }
        self.told = file.fault().is_some();
    }
}

impl Drop for Journal {
    fn drop(&mut self) {
        self.wait();
    }
}

/// The reason of an ending, one word.
pub(crate) const fn reason(outcome: &Outcome) -> &'static str {
    word(outcome.reason)
}

const fn word(reason: Reason) -> &'static str {
    match reason {
        Reason::Objectives => "objectives",
        Reason::Losses => "losses",
        Reason::Destruction => "destruction",
        Reason::Broken => "broken",
        Reason::Resigned => "resigned",
    }
}

/// The reason of that word.
pub(crate) fn reason_named(name: &str) -> Option<Reason> {
    let all = [Reason::Objectives, Reason::Losses, Reason::Destruction, Reason::Broken, Reason::Resigned];
    all.into_iter().find(|reason| word(*reason) == name)
}
