//! A battle file being edited: its text, what was done to it, and where both are kept.

use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use battle::Scenario;
use document::Fault;

use crate::edit::Edit;
use crate::entry::Entry;
use crate::field::Field;
use crate::history::{History, How, Made};
use crate::journal::{self, Head, Journal, mark_of};
use crate::marks::{self, Mark};
use crate::page::Page;
use crate::patch::{self, Pen};
use crate::sketch::Sketch;
use crate::write::Refused;

/// A battle file being edited.
pub struct Draft {
    path: PathBuf,
    text: String,
    history: History,
    journal: Journal,
    /// The mark of what stands in the file, as far as this program knows; nothing where there is no file.
    disk: Option<String>,
    sketch: Sketch,
    marks: Vec<Mark>,
    scenario: Option<Arc<Scenario>>,
    /// Counts texts, so that whoever looks knows when to look again.
    version: u64,
    restored: Option<(usize, SystemTime)>,
    unwritten: Option<String>,
}

/// How a file was opened.
pub enum Opened {
    /// As it was left; so many changes that were not saved are back.
    Draft(Box<Draft>),
    /// There are changes that were not saved, and since then the file was changed by somebody else: the draft with the
    /// changes, and the file's text.
    Changed(Box<Draft>, String),
}

/// How a draft was saved, or was not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Saved {
    /// It stands in the file.
    Yes,
    /// The file was changed by somebody else since it was read; nothing was written.
    Changed,
}

/// Keys of which a battle file has at least one.
const KNOWN: [&str; 6] = ["title", "ground", "elevation", "blue", "red", "objective"];

impl Draft {
    /// Opens a battle file, with what was done to it and not saved; `drafts` is the folder of journals. A file that is not
    /// there, or empty, begins with `fresh`.
    ///
    /// # Errors
    /// One sentence with the path: a folder, a file that cannot be read or that is no battle, or one that is being edited.
    pub fn open(path: &Path, drafts: &Path, fresh: &str) -> Result<Opened, Refused> {
        let (path, shown) = (absolute(path), path.display());
        let there = read(&path).map_err(|error| match error.kind() {
            ErrorKind::IsADirectory => Refused(format!(
                "{shown} is a folder; name a battle file, such as {}.",
                path.join("my-battle.toml").display()
            )),
            ErrorKind::InvalidData => Refused(format!("{shown} is no text; a battle file is TOML in UTF-8.")),
            _ => Refused(format!("{shown} cannot be read: {error}.")),
        })?;
        if path.is_dir() {
            return Err(Refused(format!("{shown} is a folder; name a battle file in it.")));
        }
        if let Some(text) = &there {
            about_a_battle(text).map_err(|why| Refused(format!("{shown} {why}")))?;
        }
        let disk = there.as_deref().map(mark_of);
        let text = there.clone().filter(|text| !text.trim().is_empty()).unwrap_or_else(|| fresh.to_owned());
        let place = journal::path_for(drafts, &path);
        let before = fs::metadata(&place).and_then(|about| about.modified()).unwrap_or(SystemTime::UNIX_EPOCH);
        let mut journal = Journal::open(place.clone()).map_err(|error| match error.kind() {
            ErrorKind::ResourceBusy => {
                Refused(format!("{shown} is being edited in another window; close it there first."))
            }
            _ => Refused(format!("Drafts cannot be kept: {} cannot be written: {error}.", place.display())),
        })?;
        let told =
            fs::read(&place).ok().and_then(|bytes| journal::read(&bytes)).filter(|told| !told.changes.is_empty());
        let begin = |journal: &mut Journal| {
            let head = Head { path: path.clone(), disk: disk.clone(), text: text.clone() };
            journal.begin(&head).map_err(|error| Refused(format!("{} cannot be written: {error}.", place.display())))
        };
        let Some(told) = told.filter(|told| Some(&told.text) != there.as_ref()) else {
            begin(&mut journal)?;
            return Ok(Opened::Draft(Box::new(Draft::new(path, text, journal, disk))));
        };
        let _ = journal.cut(told.good);
        let same = told.head.disk == disk;
        let mut draft = Draft::new(path, told.text, journal, told.head.disk);
        told.changes.into_iter().for_each(|(made, how)| draft.history.note(made, how));
        draft.restored = Some((draft.history.done().len(), before));
        match there.filter(|_| !same) {
            None => Ok(Opened::Draft(Box::new(draft))),
            Some(theirs) => Ok(Opened::Changed(Box::new(draft), theirs)),
        }
    }

    /// A draft of a text that is kept nowhere.
    #[must_use]
    pub fn of_text(path: &Path, text: &str) -> Draft {
        Draft::new(path.to_path_buf(), text.to_owned(), Journal::nowhere(), None)
    }

    fn new(path: PathBuf, text: String, journal: Journal, disk: Option<String>) -> Draft {
        let mut draft = Draft {
            path,
            text,
            history: History::default(),
            journal,
            disk,
            sketch: Sketch::default(),
            marks: Vec::new(),
            scenario: None,
            version: 0,
            restored: None,
            unwritten: None,
        };
        draft.look();
        draft
    }

    /// Takes the file's text in the place of the changes that were not saved, which are laid aside as a file of their own.
    ///
    /// # Errors
    /// The draft as it was, and one sentence.
    pub fn take_theirs(mut self, theirs: &str) -> Result<(Draft, PathBuf), (Box<Draft>, Refused)> {
        let aside = match self.aside() {
            Ok(aside) => aside,
            Err(refused) => return Err((Box::new(self), refused)),
        };
        let disk = Some(mark_of(theirs));
        let head = Head { path: self.path.clone(), disk: disk.clone(), text: theirs.to_owned() };
        if let Err(error) = self.journal.begin(&head) {
            let refused = Refused(format!("{} cannot be written: {error}.", self.journal.path().display()));
            return Err((Box::new(self), refused));
        }
        Ok((Draft::new(self.path, theirs.to_owned(), self.journal, disk), aside))
    }

    /// Lays the text aside, in a file beside the journal that is not there yet.
    fn aside(&self) -> Result<PathBuf, Refused> {
        let place = self.journal.path();
        let free = (1..10_000).map(|number| place.with_extension(format!("{number}.toml")));
        let aside = free.into_iter().find(|path| !path.exists()).unwrap_or_else(|| place.with_extension("aside.toml"));
        fs::write(&aside, &self.text)
            .map_err(|error| Refused(format!("{} cannot be written: {error}.", aside.display())))?;
        Ok(aside)
    }

    /// Goes on with the changes although the file is another one by now: saving writes over it.
    #[must_use]
    pub fn take_mine(mut self, theirs: &str) -> Draft {
        self.disk = Some(mark_of(theirs));
        self
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// A number that is another one whenever the text is.
    #[must_use]
    pub const fn version(&self) -> u64 {
        self.version
    }

    /// What was done.
    #[must_use]
    pub const fn history(&self) -> &History {
        &self.history
    }

    /// How many edits were brought back that had not been saved, and when the last of them was made.
    #[must_use]
    pub const fn restored(&self) -> Option<(usize, SystemTime)> {
        self.restored
    }

    /// Why the last edits are not on the disk, if they are not.
    #[must_use]
    pub fn unwritten(&self) -> Option<&str> {
        self.unwritten.as_deref()
    }

    /// Whether the text is other than the file's, as far as is known.
    #[must_use]
    pub fn is_changed(&self) -> bool {
        self.disk.as_deref() != Some(mark_of(&self.text).as_str())
    }

    /// What the text says, as far as it can be understood.
    #[must_use]
    pub const fn sketch(&self) -> &Sketch {
        &self.sketch
    }

    /// What is wrong with it, from top to bottom.
    #[must_use]
    pub fn marks(&self) -> &[Mark] {
        &self.marks
    }

    /// The battle: as it is where nothing is wrong, else without what is; nothing where too little is left.
    #[must_use]
    pub fn scenario(&self) -> Option<&Arc<Scenario>> {
        self.scenario.as_ref()
    }

    /// Whether nothing is wrong.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        self.marks.is_empty()
    }

    /// The file's name in messages and the battle's key.
    #[must_use]
    pub fn name(&self) -> String {
        self.path.file_name().map_or_else(|| String::from("battle.toml"), |name| name.to_string_lossy().into_owned())
    }

    /// What a key of an entry holds, if it is there and of a known kind.
    #[must_use]
    pub fn get(&self, entry: &Entry, key: &str) -> Option<Field> {
        let page = Page::parse(&self.text).ok()?;
        page.at(&crate::army::of(entry, key)).and_then(Field::of)
    }

    /// Makes an edit; what it is called, or nothing where it changes nothing. With `joins` it goes on with the one before, as
    /// the next piece of a stroke.
    ///
    /// # Errors
    /// One sentence; the text stays as it was.
    pub fn edit(&mut self, edit: &Edit, joins: bool) -> Result<Option<String>, Refused> {
        let mut pen = Pen::new(&self.text);
        let name = edit.make(&mut pen, &self.sketch)?;
        let (text, patches) = pen.done();
        if patches.is_empty() {
            return Ok(None);
        }
        if Page::parse(&text).is_err() {
            return Err(Refused(String::from("The file is written in a way that cannot be changed like this here.")));
        }
        let made = Made { name, patches };
        self.take(made, text, if joins { How::Joined } else { How::Done });
        Ok(self.history.done().last().map(|made| made.name.to_string()))
    }

    /// Takes the last edit back; what it was.
    pub fn undo(&mut self) -> Option<String> {
        let made = self.history.backwards()?;
        self.travel(made, How::Undone)
    }

    /// Makes the last edit that was taken back again; what it is.
    pub fn redo(&mut self) -> Option<String> {
        let made = self.history.forwards()?;
        self.travel(made, How::Redone)
    }

    fn travel(&mut self, made: Made, how: How) -> Option<String> {
        let text = patch::apply(&made.patches, &self.text)?;
        let name = made.name.to_string();
        self.take(made, text, how);
        Some(name)
    }

    fn take(&mut self, made: Made, text: String, how: How) {
        let written = self.journal.add(&made, how);
        self.unwritten = written.err().map(|error| {
            format!(
                "The change is made but not kept in {}: {error}. Save, or make room.",
                self.journal.path().display()
            )
        });
        self.history.note(made, how);
        self.text = text;
        self.look();
    }

    /// Reads the text anew.
    fn look(&mut self) {
        self.version += 1;
        let name = self.name();
        let page = match Page::parse(&self.text) {
            Ok(page) => page,
            Err(fault) => {
                self.marks = vec![marks::no_toml(&name, &self.text, &fault)];
                self.scenario = None;
                return;
            }
        };
        self.sketch = Sketch::of(&page);
        let (faults, scenario): (Vec<Fault>, _) = match scenario::parse(&name, &self.text) {
            Ok(scenario) => (Vec::new(), Some(scenario)),
            Err(faults) => (faults.into_iter().collect(), marks::without_faults(&name, &self.text)),
        };
        self.marks = marks::marks(&page, &self.sketch, faults);
        self.scenario = scenario.map(Arc::new);
    }

    /// Writes the text into its file; with `over` also where somebody else has changed the file.
    ///
    /// # Errors
    /// One sentence; the file stays as it was, and the edits are kept.
    pub fn save(&mut self, over: bool) -> Result<Saved, Refused> {
        let shown = self.path.display().to_string();
        let cannot = |error: io::Error| {
            Refused(format!("{shown} cannot be written: {error}. Your changes are kept; another name may do."))
        };
        let there = read(&self.path).map_err(cannot)?;
        if !over && there.as_deref().map(mark_of) != self.disk {
            return Ok(Saved::Changed);
        }
        write(&self.path, &self.text).map_err(cannot)?;
        self.settle();
        Ok(Saved::Yes)
    }

    /// Writes the text into another file, which must not be there, and goes on with that.
    ///
    /// # Errors
    /// One sentence; everything stays as it was.
    pub fn save_as(&mut self, path: &Path, drafts: &Path) -> Result<(), Refused> {
        let path = absolute(path);
        if path.exists() {
            return Err(Refused(format!("{} is there already; give another name.", path.display())));
        }
        let cannot = |error: io::Error| Refused(format!("{} cannot be written: {error}.", path.display()));
        let journal = Journal::open(journal::path_for(drafts, &path)).map_err(cannot)?;
        write(&path, &self.text).map_err(cannot)?;
        std::mem::replace(&mut self.journal, journal).remove();
        self.path = path;
        self.settle();
        self.look();
        Ok(())
    }

    /// The text stands in the file: the journal begins anew from it.
    fn settle(&mut self) {
        self.disk = Some(mark_of(&self.text));
        self.restored = None;
        let head = Head { path: self.path.clone(), disk: self.disk.clone(), text: self.text.clone() };
        let begun = self.journal.begin(&head);
        self.unwritten =
            begun.err().map(|error| format!("{} cannot be written: {error}.", self.journal.path().display()));
    }

    /// Gives up all changes that were not saved: the journal goes, and the file stays as it is.
    pub fn throw_away(&mut self) {
        self.journal.remove();
    }

    /// Ends the work: changes that were not saved stay in the journal, one without any goes.
    pub fn close(&mut self) {
        if !self.is_changed() {
            self.journal.remove();
        }
    }
}

/// Reads a file; nothing where there is none.
fn read(path: &Path) -> io::Result<Option<String>> {
    if path.is_dir() {
        return Err(io::Error::from(ErrorKind::IsADirectory));
    }
    match fs::read_to_string(path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Writes beside a file, puts it on the disk and in the file's place.
fn write(path: &Path, text: &str) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let beside = path.with_extension("toml-new");
    let written = (|| {
        let mut file = fs::File::create(&beside)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        if let Ok(about) = fs::metadata(path) {
            fs::set_permissions(&beside, about.permissions())?;
        }
        fs::rename(&beside, path)
    })();
    if written.is_err() {
        let _ = fs::remove_file(&beside);
        return written;
    }
    sync_folder(folder);
    Ok(())
}

#[cfg(unix)]
fn sync_folder(folder: &Path) {
    // The name may come to the disk later; the text is there.
    let _ = fs::File::open(folder).and_then(|folder| folder.sync_all());
}

#[cfg(not(unix))]
fn sync_folder(_folder: &Path) {}

/// The path from the root, symbolic links followed as far as there are files.
fn absolute(path: &Path) -> PathBuf {
    let whole = fs::canonicalize(path);
    whole
        .or_else(|_| {
            let (folder, name) = (path.parent().filter(|folder| !folder.as_os_str().is_empty()), path.file_name());
            let folder = fs::canonicalize(folder.unwrap_or(Path::new(".")))?;
            name.map(|name| folder.join(name)).ok_or_else(|| io::Error::from(ErrorKind::InvalidInput))
        })
        .or_else(|_: io::Error| std::path::absolute(path))
        .unwrap_or_else(|_| path.to_path_buf())
}

/// Whether a text is a battle's, or could become one.
fn about_a_battle(text: &str) -> Result<(), String> {
    let Ok(page) = Page::parse(text) else { return Ok(()) };
    let keys = page.root().keys();
    let known = keys.iter().any(|key| KNOWN.contains(&key.as_str()));
    if known || keys.is_empty() {
        return Ok(());
    }
    Err(format!("is no battle file: it has `{}`, and none of {}.", keys[0], KNOWN.join(", ")))
}
