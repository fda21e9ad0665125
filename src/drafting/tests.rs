//! Tests of drafts: what an edit changes and what it leaves, undo, journals, faults, mirrors.

mod armies;
mod borders;
mod faults;
mod files;
mod keeping;
mod mirrors;
mod painting;
mod properties;

use hexes::{Hex, Offset};

use crate::{Draft, Edit};

/// A hex by its column and row.
pub(crate) fn hex(column: i16, row: i16) -> Hex {
    Offset::new(column, row).hex()
}

/// A draft of that text that is kept nowhere.
pub(crate) fn draft(text: &str) -> Draft {
    Draft::of_text("battle.toml".as_ref(), text)
}

/// A draft of a new battle.
pub(crate) fn fresh() -> Draft {
    draft(&crate::fresh("A field", hexes::Grid::new(30, 20)))
}

impl Draft {
    /// Makes an edit that has to change something; what it is called.
    #[track_caller]
    pub(crate) fn does(&mut self, edit: &Edit) -> String {
        self.edit(edit, false).expect("it is done").expect("it changes something")
    }
}

/// The lines in which two texts differ, those of the second.
pub(crate) fn changed_lines<'a>(before: &str, after: &'a str) -> Vec<&'a str> {
    assert_eq!(before.lines().count(), after.lines().count(), "no line more or less");
    before.lines().zip(after.lines()).filter(|(one, other)| one != other).map(|(_, other)| other).collect()
}
