//! docs/mutants.md: the survivors of which somebody has said why nothing can differ.

use std::collections::BTreeSet;

/// A row of the page.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Known {
    /// Of which crate.
    pub room: String,
    /// The file below the crate's folder.
    pub file: String,
    /// The function.
    pub function: String,
    /// The change, as the tool names it.
    pub change: String,
}

/// The rows of the page: ``| `file` `function` | change | why |`` below a heading with the crate's name.
pub fn read(page: &str) -> BTreeSet<Known> {
    let mut room = String::new();
    let mut known = BTreeSet::new();
    for line in page.lines() {
        if let Some(heading) = line.strip_prefix("## ") {
            room = heading.to_lowercase().replace(' ', "_");
        }
        let cells = cells(line);
        let [place, change, _, ..] = &cells[..] else { continue };
        if let [_, file, _, function, _] = &place.split('`').collect::<Vec<_>>()[..] {
            let (file, function) = (file.to_string(), function.to_string());
            known.insert(Known { room: room.clone(), file, function, change: change.clone() });
        }
    }
    known
}

/// A row for the page.
pub fn row(known: &Known, why: &str) -> String {
    format!("| `{}` `{}` | {} | {why} |", known.file, known.function, known.change.replace('|', "\\|"))
}

/// The cells of a table's line; a bar behind a backslash is part of its cell.
fn cells(line: &str) -> Vec<String> {
    let Some(inner) = line.strip_prefix('|') else { return Vec::new() };
    let inner = inner.replace("\\|", "\u{0}");
    inner.split('|').map(|cell| cell.trim().replace('\u{0}', "|")).collect()
}
