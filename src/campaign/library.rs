//! The campaigns that come with the program, and how a campaign is found by name or by file.

use std::path::{Component, Path};
use std::sync::LazyLock;

use document::{Faults, LoadError, file_text, is_path, nearest};
use include_dir::{Dir, include_dir};

use crate::model::Campaign;
use crate::read;

/// What the files are, in messages.
const WHAT: &str = "campaign";

static CAMPAIGNS: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/../../campaigns");

/// A campaign that comes with the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Listed {
    /// Its key.
    pub key: &'static str,
    /// The text of its file.
    pub text: &'static str,
}

/// The campaigns that come with the program, by their keys.
#[must_use]
pub fn builtin() -> &'static [Listed] {
    static FOUND: LazyLock<Vec<Listed>> = LazyLock::new(|| {
        let listed = |file: &'static include_dir::File<'static>| {
            let key = file.path().file_name()?.to_str()?.strip_suffix(".toml")?;
            Some(Listed { key, text: file.contents_utf8()? })
        };
        let mut found: Vec<Listed> = CAMPAIGNS.files().filter_map(listed).collect();
        found.sort_by_key(|one| one.key);
        found
    });
    &FOUND
}

/// A campaign by its key among those that come with the program, or by the path of a file when the name has a slash or ends in
/// `.toml`; the battles of its own then lie beside it.
///
/// # Errors
/// An unknown name with the nearest match, an unreadable file with the reason, or every fault of the file.
pub fn load(name: &str) -> Result<Campaign, LoadError> {
    if let Some(known) = builtin().iter().find(|known| known.key == name) {
        let file = format!("campaigns/{name}.toml");
        return read::parse(&file, known.text, &shipped).map_err(LoadError::Faulty);
    }
    if !is_path(name) {
        return Err(LoadError::unknown(WHAT, name, builtin().iter().map(|known| known.key)));
    }
    load_text(name, &file_text(WHAT, name)?).map_err(LoadError::Faulty)
}

/// A campaign from the text of the file of that path, with the battles beside it.
///
/// # Errors
/// Every fault of the text.
pub fn load_text(path: &str, text: &str) -> Result<Campaign, Faults> {
    let folder = Path::new(path).parent().unwrap_or(Path::new(""));
    read::parse(path, text, &|name| beside(folder, name))
}

/// A battle of a campaign that comes with the program.
fn shipped(name: &str) -> Result<(String, String), String> {
    if !is_path(name) {
        return known(name);
    }
    let found = CAMPAIGNS.get_file(name).and_then(|file| file.contents_utf8());
    let text = found.ok_or_else(|| format!("there is no campaigns/{name}"))?;
    Ok((format!("campaigns/{name}"), text.to_owned()))
}

/// A battle of a campaign in a folder.
fn beside(folder: &Path, name: &str) -> Result<(String, String), String> {
    if !is_path(name) {
        return known(name);
    }
    if !Path::new(name).components().all(|part| matches!(part, Component::Normal(_))) {
        return Err(format!("`{name}` leads out of the campaign's folder"));
    }
    let path = folder.join(name);
    let text = std::fs::read_to_string(&path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    Ok((path.display().to_string(), text))
}

/// A battle that comes with the program.
fn known(name: &str) -> Result<(String, String), String> {
    let battles = scenario::builtin();
    match battles.iter().find(|(key, _)| *key == name) {
        Some((key, text)) => Ok((format!("maps/{key}.toml"), (*text).to_owned())),
        None => {
            let near =
                nearest(name, battles.iter().map(|(key, _)| *key)).map(|near| format!("; did you mean `{near}`?"));
            Err(format!("no battle `{name}` comes with the program{}", near.unwrap_or_default()))
        }
    }
}
