//! The battles that come with the program, and how a battle is found by name or by file.

use std::fmt;
use std::sync::LazyLock;

use battle::Scenario;
use document::{Faults, nearest};
use include_dir::{Dir, include_dir};

static MAPS: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/../../maps");

/// A battle that comes with the program.
struct BuiltIn {
    /// Its file, as faults name it.
    file: String,
    key: &'static str,
    text: &'static str,
}

/// The battles that come with the program, key and text: battles from the smallest map to the largest, of equal maps the
/// smaller armies first, then the drill fields. The list never changes while the program runs.
#[must_use]
pub fn builtin() -> &'static [(&'static str, &'static str)] {
    static PAIRS: LazyLock<Vec<(&'static str, &'static str)>> =
        LazyLock::new(|| BUILT_IN.iter().map(|battle| (battle.key, battle.text)).collect());
    &PAIRS
}

static BUILT_IN: LazyLock<Vec<BuiltIn>> = LazyLock::new(|| {
    let mut found = in_folder(&MAPS);
    found.extend(MAPS.get_dir("drill").map(in_folder).unwrap_or_default());
    found
});

/// The text of a lesson's battle, with its file's name; `path` is that of the file in the folder of lessons, without its ending.
#[must_use]
pub fn lesson(path: &str) -> Option<(String, &'static str)> {
    let path = format!("lessons/{path}.toml");
    let text = MAPS.get_file(&path)?.contents_utf8()?;
    Some((format!("maps/{path}"), text))
}

/// The battle files of one folder, those with smaller maps and armies first.
fn in_folder(folder: &'static Dir<'static>) -> Vec<BuiltIn> {
    let mut found: Vec<BuiltIn> = folder.files().filter_map(battle_file).collect();
    found.sort_by_cached_key(|battle| (size(battle), battle.key));
    found
}

fn battle_file(file: &'static include_dir::File<'static>) -> Option<BuiltIn> {
    let path = file.path().to_str()?.replace('\\', "/");
    let key = file.path().file_name()?.to_str()?.strip_suffix(".toml")?;
    Some(BuiltIn { file: format!("maps/{path}"), key, text: file.contents_utf8()? })
}

/// Hexes of the map and units on it.
fn size(battle: &BuiltIn) -> (usize, usize) {
    let units = |scenario: &Scenario| scenario.armies.iter().map(|army| army.units.len()).sum();
    crate::parse(&battle.file, battle.text).map_or((0, 0), |scenario| (scenario.ground.grid().len(), units(&scenario)))
}

/// Why a battle could not be loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoadError {
    /// No battle has that name.
    Unknown {
        /// The name asked for.
        name: String,
        /// The name most like it, if any is.
        nearest: Option<&'static str>,
    },
    /// The file could not be read.
    Unreadable {
        /// The path asked for.
        path: String,
        /// What the operating system says.
        reason: String,
    },
    /// The file was read and is faulty.
    Faulty(Faults),
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoadError::Unknown { name, nearest } => {
                let near = nearest.map(|near| format!("did you mean `{near}`? ")).unwrap_or_default();
                let how = "`grognard list battles` lists them; a file needs a `/` or the ending .toml";
                write!(f, "unknown battle `{name}`; {near}{how}")
            }
            LoadError::Unreadable { path, reason } => write!(f, "cannot read battle file `{path}`: {reason}"),
            LoadError::Faulty(faults) => faults.fmt(f),
        }
    }
}

impl std::error::Error for LoadError {}

/// A battle by its key among those that come with the program, or by the path of a file when the name has a slash or
/// ends in `.toml`. Gives its text and what it says.
///
/// # Errors
/// An unknown name with the nearest match, an unreadable file with the reason, or every fault of the file.
pub fn load(name: &str) -> Result<(String, Scenario), LoadError> {
    let (file, text) = match BUILT_IN.iter().find(|battle| battle.key == name) {
        Some(battle) => (battle.file.as_str(), battle.text.to_owned()),
        None if name.contains(['/', '\\']) || name.ends_with(".toml") => (name, file_text(name)?),
        None => return Err(unknown(name)),
    };
    let scenario = crate::parse(file, &text).map_err(LoadError::Faulty)?;
    Ok((text, scenario))
}

fn file_text(path: &str) -> Result<String, LoadError> {
    let unreadable = |error: std::io::Error| LoadError::Unreadable { path: path.to_owned(), reason: error.to_string() };
    std::fs::read_to_string(path).map_err(unreadable)
}

fn unknown(name: &str) -> LoadError {
    LoadError::Unknown { name: name.to_owned(), nearest: nearest(name, BUILT_IN.iter().map(|battle| battle.key)) }
}
