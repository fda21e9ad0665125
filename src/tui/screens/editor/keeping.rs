//! Saving, saving under another name, leaving, and what to do when somebody else has changed the file.

use std::path::PathBuf;

use drafting::{Draft, Refused, Saved};

use super::Editor;
use crate::layer::{Desk, Flow};
use crate::screens::list::List;
use crate::screens::prompt::Prompt;
use crate::theme::Ink;

/// Tag of the list of ways to leave.
pub const LEAVE: &str = "editor leave";
/// Tag of the list of what to do about a file that was changed.
pub const OVER: &str = "editor over";
/// Tag of the list of whose text to go on with.
pub const THEIRS: &str = "editor theirs";
/// Tag of the line with another name.
pub const NAME: &str = "editor save as";

/// Which text to go on with.
pub fn whose() -> List {
    let text = "You have changes of this file that are not saved, and meanwhile the file was changed by somebody else.";
    let list = List::new(THEIRS, "Two versions", text);
    let list = list.row(Some('m'), "go on with mine; saving writes over the other");
    let list = list.row(Some('t'), "take the file as it is; mine is laid aside as a file of its own");
    list.row(Some('l'), "leave, and decide later")
}

impl Editor {
    /// Writes the battle into its file.
    pub(super) fn save(&mut self, desk: &Desk) -> Flow {
        let path = self.draft.path().display().to_string();
        match self.draft.save(false) {
            Ok(Saved::Yes) => self.saved(desk),
            Ok(Saved::Changed) => {
                self.leaving = false;
                let text = format!("{path} was changed by somebody else since you opened it. Nothing is written yet.");
                let list = List::new(OVER, "The file has changed", text);
                let list = list.row(Some('n'), "save mine under another name");
                let list = list.row(Some('o'), "write mine over it");
                return Flow::Push(Box::new(list.row(Some('b'), "back to the editor")));
            }
            Err(refused) => {
                self.leaving = false;
                self.say(Ink::Bad, refused.0);
            }
        }
        if self.leaving { Flow::Pop } else { Flow::Stay }
    }

    fn saved(&mut self, desk: &Desk) {
        let path = self.draft.path();
        let [own, _] = desk.workshop();
        let own = std::fs::canonicalize(&own).unwrap_or(own);
        let key = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
        let how = if path.starts_with(&own) {
            format!("It stands in the list of battles as {key}.")
        } else {
            format!("Play it with: grognard play {}", path.display())
        };
        let text = match self.draft.is_sound() {
            true => format!("Saved in {}. {how}", path.display()),
            false => {
                format!("Saved in {}, with {} to mend before it can be played.", path.display(), self.faults_counted())
            }
        };
        self.say(Ink::Good, text);
    }

    /// Asks for another name.
    pub(super) fn ask_for_name(&self, desk: &Desk) -> Flow {
        let [own, _] = desk.workshop();
        let names = drafting::file_name(&self.draft.sketch().title);
        let text = own.join(names).display().to_string();
        Flow::Push(Box::new(Prompt::new(NAME, "Save as", vec![text.clone()]).with(text)))
    }

    pub(super) fn save_as(&mut self, name: &str, desk: &Desk) -> Flow {
        if name.is_empty() {
            return Flow::Stay;
        }
        let [own, drafts] = desk.workshop();
        let mut path = if name.contains(['/', '\\']) { PathBuf::from(name) } else { own.join(name) };
        if path.extension().is_none() {
            path.set_extension("toml");
        }
        match self.draft.save_as(&path, &drafts) {
            Ok(()) => self.saved(desk),
            Err(Refused(why)) => self.say(Ink::Bad, why),
        }
        Flow::Stay
    }

    /// Leaves; asks first where something is not saved.
    pub(super) fn leave(&mut self) -> Flow {
        if !self.draft.is_changed() {
            return Flow::Pop;
        }
        let text = "Your changes are not in the file yet.";
        let list = List::new(LEAVE, "Leave the editor?", text);
        let list = list.row(Some('s'), "save, and leave");
        let list = list.row(Some('l'), "leave; the changes are there when you open it again");
        let list = list.row(Some('t'), "leave, and throw the changes away");
        Flow::Push(Box::new(list.row(Some('b'), "back to the editor")))
    }

    /// A way out, or what to do about a file that was changed, was picked.
    pub(super) fn decided(&mut self, tag: &str, place: usize, desk: &Desk) -> Flow {
        match (tag, place) {
            (LEAVE, 0) => {
                self.leaving = true;
                return self.save(desk);
            }
            (LEAVE, 1) => return Flow::Pop,
            (LEAVE, 2) => {
                self.draft.throw_away();
                return Flow::Pop;
            }
            (OVER, 0) => return self.ask_for_name(desk),
            (OVER, 1) => match self.draft.save(true) {
                Ok(_) => self.saved(desk),
                Err(refused) => self.say(Ink::Bad, refused.0),
            },
            (THEIRS, 2) => {
                self.theirs = None;
                return Flow::Pop;
            }
            (THEIRS, place) => self.decide_whose(place == 0),
            _ => {}
        }
        Flow::Stay
    }

    fn decide_whose(&mut self, mine: bool) {
        let Some(theirs) = self.theirs.take() else { return };
        let nothing = Draft::of_text(self.draft.path(), "");
        let draft = std::mem::replace(&mut self.draft, nothing);
        if mine {
            self.draft = draft.take_mine(&theirs);
            return self.say(Ink::Notice, "These are your changes; saving writes them over the other version.");
        }
        match draft.take_theirs(&theirs) {
            Ok((draft, aside)) => {
                self.draft = draft;
                self.say(
                    Ink::Notice,
                    format!("This is the file as it is; your version is laid aside in {}.", aside.display()),
                );
            }
            Err((draft, Refused(why))) => {
                (self.draft, self.theirs) = (*draft, None);
                self.say(Ink::Bad, why);
            }
        }
        self.keep_cursor();
    }
}
