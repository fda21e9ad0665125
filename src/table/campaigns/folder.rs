//! Campaigns that are going on in a folder of records: each by the record that has come farthest.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::glance::{Glance, Part, glance};

/// A campaign in a folder.
#[derive(Clone, Debug)]
pub struct Going {
    /// What its records say of it.
    pub part: Part,
    /// The record that has come farthest.
    pub path: PathBuf,
    /// What that one is at a glance.
    pub glance: Glance,
    /// When something was last written to it.
    pub modified: SystemTime,
}

/// The campaigns of a folder, the one that was played last first. Records that cannot be read are passed over.
#[must_use]
pub fn going(folder: &Path) -> Vec<Going> {
    let entries = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "jsonl"));
    paths.sort();
    let mut found: Vec<Going> = Vec::new();
    for path in paths {
        let modified = fs::metadata(&path).and_then(|about| about.modified()).unwrap_or(SystemTime::UNIX_EPOCH);
        let Ok(glance) = glance(&path) else { continue };
        let Some(part) = glance.campaign.clone() else { continue };
        let one = Going { part, path, glance, modified };
        match found.iter_mut().find(|known| known.part.is_of(&one.part)) {
            Some(known) if (one.part.number, one.modified) > (known.part.number, known.modified) => *known = one,
            Some(_) => {}
            None => found.push(one),
        }
    }
    found.sort_by_key(|one| std::cmp::Reverse(one.modified));
    found
}
