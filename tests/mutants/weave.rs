//! Rewriting a text at many places that may lie in each other, remembering what became of which.

use crate::source::Bytes;

/// A piece of what stands at an edited place.
#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    /// This text.
    Text(String),
    /// What stood there in the source, with the edits that lie in it.
    Copy(Bytes),
    /// What a mutant puts there.
    Change(u32, Vec<Part>),
}

/// Something else in place of some bytes.
#[derive(Clone, Debug, PartialEq)]
pub struct Edit {
    /// What is replaced; nothing, where the parts are put in between.
    pub at: Bytes,
    /// What stands there instead.
    pub parts: Vec<Part>,
    /// Whose edit it is.
    pub site: usize,
}

/// Whose a part of the new text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// An edit's.
    Site(usize),
    /// A mutant's.
    Change(u32),
}

/// A rewritten text.
#[derive(Clone, Debug, Default)]
pub struct Woven {
    /// The text.
    pub text: String,
    /// Whose its parts are, inner ones first.
    pub owners: Vec<(Bytes, Owner)>,
}

/// A text part.
pub fn text(text: impl Into<String>) -> Part {
    Part::Text(text.into())
}

/// A copied part.
pub fn copy(bytes: &Bytes) -> Part {
    Part::Copy(bytes.clone())
}

/// Rewrites a text.
pub fn weave(source: &str, mut edits: Vec<Edit>) -> Woven {
    edits.sort_by_key(|edit| (edit.at.start, !edit.at.is_empty(), usize::MAX - edit.at.end));
    let mut loom = Loom { source, edits: &edits, woven: Woven::default() };
    loom.copy(&(0..source.len()), 0);
    loom.woven
}

impl Woven {
    /// Whose some bytes of the new text are: of the smallest part that holds them all.
    pub fn owner(&self, bytes: &Bytes) -> Option<Owner> {
        let holds = |(part, _): &&(Bytes, Owner)| part.start <= bytes.start && bytes.end <= part.end;
        self.owners.iter().filter(holds).min_by_key(|(part, _)| part.end - part.start).map(|(_, owner)| *owner)
    }

    /// Whose parts lie in some bytes of the new text, or share some with them.
    pub fn owners_in(&self, bytes: &Bytes) -> Vec<Owner> {
        let shares = |(part, _): &&(Bytes, Owner)| part.start < bytes.end && bytes.start < part.end;
        self.owners.iter().filter(shares).map(|(_, owner)| *owner).collect()
    }
}

struct Loom<'a> {
    source: &'a str,
    edits: &'a [Edit],
    woven: Woven,
}

impl Loom<'_> {
    fn copy(&mut self, bytes: &Bytes, from: usize) {
        let edits = self.edits;
        let first = from + edits[from..].partition_point(|edit| edit.at.start < bytes.start);
        let mut done = bytes.start;
        for (place, edit) in edits.iter().enumerate().skip(first) {
            if edit.at.start >= bytes.end {
                break;
            }
            if edit.at.start < done || edit.at.end > bytes.end {
                continue;
            }
            self.woven.text.push_str(&self.source[done..edit.at.start]);
            let start = self.woven.text.len();
            self.parts(&edit.parts, place + 1);
            self.woven.owners.push((start..self.woven.text.len(), Owner::Site(edit.site)));
            done = edit.at.end;
        }
        self.woven.text.push_str(&self.source[done..bytes.end]);
    }

    fn parts(&mut self, parts: &[Part], from: usize) {
        for part in parts {
            match part {
                Part::Text(text) => self.woven.text.push_str(text),
                Part::Copy(bytes) => self.copy(bytes, from),
                Part::Change(number, parts) => {
                    let start = self.woven.text.len();
                    self.parts(parts, from);
                    self.woven.owners.push((start..self.woven.text.len(), Owner::Change(*number)));
                }
            }
        }
    }
}
