//! The battles that come with the program, and how a battle is found by name or by file.

use std::sync::LazyLock;

use battle::Scenario;
use document::{LoadError, file_text, is_path};
use include_dir::{Dir, include_dir};

/// What the files are, in messages.
const WHAT: &str = "battle";

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

/// A battle by its key among those that come with the program, or by the path of a file when the name has a slash or
/// ends in `.toml`. Gives its text and what it says.
///
/// # Errors
/// An unknown name with the nearest match, an unreadable file with the reason, or every fault of the file.
pub fn load(name: &str) -> Result<(String, Scenario), LoadError> {
    let (file, text) = match BUILT_IN.iter().find(|battle| battle.key == name) {
        Some(battle) => (battle.file.as_str(), battle.text.to_owned()),
        None if is_path(name) => (name, file_text(WHAT, name)?),
        None => return Err(LoadError::unknown(WHAT, name, BUILT_IN.iter().map(|battle| battle.key))),
    };
    let scenario = crate::parse(file, &text).map_err(LoadError::Faulty)?;
    Ok((text, scenario))
}
