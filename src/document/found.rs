//! A file looked for by name: among those that come with the program, or by its path.

use std::fmt;

use crate::{Faults, nearest};

/// Why a file could not be loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoadError {
    /// Nothing has that name.
    Unknown {
        /// What was looked for, in one word: "battle".
        what: &'static str,
        /// The name asked for.
        name: String,
        /// The name most like it, if any is.
        nearest: Option<&'static str>,
    },
    /// The file could not be read.
    Unreadable {
        /// What was looked for, in one word.
        what: &'static str,
        /// The path asked for.
        path: String,
        /// What the operating system says.
        reason: String,
    },
    /// The file was read and is faulty.
    Faulty(Faults),
}

impl LoadError {
    /// That nothing of that name is among the known ones.
    pub fn unknown(what: &'static str, name: &str, known: impl IntoIterator<Item = &'static str>) -> LoadError {
        LoadError::Unknown { what, name: name.to_owned(), nearest: nearest(name, known) }
    }
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoadError::Unknown { what, name, nearest } => {
                let near = nearest.map(|near| format!("did you mean `{near}`? ")).unwrap_or_default();
                let how = format!("`grognard list {what}s` lists them; a file needs a `/` or the ending .toml");
                write!(f, "unknown {what} `{name}`; {near}{how}")
            }
            LoadError::Unreadable { what, path, reason } => write!(f, "cannot read {what} file `{path}`: {reason}"),
            LoadError::Faulty(faults) => faults.fmt(f),
        }
    }
}

impl std::error::Error for LoadError {}

/// Whether a name is that of a file: it has a slash or ends in `.toml`.
#[must_use]
pub fn is_path(name: &str) -> bool {
    name.contains(['/', '\\']) || name.ends_with(".toml")
}

/// The text of the file of that path; `what` says what it is to be, in one word.
///
/// # Errors
/// [`LoadError::Unreadable`], with the reason.
pub fn file_text(what: &'static str, path: &str) -> Result<String, LoadError> {
    let unreadable =
        |error: std::io::Error| LoadError::Unreadable { what, path: path.to_owned(), reason: error.to_string() };
    std::fs::read_to_string(path).map_err(unreadable)
}
