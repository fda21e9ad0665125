//! Writing chosen keys into `keys.toml`: only the lines of what was chosen change, everything else stays as it was written.

use std::fs;
use std::io::ErrorKind;
use std::ops::Range;
use std::path::Path;

use super::{Keys, Place};
use crate::keymap::Key;

/// What a new file begins with.
const HEAD: &str = "# Keys that were chosen; a line that is deleted brings the usual keys back.\n";

impl Keys {
    /// Writes the keys of what is called so into that file, and leaves all else in it as it is.
    ///
    /// # Errors
    /// One sentence; the file stays as it was.
    pub fn save(&self, path: &Path, names: &[String], places: &[Place]) -> Result<(), String> {
        let file = path.display();
        let before = match fs::read_to_string(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => String::from(HEAD),
            Err(error) => return Err(format!("{file} cannot be read, so nothing was written: {error}.")),
            Ok(text) => text,
        };
        if let Err(faults) = Keys::parse(&file.to_string(), &before, places) {
            let first = faults.iter().next().map(ToString::to_string).unwrap_or_default();
            return Err(format!("Nothing was written, for the file is faulty: {first}."));
        }
        let after = names
            .iter()
            .fold(before, |text, name| with_line(&text, name, self.own.get(name).map(|keys| line(name, keys))));
        let read = Keys::parse(&file.to_string(), &after, places);
        if !read.is_ok_and(|read| names.iter().all(|name| read.own.get(name) == self.own.get(name))) {
            return Err(format!("{file} is written in a way that cannot be changed here; nothing was written."));
        }
        let cannot = |error: std::io::Error| format!("{file} cannot be written: {error}.");
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        folder.map_or(Ok(()), fs::create_dir_all).map_err(cannot)?;
        let copy = path.with_extension("toml-new");
        fs::write(&copy, after).and_then(|()| fs::rename(&copy, path)).map_err(cannot)
    }
}

/// `end-turn = "z"`, or a list.
fn line(name: &str, keys: &[Key]) -> String {
    let quoted = |key: &Key| {
        let text = key.to_string();
        if text.contains(['"', '\\']) { format!("'{text}'") } else { format!("\"{text}\"") }
    };
    match keys {
        [key] => format!("{name} = {}", quoted(key)),
        keys => format!("{name} = [{}]", keys.iter().map(quoted).collect::<Vec<_>>().join(", ")),
    }
}

/// The text with another line for that name, or without one; a comment behind the old line stays.
fn with_line(text: &str, name: &str, line: Option<String>) -> String {
    let (range, comment) = match find(text, name) {
        Some(found) => found,
        None => (text.len()..text.len(), String::new()),
    };
    let break_before = if text[..range.start].is_empty() || text[..range.start].ends_with('\n') { "" } else { "\n" };
    let written = match (line, comment.is_empty()) {
        (None, true) => String::new(),
        (None, false) => format!("{comment}\n"),
        (Some(line), true) => format!("{line}\n"),
        (Some(line), false) => format!("{line} {comment}\n"),
    };
    format!("{}{break_before}{written}{}", &text[..range.start], &text[range.end..])
}

/// Where what is said of a name stands, whole lines of it, and the comment behind it.
fn find(text: &str, name: &str) -> Option<(Range<usize>, String)> {
    let mut at = 0;
    while at < text.len() {
        let (end, comment) = statement(text, at);
        let key = text[at..end].split_once('=').map_or("", |(key, _)| key.trim());
        if key.trim_matches(['"', '\'']) == name && !text[at..end].trim_start().starts_with('#') {
            return Some((at..end, comment));
        }
        at = end;
    }
    None
}

/// Where the statement that begins there ends, its line break included, and the comments in it.
fn statement(text: &str, from: usize) -> (usize, String) {
    let (mut depth, mut quote, mut comment, mut escaped) = (0, None, false, false);
    let mut comments = String::new();
    for (place, letter) in text[from..].char_indices() {
        match (letter, quote) {
            ('\n', _) if depth <= 0 => return (from + place + 1, comments.trim_end().to_owned()),
            ('\n', _) => {
                comment = false;
                comments.push(' ');
            }
            _ if comment => comments.push(letter),
            _ if escaped => escaped = false,
            ('\\', Some('"')) => escaped = true,
            (letter, Some(open)) if letter == open => quote = None,
            (_, Some(_)) => {}
            ('"' | '\'', None) => quote = Some(letter),
            ('[', None) => depth += 1,
            (']', None) => depth -= 1,
            ('#', None) => {
                comment = true;
                comments.push(letter);
            }
            _ => {}
        }
    }
    (text.len(), comments.trim().to_owned())
}
