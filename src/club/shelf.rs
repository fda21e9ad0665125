//! The shelf: battles that players keep at the place, a file each, for everybody there to play.
//!
//! `shelf/anna/bridge.toml` is anna's battle `anna/bridge`. The files are ordinary battle files; the host may read, copy and remove them.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use battle::{BattleFile, Library, Scenario};
use table::Disk;

use crate::lock::lock;

/// Bytes of the longest battle that is kept.
const LONGEST: usize = 128 * 1024;
/// Battles that are kept for all players together.
const IN_ALL: usize = 500;
/// Letters of a battle's key.
const KEY: std::ops::RangeInclusive<usize> = 1..=40;
/// What a battle may have at most: the computer thinks for it on the host's machine.
const MOST_HEXES: usize = 10_000;
const MOST_UNITS: usize = 60;
const MOST_TURNS: u16 = 40;

/// The shelf.
pub(crate) struct Shelf {
    folder: PathBuf,
    disk: Arc<dyn Disk>,
    /// Battles a player may keep; 0: nothing is kept.
    each: usize,
    /// Held while the shelf is changed.
    door: Mutex<()>,
}

impl Shelf {
    pub(crate) fn new(folder: &Path, disk: Arc<dyn Disk>, each: u32) -> Shelf {
        Shelf { folder: folder.join("shelf"), disk, each: each as usize, door: Mutex::default() }
    }

    /// Every battle on it, by owner and key. One that the program can no longer read is passed over.
    pub(crate) fn battles(&self, library: &dyn Library) -> Vec<BattleFile> {
        let names = self.names();
        names.iter().filter_map(|(owner, key)| self.battle(library, &format!("{owner}/{key}"))).collect()
    }

    /// The battle of that key, `anna/bridge`.
    pub(crate) fn battle(&self, library: &dyn Library, name: &str) -> Option<BattleFile> {
        let (owner, key) = name.split_once('/')?;
        // A name is looked up among those there are, so that no text becomes a path.
        let known = self.names().into_iter().any(|(one, other)| one == owner && other == key);
        let text = known.then(|| fs::read_to_string(self.path(owner, key)).ok()).flatten()?;
        let file = library.battle_from_text(&format!("{key}.toml"), &text).ok()?;
        let scenario = Scenario { key: String::from(name), ..(*file.scenario).clone() };
        Some(BattleFile { text, scenario: Arc::new(scenario) })
    }

    /// Puts a battle there, in the place of the owner's one of that key if there is one; what was done, in a sentence.
    ///
    /// # Errors
    /// Why not: every fault of the text, a limit, a key that is none.
    pub(crate) fn keep(&self, library: &dyn Library, owner: &str, key: &str, text: &str) -> Result<String, String> {
        if self.each == 0 {
            return Err(String::from("nothing is kept here: the host has no shelf"));
        }
        check_key(key)?;
        if text.len() > LONGEST {
            return Err(format!("{} bytes; a battle that is kept here has at most {LONGEST}", text.len()));
        }
        let file = library.battle_from_text(&format!("{key}.toml"), text).map_err(|faults| faults.0)?;
        check_size(&file.scenario)?;
        let _door = lock(&self.door);
        let names = self.names();
        let own = names.iter().filter(|(one, _)| one == owner).count();
        let again = names.iter().any(|(one, other)| one == owner && other == key);
        if !again && own >= self.each {
            let battles = if own == 1 { "battle" } else { "battles" };
            return Err(format!("you keep {own} {battles} here, the most there may be; drop one first"));
        }
        if !again && names.len() >= IN_ALL {
            return Err(format!("the shelf is full: {IN_ALL} battles are kept here"));
        }
        self.write(&self.path(owner, key), text).map_err(|error| format!("it could not be written: {error}"))?;
        let how = if again { "kept in the place of the one before" } else { "kept" };
        Ok(format!(
            "{} is {how} as {owner}/{key}; whoever sets a battle up here finds it in the list.",
            file.scenario.title
        ))
    }

    /// Takes the owner's battle of that key away; battles that were begun with it go on.
    ///
    /// # Errors
    /// Why not: there is none.
    pub(crate) fn drop(&self, owner: &str, key: &str) -> Result<String, String> {
        let _door = lock(&self.door);
        if !self.names().iter().any(|(one, other)| one == owner && other == key) {
            return Err(format!("you keep no battle `{key}` here"));
        }
        let removed = self.disk.remove(&self.path(owner, key));
        removed.map_err(|error| format!("it could not be taken away: {error}"))?;
        Ok(format!("{owner}/{key} is no longer kept here; battles that were begun with it go on."))
    }

    /// Writes a file beside and gives it its name, so that a kill leaves the old one or the new one.
    fn write(&self, path: &Path, text: &str) -> std::io::Result<()> {
        let folder = path.parent().unwrap_or(&self.folder);
        fs::create_dir_all(folder)?;
        let copy = path.with_extension("new");
        let _left_by_a_kill = self.disk.remove(&copy);
        let file = self.disk.create(&copy)?;
        file.append(text.as_bytes())?;
        file.sync()?;
        self.disk.rename(&copy, path)?;
        self.disk.sync_folder(folder)
    }

    fn path(&self, owner: &str, key: &str) -> PathBuf {
        self.folder.join(owner).join(format!("{key}.toml"))
    }

    /// Owner and key of every file there is, in order.
    fn names(&self) -> Vec<(String, String)> {
        let mut names = Vec::new();
        for owner in entries(&self.folder) {
            let files = entries(&self.folder.join(&owner)).into_iter();
            let keys = files.filter_map(|file| file.strip_suffix(".toml").map(String::from));
            names.extend(keys.filter(|key| check_key(key).is_ok()).map(|key| (owner.clone(), key)));
        }
        names.sort();
        names
    }
}

/// The names in a folder; none where there is no such folder.
fn entries(folder: &Path) -> Vec<String> {
    let found = fs::read_dir(folder).into_iter().flatten().flatten();
    found.filter_map(|entry| entry.file_name().into_string().ok()).collect()
}

fn check_key(key: &str) -> Result<(), String> {
    let letter = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
    if KEY.contains(&key.len()) && key.chars().all(letter) {
        return Ok(());
    }
    let key: String = key.chars().take(60).collect();
    Err(format!("`{key}` cannot be a battle's key; expected {} to {} of a to z, 0 to 9 and -", KEY.start(), KEY.end()))
}

fn check_size(scenario: &Scenario) -> Result<(), String> {
    let hexes = scenario.ground.grid().len();
    let units = scenario.armies.iter().map(|army| army.units.len()).max().unwrap_or(0);
    let too = |what: &str, found: usize, most: usize| Err(format!("{found} {what}; at most {most} may be kept here"));
    match () {
        () if hexes > MOST_HEXES => too("hexes", hexes, MOST_HEXES),
        () if units > MOST_UNITS => too("units on a side", units, MOST_UNITS),
        () if scenario.turn_limit > MOST_TURNS => too("turns", scenario.turn_limit.into(), MOST_TURNS.into()),
        () => Ok(()),
    }
}
