//! Reading the project's own source text, for the tidy tests.

use std::fs;
use std::path::{Path, PathBuf};

/// One source file.
pub struct Source {
    /// Its path below the project's root, with forward slashes.
    pub path: String,
    /// Its text.
    pub text: String,
}

impl Source {
    /// Whether the file holds tests only.
    pub fn is_test(&self) -> bool {
        self.path.starts_with("tests/") || self.path.contains("/tests/") || self.path.ends_with("/tests.rs")
    }

    /// The text before the file's own test module.
    pub fn product(&self) -> &str {
        self.text.split("#[cfg(test)]\nmod tests {").next().unwrap_or("")
    }

    /// The crate folder it belongs to, e.g. `battle`; empty for the program itself.
    pub fn room(&self) -> &str {
        let below = self.path.strip_prefix("src/").unwrap_or("");
        below.split_once('/').map_or("", |(room, _)| room)
    }
}

/// The project's root folder.
pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// A file below the root.
pub fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Every Rust file below `src`, `tests` and `benches`, sorted by path.
pub fn sources() -> Vec<Source> {
    let mut found = Vec::new();
    for folder in ["src", "tests", "benches"] {
        collect(&root().join(folder), &mut found);
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    found
}

fn collect(folder: &Path, found: &mut Vec<Source>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            collect(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let name = path.strip_prefix(root()).unwrap_or(&path).to_string_lossy().replace('\\', "/");
            found.push(Source { path: name, text: fs::read_to_string(&path).unwrap_or_default() });
        }
    }
}

/// The functions of a text: name, first line (from 1) and number of lines.
pub fn functions(text: &str) -> Vec<(String, usize, usize)> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let indent = line.len() - line.trim_start().len();
        let Some(name) = function_name(line.trim_start()) else { continue };
        let close = format!("{}}}", &line[..indent]);
        if let Some(length) = lines[at..].iter().position(|end| *end == close) {
            found.push((name, at + 1, length + 1));
        }
    }
    found
}

fn function_name(line: &str) -> Option<String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let place = words.iter().position(|word| *word == "fn")?;
    let modifiers = ["pub", "pub(crate)", "pub(super)", "const", "async", "unsafe", "extern"];
    let plain = words[..place].iter().all(|word| modifiers.contains(word));
    let name: String = words.get(place + 1)?.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    (plain && !line.ends_with(';')).then_some(name)
}
