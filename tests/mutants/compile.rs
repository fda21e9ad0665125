//! The mutated copy of the workspace: written, compiled, and what the compiler says of it.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::room::Fault;
use crate::source::Bytes;

/// Folders of the workspace that are not copied.
const LEFT_OUT: &[&str] = &["target", ".git"];

/// A test binary and the folder its tests run in.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Binary {
    /// Where it is.
    pub path: PathBuf,
    /// The folder of its package.
    pub folder: PathBuf,
}

/// What came of a compilation.
#[derive(Debug)]
pub enum Compiled {
    /// The test binaries.
    Done(Vec<Binary>),
    /// What does not compile.
    Faults(Vec<Fault>),
}

/// A copy of the workspace that may be changed.
#[derive(Debug)]
pub struct Copy {
    root: PathBuf,
    /// Where it is.
    pub tree: PathBuf,
    build: PathBuf,
}

impl Copy {
    /// A copy of a workspace below a folder of its own.
    pub fn new(root: &Path, folder: &Path) -> Copy {
        Copy { root: root.to_owned(), tree: folder.join("tree"), build: folder.join("build") }
    }

    /// Brings the copy up to date, with those files in place of their originals. Files that do not change keep their age.
    ///
    /// # Errors
    /// Those of the disk.
    pub fn write(&self, changed: &[(String, String)]) -> io::Result<()> {
        let mut files = Vec::new();
        walk(&self.root, Path::new(""), &mut files)?;
        let kept: BTreeSet<&PathBuf> = files.iter().collect();
        let mut old = Vec::new();
        if self.tree.exists() {
            walk(&self.tree, Path::new(""), &mut old)?;
        }
        for gone in old.iter().filter(|path| !kept.contains(path)) {
            fs::remove_file(self.tree.join(gone))?;
        }
        for path in &files {
            let name = path.to_string_lossy();
            let text = match changed.iter().find(|(changed, _)| *changed == name) {
                Some((_, text)) => text.clone().into_bytes(),
                None => fs::read(self.root.join(path))?,
            };
            refresh(&self.tree.join(path), &text)?;
        }
        Ok(())
    }

    /// Compiles the tests of those packages.
    ///
    /// # Errors
    /// When cargo cannot be started, or fails without saying at which place.
    pub fn compile(&self, packages: &[&str]) -> Result<Compiled, String> {
        let mut cargo = Command::new("cargo");
        cargo.args(["test", "--no-run", "--lib", "--locked", "--profile", "mutants", "--message-format=json"]);
        packages.iter().for_each(|package| {
            cargo.args(["-p", package]);
        });
        cargo.current_dir(&self.tree).env("CARGO_TARGET_DIR", &self.build).env("RUSTFLAGS", "--cap-lints=allow");
        let done = cargo.stderr(Stdio::piped()).output().map_err(|error| format!("cargo: {error}"))?;
        let said = String::from_utf8_lossy(&done.stdout);
        let messages: Vec<Value> = said.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
        if done.status.success() {
            return Ok(Compiled::Done(messages.iter().filter_map(binary).collect()));
        }
        let faults: Vec<Fault> = messages.iter().filter_map(fault).collect();
        match faults.is_empty() {
            true => Err(String::from_utf8_lossy(&done.stderr).into_owned()),
            false => Ok(Compiled::Faults(faults)),
        }
    }
}

fn walk(root: &Path, below: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(root.join(below))? {
        let entry = entry?;
        let path = below.join(entry.file_name());
        if !entry.file_type()?.is_dir() {
            files.push(path);
        } else if !LEFT_OUT.iter().any(|name| entry.file_name() == *name) {
            walk(root, &path, files)?;
        }
    }
    Ok(())
}

fn refresh(path: &Path, text: &[u8]) -> io::Result<()> {
    if fs::read(path).is_ok_and(|old| old == text) {
        return Ok(());
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, text)
}

fn binary(message: &Value) -> Option<Binary> {
    let path = message["executable"].as_str()?;
    let manifest = Path::new(message["manifest_path"].as_str()?);
    Some(Binary { path: path.into(), folder: manifest.parent()?.to_owned() })
}

fn fault(message: &Value) -> Option<Fault> {
    let message = &message["message"];
    if message["level"] != "error" {
        return None;
    }
    let spans = message["spans"].as_array()?;
    let mut placed: Vec<(bool, (String, Bytes))> =
        spans.iter().flat_map(|span| places(span, span["is_primary"] == true)).collect();
    if placed.is_empty() {
        return None;
    }
    placed.sort_by_key(|(primary, _)| !primary);
    Some(Fault {
        code: message["code"]["code"].as_str().unwrap_or("").to_owned(),
        message: message["message"].as_str().unwrap_or("").to_owned(),
        spans: placed.into_iter().map(|(_, place)| place).collect(),
    })
}

/// A span, and where the macro was called that it comes from.
fn places(span: &Value, primary: bool) -> Vec<(bool, (String, Bytes))> {
    let mut found = Vec::new();
    let mut span = span;
    while span.is_object() {
        let byte = |name: &str| span[name].as_u64().unwrap_or(0) as usize;
        let file = span["file_name"].as_str().unwrap_or("").to_owned();
        found.push((primary, (file, byte("byte_start")..byte("byte_end"))));
        span = &span["expansion"]["span"];
    }
    found
}
