//! The terminal at the other end: its kind, its size and the little of its environment that matters.

use std::collections::BTreeMap;

use tui::{Depth, Glyphs};

/// Largest picture that is drawn, in columns and rows; larger windows show it in their corner. It bounds what a session
/// can cost.
pub const LARGEST: (u16, u16) = (500, 200);
/// Taken for a size of 0, which means that the client knows none.
const USUAL: (u16, u16) = (80, 24);
/// Longest value that is kept of a variable.
const LONGEST: usize = 64;
/// Variables that are kept.
const KEPT: &[&str] = &["COLORTERM", "LANG", "LC_ALL", "LC_CTYPE", "NO_COLOR"];

/// A terminal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Terminal {
    variables: BTreeMap<&'static str, String>,
    size: Option<(u16, u16)>,
    sentences: bool,
}

impl Terminal {
    /// Notes a variable, if it is one of those that matter; whether it was.
    pub fn set(&mut self, name: &str, value: &str) -> bool {
        let Some(kept) = KEPT.iter().find(|kept| **kept == name) else { return false };
        if value.len() <= LONGEST {
            self.variables.insert(kept, value.to_owned());
        }
        value.len() <= LONGEST
    }

    /// There is a terminal of that kind and size.
    pub fn begin(&mut self, kind: &str, columns: u32, rows: u32) {
        let kind: String = kind.chars().take(LONGEST).collect();
        self.variables.insert("TERM", kind);
        self.size = Some(clamped(columns, rows));
    }

    /// Sentences were asked for, whatever the terminal can show.
    pub fn ask_for_sentences(&mut self) {
        self.sentences = true;
    }

    /// Whether it gets sentences instead of pictures: they were asked for, or it can show nothing else.
    #[must_use]
    pub fn wants_sentences(&self) -> bool {
        self.sentences || self.variables.get("TERM").is_some_and(|kind| kind == "dumb")
    }

    /// Columns and rows; `None` when there is no terminal.
    #[must_use]
    pub fn size(&self) -> Option<(u16, u16)> {
        self.size
    }

    /// Colours it can show.
    #[must_use]
    pub fn depth(&self) -> Depth {
        Depth::of_environment(|name| self.variables.get(name).cloned())
    }

    /// Characters it can show.
    #[must_use]
    pub fn glyphs(&self) -> Glyphs {
        Glyphs::of_environment(|name| self.variables.get(name).cloned())
    }
}

/// A size as the protocol gives it, made one that can be drawn.
#[must_use]
pub fn clamped(columns: u32, rows: u32) -> (u16, u16) {
    let side = |given: u32, usual: u16, largest: u16| match given {
        0 => usual,
        given => u16::try_from(given).unwrap_or(u16::MAX).min(largest),
    };
    (side(columns, USUAL.0, LARGEST.0), side(rows, USUAL.1, LARGEST.1))
}
