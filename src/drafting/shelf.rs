//! The folder of one's own battles: its files, and drafts that were never saved.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::journal::{self, ENDING};

/// A battle of one's own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Own {
    /// Its file, which may not be there yet.
    pub path: PathBuf,
    /// Its title, as far as it can be read; else the file's name.
    pub title: String,
    /// Changes of it that are not saved.
    pub unsaved: usize,
    /// When it was last changed.
    pub changed: Option<SystemTime>,
}

/// The battles in a folder, and those that have unsaved changes in the folder of drafts, wherever they lie; by their paths.
#[must_use]
pub fn own_battles(battles: &Path, drafts: &Path) -> Vec<Own> {
    let mut found: BTreeMap<PathBuf, Own> = BTreeMap::new();
    let folder = fs::canonicalize(battles).unwrap_or_else(|_| battles.to_path_buf());
    for path in files(&folder, "toml") {
        let text = fs::read_to_string(&path).unwrap_or_default();
        let own = Own { title: title(&text, &path), unsaved: 0, changed: changed(&path), path: path.clone() };
        found.insert(path, own);
    }
    for path in files(drafts, ENDING) {
        let Some(told) = fs::read(&path).ok().and_then(|bytes| journal::read(&bytes)) else { continue };
        let saved = fs::read_to_string(&told.head.path).ok();
        if saved.as_ref() == Some(&told.text) || told.changes.is_empty() && saved.is_some() {
            continue;
        }
        let own = Own {
            title: title(&told.text, &told.head.path),
            unsaved: told.changes.len(),
            changed: changed(&path),
            path: told.head.path.clone(),
        };
        found.insert(told.head.path, own);
    }
    found.into_values().collect()
}

fn changed(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).and_then(|about| about.modified()).ok()
}

/// The files of a folder with that ending, by name.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut files: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|other| other == ending) && path.is_file()).collect();
    files.sort();
    files
}

/// The title that a text gives itself.
fn title(text: &str, path: &Path) -> String {
    let page = crate::page::Page::parse(text).ok();
    let title = page.and_then(|page| page.at(&["title".into()])?.text().map(str::to_owned));
    let name = || path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    title.filter(|title| !title.trim().is_empty()).unwrap_or_else(name)
}

/// A path in a folder for a battle of that title, called as no file or draft is yet.
#[must_use]
pub fn free_path(battles: &Path, drafts: &Path, title: &str) -> PathBuf {
    let name = crate::file_name(title);
    let stem = name.trim_end_matches(".toml").to_owned();
    let names = std::iter::once(name).chain((2..10_000).map(|number| format!("{stem}-{number}.toml")));
    let folder = fs::canonicalize(battles).unwrap_or_else(|_| battles.to_path_buf());
    let paths = names.map(|name| folder.join(name));
    let free = |path: &PathBuf| !path.exists() && !journal::path_for(drafts, path).exists();
    paths.into_iter().find(free).unwrap_or_else(|| folder.join("battle.toml"))
}
