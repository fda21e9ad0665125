//! Files and journals: what is kept when the program is killed, and what is never written over.

use std::fs;
use std::path::{Path, PathBuf};

use battle::Terrain;
use hexes::Grid;
use tempfile::TempDir;

use super::hex;
use crate::journal;
use crate::{Coat, Draft, Edit, Entry, Field, Opened, Saved};

/// A folder with a battle file in it, and room for drafts.
struct Desk {
    folder: TempDir,
}

impl Desk {
    fn new() -> Desk {
        let desk = Desk { folder: TempDir::new().expect("a folder") };
        fs::write(desk.file(), text()).expect("a file");
        desk
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("field.toml")
    }

    fn drafts(&self) -> PathBuf {
        self.folder.path().join("drafts")
    }

    fn open(&self) -> Opened {
        Draft::open(&self.file(), &self.drafts(), &text()).expect("it opens")
    }

    #[track_caller]
    fn draft(&self) -> Draft {
        match self.open() {
            Opened::Draft(draft) => *draft,
            Opened::Changed(..) => panic!("nobody changed it"),
        }
    }

    fn journal(&self) -> PathBuf {
        fs::read_dir(self.drafts()).expect("drafts").flatten().map(|entry| entry.path()).next().expect("a journal")
    }
}

fn text() -> String {
    crate::fresh("A field", Grid::new(30, 20)) + "# a last word\n"
}

fn restored(draft: &Draft) -> usize {
    draft.restored().map_or(0, |(count, _)| count)
}

fn woods(column: i16) -> Edit {
    Edit::Paint(vec![hex(column, 8)], Coat::Terrain(Terrain::Woods))
}

#[test]
fn what_was_not_saved_is_back_and_can_be_taken_away() {
    let desk = Desk::new();
    let mut draft = desk.draft();
    (3..8).for_each(|column| drop(draft.does(&woods(column))));
    draft.undo();
    let text = draft.text().to_owned();
    // The program is gone without a word.
    drop(draft);
    let mut draft = desk.draft();
    assert_eq!((draft.text(), restored(&draft)), (text.as_str(), 4));
    assert_eq!(draft.redo().as_deref(), Some("painted woods, 1 hex"), "what was taken back can still be made again");
    while draft.undo().is_some() {}
    assert_eq!(draft.text(), super::files::text());
    assert!(!draft.is_changed());
}

#[test]
fn saving_writes_the_file_and_begins_the_journal_anew() {
    let desk = Desk::new();
    let mut draft = desk.draft();
    draft.does(&woods(3));
    assert!(draft.is_changed());
    assert_eq!(draft.save(false), Ok(Saved::Yes));
    assert_eq!(fs::read_to_string(desk.file()).expect("readable"), draft.text());
    assert!(!draft.is_changed());
    // What was saved can still be taken back, and that is kept as well.
    assert!(draft.undo().is_some());
    drop(draft);
    let mut draft = desk.draft();
    assert_eq!((draft.text(), restored(&draft)), (text().as_str(), 1));
    draft.undo();
    assert!(draft.text().contains('w'));
    draft.close();
    assert_eq!(fs::read_dir(desk.drafts()).expect("drafts").count(), 0, "nothing is left where nothing is unsaved");
}

#[test]
fn a_journal_cut_anywhere_gives_a_beginning_of_the_edits() {
    let desk = Desk::new();
    let mut draft = desk.draft();
    let mut texts = vec![draft.text().to_owned()];
    for column in 3..7 {
        draft.does(&woods(column));
        texts.push(draft.text().to_owned());
    }
    draft.undo();
    texts.push(draft.text().to_owned());
    draft.does(&Edit::Set(Entry::Heading, String::from("title"), Some(Field::text("Ü\n\"x\""))));
    texts.push(draft.text().to_owned());
    drop(draft);
    let bytes = fs::read(desk.journal()).expect("readable");
    let head = bytes.iter().position(|byte| *byte == b'\n').expect("a head") + 1;
    for cut in 0..=bytes.len() {
        let told = journal::read(&bytes[..cut]);
        let Some(told) = told else {
            assert!(cut < head, "cut at {cut}");
            continue;
        };
        assert_eq!(told.text, texts[told.changes.len()], "cut at {cut}");
        assert!(cut < bytes.len() || told.changes.len() + 1 == texts.len());
    }
    // A torn line is passed over, and the next edits come behind what is whole.
    fs::write(desk.journal(), &bytes[..bytes.len() - 5]).expect("written");
    let mut draft = desk.draft();
    assert_eq!(draft.text(), texts[5]);
    draft.does(&woods(20));
    let text = draft.text().to_owned();
    drop(draft);
    assert_eq!(desk.draft().text(), text);
}

#[test]
fn a_file_that_somebody_else_changed_is_not_written_over() {
    let desk = Desk::new();
    let mut draft = desk.draft();
    draft.does(&woods(3));
    let theirs = text().replace("A field", "Their field");
    fs::write(desk.file(), &theirs).expect("written");
    assert_eq!(draft.save(false), Ok(Saved::Changed));
    assert_eq!(fs::read_to_string(desk.file()).expect("readable"), theirs);
    let mine = draft.text().to_owned();
    drop(draft);
    let Opened::Changed(draft, found) = desk.open() else { panic!("it was changed") };
    assert_eq!(found, theirs);
    let (draft, aside) = draft.take_theirs(&found).unwrap_or_else(|(_, refused)| panic!("{refused}"));
    assert_eq!((draft.text(), fs::read_to_string(aside).expect("readable")), (theirs.as_str(), mine));
    drop(draft);
    assert_eq!(desk.draft().restored(), None);
}

#[test]
fn ones_own_changes_can_go_over_it_when_asked() {
    let desk = Desk::new();
    let mut draft = desk.draft();
    draft.does(&woods(3));
    drop(draft);
    fs::write(desk.file(), text().replace("A field", "Their field")).expect("written");
    let Opened::Changed(draft, theirs) = desk.open() else { panic!("it was changed") };
    let mut draft = draft.take_mine(&theirs);
    assert_eq!(draft.save(false), Ok(Saved::Yes));
    assert_eq!(fs::read_to_string(desk.file()).expect("readable"), draft.text());
    let mut draft = {
        drop(draft);
        desk.draft()
    };
    fs::remove_file(desk.file()).expect("removed");
    assert_eq!(draft.save(false), Ok(Saved::Changed), "a file that is gone was changed, too");
    assert_eq!(draft.save(true), Ok(Saved::Yes));
}

#[test]
fn a_kill_between_file_and_journal_leaves_nothing_to_ask() {
    let desk = Desk::new();
    let mut draft = desk.draft();
    draft.does(&woods(3));
    fs::write(desk.file(), draft.text()).expect("written");
    drop(draft);
    assert_eq!(desk.draft().restored(), None);
}

#[test]
fn a_new_battle_is_on_the_disk_when_it_is_saved() {
    let desk = Desk::new();
    let path = desk.folder.path().join("battles").join("new.toml");
    let Ok(Opened::Draft(mut draft)) = Draft::open(&path, &desk.drafts(), &text()) else { panic!("it begins") };
    assert!(draft.is_changed() && draft.is_sound() && !path.exists());
    assert_eq!(draft.save(false), Ok(Saved::Yes));
    assert!(path.exists() && !draft.is_changed());
    let other = desk.folder.path().join("battles").join("other.toml");
    draft.save_as(&other, &desk.drafts()).expect("saved");
    assert!(draft.save_as(&path, &desk.drafts()).is_err_and(|refused| refused.0.contains("there already")));
    assert_eq!(draft.path().file_name(), other.file_name());
}

#[test]
fn what_is_no_battle_is_refused_in_one_sentence() {
    let desk = Desk::new();
    let folder = desk.folder.path();
    let refused = |path: &Path| match Draft::open(path, &desk.drafts(), &text()) {
        Ok(_) => panic!("{} opens", path.display()),
        Err(refused) => refused.0,
    };
    assert!(refused(folder).contains("is a folder"));
    let commander = folder.join("bold.toml");
    fs::write(&commander, "temper = \"bold\"\n[weights]\nrisk = 3\n").expect("written");
    let words = refused(&commander);
    assert!(words.contains("bold.toml is no battle file: it has `temper`"), "{words}");
    let picture = folder.join("picture.png");
    fs::write(&picture, [0x89, 0x50, 0xff, 0xfe]).expect("written");
    assert!(refused(&picture).contains("is no text"));
    let draft = desk.draft();
    assert!(refused(&desk.file()).contains("another window"));
    drop(draft);
    let journal = folder.join("a file");
    fs::write(&journal, "").expect("written");
    let words = Draft::open(&desk.file(), &journal, "").err().map(|refused| refused.0).unwrap_or_default();
    assert!(words.starts_with("Drafts cannot be kept"), "{words}");
}

#[cfg(unix)]
#[test]
fn a_file_that_cannot_be_written_keeps_the_changes() {
    use std::os::unix::fs::PermissionsExt;
    let desk = Desk::new();
    let folder = desk.folder.path().join("closed");
    fs::create_dir(&folder).expect("a folder");
    let path = folder.join("field.toml");
    fs::write(&path, text()).expect("written");
    let Ok(Opened::Draft(mut draft)) = Draft::open(&path, &desk.drafts(), "") else { panic!("it opens") };
    draft.does(&woods(3));
    // A folder in the place of the file that is written beside it: as on a disk that takes nothing, whoever runs the test.
    fs::create_dir(folder.join("field.toml-new")).expect("a folder");
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o555)).expect("closed");
    let refused = draft.save(false).expect_err("it cannot be written");
    assert!(refused.0.contains("cannot be written") && refused.0.contains("Your changes are kept"), "{refused}");
    assert_eq!(fs::read_to_string(&path).expect("readable"), text());
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).expect("open");
    drop(draft);
    let Ok(Opened::Draft(draft)) = Draft::open(&path, &desk.drafts(), "") else { panic!("it opens") };
    assert_eq!(restored(&draft), 1);
}

#[test]
fn ones_own_battles_are_listed_with_what_is_not_saved() {
    let desk = Desk::new();
    let mut draft = desk.draft();
    draft.does(&woods(3));
    draft.does(&woods(4));
    let path = desk.folder.path().join("new.toml");
    let Ok(Opened::Draft(fresh)) = Draft::open(&path, &desk.drafts(), &text().replace("A field", "New")) else {
        panic!()
    };
    let own = crate::own_battles(desk.folder.path(), &desk.drafts());
    let told: Vec<(&str, usize)> = own.iter().map(|own| (own.title.as_str(), own.unsaved)).collect();
    assert_eq!(told, [("A field", 2), ("New", 0)], "one that was never saved is listed, too");
    let free = crate::free_path(desk.folder.path(), &desk.drafts(), "New");
    assert_eq!(free.file_name().and_then(|name| name.to_str()), Some("new-2.toml"));
    drop((draft, fresh));
}
