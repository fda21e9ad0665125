//! Lists of keys in the format of `authorized_keys`, read again when their files change.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use battle::Unusable;
use russh::keys::ssh_key::authorized_keys::Entry;
use russh::keys::{HashAlg, PublicKey};

/// One list: a file and the fingerprints that were in it.
#[derive(Debug)]
struct KeyList {
    path: PathBuf,
    stamp: Option<(SystemTime, u64)>,
    keys: BTreeSet<String>,
}

/// What the lists say about a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It may come in.
    Admitted,
    /// It is on the list of those denied.
    Denied,
    /// There is a list of those allowed, and it is not on it.
    Unlisted,
}

/// The lists of those allowed and of those denied.
#[derive(Debug)]
pub struct KeyLists {
    allow: Option<KeyList>,
    deny: Option<KeyList>,
}

impl KeyLists {
    /// Reads both files.
    ///
    /// # Errors
    /// A file that cannot be read, or a line of it, by its number.
    pub fn read(allow: Option<&Path>, deny: Option<&Path>) -> Result<KeyLists, Unusable> {
        Ok(KeyLists { allow: allow.map(KeyList::read).transpose()?, deny: deny.map(KeyList::read).transpose()? })
    }

    /// Whether there is a list of those allowed.
    #[must_use]
    pub fn is_exclusive(&self) -> bool {
        self.allow.is_some()
    }

    /// Keys on each list.
    #[must_use]
    pub fn lengths(&self) -> (Option<usize>, Option<usize>) {
        let length = |list: &Option<KeyList>| list.as_ref().map(|list| list.keys.len());
        (length(&self.allow), length(&self.deny))
    }

    /// What the lists say about the key of that fingerprint.
    #[must_use]
    pub fn verdict(&self, fingerprint: &str) -> Verdict {
        if self.deny.as_ref().is_some_and(|list| list.keys.contains(fingerprint)) {
            Verdict::Denied
        } else if self.allow.as_ref().is_some_and(|list| !list.keys.contains(fingerprint)) {
            Verdict::Unlisted
        } else {
            Verdict::Admitted
        }
    }

    /// Reads files again that have changed. A list with a fault stays as it was.
    ///
    /// # Errors
    /// The first fault found.
    pub fn refresh(&mut self) -> Result<(), Unusable> {
        let lists = [self.allow.as_mut(), self.deny.as_mut()];
        let faults: Vec<Unusable> = lists.into_iter().flatten().filter_map(|list| list.refresh().err()).collect();
        faults.into_iter().next().map_or(Ok(()), Err)
    }

    /// Forgets what the files looked like, so that the next [`KeyLists::refresh`] reads them whatever their time says.
    pub fn expire(&mut self) {
        for list in [self.allow.as_mut(), self.deny.as_mut()].into_iter().flatten() {
            list.stamp = None;
        }
    }
}

impl KeyList {
    fn read(path: &Path) -> Result<KeyList, Unusable> {
        let stamp = stamp(path);
        Ok(KeyList { path: path.to_owned(), stamp, keys: parse(path)? })
    }

    fn refresh(&mut self) -> Result<(), Unusable> {
        let now = stamp(&self.path);
        if now.is_some() && now == self.stamp {
            return Ok(());
        }
        self.stamp = now;
        self.keys = parse(&self.path)?;
        Ok(())
    }
}

fn stamp(path: &Path) -> Option<(SystemTime, u64)> {
    let metadata = fs::metadata(path).ok()?;
    Some((metadata.modified().ok()?, metadata.len()))
}

fn parse(path: &Path) -> Result<BTreeSet<String>, Unusable> {
    let shown = path.display();
    let text = fs::read_to_string(path).map_err(|error| Unusable(format!("cannot read {shown}: {error}")))?;
    let mut keys = BTreeSet::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let key = key_of(line).map_err(|why| {
            Unusable(format!("{shown}:{}: {why}; expected a public key as in authorized_keys", number + 1))
        })?;
        keys.insert(fingerprint(&key));
    }
    Ok(keys)
}

fn key_of(line: &str) -> Result<PublicKey, String> {
    let entry: Entry = line.parse().map_err(|error: russh::keys::ssh_key::Error| error.to_string())?;
    Ok(entry.public_key().clone())
}

/// `SHA256:...`.
#[must_use]
pub fn fingerprint(key: &PublicKey) -> String {
    key.fingerprint(HashAlg::Sha256).to_string()
}
