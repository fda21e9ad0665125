//! What is kept between runs, so that one that was ended goes on where it was.

use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::room::Learned;
use crate::source::Source;
use crate::trial::{Observed, Outcome};

/// The state of sources, in a number.
pub fn digest<'a>(sources: impl Iterator<Item = &'a Source>) -> u64 {
    let mut hasher = DefaultHasher::new();
    for source in sources {
        (&source.path, &source.text).hash(&mut hasher);
    }
    hasher.finish()
}

/// What compiling and running a crate's tests without mutants told.
#[derive(Debug, Serialize, Deserialize)]
pub struct Prepared {
    digest: u64,
    /// What compiles.
    pub learned: Learned,
    /// What the tests do, by binary and name.
    pub tests: Vec<((usize, String), Observed)>,
}

impl Prepared {
    /// What was told of the same sources.
    pub fn read(path: &Path, digest: u64) -> Option<Prepared> {
        let prepared: Prepared = serde_json::from_str(&fs::read_to_string(path).ok()?).ok()?;
        (prepared.digest == digest).then_some(prepared)
    }

    /// Keeps it.
    ///
    /// # Errors
    /// Those of the disk.
    pub fn write(
        path: &Path,
        digest: u64,
        learned: Learned,
        tests: &BTreeMap<(usize, String), Observed>,
    ) -> io::Result<()> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let prepared = Prepared { digest, learned, tests: tests.clone().into_iter().collect() };
        fs::write(path, serde_json::to_string(&prepared).map_err(io::Error::other)?)
    }
}

/// A mutant that was tried.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq, Eq)]
struct Row {
    key: String,
    outcome: String,
    #[serde(default)]
    by: String,
    /// Milliseconds of the longest test that a survivor was tried with.
    #[serde(default)]
    longest: u64,
}

/// The results of a crate, written as they come.
#[derive(Debug)]
pub struct Results {
    path: PathBuf,
    longest: u64,
    found: Mutex<BTreeMap<String, Outcome>>,
}

impl Results {
    /// The results in a file, as far as they are of the same sources, and survivors as far as they were tried with tests
    /// as long as that; `caught` keeps what was caught before whatever has changed since.
    ///
    /// # Errors
    /// Those of the disk.
    pub fn open(path: &Path, digest: u64, longest: Duration, caught: bool) -> io::Result<Results> {
        let longest = longest.as_millis() as u64;
        let text = fs::read_to_string(path).unwrap_or_default();
        let same = text.lines().next() == Some(&digest.to_string());
        let rows = text.lines().skip(1).filter_map(|line| serde_json::from_str::<Row>(line).ok());
        let kept = |row: &Row| match outcome(row) {
            Outcome::Survived => same && row.longest >= longest,
            _ => same || caught,
        };
        let found: BTreeMap<String, Outcome> = rows.filter(kept).map(|row| (row.key.clone(), outcome(&row))).collect();
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let mut fresh = format!("{digest}\n");
        found.iter().for_each(|(key, outcome)| fresh.push_str(&line(key, outcome, longest)));
        fs::write(path, fresh)?;
        Ok(Results { path: path.to_owned(), longest, found: Mutex::new(found) })
    }

    /// What came of a mutant, if it was tried.
    pub fn get(&self, key: &str) -> Option<Outcome> {
        self.found.lock().expect("no thread panics with it").get(key).cloned()
    }

    /// Notes what came of a mutant.
    ///
    /// # Errors
    /// Those of the disk.
    pub fn note(&self, key: &str, outcome: Outcome) -> io::Result<()> {
        let mut found = self.found.lock().expect("no thread panics with it");
        OpenOptions::new().append(true).open(&self.path)?.write_all(line(key, &outcome, self.longest).as_bytes())?;
        found.insert(key.to_owned(), outcome);
        Ok(())
    }
}

fn outcome(row: &Row) -> Outcome {
    match row.outcome.as_str() {
        "failed" => Outcome::Failed(row.by.clone()),
        "broke" => Outcome::Broke,
        "refused" => Outcome::Refused,
        _ => Outcome::Survived,
    }
}

fn line(key: &str, outcome: &Outcome, longest: u64) -> String {
    let (name, by) = match outcome {
        Outcome::Failed(by) => ("failed", by.clone()),
        Outcome::Broke => ("broke", String::new()),
        Outcome::Refused => ("refused", String::new()),
        Outcome::Survived => ("survived", String::new()),
    };
    let row = Row { key: key.to_owned(), outcome: name.to_owned(), by, longest };
    serde_json::to_string(&row).map(|text| text + "\n").unwrap_or_default()
}
