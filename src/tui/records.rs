//! The folder of records: what each battle in it is at a glance, read once as long as its file stays as it is; the names that
//! were given to them; and where those go that are deleted.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use battle::{Library, Side};
use table::{Disk, End, RealDisk, SeatSpec, glance};

/// How the name of a record's file ends.
const RECORD: &str = "jsonl";
/// How the name of the file ends that has a battle's own name.
const NAME: &str = "name";
/// The folder, beside the records, of those that were deleted.
const DELETED: &str = "deleted";
/// The most letters of a battle's own name.
pub const LONGEST: usize = 60;

/// What a battle is at a glance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Brief {
    /// Its title.
    pub title: String,
    /// Its key.
    pub key: String,
    /// The last turn that it can have, if its file can be read.
    pub turns: Option<u16>,
    /// What its rule system is called.
    pub system: String,
    /// Blue's and Red's seat.
    pub seats: [SeatSpec; 2],
    /// The turn that it goes on in, or ended in.
    pub turn: u16,
    /// How it ended, if it has.
    pub end: Option<End>,
    /// Whether it is a battle of a campaign.
    pub in_campaign: bool,
}

impl Brief {
    /// The side of the only person in it, if there is one.
    #[must_use]
    pub fn person(&self) -> Option<Side> {
        match self.seats.each_ref().map(SeatSpec::is_human) {
            [true, false] => Some(Side::Blue),
            [false, true] => Some(Side::Red),
            _ => None,
        }
    }

    /// `turn 3 of 8`.
    #[must_use]
    pub fn course(&self) -> String {
        match self.turns {
            Some(turns) => format!("turn {} of {turns}", self.turn.min(turns)),
            None => format!("turn {}", self.turn),
        }
    }
}

/// A record in the folder.
#[derive(Clone, Debug)]
pub struct Kept {
    /// Its file.
    pub path: PathBuf,
    /// When something was last written to it.
    pub modified: SystemTime,
    /// What it is, or why it cannot be read.
    pub brief: Arc<Result<Brief, String>>,
    /// Its own name, or why that cannot be read.
    pub name: Result<Option<String>, String>,
}

impl Kept {
    /// Whether it can be gone on with.
    #[must_use]
    pub fn goes_on(&self) -> bool {
        self.brief.as_ref().as_ref().is_ok_and(|brief| brief.end.is_none())
    }

    /// Whether it is a battle of a campaign.
    #[must_use]
    pub fn is_of_a_campaign(&self) -> bool {
        self.brief.as_ref().as_ref().is_ok_and(|brief| brief.in_campaign)
    }

    /// How long ago something was last written to it.
    #[must_use]
    pub fn age(&self) -> String {
        age(SystemTime::now().duration_since(self.modified).unwrap_or_default())
    }
}

/// The battle files of one's own that lie in the folder for data, by name.
#[must_use]
pub fn own_battles(data: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(data.join("battles")).into_iter().flatten().filter_map(Result::ok);
    let ends = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "toml");
    let mut found: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(ends).collect();
    found.sort();
    found
}

/// A span of time that is over, in words.
#[must_use]
pub fn age(ago: Duration) -> String {
    let units = [("year", 31_557_600), ("month", 2_629_800), ("week", 604_800), ("day", 86_400), ("hour", 3_600)];
    let units = units.into_iter().chain([("minute", 60)]);
    let count = |(unit, length): (&'static str, u64)| (unit, ago.as_secs() / length);
    match units.map(count).find(|(_, count)| *count > 0) {
        None => String::from("just now"),
        Some(("day", 1)) => String::from("yesterday"),
        Some((unit, 1)) => format!("1 {unit} ago"),
        Some((unit, count)) => format!("{count} {unit}s ago"),
    }
}

/// Size and time of a file: as long as both are the same, so is what it says.
type Stamp = (u64, SystemTime);

/// What was read so far.
#[derive(Default)]
pub struct Records {
    known: BTreeMap<PathBuf, (Stamp, Arc<Result<Brief, String>>)>,
    /// By the hash of a battle's text: its title and its turns.
    battles: BTreeMap<String, Option<(String, u16)>>,
}

impl Records {
    /// Every record of the folder, the newest first.
    pub fn read(&mut self, folder: &Path, library: &dyn Library) -> Vec<Kept> {
        let entries = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
        let paths: BTreeSet<PathBuf> = entries.map(|entry| entry.path()).collect();
        let ends = |path: &&PathBuf| path.extension().is_some_and(|ending| ending == RECORD);
        let mut kept: Vec<Kept> = paths
            .iter()
            .filter(ends)
            .filter_map(|path| {
                let about = fs::metadata(path).ok().filter(fs::Metadata::is_file)?;
                let modified = about.modified().ok()?;
                let named = paths.contains(&name_file(path));
                Some(Kept {
                    brief: self.brief(path, (about.len(), modified), library),
                    name: if named { name_of(path) } else { Ok(None) },
                    path: path.clone(),
                    modified,
                })
            })
            .collect();
        self.known.retain(|path, _| paths.contains(path));
        kept.sort_by(|a, b| b.modified.cmp(&a.modified).then_with(|| a.path.cmp(&b.path)));
        kept
    }

    fn brief(&mut self, path: &Path, stamp: Stamp, library: &dyn Library) -> Arc<Result<Brief, String>> {
        if let Some((_, brief)) = self.known.get(path).filter(|(known, _)| *known == stamp) {
            return Arc::clone(brief);
        }
        let brief = Arc::new(self.look(path, library));
        self.known.insert(path.to_owned(), (stamp, Arc::clone(&brief)));
        brief
    }

    fn look(&mut self, path: &Path, library: &dyn Library) -> Result<Brief, String> {
        let seen = glance(path).map_err(|error| error.0)?;
        let told = || {
            let file = library.battle_from_text(&format!("{}.toml", seen.battle), &seen.text).ok()?;
            Some((file.scenario.title.clone(), file.scenario.turn_limit))
        };
        let battle = self.battles.entry(seen.hash).or_insert_with(told).clone();
        let (title, turns) = battle.map_or_else(|| (seen.battle.clone(), None), |(title, turns)| (title, Some(turns)));
        let title = match &seen.campaign {
            Some(part) => format!("{}: {title}", part.told()),
            None => title,
        };
        let system = library.system(&seen.system).map_or(seen.system, |info| info.title.to_owned());
        Ok(Brief {
            in_campaign: seen.campaign.is_some(),
            title,
            key: seen.battle,
            turns,
            system,
            seats: seen.seats,
            turn: seen.turn,
            end: seen.end,
        })
    }
}

fn name_file(record: &Path) -> PathBuf {
    record.with_extension(NAME)
}

/// The name that was given to a battle.
fn name_of(record: &Path) -> Result<Option<String>, String> {
    let path = name_file(record);
    let unread = |why: &str| format!("The name in {} cannot be read: {why}.", path.display());
    let bytes = fs::read(&path).map_err(|error| unread(&error.to_string()))?;
    let text = String::from_utf8(bytes).map_err(|_| unread("it is no text"))?;
    let line = text.lines().next().unwrap_or_default().trim();
    Ok(Some(line.chars().take(LONGEST).collect()).filter(|name: &String| !name.is_empty()))
}

/// Gives a battle a name of its own, in a file beside its record; an empty one takes the name away.
///
/// # Errors
/// One sentence; what was there stays.
pub fn rename(kept: &Kept, name: &str) -> Result<(), String> {
    let path = name_file(&kept.path);
    if let Err(why) = &kept.name {
        return Err(format!("{why} Move that file away to give the battle another name."));
    }
    let cannot = |error: io::Error| format!("{} cannot be written: {error}.", path.display());
    if name.is_empty() {
        return match fs::remove_file(&path) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(cannot(error)),
            _ => Ok(()),
        };
    }
    let name: String = name.chars().take(LONGEST).collect();
    let copy = kept.path.with_extension("name-new");
    fs::write(&copy, name + "\n").and_then(|()| fs::rename(&copy, &path)).map_err(cannot)
}

/// Moves a record and its name to the folder of those that were deleted; where it is now.
///
/// # Errors
/// One sentence; the record stays where it is.
pub fn delete(record: &Path) -> Result<PathBuf, String> {
    let cannot = |error: &dyn std::fmt::Display| format!("{} cannot be deleted: {error}.", record.display());
    // Whoever writes it holds it for himself alone.
    drop(RealDisk.reopen(record).map_err(|error| cannot(&error))?);
    let folder = record.parent().unwrap_or(Path::new(".")).join(DELETED);
    fs::create_dir_all(&folder).map_err(|error| cannot(&error))?;
    let there = free_place(&folder, record).ok_or_else(|| cannot(&"too many of that name are deleted already"))?;
    fs::rename(record, &there).map_err(|error| cannot(&error))?;
    // A name without its record is of no use; one that cannot be moved does no harm.
    let _ = fs::rename(name_file(record), name_file(&there));
    Ok(there)
}

/// A path in the folder, called as the record is, that nothing has yet.
fn free_place(folder: &Path, record: &Path) -> Option<PathBuf> {
    let stem = record.file_stem().map_or_else(OsString::new, OsString::from);
    let numbered = (2..100_000).map(|number| {
        let mut name = stem.clone();
        name.push(format!("-{number}"));
        name
    });
    let names = std::iter::once(stem.clone()).chain(numbered);
    names
        .map(|name| {
            let mut file = name;
            file.push(format!(".{RECORD}"));
            folder.join(file)
        })
        .find(|path| !path.exists())
}
