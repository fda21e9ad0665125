//! A change of a text as what was taken out and what was put in, so that it can be taken back without a copy of the whole.

use std::ops::Range;

use serde_json::{Value, json};

/// One stretch of a text replaced by another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Patch {
    /// Where it begins, in bytes.
    pub start: usize,
    /// What stood there.
    pub removed: String,
    /// What stands there now.
    pub inserted: String,
}

impl Patch {
    /// The text with the change made; nothing where another text stands there than the one it was made for.
    #[must_use]
    pub fn applied(&self, text: &str) -> Option<String> {
        let end = self.start.checked_add(self.removed.len())?;
        let there = text.get(self.start..end)?;
        (there == self.removed).then(|| format!("{}{}{}", &text[..self.start], self.inserted, &text[end..]))
    }

    /// The change that takes this one back.
    #[must_use]
    pub fn inverse(&self) -> Patch {
        Patch { start: self.start, removed: self.inserted.clone(), inserted: self.removed.clone() }
    }

    /// As a line of a journal has it.
    pub(crate) fn to_json(&self) -> Value {
        json!([self.start, self.removed, self.inserted])
    }

    /// Reads it back.
    pub(crate) fn of_json(value: &Value) -> Option<Patch> {
        let [start, removed, inserted] = value.as_array()?.as_slice() else { return None };
        Some(Patch {
            start: usize::try_from(start.as_u64()?).ok()?,
            removed: removed.as_str()?.to_owned(),
            inserted: inserted.as_str()?.to_owned(),
        })
    }
}

/// The text with all of those changes made, one after the other; nothing where one does not fit.
#[must_use]
pub(crate) fn apply(patches: &[Patch], text: &str) -> Option<String> {
    patches.iter().try_fold(text.to_owned(), |text, patch| patch.applied(&text))
}

/// The changes that take those back.
pub(crate) fn inverse(patches: &[Patch]) -> Vec<Patch> {
    patches.iter().rev().map(Patch::inverse).collect()
}

/// A text being changed, with every change noted.
pub(crate) struct Pen {
    text: String,
    patches: Vec<Patch>,
}

impl Pen {
    /// At that text.
    pub fn new(text: &str) -> Pen {
        Pen { text: text.to_owned(), patches: Vec::new() }
    }

    /// The text as it is now.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Puts a text in the place of a stretch.
    pub fn splice(&mut self, range: Range<usize>, inserted: &str) {
        let Some(removed) = self.text.get(range.clone()).filter(|removed| *removed != inserted) else { return };
        let patch = Patch { start: range.start, removed: removed.to_owned(), inserted: inserted.to_owned() };
        self.text.replace_range(range, inserted);
        self.patches.push(patch);
    }

    /// The text and how it came about.
    pub fn done(self) -> (String, Vec<Patch>) {
        (self.text, self.patches)
    }
}
