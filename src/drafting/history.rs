//! What was done and taken back: every edit as its changes and its name, without copies of the text.

use crate::edit::Name;
use crate::patch::{self, Patch};

/// One edit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// What was done.
    pub name: Name,
    /// How the text changed.
    pub patches: Vec<Patch>,
}

/// How a change came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum How {
    /// It is an edit of its own.
    Done,
    /// It goes on with the one before: a stroke.
    Joined,
    /// It takes the last one back.
    Undone,
    /// It makes the last one that was taken back again.
    Redone,
}

impl How {
    pub const fn word(self) -> &'static str {
        match self {
            How::Done => "do",
            How::Joined => "join",
            How::Undone => "undo",
            How::Redone => "redo",
        }
    }

    pub fn of_word(word: &str) -> Option<How> {
        [How::Done, How::Joined, How::Undone, How::Redone].into_iter().find(|how| how.word() == word)
    }
}

/// The edits of a draft, in both directions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct History {
    done: Vec<Made>,
    undone: Vec<Made>,
}

impl History {
    /// What was done, the first before the last.
    #[must_use]
    pub fn done(&self) -> &[Made] {
        &self.done
    }

    /// What was taken back, the next to be done again last.
    #[must_use]
    pub fn undone(&self) -> &[Made] {
        &self.undone
    }

    /// Notes a change.
    pub(crate) fn note(&mut self, made: Made, how: How) {
        match (how, self.done.pop()) {
            (How::Joined, Some(mut last)) => {
                last.name = last.name.joined(&made.name);
                last.patches.extend(made.patches);
                self.undone.clear();
                self.done.push(last);
            }
            (How::Undone, Some(last)) if patch::inverse(&last.patches) == made.patches => self.undone.push(last),
            (How::Redone, last) => {
                self.done.extend(last);
                match self.undone.pop().filter(|next| next.patches == made.patches) {
                    Some(next) => self.done.push(next),
                    None => self.done.push(made),
                }
            }
            (_, last) => {
                self.done.extend(last);
                self.undone.clear();
                self.done.push(made);
            }
        }
    }

    /// How to take the last edit back.
    pub(crate) fn backwards(&self) -> Option<Made> {
        let last = self.done.last()?;
        Some(Made { name: last.name.clone(), patches: patch::inverse(&last.patches) })
    }

    /// How to make the last one that was taken back again.
    pub(crate) fn forwards(&self) -> Option<Made> {
        self.undone.last().cloned()
    }
}
